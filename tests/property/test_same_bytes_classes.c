/* The same for three classes, sparse rows and texts. */
#include "same_bytes.h"

static void three_classes(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 1300, names, 3, 0);
    check_all(&text, "");
    check_all(&text, "multiclass=one-vs-rest");
    check_all(&text, "positive=c");
    pt_buffer_fini(&text);
}

/* The linear family takes features that come late. */
static void check_linear(const struct pt_buffer *text, const char *way)
{
    static const char *const linear[] = {"perceptron", "averaged", "voted", "margin", "uneven",
                                         "pdm",        "pa-1",     "pa-2",  "arow",   "romma",
                                         "pegasos"};
    char *path = file_of("", text->bytes, text->length);

    for (size_t i = 0; i < sizeof linear / sizeof *linear; i++)
        check_algorithm(path, linear[i], way);
    drop_file(path);
}

static void sparse_rows_and_texts(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_sparse(&text, 2500, 2);
    check_linear(&text, "");
    check_linear(&text, "average=yes");
    text.length = 0;
    write_sparse(&text, 2500, 3);
    check_linear(&text, "");
    check_linear(&text, "multiclass=one-vs-rest threads=2");
    text.length = 0;
    write_messages(&text, 2000);
    check_linear(&text, "");
    check_all(&text, "hash-bits=8");
    pt_buffer_fini(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_classes),
        cmocka_unit_test(sparse_rows_and_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
