/* Features made of the others, for some rows at a time: each time is a matrix product of its own. */
#include "recipe/feature_map.h"
#include "base/alloc.h"
#include "base/elementary.h"

#include <math.h>
#include <string.h>

/* cos(z) for floats: to one turn, then sin of what is left of a quarter; the same bits everywhere. */
static void take_cosines(float *z, const float *phase, float scale, size_t n)
{
    const float turns = 0.15915494309189535f, shift = 12582912.0f;   /* 1.5 * 2^23: rounds to whole numbers */

    for (size_t j = 0; j < n; j++) {
        const float t = (z[j] + phase[j]) * turns, whole = (t + shift) - shift, part = t - whole;
        const float y = 6.2831853071795865f * (0.25f - (part < 0.0f ? -part : part)), s = y * y;
        z[j] = scale * y * (1.0f + s * (-1.6666667e-1f + s * (8.3333333e-3f + s * (-1.9841270e-4f +
                            s * (2.7557319e-6f + s * -2.5052108e-8f)))));
    }
}

/* exp(-gamma |x - z_j|^2) from the products x.z_j */
static void take_kernel(const struct pt_feature_map *map, double norm2, float *z)
{
    for (size_t j = 0; j < map->out; j++) {
        const double away = norm2 + (double)map->norm2[j] - 2.0 * (double)z[j];
        z[j] = (float)pt_exp(-map->gamma * (away > 0.0 ? away : 0.0));
    }
}

/* Products with the basis: dense rows by a matrix product, sparse ones row by row of the basis. */
static void multiply(const struct pt_feature_map *map, const struct pt_blas *blas, const struct pt_row *rows, size_t n,
                     bool dense, float *x, float *z)
{
    const size_t in = map->in, out = map->out;

    if (in == 0 || !dense)
        memset(z, 0, n * out * sizeof *z);
    for (size_t i = 0; i < n; i++) {
        const struct pt_row row = rows[i];

        for (size_t j = 0; j < row.n; j++) {
            const float value = (float)pt_row_value(&row, j);
            if (row.index == NULL) {
                x[i * in + j] = value;
                continue;
            }
            for (size_t k = 0; k < out && row.index[j] < in; k++)
                z[i * out + k] += value * map->basis[row.index[j] * out + k];
        }
    }
    if (in > 0 && dense)
        blas->sgemm(PT_BLAS_ROW_MAJOR, PT_BLAS_PLAIN, PT_BLAS_PLAIN, (int)n, (int)out, (int)in, 1.0f, x, (int)in,
                    map->basis, (int)out, 0.0f, z, (int)out);
}

static void finish_rows(const struct pt_feature_map *map, const struct pt_blas *blas, const struct pt_row *rows,
                        size_t n, float *z, float *to)
{
    const size_t out = map->out;
    const float scale = (float)sqrt(2.0 / (double)out);

    for (size_t i = 0; i < n; i++)
        if (map->kind == PT_MAP_FOURIER)
            take_cosines(to + i * out, map->more, scale, out);
        else
            take_kernel(map, rows[i].norm2, z + i * out);
    if (map->kind == PT_MAP_NYSTROEM)
        blas->sgemm(PT_BLAS_ROW_MAJOR, PT_BLAS_PLAIN, PT_BLAS_PLAIN, (int)n, (int)out, (int)out, 1.0f, z, (int)out,
                    map->more, (int)out, 0.0f, to, (int)out);
}

bool pt_feature_map_rows(const struct pt_feature_map *map, const struct pt_blas *blas, const struct pt_row *rows,
                         size_t n, bool dense, float *to)
{
    const bool apart = map->kind == PT_MAP_NYSTROEM;
    float *x = pt_array(n * (dense ? (size_t)map->in : 0), sizeof *x);
    float *z = pt_array(apart ? n * map->out : 0, sizeof *z);
    const bool good = x != NULL && z != NULL;

    if (good) {
        multiply(map, blas, rows, n, dense, x, apart ? z : to);
        finish_rows(map, blas, rows, n, z, to);
    }
    pt_release(x);
    pt_release(z);
    return good;
}
