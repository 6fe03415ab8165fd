/* Rows of other formats as CSV, to be looked at by its rules. */
#include "parse/as_csv.h"
#include "base/param.h"
#include "parse/csv/csv.h"

#include <string.h>

void pt_as_csv_cell(struct pt_buffer *csv, const char *text, size_t length, bool last)
{
    const char *s = text, *end = length > 0 ? text + length : text;   /* of an empty cell: NULL */

    pt_buffer_byte(csv, '"');
    while (s < end) {
        const char *quote = memchr(s, '"', (size_t)(end - s)), *stop = quote == NULL ? end : quote + 1;

        pt_buffer_add(csv, s, (size_t)(stop - s));
        if (quote != NULL)
            pt_buffer_byte(csv, '"');
        s = stop;
    }
    pt_buffer_byte(csv, '"');
    pt_buffer_byte(csv, last ? '\n' : ',');
}

ptron_status pt_as_csv_prepare(struct pt_recipe *recipe, const ptron_options *options, const struct pt_buffer *csv,
                               ptron_error *err)
{
    ptron_options *own;
    ptron_status status;

    PT_TRY(pt_buffer_status(csv, err));
    PT_TRY(pt_options_copy(options, &own, err));
    status = ptron_options_set(own, "header", "yes", err);
    if (status == PTRON_OK)
        status = ptron_options_set(own, "delimiter", "comma", err);
    if (status == PTRON_OK)
        status = ptron_options_set(own, "hash-bits", "0", err);
    if (status == PTRON_OK)
        status = pt_csv_prepare(recipe, own, csv->bytes, csv->length, err);
    ptron_options_free(own);
    recipe->delimiter = '\0';
    return status;
}

ptron_status pt_as_csv_finish(struct pt_recipe *recipe, const ptron_options *options, ptron_error *err)
{
    recipe->hash_bits = (unsigned)pt_option_count(options, "hash-bits");
    return pt_csv_finish_columns(recipe, err);
}
