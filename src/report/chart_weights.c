/* The largest weights by name, as bars: to the right for one label, to the left for the other; with many labels each
 * has its bars below its name. */
#include "report/chart.h"
#include "base/plural.h"
#include "report/picture.h"

#include <math.h>
#include <stdio.h>

enum { BAR = 22, TOP = 34 };

static void draw_bar(struct pt_svg *svg, const struct pt_table *weights, size_t i, double y, double scale, bool many)
{
    const double weight = pt_table_number(weights, i, PT_weights_weight), middle = 240.0;
    const double length = scale * fabs(weight);
    const bool right = weight > 0.0;
    char style[3] = "b0";

    style[1] = (char)('0' + (many ? (int)(pt_table_index(weights, i, PT_weights_vector, PT_NO_CLASS) % PT_COLOURS)
                                  : right));
    pt_svg_rect(svg, style, right ? middle : middle - length, y + 3.0, length, BAR - 6.0);
    pt_svg_name(svg, "small", right ? middle - 6.0 : middle + 6.0, y + 15.0, right ? PT_END : PT_START,
                PT_AS_SHORT(pt_table_text(weights, i, PT_weights_name), 26));
    pt_svg_text(svg, "soft small", right ? middle + length + 5.0 : middle - length - 5.0, y + 15.0,
                right ? PT_START : PT_END, PT_AS_NUMBER(weight));
}

/* With many labels a new one begins with this bar. */
static bool begins_label(const struct pt_table *weights, size_t i)
{
    return i == 0 ||
           pt_table_number(weights, i, PT_weights_vector) != pt_table_number(weights, i - 1, PT_weights_vector);
}

static void draw_label(struct pt_svg *svg, const struct pt_table *weights, size_t i, double y)
{
    pt_svg_mark(svg, pt_table_index(weights, i, PT_weights_vector, PT_NO_CLASS), 12.0, y + 11.0, 5.0);
    pt_svg_name(svg, "area", 24.0, y + 15.0, PT_START,
                PT_AS_SHORT(pt_table_text(weights, i, PT_weights_label), 30));
}

static bool draw_weights(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *weights = PT_TABLE(record, weights), *classes = PT_TABLE(record, classes);
    const bool many = PT_NUMBER(record, classes) > 2.0;
    double least = 0.0, most = 0.0, y = many ? 4.0 : TOP;
    size_t lines;

    if (weights == NULL)
        return false;
    lines = weights->n_rows;
    for (size_t i = 0; many && i < weights->n_rows; i++)
        lines += begins_label(weights, i);
    pt_svg_open(svg, PT_CHART_WIDTH, y + BAR * (double)lines + 8.0, "The largest weights",
                "Bar%s of the %s largest weight%s by feature name; %s is %s.", pt_plural(weights->n_rows),
                pt_one_many(weights->n_rows, "one", PT_AS_COUNT((double)weights->n_rows)),
                pt_plural(weights->n_rows),
                pt_one_many(weights->n_rows, "it", "the first one"),
                PT_AS_NUMBER(pt_table_number(weights, 0, PT_weights_weight)));
    for (size_t i = 0; classes != NULL && classes->n_rows == 2 && i < 2; i++) {
        pt_svg_mark(svg, i, i == 0 ? 14.0 : 466.0, 14.0, 5.0);
        pt_svg_name(svg, "", i == 0 ? 26.0 : 454.0, 18.0, i == 0 ? PT_START : PT_END,
                    PT_AS_SHORT(pt_table_text(classes, i, PT_classes_name), 20));
    }
    pt_table_range(weights, PT_weights_weight, &least, &most);
    most = fmax(most, -least);
    pt_svg_line(svg, "axis", 240.0, y, 240.0, y + BAR * (double)lines);
    for (size_t i = 0; i < weights->n_rows; i++, y += BAR) {
        if (many && begins_label(weights, i)) {
            draw_label(svg, weights, i, y);
            y += BAR;
        }
        draw_bar(svg, weights, i, y, 180.0 / (most > 0.0 ? most : 1.0), many);
    }
    return true;
}

static void say_weights(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *weights = PT_TABLE(record, weights);
    size_t labels = 0;

    for (size_t i = 0; i < weights->n_rows; i++)
        labels += begins_label(weights, i);
    pt_buffer_text(out, pt_picture_weights.caption);
    if (PT_NUMBER(record, classes) > 2.0)
        pt_buffer_text(out, " Shown are the largest of each label that are above 0.");
    if (PT_NUMBER(record, classes) > 2.0 && (double)labels < PT_NUMBER(record, classes))
        pt_buffer_format(out, " Of %s labels %zu %s shown%s.", PT_AS_COUNT(PT_NUMBER(record, classes)), labels,
                         pt_one_many(labels, "is", "are"),
                         PT_NUMBER(record, classes) > 40.0                      ? ""
                         : (double)labels + 1.0 == PT_NUMBER(record, classes) ? ": the other has none"
                                                                              : ": the others have none");
}

const struct pt_picture pt_picture_weights = {
    "weights", "What speaks for which label",
    "A weight is what one unit more of the feature does to the score. Weights of features on different scales do not "
    "compare; scaled ones do.",
    draw_weights, say_weights};

/* ---- as an image ------------------------------------------------------------------------------------- */

/* How dark a cell is: five steps to either side of zero, none for almost nothing. */
static int shade(double weight, double most)
{
    const double share = weight / most;

    return fabs(share) < 0.04 ? 0 : (share > 0.0 ? 1 : -1) * (int)fmin(5.0, 1.0 + 6.0 * fabs(share));
}

static void draw_cells(struct pt_svg *svg, const struct pt_table *image, size_t first, size_t side, double left,
                       double top, double cell, double most)
{
    static const char *const faint[] = {"", " o1", " o2", " o3", " o4", ""};

    for (size_t y = 0; y < side; y++)
        for (size_t x = 0, length; x < side; x += length) {
            const int level = shade(pt_table_number(image, first + y * side + x, PT_image_weight), most);
            char style[8];
            for (length = 1; x + length < side &&
                 shade(pt_table_number(image, first + y * side + x + length, PT_image_weight), most) == level; length++)
                ;
            if (level == 0)
                continue;
            snprintf(style, sizeof style, "%s%s", level > 0 ? "b1" : "b0", faint[level < 0 ? -level : level]);
            pt_svg_rect(svg, style, left + cell * (double)x, top + cell * (double)y, cell * (double)length, cell);
        }
}

static bool draw_image(const struct pt_record *record, struct pt_svg *svg)
{
    const struct pt_table *image = PT_TABLE(record, image), *classes = PT_TABLE(record, classes);
    const double side = PT_NUMBER(record, image_side);
    double least = 0.0, most = 0.0;
    size_t n, per, columns;

    if (image == NULL || !(side >= 1.0 && side <= 1000.0 && side == floor(side)))
        return false;
    per = (size_t)(side * side);
    n = image->n_rows / per;
    if (n == 0)
        return false;
    columns = n == 1 ? 1 : 5;
    pt_table_range(image, PT_image_weight, &least, &most);
    most = fmax(most, -least);
    pt_svg_open(svg, PT_CHART_WIDTH, n == 1 ? 330.0 : 112.0 * (double)((n + 4) / 5), "The weights as an image",
                "Each pixel's weight: one colour speaks for the positive label, the other against it, the stronger the "
                "darker.");
    pt_buffer_text(svg->out, "<style>.o1{opacity:.2}.o2{opacity:.4}.o3{opacity:.6}.o4{opacity:.8}</style>\n");
    for (size_t i = 0; i < n && most > 0.0; i++) {
        const double size = n == 1 ? 320.0 : 86.0;
        const double left = n == 1 ? 80.0 : 4.0 + 96.0 * (double)(i % columns),
                     top = n == 1 ? 5.0 : 112.0 * (double)(i / columns) + 20.0;
        pt_svg_rect(svg, "back", left, top, size, size);
        draw_cells(svg, image, i * per, (size_t)side, left, top, size / side, most);
        if (n > 1 && classes != NULL)
            pt_svg_name(svg, "small", left, top - 5.0, PT_START,
                        PT_AS_SHORT(pt_table_text(classes, i, PT_classes_name), 12));
    }
    return true;
}

const struct pt_picture pt_picture_image = {
    "image", "The weights as an image",
    "The rows are images, so the weights are one too: what the model looks for, and what speaks against it.",
    draw_image, NULL};
