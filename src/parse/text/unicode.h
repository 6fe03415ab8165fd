/* Unicode as far as words need it: full case folding with canonical decomposition, normal form C, letters and marks.
 * The version is fixed (Unicode 15), so that a model's words are the same on every machine. */
#ifndef PT_PARSE_TEXT_UNICODE_H
#define PT_PARSE_TEXT_UNICODE_H

#include <stddef.h>
#include <stdint.h>

enum pt_code_kind { PT_CODE_OTHER, PT_CODE_LETTER, PT_CODE_MARK };   /* letters and numbers; combining marks */
enum { PT_FOLD_MOST = 4 };   /* code points that one folds to at most */

enum pt_code_kind pt_code_kind(uint32_t code);

/* The code point case folded and decomposed; returns how many, at most two for each byte it takes in UTF-8. */
size_t pt_code_fold(uint32_t code, uint32_t *to);

/* Puts marks into canonical order and composes, in place; returns how many are left. The codes are folded. */
size_t pt_codes_compose(uint32_t *codes, size_t n);

/* The character at text as a code point: the bytes it takes, 0 when it is not UTF-8. */
size_t pt_code_read(const char *text, size_t length, uint32_t *code);
/* And back; returns the bytes written, at most 4. */
size_t pt_code_write(uint32_t code, char *to);

#endif
