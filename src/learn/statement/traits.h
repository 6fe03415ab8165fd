/* What the statement of a run depends on, and the terms of its bound: shared by the files of this folder. */
#ifndef PT_LEARN_STATEMENT_TRAITS_H
#define PT_LEARN_STATEMENT_TRAITS_H

#include "learn/learner.h"

/* Options of a run, or of the one that a model remembers. */
const char *pt_run_given(const struct pt_run *run, const char *name);   /* NULL: not */
const char *pt_run_text(const struct pt_run *run, const char *name);
double      pt_run_real(const struct pt_run *run, const char *name);
bool        pt_run_is(const struct pt_run *run, const char *name, const char *word);

struct pt_traits {
    bool many, falling, started, weighted, shards;
    bool known;        /* a model's record has all numbers of the bound */
    bool unsure;       /* it would be, if rows had no weights */
    double tau, rate;  /* rate: the greatest */
};

struct pt_traits pt_traits_of(const struct pt_run *run);
/* Whether anything is proved of this run. */
bool pt_traits_prove(const struct pt_run *run, const struct pt_traits *traits);

/* times (R/gamma)^2 + more/gamma^2 + linear/gamma, but for the dynamic margin. */
struct pt_bound_terms {
    double times, more, linear;
    double fraction;   /* dynamic margin; else 0 */
};

struct pt_bound_terms pt_bound_terms_of(const struct pt_run *run, const struct pt_traits *traits, double radius);
double          pt_bound_at(const struct pt_bound_terms *terms, double radius, double margin);
double          pt_bound_least(const struct pt_bound_terms *terms, double radius, double margin);   /* not above that */
/* In words; NULL: nothing is proved. */
const char *pt_bound_formula(enum pt_proved proved, const struct pt_traits *traits);
const char *pt_bounded_by(enum pt_proved proved, const struct pt_traits *traits);

#endif
