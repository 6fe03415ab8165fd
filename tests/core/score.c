/* Every frozen model (tests/models) through the inference core: each line of its rows is scored by ptron_predict_line,
 * and what comes out is what `perceptron predict` said when the model was frozen; rows in arrays by ptron_predict_rows.
 *     score FOLDER     the folder of the models; prints one line, exits 1 when an answer differs
 * Sums of plain weights are equal to the last bit on every machine. Where matrices, floats or exponentials come in,
 * they are equal to rounding: a BLAS adds in another order than plain loops, and libraries of mathematics differ. The
 * floats of nystroem go through an inverse that makes their rounding a thousand times larger. */
#include "perceptron.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SCORES = 8, LONGEST = 4096 };

struct text {
    char  *bytes;
    size_t length;
};

static struct text read_file(const char *folder, const char *name, const char *ending)
{
    struct text text = {malloc(1 << 20), 0};
    char path[LONGEST];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    file = fopen(path, "rb");
    if (file == NULL || text.bytes == NULL) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    text.length = fread(text.bytes, 1, (1 << 20) - 1, file);
    text.bytes[text.length] = '\0';
    fclose(file);
    return text;
}

/* The next line at *at, without its end; NULL at the end. */
static char *next_line(char **at)
{
    char *line = *at, *end = strchr(line, '\n');

    if (*line == '\0')
        return NULL;
    if (end != NULL)
        *end = '\0';
    *at = end == NULL ? line + strlen(line) : end + 1;
    return line;
}

/* How far a score may be from what it was; 0: not at all. */
static double tolerance(const char *name)
{
    static const char *const exact[] = {"linear-", "words", "hashed", "categories", "voted", "svm", "stream"};

    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        if (strncmp(name, exact[i], strlen(exact[i])) == 0)
            return 0.0;
    return strcmp(name, "nystroem") == 0 ? 1e-4 : 1e-5;
}

/* Whether the line "label TAB number TAB number ..." says the same. */
static bool agrees(const char *wanted, const char *label, const double *numbers, size_t n, double most)
{
    const size_t length = strlen(label);
    const char *at = wanted + length;

    if (strncmp(wanted, label, length) != 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        char *end;
        double number;

        if (*at++ != '\t')
            return false;
        number = strtod(at, &end);
        if (!(fabs(number - numbers[i]) <= most * fmax(1.0, fabs(number))))
            return false;
        at = end;
    }
    return *at == '\0';
}

/* A line's answer, in a copy of exactly its bytes: nothing behind them may be looked at. */
static ptron_status answer(ptron_line_reader *reader, const char *line, double *scores, uint32_t *class_number,
                           ptron_error *err)
{
    const size_t length = strlen(line);
    char *copy = malloc(length == 0 ? 1 : length);
    ptron_status status;

    if (copy == NULL)
        return PTRON_NOMEM;
    memcpy(copy, line, length);
    status = ptron_predict_line(reader, copy, length, scores, class_number, err);
    free(copy);
    return status;
}

/* The numbers of a line of flowers.csv as an array give the same scores as the line. */
static bool agrees_as_array(const ptron_model *model, const char *line, const double *scores, double most)
{
    double values[4], got[MOST_SCORES];
    const ptron_rows rows = {.size = sizeof rows, .n_rows = 1, .n_features = 4, .kind = PTRON_F64, .values = values};
    ptron_error err = {0};

    for (size_t i = 0; i < 4; i++) {
        char *end;

        values[i] = strtod(line, &end);
        line = end + 1;
    }
    if (ptron_predict_rows(model, &rows, 0.0, got, NULL, NULL, &err) != PTRON_OK) {
        fprintf(stderr, "%s\n", err.message);
        return false;
    }
    for (size_t i = 0; i < ptron_model_scores(model); i++)
        if (!(fabs(got[i] - scores[i]) <= most * fmax(1.0, fabs(got[i]))))
            return false;
    return true;
}

static size_t score_model(const char *folder, const char *name, const char *rows)
{
    struct text file = read_file(folder, name, ".model"), lines = read_file(folder, rows, "");
    struct text wanted = read_file(folder, name, ".scores");
    char *line, *line_at = lines.bytes, *wanted_at = wanted.bytes;
    const bool chances = strcmp(name, "sigmoid") == 0 || strcmp(name, "isotonic") == 0;
    ptron_line_reader *reader = NULL;
    ptron_model *model = NULL;
    ptron_error err = {0};
    size_t n = 0;

    if (ptron_model_read(file.bytes, file.length, &model, &err) != PTRON_OK ||
        ptron_line_reader_new(model, &reader, &err) != PTRON_OK) {
        fprintf(stderr, "%s: %s\n", name, err.message);
        exit(1);
    }
    memset(file.bytes, 0, file.length);   /* a model is its own */
    if (strstr(rows, ".csv") != NULL)
        next_line(&line_at);
    while ((line = next_line(&line_at)) != NULL) {
        double scores[MOST_SCORES], numbers[MOST_SCORES] = {0};
        char *said = next_line(&wanted_at);
        uint32_t class_number = 0;
        size_t k = ptron_model_scores(model);

        if (answer(reader, line, scores, &class_number, &err) != PTRON_OK) {
            fprintf(stderr, "%s: '%s': %s\n", name, line, err.message);
            exit(1);
        }
        memcpy(numbers, scores, sizeof numbers);
        if (chances && ptron_model_probabilities(model, scores, numbers, &err) != PTRON_OK)
            exit(1);
        k = chances && k == 1 ? 2 : k;
        if (said == NULL || !agrees(said, ptron_model_class_name(model, class_number), numbers, k, tolerance(name))) {
            fprintf(stderr, "%s: '%s' gives %s %.17g, wanted %s\n", name, line,
                    ptron_model_class_name(model, class_number), numbers[0], said == NULL ? "nothing" : said);
            exit(1);
        }
        if (strcmp(rows, "flowers.csv") == 0 && !agrees_as_array(model, line, scores, tolerance(name))) {
            fprintf(stderr, "%s: '%s' as an array gives another score\n", name, line);
            exit(1);
        }
        n++;
    }
    ptron_line_reader_free(reader);
    ptron_model_free(model);
    free(file.bytes);
    free(lines.bytes);
    free(wanted.bytes);
    return n;
}

int main(int argc, char **argv)
{
    size_t models = 0, lines = 0;
    struct text list;
    char *entry, *at;

    if (argc != 2)
        return 2;
    list = read_file(argv[1], "list", "");
    for (at = list.bytes; (entry = next_line(&at)) != NULL; models++) {
        char *rows = strchr(entry, ' ');

        if (rows == NULL)
            return 1;
        *rows = '\0';
        lines += score_model(argv[1], entry, rows + 1);
    }
    free(list.bytes);
    printf("%zu models, %zu lines\n", models, lines);
    return models >= 20 ? 0 : 1;
}
