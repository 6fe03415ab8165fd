/* One text format: how to recognise it, how to fit the shape of its rows from the first bytes, how to parse. */
#ifndef PT_PARSE_PARSER_H
#define PT_PARSE_PARSER_H

#include "parse/chunk.h"

struct pt_parser {
    /* How well the first bytes of a source fit this format: 0 not at all, 100 certainly; -1: no memory to tell. */
    int (*recognise)(const char *bytes, size_t length, const char *name);
    /* Fills what the recipe must know before rows are read (columns, delimiter, header) from the first bytes
     * and the options. `length` covers whole lines unless the source is a single unended line. */
    ptron_status (*prepare)(struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                            size_t length, ptron_error *err);
    /* Bytes of lines that come before all others and count for nothing, which neither prepare nor match see; not told:
     * more bytes are wanted. fitting: the recipe has not been prepared. NULL: there are none. */
    ptron_status (*preamble)(const struct pt_recipe *recipe, const ptron_options *options, bool fitting,
                             const char *bytes, size_t length, size_t *skip, bool *told, ptron_error *err);
    /* With a prepared recipe (fitting), or a fitted one: reads a header and matches columns by name. Returns the bytes
     * to skip. NULL: none. On success *columns (may stay NULL: as in the recipe) maps file columns to recipe columns,
     * owned by the caller: [n], UINT32_MAX for a column the recipe does not have. */
    ptron_status (*match)(const struct pt_recipe *recipe, const ptron_options *options, bool fitting, const char *bytes,
                          size_t length, uint32_t **columns, size_t *n_columns, size_t *skip, ptron_error *err);
    /* Appends the rows of whole lines to the chunk. Errors go into the chunk, not out. */
    void (*parse)(const struct pt_parse *parse, const char *bytes, size_t length, struct pt_chunk *chunk);
    /* Where lines may be cut: the byte after the last line end outside quotes, 0 when there is none.
     * NULL: after the last '\n'. The recipe may not have been prepared. */
    size_t (*cut)(const struct pt_recipe *recipe, const char *bytes, size_t length);
};

/* By format; NULL where rows do not come from text. Each is declared where it is made, as pt_parser_<lower>. */
extern const struct pt_parser *const pt_parsers[PT_N_FORMATS];

#define PT_PARSER_TEXT(lower)   extern const struct pt_parser pt_parser_##lower;
#define PT_PARSER_ARRAY(lower)
#define PT_PARSER_MEMORY(lower)
#define X(upper, lower, number, name, origin, shape, choices, options) PT_PARSER_##origin(lower)
PT_FORMAT_MAP(X)
#undef X

#endif
