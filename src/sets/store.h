/* Rows that are being collected into one block: arrays that grow, of one value kind that widens when it must. */
#ifndef PT_SETS_STORE_H
#define PT_SETS_STORE_H

#include "par/pool.h"
#include "recipe/recipe.h"

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
};

/* The store must be zeroed. Appends the block's rows; all blocks are dense of one width, or all are sparse. */
ptron_status pt_store_add(struct pt_store *store, const struct pt_block *block, ptron_error *err);
/* Has the memory for the next values handed out, up to PT_TOUCH_BYTES of it, by all threads: a large part of keeping
 * rows is waiting for it. */
enum { PT_TOUCH_BYTES = 48 << 20 };
void pt_store_touch(struct pt_store *store, pt_pool *pool);
/* Bytes that the rows and those of the block take. */
uint64_t pt_store_bytes(const struct pt_store *store, const struct pt_block *block);
/* Gives back memory that was reserved and not used. */
void pt_store_trim(struct pt_store *store);
struct pt_block pt_store_block(const struct pt_store *store);
void pt_store_fini(struct pt_store *store);

/* Makes the values F64 (so that they can be changed), and back: the narrowest exact kind, or F32 by rounding.
 * After changes pt_store_measure computes the norms anew. */
ptron_status pt_store_widen(struct pt_store *store, ptron_error *err);
ptron_status pt_store_widen_to(struct pt_store *store, enum pt_kind kind, ptron_error *err);   /* or leaves it wider */
void pt_store_narrow(struct pt_store *store);
ptron_status pt_store_round(struct pt_store *store, size_t *bad_row, ptron_error *err);
void pt_store_measure(struct pt_store *store, pt_pool *pool);
/* Fills missing cells (NaN) and scales each row of an F64 store. */
void pt_store_finish(struct pt_store *store, const struct pt_recipe *recipe, bool fill, bool scale, pt_pool *pool);

#endif
