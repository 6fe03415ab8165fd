/* Models, certificates and records of runs that two threads share: predicting, judging, writing, proving, drawing. */
#include "sharing.h"

enum { ROWS = 9000, FEW = 400, N_MODELS = 6 };

struct things {
    ptron_dataset *set, *three;          /* more than two tasks' worth */
    ptron_dataset *apart, *mixed;        /* few rows: one can be separated, the other not */
    ptron_model   *models[N_MODELS];     /* linear with probabilities, three classes, votes, kernel, network, k-NN */
    const ptron_dataset *of[N_MODELS];   /* rows for each */
    ptron_options *options;
    ptron_certificate *proofs[2];        /* of `apart` and `mixed` */
    ptron_run     *run, *steps;
    void          *proof;                /* [length] the first as text */
    size_t         length;
    char          *proof_path;
};

/* ---- predicting and judging ----------------------------------------------------------------------- */

static void predict(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;

    for (size_t m = 0; m < N_MODELS; m++) {
        const size_t n = ptron_model_scores(t->models[m]);
        double *scores = calloc(ROWS * n, sizeof *scores);
        uint32_t *classes = calloc(ROWS, sizeof *classes);

        say_status(said, ptron_predict(t->models[m], t->of[m], t->options, scores, classes, NULL));
        say_bytes(said, scores, ROWS * n * sizeof *scores);
        say_bytes(said, classes, ROWS * sizeof *classes);
        free(scores);
        free(classes);
    }
}

static void predict_probabilities(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    double *probabilities = calloc(ROWS * 2, sizeof *probabilities);

    if (ptron_model_has_probabilities(t->models[0]))
        say_status(said, ptron_predict_probabilities(t->models[0], t->set, NULL, probabilities, NULL));
    say_bytes(said, probabilities, ROWS * 2 * sizeof *probabilities);
    free(probabilities);
}

static void evaluate(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;

    for (size_t m = 0; m < N_MODELS; m++) {
        PTRON_SIZED(ptron_evaluation_facts, facts);
        ptron_evaluation *evaluation = NULL;

        say_status(said, ptron_evaluation_new(t->models[m], t->options, &evaluation, NULL));
        say_status(said, ptron_evaluation_add(evaluation, t->of[m], NULL));
        ptron_evaluation_describe(evaluation, &facts);
        pt_buffer_format(said, "%lu %lu %lu ", (unsigned long)facts.errors, (unsigned long)facts.ties,
                         (unsigned long)ptron_evaluation_count(evaluation, 0, 1));
        say_number(said, facts.auc);
        say_number(said, facts.margin);
        say_number(said, facts.log_loss);
        ptron_evaluation_free(evaluation);
    }
}

/* ---- asking models -------------------------------------------------------------------------------- */

static void say_model(struct pt_buffer *said, const ptron_model *model)
{
    PTRON_SIZED(ptron_model_facts, facts);
    const char *name, *value;
    char text[80];

    ptron_model_describe(model, &facts);
    pt_buffer_format(said, "%s %s %lu %lu ", facts.kind, facts.scaling, (unsigned long)facts.features,
                     (unsigned long)facts.vectors);
    for (size_t c = 0; c < facts.classes; c++)
        say_text(said, ptron_model_class_name(model, c));
    for (size_t i = 0; ptron_model_parameter(model, i, &name, &value); i++)
        pt_buffer_format(said, "%s=%s ", name, value);
    for (size_t j = 0; j < facts.features; j++) {
        ptron_model_feature_name(model, j, text, sizeof text);
        pt_buffer_format(said, "%s %d ", text, ptron_model_uses(model, j));
    }
    for (size_t v = 0; v < facts.vectors; v++)
        say_number(said, ptron_model_bias(model, v));
    ptron_model_structure(model, text, sizeof text);
    say_text(said, text);
}

static void describe_models(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;

    say_status(said, PTRON_OK);
    for (size_t m = 0; m < N_MODELS; m++)
        say_model(said, t->models[m]);
}

static void write_models(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    void *bytes = NULL;
    size_t length = 0;

    for (size_t m = 0; m < N_MODELS; m++)
        say_and_free(said, ptron_model_write(t->models[m], &bytes, &length, NULL), &bytes, &length);
}

static void export_models(const void *context, struct pt_buffer *said)
{
    static const char *const forms[] = {"json", "liblinear", "c"};
    const struct things *t = context;

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        void *bytes = NULL;
        size_t length = 0;

        say_and_free(said, ptron_model_export(t->models[0], forms[i], &bytes, &length, NULL), &bytes, &length);
    }
}

static void say_file(struct pt_buffer *said, ptron_status status, char *path)
{
    ptron_model *model = NULL;

    if (say_status(said, status) && say_status(said, ptron_model_load(path, &model, NULL)))
        say_model(said, model);
    ptron_model_free(model);
    drop_file(path);
}

static void save_models(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;

    for (size_t m = 0; m < N_MODELS; m++) {
        char *path = file_of(".model", "", 0);
        say_file(said, ptron_model_save(t->models[m], path, NULL), path);
    }
}

/* ---- proofs --------------------------------------------------------------------------------------- */

static void say_certificate(struct pt_buffer *said, const ptron_certificate *certificate)
{
    PTRON_SIZED(ptron_certificate_facts, facts);
    const double *weights;
    double bias;
    uint64_t row;
    const char *times;
    void *bytes = NULL;
    size_t length = 0;

    ptron_certificate_describe(certificate, &facts);
    pt_buffer_format(said, "%s %s ", ptron_verdict_text(facts.verdict), facts.method);
    say_number(said, facts.theorem_lower);
    say_number(said, facts.theorem_upper);
    for (size_t i = 0; ptron_certificate_row(certificate, i, &row, &times); i++)
        pt_buffer_format(said, "%lu times %s ", (unsigned long)row, times);
    weights = ptron_certificate_weights(certificate, &bias);
    for (size_t j = 0; weights != NULL && j < facts.features; j++)
        say_number(said, weights[j]);
    say_and_free(said, ptron_certificate_write(certificate, &bytes, &length, NULL), &bytes, &length);
}

static void certify(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    const ptron_dataset *const sets[] = {t->apart, t->mixed, t->set};

    for (size_t i = 0; i < 3; i++) {
        ptron_certificate *certificate = NULL;

        if (say_status(said, ptron_certify(sets[i], 1, t->options, NULL, &certificate, NULL)))
            say_certificate(said, certificate);
        ptron_certificate_free(certificate);
    }
}

static void ask_certificates(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    char *path = file_of(".cert", "", 0);

    say_status(said, ptron_certificate_save(t->proofs[0], path, NULL));
    drop_file(path);
    say_certificate(said, t->proofs[0]);
    say_certificate(said, t->proofs[1]);
}

static void verify(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    PTRON_SIZED(ptron_verification, v);

    say_status(said, ptron_verify(t->proof, t->length, t->apart, &v, NULL));
    pt_buffer_format(said, "%d %s ", v.accepted, v.reason);
    say_status(said, ptron_verify_file(t->proof_path, t->apart, &v, NULL));
    pt_buffer_format(said, "%d %s ", v.accepted, v.reason);
    say_status(said, ptron_verify(t->proof, t->length, t->mixed, &v, NULL));
    pt_buffer_format(said, "%d %s ", v.accepted, v.reason);
}

/* ---- records -------------------------------------------------------------------------------------- */

static void say_run(struct pt_buffer *said, const ptron_run *run)
{
    const char *name;
    void *bytes = NULL;
    size_t length = 0;

    say_and_free(said, ptron_run_write(run, &bytes, &length, NULL), &bytes, &length);
    say_and_free(said, ptron_run_page(run, &bytes, &length, NULL), &bytes, &length);
    say_and_free(said, ptron_run_plot(run, 60, true, &bytes, &length, NULL), &bytes, &length);
    for (size_t i = 0; ptron_run_picture(run, i, &name, &bytes, &length, NULL) == PTRON_OK && bytes != NULL; i++)
        say_and_free(said, PTRON_OK, &bytes, &length);
}

static void draw_pages(const void *context, struct pt_buffer *said)
{
    say_run(said, ((const struct things *)context)->run);
}

static void record(struct pt_buffer *said, ptron_status status, ptron_run **run)
{
    if (say_status(said, status))
        say_run(said, *run);
    ptron_run_free(*run);
    *run = NULL;
}

static void record_models_and_proofs(const void *context, struct pt_buffer *said)
{
    const struct things *t = context;
    ptron_run *run = NULL;

    record(said, ptron_run_of_model(t->models[0], t->apart, NULL, &run, NULL), &run);
    record(said, ptron_run_of_model(t->models[1], t->three, NULL, &run, NULL), &run);
    record(said, ptron_run_of_certificate(t->proofs[0], t->apart, NULL, &run, NULL), &run);
}

/* With `steps` above 0: so many steps and the theorem, no pictures. */
static ptron_run *trained_run(const ptron_dataset *set, uint64_t steps)
{
    PTRON_SIZED(ptron_theorem, theorem);
    ptron_options *options = options_of("epochs=3");
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_run *run = NULL;
    ptron_observer observer;

    if (ptron_run_new(set, &run, NULL) == PTRON_OK &&
        ptron_trainer_new(options, set, NULL, &trainer, NULL) == PTRON_OK) {
        observer.size = sizeof observer;
        ptron_run_keep(run, steps);
        (void)ptron_run_watch(run, NULL, &observer, NULL);
        if (ptron_trainer_run(trainer, &observer, NULL) == PTRON_OK &&
            ptron_trainer_snapshot(trainer, &model, NULL) == PTRON_OK)
            (void)(steps > 0 ? ptron_run_theorem(run, trainer, &theorem, NULL)
                             : ptron_run_finish(run, trainer, model, NULL, NULL));
    }
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    ptron_options_free(options);
    return run;
}

static void record_training(const void *context, struct pt_buffer *said)
{
    ptron_run *run = trained_run(((const struct things *)context)->apart, 0);

    say_run(said, run);
    ptron_run_free(run);
}

static void show_steps(const void *context, struct pt_buffer *said)
{
    PTRON_SIZED(ptron_step, step);
    PTRON_SIZED(ptron_sides, sides);
    const ptron_run *run = ((const struct things *)context)->steps;

    say_status(said, ptron_run_step(run, 49, &step, NULL) ? PTRON_OK : PTRON_ARGUMENT);
    for (size_t i = 0; ptron_run_step(run, i, &step, &sides); i++) {
        say_number(said, step.product);
        say_number(said, sides.norm2);
    }
}

/* ---- all of them ---------------------------------------------------------------------------------- */

static void train_models(struct things *t)
{
    static const char *const ways[N_MODELS] = {
        "epochs=2 calibrate=sigmoid holdout=0.2", "epochs=2", "algorithm=voted epochs=1 max-updates=40",
        "algorithm=kernel epochs=1 max-updates=40", "algorithm=mlp epochs=1", "algorithm=neighbours"};

    for (size_t m = 0; m < N_MODELS; m++) {
        t->of[m] = m == 1 ? t->three : t->set;
        t->models[m] = shared_model(m == 1 ? t->three : m == 5 ? t->mixed : t->set, ways[m]);
    }
}

static struct things prepare(void)
{
    struct things t = {.set = shared_set(ROWS, 2, 5, "threads=2"), .three = shared_set(ROWS, 3, 5, "threads=2"),
                       .apart = shared_set(FEW, 2, 0, "threads=2"), .mixed = shared_set(FEW, 2, 20, "threads=2"),
                       .options = options_of("threads=2")};

    train_models(&t);
    assert_int_equal(ptron_certify(t.apart, 1, NULL, NULL, &t.proofs[0], NULL), PTRON_OK);
    assert_int_equal(ptron_certify(t.mixed, 1, NULL, NULL, &t.proofs[1], NULL), PTRON_OK);
    assert_int_equal(ptron_certificate_write(t.proofs[0], &t.proof, &t.length, NULL), PTRON_OK);
    t.proof_path = file_of(".cert", t.proof, t.length);
    t.run = trained_run(t.apart, 0);
    t.steps = trained_run(t.apart, 50);
    return t;
}

static void finish(struct things *t)
{
    ptron_run_free(t->run);
    ptron_run_free(t->steps);
    drop_file(t->proof_path);
    ptron_bytes_free(t->proof);
    ptron_certificate_free(t->proofs[0]);
    ptron_certificate_free(t->proofs[1]);
    for (size_t m = 0; m < N_MODELS; m++)
        ptron_model_free(t->models[m]);
    ptron_dataset_free(t->set);
    ptron_dataset_free(t->three);
    ptron_dataset_free(t->apart);
    ptron_dataset_free(t->mixed);
    ptron_options_free(t->options);
}

static void models_certificates_and_runs_may_be_shared(void **state)
{
    static const struct call calls[] = {
        {"predicting", predict},
        {"predicting probabilities", predict_probabilities},
        {"evaluating", evaluate},
        {"describing models", describe_models},
        {"writing models", write_models},
        {"exporting models", export_models},
        {"saving models", save_models},
        {"certifying", certify},
        {"asking certificates", ask_certificates},
        {"verifying", verify},
        {"drawing pages", draw_pages},
        {"recording models and proofs", record_models_and_proofs},
        {"recording training", record_training},
        {"showing steps", show_steps},
    };
    struct things things = prepare();

    (void)state;
    share_all(calls, sizeof calls / sizeof *calls, 3, &things);
    finish(&things);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_certificates_and_runs_may_be_shared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
