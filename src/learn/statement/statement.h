/* What is proved of a run: which of its numbers is bounded, and by what. A statement belongs to an algorithm (its row
 * names the kind) and to the run (start, rates, weights, classes, shards): where nothing was proved there is none.
 *
 * In what follows gamma is the best margin, the bias counted in the length; R the longest row, with the constant
 * feature; p is 2 where two vectors move at once, else 1; row weights (times class weights) lie in c_min .. c_max. */
#ifndef PT_LEARN_STATEMENT_STATEMENT_H
#define PT_LEARN_STATEMENT_STATEMENT_H

#include "learn/trainer/schedule.h"
#include "model/model.h"

struct pt_algorithm;

/* Each is derived in bound.c, and held against runs by tests/property/test_statements.c. */
enum pt_proved {
    PT_PROVED_NOTHING,
    PT_PROVED_ADDING,    /* an update adds a row whose product is at most tau */
    PT_PROVED_KERNEL,    /* the same in the space of a kernel */
    PT_PROVED_BATCH,     /* a step adds all mistakes of a batch */
    PT_PROVED_DYNAMIC,   /* tau is a share of norm^2/mass */
    PT_PROVED_CLIPPED,   /* pa-1 */
    PT_PROVED_SOFTENED,  /* pa-2 */
    PT_PROVED_SHORTEST,  /* romma */
};

/* What the trainer knows of a run beside its options. */
struct pt_run_numbers {
    const struct pt_schedule *schedule;
    double   c_min, c_max;   /* NaN: not known */
    double   start;          /* length of the start weights */
    uint64_t batch;          /* rows that may stand in one batch */
    bool     running;        /* rows were scaled as they came, no two alike: nothing is proved of them now */
};

/* A run: one in memory by its options and numbers, or one that a model remembers. */
struct pt_run {
    const struct pt_algorithm *algorithm;      /* NULL: none that is known */
    const ptron_options *options;              /* NULL: those of the model */
    const ptron_model *model;
    const struct pt_run_numbers *numbers;      /* NULL: those that the model's record gives away */
    uint64_t classes;
};

/* Whether more than two classes are learned one-vs-rest. */
bool pt_run_wants_rest(const struct pt_run *run);

/* What the rounding of its product may add to a margin of two labels, for rows of this radius and so many features. */
double pt_statement_rounding(double radius, uint64_t features);
/* Whether that would show in the digits told. A margin so small beside R is kept as what it is at least: worked out in
 * twice the digits (pt_census_sharpen), or without the rows rounded down. */
bool pt_statement_is_rough(double margin, double radius, uint64_t features);

/* Fills k_max_lower and k_max_upper from margins as they were measured: what a model keeps. NaN where nothing is
 * proved. */
void pt_statement_measure(const struct pt_run *run, ptron_result *result);
/* Makes of a record as a model keeps it what may be said: margins and bounds rounded outwards by a bound of the error
 * of their sums, or NaN where that leaves nothing; the theorem's margin and the distance; what is bounded. `answer` has
 * the weights; it may be empty where nobody looked at rows. */
void pt_statement_tell(const struct pt_run *run, const ptron_model *answer, ptron_result *result);
/* The same for what a model remembers. */
void pt_statement_of_model(const ptron_model *model, ptron_result *result);
/* The bound of the run that a model remembers, were this the best margin; NaN: none. Never too small, where the margin
 * is no greater than the best one. */
double pt_statement_bound(const ptron_model *model, double margin);
/* Whether rows of that run may have had weights other than 1. */
bool pt_statement_may_weigh(const ptron_model *model);
/* Of an algorithm's plain run: from zero, at a constant rate, two classes. NULL: nothing is proved. */
const char *pt_statement_of(const struct pt_algorithm *algorithm, const char **formula);

#endif
