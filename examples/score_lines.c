/* Answers for the lines of standard input, by the inference core alone:
 *     cc score_lines.c $(pkg-config --cflags --libs perceptron-core) -o score_lines && ./score_lines MODEL < LINES */
#include <perceptron.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    static char bytes[1 << 20], line[4096];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    const size_t length = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    ptron_line_reader *reader = NULL;
    ptron_model *model = NULL;
    ptron_error err;

    if (ptron_model_read(bytes, length, &model, &err) != PTRON_OK ||
        ptron_line_reader_new(model, &reader, &err) != PTRON_OK)
        return fprintf(stderr, "%s\n", err.message), 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        uint32_t answer;

        if (ptron_predict_line(reader, line, strcspn(line, "\n"), NULL, &answer, &err) == PTRON_OK)
            puts(ptron_model_class_name(model, answer));
        else
            printf("column %d: %s\n", (int)err.column, err.message);
    }
    ptron_line_reader_free(reader);
    ptron_model_free(model);
    return 0;
}
