/* The parsers, by format. */
#include "parse/parser.h"

#define PARSER_TEXT(lower)   &pt_parser_##lower
#define PARSER_ARRAY(lower)  NULL
#define PARSER_MEMORY(lower) NULL

const struct pt_parser *const pt_parsers[PT_N_FORMATS] = {
#define X(upper, lower, number, name, origin, shape, choices, options) [number] = PARSER_##origin(lower),
    PT_FORMAT_MAP(X)
#undef X
};
