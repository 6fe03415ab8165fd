/* Whole files or none. */
#include "output.h"
#include "diag.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

/* The file behind links when it exists, else the path itself; NULL without memory. */
static char *resolve(const char *path)
{
    char *real = realpath(path, NULL);

    return real != NULL ? real : strdup(path);
}

static char *name_beside(const char *path)
{
    static const char tail[] = ".part-XXXXXX";
    const size_t length = strlen(path);
    char *name = malloc(length + sizeof tail);

    if (name != NULL) {
        memcpy(name, path, length);
        memcpy(name + length, tail, sizeof tail);
    }
    return name;
}

static ptron_status open_special(struct output *output, const char *path, ptron_error *err)
{
    output->file = is_standard(path) ? stdout : fopen(path, "w");
    return output->file != NULL ? PTRON_OK : diag_fail_file(err, path, "cannot write it");
}

/* mkstemp makes files private; a result should get the rights any new file gets. */
static void grant_usual_rights(int fd)
{
    const mode_t mask = umask(0);

    umask(mask);
    if (fchmod(fd, 0666 & ~mask) != 0)
        errno = 0;   /* a private file is still a whole one */
}

static ptron_status open_beside(struct output *output, const char *path, ptron_error *err)
{
    int fd;

    output->path = resolve(path);
    output->temp = output->path != NULL ? name_beside(output->path) : NULL;
    if (output->temp == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for a file name");
    fd = mkstemp(output->temp);
    if (fd < 0) {
        free(output->temp);
        output->temp = NULL;
        return diag_fail_file(err, path, "cannot write it");
    }
    grant_usual_rights(fd);
    output->file = fdopen(fd, "w");
    if (output->file == NULL) {
        close(fd);
        return diag_fail_file(err, path, "cannot write it");
    }
    return PTRON_OK;
}

ptron_status output_open(struct output *output, const char *path, ptron_error *err)
{
    struct stat info;
    ptron_status status;

    memset(output, 0, sizeof *output);
    if (is_standard(path) || (stat(path, &info) == 0 && !S_ISREG(info.st_mode)))
        return open_special(output, path, err);
    status = open_beside(output, path, err);
    if (status != PTRON_OK)
        output_discard(output);
    return status;
}

static ptron_status fail_write(const struct output *output, ptron_error *err)
{
    if (output->path != NULL)
        return diag_fail_file(err, output->path, "cannot write it");
    return diag_fail(err, PTRON_IO, "cannot write the output: %s", strerror(errno));
}

ptron_status output_flush(struct output *output, ptron_error *err)
{
    errno = 0;
    if (fflush(output->file) == 0 && !ferror(output->file))
        return PTRON_OK;
    if (errno == 0)
        errno = EIO;
    return fail_write(output, err);
}

ptron_status output_commit(struct output *output, ptron_error *err)
{
    const ptron_status status = output_flush(output, err);
    int closed;

    if (status != PTRON_OK || output->file == stdout)
        return status;
    closed = fclose(output->file);
    output->file = NULL;
    if (closed != 0 || (output->temp != NULL && rename(output->temp, output->path) != 0))
        return fail_write(output, err);
    free(output->temp);
    output->temp = NULL;
    return PTRON_OK;
}

void output_discard(struct output *output)
{
    if (output->file != NULL && output->file != stdout)
        fclose(output->file);
    if (output->temp != NULL)
        unlink(output->temp);
    free(output->temp);
    free(output->path);
    memset(output, 0, sizeof *output);
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
