/* Products with a group of vectors: what the portable file and those of instruction sets share. */
#ifndef PT_MATH_CLASSES_IMPL_H
#define PT_MATH_CLASSES_IMPL_H

#include "math/classes.h"

enum { PT_CLASSES_WIDE = 32, PT_CLASSES_AHEAD = 6 };   /* vectors in a group; features asked for in advance */

/* Asks for the weights of a feature that will be needed soon: which one comes, the processor cannot guess. */
PT_FETCHER void pt_classes_fetch(const double *w, size_t stride, size_t wide, const struct pt_row *row, size_t i)
{
    if (i + PT_CLASSES_AHEAD < row->n)
        pt_fetch_bytes(w + row->index[i + PT_CLASSES_AHEAD] * stride, 0, wide * sizeof *w);
}

#define X(name, NAME, type, bytes, value) pt_classes_group pt_classes_avx2_##name;
PT_KIND_MAP(X)
#undef X

#endif
