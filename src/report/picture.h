/* The pictures there are, and the page's order of them. Each draws itself from a record, or says that it has nothing to
 * draw. A new picture is a file with its struct pt_picture, and a word in PT_PAGE. */
#ifndef PT_REPORT_PICTURE_H
#define PT_REPORT_PICTURE_H

#include "report/run_record.h"
#include "report/svg.h"

struct pt_picture {
    const char *name;      /* of its file, and its id on the page */
    const char *heading;
    const char *caption;   /* a sentence or two on how to read it */
    /* Opens the picture, which the page closes; false: nothing was drawn. */
    bool      (*draw)(const struct pt_record *record, struct pt_svg *svg);
    void      (*say)(const struct pt_record *record, struct pt_buffer *out);   /* a caption made of it, or NULL */
};

/* SECTION(table, heading): what follows is shown where the record has the table; PICTURE: pt_picture_NAME, on the page
 * and as a file of its own; PART: something else on the page, by pt_page_NAME. */
#define PT_PAGE(SECTION, PICTURE, PART)                                                                              \
    SECTION(contradiction, "Why no boundary can be right")                                                           \
    PART(contradiction)                                                                                              \
    PICTURE(contradiction)                                                                                           \
    SECTION(runs, "How the runs spread")                                                                             \
    PICTURE(runs_updates)                                                                                            \
    PICTURE(runs_epochs)                                                                                             \
    PICTURE(runs_margins)                                                                                            \
    PICTURE(runs_distances)                                                                                          \
    PICTURE(runs_errors)                                                                                             \
    SECTION(tuned, "What was tried")                                                                                 \
    PART(tuned)                                                                                                      \
    SECTION(learning, "Would more rows help?")                                                                       \
    PICTURE(learning)                                                                                                \
    SECTION(points, "What it looks like")                                                                            \
    PICTURE(plane)                                                                                                   \
    PICTURE(space)                                                                                                   \
    PART(way)                                                                                                        \
    PICTURE(feature_space)                                                                                           \
    PICTURE(cone)                                                                                                    \
    PICTURE(ball)                                                                                                    \
    PICTURE(losses)                                                                                                  \
    SECTION(points, "")                                                                                              \
    PART(samples)                                                                                                    \
    SECTION(epochs, "How it learned")                                                                                \
    PICTURE(risk)                                                                                                    \
    PICTURE(epochs)                                                                                                  \
    PICTURE(bracket)                                                                                                 \
    PICTURE(proof)                                                                                                   \
    PICTURE(angle)                                                                                                   \
    SECTION(classes, "How well it does")                                                                             \
    PICTURE(margins)                                                                                                 \
    PART(nearest)                                                                                                    \
    PART(confusion)                                                                                                  \
    PICTURE(roc)                                                                                                     \
    PICTURE(precision)                                                                                             \
    PICTURE(reliability)                                                                                             \
    SECTION(classes, "What it is made of")                                                                           \
    PICTURE(network)                                                                                                 \
    PICTURE(neuron)                                                                                                  \
    PICTURE(weights)                                                                                                 \
    PICTURE(image)

#define PT_PICTURE_NAMED(name) extern const struct pt_picture pt_picture_##name;
#define PT_PART_NAMED(name) void pt_page_##name(const struct pt_record *record, struct pt_buffer *out);
#define PT_SECTION_NAMED(table, heading)
PT_PAGE(PT_SECTION_NAMED, PT_PICTURE_NAMED, PT_PART_NAMED)

/* plane.c: whether rows have distances from the boundary: one straight one. All else has scores. */
bool pt_has_distances(const struct pt_record *record);
/* The data with the boundary of frame i of its way, small; and the ends of that boundary in the picture's
 * own coordinates for all frames, as a list of numbers: [k, x1, y1, x2, y2, row], ... */
void pt_plane_frame(const struct pt_record *record, struct pt_svg *svg, size_t frame);
void pt_plane_ends(const struct pt_record *record, struct pt_buffer *out);
/* What its axes span, x0 x1 y0 y1, and where that lies in the picture, left right top bottom. */
void pt_plane_box(const struct pt_record *record, double box[8]);
/* The whole picture with the boundary as an element of its own, for the slider. */
void pt_plane_moving(const struct pt_record *record, struct pt_svg *svg);

#endif
