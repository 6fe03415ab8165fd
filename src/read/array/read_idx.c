/* IDX, the format of the MNIST files: two zero bytes, the item type, the number of dimensions, then each
 * dimension as a big-endian 32-bit number, then the items, big-endian. */
#include "read/array/array.h"

#include <assert.h>

static const struct {
    unsigned char code;
    char          kind;
    unsigned char item;
} types[] = {
    {0x08, 'u', 1}, {0x09, 'i', 1}, {0x0b, 'i', 2}, {0x0c, 'i', 4}, {0x0d, 'f', 4}, {0x0e, 'f', 8},
};

bool pt_array_is_idx(const char *bytes, size_t length)
{
    if (length < 4 || bytes[0] != 0 || bytes[1] != 0)
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if ((unsigned char)bytes[2] == types[i].code)
            return bytes[3] != 0;
    return false;
}

ptron_status pt_idx_head(const char *bytes, size_t length, struct pt_array_head *head, ptron_error *err)
{
    *head = (struct pt_array_head){.format = "IDX", .big_endian = true};
    assert(pt_array_is_idx(bytes, length));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if ((unsigned char)bytes[2] == types[i].code) {
            head->kind = types[i].kind;
            head->item = types[i].item;
        }
    head->n_dims = (unsigned char)bytes[3];
    head->length = 4 + 4 * head->n_dims;
    if (head->n_dims > PT_ARRAY_DIMS)
        return pt_fail(err, PTRON_DATA, "has %zu dimensions; at most %d are read", head->n_dims, PT_ARRAY_DIMS);
    if (length < head->length)
        return pt_fail(err, PTRON_DATA, "ends within its IDX header");
    for (size_t k = 0; k < 4 * head->n_dims; k++)
        head->dims[k / 4] = head->dims[k / 4] << 8 | (unsigned char)bytes[4 + k];
    return PTRON_OK;
}
