/* From sources to a set that stays. */
#ifndef PT_READ_LOAD_H
#define PT_READ_LOAD_H

#include "read/reader.h"
#include "sets/dataset.h"

/* Fits a recipe (NULL) or uses one. */
ptron_status pt_dataset_load(const struct pt_source *sources, size_t n, const ptron_options *options,
                             const struct pt_recipe *recipe, ptron_dataset **out, ptron_error *err);

/* The same with segments of about that many bytes, for tests; 0: as usual. */
ptron_status pt_dataset_load_segments(const struct pt_source *sources, size_t n, const ptron_options *options,
                                      const struct pt_recipe *recipe, size_t segment_bytes, ptron_dataset **out,
                                      ptron_error *err);

#endif
