/* The table of every algorithm, family by family. */
#include "learn/learner.h"

#include <string.h>

const struct pt_algorithm *pt_algorithm_at(size_t i)
{
    static const struct pt_family *const families[] = {&pt_online_family, &pt_batch_family, &pt_svm_family,
                                                       &pt_kernel_family, &pt_mlp_family, &pt_neighbours_family};

    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        if (i < families[f]->n)
            return (const void *)((const char *)families[f]->rows + i * families[f]->size);
        i -= families[f]->n;
    }
    return NULL;
}

const struct pt_algorithm *pt_algorithm_named(const char *name)
{
    for (size_t i = 0; pt_algorithm_at(i) != NULL; i++)
        if (strcmp(pt_algorithm_at(i)->name, name) == 0)
            return pt_algorithm_at(i);
    return NULL;
}
