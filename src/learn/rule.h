/* Rules: move on this row, and how far? One pure function each of everything a rule may know. */
#ifndef PT_LEARN_RULE_H
#define PT_LEARN_RULE_H

#include <stdint.h>

struct pt_case {
    double   product;    /* y (w.x + b) before the step */
    double   norm2;      /* squared norm of the row, the constant feature included */
    int      sign;       /* y */
    double   w_norm2;    /* squared norm of the weights, bias included */
    double   mass;       /* sum of all steps so far */
    uint64_t updates;    /* so far */
    const double *param; /* the learner's own parameters, in the order of its table */
};

/* The step along y x: 0 leaves the weights alone. The learner multiplies it by rate and row weight. */
typedef double pt_rule(const struct pt_case *c);

double pt_rule_mistake(const struct pt_case *c);

#endif
