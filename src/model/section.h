/* The frame of a model file: tagged, checksummed sections. Knows nothing of what is in them.
 *
 *     magic, version, { tag, length, payload, checksum } ..., END with a checksum of the whole */
#ifndef PT_MODEL_SECTION_H
#define PT_MODEL_SECTION_H

#include "base/file.h"

#include <math.h>

enum { PT_MODEL_FORMAT = 1 };   /* the version written, and the newest that can be read */

extern const struct pt_file_kind pt_model_file;   /* a file of sections (base/file.h) */

/* Writing: a file may begin anywhere in the buffer. */
size_t pt_sections_begin(struct pt_buffer *out);                       /* where the file begins */
size_t pt_section_begin(struct pt_buffer *out, const char *tag);       /* where the section begins */
void   pt_section_end(struct pt_buffer *out, size_t section);
void   pt_sections_end(struct pt_buffer *out, size_t file);

/* Machines differ in the sign and payload of the NaNs they make: one stands for all. */
static inline void pt_save_real(struct pt_buffer *out, double value)
{
    if (isnan(value))
        pt_buffer_u64(out, UINT64_C(0x7ff8000000000000));
    else
        pt_buffer_f64(out, value);
}

/* Reading: checks the frame and every checksum, and finds the payloads of the tags that are asked for. */
struct pt_section {
    const char *tag;             /* four characters */
    bool        required;
    const unsigned char *bytes;  /* [length] borrowed from the file; NULL: not there */
    size_t      length;
};

ptron_status pt_sections_find(const void *bytes, size_t length, struct pt_section *sections, size_t n,
                              ptron_error *err);

#endif
