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

static void put_training_sentence(const struct pt_record *record, struct pt_buffer *out)
{
    const double rows = PT_NUMBER(record, rows), updates = PT_NUMBER(record, updates);
    const double errors = PT_NUMBER(record, train_errors);

    pt_buffer_text(out, "Asked to ");
    put_labels(record, out);
    pt_buffer_format(out, " in %s row%s", PT_AS_COUNT(rows), rows == 1.0 ? "" : "s");
    put_data(record, out);
    if (pt_page_keeps_rows(record))
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
    } else if (pt_page_is_trained(record)) {
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
        pt_buffer_text(out, pt_page_is_trained(record) ? "; those of its training stand apart, under Training." : ".");
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

/* ---- pictures ---------------------------------------------------------------------------------------- */

static void put_caption(const struct pt_record *record, const struct pt_picture *picture, struct pt_buffer *out)
{
    if (picture->say != NULL)
        picture->say(record, out);
    else
        pt_buffer_text(out, picture->caption);
}

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
    put_caption(record, picture, out);
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
        out, "</div>\n<figcaption>The boundary after each update kept; dashed, that of the model. The row that caused "
             "the update is ringed.</figcaption></figure>\n<script>\n(function(){var f=[");
    pt_plane_ends(record, out);
    pt_buffer_format(out, "];\n%s})();\n</script>\n", pt_page_script);
}

/* What an option makes of the numbers of the page, with its value in the middle. */
static const char *const told[][3] = {
    {"features", "Features, distances and margins are of what --features ", " makes of a row."},
    {"threshold-for", "Who is taken for whom goes by the threshold that the model keeps (",
     "), as predict does; the boundary, distances and the errors of training by a score of 0."},
    {"calibrate", "Who is taken for whom goes by the probabilities (",
     "), as predict does, or by a threshold that the model keeps; distances and the errors of training by the scores."},
};

static void put_told(const struct pt_record *record, const char *name, const char *before, const char *after,
                     struct pt_buffer *out)
{
    const struct pt_table *parameters = PT_TABLE(record, parameters);

    for (size_t i = 0; parameters != NULL && i < parameters->n_rows; i++)
        if (strcmp(pt_table_text(parameters, i, PT_parameters_name), name) == 0) {
            pt_buffer_format(out, "<p class=\"note\">%s", before);
            pt_buffer_escaped(out, pt_table_text(parameters, i, PT_parameters_value));
            pt_buffer_format(out, "%s</p>\n", after);
        }
}

/* What was left out so that the page stays small, and what its numbers are of. */
void pt_page_samples(const struct pt_record *record, struct pt_buffer *out)
{
    const double of = PT_NUMBER(record, points_of), stride = PT_NUMBER(record, update_stride);
    const struct pt_table *points = PT_TABLE(record, points);

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
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        put_told(record, told[i][0], told[i][1], told[i][2], out);
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
    const bool own_points = pt_page_is_proof(record) && PT_TABLE(record, contradiction) != NULL;
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
    if (!pt_page_is_test(record) || !pt_page_is_trained(record))
        return;
    pt_buffer_text(out, "<section id=\"training\"><h2>Training</h2>\n<p class=\"why\">");
    put_why(record, out);
    pt_buffer_text(out, "</p>\n");
    pt_page_cards(record, out);
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
        pt_page_test_cards(record, out);
    else if (PT_TABLE(record, runs) == NULL)
        pt_page_cards(record, out);
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

static const struct pt_picture *picture_named(const char *name)
{
    for (size_t p = 0; p < ITEMS; p++)
        if (items[p].picture != NULL && strcmp(items[p].picture->name, name) == 0)
            return items[p].picture;
    return NULL;
}

bool pt_page_picture_named(const struct pt_record *record, const char *name, struct pt_buffer *out)
{
    const struct pt_picture *picture = picture_named(name);
    struct pt_svg svg = {.out = out, .alone = true, .id = name};

    if (picture == NULL || !picture->draw(record, &svg))
        return false;
    pt_svg_close(&svg);
    return true;
}

void pt_page_caption_named(const struct pt_record *record, const char *name, struct pt_buffer *out)
{
    const struct pt_picture *picture = picture_named(name);

    if (picture != NULL)
        put_caption(record, picture, out);
}
