/* perceptron split: the lines of a file dealt out into parts. Two passes: the first reads every row's label and group,
 * the second copies the lines as they stand. */
#include "cmd/commands.h"
#include "diag.h"
#include "output.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/training.h"

#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PARTS = 100 };

struct texts {                  /* different texts and their numbers */
    void  *root;                /* of a tree of struct known */
    char **list;                /* [n] owned by the tree's nodes */
    size_t n, room;
};

struct known {
    const char *text;           /* owned */
    uint32_t    number;
};

struct part {
    double share;
    char   path[1024];
    struct output output;
    uint64_t rows;
    uint64_t *of_label;         /* [n labels] */
};

struct split {
    const struct args *args;
    ptron_stream *stream;
    struct part parts[MOST_PARTS];
    size_t    n_parts;
    uint64_t  seed;
    const char *group;          /* column; NULL: none */
    struct texts labels, groups;
    uint32_t *label, *group_of, *part;   /* [n] */
    uint64_t  n, room;
    ptron_dataset_facts facts;
};

/* ---- texts by number ----------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct known *)a)->text, ((const struct known *)b)->text);
}

static ptron_status no_memory(ptron_error *err)
{
    return diag_fail(err, PTRON_NOMEM, "no memory for the parts");
}

static ptron_status number_of(struct texts *t, const char *text, size_t length, uint32_t *number, ptron_error *err)
{
    struct known *wanted = malloc(sizeof *wanted), **found;
    char *copy = strndup(text, length);

    if (wanted == NULL || copy == NULL) {
        free(wanted);
        free(copy);
        return no_memory(err);
    }
    *wanted = (struct known){copy, (uint32_t)t->n};
    found = tsearch(wanted, &t->root, compare);
    if (found == NULL || *found != wanted) {
        free(wanted);
        free(copy);
        if (found == NULL)
            return no_memory(err);
        *number = (*found)->number;
        return PTRON_OK;
    }
    if (t->n == t->room) {
        void *more = realloc(t->list, (2 * t->room + 8) * sizeof *t->list);
        if (more == NULL)
            return no_memory(err);
        t->list = more;
        t->room = 2 * t->room + 8;
    }
    t->list[t->n++] = copy;
    *number = wanted->number;
    return PTRON_OK;
}

static void texts_free(struct texts *t)
{
    while (t->root != NULL) {
        struct known *first = *(struct known **)t->root;
        tdelete(first, &t->root, compare);
        free(first);
    }
    for (size_t i = 0; i < t->n; i++)
        free(t->list[i]);
    free(t->list);
}

/* ---- what is asked for --------------------------------------------------------------------------- */

/* "0.8,0.2": shares of 1, or whole numbers such as 4,1. */
static ptron_status read_shares(struct split *s, const char *text, ptron_error *err)
{
    double sum = 0.0;
    const char *at = text;

    for (s->n_parts = 0; s->n_parts < MOST_PARTS; at++) {
        char *end;
        const double share = strtod(at, &end);
        if (end == at || !(share > 0.0) || !isfinite(share) || (*end != ',' && *end != '\0'))
            return diag_fail(err, PTRON_ARGUMENT, "parts is '%s', wanted shares above 0, as in 0.8,0.2", text);
        s->parts[s->n_parts++].share = share;
        sum += share;
        at = end;
        if (*end == '\0')
            break;
    }
    if (s->n_parts == MOST_PARTS || s->n_parts < 2)
        return diag_fail(err, PTRON_ARGUMENT, "parts is '%s', wanted two shares or more, less than %d", text,
                         MOST_PARTS);
    if (sum < 1.0 + 1e-9 && fabs(sum - 1.0) > 1e-9)
        return diag_fail(err, PTRON_ARGUMENT, "the shares of --parts %s sum to %s, wanted 1", text, text_number(sum).s);
    for (size_t p = 0; p < s->n_parts; p++)
        s->parts[p].share /= sum;
    return PTRON_OK;
}

/* data.csv.gz: "data" and ".csv". */
static void name_of(const char *path, char *stem, char *ending, size_t room)
{
    static const char *const packed[] = {".gz", ".zst", ".xz"};
    const char *slash = strrchr(path, '/');
    char *dot;

    snprintf(stem, room, "%s", slash == NULL ? path : slash + 1);
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
        const size_t n = strlen(stem), k = strlen(packed[i]);
        if (n > k && strcmp(stem + n - k, packed[i]) == 0)
            stem[n - k] = '\0';
    }
    dot = strrchr(stem, '.');
    snprintf(ending, room, "%s", dot == NULL || dot == stem ? "" : dot);
    if (ending[0] != '\0')
        *dot = '\0';
}

/* PREFIX-NAME.ENDING, none of which may be there. */
static ptron_status name_parts(struct split *s, ptron_error *err)
{
    static const char *const usual[][3] = {{"train", "test", NULL}, {"train", "valid", "test"}};
    const char *names = args_value(s->args, "names"), *prefix = args_value(s->args, "output");
    char stem[512], ending[512];

    name_of(s->args->files[0], stem, ending, sizeof stem);
    for (size_t p = 0; p < s->n_parts; p++) {
        char number[24], *path = s->parts[p].path;
        const char *name = number;
        size_t length = names == NULL ? 0 : strcspn(names, ",");
        snprintf(number, sizeof number, "%zu", p + 1);
        if (names != NULL && (length == 0 || (names[length] == '\0') != (p + 1 == s->n_parts)))
            return diag_fail(err, PTRON_ARGUMENT, "names is '%s', wanted one for each of %zu parts",
                             args_value(s->args, "names"), s->n_parts);
        if (names != NULL)
            name = names;
        else if (s->n_parts <= 3)
            name = usual[s->n_parts - 2][p];
        length = names == NULL ? strlen(name) : length;
        if (snprintf(path, sizeof s->parts[p].path, "%s-%.*s%s", prefix == NULL ? stem : prefix, (int)length, name,
                     ending) >= (int)sizeof s->parts[p].path)
            return diag_fail(err, PTRON_ARGUMENT, "the name of part %zu is too long", p + 1);
        names = names == NULL ? NULL : names + length + 1;
        if (access(path, F_OK) == 0)
            return diag_fail(err, PTRON_IO, "%s is there already: nothing is written over it (-o PREFIX names others)",
                             path);
    }
    return PTRON_OK;
}

/* ---- the first pass ------------------------------------------------------------------------------ */

/* Any cell will do: nothing is learned from it. Other formats than tables know nothing of cells. */
static ptron_status open_rows(struct split *s, ptron_error *err)
{
    static const char *const lenient[][2] = {{"one-hot", "auto"}, {"missing", "zero"}};
    ptron_options *options = NULL;
    ptron_status status;

    ptron_stream_close(s->stream);
    s->stream = NULL;
    TRY(ptron_options_copy(s->args->options, &options, err));
    for (size_t i = 0; i < 2; i++)
        if (!ptron_options_given(options, lenient[i][0]))
            ptron_options_set(options, lenient[i][0], lenient[i][1], NULL);
    status = ptron_stream_open(s->args->files, s->args->n_files, options, NULL, &s->stream, err);
    ptron_options_free(options);
    if (status == PTRON_ARGUMENT)
        status = ptron_stream_open(s->args->files, s->args->n_files, s->args->options, NULL, &s->stream, err);
    if (status == PTRON_OK && s->group != NULL)
        status = ptron_stream_keep(s->stream, &s->group, 1, err);
    return status;
}

static bool make_room(struct split *s, uint64_t more)
{
    const uint64_t room = 2 * s->room + more;
    void *label, *group;

    if (s->n + more <= s->room)
        return true;
    label = realloc(s->label, (size_t)room * sizeof *s->label);
    s->label = label == NULL ? s->label : label;
    group = realloc(s->group_of, (size_t)room * sizeof *s->group_of);
    s->group_of = group == NULL ? s->group_of : group;
    if (label == NULL || group == NULL)
        return false;
    s->room = room;
    return true;
}

static ptron_status note_rows(struct split *s, const ptron_dataset *rows, ptron_error *err)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_dataset_describe(rows, &facts);
    if (!make_room(s, facts.rows))
        return no_memory(err);
    for (uint64_t i = 0; i < facts.rows; i++, s->n++) {
        const int64_t class = ptron_dataset_row_class(rows, i);
        const char *name = class < 0 ? "" : ptron_dataset_class_name(rows, (size_t)class), *text;
        size_t length;
        TRY(number_of(&s->labels, name, strlen(name), &s->label[s->n], err));
        if (s->group == NULL)
            continue;
        TRY(ptron_stream_kept(s->stream, i, 0, &text, &length, err));
        TRY(number_of(&s->groups, text, length, &s->group_of[s->n], err));
    }
    return PTRON_OK;
}

static ptron_status note_all(struct split *s, ptron_error *err)
{
    const ptron_dataset *rows = NULL;
    const char *text;
    size_t length;

    TRY(open_rows(s, err));
    TRY(ptron_stream_next(s->stream, &rows, err));
    if (rows != NULL)
        TRY(ptron_stream_row_text(s->stream, 0, &text, &length, err));   /* lines, or nothing can be split */
    while (rows != NULL) {
        TRY(note_rows(s, rows, err));
        TRY(ptron_stream_next(s->stream, &rows, err));
    }
    ptron_stream_describe(s->stream, &s->facts);
    return PTRON_OK;
}

static ptron_status deal(struct split *s, ptron_error *err)
{
    double shares[MOST_PARTS];

    s->part = calloc((size_t)s->n + 1, sizeof *s->part);
    for (size_t p = 0; p < s->n_parts; p++) {
        shares[p] = s->parts[p].share;
        s->parts[p].of_label = calloc(s->labels.n + 1, sizeof *s->parts[p].of_label);
        if (s->parts[p].of_label == NULL)
            return no_memory(err);
    }
    if (s->part == NULL)
        return no_memory(err);
    TRY(ptron_split(s->label, (uint32_t)s->labels.n, s->group == NULL ? NULL : s->group_of, (uint32_t)s->groups.n, s->n,
                    shares, s->n_parts, s->seed, s->part, err));
    for (uint64_t i = 0; i < s->n; i++) {
        s->parts[s->part[i]].rows++;
        s->parts[s->part[i]].of_label[s->label[i]]++;
    }
    for (size_t p = 0; p < s->n_parts; p++)
        if (s->parts[p].rows == 0)
            return diag_fail(err, PTRON_DATA, "part %zu would have no rows: there are %s in all", p + 1,
                             s->group == NULL ? text_some(s->n, "row").s : text_some(s->groups.n, "group").s);
    return PTRON_OK;
}

/* ---- the second ---------------------------------------------------------------------------------- */

static ptron_status write_header(struct split *s, ptron_error *err)
{
    const char *text;
    size_t length;

    TRY(ptron_stream_header(s->stream, &text, &length, err));
    for (size_t p = 0; p < s->n_parts && length > 0; p++) {
        fwrite(text, 1, length, s->parts[p].output.file);
        if (text[length - 1] != '\n')
            fputc('\n', s->parts[p].output.file);
    }
    return PTRON_OK;
}

static ptron_status write_rows(struct split *s, ptron_error *err)
{
    const ptron_dataset *rows = NULL;
    uint64_t at = 0;

    TRY(open_rows(s, err));
    TRY(ptron_stream_next(s->stream, &rows, err));
    for (size_t p = 0; p < s->n_parts; p++)
        TRY(output_open(&s->parts[p].output, s->parts[p].path, err));
    if (rows != NULL)
        TRY(write_header(s, err));
    while (rows != NULL) {
        PTRON_SIZED(ptron_dataset_facts, facts);
        ptron_dataset_describe(rows, &facts);
        for (uint64_t i = 0; i < facts.rows; i++, at++) {
            const char *text;
            size_t length;
            FILE *out = at < s->n ? s->parts[s->part[at]].output.file : NULL;
            if (out == NULL)
                return diag_fail(err, PTRON_DATA, "the file has grown while it was read");
            TRY(ptron_stream_row_text(s->stream, i, &text, &length, err));
            fwrite(text, 1, length, out);
            fputc('\n', out);
        }
        TRY(ptron_stream_next(s->stream, &rows, err));
    }
    if (at != s->n)
        return diag_fail(err, PTRON_DATA, "the file has changed while it was read");
    for (size_t p = 0; p < s->n_parts; p++)
        TRY(output_commit(&s->parts[p].output, err));
    return PTRON_OK;
}

/* ---- the command --------------------------------------------------------------------------------- */

static void print_parts(const struct split *s)
{
    for (size_t p = 0; p < s->n_parts; p++) {
        printf("%s: %s", text_path(s->parts[p].path).s, text_some(s->parts[p].rows, "row").s);
        for (size_t l = 0; l < s->labels.n && l < 12; l++)
            printf(", %s of '%s'", text_count(s->parts[p].of_label[l]).s, text_name(s->labels.list[l]).s);
        puts(s->labels.n > 12 ? ", ..." : "");
    }
}

static void print_json(const struct split *s)
{
    struct json json = json_begin(stdout);

    json_put(&json, COUNT("rows", s->n), COUNT("seed", s->seed));
    json_array(&json, "parts");
    for (size_t p = 0; p < s->n_parts; p++) {
        json_put(&json, OBJECT(NULL), TEXT("file", s->parts[p].path), REAL("share", s->parts[p].share),
                 COUNT("rows", s->parts[p].rows));
        json_object(&json, "labels");
        for (size_t l = 0; l < s->labels.n; l++)
            json_count(&json, s->labels.list[l], s->parts[p].of_label[l]);
        json_end_object(&json);
        json_end_object(&json);
    }
    json_end_array(&json);
    facts_json_skipped(&json, &s->facts);
    json_finish(&json);
}

static ptron_status split(struct split *s, ptron_error *err)
{
    for (size_t i = 0; i < s->args->n_files; i++)
        if (strcmp(s->args->files[i], "-") == 0)
            return diag_fail(err, PTRON_ARGUMENT, "a pipe cannot be read twice: write it to a file first");
    TRY(read_shares(s, args_value(s->args, "parts") == NULL ? "0.8,0.2" : args_value(s->args, "parts"), err));
    TRY(name_parts(s, err));
    TRY(note_all(s, err));
    TRY(deal(s, err));
    return write_rows(s, err);
}

static int run_split(const struct args *args)
{
    struct split s = {.args = args, .group = args_value(args, "group"), .facts = {.size = sizeof s.facts}};
    ptron_error err = {0};
    ptron_status status;

    if (!args_count(args, "seed", 1, &s.seed))
        return EXIT_USAGE;
    status = split(&s, &err);
    if (status == PTRON_OK && !args_flag(args, "quiet"))
        facts_note_skipped(&s.facts);
    if (status == PTRON_OK && args_flag(args, "json"))
        print_json(&s);
    else if (status == PTRON_OK && !args_flag(args, "quiet"))
        print_parts(&s);
    for (size_t p = 0; p < s.n_parts; p++) {
        output_discard(&s.parts[p].output);
        free(s.parts[p].of_label);
    }
    ptron_stream_close(s.stream);
    texts_free(&s.labels);
    texts_free(&s.groups);
    free(s.label);
    free(s.group_of);
    free(s.part);
    return status == PTRON_OK ? EXIT_DONE : diag_error(args->command->name, &err);
}

const struct command cmd_split = {
    .name = "split",
    .summary = "deal the lines of a file out into parts",
    .operands = "DATA...",
    .files = {1, SIZE_MAX},
    .about = "Writes the lines of DATA, unchanged and in their order, into a file for each part: data-train.csv and\n"
             "data-test.csv. Every part has its share of each label, to within a row; the header of a table stands\n"
             "in each. With --group the rows of a group (a patient, a day) go into one part. The same seed gives the\n"
             "same parts. A file that is there already is never written over. Blank lines are left out.\n",
    .examples = "  perceptron split examples/data/iris.csv --parts 0.8,0.2\n"
                "  perceptron split examples/data/breast_cancer.csv --parts 0.6,0.2,0.2 --seed 7 -o cancer\n",
    .options = {
        {"parts", 0, "SHARES", "shares of the rows, as in 0.8,0.2 (the default) or 0.6,0.2,0.2"},
        {"names", 0, "NAMES", "of the parts; train,test or train,valid,test; else numbers"},
        {"group", 0, "COLUMN", "rows with the same cell there stay together (CSV), by name or by number from 1"},
        {"seed", 0, "N", "which rows go where; 1 when not given"},
        {"output", 'o', "PREFIX", "names of the files up to the dash; that of DATA, in this folder, when not given"},
        {"json", 0, NULL, "the parts as one JSON object"},
        {"quiet", 'q', NULL, "say nothing"},
    },
    .groups = {"data"},
    .run = run_split,
};
