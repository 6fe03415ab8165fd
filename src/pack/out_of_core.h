/* Sets that outgrow the memory they may have: their rows are laid out in a temporary file, mapped, and used like those
 * of a pack. Only dataset.c asks for it. */
#ifndef PT_PACK_OUT_OF_CORE_H
#define PT_PACK_OUT_OF_CORE_H

#include "pack/spill.h"
#include "sets/dataset.h"

/* Bytes that rows may take: option "memory", or half of what the machine has. */
ptron_status pt_out_of_core_limit(const ptron_options *options, uint64_t *bytes, ptron_error *err);
/* Opens a spill with the rows of the store, which is empty then. What needs all rows in memory is refused. */
ptron_status pt_out_of_core_begin(const struct pt_recipe *recipe, struct pt_store *store, pt_spill **spill,
                               const ptron_options *options, ptron_error *err);
struct pt_unfinished {          /* what is still to be done to the rows of a spill */
    bool labels;               /* they are texts, not classes */
    bool from_one;             /* they count features from one */
    bool scale;                /* by the recipe in use; when it is the set's own, it is fitted first */
};

/* All rows are in the spill: fits what is fitted to values when the set's own recipe is in use, and lays them out. */
ptron_status pt_out_of_core_finish(ptron_dataset *set, pt_spill *spill, struct pt_unfinished rows,
                                const ptron_options *options, ptron_error *err);

#endif
