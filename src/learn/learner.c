/* The table of every algorithm, family by family. */
#include "learn/learner.h"

#include <string.h>

const struct pt_learner_ops *pt_learner_at(size_t i)
{
    return i < pt_n_online_learners ? &pt_online_learners[i] : NULL;
}

const struct pt_learner_ops *pt_learner_named(const char *name)
{
    for (size_t i = 0; pt_learner_at(i) != NULL; i++)
        if (strcmp(pt_learner_at(i)->name, name) == 0)
            return pt_learner_at(i);
    return NULL;
}
