/* The step as a value: memory, copies, bytes. */
#include "recipe/feature_map.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

void pt_feature_map_fini(struct pt_feature_map *map)
{
    pt_release(map->basis);
    pt_release(map->more);
    pt_release(map->norm2);
    *map = (struct pt_feature_map){0};
}

const char *pt_feature_map_name(enum pt_feature_map_kind kind)
{
    static const char *const names[PT_N_FEATURE_MAPS] = {"none", "fourier", "nystroem"};

    return names[kind];
}

size_t pt_feature_map_more(const struct pt_feature_map *map)
{
    return map->kind == PT_MAP_FOURIER ? map->out : (size_t)map->out * map->out;
}

ptron_status pt_feature_map_reserve(struct pt_feature_map *map, ptron_error *err)
{
    const uint64_t each = (uint64_t)map->in + (map->kind == PT_MAP_FOURIER ? 1 : map->out);

    PT_TRY(pt_memory_expect(map->out, each * sizeof *map->basis, "the features to be made", err));
    map->basis = pt_array((size_t)map->in * map->out, sizeof *map->basis);
    map->more = pt_array(pt_feature_map_more(map), sizeof *map->more);
    map->norm2 = pt_zeroed(map->out, sizeof *map->norm2);
    if (map->basis == NULL || map->more == NULL || map->norm2 == NULL)
        return pt_fail_memory(err, (size_t)(each * map->out * sizeof *map->basis), "the features to be made");
    return PTRON_OK;
}

ptron_status pt_feature_map_copy(struct pt_feature_map *to, const struct pt_feature_map *from, ptron_error *err)
{
    *to = (struct pt_feature_map){.kind = from->kind, .in = from->in, .out = from->out, .gamma = from->gamma};
    if (from->kind == PT_MAP_NONE)
        return PTRON_OK;
    PT_TRY(pt_feature_map_reserve(to, err));
    if (from->in > 0)
        memcpy(to->basis, from->basis, (size_t)from->in * from->out * sizeof *to->basis);
    memcpy(to->more, from->more, pt_feature_map_more(from) * sizeof *to->more);
    memcpy(to->norm2, from->norm2, from->out * sizeof *to->norm2);
    return PTRON_OK;
}

bool pt_feature_map_equals(const struct pt_feature_map *a, const struct pt_feature_map *b)
{
    if (a->kind != b->kind || a->in != b->in || a->out != b->out || a->gamma != b->gamma)
        return false;
    return a->kind == PT_MAP_NONE ||
           (memcmp(a->more, b->more, pt_feature_map_more(a) * sizeof *a->more) == 0 &&
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

void pt_feature_map_save(const struct pt_feature_map *map, struct pt_buffer *out)
{
    pt_buffer_u32(out, map->kind);
    if (map->kind == PT_MAP_NONE)
        return;
    pt_buffer_u32(out, map->out);
    pt_buffer_f64(out, map->gamma);
    save_floats(out, map->basis, (size_t)map->in * map->out);
    save_floats(out, map->more, pt_feature_map_more(map));
    if (map->kind == PT_MAP_NYSTROEM)
        save_floats(out, map->norm2, map->out);
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

ptron_status pt_feature_map_load(struct pt_feature_map *map, uint32_t in, struct pt_cursor *cursor, ptron_error *err)
{
    const uint32_t kind = pt_cursor_u32(cursor);
    size_t cells, left;

    *map = (struct pt_feature_map){0};
    if (cursor->failed || kind >= PT_N_FEATURE_MAPS)
        return pt_fail(err, PTRON_MODEL, "recipe: its made features are of an unknown kind");
    if (kind == PT_MAP_NONE)
        return PTRON_OK;
    *map = (struct pt_feature_map){.kind = (enum pt_feature_map_kind)kind, .in = in, .out = pt_cursor_u32(cursor)};
    map->gamma = pt_cursor_f64(cursor);
    left = pt_cursor_left(cursor) / 4;
    if (cursor->failed || map->out == 0 || !(map->gamma > 0.0) || !isfinite(map->gamma) ||
        !pt_mul(in, map->out, &cells) || cells > left || pt_feature_map_more(map) > left - cells)
        return pt_fail(err, PTRON_MODEL, "recipe: it ends before its made features");
    PT_TRY(pt_feature_map_reserve(map, err));
    if (!load_floats(cursor, map->basis, cells) || !load_floats(cursor, map->more, pt_feature_map_more(map)) ||
        (kind == PT_MAP_NYSTROEM && !load_floats(cursor, map->norm2, map->out)))
        return pt_fail(err, PTRON_MODEL, "recipe: its made features are cut short or not finite");
    return PTRON_OK;
}
