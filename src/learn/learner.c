/* The table of every algorithm, family by family. */
#include "learn/learner.h"

#include <string.h>

const struct pt_learner_ops *pt_learner_at(size_t i)
{
    const struct {
        const struct pt_learner_ops *ops;
        size_t n;
    } families[] = {
        {pt_online_learners, pt_n_online_learners},
        {pt_batch_learners, pt_n_batch_learners},
        {pt_svm_learners, pt_n_svm_learners},
        {pt_kernel_learners, pt_n_kernel_learners},
        {pt_mlp_learners, pt_n_mlp_learners},
        {pt_near_learners, pt_n_near_learners},
    };

    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        if (i < families[f].n)
            return &families[f].ops[i];
        i -= families[f].n;
    }
    return NULL;
}

const struct pt_learner_ops *pt_learner_named(const char *name)
{
    for (size_t i = 0; pt_learner_at(i) != NULL; i++)
        if (strcmp(pt_learner_at(i)->name, name) == 0)
            return pt_learner_at(i);
    return NULL;
}
