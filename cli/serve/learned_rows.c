/* What is told of rows that were learned from, one JSON object each. */
#include "serve/learned_rows.h"
#include "cmd/answers.h"
#include "json_stream.h"

#include <stdlib.h>

bool learned_rows_hear(void *user, const ptron_answer *answer)
{
    struct learned_rows *learned = user;

    if (learned->n == learned->room) {
        const size_t room = learned->room == 0 ? 64 : 2 * learned->room;
        void *more = realloc(learned->row, room * sizeof *learned->row);
        if (more == NULL)
            return true;   /* it is not told, then */
        learned->row = more;
        learned->room = room;
    }
    learned->row[learned->n].answer = answer->answer;
    learned->row[learned->n++].score = answer->score;
    return true;
}

static void write_blanks(FILE *out, const ptron_stream *stream, uint64_t i, size_t *blank, uint64_t *errors)
{
    const char *file;
    uint64_t row, line;

    for (; ptron_stream_blank(stream, *blank, &row, &file, &line) && row == i; ++*blank) {
        struct json json = json_begin(out);

        *errors += answers_blank_json(&json, stream, *blank, line);
        json_finish(&json);
    }
}

void learned_rows_write(const struct learned_rows *learned, FILE *out, const ptron_stream *stream,
                        const ptron_dataset *rows, uint64_t before, uint64_t *errors)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    size_t blank = 0;

    ptron_dataset_describe(rows, &facts);
    for (uint64_t i = 0; i < facts.rows; i++) {
        struct json json;

        write_blanks(out, stream, i, &blank, errors);
        json = json_begin(out);
        json_count(&json, "row", before + i + 1);
        json_text(&json, "label", ptron_dataset_class_name(rows, (size_t)ptron_dataset_row_class(rows, i)));
        if (i < learned->n)
            json_put(&json, TEXT("answer", ptron_dataset_class_name(rows, learned->row[i].answer)),
                     REAL("score", learned->row[i].score));
        json_finish(&json);
    }
    write_blanks(out, stream, facts.rows, &blank, errors);
}

void learned_rows_end(struct learned_rows *learned)
{
    free(learned->row);
}
