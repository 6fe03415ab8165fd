/* The library's own use of a BLAS does not show in the program around it. */
#include "curved_sets.h"

#include <dlfcn.h>

static int (*threads_of_host)(void);
static void (*set_threads_of_host)(int n);

/* As the program around us has it, visible to everybody: the hardest case. */
static void open_as_host(void)
{
    void *const library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_GLOBAL);

    if (library == NULL)
        skip();
    *(void **)&threads_of_host = dlsym(library, "openblas_get_num_threads");
    *(void **)&set_threads_of_host = dlsym(library, "openblas_set_num_threads");
    assert_non_null(threads_of_host);
    assert_non_null(set_threads_of_host);
}

static void *train_alone(void *options)
{
    struct toy toy = toy_moons(300, 1);
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    uint32_t classes[300];
    bool good = ptron_trainer_new(options, toy.set, NULL, &trainer, NULL) == PTRON_OK &&
                ptron_trainer_run(trainer, NULL, NULL) == PTRON_OK &&
                ptron_trainer_snapshot(trainer, &model, NULL) == PTRON_OK &&
                ptron_predict(model, toy.set, NULL, NULL, classes, NULL) == PTRON_OK;

    ptron_model_free(model);
    ptron_trainer_free(trainer);
    toy_free(&toy);
    return good ? options : NULL;
}

static void the_programs_own_blas_keeps_its_threads(void **state)
{
    static const char *const algorithms[] = {"mlp", "kernel", "neighbours"};

    (void)state;
    open_as_host();
    for (int threads = 3; threads >= 1; threads--) {
        set_threads_of_host(threads);
        for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
            ptron_options *options;

            assert_int_equal(ptron_options_new(&options, NULL), PTRON_OK);
            assert_int_equal(ptron_options_set(options, "algorithm", algorithms[i], NULL), PTRON_OK);
            assert_int_equal(ptron_options_set(options, "epochs", "3", NULL), PTRON_OK);
            assert_ptr_equal(train_alone(options), options);
            assert_int_equal(threads_of_host(), threads);
            ptron_options_free(options);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_programs_own_blas_keeps_its_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
