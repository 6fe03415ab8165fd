/* The perceptron with a margin on rescaled columns: with factors c, x'_j = c_j x_j, the weights for the rows
 * as they are become c_j w'_j, and an update on x' adds c_j^2 x_j to them. A row is used until its product is
 * above a share of |w'|^2 / mass, so that the end is not on the edge (PDM, Panagiotakopoulos and Tsampouka 2011). */
#include "prove/sweep.h"

#include <math.h>

static const double SHARE = 0.1;

struct sweep {
    const struct pt_rows *rows;
    const double *scale;
    double *w;       /* [width] for the rows as they are */
    double norm2;    /* |w'|^2 */
    double mass;
    double work;
};

/* |a'_i|^2 times by^2, and w += by c^2 a_i. */
static double add_row(struct sweep *s, size_t i, double by)
{
    const struct pt_row row = pt_rows_row(s->rows, i);
    double norm2 = 0;

    for (size_t j = 0; j < row.n; j++) {
        const size_t at = row.index == NULL ? j : row.index[j];
        const double x = pt_row_value(&row, j) * s->scale[at];

        norm2 += x * x;
        s->w[at] += by * s->scale[at] * x;
    }
    if (s->rows->bias) {
        const double x = s->scale[s->rows->view.features];
        norm2 += x * x;
        s->w[s->rows->view.features] += by * x * x;
    }
    return norm2 * by * by;
}

/* True when the row was a mistake, or too near. */
static bool visit(struct sweep *s, size_t i)
{
    const double product = pt_rows_dot(s->rows, i, s->w);

    s->work += (double)pt_rows_row(s->rows, i).n;
    if (s->mass > 0 && product > SHARE * s->norm2 / s->mass)
        return false;
    s->norm2 += 2 * product + add_row(s, i, pt_rows_sign(s->rows, i));
    s->work += 2.0 * (double)pt_rows_row(s->rows, i).n;
    s->mass += 1;
    return true;
}

bool pt_sweep_run(const struct pt_rows *rows, const uint32_t *live, size_t n, const double *scale, double work,
                  double *w)
{
    struct sweep s = {.rows = rows, .scale = scale, .w = w};
    bool separated = false;

    for (uint32_t j = 0; j < rows->width; j++)
        w[j] = 0;
    while (!separated && s.work < work) {
        size_t updates = 0;

        for (size_t k = 0; k < n; k++)
            updates += visit(&s, live == NULL ? k : live[k]);
        separated = updates == 0 && isfinite(s.norm2);
    }
    return separated;
}
