/* A frame with two axes, and lines and areas in it. */
#ifndef PT_REPORT_CHART_H
#define PT_REPORT_CHART_H

#include "report/run_record.h"
#include "report/svg.h"

struct pt_chart {
    struct pt_svg *svg;
    const char *x_label, *y_label; /* no y_label: no axis up, for strips that stand below each other */
    double x0, x1, y0, y1;         /* what the axes span */
    bool   log_x, log_y;
    bool   whole_x, whole_y;       /* ticks at whole numbers only */
    bool   square;                 /* x and y to the same scale: widens one of them */
    bool   names;                  /* the labels are a user's names */
    double left, right, top, bottom;   /* of the frame, in the picture; 0: the usual ones */
    double legend_room;            /* above the frame, for the lines of a legend beyond the first */
    double legend_x, legend_y;     /* where the next entry goes */
};

enum { PT_CHART_WIDTH = 480, PT_CHART_HEIGHT = 310 };

/* Chooses frame and span, which is widened where it is empty; nothing is drawn. */
void   pt_chart_fit(struct pt_chart *chart);
/* The same, and draws frame, ticks and labels. */
void   pt_chart_draw(struct pt_chart *chart);
double pt_chart_x(const struct pt_chart *chart, double x);
double pt_chart_y(const struct pt_chart *chart, double y);
/* Where the point of a table's row is drawn; its y is in the column after x. */
void   pt_chart_point(const struct pt_chart *chart, const struct pt_table *table, size_t row, enum pt_record_column x,
                      double at[2]);
/* A second axis up on the right, in percent, for a chart that has left room there. */
void   pt_chart_right_percent(struct pt_chart *chart, const char *label);
/* A line through a table's columns; points that are not finite, or not positive on a log axis, are left out. */
void pt_chart_line(struct pt_chart *chart, const struct pt_table *table, enum pt_record_column x,
                   enum pt_record_column y, const char *style);
/* The same over a function of x. */
void pt_chart_curve(struct pt_chart *chart, double (*f)(double x, const double *parameters), const double *parameters,
                    const char *style);
/* "-- text" in the row above the frame. */
void pt_chart_legend(struct pt_chart *chart, const char *style, const char *text);
/* The legend of labels, in as many lines as it takes: pt_legend_room of them beyond the first. */
double pt_legend_room(const struct pt_table *classes, double width);
/* The same for bars: a filled square. */
void pt_chart_legend_bar(struct pt_chart *chart, const char *style, const char *text);
/* The mark and name of each label, six at most, as long as there is room; classes may be NULL. */
void pt_chart_legend_classes(struct pt_chart *chart, const struct pt_table *classes);

/* A convex polygon, cut by half-planes. */
enum { PT_POLYGON_ROOM = 64 };   /* corners at most; a cut that would need more is left out */

struct pt_polygon {
    double x[PT_POLYGON_ROOM], y[PT_POLYGON_ROOM];
    size_t n;
};

void pt_polygon_box(struct pt_polygon *polygon, double x0, double y0, double x1, double y1);
/* Keeps what has line[0] x + line[1] y + line[2] >= 0. */
void pt_polygon_cut(struct pt_polygon *polygon, const double line[3]);
/* Draws it, coordinates being those of the axes; nothing when fewer than three corners are left. */
void pt_chart_polygon(struct pt_chart *chart, const struct pt_polygon *polygon, const char *style);
/* The ends x, y, x, y in the frame of the line where line[0] x + line[1] y + line[2] is 0; false: it does not cross. */
bool pt_chart_ends(const struct pt_chart *chart, const double line[3], double ends[4]);

/* contour.c: the scores of the record's grid as areas. Two labels: bands of strength on either side, and the boundary.
 * Many: an area for each answer. Nothing where the record has no grid. */
void pt_contour_draw(struct pt_chart *chart, const struct pt_record *record);
/* Where there are more labels than colours: the name of each area's label in its middle. */
void pt_contour_names(struct pt_chart *chart, const struct pt_record *record);

#endif
