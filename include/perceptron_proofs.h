/* Proofs: certificates of separable and not separable, and their checking.
 * Part of perceptron.h, which includes it; the conventions stand there. */
#include "perceptron.h"

#ifndef PERCEPTRON_PROOFS_H
#define PERCEPTRON_PROOFS_H

#ifdef __cplusplus
extern "C" {
#endif

#define PTRON_VERDICT_MAP(X) \
    X(UNDECIDED,     0, "undecided") \
    X(SEPARABLE,     1, "separable") \
    X(NOT_SEPARABLE, 2, "not separable")

typedef enum ptron_verdict {
#define X(name, value, text) PTRON_VERDICT_##name = (value),
    PTRON_VERDICT_MAP(X)
#undef X
} ptron_verdict;

PTRON_API const char *ptron_verdict_text(ptron_verdict verdict);

/* Of a set that is not separable: does some hyperplane have every row on its side or on it, and some off it? Both
 * answers are proved, and written into the certificate. */
typedef enum ptron_boundary { PTRON_BOUNDARY_UNKNOWN, PTRON_BOUNDARY_NONE, PTRON_BOUNDARY_EXISTS } ptron_boundary;

typedef struct ptron_certify_progress {
    size_t      size;
    const char *step;                       /* "equal rows", "peeling", "sweeps", "nearest point", "margin", ... */
    double      seconds;
    double      margin_lower, margin_upper; /* the bracket being closed; NaN: not known */
} ptron_certify_progress;

/* Returning false stops the search; what is known by then is kept. */
typedef struct ptron_certify_observer {
    size_t size;
    void  *user;
    bool (*on_step)(void *user, const ptron_certify_progress *progress);
} ptron_certify_observer;

/* What the numbers of a set are where they are taken exactly, for people, as `values` of a certificate: into `text`,
 * ended, cut to `room`. *decimal (may be NULL) and the answer: as `decimal` and `literal` there. */
PTRON_API bool ptron_dataset_values(const ptron_dataset *set, char *text, size_t room, bool *decimal);

typedef struct ptron_certificate ptron_certificate;

/* Whether a hyperplane has the rows of class `positive` on one side and all others on the other, proved in exact
 * arithmetic on the values as they stand in the file, or as the set has them where that is not the same: see literal
 * and values in the facts. Options: bias, time, gap, margins, effort; and digits=yes for the loading of the set,
 * without which nobody looks whether a double holds every number in the file. `observer` may be NULL. GMP and FLINT,
 * which do the arithmetic here and in ptron_verify (GMP alone), end the process when memory runs out: a program that
 * must live on calls these in a process of their own. */
PTRON_API ptron_status ptron_certify(const ptron_dataset *set, size_t positive, const ptron_options *options,
                                     const ptron_certify_observer *observer, ptron_certificate **out,
                                     ptron_error *err);

/* Whether weights w_1 .. w_K, one vector for each label, give every row's own label the highest score: all labels at
 * once, where ptron_certify holds one against the rest. Margins, radius and k_max are those of the weights stacked into
 * one vector (Kesler's construction), whose rows (x, 1) and -(x, 1) side by side are longer by a factor of sqrt(2): of
 * a W with |W| = 1 the margin is the least (w_own - w_rival).(x, 1) over rows and rivals, and k_max bounds the updates
 * of the perceptron that adds a row to its own label and takes it from its best rival. PTRON_DATA when the set is too
 * large for that. */
PTRON_API ptron_status ptron_certify_classes(const ptron_dataset *set, const ptron_options *options,
                                             const ptron_certify_observer *observer, ptron_certificate **out,
                                             ptron_error *err);

typedef struct ptron_certificate_facts {
    size_t         size;
    ptron_verdict  verdict;
    const char    *method;         /* what decided it: "equal rows", "peeling", "sweeps", "nearest point", ... */
    const char    *why;            /* undecided: what stopped the search; else "" */
    const char    *positive;       /* label of the positive class; NULL: all labels at once */
    bool           bias;
    bool           decimal;        /* a value is its shortest decimal; else the binary number itself */
    uint64_t       rows, features;
    double         radius_lower, radius_upper;         /* R, the longest row */
    double         theorem_lower, theorem_upper;       /* best margin, bias absorbed; rounded outwards */
    double         distance_lower, distance_upper;     /* best distance, free bias; -inf, inf: not known */
    double         k_max_lower, k_max_upper;           /* (R / theorem)^2 */
    uint64_t       n_rows;         /* of the contradiction, see ptron_certificate_row */
    uint64_t       n_support;      /* rows that the bracket of the margin rests on */
    uint64_t       n_peeled;       /* features that peeling went through */
    ptron_boundary boundary;
    uint64_t       n_forced;       /* EXISTS: so many rows, at least, lie on every such hyperplane */
    double         seconds;
    uint64_t       n_on;           /* EXISTS: and so many at most; when the two are equal it is exactly these rows */
    uint64_t       classes;        /* all labels at once: how many; then "rows" of n_rows, n_support, n_forced and n_on
                                      are rows held against one rival each. 0: one label against the rest */
    bool           literal;        /* the numbers are those that stand in the file, or in memory, one by one */
    const char    *values;         /* what they are, for people: "the decimals in the file, exactly" */
} ptron_certificate_facts;

PTRON_API void ptron_certificate_describe(const ptron_certificate *certificate, ptron_certificate_facts *facts);
/* Row i of the contradiction (0-based in the order of the source) and its multiplier, a whole number as decimal
 * text. False: no such i. */
PTRON_API bool ptron_certificate_row(const ptron_certificate *certificate, size_t i, uint64_t *row,
                                     const char **multiplier);
/* All labels at once: the rival, a class, that row i of the contradiction is held against; else -1. */
PTRON_API int64_t ptron_certificate_rival(const ptron_certificate *certificate, size_t i);
/* The direction behind the best lower bound known of the margin, rounded to doubles, its norm with the bias 1:
 * [features], and the bias. NULL: none is known (peeling alone needs no weights). */
PTRON_API const double *ptron_certificate_weights(const ptron_certificate *certificate, double *bias);
/* The same for all labels at once: the part of one label, the norm of all parts together 1. */
PTRON_API const double *ptron_certificate_class_weights(const ptron_certificate *certificate, size_t label,
                                                        double *bias);
/* The certificate as text: docs/certificate-format.md. An undecided search has none: PTRON_ARGUMENT. */
PTRON_API ptron_status ptron_certificate_write(const ptron_certificate *certificate, void **bytes, size_t *length,
                                               ptron_error *err);
PTRON_API ptron_status ptron_certificate_save(const ptron_certificate *certificate, const char *path,
                                              ptron_error *err);
PTRON_API void ptron_certificate_free(ptron_certificate *certificate);

typedef struct ptron_verification {
    size_t        size;
    bool          accepted;
    char          reason[160];     /* refused: why */
    ptron_verdict verdict;         /* what it claims; UNDECIDED: it could not be read */
    char          positive[160];   /* the label it calls positive, cut: see positive_class; "": all labels at once */
    bool          bias, decimal;
    uint64_t      rows, features;
    uint64_t      n_rows;          /* of the contradiction */
    ptron_boundary boundary;       /* accepted: what it proves about rows on the boundary */
    uint64_t      n_forced, n_on;  /* EXISTS: as in ptron_certificate_facts */
    uint64_t      classes;         /* all labels at once: how many; 0: one against the rest */
    bool          literal;         /* as in ptron_certificate_facts, */
    char          values[320];     /* of the rows that it was held against */
    size_t        positive_class;  /* accepted, one label against the rest: the class of the set that it is about,
                                    * whose name is whole; else SIZE_MAX */
} ptron_verification;

/* Checks a certificate from the rows alone, in exact arithmetic, sharing no code with what made it but the
 * readers. Fails only where nothing can be checked: no memory, no file, rows without labels. */
PTRON_API ptron_status ptron_verify(const void *bytes, size_t length, const ptron_dataset *set,
                                    ptron_verification *verification, ptron_error *err);
PTRON_API ptron_status ptron_verify_file(const char *path, const ptron_dataset *set,
                                         ptron_verification *verification, ptron_error *err);

#ifdef __cplusplus
}
#endif

#endif
