/* Words to leave out of texts, from a file of any text. */
#ifndef PT_READ_STOP_WORDS_H
#define PT_READ_STOP_WORDS_H

#include "recipe/wording.h"

ptron_status pt_stop_words_read(struct pt_wording *wording, const char *path, ptron_error *err);

#endif
