/* An output file appears whole or not at all. */
#include "output.h"
#include "diag.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

ptron_status output_open(struct output *output, const char *path, ptron_error *err)
{
    ptron_status status;
    int fd;

    *output = (struct output){.file = stdout};
    if (is_standard(path))
        return PTRON_OK;
    output->file = NULL;
    status = ptron_output_open(path, &output->to, err);
    if (status != PTRON_OK)
        return status;
    fd = dup(ptron_output_descriptor(output->to));
    output->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (output->file != NULL)
        return PTRON_OK;
    status = diag_fail_file(err, path, "cannot write it");
    if (fd >= 0)
        close(fd);
    output_discard(output);
    return status;
}

ptron_status output_flush(struct output *output, ptron_error *err)
{
    const bool before = ferror(output->file);   /* and what it was is no longer known: another byte tells */

    errno = 0;
    if (fflush(output->file) == 0 && !before)
        return PTRON_OK;
    if (before && output->to != NULL) {
        const ptron_status status = ptron_output_add(output->to, "\n", 1, err);
        if (status != PTRON_OK)
            return status;
    }
    return diag_fail(err, PTRON_IO, "cannot write the output: %s", strerror(errno == 0 ? EIO : errno));
}

ptron_status output_commit(struct output *output, ptron_error *err)
{
    ptron_status status;

    assert(output->file != NULL);
    status = output_flush(output, err);
    if (status != PTRON_OK || output->file == stdout)
        return status;
    fclose(output->file);
    output->file = NULL;
    status = ptron_output_close(output->to, true, err);
    output->to = NULL;
    return status;
}

void output_discard(struct output *output)
{
    if (output->file != NULL && output->file != stdout)
        fclose(output->file);
    ptron_output_close(output->to, false, NULL);
    *output = (struct output){0};
}

/* The folder a path lies in, ended; false when the name is too long to be one. */
static bool folder_of(const char *path, char *folder, size_t room)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);

    if (length >= room)
        return false;
    memcpy(folder, slash == NULL ? "." : path, length);
    folder[length] = '\0';
    return true;
}

ptron_status output_possible(const char *path, ptron_error *err)
{
    char folder[4096];
    struct stat info;

    if (is_standard(path))
        return PTRON_OK;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        errno = S_ISDIR(info.st_mode) ? EISDIR : 0;
        return errno == 0 ? PTRON_OK : diag_fail_file(err, path, "cannot write it");
    }
    if (!folder_of(path, folder, sizeof folder)) {
        errno = ENAMETOOLONG;
        return diag_fail_file(err, path, "cannot write it");
    }
    if (access(folder, W_OK | X_OK) != 0)
        return diag_fail_file(err, path, "cannot write it");
    return PTRON_OK;
}

ptron_status output_write(const char *path, const void *bytes, size_t length, ptron_error *err)
{
    struct output output;
    ptron_status status = output_open(&output, path, err), kept;

    if (status != PTRON_OK)
        return status;
    if (output.to == NULL) {   /* standard output: behind what was printed before */
        fwrite(bytes, 1, length, output.file);
        return output_commit(&output, err);
    }
    status = ptron_output_add(output.to, bytes, length, err);
    kept = status == PTRON_OK ? output_commit(&output, err) : status;
    output_discard(&output);
    return kept;
}
