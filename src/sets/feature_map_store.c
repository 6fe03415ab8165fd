/* Fitting and applying. Rows go through in blocks of a fixed size, each a matrix product of its own. */
#include "sets/store.h"
#include "base/alloc.h"
#include "base/blas.h"
#include "base/elementary.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/param.h"
#include "base/random.h"
#include "base/size.h"

#include <math.h>
#include <string.h>

/* ---- fitting -------------------------------------------------------------------------------------- */

static ptron_status read_kind(const ptron_options *options, struct pt_feature_map *map, ptron_error *err)
{
    const char *text = pt_option_text(options, "features"), *colon = strchr(text, ':');
    const char *end = text + strlen(text), *at = colon == NULL ? end : colon + 1;
    uint64_t out;

    for (int kind = PT_MAP_FOURIER; colon != NULL && kind < PT_N_FEATURE_MAPS; kind++) {
        const char *name = pt_feature_map_name((enum pt_feature_map_kind)kind);
        if (strlen(name) == (size_t)(colon - text) && memcmp(name, text, strlen(name)) == 0)
            map->kind = (enum pt_feature_map_kind)kind;
    }
    if (map->kind == PT_MAP_NONE || !pt_parse_u64(&at, end, &out) || at != end || out < 1 || out > 1000000)
        return pt_fail(err, PTRON_ARGUMENT, "features is '%.40s'; fourier:D or nystroem:M with a number from 1 to "
                                            "1000000 is wanted", text);
    map->out = (uint32_t)out;
    return PTRON_OK;
}

static struct pt_row row_at(const struct pt_store *store, size_t i)
{
    const struct pt_block block = pt_store_block(store);

    return pt_block_row(&block, i);
}

/* auto: 1 / (features times variance of the values, zeros included). */
static ptron_status read_gamma(const ptron_options *options, const struct pt_store *store, struct pt_feature_map *map,
                               ptron_error *err)
{
    const char *text = pt_option_text(options, "gamma"), *at = text, *end = text + strlen(text);
    const double cells = (double)store->n_rows * (double)map->in;
    double sum = 0.0, squares = 0.0;

    if (strcmp(text, "auto") != 0) {
        if (pt_parse_double(&at, end, &map->gamma) && at == end && map->gamma > 0.0 && map->gamma <= 1e30)
            return PTRON_OK;
        return pt_fail(err, PTRON_ARGUMENT, "gamma is '%.40s'; a number above 0, or auto, is wanted", text);
    }
    for (size_t i = 0; i < store->n_rows; i++) {
        const struct pt_row row = row_at(store, i);
        for (size_t j = 0; j < row.n; j++)
            sum += pt_row_value(&row, j);
        squares += row.norm2;
    }
    map->gamma = 1.0 / ((double)map->in * (squares / cells - sum / cells * (sum / cells)));
    if (!(map->gamma > 0.0) || !(map->gamma <= 1e30))
        map->gamma = 1.0;
    return PTRON_OK;
}

static void draw_fourier(struct pt_feature_map *map, pt_random *random)
{
    const double wide = sqrt(2.0 * map->gamma);

    for (size_t i = 0; i < (size_t)map->in * map->out; i++)
        map->basis[i] = (float)(wide * pt_random_normal(random));
    for (size_t j = 0; j < map->out; j++)
        map->more[j] = (float)(6.283185307179586 * pt_random_unit(random));
}

/* Features are made in single precision. */
static ptron_status too_large(const struct pt_store *store, size_t i, ptron_error *err)
{
    const struct pt_row row = row_at(store, i);
    double most = 0.0;

    for (size_t j = 0; j < row.n; j++)
        most = fmax(most, fabs(pt_row_value(&row, j)));
    return pt_detail(err, PTRON_DETAIL_TOO_LARGE,
                     pt_fail(err, PTRON_DATA, "row %zu has a value of %g, too large for the features to be made; scale "
                                              "the rows (--scale standard)", i + 1, most));
}

/* Rows chosen without repeats: the first `out` of a shuffle. */
static ptron_status choose_rows(struct pt_feature_map *map, const struct pt_store *store, pt_random *random,
                                ptron_error *err)
{
    uint32_t *order = pt_array(store->n_rows, sizeof *order);
    ptron_status status = PTRON_OK;

    if (order == NULL)
        return pt_fail_memory(err, store->n_rows * sizeof *order, "the features to be made");
    for (size_t i = 0; i < store->n_rows; i++)
        order[i] = (uint32_t)i;
    pt_random_shuffle(random, order, store->n_rows);
    memset(map->basis, 0, (size_t)map->in * map->out * sizeof *map->basis);
    for (size_t k = 0; status == PTRON_OK && k < map->out; k++) {
        const struct pt_row row = row_at(store, order[k]);
        double norm2 = 0.0;
        for (size_t j = 0; j < row.n; j++) {
            const float value = (float)pt_row_value(&row, j);
            map->basis[(row.index == NULL ? j : row.index[j]) * map->out + k] = value;
            norm2 += (double)value * (double)value;
        }
        map->norm2[k] = (float)norm2;
        if (!isfinite(map->norm2[k]))
            status = too_large(store, order[k], err);
    }
    pt_release(order);
    return status;
}

/* k [m][m] of the chosen rows, in doubles, with a ridge that makes it safely positive. */
static void kernel_matrix(const struct pt_feature_map *map, double *k)
{
    const size_t m = map->out;

    memset(k, 0, m * m * sizeof *k);
    for (size_t j = 0; j < map->in; j++)
        for (size_t a = 0; a < m; a++) {
            const double x = (double)map->basis[j * m + a];
            for (size_t b = 0; x != 0.0 && b <= a; b++)
                k[a * m + b] += x * (double)map->basis[j * m + b];
        }
    for (size_t a = 0; a < m; a++)
        for (size_t b = 0; b <= a; b++) {
            const double away = (double)map->norm2[a] + (double)map->norm2[b] - 2.0 * k[a * m + b];
            k[b * m + a] = k[a * m + b] = pt_exp(-map->gamma * fmax(0.0, away)) + (a == b ? 1e-6 : 0.0);
        }
}

/* T = inverse of the lower triangle L with L L' = K; kept transposed, so that values [n][m] times it are features. */
static ptron_status find_triangle(struct pt_feature_map *map, ptron_error *err)
{
    const int m = (int)map->out;
    const size_t cells = (size_t)map->out * map->out;
    const struct pt_blas *blas;
    double *k;
    int info = 0;

    PT_TRY(pt_blas_open(&blas, err));
    if (blas->dpotrf == NULL || blas->dtrtri == NULL)
        return pt_fail(err, PTRON_IO, "nystroem needs a BLAS with LAPACK in it, such as OpenBLAS");
    PT_TRY(pt_memory_expect(cells, sizeof *k, "the matrix of the chosen rows", err));
    k = pt_array(cells, sizeof *k);
    if (k == NULL)
        return pt_fail_memory(err, cells * sizeof *k, "the matrix of the chosen rows");
    kernel_matrix(map, k);
    blas->dpotrf("U", &m, k, &m, &info);   /* by columns the upper triangle: by rows the lower one */
    if (info == 0)
        blas->dtrtri("U", "N", &m, k, &m, &info);
    for (size_t a = 0; a < map->out; a++)
        for (size_t b = 0; b < map->out; b++)
            map->more[a * map->out + b] = b >= a ? (float)k[b * map->out + a] : 0.0f;
    pt_release(k);
    return info == 0 ? PTRON_OK : pt_fail(err, PTRON_DATA, "the kernel of the chosen rows has no inverse; take fewer");
}

ptron_status pt_feature_map_fit(struct pt_recipe *recipe, const struct pt_store *store, const ptron_options *options,
                                ptron_error *err)
{
    pt_random random = pt_random_of(pt_option_count(options, "seed"), UINT64_C(0x6c696674));
    struct pt_feature_map *map = &recipe->feature_map;

    if (pt_option_text(options, "features")[0] == '\0' || store->n_rows == 0)
        return PTRON_OK;
    map->in = recipe->n_features;
    PT_TRY(read_kind(options, map, err));
    PT_TRY(read_gamma(options, store, map, err));
    if (map->kind == PT_MAP_NYSTROEM && map->out > store->n_rows)
        return pt_fail(err, PTRON_ARGUMENT, "nystroem:%u asks for more rows than there are: %zu",
                       (unsigned)map->out, store->n_rows);
    PT_TRY(pt_feature_map_reserve(map, err));
    if (map->kind == PT_MAP_NYSTROEM) {
        PT_TRY(choose_rows(map, store, &random, err));
        return find_triangle(map, err);
    }
    draw_fourier(map, &random);
    return PTRON_OK;
}

/* ---- applying ------------------------------------------------------------------------------------- */

struct mapping {
    const struct pt_feature_map *feature_map;
    const struct pt_blas *blas;
    struct pt_block block;
    float *to;        /* [rows][out] */
    bool  *failed;    /* [tasks] */
};

static void map_rows(void *context, size_t task)
{
    const struct mapping *l = context;
    const size_t from = task * PT_MAP_ROWS, n = pt_min(PT_MAP_ROWS, l->block.n_rows - from);
    struct pt_row rows[PT_MAP_ROWS];

    for (size_t i = 0; i < n; i++)
        rows[i] = pt_block_row(&l->block, from + i);
    l->failed[task] = !pt_feature_map_rows(l->feature_map, l->blas, rows, n, l->block.dense,
                                           l->to + from * l->feature_map->out);
}

static ptron_status map_block(struct mapping *l, pt_pool *pool, ptron_error *err)
{
    const size_t tasks = (l->block.n_rows + PT_MAP_ROWS - 1) / PT_MAP_ROWS;
    bool failed;

    l->failed = pt_zeroed(tasks, sizeof *l->failed);
    failed = l->failed == NULL;
    if (!failed)
        pt_pool_run(pool, tasks, map_rows, l);
    for (size_t i = 0; !failed && i < tasks; i++)
        failed = l->failed[i];
    pt_release(l->failed);
    return failed ? pt_fail_memory(err, PT_MAP_ROWS * l->feature_map->out * sizeof *l->to, "a block of rows")
                  : PTRON_OK;
}

ptron_status pt_feature_map_store(const struct pt_recipe *recipe, struct pt_store *store, pt_pool *pool,
                                  ptron_error *err)
{
    static const char what[] = "the rows with the features made";
    struct mapping l = {.feature_map = &recipe->feature_map, .block = pt_store_block(store)};
    const size_t width = recipe->feature_map.out, cells = store->n_rows * width;
    ptron_status status;

    if (recipe->feature_map.kind == PT_MAP_NONE || store->n_rows == 0)
        return PTRON_OK;
    PT_TRY(pt_blas_open(&l.blas, err));
    PT_TRY(pt_memory_expect(store->n_rows, width * sizeof *l.to, what, err));
    l.to = pt_array(cells, sizeof *l.to);
    if (l.to == NULL)
        return pt_fail_memory(err, cells * sizeof *l.to, what);
    pt_memory_large_pages(l.to, cells * sizeof *l.to);
    status = map_block(&l, pool, err);
    for (size_t i = 0; status == PTRON_OK && i < cells; i++)
        if (!isfinite(l.to[i]))
            status = too_large(store, i / width, err);
    if (status != PTRON_OK) {
        pt_release(l.to);
        return status;
    }
    pt_release(store->value);
    pt_release(store->index);
    pt_release(store->offset);
    store->value = l.to;
    store->index = NULL;
    store->offset = NULL;
    store->dense = true;
    store->width = (uint32_t)width;
    store->kind = PT_F32;
    store->n_values = store->value_room = cells;
    pt_store_measure(store, pool);
    return PTRON_OK;
}
