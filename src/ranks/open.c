/* Finding out that there are ranks, the module that MPI is in, and whether the ranks were given the same files. */
#include "base/alloc.h"
#include "base/file.h"
#include "base/param.h"
#include "base/plural.h"
#include "ranks/ranks.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef PT_MODULE_FOLDER
#define PT_MODULE_FOLDER "/usr/local/lib"
#endif

enum { DEFAULT_PATIENCE = 600 };   /* seconds */

static size_t number_in(const char *name, size_t otherwise)
{
    const char *text = getenv(name);
    char *end = NULL;
    const unsigned long value = text == NULL ? 0 : strtoul(text, &end, 10);

    return text == NULL || end == text ? otherwise : (size_t)value;
}

/* How a process learns which rank it is. srun tells its tasks apart whether or not it has them meet. */
static const struct launcher {
    const char *rank, *size;
    bool meets;
} launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", true},
                 {"PMI_RANK", "PMI_SIZE", true},
                 {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", true},
                 {"PMIX_RANK", "SLURM_NTASKS", true},
                 {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", false}};

static const struct launcher *launcher_of(size_t *rank, size_t *n)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
        const size_t own = number_in(launchers[i].rank, SIZE_MAX), size = number_in(launchers[i].size, 0);

        if (own < size) {
            *rank = own;
            *n = size;
            return &launchers[i];
        }
    }
    *rank = 0;
    *n = 1;
    return NULL;
}

size_t ptron_ranks_launched(size_t *rank)
{
    size_t own, n;

    launcher_of(&own, &n);
    if (rank != NULL)
        *rank = own;
    return n;
}

/* The module stands in the library's folder: of the tree that the program is in, or of the one it was built for. */
static void *open_module(void)
{
    static const char beside[] = "/../lib/" PT_TRANSPORT_FILE;
    char path[PATH_MAX + sizeof beside];
    const ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
    char *slash;
    void *module = NULL;

    if (n > 0) {
        path[n] = '\0';
        slash = strrchr(path, '/');
        if (slash != NULL) {
            memcpy(slash, beside, sizeof beside);
            module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
        }
    }
    if (module == NULL)
        module = dlopen(PT_MODULE_FOLDER "/" PT_TRANSPORT_FILE, RTLD_NOW | RTLD_GLOBAL);
    return module;
}

static ptron_status find_transport(const struct pt_transport **out, ptron_error *err)
{
    void *module = open_module();

    *out = module == NULL ? NULL : dlsym(module, PT_TRANSPORT_SYMBOL);
    if (*out == NULL)
        return pt_fail(err, PTRON_IO, "started as one of %zu rank%s, and there is no module for MPI (%s): build it "
                       "where libopenmpi-dev is installed, or start one process without a launcher",
                       ptron_ranks_launched(NULL), pt_plural(ptron_ranks_launched(NULL)), PT_TRANSPORT_FILE);
    if ((*out)->version != PT_TRANSPORT_VERSION)
        return pt_fail(err, PTRON_IO, "the module for MPI (%s) is of another version", PT_TRANSPORT_FILE);
    return PTRON_OK;
}

ptron_status ptron_ranks_patience(ptron_ranks *ranks, double seconds, void (*on_lost)(const char *message),
                                  ptron_error *err)
{
    if (ranks == NULL || !(seconds > 0.0))
        return pt_fail(err, PTRON_ARGUMENT, "ranks, and patience above 0, are needed");
    ranks->patience = seconds;
    ranks->on_lost = on_lost;
    return PTRON_OK;
}

ptron_status ptron_ranks_open(ptron_ranks **out, ptron_error *err)
{
    const struct pt_transport *transport;
    const struct launcher *launcher;
    size_t own, n;
    int rank = 0, size = 1;

    if (out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a place for the ranks is needed");
    *out = NULL;
    launcher = launcher_of(&own, &n);
    if (launcher != NULL && !launcher->meets)
        return pt_fail(err, PTRON_IO, "the tasks that srun started, %zu in all, do not know of each other: srun "
                       "--mpi=pmix has them share the work (for runs of their own: srun env -u SLURM_PROCID ...)", n);
    PT_TRY(find_transport(&transport, err));
    if (!transport->open(&rank, &size))
        return pt_fail(err, PTRON_IO, "MPI could not be started");
    *out = pt_zeroed(1, sizeof **out);
    if (*out == NULL)
        return pt_fail_memory(err, sizeof **out, "ranks");
    **out = (ptron_ranks){.transport = transport, .rank = (size_t)rank, .size = (size_t)size,
                           .patience = DEFAULT_PATIENCE};
    if ((*out)->size == ptron_ranks_launched(NULL))
        return PTRON_OK;
    ptron_ranks_close(*out);
    *out = NULL;
    return pt_fail(err, PTRON_IO, "the launcher started %zu rank%s, and MPI found %d: they do not belong together",
                   ptron_ranks_launched(NULL), pt_plural(ptron_ranks_launched(NULL)), size);
}

void ptron_ranks_close(ptron_ranks *ranks)
{
    if (ranks == NULL)
        return;
    ranks->transport->close();
    pt_release(ranks);
}

ptron_status ptron_ranks_same_file(ptron_ranks *ranks, const char *path, ptron_error *err)
{
    uint64_t sum;

    if (path == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a file is needed");
    if (!pt_ranks_shared(ranks))
        return PTRON_OK;
    if (strcmp(path, "-") == 0)
        return pt_fail(err, PTRON_ARGUMENT, "standard input comes to one rank alone; give files that all can read");
    PT_TRY(pt_file_checksum(path, &sum, err));
    return pt_ranks_same_bytes(ranks, path, sum, err);
}

ptron_status ptron_options_share(ptron_options *options, ptron_ranks *ranks, ptron_error *err)
{
    const struct pt_param *param;
    const char *value;

    if (options == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "options are needed");
    for (size_t i = 0; pt_options_setting(options, i, &param, &value); i++)
        if (pt_param_names_file(param, value))
            PT_TRY(ptron_ranks_same_file(ranks, value, err));
    options->ranks = ranks;
    return PTRON_OK;
}
