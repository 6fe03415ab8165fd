/* The recipe as bytes: docs/model-format.md, section RECI, describes them. What is written is a function of the recipe
 * alone; what is read is checked field by field, and every count against the bytes that are left before
 * anything is allocated for it. */
#include "base/alloc.h"
#include "recipe/dict_file.h"
#include "recipe/recipe.h"

#include <math.h>
#include <string.h>

enum { RECIPE_VERSION = 4, HASH_BITS_MOST = 31 };

/* ---- writing ---- */

static void save_numbers(struct pt_buffer *out, const double *numbers, size_t n)
{
    pt_buffer_u32(out, numbers != NULL);
    for (size_t i = 0; numbers != NULL && i < n; i++)
        pt_buffer_f64(out, numbers[i]);
}

/* Whether it says more than version 1 could: then its cells are described at the end. */
static bool has_cells(const struct pt_recipe *recipe)
{
    bool more = recipe->decimal != '.' || recipe->comment != 0 || recipe->skip_lines > 0 || recipe->na.count > 0 ||
                recipe->whole;

    for (size_t i = 0; i < recipe->n_columns && !more; i++)
        more = recipe->columns[i].cells != PT_CELLS_NUMBER || recipe->columns[i].missing > 0;
    return more;
}

/* The least version that can say it all. */
static uint32_t version_of(const struct pt_recipe *recipe)
{
    return pt_wording_is_more(&recipe->wording) ? RECIPE_VERSION
           : recipe->declared.count > 0         ? 3
           : has_cells(recipe)                  ? 2
                                                : 1;
}

static void save_cells(const struct pt_recipe *recipe, struct pt_buffer *out)
{
    pt_buffer_u32(out, (unsigned char)recipe->decimal);
    pt_buffer_u32(out, (unsigned char)recipe->comment);
    pt_buffer_u32(out, recipe->skip_lines);
    pt_dict_save(&recipe->na, out);
    pt_buffer_u32(out, recipe->whole);
    for (size_t i = 0; i < recipe->n_columns; i++) {
        pt_buffer_u32(out, recipe->columns[i].cells);
        pt_buffer_u32(out, recipe->columns[i].missing);
    }
}

void pt_recipe_save(const struct pt_recipe *recipe, struct pt_buffer *out)
{
    const struct pt_labels *labels = &recipe->labels;
    const uint32_t version = version_of(recipe);

    pt_buffer_u32(out, version);
    pt_buffer_u32(out, recipe->format);
    pt_buffer_u32(out, recipe->dense);
    pt_buffer_u32(out, recipe->n_features);
    pt_dict_save(&labels->texts, out);
    pt_buffer_u32(out, labels->class_of != NULL);
    for (uint32_t id = 0; labels->class_of != NULL && id < labels->texts.count; id++)
        pt_buffer_u32(out, labels->class_of[id]);
    if (labels->class_of != NULL)
        pt_dict_save(&labels->classes, out);
    pt_buffer_u32(out, (uint32_t)recipe->index_base);
    pt_buffer_u32(out, (unsigned char)recipe->delimiter);
    pt_buffer_u32(out, recipe->header);
    pt_buffer_u32(out, (uint32_t)recipe->n_columns);
    for (size_t i = 0; i < recipe->n_columns; i++) {
        pt_buffer_string(out, recipe->columns[i].name);
        pt_buffer_u32(out, recipe->columns[i].role);
        pt_buffer_u32(out, recipe->columns[i].feature);
    }
    pt_buffer_u32(out, recipe->n_numbers);
    pt_dict_save(&recipe->words, out);
    pt_buffer_u32(out, recipe->hash_bits);
    pt_buffer_u32(out, recipe->missing);
    save_numbers(out, recipe->fill, recipe->n_features);
    pt_buffer_u32(out, recipe->scaling);
    save_numbers(out, recipe->shift, recipe->n_features);
    save_numbers(out, recipe->factor, recipe->n_features);
    pt_buffer_f64(out, recipe->ball);
    pt_feature_map_save(&recipe->feature_map, out);
    if (version > 1)
        save_cells(recipe, out);
    if (version > 2)
        pt_dict_save(&recipe->declared, out);
    if (version > 3)
        pt_wording_save(&recipe->wording, out);
}

/* ---- reading ---- */

static ptron_status bad_recipe(ptron_error *err, const char *what)
{
    return pt_fail(err, PTRON_MODEL, "recipe: %s", what);
}

/* A u32 that must be at most `most`. */
static ptron_status load_small(struct pt_cursor *in, uint32_t most, const char *what, uint32_t *value,
                               ptron_error *err)
{
    *value = pt_cursor_u32(in);
    if (in->failed)
        return bad_recipe(err, "it ends too early");
    return *value > most ? pt_fail(err, PTRON_MODEL, "recipe: %s is %u, wanted at most %u", what, *value, most)
                         : PTRON_OK;
}

static ptron_status load_flag(struct pt_cursor *in, const char *what, bool *flag, ptron_error *err)
{
    uint32_t value;

    PT_TRY(load_small(in, 1, what, &value, err));
    *flag = value != 0;
    return PTRON_OK;
}

static ptron_status load_classes(struct pt_cursor *in, struct pt_labels *labels, ptron_error *err)
{
    const uint32_t n = labels->texts.count;

    if (n > pt_cursor_left(in) / 4)
        return bad_recipe(err, "it ends before its classes");
    labels->class_of = pt_array(n, sizeof *labels->class_of);
    if (labels->class_of == NULL)
        return pt_fail_memory(err, n * sizeof *labels->class_of, "labels");
    for (uint32_t id = 0; id < n; id++)
        labels->class_of[id] = pt_cursor_u32(in);
    PT_TRY(pt_dict_load(in, "classes", &labels->classes, err));
    for (uint32_t id = 0; id < n; id++)
        if (labels->class_of[id] >= labels->classes.count)
            return bad_recipe(err, "a label's class is not there");
    return PTRON_OK;
}

static ptron_status load_column(struct pt_cursor *in, struct pt_column *column, ptron_error *err)
{
    const uint32_t length = pt_cursor_u32(in);
    const char *name = pt_cursor_bytes(in, length);
    uint32_t role;

    if (name == NULL)
        return bad_recipe(err, "it ends before its columns");
    if (memchr(name, '\0', length) != NULL)
        return bad_recipe(err, "a column's name holds a zero byte");
    column->name = pt_copy_text(name, length);
    if (column->name == NULL)
        return pt_fail_memory(err, length, "a column's name");
    PT_TRY(load_small(in, PT_ROLE_TEXT, "a column's role", &role, err));
    column->role = (enum pt_role)role;
    return load_small(in, UINT32_MAX, "a column's feature", &column->feature, err);
}

static ptron_status load_columns(struct pt_cursor *in, struct pt_recipe *recipe, ptron_error *err)
{
    uint32_t n;

    PT_TRY(pt_cursor_count(in, 12, "columns", &n, err));
    if (n == 0)
        return PTRON_OK;
    recipe->columns = pt_zeroed(n, sizeof *recipe->columns);
    if (recipe->columns == NULL)
        return pt_fail_memory(err, n * sizeof *recipe->columns, "columns");
    recipe->n_columns = n;
    for (uint32_t i = 0; i < n; i++)
        PT_TRY(load_column(in, &recipe->columns[i], err));
    return PTRON_OK;
}

/* [n_features] finite numbers, or none. */
static ptron_status load_numbers(struct pt_cursor *in, const char *what, uint32_t n, double **numbers,
                                 ptron_error *err)
{
    bool there = false;

    PT_TRY(load_flag(in, what, &there, err));
    if (!there)
        return PTRON_OK;
    if (n > pt_cursor_left(in) / 8)
        return pt_fail(err, PTRON_MODEL, "recipe: it ends before its %s", what);
    *numbers = pt_array(n, sizeof **numbers);
    if (*numbers == NULL)
        return pt_fail_memory(err, n * sizeof **numbers, what);
    for (uint32_t i = 0; i < n; i++) {
        (*numbers)[i] = pt_cursor_f64(in);
        if (!isfinite((*numbers)[i]))
            return pt_fail(err, PTRON_MODEL, "recipe: its %s of feature %u is not finite", what, i);
    }
    return PTRON_OK;
}

static ptron_status load_shape(struct pt_cursor *in, struct pt_recipe *recipe, ptron_error *err)
{
    uint32_t base, delimiter, missing;

    PT_TRY(load_small(in, UINT32_MAX, "the index base", &base, err));
    if (base > 1 && base != UINT32_MAX)
        return pt_fail(err, PTRON_MODEL, "recipe: the index base is %u, wanted 0 or 1", base);
    recipe->index_base = base == UINT32_MAX ? -1 : (int)base;
    PT_TRY(load_small(in, 127, "the delimiter", &delimiter, err));
    recipe->delimiter = (char)delimiter;
    PT_TRY(load_flag(in, "header", &recipe->header, err));
    PT_TRY(load_columns(in, recipe, err));
    PT_TRY(load_small(in, UINT32_MAX, "numeric columns", &recipe->n_numbers, err));
    PT_TRY(pt_dict_load(in, "words", &recipe->words, err));
    PT_TRY(load_small(in, HASH_BITS_MOST, "hash bits", &recipe->hash_bits, err));
    PT_TRY(load_small(in, PT_MISSING_SKIP, "the way of missing cells", &missing, err));
    recipe->missing = (enum pt_missing)missing;
    return load_numbers(in, "fill", recipe->n_features, &recipe->fill, err);
}

static ptron_status load_cells(struct pt_cursor *in, struct pt_recipe *recipe, ptron_error *err)
{
    uint32_t decimal, comment, cells;

    PT_TRY(load_small(in, 127, "the decimal mark", &decimal, err));
    PT_TRY(load_small(in, 127, "the comment mark", &comment, err));
    PT_TRY(load_small(in, UINT32_MAX, "the lines to skip", &recipe->skip_lines, err));
    PT_TRY(pt_dict_load(in, "missing cells", &recipe->na, err));
    PT_TRY(load_flag(in, "whole", &recipe->whole, err));
    recipe->decimal = (char)decimal;
    recipe->comment = (char)comment;
    for (size_t i = 0; i < recipe->n_columns; i++) {
        PT_TRY(load_small(in, PT_CELLS_DATE_MDY, "a column's cells", &cells, err));
        PT_TRY(load_small(in, UINT32_MAX, "a column's second feature", &recipe->columns[i].missing, err));
        recipe->columns[i].cells = (enum pt_cells)cells;
    }
    return PTRON_OK;
}

/* ---- what must agree ---- */

/* Marks that part, begin or end something cannot be the same, nor part of a number or a quote. */
static ptron_status check_marks(const struct pt_recipe *recipe, ptron_error *err)
{
    const bool csv = recipe->format == PT_FORMAT_CSV;

    if (csv ? !pt_delimiter_is(recipe->delimiter) : recipe->delimiter != 0)
        return bad_recipe(err, "the delimiter cannot be one");
    if (recipe->decimal != '.' && (recipe->decimal != ',' || recipe->decimal == recipe->delimiter))
        return bad_recipe(err, "the decimal mark is neither a point nor a comma");
    if (recipe->comment != 0 && !pt_comment_is(recipe->comment, recipe->delimiter))
        return bad_recipe(err, "the comment mark cannot be one");
    return PTRON_OK;
}

/* The features that say where cells are missing follow those of the columns. */
static ptron_status check_missing(const struct pt_recipe *recipe, uint32_t n_columns, ptron_error *err)
{
    uint32_t next = n_columns;

    for (size_t i = 0; i < recipe->n_columns; i++) {
        const struct pt_column *column = &recipe->columns[i];

        if (column->role != PT_ROLE_NUMBER && (column->missing > 0 || column->cells != PT_CELLS_NUMBER))
            return pt_fail(err, PTRON_MODEL, "recipe: column %zu is no number and has a number's cells", i + 1);
        if (column->missing > 0 && column->missing != next++)
            return pt_fail(err, PTRON_MODEL, "recipe: column %zu has second feature %u, wanted %u", i + 1,
                           column->missing, next - 1);
    }
    if (next != recipe->n_numbers)
        return bad_recipe(err, "its numeric columns do not add up");
    if (next > n_columns && recipe->missing != PT_MISSING_MEAN && recipe->missing != PT_MISSING_ZERO)
        return bad_recipe(err, "it marks missing cells, but no row may have one");
    return PTRON_OK;
}

/* Only texts have n-grams, counts and stop words; only columns of one value a row are crossed. */
static ptron_status check_wording(const struct pt_recipe *recipe, ptron_error *err)
{
    const struct pt_wording *wording = &recipe->wording;
    bool texts = pt_recipe_shape(recipe) == PT_SHAPE_WORDS;

    for (size_t i = 0; i < recipe->n_columns; i++)
        texts |= recipe->columns[i].role == PT_ROLE_TEXT;
    if (!texts && (!pt_wording_is_plain(wording) || wording->counting != PT_COUNT_AUTO))
        return bad_recipe(err, "it counts words, but has no texts");
    if (wording->n_crosses > 0 && (pt_recipe_shape(recipe) != PT_SHAPE_COLUMNS || !recipe->whole))
        return bad_recipe(err, "it crosses columns that its format has not");
    for (uint32_t i = 0; i < wording->n_crosses; i++)
        if (recipe->columns[wording->crosses[i].first].role > PT_ROLE_CATEGORY ||
            recipe->columns[wording->crosses[i].second].role > PT_ROLE_CATEGORY)
            return bad_recipe(err, "it crosses a column that is neither a number nor a category");
    if (wording->norm != PT_NORM_AUTO && recipe->scaling != PT_SCALE_TFIDF &&
        (recipe->scaling != PT_SCALE_UNIT || wording->norm == PT_NORM_NONE))
        return bad_recipe(err, "it has a norm that nobody asked for");
    return PTRON_OK;
}

static ptron_status check_named(const struct pt_recipe *recipe, ptron_error *err)
{
    const uint64_t words = recipe->hash_bits > 0 ? UINT64_C(1) << recipe->hash_bits : recipe->words.count;
    uint32_t roles[PT_ROLE_TEXT + 1] = {0};

    PT_TRY(check_marks(recipe, err));
    for (size_t i = 0; i < recipe->n_columns; i++) {
        const struct pt_column *column = &recipe->columns[i];
        const uint32_t wanted = column->role == PT_ROLE_NUMBER ? roles[PT_ROLE_NUMBER] : 0;

        if (column->feature != wanted)
            return pt_fail(err, PTRON_MODEL, "recipe: column %zu fills feature %u, wanted %u", i + 1,
                           column->feature, wanted);
        roles[column->role]++;
    }
    if (roles[PT_ROLE_LABEL] > 1 || roles[PT_ROLE_WEIGHT] > 1)
        return bad_recipe(err, "it has two columns of labels or of weights");
    PT_TRY(check_missing(recipe, roles[PT_ROLE_NUMBER], err));
    if (recipe->dense == (roles[PT_ROLE_CATEGORY] + roles[PT_ROLE_TEXT] + recipe->wording.n_crosses > 0) ||
        (recipe->dense && recipe->whole))
        return bad_recipe(err, "dense and categories do not go together");
    if (recipe->hash_bits > 0 && recipe->words.count > 0)
        return bad_recipe(err, "it has both categories and hash bits");
    if (recipe->n_numbers + words != recipe->n_features)
        return bad_recipe(err, "its features do not add up");
    if (recipe->dense && words > 0)
        return bad_recipe(err, "it has categories but no such column");
    return PTRON_OK;
}

/* An array keeps its columns only when one of them is the label; all others are features, in their order. */
static ptron_status check_array(const struct pt_recipe *recipe, ptron_error *err)
{
    uint32_t features = 0;

    for (size_t i = 0; i < recipe->n_columns; i++) {
        const struct pt_column *column = &recipe->columns[i];
        const bool number = column->role == PT_ROLE_NUMBER;

        if ((!number && column->role != PT_ROLE_LABEL) || column->feature != (number ? features : 0))
            return pt_fail(err, PTRON_MODEL, "recipe: column %zu of an array is neither feature nor label", i + 1);
        features += number;
    }
    if (recipe->n_columns > 0 && (features != recipe->n_features || recipe->n_columns - 1 != features))
        return bad_recipe(err, "its columns do not add up");
    return PTRON_OK;
}

/* Fields that only one format has are empty in the others. */
static ptron_status check_format(const struct pt_recipe *recipe, ptron_error *err)
{
    static const struct {
        bool dense, sparse, words, columns;
    } allowed[] = {
        [PT_SHAPE_PAIRS] = {.sparse = true},
        [PT_SHAPE_COLUMNS] = {.dense = true, .sparse = true, .words = true, .columns = true},
        [PT_SHAPE_WORDS] = {.sparse = true, .words = true},
        [PT_SHAPE_ARRAY] = {.dense = true, .columns = true},
        [PT_SHAPE_ANY] = {.dense = true, .sparse = true, .words = true},
    };
    const enum pt_shape shape = pt_recipe_shape(recipe);
    const uint64_t words = recipe->hash_bits > 0 ? UINT64_C(1) << recipe->hash_bits : recipe->words.count;

    if (recipe->dense ? !allowed[shape].dense : !allowed[shape].sparse)
        return bad_recipe(err, "its format does not give such rows");
    if (recipe->index_base != -1 && shape != PT_SHAPE_PAIRS)
        return bad_recipe(err, "only index:value pairs have an index base");
    if (recipe->words.count > recipe->n_features || (recipe->words.count > 0 && !allowed[shape].words))
        return bad_recipe(err, "it has more names than features");
    if (recipe->hash_bits > 0 && shape != PT_SHAPE_WORDS && shape != PT_SHAPE_COLUMNS)
        return bad_recipe(err, "only words and categories have hash bits");
    if (shape == PT_SHAPE_COLUMNS)
        return check_named(recipe, err);
    if (has_cells(recipe))
        return bad_recipe(err, "only named columns have cells to describe");
    if (recipe->n_numbers > 0 || recipe->delimiter != 0)
        return bad_recipe(err, "only named columns have numeric ones and a delimiter");
    if (recipe->n_columns > 0 && !allowed[shape].columns)
        return bad_recipe(err, "its format has no columns");
    if (shape == PT_SHAPE_ARRAY)
        return check_array(recipe, err);
    if (recipe->hash_bits > 0 && recipe->words.count > 0)
        return bad_recipe(err, "it has both words and hash bits");
    if (shape == PT_SHAPE_WORDS && words != recipe->n_features)
        return bad_recipe(err, "its features do not add up");
    return PTRON_OK;
}

static ptron_status check_scaling(const struct pt_recipe *recipe, ptron_error *err)
{
    const bool by_feature = recipe->scaling == PT_SCALE_STANDARD || recipe->scaling == PT_SCALE_MINMAX;
    const bool by_word = recipe->scaling == PT_SCALE_TFIDF;

    const bool centred = by_feature ? recipe->dense || recipe->whole : by_word && recipe->n_numbers > 0;

    if ((by_feature || by_word) != (recipe->factor != NULL) || centred != (recipe->shift != NULL))
        return bad_recipe(err, "its scaling lacks or has too many numbers");
    if (by_word && (recipe->dense || (recipe->n_numbers > 0 && !recipe->whole)))
        return bad_recipe(err, "it weighs the words of rows that have none");
    for (uint32_t i = 0; recipe->factor != NULL && i < recipe->n_features; i++)
        if (!(recipe->factor[i] > 0.0))
            return pt_fail(err, PTRON_MODEL, "recipe: the factor of feature %u is not above 0", i);
    if (!isfinite(recipe->ball) || !(recipe->ball > 0.0))
        return bad_recipe(err, "the ball's radius is not above 0");
    if (recipe->fill != NULL && recipe->missing != PT_MISSING_MEAN)
        return bad_recipe(err, "it has means that nobody asked for");
    return PTRON_OK;
}

static ptron_status load_all(struct pt_cursor *in, struct pt_recipe *recipe, ptron_error *err)
{
    const uint32_t version = pt_cursor_u32(in);
    uint32_t format, scaling;
    bool assigned = false;

    if ((version == 0 || version > RECIPE_VERSION) && !in->failed)
        return pt_fail(err, PTRON_MODEL, "recipe: version %u, wanted at most %u", version, RECIPE_VERSION);
    PT_TRY(load_small(in, PT_N_FORMATS - 1, "the format", &format, err));
    recipe->format = (enum pt_format)format;
    PT_TRY(load_flag(in, "dense", &recipe->dense, err));
    PT_TRY(load_small(in, UINT32_MAX, "features", &recipe->n_features, err));
    PT_TRY(pt_dict_load(in, "labels", &recipe->labels.texts, err));
    PT_TRY(load_flag(in, "settled", &assigned, err));
    if (assigned)
        PT_TRY(load_classes(in, &recipe->labels, err));
    PT_TRY(load_shape(in, recipe, err));
    PT_TRY(load_small(in, PT_SCALE_TFIDF, "the scaling", &scaling, err));
    recipe->scaling = (enum pt_scaling)scaling;
    PT_TRY(load_numbers(in, "shift", recipe->n_features, &recipe->shift, err));
    PT_TRY(load_numbers(in, "factor", recipe->n_features, &recipe->factor, err));
    recipe->ball = pt_cursor_f64(in);
    if (in->failed)
        return bad_recipe(err, "it ends too early");
    PT_TRY(pt_feature_map_load(&recipe->feature_map, recipe->n_features, in, err));
    if (version > 1)
        PT_TRY(load_cells(in, recipe, err));
    if (version > 2)
        PT_TRY(pt_dict_load(in, "declared values", &recipe->declared, err));
    if (version > 3)
        PT_TRY(pt_wording_load(&recipe->wording, (uint32_t)recipe->n_columns, in, err));
    if (version != version_of(recipe))
        return bad_recipe(err, "its version says more than it holds");
    if (recipe->declared.count > 0 && recipe->format != PT_FORMAT_ARFF)
        return bad_recipe(err, "only arff declares values");
    PT_TRY(check_format(recipe, err));
    PT_TRY(check_wording(recipe, err));
    return check_scaling(recipe, err);
}

ptron_status pt_recipe_load(struct pt_recipe *recipe, struct pt_cursor *in, ptron_error *err)
{
    ptron_status status;

    pt_recipe_init(recipe);
    status = load_all(in, recipe, err);
    if (status != PTRON_OK)
        pt_recipe_fini(recipe);
    return status;
}
