/* A short proof for the report of `train`. */
#include "cmd/diagnosis.h"
#include "diag.h"
#include "launched.h"
#include "progress.h"
#include "words/numbers.h"
#include "words/proof.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { ROWS_NAMED = 4, READING = 8 };
static const double SHARE = 1.0 / 20.0;    /* of the run's work */
static const double LEAST_WORK = 1e6, SMALL_WORK = 2e7;   /* in any case, and for small sets: milliseconds */

double run_work(const struct training *t)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_dataset_describe(t->set, &facts);
    return (double)facts.nonzeros * (READING + (double)t->result.epochs);
}

/* Ranks have no row in common that one of them could prove anything of. */
static bool worth_asking(const struct training *t)
{
    const ptron_result *r = &t->result;
    const bool ran_out = r->reason == PTRON_STOP_EPOCHS || r->reason == PTRON_STOP_UPDATES ||
                         r->reason == PTRON_STOP_TIME;
    PTRON_SIZED(ptron_dataset_facts, facts);

    if (ranks_many() || args_flag(t->args, "no-diagnose") ||
        (args_flag(t->args, "quiet") && !args_flag(t->args, "json")))
        return false;
    if (t->set == NULL || r->classes != 2 ||   /* without weights there is no hyperplane */
        ptron_model_copy_weights(t->model, NULL, 0, NULL, NULL) != PTRON_OK)
        return false;
    ptron_dataset_describe(t->set, &facts);
    return facts.classes == 2 &&
           (r->reason == PTRON_STOP_NOT_SEPARABLE || (ran_out && r->train_errors != UINT64_MAX && r->train_errors > 0));
}

static bool on_step(void *user, const ptron_certify_progress *progress)
{
    (void)user, (void)progress;
    return !interrupts_any();
}

/* ---- the rows as certify would see them ------------------------------------------------------------ */

static bool can_read_again(const struct args *args)
{
    struct stat file;

    for (size_t i = 0; i < args->n_files; i++)
        if (stat(args->files[i], &file) != 0 || !S_ISREG(file.st_mode))
            return false;
    return ptron_options_get(args->options, "features")[0] == '\0';
}

static ptron_dataset *load_plain(const struct args *args)
{
    ptron_options *options = NULL;
    ptron_dataset *set = NULL;
    ptron_status status = ptron_options_copy(args->options, &options, NULL);

    if (status == PTRON_OK)
        status = ptron_options_set(options, "digits", "yes", NULL);
    ptron_options_unset(options, "scale");
    ptron_options_unset(options, "values");
    if (status != PTRON_OK || ptron_dataset_load(args->files, args->n_files, options, NULL, &set, NULL) != PTRON_OK)
        set = NULL;
    ptron_options_free(options);
    return set;
}

/* Scaling rounds, and so a proof of scaled rows can differ from one of the rows. Files that are small are read again,
 * not scaled; where that fails, or is too much, the rows at hand will do, and the words say that it is about those. */
static void read_again(struct diagnosis *d, const struct training *t)
{
    PTRON_SIZED(ptron_dataset_facts, facts);

    ptron_dataset_describe(t->set, &facts);
    const uint64_t rows = facts.rows;
    if (facts.nonzeros > SMALL_SET || !can_read_again(t->args) || (d->raw = load_plain(t->args)) == NULL)
        return;
    ptron_dataset_describe(d->raw, &facts);
    if (facts.rows == rows && facts.classes == 2)
        return;
    ptron_dataset_free(d->raw);   /* the files have changed */
    d->raw = NULL;
}

static const ptron_dataset *rows_of(const struct diagnosis *d, const struct training *t)
{
    return d->raw != NULL ? d->raw : t->set;
}

static ptron_status ask(struct diagnosis *d, const struct training *t, ptron_options *options)
{
    const ptron_certify_observer observer = {.size = sizeof observer, .on_step = on_step};
    PTRON_SIZED(ptron_dataset_facts, facts);
    char effort[40];

    ptron_dataset_describe(t->set, &facts);
    snprintf(effort, sizeof effort, "%.0f",
             fmax(SHARE * run_work(t), facts.nonzeros <= SMALL_SET ? SMALL_WORK : LEAST_WORK));
    read_again(d, t);

    TRY(ptron_options_set(options, "bias", ptron_options_get(t->args->options, "bias"), NULL));
    TRY(ptron_options_set(options, "margins", "no", NULL));
    TRY(ptron_options_set(options, "effort", effort, NULL));
    return ptron_certify(rows_of(d, t), 1, options, &observer, &d->certificate, NULL);
}

/* What goes wrong here is no reason to lose the run: then there is no diagnosis. */
void diagnosis_make(struct diagnosis *diagnosis, const struct training *training)
{
    ptron_options *options = NULL;

    *diagnosis = (struct diagnosis){.facts = {.size = sizeof diagnosis->facts}};
    if (!worth_asking(training) || ptron_options_new(&options, NULL) != PTRON_OK)
        return;
    if (ask(diagnosis, training, options) == PTRON_OK)
        ptron_certificate_describe(diagnosis->certificate, &diagnosis->facts);
    ptron_options_free(options);
}

void diagnosis_free(struct diagnosis *diagnosis)
{
    ptron_certificate_free(diagnosis->certificate);
    ptron_dataset_free(diagnosis->raw);
    diagnosis->certificate = NULL;
    diagnosis->raw = NULL;
}

bool diagnosis_is(const struct diagnosis *diagnosis, ptron_verdict verdict)
{
    return diagnosis->certificate != NULL && diagnosis->facts.verdict == verdict;
}

static bool holds_out(const struct training *t)
{
    return !ptron_options_is(t->args->options, "holdout", "0");
}

bool diagnosis_hopeless(const struct diagnosis *diagnosis, const struct training *training)
{
    return diagnosis_is(diagnosis, PTRON_VERDICT_NOT_SEPARABLE) && !holds_out(training);
}

/* ---- in words ------------------------------------------------------------------------------------ */

/* Which rows are meant, where it is not plainly those in the file. */
static const char *which_rows(const struct diagnosis *d, const struct training *t)
{
    if (!d->facts.literal)
        return holds_out(t) ? "All rows together, held-out ones included, with the numbers as they were read,"
                            : "These rows, with the numbers as they were read,";
    return holds_out(t) ? "All rows together, held-out ones included," : "These rows";
}

/* The command that asks the same question. */
static const char *certify(const struct diagnosis *d)
{
    return d->facts.bias ? "'perceptron certify'" : "'perceptron certify --no-bias'";
}

/* The numbers in question, where they are not those in the file. */
static void print_values(FILE *out, const struct diagnosis *d)
{
    if (!d->facts.literal)
        fprintf(out, "(They are %s; %s asks about the rows in the file.)\n", d->facts.values, certify(d));
}

void diagnosis_print(FILE *out, const struct diagnosis *d, const struct training *t)
{
    const struct text time = text_seconds(d->facts.seconds);
    char rows[800];

    if (d->certificate == NULL)
        return;
    fputc('\n', out);
    if (diagnosis_is(d, PTRON_VERDICT_NOT_SEPARABLE)) {
        proof_name_rows(rows_of(d, t), d->certificate, ROWS_NAMED, rows, sizeof rows);
        fprintf(out, d->facts.n_rows == 1 ? "%s cannot be separated%s: %s is all zeros.\n"
                                          : "%s cannot be separated%s: %s contradict each other.\n",
                which_rows(d, t), d->facts.bias ? "" : " without a bias", rows);
        fprintf(out, "That is proved, in %s; %s shows how.\n", time.s, certify(d));
    } else if (diagnosis_is(d, PTRON_VERDICT_SEPARABLE)) {
        fprintf(out, "%s can be separated: some weights have every row on its own side.\nThat is proved, in %s; "
                "%s tells how wide the margin can be.\n", which_rows(d, t), time.s, certify(d));
    } else {
        fprintf(out, "Whether the rows can be separated at all is not known: to prove it would take more than a\n"
                "twentieth of the work that this run was. %s takes the time that it needs.\n", certify(d));
        return;
    }
    print_values(out, d);
}

void diagnosis_json(struct json *json, const struct diagnosis *d, const struct training *t)
{
    if (d->certificate == NULL) {
        json_text(json, "diagnosis", NULL);
        return;
    }
    json_object(json, "diagnosis");
    proof_json(json, rows_of(d, t), d->certificate);
    json_end_object(json);
}
