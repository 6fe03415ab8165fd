/* Prediction: rows are scored where they stand in memory, the answers go where the source has them. */
#include "judge/predict.h"
#include "math/classes.h"
#include "score/score_rows.h"

#include <stdatomic.h>
#include <string.h>

struct prediction {
    const ptron_model   *model;
    const ptron_dataset *set;
    struct pt_cut cut;
    double   *scores;          /* [rows][vectors]; NULL: not wanted */
    uint32_t *classes;         /* [rows]; NULL: not wanted */
    double   *probabilities;   /* [rows][classes]; NULL: not wanted */
    atomic_uint_fast64_t wild; /* the first row with a score that is no number or infinite; UINT64_MAX: none */
};

static void keep_least(atomic_uint_fast64_t *least, uint64_t row)
{
    uint_fast64_t known = atomic_load(least);

    while (row < known && !atomic_compare_exchange_weak(least, &known, row))
        ;
}

ptron_status pt_fail_wild(const ptron_dataset *set, uint64_t row, ptron_error *err)
{
    const char *file = NULL;
    uint64_t line = row + 1;

    ptron_dataset_row_place(set, row, &file, &line);
    return pt_score_overflow(file, line, err);
}

static void answer(void *context, uint64_t first, const struct pt_row *rows, size_t n, double *scores)
{
    struct prediction *p = context;
    const size_t vectors = p->model->n_vectors, classes = vectors == 1 ? 2 : vectors;

    (void)rows;
    for (size_t i = 0; i < n; i++, scores += vectors) {
        const uint64_t to = pt_dataset_source(p->set, first + i);

        if (!pt_scores_finite(scores, vectors))
            keep_least(&p->wild, to);
        if (p->classes != NULL)
            p->classes[to] = pt_model_class(p->model, scores, p->cut);
        if (p->scores != NULL)
            memcpy(p->scores + to * vectors, scores, vectors * sizeof *scores);
        if (p->probabilities != NULL)
            pt_model_probabilities(p->model, scores, p->probabilities + to * classes);
    }
}

static ptron_status predict(struct prediction *p, const ptron_watch *watch, ptron_error *err)
{
    struct pt_meter meter = pt_meter_of(watch, p->set->n_rows);
    struct pt_view view = pt_dataset_view(p->set);

    view.at = NULL;
    PT_TRY(pt_match_features(p->model, p->set, err));
    PT_TRY(pt_score_rows(&(struct pt_scoring){p->model, &view, p->set->pool, answer, NULL, p, &meter}, err));
    return p->wild == UINT64_MAX ? PTRON_OK : pt_fail_wild(p->set, p->wild, err);
}

ptron_status pt_predict(const ptron_model *model, const ptron_dataset *set, struct pt_cut cut, double *scores,
                        uint32_t *classes, const ptron_watch *watch, ptron_error *err)
{
    return predict(&(struct prediction){model, set, cut, scores, classes, NULL, UINT64_MAX}, watch, err);
}

ptron_status pt_predict_probabilities(const ptron_model *model, const ptron_dataset *set, double *probabilities,
                                      const ptron_watch *watch, ptron_error *err)
{
    return predict(&(struct prediction){model, set, {0}, NULL, NULL, probabilities, UINT64_MAX}, watch, err);
}
