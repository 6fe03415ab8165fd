/* Made-up data in the plane and around it: shapes that no line parts, clouds, and the fixed little sets. */
#ifndef PT_GEN_GENERATE_SHAPES_H
#define PT_GEN_GENERATE_SHAPES_H

#include "gen/generate.h"

pt_prepare pt_prepare_blobs, pt_prepare_biased, pt_prepare_plane;   /* plane: two features, nothing else */
pt_draw    pt_draw_blobs, pt_draw_biased, pt_draw_xor, pt_draw_circles, pt_draw_moons, pt_draw_worked,
           pt_draw_eighty_five;

/* 1 for positive, else 0; flipped as often as the option "noise" says. */
uint32_t pt_noisy(const struct pt_generation *g, pt_random *random, bool positive);
/* Thousandths, rounded half away from zero. */
int32_t pt_nearest_milli(double milli);

#endif
