/* Two curves over all thresholds: the ROC curve, and precision against recall. */
#include "report/chart.h"
#include "report/picture.h"

#include <stdio.h>

static double diagonal(double x, const double *parameters)
{
    (void)parameters;
    return x;
}

static double level(double x, const double *parameters)
{
    (void)x;
    return *parameters;
}

static const char *rows_meant(const struct pt_record *record)
{
    return PT_NUMBER(record, test_rows) > 0.0 ? "rows given" : "rows held out";
}

static bool draw_roc(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *curve = PT_TABLE(record, curve);
    struct pt_chart c = {.svg = svg, .x_label = "share of negative rows called positive",
                         .y_label = "share of positive rows found", .x1 = 1.0, .y1 = 1.0};
    char text[64];

    if (curve == NULL)
        return false;
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "The ROC curve",
                "For every threshold: the share of the positive rows found, against the share of the negative rows "
                "called positive with them.");
    pt_chart_draw(&c);
    pt_chart_curve(&c, diagonal, NULL, "l5");
    pt_chart_line(&c, curve, PT_curve_fallout, PT_curve_recall, "l1");
    snprintf(text, sizeof text, "%s, area %.4f", rows_meant(record), PT_NUMBER(record, area));
    pt_chart_legend(&c, "l1", text);
    pt_chart_legend(&c, "l5", "by chance");
    return true;
}

static bool draw_precision(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *curve = PT_TABLE(record, curve);
    const double share = PT_NUMBER(record, positive_share);
    struct pt_chart c = {.svg = svg, .x_label = "recall: share of positive rows found",
                         .y_label = "precision: share that is right", .x1 = 1.0, .y1 = 1.0};
    char text[64];

    if (curve == NULL)
        return false;
    pt_svg_open(svg, PT_CHART_WIDTH, PT_CHART_HEIGHT, "Precision against recall",
                "For every threshold: of the rows called positive the share that is, against the share of the positive "
                "rows found.");
    pt_chart_draw(&c);
    pt_chart_curve(&c, level, &share, "l5");
    pt_chart_line(&c, curve, PT_curve_recall, PT_curve_precision, "l1");
    snprintf(text, sizeof text, "%s, average %.4f", rows_meant(record), PT_NUMBER(record, average_precision));
    pt_chart_legend(&c, "l1", text);
    pt_chart_legend(&c, "l5", "by chance");
    return true;
}

const struct pt_picture pt_picture_roc = {"roc", "The ROC curve",
                                          "Each point is a threshold: the lower it is, the more positive rows are "
                                          "found, and the more negative ones are called positive with them. A curve "
                                          "that reaches the upper left corner parts the labels without a mistake.",
                                          draw_roc, NULL};
const struct pt_picture pt_picture_precision = {"precision", "Precision against recall",
                                                "Where positive rows are few, this tells more than the ROC curve: how "
                                                "much of what is called positive is right, at each share found.",
                                                draw_precision, NULL};
