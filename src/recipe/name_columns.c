/* Columns by name that no file told: of models made by hand, and of rows in memory that stand for those of a file. */
#include "base/alloc.h"
#include "base/printable.h"
#include "recipe/recipe.h"

#include <string.h>

ptron_status pt_recipe_add_column(struct pt_recipe *recipe, struct pt_dict *names, const char *name, enum pt_role role,
                                  ptron_error *err)
{
    struct pt_column *column = &recipe->columns[recipe->n_columns];
    uint32_t id;

    if (name == NULL)
        return pt_fail(err, PTRON_DATA, "a column's name is wanted as text");
    id = pt_dict_add(names, name, strlen(name));
    if (id != PT_DICT_NONE && id != recipe->n_columns)
        return pt_fail(err, PTRON_DATA, "the column '%s' is named twice", pt_printable(name, strlen(name)).text);
    *column = (struct pt_column){.name = id == PT_DICT_NONE ? NULL : pt_copy_text(name, strlen(name)), .role = role,
                                 .feature = role == PT_ROLE_NUMBER ? recipe->n_numbers : 0};
    if (column->name == NULL)
        return pt_fail_memory(err, strlen(name), "a column's name");
    recipe->n_columns++;
    recipe->n_numbers += role == PT_ROLE_NUMBER;
    return PTRON_OK;
}

static ptron_status add_all(struct pt_recipe *recipe, struct pt_dict *known, const char *const *names, size_t n,
                            ptron_error *err)
{
    for (size_t j = 0; j < n; j++)
        PT_TRY(pt_recipe_add_column(recipe, known, names[j], PT_ROLE_NUMBER, err));
    if (pt_dict_find(known, "label", 5) != PT_DICT_NONE)
        return PTRON_OK;
    return pt_recipe_add_column(recipe, known, "label", PT_ROLE_LABEL, err);
}

ptron_status pt_recipe_name_columns(struct pt_recipe *recipe, const char *const *names, size_t n, ptron_error *err)
{
    struct pt_dict known;
    ptron_status status;

    recipe->format = PT_FORMAT_CSV;
    recipe->dense = recipe->header = true;
    recipe->delimiter = ',';
    recipe->columns = pt_zeroed(n + 1, sizeof *recipe->columns);
    if (recipe->columns == NULL)
        return pt_fail_memory(err, n * sizeof *recipe->columns, "columns");
    pt_dict_init(&known);
    status = add_all(recipe, &known, names, n, err);
    pt_dict_fini(&known);
    return status;
}
