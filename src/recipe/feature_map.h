/* Features made of the others, so that a linear boundary among them is a curved one among the rows.
 *
 *     fourier     out features sqrt(2/out) cos(w_j.x + b_j), w_j normal with variance 2 gamma, b_j in 0..2 pi: their
 *                 products are those of the RBF kernel in the mean (Rahimi and Recht 2007)
 *     nystroem    out rows z_j of the training set; (k(x, z_1), ..., k(x, z_out)) times a triangle T with
 *                 T'T the inverse of the z's own kernel matrix (Williams and Seeger 2001)
 *
 * All of it is in floats, and kept in the recipe as it is: nothing is drawn again. */
#ifndef PT_RECIPE_FEATURE_MAP_H
#define PT_RECIPE_FEATURE_MAP_H

#include "base/blas.h"
#include "base/buffer.h"
#include "rows/row.h"

enum pt_feature_map_kind { PT_MAP_NONE, PT_MAP_FOURIER, PT_MAP_NYSTROEM, PT_N_FEATURE_MAPS };

struct pt_feature_map {
    enum pt_feature_map_kind kind;
    uint32_t in, out;
    double   gamma;
    float   *basis;   /* fourier: [in][out] frequencies; nystroem: [in][out] the rows, transposed */
    float   *more;    /* fourier: [out] phases; nystroem: [out][out] T, transposed */
    float   *norm2;   /* nystroem: [out] of the rows */
};

void         pt_feature_map_fini(struct pt_feature_map *map);
ptron_status pt_feature_map_copy(struct pt_feature_map *to, const struct pt_feature_map *from, ptron_error *err);
bool         pt_feature_map_equals(const struct pt_feature_map *a, const struct pt_feature_map *b);
const char  *pt_feature_map_name(enum pt_feature_map_kind kind);
size_t       pt_feature_map_more(const struct pt_feature_map *map);   /* numbers in `more` */
/* Room for the arrays, refused by its number when the machine does not have it. */
ptron_status pt_feature_map_reserve(struct pt_feature_map *map, ptron_error *err);

void         pt_feature_map_save(const struct pt_feature_map *map, struct pt_buffer *out);
ptron_status pt_feature_map_load(struct pt_feature_map *map, uint32_t in, struct pt_cursor *cursor, ptron_error *err);

enum { PT_MAP_ROWS = 128 };   /* rows that are made at once: part of the numeric contract */
/* PT_MAP_ROWS rows, or what is left of a set's, with their norms: to [n][out]. False: no memory. */
bool pt_feature_map_rows(const struct pt_feature_map *map, const struct pt_blas *blas, const struct pt_row *rows,
                         size_t n, bool dense, float *to);

#endif
