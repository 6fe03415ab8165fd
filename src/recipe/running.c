/* Moments that follow the rows. */
#include "recipe/running.h"
#include "base/alloc.h"
#include "base/reserve.h"
#include "recipe/recipe.h"
#include "recipe/scale.h"

#include <math.h>
#include <string.h>

/* ---- memory ------------------------------------------------------------------------------------------ */

void pt_running_fini(struct pt_running *running)
{
    pt_release(running->of);
    *running = (struct pt_running){0};
}

ptron_status pt_running_reach(struct pt_running *running, uint32_t features, ptron_error *err)
{
    struct pt_moments *of;

    if (features <= running->n)
        return PTRON_OK;
    of = pt_resize(running->of, features, sizeof *of);
    if (of == NULL)
        return pt_fail_memory(err, features * sizeof *of, "scaling");
    memset(of + running->n, 0, (features - running->n) * sizeof *of);
    running->of = of;
    running->n = features;
    return PTRON_OK;
}

ptron_status pt_running_copy(struct pt_running *to, const struct pt_running *from, ptron_error *err)
{
    *to = (struct pt_running){.rows = from->rows};
    PT_TRY(pt_running_reach(to, from->n, err));
    if (from->n > 0)
        memcpy(to->of, from->of, from->n * sizeof *to->of);
    return PTRON_OK;
}

void pt_running_log_fini(struct pt_running_log *log)
{
    pt_release(log->before);
    pt_release(log->feature);
    pt_release(log->end);
    *log = (struct pt_running_log){0};
}

ptron_status pt_running_log_begin(struct pt_running_log *log, size_t rows, size_t values, ptron_error *err)
{
    if (rows > log->row_room || values > log->room) {
        pt_running_log_fini(log);
        log->before = pt_array(values, sizeof *log->before);
        log->feature = pt_array(values, sizeof *log->feature);
        log->end = pt_array(rows, sizeof *log->end);
        if (log->before == NULL || log->feature == NULL || log->end == NULL) {
            pt_running_log_fini(log);
            return pt_fail_memory(err, values * sizeof *log->before, "scaling");
        }
        log->room = values;
        log->row_room = rows;
    }
    log->n = 0;
    log->rows = 0;
    return PTRON_OK;
}

/* ---- a row ------------------------------------------------------------------------------------------- */

static void count(struct pt_moments *m, double x)
{
    const double away = x - m->mean;

    m->stored++;
    m->mean += away / (double)m->stored;
    m->square += away * (x - m->mean);
}

/* (x - shift) * factor; the zeros that sparse rows do not store are values, too. */
static bool numbers_of(const struct pt_recipe *recipe, const struct pt_running *running, uint32_t feature,
                       double *shift, double *factor)
{
    const struct pt_moments *m = &running->of[feature];
    const double rows = (double)running->rows, stored = (double)m->stored;
    const bool centred = recipe->dense || recipe->whole;
    double width, square = m->square;

    *shift = 0.0;
    *factor = 1.0;
    if (!pt_is_scaled(recipe, feature) || running->rows == 0)
        return true;
    if (!centred)
        square += m->mean * m->mean * stored * ((rows - stored) / rows);
    width = sqrt(square / rows);
    if (!isfinite(m->mean) || !isfinite(width))
        return false;
    *shift = centred ? m->mean : 0.0;
    if (width > 0.0 && isfinite(1.0 / width))
        *factor = 1.0 / width;
    return true;
}

ptron_status pt_running_row(struct pt_running *running, struct pt_running_log *log, const struct pt_recipe *recipe,
                            const uint32_t *index, double *value, size_t n, ptron_error *err)
{
    running->rows++;
    for (size_t j = 0; j < n; j++) {
        const uint32_t feature = index == NULL ? (uint32_t)j : index[j];
        double shift, factor;

        log->before[log->n] = running->of[feature];
        log->feature[log->n++] = feature;
        count(&running->of[feature], value[j]);
        if (!numbers_of(recipe, running, feature, &shift, &factor))
            return pt_fail_large_feature(recipe, feature, err);
        value[j] = (value[j] - shift) * factor;
    }
    log->end[log->rows++] = log->n;
    return PTRON_OK;
}

void pt_running_back(struct pt_running *running, const struct pt_running_log *log, uint64_t rows)
{
    const size_t from = rows == 0 || log->rows == 0 ? 0 : log->end[rows - 1];

    if (rows >= log->rows)
        return;
    for (size_t i = log->n; i-- > from;)
        running->of[log->feature[i]] = log->before[i];
    running->rows -= log->rows - rows;
}

ptron_status pt_running_settle(struct pt_recipe *recipe, ptron_error *err)
{
    const uint32_t n = recipe->n_features;
    const bool centred = recipe->dense || recipe->whole;
    double shift;

    PT_TRY(pt_running_reach(&recipe->running, n, err));
    pt_recipe_drop_scale(recipe);
    recipe->factor = pt_array(n, sizeof *recipe->factor);
    recipe->shift = centred ? pt_array(n, sizeof *recipe->shift) : NULL;
    if (recipe->factor == NULL || (centred && recipe->shift == NULL))
        return pt_fail_memory(err, 2 * n * sizeof *recipe->factor, "scaling");
    for (uint32_t f = 0; f < n; f++) {
        if (!numbers_of(recipe, &recipe->running, f, &shift, &recipe->factor[f]))
            return pt_fail_large_feature(recipe, f, err);
        if (recipe->shift != NULL)
            recipe->shift[f] = shift;
    }
    return PTRON_OK;
}

/* ---- bytes -------------------------------------------------------------------------------------------- */

void pt_running_save(const struct pt_running *running, struct pt_buffer *out)
{
    pt_buffer_u64(out, running->rows);
    pt_buffer_u32(out, running->n);
    for (uint32_t f = 0; f < running->n; f++) {
        pt_buffer_u64(out, running->of[f].stored);
        pt_buffer_f64(out, running->of[f].mean);
        pt_buffer_f64(out, running->of[f].square);
    }
}

ptron_status pt_running_load(struct pt_recipe *recipe, struct pt_cursor *in, ptron_error *err)
{
    struct pt_running *running = &recipe->running;
    bool good = true;
    uint32_t n;

    running->rows = pt_cursor_u64(in);
    n = pt_cursor_u32(in);
    if (in->failed || n != recipe->n_features || n > pt_cursor_left(in) / 24 || running->rows == 0 ||
        recipe->scaling != PT_SCALE_STANDARD)
        return pt_fail(err, PTRON_MODEL, "the running sums are not those of the recipe");
    PT_TRY(pt_running_reach(running, n, err));
    for (uint32_t f = 0; f < n; f++) {
        struct pt_moments *m = &running->of[f];

        m->stored = pt_cursor_u64(in);
        m->mean = pt_cursor_f64(in);
        m->square = pt_cursor_f64(in);
        good &= m->stored <= running->rows && isfinite(m->mean) && m->square >= 0.0 && isfinite(m->square);
    }
    return good ? PTRON_OK : pt_fail(err, PTRON_MODEL, "the running sums of a feature are none");
}
