/* The page: a sentence, why it stopped, numbers, pictures, tables, how to repeat it. */
#include "report/page.h"
#include "report/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the sentence ----------------------------------------------------------------------------------- */

static void put_labels(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *classes = PT_TABLE(record, classes);

    if (classes != NULL && classes->n_rows == 2) {
        pt_buffer_text(out, "tell \xe2\x80\x98");
        pt_page_name(out, pt_table_text(classes, 1, PT_classes_name));
        pt_buffer_text(out, "\xe2\x80\x99 from \xe2\x80\x98");
        pt_page_name(out, pt_table_text(classes, 0, PT_classes_name));
        pt_buffer_text(out, "\xe2\x80\x99");
    } else {
        pt_buffer_format(out, "tell %s labels apart", PT_AS_COUNT(classes == NULL ? 0.0 : (double)classes->n_rows));
    }
}

bool pt_page_is_test(const struct pt_record *record)
{
    return !isnan(PT_NUMBER(record, test_rows));
}

/* Weights that were learned; others were set by hand. */
static bool is_trained(const struct pt_record *record)
{
    return !isnan(PT_NUMBER(record, updates));
}

/* "1 row wrong (2 %)" */
static void put_errors(struct pt_buffer *out, double errors, double error)
{
    pt_buffer_format(out, "%s row%s wrong (%s %%)", PT_AS_COUNT(errors), errors == 1.0 ? "" : "s",
                     PT_AS_NUMBER(100.0 * error));
}

static void put_data(const struct pt_record *record, struct pt_buffer *out)
{
    if (PT_TEXT(record, data)[0] == '\0')
        return;
    pt_buffer_text(out, " of ");
    pt_page_name(out, PT_TEXT(record, data));
}

static void put_test_sentence(const struct pt_record *record, struct pt_buffer *out)
{
    const double rows = PT_NUMBER(record, test_rows), errors = PT_NUMBER(record, test_errors);

    pt_buffer_format(out, "Asked to ");
    put_labels(record, out);
    if (rows == 0.0) {
        pt_buffer_text(out, " in rows");
        put_data(record, out);
        pt_buffer_text(out, " that carry no labels: nothing is known of its errors there.");
        return;
    }
    pt_buffer_format(out, " in %s row%s", PT_AS_COUNT(rows), rows == 1.0 ? "" : "s");
    put_data(record, out);
    pt_buffer_text(out, ", it gets ");
    if (errors == 0.0)
        pt_buffer_text(out, "every row right");
    else
        put_errors(out, errors, PT_NUMBER(record, test_error));
    pt_buffer_byte(out, '.');
}

/* Neighbours have no weights that move. */
static bool keeps_rows(const struct pt_record *record)
{
    return strcmp(PT_TEXT(record, kind), "neighbours") == 0;
}

static void put_training_sentence(const struct pt_record *record, struct pt_buffer *out)
{
    const double rows = PT_NUMBER(record, rows), updates = PT_NUMBER(record, updates);
    const double errors = PT_NUMBER(record, train_errors);

    pt_buffer_text(out, "Asked to ");
    put_labels(record, out);
    pt_buffer_format(out, " in %s row%s", PT_AS_COUNT(rows), rows == 1.0 ? "" : "s");
    put_data(record, out);
    if (keeps_rows(record))
        pt_buffer_text(out, ", it keeps them");
    else
        pt_buffer_format(out, ", it stopped after %s update%s", PT_AS_COUNT(updates), updates == 1.0 ? "" : "s");
    if (errors == 0.0)
        pt_buffer_text(out, pt_has_distances(record) ? ", with every row on its own side" : ", with no row wrong");
    else if (!isnan(errors)) {
        pt_buffer_text(out, ", with ");
        put_errors(out, errors, PT_NUMBER(record, train_error));
    }
    pt_buffer_byte(out, '.');
}

/* A sentence of its own, or the one about rows to test on, a training run, or weights set by hand. */
static void put_sentence(const struct pt_record *record, struct pt_buffer *out)
{
    if (PT_TEXT(record, sentence)[0] != '\0') {
        pt_buffer_escaped(out, PT_TEXT(record, sentence));
    } else if (pt_page_is_test(record)) {
        put_test_sentence(record, out);
    } else if (is_trained(record)) {
        put_training_sentence(record, out);
    } else {
        pt_buffer_text(out, "Weights set by hand, to ");
        put_labels(record, out);
        pt_buffer_byte(out, '.');
    }
}

static void put_why(const struct pt_record *record, struct pt_buffer *out)
{
    if (PT_TEXT(record, why)[0] != '\0') {
        pt_buffer_escaped(out, PT_TEXT(record, why));
    } else if (PT_TEXT(record, stop)[0] != '\0') {
        pt_buffer_text(out, "Stopped: ");
        pt_buffer_escaped(out, PT_TEXT(record, stop));
        pt_buffer_byte(out, '.');
    }
}

/* Which rows the numbers and pictures are of. */
static void put_rows_meant(const struct pt_record *record, struct pt_buffer *out)
{
    const double unknown = PT_NUMBER(record, test_unknown);

    if (PT_NUMBER(record, test_same) == 1.0)
        pt_buffer_text(out, "These are the rows of its training: how it does on others is not known from them.");
    else
        pt_buffer_text(out, "All numbers and pictures are of these rows");
    if (PT_NUMBER(record, test_same) != 1.0)
        pt_buffer_text(out, is_trained(record) ? "; those of its training stand apart, under Training." : ".");
    if (unknown > 0.0)
        pt_buffer_format(out, " %s row%s a label that the model does not know, and count%s as wrong.",
                         PT_AS_COUNT(unknown), unknown == 1.0 ? " carries" : "s carry", unknown == 1.0 ? "s" : "");
}

static void put_header(const struct pt_record *record, struct pt_buffer *out)
{
    pt_buffer_text(out, "<header>\n<p class=\"brand\"><span aria-hidden=\"true\">\xe2\x97\x8f \xe2\x96\xa0</span> "
                        "perceptron</p>\n<h1>");
    put_sentence(record, out);
    pt_buffer_text(out, "</h1>\n<p class=\"why\">");
    (pt_page_is_test(record) ? put_rows_meant : put_why)(record, out);
    pt_buffer_text(out, "</p>\n</header>\n");
}

/* ---- numbers ---------------------------------------------------------------------------------------- */

/* A number with its name and, in few words, what it means. */
static void put_card(struct pt_buffer *out, const char *name, const char *value, const char *meaning)
{
    pt_buffer_format(out, "<div><dt>%s</dt><dd>", name);
    pt_buffer_escaped(out, value);
    pt_buffer_text(out, "</dd><dd class=\"meaning\">");
    pt_buffer_escaped(out, meaning);
    pt_buffer_text(out, "</dd></div>\n");
}

/* Of a certificate, not of a training run. */
static bool is_proof(const struct pt_record *record)
{
    return PT_TEXT(record, verdict)[0] != '\0';
}

/* "0.2067 to 0.2097", or one number where both show the same digits. */
static void put_range(struct pt_buffer *out, const char *name, double lower, double upper, const char *meaning)
{
    const char *from = PT_AS_NUMBER(lower), *to = PT_AS_NUMBER(upper);
    const bool same = strcmp(from, to) == 0;
    char value[80];

    snprintf(value, sizeof value, "%s%s%s", from, same ? "" : " to ", same ? "" : to);
    if (!isnan(lower) && !isnan(upper))
        put_card(out, name, value, meaning);
}

/* The largest there are, as far as the proof knows them. */
static void put_proved_margins(const struct pt_record *record, struct pt_buffer *out)
{
    const double lower = PT_NUMBER(record, margin_lower), upper = PT_NUMBER(record, margin_upper);

    if (!(lower > 0.0))
        return;   /* not separable, or not known to be: there is none */
    put_range(out, "theorem margin", lower, upper,
              "the largest of all boundaries, the bias counted in the length of w");
    put_range(out, "distance", PT_NUMBER(record, distance_lower), PT_NUMBER(record, distance_upper),
              "the largest that any boundary keeps from its nearest row");
}

/* "none has more than 0.05596" */
static const char *say_upper(double upper, char text[100])
{
    snprintf(text, 100, "; no weights have more than %s", PT_AS_NUMBER(upper));
    return isnan(upper) ? "" : text;
}

/* Of the weights answered with, on the rows learned from. Margins of votes and networks there are none. */
static void put_margins(const struct pt_record *record, struct pt_buffer *out)
{
    const double margin = PT_NUMBER(record, margin_lower), distance = PT_NUMBER(record, distance);
    const bool kernel = strcmp(PT_TEXT(record, kind), "kernel") == 0, both = PT_NUMBER(record, has_bias) == 0.0;
    char meaning[240], upper[100];

    say_upper(PT_NUMBER(record, margin_upper), upper);
    snprintf(meaning, sizeof meaning, "%s%s%s",
             kernel ? "of the kernel\xe2\x80\x99s space, the bias counted"
             : PT_NUMBER(record, classes) > 2.0
                 ? "least lead of a row\xe2\x80\x99s own label, over the length of all weights"
             : both ? "theorem margin and distance of the nearest row: without a bias they are one"
                    : "least y(w\xc2\xb7x + b), the bias counted in the length of w",
             margin > 0.0 ? "" : "; not above 0: a row is wrong", isnan(PT_NUMBER(record, margin_upper)) ? "" : upper);
    if (!isnan(margin))
        put_card(out, kernel ? "margin in feature space" : both && !isnan(distance) ? "margin" : "theorem margin",
                 PT_AS_NUMBER(margin), meaning);
    if (!isnan(distance) && !(both && !isnan(margin)))
        put_card(out, "distance", PT_AS_NUMBER(distance),
                 distance > 0.0 ? "of the nearest row from the boundary" : "of the worst row, on the wrong side");
}

static void put_bound(const struct pt_record *record, struct pt_buffer *out)
{
    const double upper = PT_NUMBER(record, k_max_upper), lower = PT_NUMBER(record, k_max_lower);
    const char *bounded = PT_TEXT(record, bounded);
    const bool gap = floor(lower) < floor(upper);
    char value[80], name[80], meaning[240];

    if (!isfinite(upper) || isnan(lower) || (bounded[0] == '\0' && !is_proof(record)))
        return;
    snprintf(value, sizeof value, "%s%s%s", PT_AS_LARGE(lower), gap ? " to " : "", gap ? PT_AS_LARGE(upper) : "");
    if (is_proof(record)) {
        put_card(out, "bound on updates", value,
                 "(R / best margin)\xc2\xb2: the perceptron, from zero, takes no more in any order of the rows");
        return;
    }
    snprintf(name, sizeof name, "bound on %.60s", bounded);
    snprintf(meaning, sizeof meaning, "%.160s, gamma* being the best margin; this run came to %s",
             PT_TEXT(record, bound_formula), PT_AS_LARGE(PT_NUMBER(record, bounded_value)));
    put_card(out, name, value, meaning);
}

static void put_percent(struct pt_buffer *out, const char *name, double share, const char *meaning)
{
    char value[40];

    snprintf(value, sizeof value, "%s %%", PT_AS_NUMBER(100.0 * share));
    if (!isnan(share))
        put_card(out, name, value, meaning);
}

static void put_count(struct pt_buffer *out, const char *name, double value, const char *meaning)
{
    if (!isnan(value))
        put_card(out, name, PT_AS_COUNT(value), meaning);
}

static void put_word(struct pt_buffer *out, const char *name, const char *word, const char *meaning)
{
    if (word[0] != '\0')
        put_card(out, name, word, meaning);
}

/* Of networks and neighbours no theorem speaks, nor of rows that contradict each other. */
static void put_radius(const struct pt_record *record, struct pt_buffer *out)
{
    const char *kind = PT_TEXT(record, kind);
    char meaning[120];

    if (isnan(PT_NUMBER(record, radius)) || PT_TABLE(record, contradiction) != NULL || strcmp(kind, "network") == 0 ||
        keeps_rows(record))
        return;
    snprintf(meaning, sizeof meaning, "length of the longest row%s%s",
             strcmp(kind, "kernel") == 0 ? " in feature space" : "",
             PT_NUMBER(record, has_bias) == 1.0 ? ", with the bias\xe2\x80\x99s constant" : "");
    put_card(out, "R", PT_AS_NUMBER(PT_NUMBER(record, radius)), meaning);
}

static void put_test_cards(const struct pt_record *record, struct pt_buffer *out)
{
    const double distance = PT_NUMBER(record, test_distance), margin = PT_NUMBER(record, test_margin);
    const bool both = PT_NUMBER(record, has_bias) == 0.0;

    put_count(out, "rows", PT_NUMBER(record, test_rows), "with a label, to test it on");
    put_count(out, "wrong", PT_NUMBER(record, test_errors), "of these rows");
    put_percent(out, "test error", PT_NUMBER(record, test_error), "share of these rows that are wrong");
    if (!isnan(margin))
        put_card(out, both ? "margin" : "theorem margin", PT_AS_NUMBER(margin),
                 both ? "on these rows: theorem margin and distance in one, as there is no bias"
                      : "on these rows: least y(w\xc2\xb7x + b), the bias counted in the length of w");
    if (!isnan(distance) && !both)
        put_card(out, "distance", PT_AS_NUMBER(distance),
                 distance > 0.0 ? "of the nearest of these rows from the boundary"
                                : "of the worst of these rows, on the wrong side");
}

static void put_cards(const struct pt_record *record, struct pt_buffer *out)
{
    char meaning[100];

    put_word(out, "stopped", PT_TEXT(record, stop), "the reason, about the last weights");
    put_word(out, "verdict", PT_TEXT(record, verdict),
             strcmp(PT_TEXT(record, verdict), "undecided") == 0 ? "neither is proved so far"
                                                                   : "proved in exact arithmetic");
    put_word(out, "decided by", PT_TEXT(record, decided_by), "the step of the search that settled it");
    snprintf(meaning, sizeof meaning, "with %s feature%s and %s labels", PT_AS_COUNT(PT_NUMBER(record, features)),
             PT_NUMBER(record, features) == 1.0 ? "" : "s", PT_AS_COUNT(PT_NUMBER(record, classes)));
    put_count(out, "rows", PT_NUMBER(record, rows), meaning);
    if (!keeps_rows(record))
        put_count(out, "updates", PT_NUMBER(record, updates), "times the weights moved");
    put_count(out, "epochs", PT_NUMBER(record, epochs), "whole passes over the rows");
    (is_proof(record) ? put_proved_margins : put_margins)(record, out);
    put_bound(record, out);
    put_percent(out, "training error", PT_NUMBER(record, train_error), "rows learned from that are wrong");
    put_percent(out, "hold-out error", PT_NUMBER(record, holdout_error), "on rows it did not learn from");
    put_radius(record, out);
}

/* Four in a line, or three where four would leave one or two of them alone in the last. */
static void put_numbers(const struct pt_record *record, struct pt_buffer *out,
                        void (*put)(const struct pt_record *, struct pt_buffer *))
{
    struct pt_buffer cards;
    size_t n = 0;

    pt_buffer_init(&cards);
    put(record, &cards);
    for (size_t i = 0; i + 4 <= cards.length; i++)
        n += memcmp(cards.bytes + i, "<dt>", 4) == 0;
    pt_buffer_format(out, "<dl class=\"cards%s\">\n", n % 4 == 1 || n % 4 == 2 ? " three" : "");
    pt_buffer_add(out, cards.length == 0 ? "" : cards.bytes, cards.length);
    pt_buffer_text(out, "</dl>\n");
    out->failed |= cards.failed;
    pt_buffer_fini(&cards);
}

/* ---- pictures ---------------------------------------------------------------------------------------- */

static void put_picture(const struct pt_record *record, const struct pt_picture *picture, struct pt_buffer *out)
{
    struct pt_svg svg = {.out = out, .id = picture->name};
    const size_t before = out->length;

    pt_buffer_format(out, "<figure id=\"figure-%s\"><h3>%s</h3>\n", picture->name, picture->heading);
    if (!picture->draw(record, &svg)) {
        out->length = out->failed ? out->length : before;   /* nothing to draw: as if it had not been begun */
        return;
    }
    pt_svg_close(&svg);
    pt_buffer_text(out, "<figcaption>");
    if (picture->say != NULL)
        picture->say(record, out);
    else
        pt_buffer_text(out, picture->caption);
    pt_buffer_text(out, "</figcaption></figure>\n");
}

/* The boundary over the updates: a slider, and without scripts a sequence. */
void pt_page_way(const struct pt_record *record, struct pt_buffer *out)
{
    const struct pt_table *way = PT_TABLE(record, way);
    struct pt_svg svg = {.out = out, .id = "way"};
    const size_t panels = way == NULL ? 0 : way->n_rows < 6 ? way->n_rows : 6;

    if (way == NULL || PT_TABLE(record, points) == NULL)
        return;
    pt_buffer_text(out, "<figure id=\"figure-way\"><h3>The way of the boundary</h3>\n<div id=\"way-moving\" hidden>\n");
    pt_plane_moving(record, &svg);
    pt_buffer_format(
        out,
        "<p class=\"slide\"><button type=\"button\" id=\"way-play\">Play</button> <label for=\"way-slider\">"
        "update</label> <input id=\"way-slider\" type=\"range\" min=\"0\" max=\"%zu\" value=\"%zu\"> <output "
        "id=\"way-k\" for=\"way-slider\"></output></p></div>\n<div id=\"way-still\" class=\"panels\">\n",
        way->n_rows - 1, way->n_rows - 1);
    for (size_t i = 0; i < panels; i++) {
        static const char *const ids[] = {"way-0", "way-1", "way-2", "way-3", "way-4", "way-5"};
        svg.id = ids[i];
        pt_plane_frame(record, &svg, panels == 1 ? 0 : i * (way->n_rows - 1) / (panels - 1));
    }
    pt_buffer_text(
        out, "</div>\n<figcaption>The boundary after each update kept; dashed, where it ends. The row that caused "
             "the update is ringed.</figcaption></figure>\n<script>\n(function(){var f=[");
    pt_plane_ends(record, out);
    pt_buffer_format(out, "];\n%s})();\n</script>\n", pt_page_script);
}

/* What was left out so that the page stays small. */
void pt_page_samples(const struct pt_record *record, struct pt_buffer *out)
{
    const double of = PT_NUMBER(record, points_of), stride = PT_NUMBER(record, update_stride);
    const struct pt_table *points = PT_TABLE(record, points), *told = PT_TABLE(record, parameters);

    if (of > 0.0 && points != NULL)
        pt_buffer_format(out, "<p class=\"note\">Drawn are %s of %s rows: evenly spaced ones, and the nearest. "
                              "Histogram, errors and confusion count all.</p>\n",
                         PT_AS_COUNT((double)points->n_rows), PT_AS_COUNT(of));
    if (stride > 1.0)
        pt_buffer_format(out, "<p class=\"note\">Curves and the slider show one in %s updates.</p>\n",
                         PT_AS_COUNT(stride));
    if (PT_NUMBER(record, plane_mode) == 0.0 && PT_NUMBER(record, features) > 2.0)
        pt_buffer_text(out,
                       "<p class=\"note\">The boundary is cut where all features not drawn have their mean.</p>\n");
    if (PT_NUMBER(record, plane_mode) == 2.0 && PT_TABLE(record, grid) != NULL)
        pt_buffer_text(out, "<p class=\"note\">Rows are seen from the side: the areas are the answers on the plane "
                            "through their mean, and a row beside it may get another.</p>\n");
    for (size_t i = 0; told != NULL && i < told->n_rows; i++)
        if (strcmp(pt_table_text(told, i, PT_parameters_name), "features") == 0) {
            pt_buffer_text(out, "<p class=\"note\">Features, distances and margins are of what --features ");
            pt_buffer_escaped(out, pt_table_text(told, i, PT_parameters_value));
            pt_buffer_text(out, " makes of a row.</p>\n");
        }
    if (PT_TEXT(record, scaling)[0] != '\0' && strcmp(PT_TEXT(record, scaling), "none") != 0) {
        pt_buffer_text(out, "<p class=\"note\">Features, distances and margins are as the model sees them: scaled (");
        pt_buffer_escaped(out, PT_TEXT(record, scaling));
        pt_buffer_text(out, ").</p>\n");
    }
    if (PT_TABLE(record, classes) != NULL && PT_TABLE(record, classes)->n_rows > PT_MARKS)
        pt_buffer_format(out, "<p class=\"note\">From the %dth label on marks are used again.</p>\n", PT_MARKS + 1);
}

/* ---- sections ---------------------------------------------------------------------------------------- */

struct section {
    size_t from, body;   /* where it begins in the page, and where what it holds does; both 0: none is open */
};

static struct section open_section(struct pt_buffer *out, const char *heading)
{
    struct section section = {.from = out->length};

    pt_buffer_format(out, "<section><h2>%s</h2>\n<div class=\"figures\">\n", heading);
    section.body = out->length;
    return section;
}

/* A section that holds nothing is as if it had not been begun. */
static void close_section(struct pt_buffer *out, struct section *section)
{
    if (section->body > 0 && out->length == section->body && !out->failed)
        out->length = section->from;
    else if (section->body > 0)
        pt_buffer_text(out, "</div></section>\n");
    *section = (struct section){0, 0};
}

static const struct item {
    const char *heading;               /* of a section, "": what follows stands for itself; NULL: no section */
    enum pt_table_name table;          /* that the section is about */
    const struct pt_picture *picture;
    void (*put)(const struct pt_record *record, struct pt_buffer *out);
} items[] = {
#define SECTION(table, heading) {heading, PT_TABLE_##table, NULL, NULL},
#define PICTURE(name) {NULL, PT_TABLES, &pt_picture_##name, NULL},
#define PART(name) {NULL, PT_TABLES, NULL, pt_page_##name},
    PT_PAGE(SECTION, PICTURE, PART)
};

enum { ITEMS = sizeof items / sizeof *items };

static void put_sections(const struct pt_record *record, struct pt_buffer *out)
{
    /* The contradiction of a proof has its own picture of the points, beside its rows. */
    const bool own_points = is_proof(record) && PT_TABLE(record, contradiction) != NULL;
    struct section section = {0, 0};
    bool shown = false;

    for (size_t i = 0; i < ITEMS; i++) {
        if (items[i].heading != NULL) {
            close_section(out, &section);
            shown = pt_record_table(record, items[i].table) != NULL &&
                    !(own_points && items[i].table == PT_TABLE_points);
            if (shown && items[i].heading[0] != '\0')
                section = open_section(out, items[i].heading);
        } else if (shown && items[i].picture != NULL) {
            put_picture(record, items[i].picture, out);
        } else if (shown) {
            items[i].put(record, out);
        }
    }
    close_section(out, &section);
}

/* On a page of rows to test on: what is known of the rows it learned from. */
static void put_training(const struct pt_record *record, struct pt_buffer *out)
{
    if (!pt_page_is_test(record) || !is_trained(record))
        return;
    pt_buffer_text(out, "<section id=\"training\"><h2>Training</h2>\n<p class=\"why\">");
    put_why(record, out);
    pt_buffer_text(out, "</p>\n");
    put_numbers(record, out, put_cards);
    pt_buffer_text(out, "</section>\n");
}

static void put_repeat(const struct pt_record *record, struct pt_buffer *out)
{
    struct section section = open_section(out, "To repeat it");
    const char *command = PT_TEXT(record, command);

    pt_page_parameters(record, out);
    if (command[0] != '\0') {
        pt_buffer_text(out, "<figure class=\"tabular\"><h3>The command</h3>\n<pre dir=\"ltr\">");
        while (*command != '\0') {   /* lines break between its words only: each is a box of its own */
            const size_t length = strcspn(command, " ");
            pt_buffer_text(out, "<span>");
            pt_buffer_escaped_part(out, command, length);
            pt_buffer_text(out, "</span>");
            for (command += length; *command == ' '; command++)
                pt_buffer_byte(out, ' ');
        }
        pt_buffer_text(out, "</pre></figure>\n");
    }
    close_section(out, &section);
}

void pt_page_write(const struct pt_record *record, struct pt_buffer *out)
{
    pt_buffer_text(
        out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
             "script-src 'unsafe-inline'; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n<title>");
    pt_buffer_escaped(out, PT_TEXT(record, data));
    pt_buffer_format(out, " \xe2\x80\x93 perceptron</title>\n<style>\n%s%s%s</style>\n</head>\n<body>\n<main>\n",
                     pt_svg_style, pt_page_style, pt_page_media);
    put_header(record, out);
    if (pt_page_is_test(record))
        put_numbers(record, out, put_test_cards);
    else if (PT_TABLE(record, runs) == NULL)
        put_numbers(record, out, put_cards);
    put_sections(record, out);
    put_training(record, out);
    put_repeat(record, out);
    pt_buffer_text(out, "</main>\n</body>\n</html>\n");
}

const char *pt_page_picture(const struct pt_record *record, size_t i, struct pt_buffer *out)
{
    for (size_t p = 0, drawn = 0; p < ITEMS; p++) {
        const struct pt_picture *picture = items[p].picture;
        struct pt_svg svg = {.out = out, .alone = true, .id = picture == NULL ? "" : picture->name};
        const size_t before = out->length;
        if (picture == NULL || !picture->draw(record, &svg))
            continue;
        if (drawn++ == i) {
            pt_svg_close(&svg);
            return picture->name;
        }
        out->length = before;
    }
    return NULL;
}
