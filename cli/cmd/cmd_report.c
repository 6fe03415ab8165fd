/* perceptron report: the page of a run that was recorded, or of a model, with rows to judge it on. */
#include "cmd/commands.h"
#include "diag.h"
#include "output.h"
#include "words/numbers.h"
#include "words/report_page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct reporting {
    const struct args *args;
    char          *bytes;     /* of the first file */
    size_t         length;
    ptron_model   *model;     /* NULL: the file is a record */
    ptron_dataset *set;       /* NULL: no rows given */
    ptron_run     *run;
};

/* All there is, or the beginning of what is neither a record nor a model: whoever makes sense of it says so. */
static ptron_status read_stream(struct reporting *r, FILE *in, const char *path, ptron_error *err)
{
    const size_t most = (size_t)1 << 30;
    size_t room = 0, got = 1;

    while (got > 0) {
        if (r->length == room) {
            char *larger = realloc(r->bytes, room = room == 0 ? 65536 : 2 * room);
            if (larger == NULL)
                return diag_fail(err, PTRON_NOMEM, "no memory for %s", text_bytes(room).s);
            r->bytes = larger;
        }
        got = fread(r->bytes + r->length, 1, room - r->length, in);
        r->length += got;
        if (got > 0 && !ptron_run_is(r->bytes, r->length) && r->bytes[0] != '\x89')
            return PTRON_OK;
        if (r->length > most)
            return diag_fail(err, PTRON_DATA, "it is larger than %s, too large for a record or a model to draw",
                             text_bytes(most).s);
    }
    return ferror(in) ? diag_fail_file(err, path, "cannot read it") : PTRON_OK;
}

static ptron_status read_file(struct reporting *r, const char *path, ptron_error *err)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    ptron_status status;

    if (in == NULL)
        return diag_fail_file(err, path, "cannot read it");
    status = read_stream(r, in, path, err);
    if (in != stdin)
        fclose(in);
    return status;
}

/* The record of a run, or a model with rows or without. */
static ptron_status open_run(struct reporting *r, ptron_error *err)
{
    const struct args *args = r->args;
    PTRON_SIZED(ptron_result, result);

    TRY(read_file(r, args->files[0], err));
    if (ptron_run_is(r->bytes, r->length)) {
        if (args->n_files > 1)
            return diag_fail(err, PTRON_ARGUMENT, "a record has its rows in it; '%s' is one word too many",
                             args->files[1]);
        return ptron_run_read(r->bytes, r->length, &r->run, err);
    }
    TRY(ptron_model_read(r->bytes, r->length, &r->model, err));
    if (args->n_files > 1)
        TRY(ptron_dataset_load(args->files + 1, args->n_files - 1, args->options, r->model, &r->set, err));
    TRY(ptron_run_of_model(r->model, r->set, args_value(args, "axes"), &r->run, err));
    TRY(ptron_model_training(r->model, &result, err));
    return page_say(r->run, args, 1, result.reason == PTRON_STOP_RUNNING ? NULL : &result, err);
}

static ptron_status write_pictures(const struct reporting *r, const char *folder, ptron_error *err)
{
    ptron_status status = PTRON_OK;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return diag_fail(err, PTRON_IO, "%s: cannot make the folder: %s", folder, strerror(errno));
    for (size_t i = 0; status == PTRON_OK; i++) {
        const char *name = NULL;
        void *bytes = NULL;
        size_t length = 0;
        char path[4096];
        status = ptron_run_picture(r->run, i, &name, &bytes, &length, err);
        if (status != PTRON_OK || bytes == NULL)
            break;
        snprintf(path, sizeof path, "%s/%s.svg", folder, name);
        status = output_write(path, bytes, length, err);
        ptron_bytes_free(bytes);
    }
    return status;
}

static ptron_status deliver(const struct reporting *r, ptron_error *err)
{
    const char *folder = args_value(r->args, "pictures"), *path = args_value(r->args, "output");

    if (folder != NULL)
        TRY(write_pictures(r, folder, err));
    if (args_flag(r->args, "plot"))
        TRY(page_plot(r->run, args_flag(r->args, "plain"), stdout, err));
    if (path != NULL || (folder == NULL && !args_flag(r->args, "plot")))
        TRY(page_write(r->run, path, err));
    return PTRON_OK;
}

static int run_report(const struct args *args)
{
    struct reporting r = {.args = args};
    ptron_error err = {0};
    ptron_status status = open_run(&r, &err);
    int code = EXIT_DONE;

    if (status == PTRON_OK)
        status = deliver(&r, &err);
    if (status != PTRON_OK) {
        if (err.file[0] == '\0' && (status == PTRON_MODEL || (status == PTRON_DATA && r.set == NULL)))
            snprintf(err.file, sizeof err.file, "%s", args->files[0]);
        code = diag_error("report", &err);
    }
    ptron_run_free(r.run);
    ptron_dataset_free(r.set);
    ptron_model_free(r.model);
    free(r.bytes);
    return code;
}

const struct command cmd_report = {
    .name = "report",
    .summary = "a page of pictures and numbers about a model or a run",
    .operands = "MODEL|RUN [DATA...]",
    .files = {1, SIZE_MAX},
    .about =
        "Draws a run that 'train --record' wrote, or a model, with DATA to show how it does on rows. The page is one\n"
        "HTML file: no network, no fonts, no scripts from elsewhere; it can be mailed, printed, read in the dark.\n",
    .examples = "  perceptron train examples/data/iris.csv --positive setosa -o iris.model --record iris.run\n"
                "  perceptron report iris.run -o iris.html\n"
                "  perceptron report iris.model examples/data/iris.csv --axes petal_length,petal_width -o petals.html\n"
                "  perceptron report iris.run --plot\n",
    .options = {
        {"output", 'o', "PAGE", "write the page here instead of standard output"},
        {"pictures", 0, "FOLDER",
         "also write each picture as an SVG file into this folder, which is made if it is not there"},
        {"axes", 0, "A,B", "draw these two features, by name (with DATA)"},
        {"plot", 0, NULL, "draw in the terminal; no page unless -o names one"},
        {"plain", 0, NULL, "with --plot: ASCII only"},
    },
    .groups = {"data"},
    .run = run_report,
};
