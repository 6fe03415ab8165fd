/* Proves that rows in two classes are separable, or that they are not, and brackets the best margin.
 * Cheapest way first: equal rows, peeling, sweeps, the nearest point of the hull, whole numbers. */
#ifndef PT_PROVE_CERTIFY_H
#define PT_PROVE_CERTIFY_H

#include "base/buffer.h"
#include "prove/bracket.h"
#include "prove/peel.h"
#include "prove/watch.h"

enum pt_verdict { PT_UNDECIDED, PT_SEPARABLE, PT_NOT_SEPARABLE };

struct pt_certify_options {
    bool     decimal;        /* a value is its shortest decimal; else the binary number itself */
    bool     margin;         /* beyond the verdict: bracket the best margin, or look for a boundary */
    double   gap;            /* wanted: (upper - lower) / upper; 0: as tight as is cheap */
    double   seconds;        /* 0: no limit */
    double   effort;         /* multiplications for the verdict (prove/effort.h); 0: no limit */
    double   work;           /* multiplications for the margin of huge sparse sets; 0: a few seconds' worth */
    bool   (*tell)(void *user, const char *step, double seconds, double lower, double upper);
    void    *user;           /* for tell, which may be NULL; false cancels */
};

enum pt_boundary { PT_BOUNDARY_UNKNOWN, PT_BOUNDARY_NONE, PT_BOUNDARY_EXISTS };

struct pt_proof {
    enum pt_verdict verdict;
    const char *method;             /* "equal rows", "peeling", "sweeps", "nearest point", "exact nearest point" */
    const char *why;                /* undecided: what stopped it */
    /* separable: peel, then weights for the rows that are left (none: not needed), or the margins' terms */
    struct pt_peel peel;
    bool has_weights;
    struct pt_integers weights;     /* [width] */
    double weights_margin;          /* rounded down, over all rows; -infinity when peeling is needed as well */
    struct pt_margin theorem;       /* bias absorbed; terms.n 0: none */
    struct pt_margin distance;      /* free bias */
    double direction_lower;         /* the distance that the theorem's terms give */
    double theorem_lower, theorem_upper, distance_lower, distance_upper;   /* the best known; upper may be inf */
    double radius_lower, radius_upper;
    double k_max_lower, k_max_upper;
    /* not separable */
    struct pt_terms contradiction;
    enum pt_boundary boundary;      /* does a hyperplane have every row on its side or on it, some off it? */
    struct pt_integers boundary_weights;   /* EXISTS: [width] such a hyperplane */
    size_t on;                      /* rows on it; NONE: all rows */
    size_t forced;                  /* of these, how many were proved to lie on every such hyperplane */
    struct pt_terms forced_rows;    /* EXISTS, NONE: the proof, a contradiction: multipliers of these rows, ... */
    struct pt_integers forced_common;   /* ... [1] and of all others that are on (0: they take no part) */
    double seconds;
};

ptron_status pt_certify(const struct pt_rows *rows, const struct pt_certify_options *options,
                        struct pt_proof *proof, ptron_error *err);
void         pt_proof_fini(struct pt_proof *proof);
void         pt_proof_undecided(struct pt_proof *proof, const char *why);   /* nothing is known; owns nothing */

/* The proof as text: docs/certificate-format.md. An undecided proof has no certificate: PTRON_ARGUMENT. */
ptron_status pt_certificate_write(const struct pt_rows *rows, const struct pt_proof *proof, const char *positive,
                                  bool decimal, struct pt_buffer *out, ptron_error *err);

/* The same about the data as it was before it was made into these rows (prove/stack.h). */
struct pt_subject {
    uint32_t classes;             /* 0: one label against all others */
    const char *const *labels;    /* [classes], or that one */
    bool     bias, decimal;
    uint64_t rows;
    uint32_t features;
};
ptron_status pt_certificate_write_of(const struct pt_rows *rows, const struct pt_proof *proof,
                                     const struct pt_subject *subject, struct pt_buffer *out, ptron_error *err);

/* The direction behind the proof's lower bound, rounded to doubles: for people to look at, no part of the proof.
 * w [width] of norm 1; *known is false, and w untouched, when the proof has no weights for all rows. */
ptron_status pt_direction(const struct pt_rows *rows, const struct pt_proof *proof, bool decimal, double *w,
                          bool *known, ptron_error *err);

#endif
