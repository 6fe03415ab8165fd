/* The one place that decides whether features are scaled when nobody said. */
#include "recipe/spans.h"
#include "base/alloc.h"
#include "recipe/format.h"

#include <math.h>

static const double centred_apart = 10.0, sparse_apart = 100.0;
enum { SPARSE_ROWS = 30 };   /* that have a feature: fewer do not show how far it reaches */

void pt_reach_see(struct pt_reach *reaches, const struct pt_row *row)
{
    for (size_t j = 0; j < row->n; j++) {
        struct pt_reach *r = &reaches[row->index == NULL ? j : row->index[j]];
        const double x = pt_row_value(row, j);

        if (isnan(x))   /* a missing cell */
            continue;
        r->least = r->rows == 0 || x < r->least ? x : r->least;
        r->most = r->rows == 0 || x > r->most ? x : r->most;
        r->rows++;
    }
}

static void note(struct pt_spread *spread, uint32_t feature, double reach)
{
    if (!(reach > 0.0) || !isfinite(reach))
        return;
    if (spread->most == 0.0 || reach < spread->least) {
        spread->least = reach;
        spread->least_feature = feature;
    }
    if (reach > spread->most) {
        spread->most = reach;
        spread->most_feature = feature;
    }
}

bool pt_reaches_differ(const struct pt_reach *reaches, uint64_t n_rows, const struct pt_recipe *recipe,
                       struct pt_spread *spread)
{
    const bool centred = recipe->dense || recipe->whole;
    const double apart = centred ? centred_apart : sparse_apart;
    const uint32_t numbers = recipe->whole ? recipe->n_numbers : recipe->n_features;
    struct pt_spread ranges = {0}, sizes = {0};

    *spread = (struct pt_spread){0};
    if (recipe->format == PT_FORMAT_TEXT || recipe->format == PT_FORMAT_IDX)
        return false;
    for (uint32_t f = 0; f < recipe->n_features; f++) {
        const bool all = reaches[f].rows == n_rows;
        const double least = all ? reaches[f].least : fmin(reaches[f].least, 0.0);
        const double most = all ? reaches[f].most : fmax(reaches[f].most, 0.0);

        if (!centred && reaches[f].rows < SPARSE_ROWS && !all)
            continue;
        if (f < numbers)
            note(&ranges, f, most - least);
        note(&sizes, f, fmax(-least, most));
    }
    if (centred && ranges.most > apart * ranges.least)
        *spread = ranges;
    else if (sizes.most > apart * sizes.least)
        *spread = sizes;
    return spread->most > 0.0;
}

struct seeing {
    struct pt_reach *reaches;
    uint64_t rows;
};

static void see_row(void *context, const struct pt_row *row)
{
    struct seeing *s = context;

    s->rows++;
    pt_reach_see(s->reaches, row);
}

ptron_status pt_scale_choose(struct pt_recipe *recipe, const struct pt_walk *walk, enum pt_scaling *scaling,
                             ptron_error *err)
{
    const size_t bytes = recipe->n_features * sizeof(struct pt_reach);
    struct seeing s = {pt_zeroed(recipe->n_features, sizeof *s.reaches), 0};
    const struct pt_relayed pieces[] = {{s.reaches, bytes}, {&s.rows, sizeof s.rows}};
    ptron_status status;

    *scaling = PT_SCALE_NONE;
    if (s.reaches == NULL)
        return pt_fail_memory(err, bytes, "scaling");
    status = pt_walk_rows(walk, see_row, &s, pieces, 2, err);
    if (status == PTRON_OK && pt_reaches_differ(s.reaches, s.rows, recipe, &recipe->spread))
        *scaling = PT_SCALE_STANDARD;
    pt_release(s.reaches);
    return status;
}
