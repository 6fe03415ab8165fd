/* What each column is worth to a model, on given rows: show --importance. */
#ifndef CLI_CMD_SHOW_IMPORTANCE_H
#define CLI_CMD_SHOW_IMPORTANCE_H

#include "json_stream.h"
#include "perceptron.h"

struct importance {            /* zeroed: none is wanted */
    const char *path;          /* of the rows; NULL: none is wanted */
    uint64_t  repeats, seed;
    uint64_t  rows;            /* with a label */
    uint64_t  errors;          /* as they are */
    size_t    n;
    struct column_worth {
        size_t    column;
        double    mean, sd;    /* of the rise of the error over the repeats; sd: the population's, as in scikit-learn */
        uint64_t *errors;      /* [repeats] */
    } *columns;                /* [n] the greatest rise first */
};

/* weights [features]: how much each feature weighs, at most; NULL: not known. Where there are very many columns those
 * of the largest weights are looked at. */
ptron_status importance_fill(struct importance *importance, const ptron_model *model, const double *weights,
                             size_t features, ptron_error *err);
/* top 0: all columns. */
void importance_print(FILE *out, const struct importance *importance, const ptron_model *model, uint64_t top);
void importance_json(struct json *json, const struct importance *importance, const ptron_model *model);
void importance_free(struct importance *importance);

#endif
