/* Rows that stay: read into memory, borrowed from the caller, or mapped from a pack (pack.h). A set is one block, in
 * the order of the source or laid out for shuffled epochs (scatter.h). A row of the source has a number there, an index
 * in memory, and a place: file and line that it came from (row.h). */
#ifndef PT_SETS_DATASET_H
#define PT_SETS_DATASET_H

#include "base/map.h"
#include "base/refs.h"
#include "par/pool.h"
#include "ranks/ranks.h"
#include "recipe/recipe.h"
#include "rows/view.h"
#include "sets/store.h"

enum { PT_MEMORY_OFFSET, PT_MEMORY_LABEL, PT_MEMORY_NORM2, PT_MEMORY_WEIGHT, PT_MEMORY_PLACE, PT_MEMORY_INDEX,
       PT_MEMORY_VALUE, PT_N_MEMORY };

struct ptron_dataset {
    struct pt_refs refs;               /* trainers, certificates and sets like it take them; of a view: its stream's */
    struct pt_recipe recipe;           /* settled; owned */
    const struct pt_recipe *shared;    /* the recipe in use: &recipe, or the lender's */
    struct pt_refs *lender;            /* the model, or the set, whose recipe is used; NULL: its own is */
    struct pt_block block;             /* the rows; of ranks: those that are here */
    uint64_t  n_rows;                  /* in all */
    uint32_t  n_features;              /* 1 + largest feature of the rows, at least the recipe's when fitted */
    uint64_t  n_values;
    enum pt_kind kind;                 /* of the block */
    double    max_norm2;               /* without the constant feature */
    uint64_t *class_rows;              /* [classes] */
    struct pt_tally tally;
    char    **files;                   /* [n_files] names for places */
    size_t    n_files;
    void     *memory[PT_N_MEMORY];     /* what the block points into; owned */
    struct pt_map map;                 /* a pack's file, or nothing */
    uint32_t *at, *source;             /* [n_rows] index of each row, row at each index; NULL: in order. Owned */
    struct pt_trust *trust;            /* what of the map was checked; NULL: there is nothing to check. Owned */
    uint64_t  piece_bytes;             /* that reading took beside the rows: text under way, and memory ahead of them */
    uint64_t  spilled;                 /* bytes of the temporary file behind `map`; 0: there is none */
    bool      single;                  /* values were rounded to 32 bits on request */
    bool      packed;                  /* the rows are those of a pack, however they came there */
    bool      growing;                 /* a stream whose recipe grows while it is learned from */
    const struct pt_running *running;  /* of a stream that is standardised as it comes: as of the block's last row;
                                        * NULL: none is. Borrowed, as is the log of the block */
    const struct pt_running_log *running_log;
    struct pt_runs runs;               /* the ranks that share the rows (share.h); no ranks: all are here */
    struct pt_own own;                 /* of shared rows those that are here; owned */
    uint64_t  shared_bytes;            /* of the blocks of all ranks */
    struct {                           /* on the clock, of this rank; see ptron_dataset_facts */
        double reading, moving;
    } seconds;
    pt_pool  *pool;                    /* owned; NULL for a borrowed view of another set */
};

/* Rows that the caller keeps: borrowed, and copied only where scaling, values=f32 or features that the recipe
 * does not have ask for it. A recipe (NULL: fit one) of any format will do when the features agree in number. */
ptron_status pt_dataset_borrow(const ptron_rows *rows, const ptron_options *options, const struct pt_recipe *recipe,
                               ptron_dataset **out, ptron_error *err);
void pt_dataset_free(ptron_dataset *set);   /* NULL is fine */
void pt_own_fini(struct pt_own *own);       /* share.c */

static inline size_t pt_dataset_classes(const ptron_dataset *set)
{
    return set->shared->labels.classes.count;
}

/* The index in memory of a row of the source, and the row at an index. */
static inline uint64_t pt_dataset_index(const ptron_dataset *set, uint64_t row)
{
    return set->at == NULL ? row : set->at[row];
}
static inline uint64_t pt_dataset_source(const ptron_dataset *set, uint64_t index)
{
    return set->source == NULL ? index : set->source[index];
}
static inline struct pt_row pt_dataset_row_at(const ptron_dataset *set, uint64_t index)
{
    return pt_block_row(&set->block, (size_t)index);
}

/* Row i in the order of the source. */
static inline struct pt_row pt_dataset_row(const ptron_dataset *set, uint64_t i)
{
    return pt_dataset_row_at(set, pt_dataset_index(set, i));
}

/* Whether other ranks have rows that are not here. */
static inline bool pt_dataset_parted(const ptron_dataset *set)
{
    return set->runs.ranks != NULL && !set->runs.whole;
}

/* PTRON_ARGUMENT where they are: for what looks at every row (share.c). */
ptron_status pt_dataset_all_here(const ptron_dataset *set, ptron_error *err);

/* All rows, in the order of the source. */
static inline struct pt_view pt_dataset_view(const ptron_dataset *set)
{
    return (struct pt_view){.block = &set->block, .at = set->at, .n = set->n_rows, .features = set->n_features,
                            .positive = PT_NO_LABEL, .trust = set->trust,
                            .runs = set->runs.ranks == NULL ? NULL : &set->runs,
                            .own = pt_dataset_parted(set) ? &set->own : NULL};
}

/* A checksum of rows and labels as the learner sees them; resume compares it (row_checksum.c). */
uint64_t pt_dataset_fingerprint(const ptron_dataset *set);

#endif
