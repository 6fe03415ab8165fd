/* The kernel perceptron: rows that it erred on are kept, and the weights are their sum in the kernel's space.
 *
 * Rows come in blocks. The products of a block with all kept rows are one matrix product per tile; then rows are
 * gone through one by one, and each update is added to the scores of the rows of the block that follow. So the
 * result is that of the sequential algorithm, at the speed of matrices.
 *
 * A set of fewer than PT_ORDER_ROWS rows is gone through one by one: blocks would gain nothing, and so it does not show
 * where such a run was interrupted.
 *
 * Many classes are learned one against the rest with shared kernel values: a row is kept once, with a coefficient
 * for each class. */
#ifndef PT_LEARN_KERNEL_KERNEL_H
#define PT_LEARN_KERNEL_KERNEL_H

#include "base/random.h"
#include "learn/pocket.h"
#include "model/dual.h"
#include "rows/row_hash.h"

extern const struct pt_param pt_kernel_params[];
extern const size_t pt_n_kernel_params;

#define PT_KERNEL_KEEPER_MAP(X) X(KERNEL_LAST, "last") X(KERNEL_AVERAGE, "average") X(KERNEL_POCKET, "pocket")
enum pt_kernel_keeper { PT_KERNEL_KEEPER_MAP(PT_CHOICE_NAME) };
enum { PT_KERNEL_ROWS = 256 };   /* rows whose scores are worked out together: part of the numeric contract */

/* Finds the slot of a row by what is in it, so that a row that comes again is not kept twice. */
struct pt_row_index {
    uint64_t *hash;      /* [room] of each slot */
    size_t    room;
    struct pt_row_table table;
};

void     pt_row_index_fini(struct pt_row_index *index);
/* SIZE_MAX: it is not there. */
size_t   pt_row_index_find(const struct pt_row_index *index, const struct pt_rowset *rows, const struct pt_row *row,
                           uint64_t hash);
ptron_status pt_row_index_add(struct pt_row_index *index, size_t slot, uint64_t hash, ptron_error *err);
/* The last slot becomes the erased one; n: slots before that. */
void     pt_row_index_erase(struct pt_row_index *index, size_t slot, size_t n);

/* Scores that rows had when they were last seen, and the updates since: a row that comes again needs the products
 * with rows updated on meanwhile, not with all. Only where rows have numbers and none is removed. */
struct pt_update {
    uint32_t slot, vector;
    double   step;
};

struct pt_recall {
    uint64_t  rows;            /* 0: nothing is recalled */
    size_t    row_room;
    double   *scores;          /* [rows][vectors] */
    uint64_t *seen_at;         /* [rows] updates at that time; UINT64_MAX: never */
    struct pt_update *log;     /* [n] updates from number `first` on */
    size_t    n, room;
    uint64_t  first;
    double   *values, *coef;   /* rows updated on, gathered as a matrix; and their coefficients [][vectors] */
    double   *norm2;
    size_t    gathered_room;
    uint32_t *found;           /* [kept] its row of the matrix + 1; 0: it has none */
    size_t    found_room;
};

struct pt_kernel_learner {
    struct pt_setup setup;
    const struct pt_blas *blas;
    struct pt_dual w;                  /* the last weights */
    size_t   coef_room;                /* of w.coef and other, in rows */
    double  *other;                    /* [n][vectors] average: sum of seen * step; pocket: the best so far */
    enum pt_kernel_keeper keeper;
    double   tau;
    uint64_t budget;                   /* 0: none */
    bool     random_removal;
    pt_random random;
    uint64_t *age;                     /* [n] update that brought the row; only with a budget */
    struct pt_row_index index;
    size_t   block;                    /* rows scored together: PT_KERNEL_ROWS; 1 in sets of less than one batch */
    struct pt_recall recall;
    double   mass;                     /* two classes: sum of steps */
    double   other_mass, other_norm2;  /* of the drift; of the pocket */
    uint64_t seen, updates;
    struct pt_pocket pocket;
    double  *scores;                   /* [PT_KERNEL_ROWS][vectors] of the block at hand */
    double  *scratch;                  /* [tiles][of a tile] */
    size_t   scratch_room;
    double  *x;                        /* [features] one row spread out */
    struct { double norm2; uint64_t updates, seen; bool known; } *memo;   /* of the average: dear to work out */
};

/* kernel_answer.c */
ptron_status pt_kernel_snapshot(const void *self, ptron_model *model, ptron_error *err);
ptron_status pt_kernel_last(void *self, ptron_model *view, ptron_error *err);
ptron_status pt_kernel_bracket(const void *self, struct pt_bracket *last, struct pt_bracket *answered,
                               ptron_error *err);
ptron_status pt_kernel_report(const void *self, const struct pt_answer *answer, ptron_result *result,
                              ptron_error *err);
void         pt_kernel_save_state(const void *self, struct pt_buffer *out);
ptron_status pt_kernel_load_state(void *self, struct pt_cursor *in, ptron_error *err);

/* kernel_score.c: scores of a block, on all threads. numbers: [n] of the rows; NULL: they have none. */
ptron_status pt_kernel_score(struct pt_kernel_learner *l, const struct pt_row *rows, const uint64_t *numbers, size_t n,
                             double *scores, ptron_error *err);
/* Room for one more kept row in all arrays. */
ptron_status pt_kernel_reserve(struct pt_kernel_learner *l, size_t rows, ptron_error *err);

/* kernel_recall.c */
ptron_status pt_recall_init(struct pt_recall *recall, uint64_t rows, uint32_t vectors, ptron_error *err);
void         pt_recall_fini(struct pt_recall *recall);
/* There are that many rows at least: more have come. */
ptron_status pt_recall_reach(struct pt_recall *recall, uint64_t rows, uint32_t vectors, ptron_error *err);
ptron_status pt_recall_log(struct pt_recall *recall, size_t slot, const double *steps, uint32_t vectors,
                           ptron_error *err);
/* A sum of kernels over the rows updated on since all of these rows were seen; false: recall nothing, score anew.
 * The view borrows from the recall. */
ptron_status pt_recall_since(struct pt_recall *recall, const struct pt_dual *w, const uint64_t *numbers, size_t n,
                             bool *usable, struct pt_dual *view, ptron_error *err);
void         pt_recall_forget_old(struct pt_recall *recall);   /* updates that nobody needs any more */
void         pt_recall_save(const struct pt_recall *recall, uint32_t vectors, struct pt_buffer *out);
/* grows: there may be more rows than before. */
ptron_status pt_recall_load(struct pt_recall *recall, bool grows, uint32_t vectors, size_t kept, struct pt_cursor *in,
                            ptron_error *err);

#endif
