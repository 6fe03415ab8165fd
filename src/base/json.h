/* Text as a JSON string. */
#ifndef PT_BASE_JSON_H
#define PT_BASE_JSON_H

#include "base/buffer.h"

/* With its quotes; each byte that is not UTF-8 comes out as U+FFFD. */
void pt_json_text(struct pt_buffer *out, const char *text);

#endif
