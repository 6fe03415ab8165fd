/* Making features for rows. */
#ifndef PT_RECIPE_FEATURE_MAP_APPLY_H
#define PT_RECIPE_FEATURE_MAP_APPLY_H

#include "base/blas.h"
#include "recipe/feature_map.h"
#include "rows/row.h"

enum { PT_MAP_ROWS = 128 };   /* rows that are made at once: part of the numeric contract */

/* PT_MAP_ROWS rows, or what is left of a set's, with their norms: to [n][out]. False: no memory. */
bool pt_feature_map_rows(const struct pt_feature_map *map, const struct pt_blas *blas, const struct pt_row *rows, size_t n,
                  bool dense, float *to);

#endif
