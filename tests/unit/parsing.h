/* For tests of parsers: text in, a chunk out, as the reader would do it. */
#ifndef TESTS_UNIT_PARSING_H
#define TESTS_UNIT_PARSING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "parse/parser.h"

struct parsed {
    struct pt_recipe recipe;      /* fitted here, settled; or empty */
    struct pt_chunk chunk;
    uint32_t *columns;
    size_t n_columns, skip;
    ptron_status status;          /* of prepare and match, else of the chunk */
    ptron_error err;              /* with line and column */
};

/* "name=value|name=value" */
static inline ptron_options *options_of(const char *list)
{
    ptron_options *options = NULL;

    assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
    while (list != NULL && *list != '\0') {
        char name[32] = "", value[64] = "";
        const size_t n = strcspn(list, "="), v = strcspn(list + n + 1, "|");
        ptron_error err;

        memcpy(name, list, n);
        memcpy(value, list + n + 1, v);
        if (ptron_options_set(options, name, value, &err) != PTRON_OK)
            fail_msg("%s", err.message);
        list += n + 1 + v + (list[n + 1 + v] == '|');
    }
    return options;
}

/* A copy that ends exactly where the text does, so that a sanitizer sees a byte read too far. */
static inline char *exact_copy(const char *text, size_t length)
{
    char *copy = malloc(length == 0 ? 1 : length);

    assert_non_null(copy);
    memcpy(copy, text, length);
    return copy;
}

static inline void place_error(struct parsed *p, const char *bytes)
{
    uint64_t line = 1, column = 1;

    for (size_t i = 0; i < p->skip + p->chunk.bad_at; i++) {
        column = bytes[i] == '\n' ? 1 : column + 1;
        line += bytes[i] == '\n';
    }
    p->err = p->chunk.error;
    p->err.line = line;
    p->err.column = column;
}

/* Parses with the recipe given, or fits one. */
static inline void parse_bytes(struct parsed *p, const struct pt_parser *parser, const struct pt_recipe *recipe,
                               const char *text, size_t length, const char *list, bool labels_optional)
{
    ptron_options *options = options_of(list);
    char *bytes = exact_copy(text, length);
    size_t before = 0;
    struct pt_parse how = {.fitting = recipe == NULL, .labels_optional = labels_optional,
                           .skip_bad = strcmp(ptron_options_get(options, "on-bad"), "skip") == 0};

    memset(p, 0, sizeof *p);
    pt_recipe_init(&p->recipe);
    pt_chunk_init(&p->chunk);
    while (pt_parsers[p->recipe.format] != parser)
        p->recipe.format++;
    how.recipe = recipe == NULL ? &p->recipe : recipe;
    if (parser->preamble != NULL)
        assert_int_equal(parser->preamble(how.recipe, options, recipe == NULL, bytes, length, &before, &(bool){false},
                                          NULL), PTRON_OK);
    if (recipe == NULL)
        p->status = parser->prepare(&p->recipe, options, bytes + before, length - before, &p->err);
    if (p->status == PTRON_OK && parser->match != NULL)
        p->status = parser->match(how.recipe, options, recipe == NULL, bytes + before, length - before, &p->columns,
                                  &p->n_columns, &p->skip, &p->err);
    p->skip += before;
    how.columns = p->columns;
    how.n_columns = p->n_columns;
    if (p->status == PTRON_OK) {
        parser->parse(&how, bytes + p->skip, length - p->skip, &p->chunk);
        if (p->chunk.bad_rows > 0 || p->chunk.failed)
            place_error(p, bytes);
        p->status = p->chunk.failed ? p->chunk.error.code : PTRON_OK;
    }
    if (p->status == PTRON_OK && recipe == NULL) {
        p->status = pt_chunk_merge(&p->chunk, &p->recipe, &p->err);
        if (p->status == PTRON_OK)
            p->status = pt_labels_assign_classes(&p->recipe.labels, NULL, &p->err);
    }
    free(bytes);
    ptron_options_free(options);
}

static inline void fit_text(struct parsed *p, const struct pt_parser *parser, const char *text, const char *list)
{
    parse_bytes(p, parser, NULL, text, strlen(text), list, false);
}

static inline void drop_parsed(struct parsed *p)
{
    pt_release(p->columns);
    pt_chunk_fini(&p->chunk);
    pt_recipe_fini(&p->recipe);
}

static inline void expect_ok(const struct parsed *p)
{
    if (p->status != PTRON_OK)
        fail_msg("%llu:%llu: %s", (unsigned long long)p->err.line, (unsigned long long)p->err.column, p->err.message);
}

/* Rows as "label: v v v\n", sparse ones as "label: i=v\n". */
static inline char *parsed_rows(const struct parsed *p, const struct pt_recipe *recipe, bool classes)
{
    const struct pt_chunk *chunk = &p->chunk;
    char *out = calloc(1, 65536);
    size_t at = 0;

    for (size_t i = 0; i < chunk->n_rows; i++) {
        const struct pt_dict *names = classes ? &recipe->labels.classes : &recipe->labels.texts;
        const uint32_t label = chunk->label[i];
        const size_t from = recipe->dense ? i * recipe->n_numbers : (size_t)chunk->offset[i];
        const size_t end = recipe->dense             ? from + recipe->n_numbers
                           : i + 1 < chunk->n_rows ? (size_t)chunk->offset[i + 1]
                                                   : chunk->n_values;

        at += (size_t)snprintf(out + at, 1000, "%s:", label == PT_NO_LABEL        ? "-"
                                                      : label == PT_UNKNOWN_LABEL ? "?"
                                                                                  : pt_dict_text(names, label, NULL));
        for (size_t j = from; j < end; j++)
            at += (size_t)(recipe->dense ? snprintf(out + at, 100, " %g", chunk->value[j])
                                         : snprintf(out + at, 100, " %u=%g", chunk->index[j], chunk->value[j]));
        at += (size_t)snprintf(out + at, 10, "\n");
    }
    return out;
}

/* Text that must be fitted, into these rows. */
static inline void expect_parsed(const struct pt_parser *parser, const char *text, const char *list, const char *wanted)
{
    struct parsed p;
    char *rows;

    fit_text(&p, parser, text, list);
    expect_ok(&p);
    rows = parsed_rows(&p, &p.recipe, false);
    assert_string_equal(rows, wanted);
    free(rows);
    drop_parsed(&p);
}

/* Text that must be refused while fitting. */
static inline void expect_refused(const struct pt_parser *parser, const char *text, const char *list,
                                  ptron_status status, uint64_t line, uint64_t column, const char *message)
{
    struct parsed p;

    fit_text(&p, parser, text, list);
    assert_string_equal(p.err.message, message);
    assert_int_equal(p.status, status);
    assert_int_equal(p.err.line, line);
    assert_int_equal(p.err.column, column);
    drop_parsed(&p);
}

/* A whole file; NULL when it is not there. */
static inline char *slurp(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;

    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

#endif
