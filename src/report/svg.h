/* Pictures as SVG: a handful of marks, one way for text to enter. Every picture has a title and a description.
 * Colours are names of a small palette (classes), given light and dark values by the page's style, or by the
 * picture's own when it stands alone. Each class of rows has a shape beside its colour. */
#ifndef PT_REPORT_SVG_H
#define PT_REPORT_SVG_H

#include "base/buffer.h"

struct pt_svg {
    struct pt_buffer *out;
    bool   alone;             /* a file of its own: brings its style along */
    const char *id;           /* of the picture on the page: ties title and description to it */
    double width, height;
    size_t path_from;         /* where in `out` the path begun last starts */
};

enum pt_anchor { PT_START, PT_MIDDLE, PT_END };

/* The description is a format, as of printf. */
void pt_svg_open(struct pt_svg *svg, double width, double height, const char *title, const char *description, ...)
    PT_PRINTF(5, 6);
void pt_svg_close(struct pt_svg *svg);

void pt_svg_number(struct pt_buffer *out, double value);   /* two decimals at most, none where they are zero */
void pt_svg_line(struct pt_svg *svg, const char *style, double x1, double y1, double x2, double y2);
void pt_svg_rect(struct pt_svg *svg, const char *style, double x, double y, double width, double height);
void pt_svg_circle(struct pt_svg *svg, const char *style, double x, double y, double radius);
/* Points of a path: begin, add, end. A path without points leaves nothing. */
void pt_svg_path_begin(struct pt_svg *svg);
void pt_svg_path_point(struct pt_svg *svg, double x, double y, bool first);
void pt_svg_path_end(struct pt_svg *svg, const char *style, bool closed);
/* Text of ours, and text of users: isolated, so that right-to-left names do not turn the line round. */
void pt_svg_text(struct pt_svg *svg, const char *style, double x, double y, enum pt_anchor anchor, const char *text);
void pt_svg_name(struct pt_svg *svg, const char *style, double x, double y, enum pt_anchor anchor, const char *text);
/* The mark of a class: circle, square, triangle, diamond, ..., each in its colour: PT_MARKS that differ, and then again
 * from the first. PT_NO_CLASS: of a row whose label is not known. */
enum { PT_COLOURS = 6, PT_MARKS = 36, PT_NO_CLASS = 999995 };
void pt_svg_mark(struct pt_svg *svg, size_t class_number, double x, double y, double radius);

/* Numbers as people write them; each function returns `text`, and the macros bring room that lasts for their block. */
const char *pt_number_text(double value, char text[32]);   /* at most 4 digits: 12000, 0.0125, 1.5e-7; NaN: unknown */
const char *pt_count_text(double value, char text[32]);    /* 32,561 */
const char *pt_large_text(double value, char text[32]);    /* a count from 1,000 to 1e9, else as pt_number_text */
/* As pt_number_text, but never on the wrong side: side -1: the number or below it, 1: or above it. */
const char *pt_limit_text(double value, int side, char text[32]);
#define PT_AT_LEAST(value) pt_limit_text(value, -1, (char[32]){0})
#define PT_AT_MOST(value) pt_limit_text(value, 1, (char[32]){0})
#define PT_AS_NUMBER(value) pt_number_text(value, (char[32]){0})
#define PT_AS_COUNT(value) pt_count_text(value, (char[32]){0})
#define PT_AS_LARGE(value) pt_large_text(value, (char[32]){0})

/* The palette as CSS, light and dark, and what the pictures' classes look like. */
extern const char pt_svg_style[];

/* At most `most` characters of a name, up to 30; the rest becomes an ellipsis. */
enum { PT_SHORT_ROOM = 128 };
const char *pt_short_name(const char *name, size_t most, char text[PT_SHORT_ROOM]);
#define PT_AS_SHORT(name, most) pt_short_name(name, most, (char[PT_SHORT_ROOM]){0})

#endif
