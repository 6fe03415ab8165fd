/* Both losses while the direction of w turns once around: the step loss is flat almost everywhere. */
#include "report/chart.h"
#include "report/picture.h"

#include <math.h>

static bool draw_losses(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *losses = PT_TABLE(record, losses);
    struct pt_chart c = {.svg = svg, .x_label = "direction of w, degrees from the final one", .x0 = -180.0,
                         .x1 = 180.0, .y_label = "step loss"};
    struct pt_chart right;
    double least = 0.0, most = 0.0;

    if (losses == NULL)
        return false;
    pt_svg_open(
        svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "Two losses over the direction of w",
        "The step loss goes up and down in stairs; the perceptron loss has a slope wherever a row is wrong.");
    pt_table_range(losses, PT_losses_step, &c.y0, &c.y1);
    c.y1 = fmax(c.y1 * 1.1, 0.1);
    pt_chart_draw(&c);
    pt_chart_line(&c, losses, PT_losses_angle, PT_losses_step, "l0");
    pt_chart_legend(&c, "l0", "step loss: share of rows wrong");
    right = c;
    pt_table_range(losses, PT_losses_perceptron, &least, &most);
    right.y1 = fmax(most * 1.1, 1e-9);
    pt_chart_line(&right, losses, PT_losses_angle, PT_losses_perceptron, "l1");
    pt_chart_legend(&c, "l1", "perceptron loss, summed");
    return true;
}

const struct pt_picture pt_picture_losses = {
    "losses", "Two losses over the direction of w",
    "The step loss counts wrong rows: its slope is zero almost everywhere, so it shows no way down. The perceptron "
    "loss, to a scale of its own, has a slope wherever a row is wrong: that is the step the perceptron takes.",
    draw_losses, NULL};
