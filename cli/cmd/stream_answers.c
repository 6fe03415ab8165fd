/* Lines of answers, and a file that goes on where the model does. */
#include "cmd/stream_answers.h"
#include "diag.h"
#include "words/numbers.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The number that a line begins with; 0: it is no line of ours. */
static uint64_t number_of(const char *line, size_t length)
{
    char *end;
    const unsigned long long number = strtoull(line, &end, 10);

    return length > 0 && line[0] >= '1' && line[0] <= '9' && *end == '\t' && line[length - 1] == '\n' ? number : 0;
}

/* Up to the line of row `seen`; what follows is of rows that the model has not learned from, or half a line. */
static ptron_status find_end(struct stream_answers *a, uint64_t seen, uint64_t *last, ptron_error *err)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    *last = 0;
    while (*last < seen && (length = getline(&line, &room, a->file)) > 0) {
        const uint64_t number = number_of(line, (size_t)length);

        if (number == 0 || number > seen || (*last > 0 && number != *last + 1))
            break;
        *last = number;
        a->began += (long)length;
    }
    free(line);
    return ferror(a->file) ? diag_fail_file(err, a->path, "cannot read it") : PTRON_OK;
}

static ptron_status cut(struct stream_answers *a, ptron_error *err)
{
    if (fflush(a->file) != 0 || ftruncate(fileno(a->file), a->began) != 0 || fseek(a->file, a->began, SEEK_SET) != 0)
        return diag_fail_file(err, a->path, "cannot write it");
    return PTRON_OK;
}

static ptron_status go_on(struct stream_answers *a, uint64_t seen, ptron_error *err)
{
    struct stat info;
    uint64_t last;

    if (fstat(fileno(a->file), &info) != 0)
        return diag_fail_file(err, a->path, "cannot read it");
    TRY(find_end(a, seen, &last, err));
    if (info.st_size > 0 && last != seen)
        return diag_fail(err, PTRON_DATA, "%s ends with row %s, and the model has learned from %s: it is not the file "
                         "of this model; give --predictions a new one", text_path(a->path).s, text_count(last).s,
                         text_count(seen).s);
    return cut(a, err);
}

ptron_status stream_answers_open(struct stream_answers *a, const char *path, uint64_t seen, ptron_error *err)
{
    struct stat info;
    bool there;

    *a = (struct stream_answers){.path = path};
    if (path == NULL)
        return PTRON_OK;
    if (strcmp(path, "-") == 0) {
        a->file = stdout;
        return PTRON_OK;
    }
    there = stat(path, &info) == 0;
    a->cuts = !there || S_ISREG(info.st_mode);
    a->file = fopen(path, !a->cuts ? "a" : there && seen > 0 ? "r+" : "w");
    if (a->file == NULL)
        return diag_fail_file(err, path, "cannot write it");
    return a->cuts && there && seen > 0 ? go_on(a, seen, err) : PTRON_OK;
}

static const char *label_text(struct stream_answers *a, uint32_t class)
{
    const char *name = ptron_dataset_class_name(a->rows, class);
    const size_t wanted = name == NULL ? 1 : 4 * strlen(name) + 1;

    if (wanted > a->room) {
        char *text = realloc(a->text, wanted);
        a->failed |= text == NULL;
        if (text == NULL)
            return "?";
        a->text = text;
        a->room = wanted;
    }
    a->text[0] = '\0';
    if (name != NULL)
        text_escape(name, a->text);
    return a->text;
}

bool stream_answers_add(struct stream_answers *a, const ptron_answer *answer)
{
    char score[PTRON_NUMBER_ROOM + 1];
    const size_t length = ptron_format_number(answer->score, score, PTRON_NUMBER_ROOM);

    fprintf(a->file, "%" PRIu64 "\t%s\t%.*s", answer->row + 1, label_text(a, answer->answer), (int)length, score);
    fprintf(a->file, "\t%s\n", label_text(a, answer->label));
    return !a->failed && !ferror(a->file);
}

ptron_status stream_answers_restart(struct stream_answers *a, ptron_error *err)
{
    return a->file != NULL && a->cuts ? cut(a, err) : PTRON_OK;
}

ptron_status stream_answers_flush(struct stream_answers *a, ptron_error *err)
{
    if (a->file == NULL)
        return PTRON_OK;
    errno = 0;
    if (a->failed)
        return diag_fail(err, PTRON_NOMEM, "no memory for a label");
    if (fflush(a->file) == 0 && !ferror(a->file))
        return PTRON_OK;
    errno = errno == 0 ? EIO : errno;
    return diag_fail_file(err, a->file == stdout ? "standard output" : a->path, "cannot write it");
}

void stream_answers_close(struct stream_answers *a)
{
    if (a->file != NULL && a->file != stdout)
        fclose(a->file);
    free(a->text);
    *a = (struct stream_answers){0};
}
