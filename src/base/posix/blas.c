/* Finding a BLAS at run time. A library once opened stays: there is no moment at which nobody needs it. */
#define _GNU_SOURCE   /* dlmopen */
#include "base/blas.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A function's address as any type of pointer to function: POSIX promises that they are of one size. */
static bool find(void *library, const char *name, void *function)
{
    void *const address = dlsym(library, name);

    memcpy(function, &address, sizeof address);
    return address != NULL;
}

/* Asks OpenBLAS for the kernels that every processor with AVX2 can run, instead of the widest that this one can: wider
 * ones add in another order, and a model would depend on the machine it was made on. The library reads the environment
 * of its own C library, a copy like itself, so the one of the program around us stays as it is. What the user asked for
 * goes first. */
static bool ask_for_common_kernels(void *c_library)
{
    int (*set)(const char *name, const char *value, int overwrite);
    bool done = find(c_library, "setenv", &set) &&
                set("OPENBLAS_NUM_THREADS", "1", 1) == 0;   /* it would begin threads, which we never use */

#if defined __x86_64__
    if (done && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        done = set("OPENBLAS_CORETYPE", "Haswell", 0) == 0;
#endif
    return done;
}

/* ---- its memory ---- */

/* OpenBLAS takes a buffer for each call that runs at the same time as others, keeps it, and where there is none it
 * tries for ever. So it is asked for as many as there are processors before anybody waits for them, and not at all
 * where the addresses are missing. */
enum { LIBRARY_BYTES = 64 << 20, BUFFER_BYTES = 128 << 20, BUFFERS_MOST = 64 };

static size_t buffers(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors < 1 ? 1 : processors > BUFFERS_MOST ? BUFFERS_MOST : (size_t)processors;
}

static bool has_addresses(size_t bytes)
{
    void *const trial = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return trial != MAP_FAILED && munmap(trial, bytes) == 0;
}

/* Asked before the library is opened, and never again: to count processors the C library reads a file. */
static ptron_status has_room(ptron_error *err)
{
    const size_t needed = LIBRARY_BYTES + (buffers() + 1) * BUFFER_BYTES;

    return has_addresses(needed) ? PTRON_OK : pt_fail_memory(err, needed, "matrix products, by a BLAS");
}

static void take_buffers(void *library)
{
    void *(*take)(int), *buffer[BUFFERS_MOST];
    void (*give_back)(void *);
    size_t n = 0;

    if (!find(library, "blas_memory_alloc", &take) || !find(library, "blas_memory_free", &give_back))
        return;   /* another library, or another version of it */
    while (n < buffers() && has_addresses(BUFFER_BYTES + LIBRARY_BYTES))
        buffer[n++] = take(0);
    while (n > 0)
        give_back(buffer[--n]);
}

/* ---- its functions ---- */

/* A copy of our own, in a namespace of its own: how many threads OpenBLAS takes is one number for all its callers, and
 * the program around us may want another than we do. */
static void *open_copy(const char *name)
{
    void *const c_library = dlmopen(LM_ID_NEWLM, "libc.so.6", RTLD_NOW | RTLD_LOCAL);
    Lmid_t space = LM_ID_NEWLM;
    void *library = NULL;

    if (c_library != NULL && dlinfo(c_library, RTLD_DI_LMID, &space) == 0 && ask_for_common_kernels(c_library))
        library = dlmopen(space, name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL && c_library != NULL)
        dlclose(c_library);
    return library;
}

/* *missing: there is no such file. Whatever else went wrong, another library in its place would make another model. */
static bool open_library(const char *name, struct pt_blas *blas, bool *missing)
{
    void *const library = open_copy(name);
    void (*set_threads)(int n);

    if (library == NULL) {
        const char *why = dlerror();
        *missing = why != NULL && strstr(why, "No such file") != NULL;
        return false;
    }
    *missing = true;   /* or without what is needed */
    if (find(library, "cblas_dgemm", &blas->dgemm) && find(library, "cblas_sgemm", &blas->sgemm)) {
        if (find(library, "openblas_set_num_threads", &set_threads))
            set_threads(1);
        take_buffers(library);
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
    if (atomic_load(&state) != READY)
        PT_TRY(has_room(err));
    while ((seen = atomic_load(&state)) != READY) {
        if (seen == LOOKING || !atomic_compare_exchange_strong(&state, &seen, LOOKING)) {
            sched_yield();
            continue;
        }
        bool found = false, missing = true;
        for (size_t i = 0; !found && missing && i < sizeof names / sizeof *names; i++)
            found = open_library(names[i], &table, &missing);
        atomic_store(&state, found ? READY : NOT_YET);
        if (!found && !missing)
            return pt_fail_memory(err, 0, "a library for matrix products");
        if (!found)
            return pt_fail(err, PTRON_IO, "no library for matrix products: neither OpenBLAS (libopenblas.so.0) nor "
                                          "libblas.so.3 with CBLAS could be opened");
    }
    *out = &table;
    return PTRON_OK;
}
