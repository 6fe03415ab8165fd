/* Packs: rows in a file as they stand in memory, mapped and used without parsing (docs/pack-format.md).
 *
 * A pack holds the recipe that the text was read by, and the rows in the order of the scatter, so that training from
 * it gives the model that training from the text gives. Every byte is covered by a checksum, and nothing in a pack
 * is trusted even when the checksums are right: a pack is checked when it is opened, the rows of a large one when they
 * are first touched (pack_trust.h). */
#ifndef PT_PACK_PACK_H
#define PT_PACK_PACK_H

#include "sets/dataset.h"

enum {
    PT_PACK_VERSION = 2,
    PT_PACK_HEADER = 256,          /* bytes */
    PT_PACK_PAGE = 4096,           /* arrays begin at multiples of this */
    PT_PACK_BLOCK = 1 << 20        /* bytes to a checksum */
};

/* Whether the file begins like a pack; false also when it cannot be read. */
bool pt_pack_is(const char *path);

/* Writes the rows of a set in the order of the scatter: not scaled, its labels numbered by themselves. */
ptron_status pt_pack_write(const ptron_dataset *set, const char *path, const ptron_watch *watch, ptron_error *err);

/* The rows of a pack, mapped; copied where scaling, values=f32 or features that the recipe does not have ask for it.
 * recipe NULL: the pack's own. */
ptron_status pt_pack_load(const char *path, const ptron_options *options, const struct pt_recipe *recipe,
                          ptron_dataset **out, ptron_error *err);
/* The same, checked whole at once up to so many bytes, for tests. */
ptron_status pt_pack_load_at_once(const char *path, const ptron_options *options, const struct pt_recipe *recipe,
                                  uint64_t at_once, ptron_dataset **out, ptron_error *err);

#endif
