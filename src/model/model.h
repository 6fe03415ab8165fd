/* What training leaves behind; immutable once made. Linear weights, a vote of many of them, or one of the kinds that
 * own a structure instead: sums of kernels, networks, neighbours. */
#ifndef PT_MODEL_MODEL_H
#define PT_MODEL_MODEL_H

#include "base/refs.h"
#include "math/vec.h"
#include "model/calibration.h"
#include "model/votes.h"
#include "recipe/recipe.h"

enum pt_model_kind { PT_MODEL_LINEAR, PT_MODEL_VOTES, PT_MODEL_DUAL, PT_MODEL_NET, PT_MODEL_NEAR, PT_N_MODEL_KINDS };

struct pt_dual;
struct pt_near;
struct pt_net;

struct pt_parameter {
    char *name, *value;
};

struct ptron_model {
    struct pt_refs     refs;          /* evaluations, and sets and streams read by the recipe, take them */
    enum pt_model_kind kind;
    struct pt_recipe   recipe;        /* owned */
    uint32_t  n_features;
    uint32_t  n_vectors;              /* 1 when there are two classes, else one per class */
    double   *weights;                /* [n_features][n_vectors]; votes: the last ones; NULL for other kinds */
    double   *bias;                   /* [n_vectors] added to the product; 0 without a bias; NULL with weights */
    struct pt_calibration *calibration;   /* owned; NULL: no probabilities */
    double    threshold;              /* where has_threshold: the score above which class 1 of two is answered */
    struct pt_votes *votes;           /* owned; NULL unless the kind is votes */
    union {                           /* by kind; NULL for linear weights and votes */
        void           *own;          /* owned */
        struct pt_dual *dual;
        struct pt_net  *net;
        struct pt_near *near;
    };
    bool      has_bias, has_threshold;
    double    bias_scale;             /* the constant feature's value */
    struct pt_parameter *parameters;  /* [n_parameters] those that differ from the defaults, and the algorithm's */
    size_t    n_parameters;
    char     *algorithm, *version;
    ptron_result training;            /* pointers inside: algorithm only; seconds NaN */
    uint64_t  fingerprint;            /* of the data it was trained on */
    ptron_tuned *tuned;               /* [n_tuned] settings tried, by rank; names owned. NULL: it was not tuned */
    size_t    n_tuned;
    char     *tuned_by;
    void     *state;                  /* [state_length] what a resume needs; NULL: none */
    size_t    state_length;
    bool         early_state;   /* of a file that ends before earlier_rows: rows and fingerprint do not stand in it */
};

/* What differs from kind to kind. Those with a structure of their own instead of weights have all of the functions but
 * perhaps `norm`, and a section in the file; `own` is that structure. */
struct pt_model_ops {
    const char *name;   /* "linear", ... */
    const char *tag;    /* of the section, four characters; NULL: weights */
    size_t      size;   /* of the structure */
    /* One row; NULL: score_rows does it. */
    void         (*score)(const ptron_model *model, const struct pt_row *row, double *scores);
    ptron_status (*score_rows)(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                               ptron_error *err);
    double       (*norm)(const ptron_model *model);              /* NULL: it has none */
    void         (*shape)(const void *own, ptron_model *model);  /* sets features, vectors, bias */
    void         (*fini)(void *own);                             /* also zeroed or half loaded */
    ptron_status (*copy)(void *to, const void *from, ptron_error *err);
    void         (*save)(const void *own, struct pt_buffer *out);
    ptron_status (*load)(void *own, struct pt_cursor *in, ptron_error *err);
};

extern const struct pt_model_ops pt_dual_ops, pt_net_ops, pt_near_ops;
const struct pt_model_ops *pt_model_ops_of(enum pt_model_kind kind);
ptron_status pt_model_make_votes(ptron_model *model, ptron_error *err);   /* without any */
/* Copies and loads the structure of a kind that has one; whether a loaded shape agrees with the rest is checked by the
 * caller. */
ptron_status pt_model_copy_own(const void *from, ptron_model *to, ptron_error *err);
ptron_status pt_model_load_own(ptron_model *model, struct pt_cursor *in, ptron_error *err);

ptron_status pt_model_new(ptron_model **out, ptron_error *err);   /* empty; ptron_model_free takes any half-built one */
const char *pt_model_kind_name(enum pt_model_kind kind);   /* "linear", ... */

/* The score of each vector for a row; features beyond the model's are left out. scores [n_vectors]. */
ptron_status pt_model_score(const ptron_model *model, const struct pt_row *row, double *scores, ptron_error *err);
/* The same for many rows, in blocks where the kind gains by it: scores [n][n_vectors]. Fails when memory is out or
 * a library is missing; n = 0 only finds out whether it could. */
ptron_status pt_model_score_rows(const ptron_model *model, const struct pt_row *rows, size_t n, double *scores,
                                 ptron_error *err);
/* Says that the scores of a row are infinite or no numbers: what label it has nobody can tell then. */
ptron_status pt_score_overflow(const char *file, uint64_t line, ptron_error *err);
enum { PT_SCORE_ROWS = 256 };   /* a good number of rows to score at once */
/* What of two classes rules: the model's own way, which is a score above the threshold where one was fitted, else the
 * most probable one where probabilities were (not in models of old), else a score above 0; or a score above `at`; or a
 * probability of class 1 above `at`. */
struct pt_cut {
    enum { PT_CUT_OWN, PT_CUT_SCORE, PT_CUT_PROBABILITY } by;
    double at;          /* 0 with PT_CUT_OWN */
};
/* What PT_CUT_OWN comes to; others as they are. */
struct pt_cut pt_model_cut(const ptron_model *model, struct pt_cut cut);
/* The class for these scores (probability.c): of more than two the most probable, or the first of largest score. */
uint32_t pt_model_class(const ptron_model *model, const double *scores, struct pt_cut cut);
/* Whether it has probabilities: fitted, or a network's own; and those of these scores, [classes]. */
bool     pt_model_has_probabilities(const ptron_model *model);
/* Of a network whose output are probabilities: -log of that of the row's own label, before any calibration. */
bool   pt_model_has_log_loss(const ptron_model *model);
double pt_model_log_loss(const ptron_model *model, const double *scores, uint32_t label);
void     pt_model_probabilities(const ptron_model *model, const double *scores, double *probabilities);

/* The norm of all weights together, the coefficient of the constant feature included; NaN for kinds without. */
double pt_model_norm(const ptron_model *model);
/* That of w alone, which distances from a boundary w.x + b = 0 are measured in; NaN where there is not one such w. */
double pt_model_length(const ptron_model *model);

/* Follows docs/model-format.md. */
void         pt_model_save(const ptron_model *model, struct pt_buffer *out);
ptron_status pt_model_load(const void *bytes, size_t length, const char *name, ptron_model **out,
                           ptron_error *err);
/* The WGHT section. Loaded after META and RECI: the shape must agree with both before anything is allocated for it;
 * that of kinds with a section of their own, too. */
void         pt_model_save_weights(const ptron_model *model, struct pt_buffer *out);
ptron_status pt_model_check_shape(const ptron_model *model, ptron_error *err);
ptron_status pt_model_load_weights(ptron_model *model, struct pt_cursor *in, ptron_error *err);

/* The answering part alone (kind and representation, no recipe, no record): copied and kept while training goes on,
 * for the best epoch of a hold-out. */
ptron_status pt_model_copy_answer(const ptron_model *from, ptron_model *to, ptron_error *err);
void         pt_model_save_answer(const ptron_model *model, struct pt_buffer *out);
ptron_status pt_model_load_answer(ptron_model *model, struct pt_cursor *in, ptron_error *err);

/* What a model is made of, in a line of words: nothing for linear weights and votes on plain features. */
void pt_model_structure(const ptron_model *model, struct pt_buffer *out);

/* Scores and classes for rows in a caller's arrays: no set, no threads. scores [rows][n_vectors], classes [rows] and
 * probabilities [rows][classes] may each be NULL; the model has them when they are wanted. */
ptron_status pt_predict_rows(const ptron_model *model, const ptron_rows *rows, struct pt_cut cut, double *scores,
                             uint32_t *classes, double *probabilities, ptron_error *err);

#endif
