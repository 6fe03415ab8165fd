/* Answers of a model to the rows of a stream, in their order: one line each, or one JSON object. Lines without a row
 * get one, too. */
#ifndef CLI_CMD_ANSWERS_H
#define CLI_CMD_ANSWERS_H

#include "cmd/predict_more.h"

#include <stdio.h>

struct answers_with {          /* beside the label */
    bool   scores, chances, places, json;
    bool   errors;             /* lines: what is wrong with a row stands behind all cells of its line ... */
    bool   error_column;       /* ... in a column that every line has */
    size_t top;                /* the best labels */
    size_t reasons;            /* the loudest features */
    const char *keep;          /* columns of the row itself; NULL: none */
    const char *no_answer;     /* lines: for a line without a row; NULL: ? */
};

struct answer_lines {          /* of one block, written at once */
    char  *bytes;
    size_t length, room;
};

struct answers {
    const ptron_model *model;
    struct answers_with with;
    char        **labels;  /* [n_classes] as they stand in a line */
    ptron_stream *stream;
    FILE     *out;
    size_t    n_scores;    /* per row */
    double   *scores;      /* [room][n_scores], when they are needed */
    size_t    n_classes;
    double   *chances;     /* [room][n_classes]; NULL: not asked for */
    uint32_t *classes;     /* [room] */
    size_t    room;        /* rows */
    uint64_t  rows;        /* answered last: of these the scores and classes are */
    uint64_t  bad;         /* rows that had an error in place of an answer, so far */
    struct answer_lines lines;
    size_t    line_room;   /* the most bytes of a line */
    struct kept kept;      /* columns shown beside the answer */
    struct reasons reasons;
    size_t    top;         /* labels told of each row, best first; 0: the answer alone */
    uint32_t *top_class;   /* [top] */
    double   *top_number;
    bool      needs_scores;
};

/* weights: the model's, as ptron_model_copy_weights gives them, borrowed; NULL: they are copied when reasons are asked
 * for. answers_end in any case. */
ptron_status answers_begin(struct answers *answers, const ptron_model *model, const struct answers_with *with,
                           const double *weights, ptron_error *err);
/* Before the first rows of the stream. Answers go to `out`; write errors stay with it. */
ptron_status answers_open(struct answers *answers, ptron_stream *stream, FILE *out, ptron_error *err);
/* A line with the names of the columns that the lines will have. */
void answers_names(const struct answers *answers);
/* The answers to the rows that the stream gave last. */
ptron_status answers_add(struct answers *answers, const ptron_dataset *rows, const ptron_options *options,
                         ptron_error *err);
/* The fields of a line without a row; true: the row that it might have had is bad. */
bool answers_blank_json(struct json *json, const ptron_stream *stream, size_t blank, uint64_t line);
void answers_end(struct answers *answers);

#endif
