/* What was tried, as lines of text:
 *
 *     perceptron tuning 1 DIGEST                          of rows and folds
 *     run KEY TEST ROWS SHARE SCORE TRAIN SECONDS SUM     one for each run; SUM is of what stands before it
 *
 * A last line that was cut off is passed over; KEY and SUM are the first digits of a SHA-256. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/sha256.h"
#include "tune/tune.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "perceptron tuning 1 ";

enum { DIGITS = 16, LINE = 400 };

static void digest_of(const void *bytes, size_t length, char text[PT_SHA256_TEXT + 1])
{
    struct pt_sha256 hash;

    pt_sha256_init(&hash);
    pt_sha256_add(&hash, bytes, length);
    pt_sha256_text(&hash, text);
}

/* Rows, and what they were dealt out by. */
static void digest_folds(const ptron_tuning *t, char text[PT_SHA256_TEXT + 1])
{
    char how[200];
    char rows[PT_TUNE_DIGEST];
    struct pt_sha256 hash;

    snprintf(how, sizeof how, "%zu %zu %" PRIu64 " %d %s", t->folds, t->repeats, pt_option_count(t->options, "seed"),
             pt_option_flag(t->options, "in-order"), t->score->name);
    pt_tune_rows_digest(&t->rows, rows);
    pt_sha256_init(&hash);
    pt_sha256_add(&hash, rows, strlen(rows));
    pt_sha256_add(&hash, how, strlen(how));
    pt_sha256_add(&hash, pt_option_text(t->options, "group"), strlen(pt_option_text(t->options, "group")));
    pt_sha256_text(&hash, text);
}

static void write_run(const ptron_tuning *t, size_t share, size_t setting, size_t test, struct pt_buffer *out)
{
    const struct pt_tune_run *run = pt_tune_run_at(t, share, setting, test);
    const double numbers[] = {t->shares[share], run->score, run->train, run->seconds};
    const size_t from = out->length;
    char key[PT_SHA256_TEXT + 1], sum[PT_SHA256_TEXT + 1];

    digest_of(t->settings[setting].key, strlen(t->settings[setting].key), key);
    pt_buffer_format(out, "run %.*s %zu %" PRIu64, DIGITS, key, test, run->rows);
    for (size_t i = 0; i < 4; i++) {
        pt_buffer_byte(out, ' ');
        pt_buffer_number(out, numbers[i]);
    }
    if (out->failed)
        return;
    digest_of(out->bytes + from, out->length - from, sum);
    pt_buffer_format(out, " %.*s\n", DIGITS, sum);
}

void pt_tuning_write(const ptron_tuning *t, struct pt_buffer *out)
{
    char digest[PT_SHA256_TEXT + 1];

    digest_folds(t, digest);
    pt_buffer_format(out, "%s%s\n", magic, digest);
    for (size_t share = 0; share < t->n_shares; share++)
        for (size_t s = 0; s < t->n; s++)
            for (size_t i = 0; i < pt_tune_tests(t); i++)
                if (pt_tune_run_at(t, share, s, i)->done)
                    write_run(t, share, s, i, out);
}

/* ---- back ---------------------------------------------------------------------------------------- */

struct keys {
    char (*key)[PT_SHA256_TEXT + 1];   /* [n settings] */
};

static bool take_count(const char **at, const char *end, uint64_t *value)
{
    return *at < end && *(*at)++ == ' ' && pt_parse_u64(at, end, value);
}

/* One that is no score or time at all is none; "nan" is one that is not known. */
static bool take_number(const char **at, const char *end, double *value)
{
    const double most = 1e12;

    if (*at >= end || *(*at)++ != ' ')
        return false;
    if (end - *at >= 3 && memcmp(*at, "nan", 3) == 0) {
        *at += 3;
        *value = (double)NAN;
        return true;
    }
    return pt_parse_double(at, end, value) && *value >= 0.0 && *value <= most;
}

static bool is_whole(const char *line, size_t length)
{
    char sum[PT_SHA256_TEXT + 1];

    if (length < DIGITS + 1 || line[length - DIGITS - 1] != ' ')
        return false;
    digest_of(line, length - DIGITS - 1, sum);
    return memcmp(sum, line + length - DIGITS, DIGITS) == 0;
}

/* A line that is whole; runs of other settings or sizes are passed over. */
static void take_run(ptron_tuning *t, const struct keys *keys, const char *line, size_t length)
{
    const char *end = line + length - DIGITS - 1, *at = line + 4 + DIGITS;
    double share, score, train, seconds;
    uint64_t test, rows;

    if (length < 4 + DIGITS || memcmp(line, "run ", 4) != 0 || !take_count(&at, end, &test) ||
        !take_count(&at, end, &rows) || !take_number(&at, end, &share) || !take_number(&at, end, &score) ||
        !take_number(&at, end, &train) || !take_number(&at, end, &seconds) || test >= pt_tune_tests(t) ||
        rows > t->rows.n || isnan(seconds))
        return;
    for (size_t s = 0; s < t->n; s++)
        for (size_t k = 0; k < t->n_shares; k++)
            if (memcmp(keys->key[s], line + 4, DIGITS) == 0 && t->shares[k] == share)
                *pt_tune_run_at(t, k, s, (size_t)test) =
                    (struct pt_tune_run){true, score, train, seconds, rows};
}

static ptron_status check_head(const ptron_tuning *t, const char *bytes, size_t length, ptron_error *err)
{
    const size_t head = sizeof magic - 1;
    char digest[PT_SHA256_TEXT + 1];

    if (length < head + PT_SHA256_TEXT + 1 || memcmp(bytes, magic, head) != 0)
        return pt_fail(err, PTRON_DATA, "this is no record of what was tried");
    digest_folds(t, digest);
    if (memcmp(bytes + head, digest, PT_SHA256_TEXT) != 0)
        return pt_detail(err, PTRON_DETAIL_OTHER_ROWS,
                         pt_fail(err, PTRON_DATA,
                                 "what was tried there was tried on other rows, folds, seed or score"));
    return PTRON_OK;
}

ptron_status pt_tuning_restore(ptron_tuning *t, const char *bytes, size_t length, ptron_error *err)
{
    struct keys keys;
    const char *end = bytes + length, *stop;

    PT_TRY(check_head(t, bytes, length, err));
    keys.key = pt_zeroed(t->n, sizeof *keys.key);
    if (keys.key == NULL)
        return pt_fail_memory(err, t->n * sizeof *keys.key, "settings");
    for (size_t s = 0; s < t->n; s++)
        digest_of(t->settings[s].key, strlen(t->settings[s].key), keys.key[s]);
    for (const char *at = bytes; (stop = memchr(at, '\n', (size_t)(end - at))) != NULL; at = stop + 1)
        if (is_whole(at, (size_t)(stop - at)))
            take_run(t, &keys, at, (size_t)(stop - at));
    pt_release(keys.key);
    return PTRON_OK;
}
