/* The state of the mistake-driven family: everything a resume needs, and how it grows. */
#include "learn/online/pairs.h"

#include <math.h>
#include <string.h>

void pt_online_save_state(const void *self, struct pt_buffer *out)
{
    const struct pt_online *o = pt_online_parted(self);

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
    if (o->parts.keeper->keeps) {
        pt_weights_save(&o->kept.weights, out);
        pt_buffer_f64(out, o->kept.mass);
        pt_buffer_u64(out, o->kept.seen);
        pt_pocket_save(&o->kept.pocket, out);
    }
    if (o->parts.keeper->save != NULL)
        o->parts.keeper->save(o, out);
}

ptron_status pt_online_load_state(void *self, struct pt_cursor *in, ptron_error *err)
{
    struct pt_online *o = self;

    pt_pairs_part(o);
    PT_TRY(pt_weights_load(&o->base.w, in, err));
    o->w_norm2 = pt_cursor_f64(in);
    o->base.mass = pt_cursor_f64(in);
    o->base.updates = pt_cursor_u64(in);
    PT_TRY(pt_linear_load_start(&o->base, pt_cursor_u32(in) != 0, in, err));
    if (o->variance.w != NULL)
        PT_TRY(pt_weights_load(&o->variance, in, err));
    if (o->parts.rule->keep != NULL)
        o->base.scale = pt_cursor_f64(in);
    if (o->parts.keeper->keeps) {
        PT_TRY(pt_weights_load(&o->kept.weights, in, err));
        o->kept.mass = pt_cursor_f64(in);
        o->kept.seen = pt_cursor_u64(in);
        pt_pocket_load(&o->kept.pocket, in);
    }
    if (o->parts.keeper->load != NULL)
        PT_TRY(o->parts.keeper->load(o, in, err));
    if (in->failed || isnan(o->w_norm2) ||   /* sums that overflowed bound nothing, and are kept as they are */
        !(o->base.scale > 0.0 && isfinite(o->base.scale)))
        return pt_fail(err, PTRON_MODEL, "the state is cut short or not finite");
    return PTRON_OK;
}

/* ---- widening ------------------------------------------------------------------------------------ */

/* One vector w becomes two: a w for class 1, -a w for class 0. */
static ptron_status part(struct pt_weights *weights, double a, double b, ptron_error *err)
{
    struct pt_weights two;

    if (weights->w == NULL)
        return PTRON_OK;
    PT_TRY(pt_weights_init(&two, 2, weights->features, err));
    for (size_t j = 0; j < weights->features; j++) {
        two.w[2 * j] = b * weights->w[j];
        two.w[2 * j + 1] = a * weights->w[j];
    }
    two.bias[0] = b * weights->bias[0];
    two.bias[1] = a * weights->bias[0];
    pt_weights_fini(weights);
    *weights = two;
    return PTRON_OK;
}

/* A third class has come. From zero, many-class learning of two classes is the binary one with w and -w (steps
 * of full length) or w/2 and -w/2 (steps that reach a margin of 1): so nothing learned is lost. */
static ptron_status part_classes(struct pt_online *o, ptron_error *err)
{
    const double a = o->parts.rule->own_length ? 0.5 : 1.0;

    PT_TRY(part(&o->base.w, a, -a, err));
    PT_TRY(part(&o->kept.weights, a, -a, err));
    PT_TRY(part(&o->base.start, a, -a, err));
    PT_TRY(part(&o->variance, 1.0, 1.0, err));
    o->parts.space = o->parts.space->many;
    o->base.mass *= a;
    o->kept.mass *= a;
    o->w_norm2 = pt_weights_norm2(o->base.setup.ops, &o->base.w);
    return PTRON_OK;
}

static ptron_status widen_variance(struct pt_online *o, size_t vectors, uint32_t features, ptron_error *err)
{
    struct pt_weights *v = &o->variance, wide;

    if (v->w == NULL || (v->vectors == vectors && v->features == features))
        return PTRON_OK;
    PT_TRY(pt_weights_init(&wide, vectors, features, err));
    pt_weights_fill(&wide, 1.0);
    for (size_t j = 0; j < v->features; j++)
        memcpy(wide.w + j * vectors, v->w + j * v->vectors, v->vectors * sizeof *wide.w);
    memcpy(wide.bias, v->bias, v->vectors * sizeof *wide.bias);
    pt_weights_fini(v);
    *v = wide;
    return PTRON_OK;
}

ptron_status pt_online_widen(void *self, uint32_t features, uint32_t classes, ptron_error *err)
{
    struct pt_online *o = self;
    size_t vectors;

    if (features <= o->base.w.features && classes == o->base.setup.classes)
        return PTRON_OK;
    pt_pairs_fini(o);
    if (classes > 2 && o->base.w.vectors == 1 && o->base.setup.positive == NULL)
        PT_TRY(part_classes(o, err));
    vectors = pt_space_vectors(o->parts.space, classes);
    PT_TRY(pt_linear_widen(&o->base, vectors, features, err));
    if (o->parts.keeper->keeps)
        PT_TRY(pt_weights_widen(&o->kept.weights, vectors, features, err));
    o->base.setup.classes = classes;
    return widen_variance(o, vectors, o->base.w.features, err);
}

ptron_status pt_online_renumber(void *self, const uint32_t *to, uint32_t n, ptron_error *err)
{
    struct pt_online *o = self;

    (void)n;
    pt_pairs_part(o);
    if (o->parts.rule == &pt_rule_uneven)   /* the first rows were learned with the other class's margin */
        return pt_fail(err, PTRON_DATA, "a class came late that sorts before others, and each has its own margin: name "
                                        "all classes (--classes), or --positive");
    pt_votes_renumber(&o->kept.votes, to);
    if (o->base.w.vectors == 1) {
        if (to[0] != 0) {   /* two classes that change places turn the boundary round */
            pt_weights_negate(&o->base.w);
            if (o->parts.keeper->keeps)
                pt_weights_negate(&o->kept.weights);
        }
        return PTRON_OK;
    }
    PT_TRY(pt_weights_renumber(&o->base.w, to, err));
    PT_TRY(pt_weights_renumber(&o->kept.weights, to, err));
    PT_TRY(pt_weights_renumber(&o->base.start, to, err));
    return pt_weights_renumber(&o->variance, to, err);
}
