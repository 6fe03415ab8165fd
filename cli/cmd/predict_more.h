/* What `predict` says beyond the label: features that spoke loudest, the next best labels, cells of the row itself. */
#ifndef CLI_CMD_PREDICT_MORE_H
#define CLI_CMD_PREDICT_MORE_H

#include "json_stream.h"
#include "perceptron.h"

struct reason {
    size_t feature;
    double value, part;   /* of the row; weight times value, which the score is the sum of */
};

/* Of linear models. With two labels the parts add up to the score, the bias added; with more, to the score of the
 * answer less that of the next best label. */
struct reasons {
    const ptron_model *model;
    size_t    most;       /* features to name; 0: none are asked for */
    const double *weights;   /* [vectors][features] */
    double   *own;        /* the same, where they were copied */
    size_t    vectors, features;
    struct reason *list;  /* [room], the loudest first */
    uint32_t *index;      /* [room] of the row at hand */
    double   *value;
    size_t    n, room;
};

/* weights: the model's, borrowed; NULL: they are copied. */
ptron_status reasons_begin(struct reasons *reasons, const ptron_model *model, size_t most, const double *weights,
                           ptron_error *err);
/* Fills the list for a row, of which the answer scored best, or above the threshold; scores as ptron_predict gives
 * them. */
ptron_status reasons_find(struct reasons *reasons, const ptron_dataset *rows, uint64_t row, uint32_t answer,
                          const double *scores, ptron_error *err);
void reasons_json(struct json *json, const struct reasons *reasons);
void reasons_end(struct reasons *reasons);

/* Columns of a table that are shown beside the answer. */
struct kept {
    char **names;     /* [n] */
    size_t n;
    char  *cell;      /* [room] the one at hand */
    size_t room;
};

/* list: A,B,"C,D", where names with commas stand in quotes; NULL: none. */
ptron_status kept_begin(struct kept *kept, ptron_stream *stream, const char *list, ptron_error *err);
ptron_status kept_cell(struct kept *kept, ptron_stream *stream, uint64_t row, size_t i, ptron_error *err);
void kept_end(struct kept *kept);

/* The k labels that score highest, best first, of equal ones the first: classes [k] and their numbers [k]. The answer
 * may be another where a threshold or probabilities rule. */
void best_labels(const double *scores, size_t n_scores, size_t k, uint32_t *classes, double *numbers);

#endif
