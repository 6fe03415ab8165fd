/* Scores of two classes, ranked: the area under the ROC curve, average precision, and the threshold that gives a wanted
 * precision or recall. A row counts as found where its score is at least that of a point of the curve; equal scores are
 * one point. */
#ifndef PT_SCORE_RANKING_H
#define PT_SCORE_RANKING_H

#include "base/error.h"

struct pt_scores {              /* scores of one class as sortable keys */
    uint64_t *key;              /* [room] */
    size_t    n, room;
};

bool pt_scores_reserve(struct pt_scores *scores, size_t more);   /* false: no memory */
void pt_scores_add(struct pt_scores *scores, double score);      /* into room reserved before */
void pt_scores_sort(struct pt_scores *scores);
void pt_scores_fini(struct pt_scores *scores);

/* The rest is about sorted scores. */

/* The area under the ROC curve: the share of (negative, positive) pairs in which the positive has the higher score,
 * equal scores counted half. NaN when a class has no rows. */
double pt_scores_area(const struct pt_scores *negative, const struct pt_scores *positive);
/* The sum over the points of the curve, from the highest score down, of precision times what recall has grown by. NaN
 * when there is no positive row. */
double pt_scores_precision(const struct pt_scores *negative, const struct pt_scores *positive);

struct pt_rank {                /* a point of the curve */
    double score;
    size_t right, wrong;        /* positive and negative rows with at least this score */
};
/* The next point down; the first from zeros. False: there are no more. */
bool pt_scores_down(const struct pt_scores *negative, const struct pt_scores *positive, struct pt_rank *at);

/* What --threshold-for wants: precision=P, recall=R or f1. */
struct pt_wish {
    enum { PT_WISH_PRECISION, PT_WISH_RECALL, PT_WISH_F1 } of;
    double least;
};
ptron_status pt_wish_read(const char *text, struct pt_wish *wish, ptron_error *err);

/* The best point for the wish: of those with the wanted precision the one of highest recall, of those with the wanted
 * recall the one of highest precision, or the highest F1; of equals the highest threshold. Where none is as wanted, the
 * highest precision there is, and *reached is false. The threshold is halfway to the next score below. False: a class
 * has no rows. */
bool pt_scores_operate(const struct pt_scores *negative, const struct pt_scores *positive, struct pt_wish wish,
                       struct pt_rank *best, double *threshold, bool *reached);

#endif
