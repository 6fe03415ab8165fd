/* The threshold for a wanted precision, recall or F1, found on rows that were not learned from. */
#include "learn/trainer/trainer.h"
#include "score/ranking.h"
#include "score/score_rows.h"
#include "sets/share.h"

struct ranking {
    struct pt_scores by_class[2];
};

/* On one thread after another: the keys are sorted afterwards, so their order here does not matter. */
static void keep_scores(void *context, uint64_t first, const struct pt_row *rows, size_t n, double *scores)
{
    struct ranking *r = context;

    (void)first;
    for (size_t i = 0; i < n; i++)
        if (rows[i].label < 2)
            pt_scores_add(&r->by_class[rows[i].label], scores[i]);
}

ptron_status pt_check_threshold(const struct pt_view *view, const char *wanted, ptron_error *err)
{
    struct pt_wish wish;
    uint64_t n[2];

    PT_TRY(pt_wish_read(wanted, &wish, err));
    PT_TRY(pt_view_count_labels(view, n, err));
    return n[0] > 0 && n[1] > 0 ? PTRON_OK
                                : pt_fail(err, PTRON_DATA, "a threshold is found from rows of both labels, and of one "
                                          "no row is held out");
}

static ptron_status fit(ptron_model *model, const struct pt_view *view, const char *wanted, struct ranking *r,
                        ptron_error *err)
{
    struct pt_wish wish;
    struct pt_rank best;
    uint64_t n[2];
    bool reached;

    PT_TRY(pt_view_count_labels(view, n, err));
    if (!pt_scores_reserve(&r->by_class[0], (size_t)n[0]) || !pt_scores_reserve(&r->by_class[1], (size_t)n[1]))
        return pt_fail_memory(err, (size_t)(n[0] + n[1]) * sizeof(uint64_t), "the threshold");
    PT_TRY(pt_wish_read(wanted, &wish, err));
    PT_TRY(pt_score_rows(&(struct pt_scoring){model, view, NULL, keep_scores, NULL, r, NULL}, err));
    for (size_t c = 0; c < 2; c++)
        pt_scores_sort(&r->by_class[c]);
    model->has_threshold = pt_scores_operate(&r->by_class[0], &r->by_class[1], wish, &best, &model->threshold,
                                             &reached);
    return model->has_threshold ? PTRON_OK
                                : pt_fail(err, PTRON_DATA, "the scores of the rows held out give no threshold");
}

ptron_status pt_fit_threshold(ptron_model *model, const struct pt_view *view, const char *wanted, ptron_error *err)
{
    struct ranking r = {0};
    const ptron_status status = fit(model, view, wanted, &r, err);

    for (size_t c = 0; c < 2; c++)
        pt_scores_fini(&r.by_class[c]);
    return status;
}
