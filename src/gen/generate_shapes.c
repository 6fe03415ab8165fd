/* Shapes: clouds, exclusive or, circles, moons; rows that only a bias separates; the fixed little sets. Directions are
 * points of a disc brought to length 1 and bell curves sums of twelve uniforms, so that only square roots are needed:
 * the same bytes on every machine. */
#include "gen/generate_shapes.h"
#include "base/alloc.h"
#include "base/plural.h"
#include "base/size.h"

#include <math.h>

uint32_t pt_noisy(const struct pt_generation *g, pt_random *random, bool positive)
{
    return (uint32_t)(positive != (pt_random_unit(random) < g->noise));
}

int32_t pt_nearest_milli(double milli)
{
    return (int32_t)(milli < 0.0 ? milli - 0.5 : milli + 0.5);
}

/* Mean 0, variance 1, never beyond 6: what twelve uniforms add up to, less their mean. */
static double bell(pt_random *random)
{
    double sum = -6.0;

    for (int i = 0; i < 12; i++)
        sum += pt_random_unit(random);
    return sum;
}

static void put(const struct pt_generation *g, pt_random *random, struct pt_drawn *row, size_t j, double value)
{
    row->units[j] = pt_nearest_milli(1000.0 * (value + (g->spread > 0.0 ? g->spread * bell(random) : 0.0)));
    row->n = j + 1;
}

/* ---- clouds: one class around each centre, which are drawn from the cube -1..1 -------------------- */

ptron_status pt_prepare_blobs(struct pt_generation *g, ptron_error *err)
{
    pt_random random = pt_random_of(g->seed, UINT64_MAX);
    size_t n;

    if (!pt_mul(g->centres, g->features, &n) || (g->hidden = pt_array(n, sizeof *g->hidden)) == NULL)
        return pt_fail(err, PTRON_NOMEM, "no memory for %u x %u coordinates of centres", (unsigned)g->centres,
                       (unsigned)g->features);
    for (size_t i = 0; i < n; i++)
        g->hidden[i] = 2.0 * pt_random_unit(&random) - 1.0;
    return PTRON_OK;
}

void pt_draw_blobs(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    const size_t centre = (size_t)(row->number % g->centres);

    for (size_t j = 0; j < g->features; j++)
        put(g, random, row, j, g->hidden[centre * g->features + j]);
    row->label = (uint32_t)(pt_random_unit(random) < g->noise ? pt_random_below(random, g->centres) : centre);
}

/* ---- only with a bias ----------------------------------------------------------------------------
 * Rows of the cube 0..2; the label is the side of the hyperplane x1 + ... + xd = d, and a row that lies closer to it
 * than the margin is pushed away. The first two rows lie on the diagonal, one on either side: the same direction
 * from the origin with both labels, so that no hyperplane through the origin separates them. */

ptron_status pt_prepare_biased(struct pt_generation *g, ptron_error *err)
{
    const double most = sqrt((double)g->features) - 0.001;

    if (g->margin > most)
        return pt_fail(err, PTRON_ARGUMENT, "margin is %g, biased rows of %u feature%s take up to %.3f", g->margin,
                       (unsigned)g->features, pt_plural(g->features), most);
    return PTRON_OK;
}

void pt_draw_biased(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    const double root = sqrt((double)g->features), wanted = 1000.0 * g->margin + 0.5 * root;   /* and rounding */
    double distance = -1000.0 * root;

    row->n = g->features;
    for (size_t j = 0; j < row->n; j++) {
        row->units[j] = row->number < 2 ? (row->number == 0 ? 500 : 1500) : (int32_t)pt_random_below(random, 2001);
        distance += row->units[j] / root;
    }
    const bool above = distance > 0.0;
    if (fabs(distance) < wanted)
        for (size_t j = 0; j < row->n; j++)
            row->units[j] = pt_nearest_milli(row->units[j] + ((above ? wanted : -wanted) - distance) / root);
    row->label = row->number < 2 ? above : pt_noisy(g, random, above);
}

/* ---- the plane ----------------------------------------------------------------------------------- */

ptron_status pt_prepare_plane(struct pt_generation *g, ptron_error *err)
{
    if (g->features == 2)
        return PTRON_OK;
    return pt_fail(err, PTRON_ARGUMENT, "dimensions is %u, this kind lies in the plane: 2", (unsigned)g->features);
}

/* (0,0)+ (1,1)+ (0,1)- (1,0)-, over and over, each with its own scatter. */
void pt_draw_xor(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    static const double corners[4][2] = {{0, 0}, {1, 1}, {0, 1}, {1, 0}};
    const size_t corner = (size_t)(row->number % 4);

    put(g, random, row, 0, corners[corner][0]);
    put(g, random, row, 1, corners[corner][1]);
    row->label = pt_noisy(g, random, corner < 2);
}

/* A direction, uniform: a point of the disc, not too near its middle, divided by its length. */
static void direction(pt_random *random, double *x, double *y)
{
    double norm2;

    do {
        *x = 2.0 * pt_random_unit(random) - 1.0;
        *y = 2.0 * pt_random_unit(random) - 1.0;
        norm2 = *x * *x + *y * *y;
    } while (norm2 > 1.0 || norm2 < 0.01);
    *x /= sqrt(norm2);
    *y /= sqrt(norm2);
}

/* Radius 1/2 inside radius 1. */
void pt_draw_circles(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    const bool inner = row->number % 2 == 1;
    double x, y;

    direction(random, &x, &y);
    put(g, random, row, 0, inner ? 0.5 * x : x);
    put(g, random, row, 1, inner ? 0.5 * y : y);
    row->label = pt_noisy(g, random, inner);
}

/* Two half circles that reach into each other: the upper half around (0, 0), the lower half around (1, 1/2). */
void pt_draw_moons(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    const bool lower = row->number % 2 == 1;
    double x, y;

    direction(random, &x, &y);
    put(g, random, row, 0, lower ? 1.0 + x : x);
    put(g, random, row, 1, lower ? 0.5 - fabs(y) : fabs(y));
    row->label = pt_noisy(g, random, lower);
}

/* ---- fixed sets ---------------------------------------------------------------------------------- */

static void fix(struct pt_drawn *row, const int32_t *milli, bool positive)
{
    row->n = 2;
    row->units[0] = milli[0];
    row->units[1] = milli[1];
    row->label = positive;
}

/* Both pairs add up to (3, 3): no line has them apart. */
void pt_draw_worked(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    static const int32_t points[4][2] = {{1000, 1000}, {2000, 2000}, {1000, 2000}, {2000, 1000}};

    (void)g, (void)random;
    fix(row, points[row->number], row->number < 2);
}

/* Above or below the line 3 x1 + 4 x2 = 12, by at least 0.1. */
void pt_draw_eighty_five(const struct pt_generation *g, pt_random *random, struct pt_drawn *row)
{
    static const int32_t points[85][2] = {
        {-400, 2920}, {-1140, 5240}, {-460, 1690}, {4170, 5260}, {2660, 3450}, {2290, 4770}, {-200, 3470},
        {2810, 1730}, {1450, -1960}, {2500, 1450}, {2950, 1620}, {5390, 3470}, {3170, -240}, {1330, 5570}, {800, -700},
        {1060, -850}, {4630, 3380}, {-170, 5550}, {1660, 670}, {100, 1330}, {4910, 900}, {2450, -660}, {-20, 890},
        {3730, 4520}, {4220, -830}, {1610, -730}, {3900, 520}, {5760, 4600}, {5060, 770}, {5640, 4190}, {-900, 5730},
        {-970, 5930}, {360, 90}, {2260, -1680}, {3930, 3950}, {2050, 2020}, {2290, 3860}, {5900, 2850}, {-190, 3790},
        {1460, 1540}, {740, 3060}, {0, 4570}, {1360, 3320}, {350, 500}, {3450, 790}, {2060, -860}, {3400, 1700},
        {-700, 2000}, {-410, -1450}, {-90, -440}, {530, -1660}, {5440, 4570}, {3420, 4280}, {1290, -1300},
        {-1790, 1140}, {5470, 1950}, {3750, 4380}, {-720, 5790}, {5050, 190}, {-1560, 5450}, {5310, -730}, {560, -870},
        {-1170, 3510}, {-1360, 4170}, {-250, 6000}, {4960, 4880}, {-630, 2190}, {-1710, 1710}, {-1130, 4160},
        {5380, -180}, {4370, 4160}, {4280, 3940}, {1750, -580}, {-1470, 1720}, {-330, -1840}, {-1420, 2670},
        {1900, 1020}, {3300, 1490}, {1960, 5320}, {2280, 3520}, {3450, 1360}, {5970, 730}, {640, 150}, {920, 4590},
        {1030, 10},
    };
    const int32_t *point = points[row->number];

    (void)g, (void)random;
    fix(row, point, 3 * point[0] + 4 * point[1] > 12000);
}
