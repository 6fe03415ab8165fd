/* A plane to draw rows in: two features, or two directions of many. */
#ifndef PT_RECORD_RECORD_PLANE_H
#define PT_RECORD_RECORD_PLANE_H

#include "record/record.h"

enum pt_plane_mode {
    PT_PLANE_FEATURES,   /* two features; others, if any, are held at their means where a boundary is drawn */
    PT_PLANE_DISTANCE,   /* distance from the boundary, and the direction of widest spread along it */
    PT_PLANE_SPREAD      /* the two directions of widest spread */
};

struct pt_plane {
    enum pt_plane_mode mode;
    size_t    n;                /* features */
    size_t    feature[2];       /* PT_PLANE_FEATURES */
    double   *axis[2];          /* [n] unit vectors, else NULL */
    double   *mean;             /* [n] of the rows drawn */
    double    shift[2];         /* plane = axis.x + shift */
    uint64_t *rows;             /* [n_rows] drawn */
    size_t    n_rows;
    double    x0, x1, y0, y1;   /* what is shown */
};

/* Chooses axes and rows; fini in any case. Modes other than features are for up to PT_PLANE_MOST features. */
enum { PT_PLANE_MOST = 200000 };
ptron_status pt_plane_init(struct pt_plane *plane, const struct pt_judged *v, ptron_error *err);
void         pt_plane_fini(struct pt_plane *plane);

void   pt_plane_point(const struct pt_plane *plane, const struct pt_row *row, double out[2]);
/* The score w.x + b along the plane as line[0] x + line[1] y + line[2]. */
void   pt_plane_line(const struct pt_plane *plane, const double *w, double b, double line[3]);
/* record_space.c: the rows drawn in the theorem's unit ball, and in the feature space of a kernel. */
ptron_status pt_record_spaces(const struct pt_judged *v, const struct pt_plane *plane, ptron_error *err);
/* The row at a point of the plane: x [n]. */
void   pt_plane_lift(const struct pt_plane *plane, double px, double py, double *x);

#endif
