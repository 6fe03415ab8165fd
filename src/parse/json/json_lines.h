/* JSON lines: one object a row, its values the cells of columns that are called by their keys.
 *
 * The columns are the keys of the first rows, in the order of their first appearance; the rules of CSV find the label.
 * A key whose values are texts, and not all numbers, is a column of categories. Keys come in any order; one that is
 * absent, or null, is a missing cell. true and false are 1 and 0 in a column of numbers, words elsewhere. A key that
 * the recipe does not have is counted and left out. */
#ifndef PT_PARSE_JSON_JSON_LINES_H
#define PT_PARSE_JSON_JSON_LINES_H

#include "parse/json/json_walk.h"
#include "parse/parser.h"

/* Members of pt_parser_jsonl; see parser.h. */
int pt_json_recognise(const char *bytes, size_t length, const char *name);
ptron_status pt_json_prepare(struct pt_recipe *recipe, const ptron_options *options, const char *bytes, size_t length,
                             ptron_error *err);

/* The line at s, without its line end; *next is behind that. False: it is blank. */
static inline bool pt_json_line(const char *s, const char *end, const char **stop, const char **next)
{
    const char *newline = memchr(s, '\n', (size_t)(end - s));

    *stop = newline == NULL ? end : newline;
    *next = newline == NULL ? end : newline + 1;
    while (s < *stop && (*s == ' ' || *s == '\t' || *s == '\r'))
        s++;
    return s < *stop;
}

#endif
