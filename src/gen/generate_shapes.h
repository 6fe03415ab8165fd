/* Made-up data in the plane and around it: shapes that no line parts, clouds, and the fixed little sets. */
#ifndef PT_GEN_GENERATE_SHAPES_H
#define PT_GEN_GENERATE_SHAPES_H

#include "gen/generate.h"

ptron_status pt_prepare_blobs(struct pt_generation *g, ptron_error *err);
void         pt_draw_blobs(const struct pt_generation *g, pt_random *random, struct pt_drawn *row);

ptron_status pt_prepare_biased(struct pt_generation *g, ptron_error *err);
void         pt_draw_biased(const struct pt_generation *g, pt_random *random, struct pt_drawn *row);

ptron_status pt_prepare_plane(struct pt_generation *g, ptron_error *err);   /* two features, nothing else */
void         pt_draw_xor(const struct pt_generation *g, pt_random *random, struct pt_drawn *row);
void         pt_draw_circles(const struct pt_generation *g, pt_random *random, struct pt_drawn *row);
void         pt_draw_moons(const struct pt_generation *g, pt_random *random, struct pt_drawn *row);
void         pt_draw_worked(const struct pt_generation *g, pt_random *random, struct pt_drawn *row);
void         pt_draw_eighty_five(const struct pt_generation *g, pt_random *random, struct pt_drawn *row);

size_t pt_dense_room(const struct pt_generation *g);

/* Positive or not, transposed over as often as the option "noise" says. */
uint32_t pt_noisy(const struct pt_generation *g, pt_random *random, bool positive);
/* Thousandths, rounded half away from zero. */
int32_t pt_nearest_milli(double milli);

#endif
