/* How well the scores part two labels on rows not learned from: the ROC curve, and precision against recall. */
#include "record/record.h"
#include "score/ranking.h"

#include <math.h>

enum { POINTS = 400 };   /* of a curve, at most: as many as a picture can show */

/* Rows given to test on are all meant; of a training run those that were held out. */
static bool is_meant(const struct pt_judged *v, uint64_t row, uint64_t *next)
{
    if (v->test || v->rows == NULL)
        return v->test;
    if (*next < v->n_rows && v->rows[*next] == row) {
        (*next)++;
        return false;
    }
    return true;
}

static bool gather(const struct pt_judged *v, struct pt_scores *by_class)
{
    uint64_t next = 0;

    for (uint64_t i = 0; i < v->set->n_rows; i++) {
        const uint32_t label = pt_dataset_row(v->set, i).label;

        if (!is_meant(v, i, &next) || label > 1)
            continue;
        if (!pt_scores_reserve(&by_class[label], 1))
            return false;
        pt_scores_add(&by_class[label], v->scores[i]);
    }
    return true;
}

static void record_points(struct pt_record *record, const struct pt_scores *negative, const struct pt_scores *positive)
{
    const double most = (double)(negative->n + positive->n) / POINTS;
    struct pt_rank at = {0}, kept = {0};

    pt_record_begin_table(record, PT_TABLE_curve);
    PT_ADD_ROW(record, curve, .fallout = 0.0, .recall = 0.0, .precision = (double)NAN);
    while (pt_scores_down(negative, positive, &at)) {
        const bool last = at.right == positive->n && at.wrong == negative->n;
        if (!last && (double)(at.right + at.wrong - kept.right - kept.wrong) < most)
            continue;
        kept = at;
        PT_ADD_ROW(record, curve, .fallout = (double)at.wrong / (double)negative->n,
                   .recall = (double)at.right / (double)positive->n,
                   .precision = (double)at.right / (double)(at.right + at.wrong));
    }
    pt_record_set_number(record, PT_NUMBER_area, pt_scores_area(negative, positive));
    pt_record_set_number(record, PT_NUMBER_average_precision, pt_scores_precision(negative, positive));
    pt_record_set_number(record, PT_NUMBER_positive_share,
                         (double)positive->n / (double)(positive->n + negative->n));
}

void pt_record_curves(struct pt_judged *v)
{
    struct pt_scores by_class[2] = {{0}};

    if (v->vectors != 1 || pt_dataset_classes(v->set) != 2)
        return;
    if (!gather(v, by_class))
        v->run->record->failed = true;
    else if (by_class[0].n > 0 && by_class[1].n > 0) {
        pt_scores_sort(&by_class[0]);
        pt_scores_sort(&by_class[1]);
        record_points(v->run->record, &by_class[0], &by_class[1]);
    }
    pt_scores_fini(&by_class[0]);
    pt_scores_fini(&by_class[1]);
}
