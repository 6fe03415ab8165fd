/* The layout of a pack file, shared by writing (pack_write.c) and opening (pack.c). */
#ifndef PT_PACK_PACK_PARTS_H
#define PT_PACK_PACK_PARTS_H

#include "pack/pack.h"

#define PT_PACK_MAGIC "\x89ptpack\n"

struct pt_pack_head {
    uint32_t version, order_mark;
    uint32_t kind, dense, width, weighted;   /* width: 0 when sparse */
    uint32_t placed, features;
    uint64_t n_rows, n_values;
    uint64_t array[PT_N_MEMORY], bytes[PT_N_MEMORY];   /* where each array begins, and its length; 0: there is none */
    uint64_t recipe, recipe_bytes;
    uint64_t checks;                        /* where the checksums begin: also where the body ends */
    uint64_t length;                        /* of the file */
};

/* Bytes that an array of the pack must have. */
static inline uint64_t pt_pack_array_bytes(const struct pt_pack_head *h, size_t which)
{
    const uint64_t sparse = h->dense == 0;

    switch (which) {
    case PT_MEMORY_OFFSET:
        return sparse * (h->n_rows + 1) * sizeof(uint64_t);
    case PT_MEMORY_LABEL:
        return h->n_rows * sizeof(uint32_t);
    case PT_MEMORY_NORM2:
        return h->n_rows * sizeof(double);
    case PT_MEMORY_WEIGHT:
        return h->weighted * h->n_rows * sizeof(double);
    case PT_MEMORY_PLACE:
        return h->placed * h->n_rows * sizeof(uint64_t);
    case PT_MEMORY_INDEX:
        return sparse * h->n_values * sizeof(uint32_t);
    default:
        return h->n_values * pt_kind_bytes((enum pt_kind)h->kind);
    }
}

static inline uint64_t pt_pack_blocks(const struct pt_pack_head *h)
{
    return (h->checks - PT_PACK_PAGE + PT_PACK_BLOCK - 1) / PT_PACK_BLOCK;
}

#endif
