/* The table of every algorithm, family by family, and learners of them. */
#include "learn/learner.h"
#include "base/alloc.h"

#include <string.h>

const struct pt_algorithm *pt_algorithm_at(size_t i)
{
    static const struct pt_family *const families[] = {
        &pt_online_family, &pt_batch_family, &pt_svm_family, &pt_logistic_family, &pt_kernel_family, &pt_mlp_family,
        &pt_neighbours_family};

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

ptron_status pt_learner_new(const struct pt_learner_ops *ops, const struct pt_algorithm *algorithm,
                            const struct pt_setup *setup, void **self, ptron_error *err)
{
    ptron_status status;

    *self = pt_zeroed(1, ops->size);
    if (*self == NULL)
        return pt_fail_memory(err, ops->size, "a learner");
    status = ops->create(algorithm, setup, *self, err);
    if (status != PTRON_OK) {
        pt_learner_free(ops, *self);
        *self = NULL;
    }
    return status;
}

void pt_learner_free(const struct pt_learner_ops *ops, void *self)
{
    if (self != NULL)
        ops->destroy(self);
    pt_release(self);
}
