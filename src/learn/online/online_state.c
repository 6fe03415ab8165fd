/* The state of the mistake-driven family: everything a resume needs. */
#include "learn/online/online.h"

#include <math.h>

static void save_kept(const struct pt_online *o, struct pt_buffer *out)
{
    pt_weights_save(&o->kept.weights, out);
    pt_buffer_f64(out, o->kept.mass);
    pt_buffer_u64(out, o->kept.seen);
    pt_pocket_save(&o->kept.pocket, out);
}

void pt_online_save_state(const void *self, struct pt_buffer *out)
{
    const struct pt_online *o = self;

    pt_weights_save(&o->base.w, out);
    pt_buffer_f64(out, o->w_norm2);
    pt_buffer_f64(out, o->base.mass);
    pt_buffer_u64(out, o->base.updates);
    pt_buffer_u32(out, o->base.start.w != NULL);
    pt_linear_save_start(&o->base, out);
    if (o->variance.w != NULL)
        pt_weights_save(&o->variance, out);
    if (o->parts.rule->keep != NULL)
        pt_buffer_f64(out, o->base.scale);
    if (o->parts.keeper->keeps)
        save_kept(o, out);
    if (o->parts.keeper->save != NULL)
        o->parts.keeper->save(o, out);
}

static ptron_status load_kept(struct pt_online *o, struct pt_cursor *in, ptron_error *err)
{
    PT_TRY(pt_weights_load(&o->kept.weights, in, err));
    o->kept.mass = pt_cursor_f64(in);
    o->kept.seen = pt_cursor_u64(in);
    pt_pocket_load(&o->kept.pocket, in);
    return PTRON_OK;
}

ptron_status pt_online_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct pt_online *o = self;

    PT_TRY(pt_weights_load(&o->base.w, in, err));
    o->w_norm2 = pt_cursor_f64(in);
    o->base.mass = pt_cursor_f64(in);
    o->base.updates = pt_cursor_u64(in);
    PT_TRY(pt_linear_load_start(&o->base, pt_cursor_u32(in) != 0, in, err));
    if (o->variance.w != NULL)
        PT_TRY(pt_weights_load(&o->variance, in, err));
    if (o->parts.rule->keep != NULL)
        o->base.scale = pt_cursor_f64(in);
    if (o->parts.keeper->keeps)
        PT_TRY(load_kept(o, in, err));
    if (o->parts.keeper->load != NULL)
        PT_TRY(o->parts.keeper->load(o, in, err));
    if (in->failed || !isfinite(o->base.mass) || !isfinite(o->kept.mass) || !isfinite(o->w_norm2) ||
        !(o->base.scale > 0.0 && isfinite(o->base.scale)))
        return pt_fail(err, PTRON_MODEL, "the state is cut short or not finite");
    return PTRON_OK;
}
