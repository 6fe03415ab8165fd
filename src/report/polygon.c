/* Sutherland and Hodgman's cutting, one half-plane at a time. */
#include "report/polygon.h"

void pt_polygon_box(struct pt_polygon *p, double x0, double y0, double x1, double y1)
{
    *p = (struct pt_polygon){{x0, x1, x1, x0}, {y0, y0, y1, y1}, 4};
}

static void add(struct pt_polygon *p, double x, double y)
{
    if (p->n < PT_POLYGON_ROOM) {
        p->x[p->n] = x;
        p->y[p->n++] = y;
    }
}

void pt_polygon_cut(struct pt_polygon *p, double a, double b, double c)
{
    struct pt_polygon kept = {.n = 0};

    if (p->n + 2 > PT_POLYGON_ROOM)
        return;
    for (size_t i = 0; i < p->n; i++) {
        const size_t j = (i + 1) % p->n;
        const double from = a * p->x[i] + b * p->y[i] + c, to = a * p->x[j] + b * p->y[j] + c;
        if (from >= 0.0)
            add(&kept, p->x[i], p->y[i]);
        if ((from >= 0.0) != (to >= 0.0))
            add(&kept, p->x[i] + (p->x[j] - p->x[i]) * from / (from - to),
                p->y[i] + (p->y[j] - p->y[i]) * from / (from - to));
    }
    *p = kept;
}
