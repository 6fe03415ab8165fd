/* What the last row did to two weights, for a picture: y x added tip to tail. */
#ifndef WEB_ENGINE_UPDATE_H
#define WEB_ENGINE_UPDATE_H

#include "perceptron.h"

struct update {
    double   before[2], after[2];
    uint64_t row;
    int      sign;
    double   step;            /* the row was added so many times, 0: it was not; NaN: w moved otherwise */
    bool     known;           /* there is one vector, of two weights */
};

void update_take(struct update *update, const ptron_step *step);
/* The picture as the answer; none where it is not known. */
int  update_picture(const struct update *update, const ptron_dataset *set);

#endif
