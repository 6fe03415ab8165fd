/* The step as a value: memory, copies, bytes. */
#include "recipe/feature_map.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

void pt_lift_fini(struct pt_lift *lift)
{
    pt_release(lift->basis);
    pt_release(lift->more);
    pt_release(lift->norm2);
    *lift = (struct pt_lift){0};
}

const char *pt_lift_name(enum pt_lift_kind kind)
{
    static const char *const names[PT_N_LIFTS] = {"none", "fourier", "nystroem"};

    return names[kind];
}

size_t pt_lift_more(const struct pt_lift *lift)
{
    return lift->kind == PT_LIFT_FOURIER ? lift->out : (size_t)lift->out * lift->out;
}

ptron_status pt_lift_reserve(struct pt_lift *lift, ptron_error *err)
{
    const uint64_t each = (uint64_t)lift->in + (lift->kind == PT_LIFT_FOURIER ? 1 : lift->out);

    PT_TRY(pt_memory_expect(lift->out, each * sizeof *lift->basis, "the features to be made", err));
    lift->basis = pt_array((size_t)lift->in * lift->out, sizeof *lift->basis);
    lift->more = pt_array(pt_lift_more(lift), sizeof *lift->more);
    lift->norm2 = pt_zeroed(lift->out, sizeof *lift->norm2);
    if (lift->basis == NULL || lift->more == NULL || lift->norm2 == NULL)
        return pt_fail_memory(err, (size_t)(each * lift->out * sizeof *lift->basis), "the features to be made");
    return PTRON_OK;
}

ptron_status pt_lift_copy(struct pt_lift *to, const struct pt_lift *from, ptron_error *err)
{
    *to = (struct pt_lift){.kind = from->kind, .in = from->in, .out = from->out, .gamma = from->gamma};
    if (from->kind == PT_LIFT_NONE)
        return PTRON_OK;
    PT_TRY(pt_lift_reserve(to, err));
    if (from->in > 0)
        memcpy(to->basis, from->basis, (size_t)from->in * from->out * sizeof *to->basis);
    memcpy(to->more, from->more, pt_lift_more(from) * sizeof *to->more);
    memcpy(to->norm2, from->norm2, from->out * sizeof *to->norm2);
    return PTRON_OK;
}

bool pt_lift_equals(const struct pt_lift *a, const struct pt_lift *b)
{
    if (a->kind != b->kind || a->in != b->in || a->out != b->out || a->gamma != b->gamma)
        return false;
    return a->kind == PT_LIFT_NONE ||
           (memcmp(a->more, b->more, pt_lift_more(a) * sizeof *a->more) == 0 &&
            (a->in == 0 || memcmp(a->basis, b->basis, (size_t)a->in * a->out * sizeof *a->basis) == 0));
}

/* ---- bytes --------------------------------------------------------------------------------------- */

static void save_floats(struct pt_buffer *out, const float *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        pt_buffer_u32(out, bits);
    }
}

void pt_lift_save(const struct pt_lift *lift, struct pt_buffer *out)
{
    pt_buffer_u32(out, lift->kind);
    if (lift->kind == PT_LIFT_NONE)
        return;
    pt_buffer_u32(out, lift->out);
    pt_buffer_f64(out, lift->gamma);
    save_floats(out, lift->basis, (size_t)lift->in * lift->out);
    save_floats(out, lift->more, pt_lift_more(lift));
    if (lift->kind == PT_LIFT_NYSTROEM)
        save_floats(out, lift->norm2, lift->out);
}

static bool load_floats(struct pt_cursor *in, float *numbers, size_t n)
{
    bool finite = true;

    for (size_t i = 0; i < n; i++) {
        const uint32_t bits = pt_cursor_u32(in);
        memcpy(&numbers[i], &bits, sizeof bits);
        finite &= isfinite(numbers[i]) != 0;
    }
    return finite && !in->failed;
}

ptron_status pt_lift_load(struct pt_lift *lift, uint32_t in, struct pt_cursor *cursor, ptron_error *err)
{
    const uint32_t kind = pt_cursor_u32(cursor);
    size_t cells, left;

    *lift = (struct pt_lift){0};
    if (cursor->failed || kind >= PT_N_LIFTS)
        return pt_fail(err, PTRON_MODEL, "recipe: its made features are of an unknown kind");
    if (kind == PT_LIFT_NONE)
        return PTRON_OK;
    *lift = (struct pt_lift){.kind = (enum pt_lift_kind)kind, .in = in, .out = pt_cursor_u32(cursor)};
    lift->gamma = pt_cursor_f64(cursor);
    left = pt_cursor_left(cursor) / 4;
    if (cursor->failed || lift->out == 0 || !(lift->gamma > 0.0) || !isfinite(lift->gamma) ||
        !pt_mul(in, lift->out, &cells) || cells > left || pt_lift_more(lift) > left - cells)
        return pt_fail(err, PTRON_MODEL, "recipe: it ends before its made features");
    PT_TRY(pt_lift_reserve(lift, err));
    if (!load_floats(cursor, lift->basis, cells) || !load_floats(cursor, lift->more, pt_lift_more(lift)) ||
        (kind == PT_LIFT_NYSTROEM && !load_floats(cursor, lift->norm2, lift->out)))
        return pt_fail(err, PTRON_MODEL, "recipe: its made features are cut short or not finite");
    return PTRON_OK;
}
