/* The weights of a model where they stand: feature j of a vector at [j * n_vectors]. NULL: it has none. */
#ifndef TESTS_WEIGHTS_H
#define TESTS_WEIGHTS_H

#include "model/model.h"

static inline const double *weights_of(const ptron_model *model, size_t vector)
{
    return model->weights != NULL && vector < model->n_vectors ? model->weights + vector : NULL;
}

#endif
