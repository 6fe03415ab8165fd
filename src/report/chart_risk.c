/* The loss over the epochs: what gradient descent and back-propagation lower. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>
#include <string.h>

static const char *loss_of(const struct pt_record *record)
{
    return PT_TEXT(record, loss)[0] == '\0' ? "loss" : PT_TEXT(record, loss);
}

/* What is left of it spans powers of ten: then those are the axis. */
static bool is_steep(double least, double most)
{
    return least > 0.0 && most > 50.0 * least;
}

static bool draw_risk(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *epochs = PT_TABLE(record, epochs);
    double least = INFINITY, most = -INFINITY;
    struct pt_chart c = {.svg = svg, .x_label = "epoch", .y_label = loss_of(record), .whole_x = true};

    if (epochs == NULL)
        return false;
    pt_table_range(epochs, PT_epochs_risk, &least, &most);
    if (most < least || (least == 0.0 && most == 0.0))
        return false;
    c.log_y = is_steep(least, most);
    c.y0 = c.log_y ? least / 1.3 : fmin(0.0, least);
    c.y1 = c.log_y ? most * 1.3 : most > 0.0 ? most * 1.08 : 1.0;
    c.x0 = pt_table_number(epochs, 0, PT_epochs_epoch);
    c.x1 = pt_table_number(epochs, epochs->n_rows - 1, PT_epochs_epoch);
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "The loss over the epochs", "%.80s: %s at first, %s at the end.",
                loss_of(record), PT_AS_NUMBER(pt_table_number(epochs, 0, PT_epochs_risk)),
                PT_AS_NUMBER(pt_table_number(epochs, epochs->n_rows - 1, PT_epochs_risk)));
    pt_chart_draw(&c);
    pt_chart_line(&c, epochs, PT_epochs_epoch, PT_epochs_risk, "l1");
    return true;
}

static void say_risk(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *epochs = PT_TABLE(record, epochs);
    double least = INFINITY, most = -INFINITY;

    if (strcmp(PT_TEXT(record, kind), "network") == 0) {
        pt_buffer_text(out, "What every step is made to lower: the ");
        pt_buffer_escaped(out, loss_of(record));
        pt_buffer_text(out, " of each epoch\xe2\x80\x99s rows, every row taken before the step that it is part of.");
    } else if (PT_NUMBER(record, classes) == 2.0) {
        pt_buffer_text(out, "What every step is made to lower, after each epoch: the sum over the rows of "
                            "max(0, \xe2\x88\x92y(w\xc2\xb7x + b)), each times its weight, which is 0 for those on "
                            "their own side.");
    } else {
        pt_buffer_text(out, "After each epoch, added up over the labels, each against the rest: ");
        pt_buffer_escaped(out, PT_TEXT(record, risk_is));
        pt_buffer_byte(out, '.');
    }
    pt_buffer_text(out, " A step that is too long may raise it.");
    pt_table_range(epochs, PT_epochs_risk, &least, &most);
    if (is_steep(least, most))
        pt_buffer_text(out, " The axis up is in powers of ten.");
}

const struct pt_picture pt_picture_risk = {"risk", "The loss over the epochs", "", draw_risk, say_risk};
