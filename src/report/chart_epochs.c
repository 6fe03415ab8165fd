/* Mistakes per epoch, and the hold-out error beside them where there is one. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>
#include <string.h>

enum { MOST_BARS = 100 };

/* Too many for bars: an area, a step for each epoch. */
static void draw_area(struct pt_chart *c, const struct pt_table *epochs)
{
    const double half = (c->right - c->left) / (double)epochs->n_rows / 2.0;

    pt_svg_path_begin(c->svg);
    for (size_t i = 0; i < epochs->n_rows; i++) {
        const double x = pt_chart_x(c, pt_table_number(epochs, i, PT_epochs_epoch));
        const double y = pt_chart_y(c, pt_table_number(epochs, i, PT_epochs_mistakes));
        if (i == 0)
            pt_svg_path_point(c->svg, fmax(c->left, x - half), c->bottom, true);
        pt_svg_path_point(c->svg, fmax(c->left, x - half), y, false);
        pt_svg_path_point(c->svg, fmin(c->right, x + half), y, false);
    }
    pt_svg_path_point(c->svg, c->right, c->bottom, false);
    pt_svg_path_end(c->svg, "b1", true);
}

static void draw_bars(struct pt_chart *c, const struct pt_table *epochs)
{
    const double room = (c->right - c->left) / (double)epochs->n_rows, width = room > 40.0 ? 28.0 : room * 0.7;

    for (size_t i = 0; i < epochs->n_rows; i++) {
        const double x = pt_chart_x(c, pt_table_number(epochs, i, PT_epochs_epoch));
        const double y = pt_chart_y(c, pt_table_number(epochs, i, PT_epochs_mistakes));
        pt_svg_rect(c->svg, "b1", x - width / 2.0, y, width, c->bottom - y);
    }
}

/* The error, at most `most`, with its own axis on the right: percent. */
static void draw_holdout(struct pt_chart *c, const struct pt_table *epochs, double most)
{
    struct pt_chart right = *c;

    right.y0 = 0.0;
    right.y1 = most > 0.0 ? most * 1.15 : 0.01;
    pt_chart_right_percent(&right, "hold-out error");
    pt_chart_line(&right, epochs, PT_epochs_epoch, PT_epochs_holdout, "halo");
    pt_chart_line(&right, epochs, PT_epochs_epoch, PT_epochs_holdout, "l0");
    pt_chart_legend(c, "l0", "hold-out error, scale on the right");
}

static bool draw_epochs(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *epochs = PT_TABLE(record, epochs);
    struct pt_chart c = {.svg = svg, .x_label = "epoch", .y_label = "mistakes", .whole_x = true,
                         .whole_y = true};
    double most, holdout = -INFINITY, least = INFINITY;   /* no hold-out: its most stays below its least */

    if (epochs == NULL || strcmp(PT_TEXT(record, kind), "neighbours") == 0)
        return false;   /* rows that are kept as they come make no mistakes while learning */
    c.x0 = pt_table_number(epochs, 0, PT_epochs_epoch) - 0.6;
    c.x1 = pt_table_number(epochs, epochs->n_rows - 1, PT_epochs_epoch) + 0.6;
    pt_table_range(epochs, PT_epochs_mistakes, &c.y0, &c.y1);
    pt_table_range(epochs, PT_epochs_holdout, &least, &holdout);
    if (c.y1 == 0.0 && holdout < least)
        return false;   /* nothing ever went wrong */
    most = c.y1;
    c.y1 = c.y1 > 0.0 ? c.y1 * 1.1 : 1.0;
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "Mistakes per epoch",
                "Bars: mistakes in each epoch, at most %s, %s in the last.", PT_AS_NUMBER(most),
                PT_AS_NUMBER(pt_table_number(epochs, epochs->n_rows - 1, PT_epochs_mistakes)));
    if (holdout >= least) {   /* room for a second axis */
        c.left = 62.0;
        c.right = PT_CHART_WIDTH - 64.0;
        c.top = 30.0;
        c.bottom = PT_CHART_HEIGHT - 44.0;
    }
    pt_chart_draw(&c);
    (epochs->n_rows > MOST_BARS ? draw_area : draw_bars)(&c, epochs);
    pt_chart_legend_bar(&c, "b1", "mistakes");
    if (holdout >= least)
        draw_holdout(&c, epochs, holdout);
    return true;
}

static void say_epochs(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *epochs = PT_TABLE(record, epochs);

    pt_buffer_text(out, PT_NUMBER(record, classes) == 2.0
                            ? "A mistake is a row met with a score of the wrong sign, or of 0, while learning."
                            : "A mistake is a row for which another label\xe2\x80\x99s score was at least as high, "
                              "while learning.");
    if (strcmp(PT_TEXT(record, stop), "separated") == 0 &&
        pt_table_number(epochs, epochs->n_rows - 1, PT_epochs_mistakes) == 0.0)
        pt_buffer_text(out, " The last epoch had none, and ended the run.");
}

const struct pt_picture pt_picture_epochs = {"epochs", "Mistakes per epoch", "", draw_epochs, say_epochs};
