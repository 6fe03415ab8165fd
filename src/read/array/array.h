/* Arrays of numbers in binary files: what their headers say, and their items as doubles or label texts.
 * IDX and .npy differ only in the header (read_idx.c, read_npy.c). */
#ifndef PT_READ_ARRAY_ARRAY_H
#define PT_READ_ARRAY_ARRAY_H

#include "base/buffer.h"
#include "recipe/format.h"

enum { PT_ARRAY_DIMS = 8, PT_ARRAY_HEAD = 65536 };   /* the most dimensions, and the longest header, we take */

struct pt_array_head {
    const char *format;                 /* "IDX" or ".npy", for messages */
    char        kind;                   /* b: bool, i: signed, u: unsigned, f: float, S: bytes, U: UTF-32 */
    size_t      item;                   /* bytes of one item */
    bool        big_endian, fortran;    /* fortran: the first dimension runs fastest */
    size_t      n_dims;
    uint64_t    dims[PT_ARRAY_DIMS];
    size_t      length;                 /* bytes of the header itself */
};

/* By magic, from at least 6 bytes (or all there are). */
bool pt_array_is_idx(const char *bytes, size_t length);
bool pt_array_is_npy(const char *bytes, size_t length);

/* PT_N_FORMATS: neither. */
enum pt_format pt_array_format(const char *bytes, size_t length);

/* Reads the header at the start of `bytes`, of which there are PT_ARRAY_HEAD unless the file is shorter.
 * Errors have no file name yet. The first two are for bytes with the magic of their format. */
ptron_status pt_idx_head(const char *bytes, size_t length, struct pt_array_head *head, ptron_error *err);
ptron_status pt_npy_head(const char *bytes, size_t length, struct pt_array_head *head, ptron_error *err);
ptron_status pt_array_head(const char *bytes, size_t length, struct pt_array_head *head, ptron_error *err);

/* Which of n items no double holds, the first; n when all are held. */
size_t pt_array_rounded(const struct pt_array_head *head, const char *bytes, size_t n, const double *values);
/* n items from `bytes` as doubles; kinds b, i, u, f. */
void pt_array_values(const struct pt_array_head *head, const char *bytes, size_t n, double *values);

/* Item i as a label: whole numbers without a point, texts without the NULs that fill them up. */
void pt_array_label(const struct pt_array_head *head, const char *bytes, size_t i, struct pt_buffer *text);

#endif
