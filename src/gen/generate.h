/* Made-up data: rows drawn by seed and row number alone, written as text at the speed of writing.
 *
 * Every value is a whole number of thousandths, or of the decimal asked for, so that text, reader and learner agree
 * on it exactly. Nothing here calls the mathematics library but for square roots: the same bytes on every machine.
 * Kinds are rows of a table (generate_kinds.c); shapes stand in generate_shapes.c. */
#ifndef PT_GEN_GENERATE_H
#define PT_GEN_GENERATE_H

#include "base/param.h"
#include "base/random.h"

extern const struct pt_param pt_generate_params[];
extern const size_t pt_n_generate_params;

struct pt_drawn {                /* one row */
    uint64_t  number;            /* which */
    size_t    n;                 /* values */
    uint32_t *index;             /* [room] increasing; unused by dense kinds */
    int32_t  *units;             /* [room] values, in units of the last decimal */
    uint32_t  label;             /* of the kind's label texts */
};

struct pt_generation {           /* what is asked for, and what a kind prepares once */
    uint64_t rows, seed;
    uint32_t features, nonzeros;
    uint32_t centres;
    uint32_t unit;               /* 1 / the last decimal: 1000, but for sparse rows of other decimals */
    uint32_t unit_millionths;    /* the last decimal in millionths */
    double   margin, noise, spread;
    double  *hidden;             /* dense: [features] the unit normal of the hidden hyperplane;
                                  * blobs: [centres][features] */
    double   slack;              /* dense: the most that rounding a row can take off its margin */
    double   threshold;          /* sparse: the median score */
    double  *power;              /* sparse: [PT_POWERS + 1] 2^(i / PT_POWERS) */
    double   span;               /* sparse: log2(features + 1) */
};

enum { PT_POWERS = 4096 };

typedef ptron_status pt_prepare(struct pt_generation *g, ptron_error *err);
typedef void         pt_draw(const struct pt_generation *g, pt_random *random, struct pt_drawn *row);

struct pt_generator {
    const char *name, *help;
    const char *options;         /* those that do something for it, with spaces between them */
    bool        sparse;
    const char *const *labels;   /* NULL: 1, 2, ... */
    uint32_t    features;        /* when the user asks for none; 0: the option's default */
    uint64_t    rows;            /* the same for rows */
    bool        fixed;           /* that many rows, nothing to choose */
    double      spread;          /* when the user asks for none */
    pt_prepare  *prepare;
    size_t       (*room)(const struct pt_generation *g);   /* values in a row at most; NULL: the features */
    pt_draw     *draw;
};

extern const struct pt_generator pt_generators[];
extern const size_t pt_n_generators;

/* Writes the rows as text through `sink`, in order, from the calling thread; false from it stops with
 * PTRON_CANCELED. */
ptron_status pt_generate(const char *kind, const ptron_options *options, ptron_sink *sink, void *user,
                         ptron_error *err);

#endif
