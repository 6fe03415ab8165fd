/* What a shard adds to a mix (mix_terms.c; mix_terms_avx2.c the same for another set of instructions, to the same bits). */
#ifndef PT_LEARN_ONLINE_MIX_TERMS_H
#define PT_LEARN_ONLINE_MIX_TERMS_H

#include <stdbool.h>
#include <stddef.h>

/* Of n numbers each; `add`: to what is there. */
struct pt_mix_terms {
    /* to = share (own - w) */
    void (*move)(double *restrict to, double share, const double *own, const double *w, size_t n, bool add);
    /* to = drift + rows (mixed - own) */
    void (*drift)(double *restrict to, const double *drift, double rows, const double *mixed, const double *own, size_t n,
                  bool add);
};

const struct pt_mix_terms *pt_mix_terms(void);

#if defined(__x86_64__)
extern const struct pt_mix_terms pt_mix_terms_avx2;   /* where pt_simd_avx2() */
#endif

#endif
