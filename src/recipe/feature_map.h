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

#include "base/buffer.h"

enum pt_lift_kind { PT_LIFT_NONE, PT_LIFT_FOURIER, PT_LIFT_NYSTROEM, PT_N_LIFTS };

struct pt_lift {
    enum pt_lift_kind kind;
    uint32_t in, out;
    double   gamma;
    float   *basis;   /* fourier: [in][out] frequencies; nystroem: [in][out] the rows, turned */
    float   *more;    /* fourier: [out] phases; nystroem: [out][out] T, turned */
    float   *norm2;   /* nystroem: [out] of the rows */
};

void         pt_lift_fini(struct pt_lift *lift);
ptron_status pt_lift_copy(struct pt_lift *to, const struct pt_lift *from, ptron_error *err);
bool         pt_lift_equals(const struct pt_lift *a, const struct pt_lift *b);
const char  *pt_lift_name(enum pt_lift_kind kind);
size_t       pt_lift_more(const struct pt_lift *lift);   /* numbers in `more` */
/* Room for the arrays, refused by its number when the machine does not have it. */
ptron_status pt_lift_reserve(struct pt_lift *lift, ptron_error *err);

void         pt_lift_save(const struct pt_lift *lift, struct pt_buffer *out);
ptron_status pt_lift_load(struct pt_lift *lift, uint32_t in, struct pt_cursor *cursor, ptron_error *err);

#endif
