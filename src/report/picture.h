/* The pictures there are. Each draws itself from a record, or says that it has nothing to draw. */
#ifndef PT_REPORT_PICTURE_H
#define PT_REPORT_PICTURE_H

#include "report/run_record.h"
#include "report/svg.h"

struct pt_picture {
    const char *name;      /* of its file, and its id on the page */
    const char *heading;
    const char *caption;   /* a sentence or two on how to read it */
    bool      (*draw)(const struct pt_run *run, struct pt_svg *svg);   /* false: nothing was drawn */
    void      (*say)(const struct pt_run *run, struct pt_buffer *out); /* a caption that depends on the run, or NULL */
};

extern const struct pt_picture *const pt_pictures[];   /* NULL ended, in the order of the page */

extern const struct pt_picture pt_picture_plane, pt_picture_contradiction,
    pt_picture_cone, pt_picture_losses, pt_picture_space,
    pt_picture_epochs, pt_picture_proof, pt_picture_bracket, pt_picture_angle, pt_picture_margins, pt_picture_weights,
    pt_picture_image, pt_picture_reliability, pt_picture_runs_updates, pt_picture_runs_epochs,
    pt_picture_runs_margins, pt_picture_runs_errors, pt_picture_network;

/* plane.c: the data with the boundary of frame i of its way, small; and the ends of that boundary in the picture's
 * own coordinates for all frames, as a list of numbers: [k, x1, y1, x2, y2, row], ... */
void pt_plane_frame(const struct pt_run *run, struct pt_svg *svg, size_t frame);
void pt_plane_ends(const struct pt_run *run, struct pt_buffer *out);
/* The whole picture with the boundary as an element of its own, for the slider. */
void pt_plane_moving(const struct pt_run *run, struct pt_svg *svg);

/* At most `most` characters of a name; the rest becomes an ellipsis. */
void pt_short_name(const char *name, size_t most, char *text, size_t room);

#endif
