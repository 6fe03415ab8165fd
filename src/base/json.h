/* Text as a JSON string. */
#ifndef PT_BASE_JSON_H
#define PT_BASE_JSON_H

#include "base/buffer.h"

enum { PT_JSON_CHARACTER = 8 };

/* The character at *text, which is not its end and moves on, as it stands in a string; its length. */
size_t pt_json_character(const char **text, char piece[PT_JSON_CHARACTER]);

/* With its quotes; each byte that is not UTF-8 comes out as U+FFFD. */
void pt_json_text(struct pt_buffer *out, const char *text);

#endif
