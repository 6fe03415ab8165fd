/* A frame with two axes, and lines in it. */
#ifndef PT_REPORT_CHART_H
#define PT_REPORT_CHART_H

#include "report/run_record.h"
#include "report/svg.h"

struct pt_chart {
    struct pt_svg *svg;
    const char *x_label, *y_label;
    double x0, x1, y0, y1;         /* what the axes span */
    bool   log_x, log_y;
    bool   whole_x, whole_y;       /* ticks at whole numbers only */
    bool   square;                 /* x and y to the same scale: widens one of them */
    bool   names;                  /* the labels are a user's names */
    double left, right, top, bottom;   /* of the frame, in the picture; 0: the usual ones */
    double legend_x, legend_y;     /* where the next entry goes */
};

enum { PT_CHART_WIDTH = 480, PT_CHART_HEIGHT = 310 };

/* Settles frame and span, which is widened where it is empty; nothing is drawn. */
void   pt_chart_fit(struct pt_chart *chart);
/* The same, and draws frame, ticks and labels. */
void   pt_chart_draw(struct pt_chart *chart);
double pt_chart_x(const struct pt_chart *chart, double x);
double pt_chart_y(const struct pt_chart *chart, double y);
/* A second axis up on the right, in percent, for a chart that has left room there. */
void   pt_chart_right_percent(struct pt_chart *chart, const char *label);
/* Frame and ticks across only: strips stand below each other. */
void   pt_chart_strips(struct pt_chart *chart);
/* A line through a table's columns; points that are not finite, or not positive on a log axis, are left out. */
void pt_chart_line(struct pt_chart *chart, const struct pt_table *table, enum pt_record_column x,
                   enum pt_record_column y, const char *style);
/* The same over a function of x. */
void pt_chart_curve(struct pt_chart *chart, double (*f)(double x, const double *parameters), const double *parameters,
                    const char *style);
/* "-- text" in the row above the frame. */
void pt_chart_legend(struct pt_chart *chart, const char *style, const char *text);
/* The same for bars: a filled square. */
void pt_chart_legend_bar(struct pt_chart *chart, const char *style, const char *text);
void pt_chart_legend_mark(struct pt_chart *chart, size_t class_number, const char *name);

/* A round step that cuts the span into about `n`. */
double pt_chart_step(double span, double n);

#endif
