/* Any bytes as a model to go on from, with checksums and the fingerprint of the rows put right, so that the fuzzer gets
 * to the state of the learner. Whatever stands there: the resumed run, of rows in memory or of a stream that goes on,
 * ends in a model that loads, or in an error. */
#include "fuzz.h"
#include "fuzz_frame.h"

static const char *const rows[] = {
    "x,y,label\n1,2,a\n2,1,a\n-1,0.5,b\n-2,-1,b\n0.5,-1,a\n",
    "x,y,label\n1,2,a\n2,1,b\n-1,0.5,c\n-2,-1,c\n0.5,-1,a\n",
    "+1 1:1 3:2\n-1 2:1\n+1 1:0.5 4:1\n-1 2:3 4:-1\n",
};

enum { N_SETS = sizeof rows / sizeof *rows };

static struct {
    ptron_dataset *set;
    uint64_t       fingerprint;
} known[N_SETS];

static void prepare(size_t i)
{
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    void *bytes = NULL;
    size_t length = 0;

    if (known[i].set != NULL)
        return;
    FUZZ_CHECK(ptron_dataset_read(rows[i], strlen(rows[i]), "rows", NULL, NULL, &known[i].set, NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_trainer_new(NULL, known[i].set, NULL, &trainer, NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_trainer_step(trainer, NULL, NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_trainer_snapshot(trainer, &model, NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_model_write(model, &bytes, &length, NULL) == PTRON_OK);
    memcpy(&known[i].fingerprint, fingerprint_place(bytes, length), sizeof known[i].fingerprint);
    ptron_bytes_free(bytes);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
}

/* Whether an honest model that says this would keep a fuzzer busy, or has it read files. */
static bool is_much(const ptron_options *options)
{
    static const char *const words[][6] = {
        {"start", "zero", "ones", "random"}, {"order", "given", "once", "each"},
        {"schedule", "constant", "inverse", "root", "power"},
    };
    bool much = strlen(ptron_options_get(options, "hidden")) > 4 || ptron_options_count(options, "shards") > 4;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        bool is_word = false;
        for (size_t k = 1; words[i][k] != NULL; k++)
            is_word = is_word || ptron_options_is(options, words[i][0], words[i][k]);
        much = much || !is_word;
    }
    return much;
}

static ptron_options *options_of(const ptron_model *model)
{
    ptron_options *options = NULL;
    ptron_error err = {0};

    FUZZ_CHECK(ptron_options_new(&options, NULL) == PTRON_OK);
    const ptron_status status = ptron_options_adopt(options, model, &err);
    if (status != PTRON_OK)
        fuzz_check_error(status, &err, NULL);
    else if (!is_much(options))
        return options;
    ptron_options_free(options);
    return NULL;
}

static ptron_status in_memory(ptron_trainer *trainer, const ptron_model *model, ptron_error *err)
{
    ptron_status status = ptron_trainer_resume(trainer, model, err);

    for (int epoch = 0; status == PTRON_OK && epoch < 2 && ptron_trainer_reason(trainer) == PTRON_STOP_RUNNING; epoch++)
        status = ptron_trainer_step(trainer, NULL, err);
    return status;
}

static ptron_status as_stream(ptron_trainer *trainer, const ptron_model *model, const ptron_dataset *set,
                              ptron_error *err)
{
    ptron_status status = ptron_trainer_resume(trainer, model, err);

    if (status == PTRON_OK)
        status = ptron_trainer_feed(trainer, set, NULL, err);
    return status == PTRON_OK ? ptron_trainer_feed(trainer, NULL, NULL, err) : status;
}

static void go_on(const ptron_model *model, const ptron_dataset *set, bool streamed)
{
    ptron_options *options = options_of(model);
    ptron_trainer *trainer = NULL;
    ptron_model *later = NULL;
    ptron_error err = {0};

    if (options == NULL)
        return;
    ptron_status status = ptron_trainer_new(options, streamed ? NULL : set, NULL, &trainer, &err);
    if (status == PTRON_OK)
        status = streamed ? as_stream(trainer, model, set, &err) : in_memory(trainer, model, &err);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, &later, &err);
    fuzz_check_answer(status, &err, later);
    if (later != NULL)
        fuzz_round_trip(later);
    ptron_model_free(later);
    ptron_trainer_free(trainer);
    ptron_options_free(options);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    uint8_t *copy = malloc(length > 0 ? length : 1);

    FUZZ_CHECK(copy != NULL);
    memcpy(copy, bytes, length);
    for (size_t i = 0; i < N_SETS; i++) {
        ptron_model *model = NULL;
        ptron_error err = {0};
        uint8_t *place = fingerprint_place(copy, length);

        prepare(i);
        if (place != NULL)
            memcpy(place, &known[i].fingerprint, sizeof known[i].fingerprint);
        mend_frame(copy, length);
        FUZZ_ANSWER(ptron_model_read(copy, length, &model, &err), &err, model);
        for (int streamed = 0; model != NULL && streamed < 2; streamed++)
            go_on(model, known[i].set, streamed == 1);
        ptron_model_free(model);
    }
    free(copy);
    return 0;
}
