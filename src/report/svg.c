/* SVG marks. */
#include "report/svg.h"
#include "base/number.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Okabe and Ito's colours, told apart by every kind of eye; lighter where the page is dark. */
const char pt_svg_style[] =
    ":root{color-scheme:light dark;--ink:#1b1f24;--soft:#5b6570;--line:#d5dae0;--paper:#fff;--card:#f6f8fa;"
    "--c0:#c2500a;--c1:#0067a5;--c2:#008060;--c3:#a8588a;--c4:#8a6d00;--c5:#4a4f57;--fill0:#f9d9c3;--fill1:#c9e2f3;"
    "--fill2:#c6ebdf;--fill3:#f2d9e9;--fill4:#f3e6b3;--fill5:#dfe2e6;--mark:#008060}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e8ebef;--soft:#a3adb8;--line:#3a424c;--paper:#14181d;"
    "--card:#1c2229;--c0:#ff9d5c;--c1:#5cb8f0;--c2:#3fd0a4;--c3:#e59ac8;--c4:#e8c547;--c5:#b9c0c9;--fill0:#4d2f1c;"
    "--fill1:#173a52;--fill2:#12443a;--fill3:#4a2c40;--fill4:#463b10;--fill5:#343b44;--mark:#3fd0a4}}\n"
    "svg{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;"
    "font-variant-numeric:tabular-nums}\n"
    "svg text{fill:var(--ink)}svg .soft{fill:var(--soft)}svg .small,svg .key{font-size:11.5px}"
    "svg .one{font-size:10.5px;fill:var(--paper)}\n"
    ".axis{stroke:var(--soft);stroke-width:1}.rule{stroke:var(--line);stroke-width:1}\n"
    ".back{fill:var(--card)}.zero{stroke:var(--soft);stroke-width:1.5}\n"
    ".l0,.l1,.l2,.l3,.l4,.l5{fill:none;stroke-width:2.25;stroke-linejoin:round;stroke-linecap:round}\n"
    ".l0{stroke:var(--c0)}.l1{stroke:var(--c1)}.l2{stroke:var(--c2)}.l3{stroke:var(--c3)}.l4{stroke:var(--c4)}"
    ".l5{stroke:var(--soft);stroke-width:1.5;stroke-dasharray:5 4}\n"
    ".w1{stroke-width:1;opacity:.6}.w2{stroke-width:2.25}.w3{stroke-width:4}"
    ".halo{fill:none;stroke:var(--card);stroke-width:6;stroke-linejoin:round}"
    ".circle{fill:none}.hub{fill:var(--ink);stroke:var(--paper);stroke-width:1.5}"
    ".neuron{fill:var(--paper);stroke:var(--ink);stroke-width:1.75}\n"
    ".dash{stroke-dasharray:7 4}.thin{stroke-width:1.25}.side{opacity:.55}.s0{opacity:.3}.s1{opacity:.65}\n"
    ".m0,.m1,.m2,.m3,.m4,.m5{stroke-width:1.6}.m0{fill:var(--fill0);stroke:var(--c0)}"
    ".m1{fill:var(--c1);stroke:var(--paper);"
    "stroke-width:.6}.m2{fill:var(--fill2);stroke:var(--c2)}.m3{fill:var(--c3);stroke:var(--paper);stroke-width:.6}"
    ".m4{fill:var(--fill4);stroke:var(--c4)}.m5{fill:var(--c5);stroke:var(--paper);stroke-width:.6}"
    ".mx{fill:none;stroke:var(--soft)}\n"
    ".f0{fill:var(--fill0)}.f1{fill:var(--fill1)}.f2{fill:var(--fill2)}.f3{fill:var(--fill3)}.f4{fill:var(--fill4)}"
    ".f5{fill:var(--fill5)}.b0{fill:var(--c0)}.b1{fill:var(--c1)}.b2{fill:var(--c2)}.b3{fill:var(--c3)}"
    ".b4{fill:var(--c4)}.b5{fill:var(--c5)}\n"
    ".edge{stroke:var(--ink);stroke-width:2.25;fill:none;stroke-linecap:round}"
    ".near{stroke:var(--ink);stroke-width:1.5;fill:none;stroke-dasharray:5 4}"
    ".foot{stroke:var(--mark);stroke-width:2;fill:none}.ring{stroke:var(--mark);stroke-width:2;fill:none}\n"
    "svg .area{font-size:11.5px;font-weight:600;paint-order:stroke;stroke:var(--paper);stroke-width:3px;"
    "stroke-linejoin:round}\n"
    ".cone{fill:var(--fill2);stroke:var(--mark);stroke-width:1.5}.hair{stroke:var(--soft);stroke-width:.7;"
    "stroke-opacity:.45}\n"
    ".sheet{fill:var(--fill5);stroke:var(--ink);stroke-width:1.25;fill-opacity:.7}\n";

void pt_svg_number(struct pt_buffer *out, double value)
{
    char text[PT_FIXED_ROOM];
    const double most = 1e6;   /* far outside of any picture; not a number is nowhere too */
    const double shown = !(fabs(value) <= most) ? -most : fabs(value) < 0.005 ? 0.0 : value;
    size_t length = pt_format_fixed(shown, 2, text, sizeof text);

    if (memchr(text, '.', length) != NULL)
        while (text[length - 1] == '0')
            length--;
    pt_buffer_add(out, text, length - (text[length - 1] == '.'));
}

/* <element class="style" name="value" ...; names: [n], the caller closes it. */
static void begin(struct pt_svg *svg, const char *element, const char *style, size_t n, const char *const *names,
                  const double *values)
{
    pt_buffer_format(svg->out, "<%s", element);
    if (style[0] != '\0')
        pt_buffer_format(svg->out, " class=\"%s\"", style);
    for (size_t i = 0; i < n; i++) {
        pt_buffer_format(svg->out, " %s=\"", names[i]);
        pt_svg_number(svg->out, values[i]);
        pt_buffer_byte(svg->out, '"');
    }
}

static void put_words(struct pt_svg *svg, const char *element, const char *mark, const char *words)
{
    pt_buffer_format(svg->out, "<%s id=\"%s-%s\">", element, svg->id, mark);
    pt_buffer_escaped(svg->out, words);
    pt_buffer_format(svg->out, "</%s>\n", element);
}

void pt_svg_open(struct pt_svg *svg, double width, double height, const char *title, const char *description, ...)
{
    char words[400];
    va_list arguments;

    va_start(arguments, description);
    vsnprintf(words, sizeof words, description, arguments);
    va_end(arguments);
    svg->width = width;
    svg->height = height;
    pt_buffer_text(svg->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    pt_svg_number(svg->out, width);
    pt_buffer_byte(svg->out, ' ');
    pt_svg_number(svg->out, height);
    pt_buffer_format(svg->out, "\" role=\"img\" aria-labelledby=\"%s-t %s-d\">\n", svg->id, svg->id);
    put_words(svg, "title", "t", title);
    put_words(svg, "desc", "d", words);
    if (svg->alone) {
        pt_buffer_format(svg->out, "<style>\n%s.paper{fill:var(--paper)}\n</style>\n", pt_svg_style);
        pt_svg_rect(svg, "paper", 0.0, 0.0, width, height);
    }
}

void pt_svg_close(struct pt_svg *svg)
{
    pt_buffer_text(svg->out, "</svg>\n");
}

void pt_svg_line(struct pt_svg *svg, const char *style, double x1, double y1, double x2, double y2)
{
    begin(svg, "line", style, 4, (const char *const[]){"x1", "y1", "x2", "y2"}, (const double[]){x1, y1, x2, y2});
    pt_buffer_text(svg->out, "/>\n");
}

void pt_svg_rect(struct pt_svg *svg, const char *style, double x, double y, double width, double height)
{
    begin(svg, "rect", style, 4, (const char *const[]){"x", "y", "width", "height"},
          (const double[]){x, y, width, height});
    pt_buffer_text(svg->out, "/>\n");
}

void pt_svg_circle(struct pt_svg *svg, const char *style, double x, double y, double radius)
{
    begin(svg, "circle", style, 3, (const char *const[]){"cx", "cy", "r"}, (const double[]){x, y, radius});
    pt_buffer_text(svg->out, "/>\n");
}

void pt_svg_path_begin(struct pt_svg *svg)
{
    svg->path_from = svg->out->length;
    pt_buffer_text(svg->out, "<path d=\"");
}

void pt_svg_path_point(struct pt_svg *svg, double x, double y, bool first)
{
    pt_buffer_byte(svg->out, first ? 'M' : 'L');
    pt_svg_number(svg->out, x);
    pt_buffer_byte(svg->out, ' ');
    pt_svg_number(svg->out, y);
}

void pt_svg_path_end(struct pt_svg *svg, const char *style, bool closed)
{
    if (!svg->out->failed && svg->out->length == svg->path_from + strlen("<path d=\"")) {
        svg->out->length = svg->path_from;
        return;
    }
    pt_buffer_format(svg->out, "%s\" class=\"%s\"/>\n", closed ? "Z" : "", style);
}

static void put_text(struct pt_svg *svg, const char *style, double x, double y, enum pt_anchor anchor,
                     const char *text, bool isolated)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};

    begin(svg, "text", style, 2, (const char *const[]){"x", "y"}, (const double[]){x, y});
    pt_buffer_format(svg->out, "%s>%s", anchors[anchor], isolated ? "\xe2\x81\xa8" : "");
    pt_buffer_escaped(svg->out, text);
    pt_buffer_format(svg->out, "%s</text>\n", isolated ? "\xe2\x81\xa9" : "");
}

void pt_svg_text(struct pt_svg *svg, const char *style, double x, double y, enum pt_anchor anchor, const char *text)
{
    put_text(svg, style, x, y, anchor, text, false);
}

void pt_svg_name(struct pt_svg *svg, const char *style, double x, double y, enum pt_anchor anchor, const char *text)
{
    put_text(svg, style, x, y, anchor, text, true);
}

/* ---- marks ----------------------------------------------------------------------------------------- */

void pt_svg_mark(struct pt_svg *svg, size_t class_number, double x, double y, double radius)
{
    static const double square[] = {-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9};
    static const double triangle[] = {0, -1.15, 1.05, 0.8, -1.05, 0.8};
    static const double diamond[] = {0, -1.3, 1.1, 0, 0, 1.3, -1.1, 0};
    static const double tip[] = {0, 1.15, 1.05, -0.8, -1.05, -0.8};
    static const double bar[] = {-0.5, -1.2, 0.5, -1.2, 0.5, 1.2, -0.5, 1.2};
    static const char *const styles[PT_COLOURS] = {"m0", "m1", "m2", "m3", "m4", "m5"};
    static const struct {
        const double *corners;
        size_t n;
    } shapes[] = {{NULL, 0}, {square, 4}, {triangle, 3}, {diamond, 4}, {tip, 3}, {bar, 4}};
    const size_t shape = (class_number + class_number / PT_COLOURS) % 6;   /* after six labels every colour's next */
    const double *corners = shapes[shape].corners;
    const char *style = styles[class_number % PT_COLOURS];

    if (class_number >= PT_NO_CLASS || corners == NULL) {
        pt_svg_circle(svg, class_number >= PT_NO_CLASS ? "mx" : style, x, y, radius);
        return;
    }
    pt_svg_path_begin(svg);
    for (size_t i = 0; i < shapes[shape].n; i++)
        pt_svg_path_point(svg, x + radius * corners[2 * i], y + radius * corners[2 * i + 1], i == 0);
    pt_svg_path_end(svg, style, true);
}

/* ---- numbers ---------------------------------------------------------------------------------------- */

const char *pt_number_text(double value, char text[32])
{
    size_t length;

    if (!isfinite(value)) {
        const char *word = isnan(value) ? "unknown" : value > 0.0 ? "no limit" : "minus infinity";
        return memcpy(text, word, strlen(word) + 1);
    }
    length = pt_format_significant(value == 0.0 ? 0.0 : value, 4, text);   /* 0, not -0 */
    text[length < 31 ? length : 31] = '\0';
    return text;
}

const char *pt_limit_text(double value, int side, char text[32])
{
    double shown = value, read = value;

    pt_number_text(value, text);
    for (int tries = 0; tries < 3 && isfinite(value) && value != 0.0; tries++) {
        const char *at = text;
        if (!pt_parse_double(&at, text + strlen(text), &read) || side * (read - value) >= 0.0)
            break;
        shown += side * pow(10.0, floor(log10(fabs(value))) - 3.0);   /* a unit of the fourth digit */
        pt_number_text(shown, text);
    }
    return text;
}

const char *pt_count_text(double value, char text[32])
{
    char digits[PT_FIXED_ROOM];
    const size_t length = pt_format_fixed(value, 0, digits, sizeof digits);
    size_t at = 0;

    if (!(fabs(value) < 1e15))
        return pt_number_text(value, text);
    for (size_t i = 0; i < length; i++) {
        if (i > (digits[0] == '-' ? 1 : 0) && (length - i) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[i];
    }
    text[at] = '\0';
    return text;
}

const char *pt_large_text(double value, char text[32])
{
    return value >= 1000.0 && value < 1e9 ? pt_count_text(floor(value), text) : pt_number_text(value, text);
}

const char *pt_short_name(const char *name, size_t most, char text[PT_SHORT_ROOM])
{
    size_t bytes = 0;

    assert(most <= 30);   /* of at most 4 bytes, and the ellipsis */
    for (size_t n = 0; name[bytes] != '\0' && n < most; n++)
        do
            bytes++;
        while ((name[bytes] & 0xc0) == 0x80);
    memcpy(text, name, bytes);
    memcpy(text + bytes, name[bytes] == '\0' ? "" : "\xe2\x80\xa6", name[bytes] == '\0' ? 1 : 4);
    return text;
}
