/* Writes the page, the record and the plot of a run. */
#include "words/report_page.h"
#include "diag.h"
#include "output.h"
#include "words/numbers.h"
#include "words/training.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool page_wanted(const struct args *args)
{
    return args_flag(args, "report") || args_flag(args, "record") || args_flag(args, "plot");
}

ptron_status page_possible(const struct args *args, ptron_error *err)
{
    if (args_value(args, "report") != NULL)
        TRY(output_possible(args_value(args, "report"), err));
    return args_value(args, "record") == NULL ? PTRON_OK : output_possible(args_value(args, "record"), err);
}

/* ---- what was asked --------------------------------------------------------------------------------- */

/* Pages say nothing of folders: of an absolute path the last part is kept. */
static const char *shown_path(const char *path)
{
    const char *slash = strrchr(path, '/');

    return path[0] == '/' && slash != NULL ? slash + 1 : path;
}

/* The word as a shell would take it. */
static void put_word(FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./,:=@%";

    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    }
    fputc('\'', out);
}

static void put_option(FILE *out, const struct args *args, const struct option_view *view)
{
    const bool own = view->own != NULL;
    const char *value = own ? args_value(args, view->name) : ptron_options_get(args->options, view->name);

    if (own ? value == NULL : !ptron_options_given(args->options, view->name))
        return;
    if (strcmp(view->name, "quiet") == 0 || strcmp(view->name, "verbose") == 0 || strcmp(view->name, "json") == 0)
        return;
    if (view->flag) {
        fprintf(out, " --%s%s", !own && strcmp(value, "no") == 0 ? "no-" : "", view->name);
        return;
    }
    fprintf(out, " --%s ", view->name);
    put_word(out, strcmp(view->type, "file") == 0 || own ? shown_path(value) : value);
}

/* What is printed of this becomes a text of the run. */
struct saying {
    const struct args *args;
    const ptron_result *result;
    size_t first;
};

static void say_command(FILE *out, const struct saying *s)
{
    struct option_view view;

    fprintf(out, "perceptron %s", s->args->command->name);
    for (size_t i = 0; i < s->args->n_files; i++) {
        fputc(' ', out);
        put_word(out, shown_path(s->args->files[i]));
    }
    for (size_t i = 0; options_view(s->args->command, i, &view); i++)
        if (view.name != NULL)
            put_option(out, s->args, &view);
}

static void say_data(FILE *out, const struct saying *s)
{
    const size_t n = s->args->n_files > s->first ? s->args->n_files - s->first : 0;
    const char *slash = n > 0 ? strrchr(s->args->files[s->first], '/') : NULL;

    if (n > 0)
        fputs(slash == NULL ? s->args->files[s->first] : slash + 1, out);
    if (n > 1)
        fprintf(out, " and %zu more file%s", n - 1, pt_plural(n - 1));
}

static void say_why(FILE *out, const struct saying *s)
{
    if (s->result != NULL)
        run_print_stop(out, s->result);
}

static ptron_status say(ptron_run *run, const char *name, void (*put)(FILE *, const struct saying *),
                        const struct saying *saying, ptron_error *err)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    ptron_status status;

    if (out == NULL)
        return diag_fail(err, PTRON_NOMEM, "no memory for the page");
    put(out, saying);
    if (fclose(out) != 0 || text == NULL) {
        free(text);
        return diag_fail(err, PTRON_NOMEM, "no memory for the page");
    }
    for (; length > 0 && text[length - 1] == '\n'; length--)
        text[length - 1] = '\0';
    status = length > 0 ? ptron_run_say(run, name, text, err) : PTRON_OK;
    free(text);
    return status;
}

ptron_status page_say(ptron_run *run, const struct args *args, size_t first_file, const ptron_result *result,
                      ptron_error *err)
{
    const struct saying saying = {args, result, first_file};

    TRY(say(run, "command", say_command, &saying, err));
    TRY(say(run, "data", say_data, &saying, err));
    return say(run, "why", say_why, &saying, err);
}

/* ---- writing ---------------------------------------------------------------------------------------- */

static ptron_status write_bytes(ptron_status made, void *bytes, size_t length, const char *path, ptron_error *err)
{
    const ptron_status status = made == PTRON_OK ? output_write(path, bytes, length, err) : made;

    ptron_bytes_free(bytes);
    return status;
}

ptron_status page_write(const ptron_run *run, const char *path, ptron_error *err)
{
    void *bytes = NULL;
    size_t length = 0;
    const ptron_status made = ptron_run_page(run, &bytes, &length, err);

    return write_bytes(made, bytes, length, path, err);
}

/* The options of the library that were given, and those of the command that say how rows were learned. */
static ptron_status tell_options(ptron_run *run, const struct args *args, ptron_error *err)
{
    static const char *const manner[] = {"quiet", "verbose", "json", "report", "record", "plot", "plain", "output",
                                         "axes", "threads", "memory"};
    struct option_view view;

    for (size_t i = 0; options_view(args->command, i, &view); i++) {
        const char *value = view.name == NULL ? NULL : view.own != NULL ? args_value(args, view.name)
                            : ptron_options_given(args->options, view.name)
                                ? ptron_options_get(args->options, view.name) : NULL;
        for (size_t m = 0; value != NULL && m < sizeof manner / sizeof *manner; m++)
            value = strcmp(view.name, manner[m]) == 0 ? NULL : value;
        if (value != NULL)
            TRY(ptron_run_tell(run, view.name, view.flag && view.own != NULL ? "yes" : shown_path(value), err));
    }
    return PTRON_OK;
}

ptron_status page_tell(ptron_run *run, const struct args *args, const char *sentence, ptron_error *err)
{
    TRY(tell_options(run, args, err));
    TRY(ptron_run_say(run, "sentence", sentence, err));
    TRY(page_say(run, args, 0, NULL, err));
    return page_write(run, args_value(args, "report"), err);
}

/* As wide as the terminal; 72 where there is none. */
static size_t columns_of(FILE *out)
{
    struct winsize size;

    if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 10)
        return (size_t)size.ws_col - 6;
    return 72;
}

ptron_status page_plot(const ptron_run *run, bool plain, FILE *out, ptron_error *err)
{
    void *bytes = NULL;
    size_t length = 0;
    ptron_status status = ptron_run_plot(run, columns_of(out), plain, &bytes, &length, err);

    if (status == PTRON_OK)
        fwrite(bytes, 1, length, out);
    ptron_bytes_free(bytes);
    return status;
}

ptron_status page_deliver(const ptron_run *run, const struct args *args, FILE *out, ptron_error *err)
{
    const char *page = args_value(args, "report"), *record = args_value(args, "record");
    void *bytes = NULL;
    size_t length = 0;

    if (args_flag(args, "plot")) {
        fputc('\n', out);
        TRY(page_plot(run, args_flag(args, "plain"), out, err));
    }
    if (record != NULL) {
        const ptron_status made = ptron_run_write(run, &bytes, &length, err);
        TRY(write_bytes(made, bytes, length, record, err));
    }
    return page == NULL ? PTRON_OK : page_write(run, page, err);
}
