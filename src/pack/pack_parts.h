/* The layout of a pack file and the checks of it, for the files of this folder. Bytes are checked in chunks of
 * PT_PACK_BLOCK, each with a checksum. */
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

/* The first that knows the kind: programs from before decimals read all packs that have none. */
static inline uint32_t pt_pack_version(enum pt_kind kind)
{
    return pt_kind_is_decimal(kind) ? 2 : 1;
}

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

/* Sets where each array is and its bytes, from `at` on; returns where the last one ends. */
static inline uint64_t pt_pack_lay_out(struct pt_pack_head *h, uint64_t at)
{
    for (size_t i = 0; i < PT_N_MEMORY; i++) {
        h->bytes[i] = pt_pack_array_bytes(h, i);
        h->array[i] = h->bytes[i] > 0 ? at : 0;
        at = (at + h->bytes[i] + PT_PACK_PAGE - 1) / PT_PACK_PAGE * PT_PACK_PAGE;
    }
    return at;
}

/* The arrays of a mapped file as a block. */
static inline struct pt_block pt_pack_block(const struct pt_pack_head *h, const unsigned char *bytes)
{
    static const uint32_t no_index[1];   /* sparse rows without a value: not NULL, which would mean dense */
    const void *array[PT_N_MEMORY];

    for (size_t i = 0; i < PT_N_MEMORY; i++)
        array[i] = h->bytes[i] == 0 ? NULL : bytes + h->array[i];
    if (h->dense == 0 && array[PT_MEMORY_INDEX] == NULL)
        array[PT_MEMORY_INDEX] = no_index;
    return (struct pt_block){
        .n_rows = (size_t)h->n_rows, .kind = (enum pt_kind)h->kind, .dense = h->dense == 1, .width = h->width,
        .offset = array[PT_MEMORY_OFFSET], .label = array[PT_MEMORY_LABEL], .norm2 = array[PT_MEMORY_NORM2],
        .weight = array[PT_MEMORY_WEIGHT], .place = array[PT_MEMORY_PLACE], .index = array[PT_MEMORY_INDEX],
        .value = array[PT_MEMORY_VALUE],
    };
}

static inline uint64_t pt_pack_chunks(const struct pt_pack_head *h)
{
    return (h->checks - PT_PACK_PAGE + PT_PACK_BLOCK - 1) / PT_PACK_BLOCK;
}

/* The map is borrowed until the trust ends; pt_release frees it. */
ptron_status pt_trust_new(const char *path, const struct pt_map *map, const struct pt_pack_head *head,
                          struct pt_trust **out, ptron_error *err);
/* The checksums of all chunks that hold bytes from..to of the file. */
ptron_status pt_trust_bytes(struct pt_trust *trust, uint64_t from, uint64_t to, pt_pool *pool, ptron_error *err);
/* Where rows begin, their labels (below `classes`, or none) and weights; their bytes have been checked. */
ptron_status pt_trust_heads(struct pt_trust *trust, const struct pt_block *block, uint32_t classes, ptron_error *err);

#endif
