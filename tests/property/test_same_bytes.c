/* Two classes: an epoch gives the same bytes however it is gone through. */
#include "same_bytes.h"

static void two_classes(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 1700, names, 2, 0);
    assert_true(text.length > LARGE + LARGE / 2);
    check_all(&text, "");
    check_all(&text, "bias=no values=f32 threads=3");
    pt_buffer_fini(&text);
}

static void small_sets(void **state)
{
    struct pt_buffer text;

    (void)state;
    pt_buffer_init(&text);
    write_wide(&text, 60, names, 2, 0);
    check_all(&text, "");
    check_all(&text, "scale=unit");
    check_all(&text, "tie=correct");
    check_all(&text, "gap=0.5");
    pt_buffer_fini(&text);
}

/* Whole numbers that no hyperplane separates: weights come back. */
static void contradictions(void **state)
{
    static const char rows[] = "x,y,class\n0,0,a\n1,0,b\n0,1,b\n1,1,a\n";
    const struct pt_buffer text = {.bytes = (char *)(uintptr_t)rows, .length = sizeof rows - 1};

    (void)state;
    check_all(&text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_sets),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(two_classes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
