/* Whether answers look as those to the training rows did: scores of these are cut into ten parts of equal size, and the
 * population stability index compares how often the last answers fall into each. */
#include "diag.h"
#include "serve/serve.h"
#include "words/numbers.h"

#include <math.h>
#include <stdlib.h>

/* The score of the answer: with two classes what speaks for class 1, with more that of the class answered. */
static double score_of(const double *scores, uint32_t class_number, size_t n_scores)
{
    return n_scores == 1 ? scores[0] : scores[class_number];
}

static size_t decile_of(const struct drift *drift, double score)
{
    size_t i = 0;

    while (i < DECILES - 1 && score > drift->cut[i])
        i++;
    return i;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static void cut(struct drift *drift, double *score, size_t n)
{
    qsort(score, n, sizeof *score, by_value);
    for (size_t i = 0; i < DECILES - 1; i++)
        drift->cut[i] = score[(i + 1) * (n - 1) / DECILES];
    for (size_t i = 0; i < n; i++)
        drift->reference[decile_of(drift, score[i])]++;
    drift->known = true;
}

static ptron_status score_rows(struct drift *drift, const ptron_model *model, const ptron_dataset *rows, size_t n,
                               const ptron_options *options, ptron_error *err)
{
    const size_t n_scores = ptron_model_scores(model);
    double *scores = malloc((n * n_scores + 1) * sizeof *scores);
    uint32_t *classes = malloc((n + 1) * sizeof *classes);
    ptron_status status = scores == NULL || classes == NULL ? diag_fail(err, PTRON_NOMEM, "no memory for scores")
                                                            : ptron_predict(model, rows, options, scores, classes, err);

    for (size_t i = 0; status == PTRON_OK && i < n; i++)   /* one each, in place */
        scores[i] = score_of(scores + i * n_scores, classes[i], n_scores);
    if (status == PTRON_OK)
        cut(drift, scores, n);
    free(scores);
    free(classes);
    return status;
}

ptron_status drift_measure(struct drift *drift, const ptron_model *model, const char *path,
                           const ptron_options *options, ptron_error *err)
{
    PTRON_SIZED(ptron_dataset_facts, facts);
    ptron_dataset *rows = NULL;
    ptron_status status;

    TRY(ptron_dataset_load(&path, 1, options, model, &rows, err));
    ptron_dataset_describe(rows, &facts);
    status = facts.rows < DECILES ? diag_fail(err, PTRON_DATA, "--reference has %s: ten are the least",
                                              text_some(facts.rows, "row").s)
                                  : score_rows(drift, model, rows, (size_t)facts.rows, options, err);
    ptron_dataset_free(rows);
    return status;
}

void drift_add(struct drift *drift, const double *scores, const uint32_t *classes, size_t n, size_t n_scores)
{
    for (size_t i = 0; drift->known && i < n; i++) {
        const size_t decile = decile_of(drift, score_of(scores + i * n_scores, classes[i], n_scores));

        drift->count[decile]++;
        drift->recent[drift->next] = (unsigned char)decile;
        drift->next = (drift->next + 1) % RECENT;
        drift->n_recent += drift->n_recent < RECENT;
    }
}

/* Half a row is added to each part, so that an empty one has a logarithm. */
double drift_index(const struct drift *drift)
{
    double count[DECILES] = {0.0}, index = 0.0, rows = 0.0;

    for (size_t i = 0; i < drift->n_recent; i++)
        count[drift->recent[i]] += 1.0;
    for (size_t i = 0; i < DECILES; i++)
        rows += (double)drift->reference[i];
    for (size_t i = 0; i < DECILES; i++) {
        const double was = ((double)drift->reference[i] + 0.5) / (rows + DECILES * 0.5);
        const double is = (count[i] + 0.5) / ((double)drift->n_recent + DECILES * 0.5);

        index += (is - was) * log(is / was);
    }
    return drift->known && drift->n_recent >= DECILES * DECILES ? index : (double)NAN;
}
