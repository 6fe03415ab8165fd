/* The data a command has read, described. */
#include "words/facts.h"
#include "diag.h"
#include "words/numbers.h"
#include "words/training.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { CLASSES_SHOWN = 12 };

static const char *const kind_words[] = {
    [PTRON_ONES] = "all values are 1",
    [PTRON_U8] = "one byte a value",
    [PTRON_F32] = "four bytes a value",
    [PTRON_F64] = "eight bytes a value",
    [PTRON_D2] = "two bytes a value",
    [PTRON_D3] = "two bytes a value",
    [PTRON_D4] = "two bytes a value",
    [PTRON_D6] = "four bytes a value",
};

static void print_rows(FILE *out, const struct args *args, size_t first_file, const ptron_dataset_facts *facts)
{
    const size_t n_files = args->n_files - first_file;
    char more[40] = "";

    if (n_files > 1)
        snprintf(more, sizeof more, " and %zu more file%s", n_files - 1, pt_plural(n_files - 1));
    run_line(out, "data", "%s row%s, %s feature%s, from %s%s", text_count(facts->rows).s, pt_plural(facts->rows),
             text_count(facts->features).s, pt_plural(facts->features), text_path(args->files[first_file]).s,
             more);
}

static void print_classes(FILE *out, const ptron_dataset *set, const ptron_dataset_facts *facts)
{
    fprintf(out, "  %-16s", "labels");
    for (size_t c = 0; c < facts->classes && c < CLASSES_SHOWN; c++)
        fprintf(out, "%s'%s' in %s row%s", c > 0 ? ", " : "", text_name(ptron_dataset_class_name(set, c)).s,
                text_count(ptron_dataset_class_rows(set, c)).s, pt_plural(ptron_dataset_class_rows(set, c)));
    if (facts->classes > CLASSES_SHOWN)
        fprintf(out, " and %s more", text_count(facts->classes - CLASSES_SHOWN).s);
    if (facts->label_column != NULL)
        fprintf(out, " (column '%s')", text_name(facts->label_column).s);
    fputc('\n', out);
    if (facts->classes == 2)
        run_line(out, "sign", "a score above 0 means '%s' (--positive LABEL turns it round)",
                 text_name(ptron_dataset_class_name(set, 1)).s);
}

bool facts_say_reach(const ptron_dataset *set, double least, uint64_t least_feature, double greatest,
                     uint64_t greatest_feature, char *text, size_t room)
{
    char small[80], large[80];

    if (!(greatest > 0.0))
        return false;
    ptron_dataset_feature_name(set, (size_t)least_feature, small, sizeof small);
    ptron_dataset_feature_name(set, (size_t)greatest_feature, large, sizeof large);
    snprintf(text, room, "features differ in scale: %s for '%.80s', %s for '%.80s'", text_number(least).s,
             text_name(small).s, text_number(greatest).s, text_name(large).s);
    return true;
}

const char *facts_scale_for(const ptron_dataset *set, const ptron_dataset_facts *facts, const ptron_checkup *c,
                            char *why, size_t room)
{
    if (strcmp(facts->scaling, "none") != 0)
        return NULL;
    if (isinf(facts->radius)) {   /* their variance overflows as well */
        snprintf(why, room, "values are so large that their squares overflow");
        return "minmax";
    }
    return facts_say_reach(set, c->least_reach, c->least_reach_feature, c->greatest_reach, c->greatest_reach_feature,
                           why, room) ? "standard" : NULL;
}

/* Why auto left the features as they are: the rule of src/recipe/spans.h, in words. */
static const char *why_unscaled(const ptron_dataset_facts *facts)
{
    return strcmp(facts->format, "text") == 0 || strcmp(facts->format, "idx") == 0
               ? "words and images are left as they are"
           : facts->dense || facts->whole_numbers
               ? "ranges of numbers, and sizes of features, are within a factor of 10 (zeros apart)"
               : "sizes of features that 30 rows have, or all, are within a factor of 100 (zeros apart)";
}

void facts_print(FILE *out, const struct args *args, size_t first_file, const ptron_dataset *set,
                 const ptron_dataset_facts *facts)
{
    const char *base = facts->index_base == 0   ? ", indices from 0"
                       : facts->index_base == 1 ? ", indices from 1"
                                                : "";
    char why[320] = "";

    print_rows(out, args, first_file, facts);
    print_classes(out, set, facts);
    run_line(out, "format", "%s%s, %s (%s, %s, %s)", facts->format, base,
             facts->dense           ? "every value stored"
             : facts->whole_numbers ? "every number and the categories there are stored"
                                    : "only values other than 0 stored",
             text_counted(facts->nonzeros, "value").s, kind_words[facts->kind], text_bytes(facts->bytes).s);
    if (facts->spilled > 0)
        run_line(out, "temporary file", "%s: the rows take more than the memory they may have (--memory)",
                 text_bytes(facts->spilled).s);
    if (facts->scaling != NULL && strcmp(facts->scaling, "none") != 0)
        run_line(out, "scaling", "%s%s, kept in the model%s%s", facts->scaling,
                 facts->scaled_only ? " (scaled but not centred: that would fill the sparse rows)" : "",
                 facts_say_reach(set, facts->least_reach, facts->least_reach_feature, facts->greatest_reach,
                                 facts->greatest_reach_feature, why, sizeof why) ? "; " : "", why);
    else if (ptron_options_is(args->options, "scale", "auto"))
        run_line(out, "scaling", "none: %s", why_unscaled(facts));
}

void facts_print_scaling(FILE *out, const ptron_model *model, bool scaled_only)
{
    PTRON_SIZED(ptron_model_facts, facts);

    ptron_model_describe(model, &facts);
    if (facts.running_rows > 0)
        run_line(out, "scaling", "%s, fitted as rows came%s: the model keeps mean and sd of %s", facts.scaling,
                 scaled_only ? " (scaled but not centred, being sparse)" : "", text_some(facts.running_rows, "row").s);
    else
        run_line(out, "scaling", "%s", facts.scaling);
}

void facts_print_stream(FILE *out, const struct args *args, const ptron_model *model, const ptron_dataset_facts *facts)
{
    print_rows(out, args, 0, facts);
    fprintf(out, "  %-16s", "labels");
    for (size_t c = 0; c < facts->classes && c < CLASSES_SHOWN; c++)
        fprintf(out, "%s'%s'", c > 0 ? ", " : "", text_name(ptron_model_class_name(model, c)).s);
    if (facts->classes > CLASSES_SHOWN)
        fprintf(out, " and %s more", text_count(facts->classes - CLASSES_SHOWN).s);
    fputc('\n', out);
    if (facts->classes == 2)
        run_line(out, "sign", "a score above 0 means '%s' (--positive LABEL turns it round)",
                 text_name(ptron_model_class_name(model, 1)).s);
    run_line(out, "format", "%s, read as it came; no row is kept (%s)", facts->format,
             text_counted(facts->nonzeros, "value").s);
    if (facts->scaling != NULL && strcmp(facts->scaling, "none") != 0)
        facts_print_scaling(out, model, facts->scaled_only);
}

/* ---- notes --------------------------------------------------------------------------------------- */

void facts_note_skipped(const ptron_dataset_facts *facts)
{
    const ptron_error *first = facts->first_bad;

    if (facts->bad_rows > 0 && first != NULL)
        diag_note("%s bad row%s skipped; the first is %s:%" PRIu64 ":%" PRIu64 ": %s",
                  text_count(facts->bad_rows).s, pt_plural(facts->bad_rows), first->file, first->line,
                  first->column, first->message);
    else if (facts->bad_rows > 0)
        diag_note("%s bad row%s skipped", text_count(facts->bad_rows).s, pt_plural(facts->bad_rows));
    if (facts->missing_rows > 0)
        diag_note("%s row%s with missing cells skipped", text_count(facts->missing_rows).s,
                  pt_plural(facts->missing_rows));
    if (facts->dropped_rows > 0)
        diag_note("%s row%s left out, with other labels than those asked for", text_count(facts->dropped_rows).s,
                  pt_plural(facts->dropped_rows));
    if (facts->header_lines > 0 && facts->format != NULL && strcmp(facts->format, "text") == 0)
        diag_note("the first line names the columns and is no row (--header no makes it one)");
    if (facts->unseen_keys > 0 && strcmp(facts->format, "csv") == 0)
        diag_note("%s column%s left out, that the model does not know; the first is '%s'",
                  text_count(facts->unseen_keys).s, pt_plural(facts->unseen_keys), facts->first_unseen_key);
    else if (facts->unseen_keys > 0)
        diag_note("%s value%s left out, under keys that are not known; the first is '%s'",
                  text_count(facts->unseen_keys).s, pt_plural(facts->unseen_keys), facts->first_unseen_key);
    if (facts->missing_cells > 0)
        diag_note("%s missing cell%s filled in", text_count(facts->missing_cells).s,
                  pt_plural(facts->missing_cells));
}

void facts_note_unseen(const ptron_dataset_facts *facts)
{
    const struct {
        uint64_t n;
        const char *one, *many;
    } kinds[] = {
        {facts->unseen_words, "word", "words"},
        {facts->unseen_categories, "category", "categories"},
        {facts->unseen_features, "feature", "features"},
    };
    char text[160] = "";
    size_t at = 0;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].n > 0)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%s %s", at > 0 ? ", " : "",
                                   text_count(kinds[i].n).s, kinds[i].n == 1 ? kinds[i].one : kinds[i].many);
    if (at > 0)
        diag_note("the model does not know %s of these rows; left out", text);
}

void facts_note_labels(const ptron_dataset_facts *facts)
{
    if (facts->unseen_labels > 0)
        diag_note("%s row%s carr%s a label that the model does not know", text_count(facts->unseen_labels).s,
                  pt_plural(facts->unseen_labels), pt_one_many(facts->unseen_labels, "ies", "y"));
}

void facts_row_place(const ptron_dataset *set, uint64_t row, char *text, size_t room)
{
    const char *file = NULL;
    uint64_t line = 0;

    if (ptron_dataset_row_place(set, row, &file, &line) && file != NULL)
        snprintf(text, room, "%s:%" PRIu64, text_path(file).s, line);
    else
        snprintf(text, room, "row %" PRIu64, row + 1);
}

/* ---- labels that are none ------------------------------------------------------------------------- */

enum { LEAST_ROWS = 20, LEAST_LABELS = 20 };

struct labels_seen {
    size_t numbers, fractions;
};

/* What the labels look like; with very many of them the first will do. */
static struct labels_seen see_labels(const ptron_dataset *set, const ptron_dataset_facts *facts)
{
    struct labels_seen seen = {0};

    for (size_t c = 0; c < facts->classes && c < 10000; c++) {
        const char *name = ptron_dataset_class_name(set, c), *point = strchr(name, '.');

        if (name[strspn(name, "+-0123456789.eE")] != '\0' || strpbrk(name, "0123456789") == NULL)
            continue;
        seen.numbers++;
        seen.fractions += point != NULL && point[1 + strspn(point + 1, "0")] != '\0';
    }
    return seen;
}

ptron_status facts_question_labels(const ptron_dataset *set, const ptron_dataset_facts *facts, bool note,
                                   ptron_error *err)
{
    const size_t n = facts->classes < 10000 ? (size_t)facts->classes : 10000;
    struct labels_seen seen;
    char where[460] = "";

    if (facts->rows < LEAST_ROWS || facts->classes < LEAST_LABELS)
        return PTRON_OK;
    if (facts->label_column != NULL)
        snprintf(where, sizeof where, " in column '%s'", text_name(facts->label_column).s);
    seen = see_labels(set, facts);
    if (facts->classes == facts->rows)
        return diag_fail(err, PTRON_DATA, "every row has a label of its own%s, as '%s' and '%s': no two rows can be "
                         "compared; choose the column of the labels with --label", where,
                         text_name(ptron_dataset_class_name(set, 0)).s, text_name(ptron_dataset_class_name(set, 1)).s);
    if (seen.numbers == n && seen.fractions > 0 && 20 * facts->classes > facts->rows)
        return diag_fail(err, PTRON_DATA, "the labels%s are %s different numbers, such as %s: a quantity and no class; "
                         "choose the column of the labels with --label", where, text_count(facts->classes).s,
                         text_name(ptron_dataset_class_name(set, n / 2)).s);
    if (2 * facts->classes > facts->rows)
        return diag_fail(err, PTRON_DATA, "there are %s different labels%s in %s, such as '%.80s': a name or a "
                         "text and no class; choose the column of the labels with --label",
                         text_count(facts->classes).s, where, text_counted(facts->rows, "row").s,
                         text_name(ptron_dataset_class_name(set, n / 2)).s);
    if (note && 5 * facts->classes > facts->rows)
        diag_note("%s different labels%s in %s: is it the right column (--label)?", text_count(facts->classes).s,
                  where, text_counted(facts->rows, "row").s);
    else if (note && seen.numbers == n && facts->classes > 50)
        diag_note("the labels%s are %s different numbers: each is a class of its own, and their order means nothing "
                  "here", where, text_count(facts->classes).s);
    return PTRON_OK;
}

/* ---- categories ---------------------------------------------------------------------------------- */

enum { COLUMNS_COUNTED = 64, FEATURES_COUNTED = 100000, LEAST_CATEGORIES = 5 };

static bool has_decimal_comma(const char *text)
{
    const size_t length = strlen(text), digits = strspn(text, "0123456789");

    return digits > 0 && text[digits] == ',' && strspn(text + digits + 1, "0123456789") == length - digits - 1 &&
           digits + 1 < length;
}

/* Counts a feature "column=value" for its column; false: no room for one more column. */
static bool count_category(struct facts_categories columns[COLUMNS_COUNTED], size_t *n, char *name)
{
    char *value = strchr(name, '=');
    size_t i = 0;

    if (value == NULL)
        return true;
    *value++ = '\0';
    while (i < *n && strcmp(columns[i].column, name) != 0)
        i++;
    if (i == COLUMNS_COUNTED)
        return false;
    if (i == *n) {
        columns[(*n)++] = (struct facts_categories){.comma = has_decimal_comma(value)};
        snprintf(columns[i].column, sizeof columns[i].column, "%s", name);
        snprintf(columns[i].example, sizeof columns[i].example, "%s", value);
    }
    columns[i].n++;
    return true;
}

bool facts_many_categories(const ptron_dataset *set, const ptron_dataset_facts *facts, struct facts_categories *found)
{
    struct facts_categories columns[COLUMNS_COUNTED];
    size_t n = 0;
    char name[120];

    if (!facts->named_columns)
        return false;
    for (size_t j = 0; j < facts->features && j < FEATURES_COUNTED; j++)
        if (ptron_dataset_feature_name(set, j, name, sizeof name) > 0 && !count_category(columns, &n, name))
            break;
    for (size_t i = 0; i < n; i++)
        if (columns[i].n >= LEAST_CATEGORIES && 2 * columns[i].n > facts->rows) {
            *found = columns[i];
            return true;
        }
    return false;
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

void facts_json_skipped(struct json *json, const ptron_dataset_facts *facts)
{
    json_put(json, OBJECT("skipped"), COUNT("bad", facts->bad_rows), COUNT("missing", facts->missing_rows),
             COUNT("dropped", facts->dropped_rows), END);
}

void facts_json_unseen(struct json *json, const ptron_dataset_facts *facts)
{
    json_put(json, OBJECT("unseen"), COUNT("labels", facts->unseen_labels), COUNT("words", facts->unseen_words),
             COUNT("categories", facts->unseen_categories), COUNT("features", facts->unseen_features), END);
}

static void json_shape(struct json *json, const ptron_dataset_facts *facts)
{
    json_put(json, TEXT("format", facts->format), COUNT("rows", facts->rows), COUNT("features", facts->features),
             COUNT("nonzeros", facts->nonzeros), FLAG("dense", facts->dense));
    if (facts->index_base >= 0)
        json_count(json, "index_base", (uint64_t)facts->index_base);
    json_put(json, TEXT("scaling", facts->scaling), FLAG("scaled_only", facts->scaled_only));
}

void facts_json_stream(struct json *json, const ptron_model *model, const ptron_dataset_facts *facts)
{
    json_flag(json, "stream", true);
    json_shape(json, facts);
    json_array(json, "classes");
    for (size_t c = 0; ptron_model_class_name(model, c) != NULL; c++)
        json_put(json, OBJECT(NULL), TEXT("name", ptron_model_class_name(model, c)), END);
    json_end_array(json);
    if (facts->classes == 2)
        json_text(json, "positive", ptron_model_class_name(model, 1));
    facts_json_skipped(json, facts);
    json_count(json, "missing_cells", facts->missing_cells);
}

void facts_json(struct json *json, const ptron_dataset *set, const ptron_dataset_facts *facts)
{
    json_shape(json, facts);
    json_array(json, "classes");
    for (size_t c = 0; c < facts->classes; c++)
        json_put(json, OBJECT(NULL), TEXT("name", ptron_dataset_class_name(set, c)),
                 COUNT("rows", ptron_dataset_class_rows(set, c)), END);
    json_end_array(json);
    if (facts->classes == 2)
        json_text(json, "positive", ptron_dataset_class_name(set, 1));
    facts_json_skipped(json, facts);
    json_count(json, "missing_cells", facts->missing_cells);
}
