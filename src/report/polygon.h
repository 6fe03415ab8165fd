/* A convex polygon, cut by half-planes. */
#ifndef PT_REPORT_POLYGON_H
#define PT_REPORT_POLYGON_H

#include <stddef.h>

enum { PT_POLYGON_ROOM = 64 };   /* corners at most; a cut that would need more is left out */

struct pt_polygon {
    double x[PT_POLYGON_ROOM], y[PT_POLYGON_ROOM];
    size_t n;
};

void pt_polygon_box(struct pt_polygon *polygon, double x0, double y0, double x1, double y1);
/* Keeps what has a x + b y + c >= 0. */
void pt_polygon_cut(struct pt_polygon *polygon, double a, double b, double c);

#endif
