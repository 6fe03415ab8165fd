/* SHA-256 against the standard's examples; fingerprints against text written by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "toy_set.h"

#include "rows/fingerprint.h"

static void digest_of(const char *text, size_t n, size_t times, char *out)
{
    struct pt_sha256 hash;

    pt_sha256_init(&hash);
    for (size_t k = 0; k < times; k++)
        pt_sha256_add(&hash, text, n);
    pt_sha256_text(&hash, out);
}

static void sha256_gives_the_digests_of_the_standard(void **state)
{
    char text[PT_SHA256_TEXT + 1];
    (void)state;

    digest_of("", 0, 1, text);
    assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    digest_of("abc", 3, 1, text);
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, 1, text);
    assert_string_equal(text, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    digest_of("aaaaaaaaaa", 10, 100000, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static const double x[] = {0.5, 0, -200, 0, 0, 0, 0.1, 17, 0};
static const uint32_t label[] = {0, 1, 2};

static void a_fingerprint_is_the_digest_of_one_line_per_row(void **state)
{
    static const char decimal[] = "- 1:5e-1 3:-2e2\n+\n- 1:1e-1 2:17e0\n";
    static const char binary[] = "- 1:1p-1 3:-25p3\n+\n- 1:3602879701896397p-55 2:17p0\n";
    static const char transposed[] = "- 1:1e-1 2:17e0\n- 1:5e-1 3:-2e2\n+\n";
    static const uint32_t at[] = {2, 0, 1};
    char wanted[PT_SHA256_TEXT + 1], found[PT_SHA256_TEXT + 1];
    (void)state;

    for (int dense = 0; dense < 2; dense++) {
        struct toy_set *toy = toy_set(x, label, 3, 3, 3, dense);
        struct pt_view view = toy_view(toy);

        digest_of(decimal, sizeof decimal - 1, 1, wanted);
        pt_fingerprint(&view, true, found);
        assert_string_equal(found, wanted);
        digest_of(binary, sizeof binary - 1, 1, wanted);
        pt_fingerprint(&view, false, found);
        assert_string_equal(found, wanted);
        digest_of(transposed, sizeof transposed - 1, 1, wanted);
        view.at = at;
        pt_fingerprint(&view, true, found);
        assert_string_equal(found, wanted);
        toy_set_free(toy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_gives_the_digests_of_the_standard),
        cmocka_unit_test(a_fingerprint_is_the_digest_of_one_line_per_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
