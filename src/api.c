/* Public functions that only check arguments and call inward: version, algorithms. */
#include "base/alloc.h"
#include "learn/learner.h"

#include <string.h>

#define TEXT_OF(x) #x
#define DOTTED(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

const char *ptron_version(void)
{
    return DOTTED(PTRON_VERSION_MAJOR, PTRON_VERSION_MINOR, PTRON_VERSION_PATCH);
}

const char *ptron_stop_text(ptron_stop reason)
{
    static const char *const texts[] = {
#define X(name, value, text) [value] = text,
        PTRON_STOP_MAP(X)
#undef X
    };

    return (size_t)reason < sizeof texts / sizeof *texts ? texts[reason] : "unknown";
}

void ptron_bytes_free(void *bytes)
{
    pt_release(bytes);
}

size_t ptron_algorithm_count(void)
{
    size_t n = 0;

    while (pt_learner_at(n) != NULL)
        n++;
    return n;
}

bool ptron_algorithm_describe(size_t i, ptron_algorithm_info *info)
{
    const struct pt_learner_ops *ops = pt_learner_at(i);
    ptron_algorithm_info full;

    if (ops == NULL)
        return false;
    full = (ptron_algorithm_info){info->size, ops->name, ops->update, ops->guarantee, ops->reference};
    memcpy(info, &full, info->size < sizeof full ? info->size : sizeof full);
    return true;
}
