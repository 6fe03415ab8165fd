/* Any bytes as the record of a run. What reads must be drawn in every way, whatever numbers stand in it, and written;
 * what was written must read again and give the same page, and the same bytes when it is written once more. */
#include "fuzz.h"

#include <string.h>

struct bytes {
    void  *at;
    size_t n;
};

static struct bytes page_of(const ptron_run *run)
{
    struct bytes page = {NULL, 0};

    FUZZ_CHECK(ptron_run_page(run, &page.at, &page.n, NULL) == PTRON_OK);
    return page;
}

static void draw(const ptron_run *run)
{
    for (size_t i = 0;; i++) {
        struct bytes picture = {NULL, 0};
        const char *name = NULL;
        FUZZ_CHECK(ptron_run_picture(run, i, &name, &picture.at, &picture.n, NULL) == PTRON_OK);
        if (picture.at == NULL)
            break;
        ptron_bytes_free(picture.at);
    }
    for (int plain = 0; plain < 2; plain++) {
        struct bytes plot = {NULL, 0};
        FUZZ_CHECK(ptron_run_plot(run, plain ? 1 : 300, plain == 1, &plot.at, &plot.n, NULL) == PTRON_OK);
        ptron_bytes_free(plot.at);
    }
}

static struct bytes record_of(const ptron_run *run)
{
    struct bytes record = {NULL, 0};

    FUZZ_CHECK(ptron_run_write(run, &record.at, &record.n, NULL) == PTRON_OK);
    FUZZ_CHECK(ptron_run_is(record.at, record.n));
    return record;
}

static void check_same(struct bytes first, struct bytes second)
{
    FUZZ_CHECK(first.n == second.n && memcmp(first.at, second.at, first.n) == 0);
    ptron_bytes_free(first.at);
    ptron_bytes_free(second.at);
}

static void use(const ptron_run *run)
{
    const struct bytes page = page_of(run), written = record_of(run);
    ptron_run *copy = NULL;

    draw(run);
    FUZZ_CHECK(ptron_run_read(written.at, written.n, &copy, NULL) == PTRON_OK);
    check_same(page, page_of(copy));
    check_same(written, record_of(copy));
    ptron_run_free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    ptron_error err = {0};
    ptron_run *run = NULL;
    const ptron_status status = ptron_run_read(bytes, length, &run, &err);

    if (status != PTRON_OK) {
        fuzz_check_error(status, &err, run);
        return 0;
    }
    use(run);
    ptron_run_free(run);
    return 0;
}
