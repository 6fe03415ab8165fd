/* Rows that are being collected into one block: arrays that grow, of one value kind that widens when it must. */
#ifndef PT_SETS_STORE_H
#define PT_SETS_STORE_H

#include "base/printable.h"
#include "par/pool.h"
#include "recipe/prune.h"

struct pt_tally {             /* what was met while rows were read; see ptron_dataset_facts */
    uint64_t rows, bad_rows, missing_rows, dropped_rows, missing_cells, unlabelled_rows;
    uint64_t unseen_labels, unseen_words, unseen_categories;
    uint64_t unseen_features; /* values of features that the recipe does not have */
    uint64_t header_lines;    /* at the beginning of files, that are no rows */
    uint64_t unseen_keys;     /* values under keys that it does not have */
    struct pt_printable first_key;
    bool     digits;          /* they were looked for: */
    uint64_t rounded_cells;   /* numbers that are not what the file says: a double has fewer digits */
    ptron_error first_rounded;   /* its place only */
    bool        any_bad;
    ptron_error first_bad;
};

struct pt_store {
    size_t    n_rows, row_room;
    uint64_t *offset;                 /* [n_rows + 1]; sparse */
    uint32_t *label;                  /* [n_rows] */
    double   *norm2, *weight;         /* weight: NULL until a row has one */
    uint64_t *place;
    size_t    n_values, value_room;   /* value_room: of index, and of value in values of `kind` */
    size_t    n_touched;              /* values whose memory is there */
    uint32_t *index;
    void     *value;                  /* NULL for PT_ONES */
    enum pt_kind kind;
    bool      dense, has_places;
    uint32_t  width;
    uint32_t  base;                   /* taken off the indices of the rows that come */
};

/* Appends the block's rows to a store that began zeroed; all blocks are dense of one width, or all are sparse. */
ptron_status pt_store_add(struct pt_store *store, const struct pt_block *block, ptron_error *err);
/* Rows that are there and those that come count their features from `base`. */
void pt_store_rebase(struct pt_store *store, uint32_t base, pt_pool *pool);
/* Has the memory for the next values handed out, up to PT_TOUCH_BYTES of it, by all threads: a large part of keeping
 * rows is waiting for it. */
enum { PT_TOUCH_BYTES = 48 << 20 };
void pt_store_touch(struct pt_store *store, pt_pool *pool);
uint64_t pt_store_ahead(const struct pt_store *store);   /* bytes of it that have no values yet */
/* Bytes that the rows and those of the block take. */
uint64_t pt_store_bytes(const struct pt_store *store, const struct pt_block *block);
/* Gives back memory that was reserved and not used. */
void pt_store_trim(struct pt_store *store);
struct pt_block pt_store_block(const struct pt_store *store);
void pt_store_fini(struct pt_store *store);

/* Makes the values of this kind, or leaves them wider; and back: the narrowest exact kind, or F32 by rounding, after
 * which pt_store_measure computes the norms anew. */
ptron_status pt_store_widen(struct pt_store *store, enum pt_kind kind, ptron_error *err);
void pt_store_narrow(struct pt_store *store, bool decimals);
ptron_status pt_store_round(struct pt_store *store, size_t *bad_row, ptron_error *err);
void pt_store_measure(struct pt_store *store, pt_pool *pool);
/* Fills the missing cells (NaN) of each row, or else scales it. Values become F64, norms those of the new rows. */
ptron_status pt_store_change(struct pt_store *store, const struct pt_recipe *recipe, bool fill, pt_pool *pool,
                             ptron_error *err);

/* Drops and renumbers features; norms are those of the new rows. */
void pt_store_prune(struct pt_store *store, const struct pt_pruning *pruning, pt_pool *pool);

/* Fits recipe->feature_map by the option "features" (and gamma, seed); none: nothing happens. */
ptron_status pt_feature_map_fit(struct pt_recipe *recipe, const struct pt_store *store, const ptron_options *options,
                                ptron_error *err);
/* Replaces the rows by those with the features made: dense, F32. */
ptron_status pt_feature_map_store(const struct pt_recipe *recipe, struct pt_store *store, pt_pool *pool,
                                  ptron_error *err);

#endif
