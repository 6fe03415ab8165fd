/* Rules: move on this row, and how far? One pure function each of everything a rule may know. */
#ifndef PT_LEARN_ONLINE_RULE_H
#define PT_LEARN_ONLINE_RULE_H

#include "base/param.h"

enum { PT_RULE_PARAMS = 2 };

struct pt_case {
    double   product;    /* y (w.x + b) before the step; many classes: own score minus the best other */
    double   norm2;      /* squared length of the direction moved in, the constant feature included */
    double   weight;     /* of the row: its own times its class's */
    double   w_norm2;    /* squared norm of the weights, bias included (only for rules that need it) */
    double   mass;       /* sum of all steps so far */
    uint64_t updates;    /* so far */
    int      sign;       /* y */
    bool     lenient;    /* a product exactly on the threshold is right */
    const double *param; /* the algorithm's own options, in the order of its row */
};

/* w becomes keep w + step y x. step: 0 adds nothing. keep: 0 or more; NULL: 1, the old weights stay. */
struct pt_rule {
    double (*step)(const struct pt_case *c);
    double (*keep)(const struct pt_case *c);
    double (*threshold)(const struct pt_case *c);   /* products above it add nothing; NULL: it depends on the weights */
    bool own_length;     /* the step is complete: no rate, the row's weight is in it */
    bool needs_norm;     /* uses w_norm2, which is followed from update to update */
    bool promises;       /* an epoch without an update proves something by w_norm2: it is summed anew before each */
    bool only_mistakes;  /* a product above 0 never moves: most rows need nothing but their product */
};

extern const struct pt_rule pt_rule_mistake, pt_rule_margin, pt_rule_uneven, pt_rule_dynamic, pt_rule_pa1,
    pt_rule_pa2, pt_rule_confidence, pt_rule_pegasos, pt_rule_romma;

extern const struct pt_param pt_rule_params[];
extern const size_t pt_n_rule_params;

#endif
