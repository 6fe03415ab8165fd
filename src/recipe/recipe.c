/* The recipe as a value: made empty, copied, asked for names. Fitting is the parsers' and scale.c's work,
 * bytes are recipe_file.c's. */
#include "recipe/recipe.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/plural.h"

#include <string.h>

void pt_recipe_init(struct pt_recipe *recipe)
{
    *recipe = (struct pt_recipe){.index_base = -1, .decimal = '.', .ball = 1.0};
    pt_labels_init(&recipe->labels);
    pt_dict_init(&recipe->words);
    pt_dict_init(&recipe->na);
    pt_dict_init(&recipe->declared);
    pt_wording_init(&recipe->wording);
}

void pt_recipe_drop_scale(struct pt_recipe *recipe)
{
    pt_release(recipe->shift);
    pt_release(recipe->factor);
    recipe->shift = recipe->factor = NULL;
}

void pt_recipe_fini(struct pt_recipe *recipe)
{
    pt_labels_fini(&recipe->labels);
    pt_dict_fini(&recipe->words);
    pt_dict_fini(&recipe->na);
    pt_dict_fini(&recipe->declared);
    pt_wording_fini(&recipe->wording);
    for (size_t i = 0; i < recipe->n_columns; i++)
        pt_release(recipe->columns[i].name);
    pt_release(recipe->columns);
    pt_release(recipe->fill);
    pt_recipe_drop_scale(recipe);
    pt_running_fini(&recipe->running);
    pt_feature_map_fini(&recipe->feature_map);
    pt_recipe_init(recipe);
}

static ptron_status copy_columns(struct pt_recipe *to, const struct pt_recipe *from, ptron_error *err)
{
    const size_t n = from->n_columns;

    if (n == 0)
        return PTRON_OK;
    to->columns = pt_zeroed(n, sizeof *to->columns);
    if (to->columns == NULL)
        return pt_fail_memory(err, n * sizeof *to->columns, "columns");
    for (; to->n_columns < n; to->n_columns++) {
        const struct pt_column *column = &from->columns[to->n_columns];
        char *name = pt_copy_text(column->name, strlen(column->name));

        if (name == NULL)
            return pt_fail_memory(err, strlen(column->name), "a column's name");
        to->columns[to->n_columns] = *column;
        to->columns[to->n_columns].name = name;
    }
    return PTRON_OK;
}

/* A copy of [n] doubles, or NULL for NULL. */
static ptron_status copy_numbers(double **to, const double *from, size_t n, ptron_error *err)
{
    if (from == NULL)
        return PTRON_OK;
    *to = pt_array(n, sizeof **to);
    if (*to == NULL)
        return pt_fail_memory(err, n * sizeof **to, "scaling");
    if (n > 0)
        memcpy(*to, from, n * sizeof **to);
    return PTRON_OK;
}

static ptron_status copy_parts(struct pt_recipe *to, const struct pt_recipe *from, ptron_error *err)
{
    PT_TRY(pt_labels_copy(&to->labels, &from->labels, err));
    PT_TRY(pt_dict_copy(&to->words, &from->words, err));
    PT_TRY(pt_dict_copy(&to->na, &from->na, err));
    PT_TRY(pt_dict_copy(&to->declared, &from->declared, err));
    PT_TRY(pt_wording_copy(&to->wording, &from->wording, err));
    PT_TRY(copy_columns(to, from, err));
    PT_TRY(copy_numbers(&to->fill, from->fill, from->n_features, err));
    PT_TRY(copy_numbers(&to->shift, from->shift, from->n_features, err));
    PT_TRY(copy_numbers(&to->factor, from->factor, from->n_features, err));
    PT_TRY(pt_running_copy(&to->running, &from->running, err));
    return pt_feature_map_copy(&to->feature_map, &from->feature_map, err);
}

ptron_status pt_recipe_copy(struct pt_recipe *to, const struct pt_recipe *from, ptron_error *err)
{
    ptron_status status;

    *to = *from;
    pt_labels_init(&to->labels);
    pt_dict_init(&to->words);
    pt_dict_init(&to->na);
    pt_dict_init(&to->declared);
    pt_wording_init(&to->wording);
    to->columns = NULL;
    to->n_columns = 0;
    to->fill = to->shift = to->factor = NULL;
    to->running = (struct pt_running){0};
    to->feature_map = (struct pt_feature_map){0};
    status = copy_parts(to, from, err);
    if (status != PTRON_OK)
        pt_recipe_fini(to);
    return status;
}

const char *pt_scaling_name(enum pt_scaling scaling)
{
    static const char *const names[] = {PT_SCALING_MAP(PT_CHOICE_TEXT)};

    return names[scaling];
}

bool pt_delimiter_is(char c)
{
    return c == '\t' || (c >= ' ' && c <= '~' && strchr("\"+-.", c) == NULL && !(c >= '0' && c <= '9') &&
                         !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z'));
}

bool pt_comment_is(char c, char delimiter)
{
    return c != ' ' && c != '\t' && c != delimiter && pt_delimiter_is(c);
}

bool pt_recipe_has_feature(const struct pt_recipe *recipe, uint32_t feature)
{
    if (recipe->feature_map.kind != PT_MAP_NONE)
        return feature < recipe->feature_map.out;
    if (pt_recipe_shape(recipe) == PT_SHAPE_COLUMNS && recipe->hash_bits == 0)
        return feature < recipe->n_numbers + (uint64_t)recipe->words.count;
    if (pt_recipe_shape(recipe) == PT_SHAPE_WORDS && recipe->hash_bits == 0)
        return feature < recipe->words.count;
    return feature < recipe->n_features;
}

/* A borrow of the feature's name, NULL when it is known by number only; *missing: it says where that column's cell is
 * missing. */
static const char *given_name(const struct pt_recipe *recipe, uint32_t feature, size_t *length, bool *missing)
{
    *missing = false;
    if (recipe->feature_map.kind != PT_MAP_NONE)
        return NULL;
    if (feature >= recipe->n_numbers)
        return feature - recipe->n_numbers < recipe->words.count
                   ? pt_dict_text(&recipe->words, feature - recipe->n_numbers, length)
                   : NULL;
    for (size_t i = 0; i < recipe->n_columns; i++) {
        const struct pt_column *column = &recipe->columns[i];

        *missing = feature > 0 && column->missing == feature;
        if (column->role == PT_ROLE_NUMBER && (column->feature == feature || *missing)) {
            *length = strlen(column->name);
            return column->name;
        }
    }
    return NULL;
}

/* Appends what fits to an ended text of `at` bytes in all. */
static size_t add_text(char *out, size_t room, size_t at, const char *text, size_t length)
{
    if (at < room) {
        const size_t kept = length < room - at ? length : room - at - 1;

        memcpy(out + at, text, kept);
        out[at + kept] = '\0';
    }
    return at + length;
}

size_t pt_recipe_feature_name(const struct pt_recipe *recipe, uint32_t feature, char *name, size_t room)
{
    const uint64_t base = recipe->index_base > 0 ? 1 : 0;
    char number[PT_U64_ROOM];
    size_t length = 0;
    bool missing = false;
    const char *given = given_name(recipe, feature, &length, &missing);

    if (given == NULL) {
        given = number;
        length = pt_format_u64(feature + base, number);
    }
    length = add_text(name, room, 0, given, length);
    return missing ? add_text(name, room, length, "=missing", 8) : length;
}

ptron_status pt_recipe_check_width(const struct pt_recipe *recipe, uint64_t values, ptron_error *err)
{
    enum { FREE = 1 << 24, EACH = 1000 };   /* so many features in any case, and so many for each value */

    if (pt_recipe_shape(recipe) != PT_SHAPE_PAIRS || recipe->n_features <= FREE || recipe->n_features / EACH <= values)
        return PTRON_OK;
    return pt_fail(err, PTRON_DATA, "%u features by the largest index, but all rows have only %llu value%s: weights "
                   "for features that no row has would take %.1f GB; number the features anew",
                   (unsigned)recipe->n_features, (unsigned long long)values, pt_plural(values),
                   (double)recipe->n_features * 8e-9);
}

bool pt_recipe_may_weigh(const struct pt_recipe *recipe)
{
    bool any = recipe->format == PT_FORMAT_ARFF || recipe->format == PT_FORMAT_MEMORY;

    for (size_t i = 0; i < recipe->n_columns; i++)
        any |= recipe->columns[i].role == PT_ROLE_WEIGHT;
    return any;
}
