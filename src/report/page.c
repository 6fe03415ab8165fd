/* The page: a sentence, why it stopped, numbers, pictures, tables, how to repeat it. */
#include "report/page.h"
#include "report/page_style.h"
#include "report/picture.h"

#include <math.h>
#include <string.h>

/* ---- the sentence ----------------------------------------------------------------------------------- */

static void put_labels(const struct pt_run *run, struct pt_buffer *out)
{
    const struct pt_table *classes = pt_run_table(run, "classes");

    if (classes != NULL && classes->n_rows == 2) {
        pt_buffer_text(out, "tell \xe2\x80\x98");
        pt_page_name(out, pt_table_text(classes, 1, "name"));
        pt_buffer_text(out, "\xe2\x80\x99 from \xe2\x80\x98");
        pt_page_name(out, pt_table_text(classes, 0, "name"));
        pt_buffer_text(out, "\xe2\x80\x99");
    } else {
        pt_buffer_text(out, "tell ");
        pt_put_count(out, classes == NULL ? 0.0 : (double)classes->n_rows);
        pt_buffer_text(out, " labels apart");
    }
}

static void put_errors(const struct pt_run *run, struct pt_buffer *out)
{
    const double errors = pt_run_number(run, "train_errors");

    if (isnan(errors))
        return;
    if (errors == 0.0) {
        pt_buffer_text(out, ", with every row on its own side");
        return;
    }
    pt_buffer_text(out, ", with ");
    pt_put_count(out, errors);
    pt_buffer_text(out, errors == 1.0 ? " row wrong (" : " rows wrong (");
    pt_put_number(out, 100.0 * pt_run_number(run, "train_error"));
    pt_buffer_text(out, " %)");
}

/* A sentence of its own, or the one about a training run. */
static void put_sentence(const struct pt_run *run, struct pt_buffer *out)
{
    if (pt_run_text(run, "sentence")[0] != '\0') {
        pt_buffer_escaped(out, pt_run_text(run, "sentence"));
        return;
    }
    pt_buffer_text(out, "Asked to ");
    put_labels(run, out);
    pt_buffer_text(out, " in ");
    pt_put_count(out, pt_run_number(run, "rows"));
    pt_buffer_text(out, " rows");
    if (pt_run_text(run, "data")[0] != '\0') {
        pt_buffer_text(out, " of ");
        pt_page_name(out, pt_run_text(run, "data"));
    }
    pt_buffer_text(out, ", it stopped after ");
    pt_put_count(out, pt_run_number(run, "updates"));
    pt_buffer_text(out, pt_run_number(run, "updates") == 1.0 ? " update" : " updates");
    put_errors(run, out);
    pt_buffer_byte(out, '.');
}

static void put_header(const struct pt_run *run, struct pt_buffer *out)
{
    pt_buffer_text(out, "<header>\n<p class=\"brand\"><span aria-hidden=\"true\">\xe2\x97\x8f \xe2\x96\xa0</span> "
                        "perceptron</p>\n<h1>");
    put_sentence(run, out);
    pt_buffer_text(out, "</h1>\n<p class=\"why\">");
    if (pt_run_text(run, "why")[0] != '\0') {
        pt_buffer_escaped(out, pt_run_text(run, "why"));
    } else if (pt_run_text(run, "stop")[0] != '\0') {
        pt_buffer_text(out, "Stopped: ");
        pt_buffer_escaped(out, pt_run_text(run, "stop"));
        pt_buffer_byte(out, '.');
    }
    pt_buffer_text(out, "</p>\n</header>\n");
}

/* ---- numbers ---------------------------------------------------------------------------------------- */

static void open_card(struct pt_buffer *out, const char *name)
{
    pt_buffer_format(out, "<div><dt>%s</dt><dd>", name);
}

static void close_card(struct pt_buffer *out, const char *meaning)
{
    pt_buffer_format(out, "</dd><dd class=\"meaning\">%s</dd></div>\n", meaning);
}

/* Of a certificate, not of a training run. */
static bool is_proof(const struct pt_run *run)
{
    return pt_run_text(run, "verdict")[0] != '\0';
}

/* To the digits shown. */
static bool is_same(double a, double b)
{
    char first[32], second[32];

    pt_number_text(a, first);
    pt_number_text(b, second);
    return strcmp(first, second) == 0;
}

static void put_bracket(const struct pt_run *run, struct pt_buffer *out)
{
    const double lower = pt_run_number(run, "margin_lower"), upper = pt_run_number(run, "margin_upper");

    if (isnan(lower) && isnan(upper))
        return;
    open_card(out, "best margin");
    if (lower > 0.0) {
        pt_put_number(out, lower);
        pt_buffer_text(out, isnan(upper) ? " or more" : is_same(lower, upper) ? "" : " to ");
    } else {
        pt_buffer_text(out, isnan(upper) ? "unknown" : "at most ");
    }
    if (!isnan(upper) && !(lower > 0.0 && is_same(lower, upper)))
        pt_put_number(out, upper);
    close_card(out, lower > 0.0 && is_same(lower, upper) ? "this boundary has it, and none has more"
                    : lower > 0.0   ? "this boundary has the first; none at all has more than the second"
                    : is_proof(run) ? "no boundary keeps every row on its own side"
                                    : "these weights do not separate the rows");
}

/* Thousands as people read them, the rest with four digits. */
static void put_large(struct pt_buffer *out, double value)
{
    if (value >= 1000.0 && value < 1e9)
        pt_put_count(out, floor(value));
    else
        pt_put_number(out, value);
}

static void put_bound(const struct pt_run *run, struct pt_buffer *out)
{
    const double upper = pt_run_number(run, "k_max_upper"), lower = pt_run_number(run, "k_max_lower");

    if (!isfinite(upper) || isnan(lower))
        return;
    open_card(out, "bound on updates");
    put_large(out, lower);
    if (floor(lower) < floor(upper)) {
        pt_buffer_text(out, " to ");
        put_large(out, upper);
    }
    close_card(out, "(R / best margin)\xc2\xb2: from zero, no order of the rows takes more");
}

static void put_percent(struct pt_buffer *out, const char *name, double share, const char *meaning)
{
    if (isnan(share))
        return;
    open_card(out, name);
    pt_put_number(out, 100.0 * share);
    pt_buffer_text(out, " %");
    close_card(out, meaning);
}

static void put_count(struct pt_buffer *out, const char *name, double value, const char *meaning)
{
    if (isnan(value))
        return;
    open_card(out, name);
    pt_put_count(out, value);
    close_card(out, meaning);
}

static void put_word(struct pt_buffer *out, const char *name, const char *word, const char *meaning)
{
    if (word[0] == '\0')
        return;
    open_card(out, name);
    pt_buffer_escaped(out, word);
    close_card(out, meaning);
}

static void put_rows(const struct pt_run *run, struct pt_buffer *out)
{
    if (isnan(pt_run_number(run, "rows")))
        return;
    open_card(out, "rows");
    pt_put_count(out, pt_run_number(run, "rows"));
    pt_buffer_text(out, "</dd><dd class=\"meaning\">with ");
    pt_put_count(out, pt_run_number(run, "features"));
    pt_buffer_text(out, pt_run_number(run, "features") == 1.0 ? " feature and " : " features and ");
    pt_put_count(out, pt_run_number(run, "classes"));
    pt_buffer_text(out, " labels</dd></div>\n");
}

static void put_cards(const struct pt_run *run, struct pt_buffer *out)
{
    put_word(out, "stopped", pt_run_text(run, "stop"), "the reason, about the last weights");
    put_word(out, "verdict", pt_run_text(run, "verdict"),
             strcmp(pt_run_text(run, "verdict"), "undecided") == 0 ? "neither is proved so far"
                                                                   : "proved in exact arithmetic");
    put_word(out, "decided by", pt_run_text(run, "decided_by"), "the step of the search that settled it");
    put_rows(run, out);
    put_count(out, "updates", pt_run_number(run, "updates"), "times the weights moved");
    put_count(out, "epochs", pt_run_number(run, "epochs"), "whole passes over the rows");
    put_bracket(run, out);
    put_bound(run, out);
    put_percent(out, "training error", pt_run_number(run, "train_error"), "rows learned from that are wrong");
    put_percent(out, "hold-out error", pt_run_number(run, "holdout_error"), "on rows it did not learn from");
    if (!isnan(pt_run_number(run, "radius")) && pt_run_table(run, "contradiction") == NULL) {
        open_card(out, "R");
        pt_put_number(out, pt_run_number(run, "radius"));
        close_card(out, "length of the longest row, with the bias\xe2\x80\x99s 1");
    }
}

/* Four in a line, or three where four would leave one or two of them alone in the last. */
static void put_numbers(const struct pt_run *run, struct pt_buffer *out)
{
    struct pt_buffer cards;
    size_t n = 0;

    if (pt_run_table(run, "runs") != NULL)
        return;
    pt_buffer_init(&cards);
    put_cards(run, &cards);
    for (size_t i = 0; i + 4 <= cards.length; i++)
        n += memcmp(cards.bytes + i, "<dt>", 4) == 0;
    pt_buffer_format(out, "<dl class=\"cards%s\">\n", n % 4 == 1 || n % 4 == 2 ? " three" : "");
    pt_buffer_add(out, cards.length == 0 ? "" : cards.bytes, cards.length);
    pt_buffer_text(out, "</dl>\n");
    out->failed |= cards.failed;
    pt_buffer_fini(&cards);
}

/* ---- pictures ---------------------------------------------------------------------------------------- */

static void put_caption(const struct pt_run *run, const struct pt_picture *picture, struct pt_buffer *out)
{
    pt_buffer_text(out, "<figcaption>");
    if (picture->say != NULL)
        picture->say(run, out);
    else
        pt_buffer_text(out, picture->caption);
    pt_buffer_text(out, "</figcaption></figure>\n");
}

static void put_picture(const struct pt_run *run, const struct pt_picture *picture, struct pt_buffer *out)
{
    struct pt_svg svg = {.out = out, .id = picture->name};
    const size_t before = out->length;

    pt_buffer_format(out, "<figure id=\"figure-%s\"><h3>%s</h3>\n", picture->name, picture->heading);
    if (picture->draw(run, &svg))
        put_caption(run, picture, out);
    else if (!out->failed)
        out->length = before;   /* nothing to draw: as if it had not been begun */
}

/* The boundary over the updates: a slider, and without scripts a sequence. */
static void put_way(const struct pt_run *run, struct pt_buffer *out)
{
    const struct pt_table *way = pt_run_table(run, "way");
    struct pt_svg svg = {.out = out, .id = "way"};
    const size_t panels = way == NULL ? 0 : way->n_rows < 6 ? way->n_rows : 6;

    if (way == NULL || pt_run_table(run, "points") == NULL)
        return;
    pt_buffer_text(out, "<figure id=\"figure-way\"><h3>The way of the boundary</h3>\n<div id=\"way-moving\" hidden>\n");
    pt_plane_moving(run, &svg);
    pt_buffer_format(
        out,
        "<p class=\"slide\"><button type=\"button\" id=\"way-play\">Play</button> <label for=\"way-slider\">"
        "update</label> <input id=\"way-slider\" type=\"range\" min=\"0\" max=\"%zu\" value=\"%zu\"> <output "
        "id=\"way-k\" for=\"way-slider\"></output></p></div>\n<div id=\"way-still\" class=\"panels\">\n",
        way->n_rows - 1, way->n_rows - 1);
    for (size_t i = 0; i < panels; i++) {
        static const char *const ids[] = {"way-0", "way-1", "way-2", "way-3", "way-4", "way-5"};
        svg.id = ids[i];
        pt_plane_frame(run, &svg, panels == 1 ? 0 : i * (way->n_rows - 1) / (panels - 1));
    }
    pt_buffer_text(
        out, "</div>\n<figcaption>The boundary after each update kept; dashed, where it ends. The row that caused "
             "the update is ringed.</figcaption></figure>\n<script>\n(function(){var f=[");
    pt_plane_ends(run, out);
    pt_buffer_text(out, "];\n");
    pt_buffer_text(out, pt_page_script);
    pt_buffer_text(out, "})();\n</script>\n");
}

static void open_section(struct pt_buffer *out, const char *heading)
{
    pt_buffer_format(out, "<section><h2>%s</h2>\n<div class=\"figures\">\n", heading);
}

static void close_section(struct pt_buffer *out)
{
    pt_buffer_text(out, "</div></section>\n");
}

/* What was left out so that the page stays small. */
static void put_samples(const struct pt_run *run, struct pt_buffer *out)
{
    const double of = pt_run_number(run, "points_of"), stride = pt_run_number(run, "update_stride");
    const struct pt_table *points = pt_run_table(run, "points");

    if (of > 0.0 && points != NULL) {
        pt_buffer_text(out, "<p class=\"note\">Drawn are ");
        pt_put_count(out, (double)points->n_rows);
        pt_buffer_text(out, " of ");
        pt_put_count(out, of);
        pt_buffer_text(out,
                       " rows: evenly spaced ones, and the nearest. Histogram, errors and confusion count all.</p>\n");
    }
    if (stride > 1.0) {
        pt_buffer_text(out, "<p class=\"note\">Curves and the slider show one in ");
        pt_put_count(out, stride);
        pt_buffer_text(out, " updates.</p>\n");
    }
    if (pt_run_number(run, "plane_mode") == 0.0 && pt_run_number(run, "features") > 2.0)
        pt_buffer_text(out,
                       "<p class=\"note\">The boundary is cut where all features not drawn have their mean.</p>\n");
}

static void put_plane_section(const struct pt_run *run, struct pt_buffer *out)
{
    if (pt_run_table(run, "points") == NULL || (is_proof(run) && pt_run_table(run, "contradiction") != NULL))
        return;   /* a contradiction has its own picture, beside its rows */
    open_section(out, "What it looks like");
    put_picture(run, &pt_picture_plane, out);
    put_picture(run, &pt_picture_space, out);
    put_way(run, out);
    put_picture(run, &pt_picture_cone, out);
    put_picture(run, &pt_picture_network, out);
    put_picture(run, &pt_picture_losses, out);
    close_section(out);
    put_samples(run, out);
}

static void put_sections(const struct pt_run *run, struct pt_buffer *out)
{
    if (pt_run_table(run, "contradiction") != NULL) {
        open_section(out, "Why no boundary can be right");
        pt_page_contradiction(run, out);
        put_picture(run, &pt_picture_contradiction, out);
        close_section(out);
    }
    if (pt_run_table(run, "runs") != NULL) {
        open_section(out, "How the runs spread");
        put_picture(run, &pt_picture_runs_updates, out);
        put_picture(run, &pt_picture_runs_epochs, out);
        put_picture(run, &pt_picture_runs_margins, out);
        put_picture(run, &pt_picture_runs_errors, out);
        close_section(out);
    }
    put_plane_section(run, out);
    if (pt_run_table(run, "epochs") != NULL) {
        open_section(out, "How it learned");
        put_picture(run, &pt_picture_epochs, out);
        put_picture(run, &pt_picture_bracket, out);
        put_picture(run, &pt_picture_proof, out);
        put_picture(run, &pt_picture_angle, out);
        close_section(out);
    }
    if (pt_run_table(run, "margins") != NULL) {
        open_section(out, "How well it does");
        put_picture(run, &pt_picture_margins, out);
        pt_page_nearest(run, out);
        pt_page_confusion(run, out);
        put_picture(run, &pt_picture_reliability, out);
        close_section(out);
    }
    if (pt_run_table(run, "weights") != NULL) {
        open_section(out, "What it learned");
        put_picture(run, &pt_picture_weights, out);
        put_picture(run, &pt_picture_image, out);
        close_section(out);
    }
}

/* Lines break between its words only: each is a box of its own. */
static void put_command(struct pt_buffer *out, const char *command)
{
    while (*command != '\0') {
        const size_t length = strcspn(command, " ");
        pt_buffer_text(out, "<span>");
        pt_buffer_escaped_part(out, command, length);
        pt_buffer_text(out, "</span>");
        command += length;
        for (; *command == ' '; command++)
            pt_buffer_byte(out, ' ');
    }
}

static void put_repeat(const struct pt_run *run, struct pt_buffer *out)
{
    open_section(out, "To repeat it");
    pt_page_parameters(run, out);
    if (pt_run_text(run, "command")[0] != '\0') {
        pt_buffer_text(out, "<figure class=\"tabular\"><h3>The command</h3>\n<pre dir=\"ltr\">");
        put_command(out, pt_run_text(run, "command"));
        pt_buffer_text(out, "</pre></figure>\n");
    }
    close_section(out);
}

void pt_page_write(const struct pt_run *run, struct pt_buffer *out)
{
    pt_buffer_text(
        out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
             "script-src 'unsafe-inline'; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n<title>");
    pt_buffer_escaped(out, pt_run_text(run, "data"));
    pt_buffer_text(out, " \xe2\x80\x93 perceptron</title>\n<style>\n");
    pt_buffer_text(out, pt_svg_style);
    pt_buffer_text(out, pt_page_style);
    pt_buffer_text(out, pt_page_media);
    pt_buffer_text(out, "</style>\n</head>\n<body>\n<main>\n");
    put_header(run, out);
    put_numbers(run, out);
    put_sections(run, out);
    put_repeat(run, out);
    pt_buffer_text(out, "</main>\n</body>\n</html>\n");
}

const char *pt_page_picture(const struct pt_run *run, size_t i, struct pt_buffer *out)
{
    for (size_t p = 0, drawn = 0; pt_pictures[p] != NULL; p++) {
        struct pt_svg svg = {.out = out, .id = pt_pictures[p]->name, .alone = true};
        const size_t before = out->length;
        if (!pt_pictures[p]->draw(run, &svg))
            continue;
        if (drawn++ == i)
            return pt_pictures[p]->name;
        out->length = before;
    }
    return NULL;
}
