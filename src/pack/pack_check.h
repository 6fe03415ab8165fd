/* Checking what a pack holds, block by block and row by row: for opening packs (pack.c) and for trust.h. */
#ifndef PT_PACK_PACK_CHECK_H
#define PT_PACK_PACK_CHECK_H

#include "pack/pack_parts.h"

struct pt_trust;

/* The map is borrowed until the trust ends; pt_release frees it. */
ptron_status pt_trust_new(const char *path, const struct pt_map *map, const struct pt_pack_head *head,
                          struct pt_trust **out, ptron_error *err);

/* The checksums of all blocks that hold bytes from..to of the file. */
ptron_status pt_trust_bytes(struct pt_trust *trust, uint64_t from, uint64_t to, pt_pool *pool, ptron_error *err);
/* Where rows begin, their labels (below `classes`, or none) and weights; their bytes have been checked. */
ptron_status pt_trust_heads(struct pt_trust *trust, const struct pt_block *block, uint32_t classes, pt_pool *pool,
                            ptron_error *err);

#endif
