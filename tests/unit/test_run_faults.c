/* Records, pages, pictures and plots with the failure of each allocation in turn: memory is said to be out, nothing is
 * given, nothing leaks (the sanitizers look). */
#include "reading.h"

#define XOR "x,y,c\n0,0,p\n1,1,p\n0,1,q\n1,0,q\n"
#define APART "x,y,c\n2,1,p\n1,2,p\n-1,-1,q\n-2,0,q\n"
#define KINDS "x,y,c\n3,0,a\n2,1,a\n0,3,b\n1,2,b\n-2,-2,d\n-1,-3,d\n"
#define SPACE "x,y,z,c\n1,2,1,p\n2,1,1,p\n-1,-1,0,q\n-2,1,0,q\n"

/* What is recorded, and how: each drawing has something in it that the others have not. */
static const struct source {
    const char *what, *rows, *options;
} sources[] = {
    {"a contradiction", XOR, "order=given"},
    {"averaged weights", XOR, "algorithm=averaged order=given epochs=3"},
    {"a proof's curves", APART, "order=given"},
    {"without a bias", APART, "order=given bias=no"},
    {"three labels", KINDS, "order=given epochs=3"},
    {"three features", SPACE, "order=given"},
    {"a network", XOR, "algorithm=mlp hidden=2 epochs=2"},
    {"a kernel's space", XOR, "algorithm=kernel kernel=rbf"},
    {"held out and calibrated", APART "3,3,p\n4,2,p\n-3,-1,q\n-3,-3,q\n", "holdout=0.5 calibrate=sigmoid epochs=3"},
};
enum { N_SOURCES = sizeof sources / sizeof *sources };

struct bench {
    const struct source *source;
    ptron_options *options;
    ptron_dataset *set;
    ptron_certificate *certificate;
    ptron_run     *run;     /* whole, for those that draw it */
    ptron_run     *made;
    void          *bytes;
    size_t         length;
    ptron_error    err;
};

typedef ptron_status (*drawing)(struct bench *b);

static void load(struct bench *b, const struct source *source)
{
    *b = (struct bench){.source = source, .options = options_of(source->options)};
    assert_int_equal(ptron_dataset_read(source->rows, strlen(source->rows), "rows.csv", b->options, NULL, &b->set,
                                        &b->err), PTRON_OK);
}

static void bench_free(struct bench *b)
{
    ptron_bytes_free(b->bytes);
    ptron_run_free(b->made);
    ptron_run_free(b->run);
    ptron_certificate_free(b->certificate);
    ptron_dataset_free(b->set);
    ptron_options_free(b->options);
}

/* ---- the calls ---------------------------------------------------------------------------------------- */

static ptron_status watch(struct bench *b)
{
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    PTRON_SIZED(ptron_observer, observer);
    ptron_run *run = NULL;
    ptron_status status = ptron_run_new(b->set, &run, &b->err);

    if (status == PTRON_OK)
        status = ptron_trainer_new(b->options, b->set, NULL, &trainer, &b->err);
    if (status == PTRON_OK) {
        assert_int_equal(ptron_run_watch(run, NULL, &observer, NULL), PTRON_OK);
        status = ptron_trainer_run(trainer, &observer, &b->err);
    }
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, &model, &b->err);
    if (status == PTRON_OK)
        status = ptron_run_finish(run, trainer, model, NULL, &b->err);
    if (status == PTRON_OK)
        status = ptron_run_say(run, "data", "rows.csv", &b->err);
    if (status == PTRON_OK)
        b->made = run;
    else
        ptron_run_free(run);
    ptron_model_free(model);
    ptron_trainer_free(trainer);
    return status;
}

static ptron_status prove(struct bench *b)
{
    return ptron_run_of_certificate(b->certificate, b->set, "x,y", &b->made, &b->err);
}

static ptron_status compare(struct bench *b)
{
    static const char *const ways[] = {"one", "two"};
    ptron_result results[2] = {{.size = sizeof *results}, {.size = sizeof *results}};

    return ptron_run_of_results((const ptron_result *const[]){&results[0], &results[1]}, ways, 2, &b->made, &b->err);
}

static ptron_status draw_page(struct bench *b)
{
    return ptron_run_page(b->run, &b->bytes, &b->length, &b->err);
}

static ptron_status draw_plot(struct bench *b)
{
    return ptron_run_plot(b->run, 60, false, &b->bytes, &b->length, &b->err);
}

static ptron_status write_down(struct bench *b)
{
    return ptron_run_write(b->run, &b->bytes, &b->length, &b->err);
}

static size_t picture;

static ptron_status draw_picture(struct bench *b)
{
    const char *name = NULL;

    return ptron_run_picture(b->run, picture, &name, &b->bytes, &b->length, &b->err);
}

/* ---- each with every failure ---------------------------------------------------------------------------- */

/* Whether an allocation failed: then there must be another round. */
static bool survives_once(struct bench *b, const char *what, drawing call, void (*break_at)(size_t), size_t k)
{
    ptron_status status;
    bool failed;

    break_at(k);
    status = call(b);
    failed = pt_test_allocation_failed();
    pt_test_fail_allocation(SIZE_MAX);
    if (status != (failed ? PTRON_NOMEM : PTRON_OK))
        fail_msg("%s of %s, allocation %zu: %s: %s", what, b->source->what, k, ptron_status_text(status),
                 b->err.message);
    if (failed && (b->bytes != NULL || b->made != NULL))
        fail_msg("%s of %s, allocation %zu: something was given", what, b->source->what, k);
    ptron_bytes_free(b->bytes);
    ptron_run_free(b->made);
    b->bytes = NULL;
    b->made = NULL;
    return failed;
}

static size_t survives(struct bench *b, const char *what, drawing call)
{
    size_t k = 0;

    while (survives_once(b, what, call, pt_test_fail_once, k) &&
           survives_once(b, what, call, pt_test_fail_allocation, k))
        k += k < 300 ? 1 : k / 10;   /* a grid of scores has thousands */
    return k;
}

static void recording_survives(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SOURCES; i++) {
        struct bench b;
        load(&b, &sources[i]);
        assert_true(survives(&b, "the record", watch) > 30);
        bench_free(&b);
    }
}

static void drawing_survives(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SOURCES; i++) {
        struct bench b;
        load(&b, &sources[i]);
        assert_int_equal(watch(&b), PTRON_OK);
        b.run = b.made;
        b.made = NULL;
        assert_true(survives(&b, "the page", draw_page) > 3);
        assert_true(survives(&b, "the plot", draw_plot) > 0);
        assert_true(survives(&b, "the JSON", write_down) > 3);
        for (picture = 0;; picture++) {
            assert_int_equal(draw_picture(&b), PTRON_OK);
            if (b.bytes == NULL)
                break;
            ptron_bytes_free(b.bytes);
            b.bytes = NULL;
            survives(&b, "a picture", draw_picture);
        }
        assert_true(picture > 2);
        bench_free(&b);
    }
}

static void records_of_proofs_survive(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct bench b;
        load(&b, &sources[i]);
        assert_int_equal(ptron_certify(b.set, 1, b.options, NULL, &b.certificate, &b.err), PTRON_OK);
        assert_true(survives(&b, "the proof", prove) > 20);
        bench_free(&b);
    }
}

static void records_of_comparisons_survive(void **state)
{
    struct bench b;

    (void)state;
    load(&b, &sources[0]);
    assert_true(survives(&b, "the comparison", compare) > 5);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recording_survives),
        cmocka_unit_test(drawing_survives),
        cmocka_unit_test(records_of_proofs_survive),
        cmocka_unit_test(records_of_comparisons_survive),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
