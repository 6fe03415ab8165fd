/* The one place that knows number: "1 row is", "2 rows are", "0 rows are". The command uses it too, which is why it
 * includes nothing of ours. */
#ifndef PT_BASE_PLURAL_H
#define PT_BASE_PLURAL_H

#include <stdint.h>

/* The words for one, or for any other number: noun and verb together, "byte follows" or "bytes follow". */
static inline const char *pt_one_many(uint64_t n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

/* What a plain noun ends in. */
static inline const char *pt_plural(uint64_t n)
{
    return pt_one_many(n, "", "s");
}

#endif
