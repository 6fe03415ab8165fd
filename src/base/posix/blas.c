/* Finding a BLAS at run time. A library once opened stays: there is no moment at which nobody needs it. */
#define _GNU_SOURCE   /* dlmopen */
#include "base/blas.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

/* A function's address as any type of pointer to function: POSIX promises that they are of one size. */
static bool find(void *library, const char *name, void *function)
{
    void *const address = dlsym(library, name);

    memcpy(function, &address, sizeof address);
    return address != NULL;
}

/* A copy of our own, in a namespace of its own: how many threads OpenBLAS takes is one number for all its callers, and
 * the program around us may want another than we do. */
static bool open_library(const char *name, struct pt_blas *blas)
{
    void *const library = dlmopen(LM_ID_NEWLM, name, RTLD_NOW | RTLD_LOCAL);
    void (*set_threads)(int n);

    if (library == NULL)
        return false;
    if (find(library, "cblas_dgemm", &blas->dgemm) && find(library, "cblas_sgemm", &blas->sgemm)) {
        if (find(library, "openblas_set_num_threads", &set_threads))
            set_threads(1);
        find(library, "dpotrf_", &blas->dpotrf);
        find(library, "dtrtri_", &blas->dtrtri);
        return true;
    }
    dlclose(library);
    return false;
}

/* Whoever comes first looks, and the others wait: a second copy would stay as well. */
ptron_status pt_blas_open(const struct pt_blas **out, ptron_error *err)
{
    enum { NOT_YET, LOOKING, READY };
    static const char *const names[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", "libopenblas.so"};
    static struct pt_blas table;
    static atomic_int state = NOT_YET;
    int seen;

    *out = NULL;
    while ((seen = atomic_load(&state)) != READY) {
        if (seen == LOOKING || !atomic_compare_exchange_strong(&state, &seen, LOOKING)) {
            sched_yield();
            continue;
        }
        bool found = false;
        for (size_t i = 0; !found && i < sizeof names / sizeof *names; i++)
            found = open_library(names[i], &table);
        atomic_store(&state, found ? READY : NOT_YET);
        if (!found)
            return pt_fail(err, PTRON_IO, "no library for matrix products: neither OpenBLAS (libopenblas.so.0) nor "
                                          "libblas.so.3 with CBLAS could be opened");
    }
    *out = &table;
    return PTRON_OK;
}
