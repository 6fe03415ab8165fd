/* Texts with their lengths before them; nothing in the bytes is trusted. */
#include "recipe/dict_file.h"

void pt_dict_save(const struct pt_dict *dict, struct pt_buffer *out)
{
    pt_buffer_u32(out, dict->count);
    for (uint32_t id = 0; id < dict->count; id++) {
        size_t length;
        const char *text = pt_dict_text(dict, id, &length);

        out->failed |= length > UINT32_MAX;
        pt_buffer_u32(out, (uint32_t)length);
        pt_buffer_add(out, text, length);
    }
}

ptron_status pt_cursor_count(struct pt_cursor *in, size_t each, const char *what, uint32_t *count, ptron_error *err)
{
    *count = pt_cursor_u32(in);
    if (in->failed || *count > pt_cursor_left(in) / each)
        return pt_fail(err, PTRON_MODEL, "recipe: it ends before its %s", what);
    return PTRON_OK;
}

ptron_status pt_dict_load(struct pt_cursor *in, const char *what, struct pt_dict *dict, ptron_error *err)
{
    uint32_t count;

    PT_TRY(pt_cursor_count(in, 4, what, &count, err));
    for (uint32_t id = 0; id < count; id++) {
        const uint32_t length = pt_cursor_u32(in);
        const char *text = pt_cursor_bytes(in, length);
        uint32_t added;

        if (text == NULL)
            return pt_fail(err, PTRON_MODEL, "recipe: it ends before its %s", what);
        added = pt_dict_add(dict, text, length);
        if (added == PT_DICT_NONE)
            return pt_fail_memory(err, length, what);
        if (added != id)
            return pt_fail(err, PTRON_MODEL, "recipe: one of its %s is there twice", what);
    }
    return PTRON_OK;
}
