/* Dictionaries as bytes, for the recipe's files. */
#ifndef PT_RECIPE_DICT_FILE_H
#define PT_RECIPE_DICT_FILE_H

#include "base/buffer.h"
#include "base/dict.h"

void pt_dict_save(const struct pt_dict *dict, struct pt_buffer *out);
/* Into an empty one; what: its texts, for messages. */
ptron_status pt_dict_load(struct pt_cursor *in, const char *what, struct pt_dict *dict, ptron_error *err);

/* A count of things that take at least `each` bytes. */
ptron_status pt_cursor_count(struct pt_cursor *in, size_t each, const char *what, uint32_t *count, ptron_error *err);

#endif
