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

/* Features that come late. A network has as many inputs as its first rows; those that keep rows keep them in another
 * shape, and their bytes show it. */
static void check_growing(const struct pt_buffer *text, const char *way)
{
    char *path = file_of("", text->bytes, text->length);
    PTRON_SIZED(ptron_algorithm_info, info);
    const char *needs;
    char options[200];

    for (size_t a = 0; next_streaming(&a, &info, &needs); a++) {
        if (info.kernels || strcmp(info.name, "neighbours") == 0 || strcmp(info.name, "mlp") == 0)
            continue;
        snprintf(options, sizeof options, "algorithm=%s %s %s", info.name, needs, way);
        if (!takes_too_long(path, info.name) && !check(path, options, NULL) && way[0] == '\0')
            fail_msg("%s was not tested", info.name);
    }
    expect_refused(path, "algorithm=mlp hidden=5", "as many inputs and classes as its first rows");
    drop_file(path);
}

static void sparse_rows_and_texts(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_sparse(&text, 2500, 2);
    check_growing(&text, "");
    check_growing(&text, "average=yes");
    text.length = 0;
    write_sparse(&text, 2500, 3);
    check_growing(&text, "");
    check_growing(&text, "multiclass=one-vs-rest threads=2");
    text.length = 0;
    write_messages(&text, 2000);
    check_growing(&text, "");
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
