/* The rate of update t. */
#include "learn/trainer/schedule.h"
#include "base/alloc.h"
#include "base/elementary.h"
#include "base/file.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

/* ---- a table ------------------------------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* One line: a positive number, or nothing. */
static ptron_status read_rate(const char *at, const char *end, double *rate, ptron_error *err)
{
    while (at < end && is_space(*at))
        at++;
    while (at < end && is_space(end[-1]))
        end--;
    *rate = 0.0;
    if (at == end)
        return PTRON_OK;
    if (!pt_parse_double(&at, end, rate) || at != end || !(*rate > 0.0) || !isfinite(*rate))
        return pt_fail(err, PTRON_DATA, "a positive rate is wanted on each line");
    return PTRON_OK;
}

static ptron_status read_lines(struct pt_schedule *s, const char *path, const struct pt_buffer *text,
                               ptron_error *err)
{
    const char *at = text->bytes, *end = text->length > 0 ? at + text->length : at;   /* of an empty file: NULL */
    void *table = NULL;
    size_t room = 0;

    for (uint64_t line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        double rate;
        ptron_status status;

        stop = stop == NULL ? end : stop;
        status = read_rate(at, stop, &rate, err);
        if (status != PTRON_OK) {
            pt_error_place(err, path, line, 1);
            return status;
        }
        if (rate > 0.0) {
            if (!pt_grow(&table, &room, s->n + 1, sizeof *s->table))
                return pt_fail_memory(err, (s->n + 1) * sizeof *s->table, "a table of rates");
            s->table = table;
            s->table[s->n++] = rate;
        }
        at = stop + 1;
    }
    return s->n > 0 ? PTRON_OK : pt_fail_at(err, PTRON_DATA, path, 0, 0, "no rate is in the file");
}

static ptron_status read_table(struct pt_schedule *s, const char *path, ptron_error *err)
{
    static const struct pt_file_kind rates = {.what = "a table of rates", .most = UINT64_C(1) << 30};
    struct pt_buffer bytes;
    ptron_status status;

    pt_buffer_init(&bytes);
    status = pt_file_read(path, &rates, &bytes, err);
    if (status == PTRON_OK)
        status = read_lines(s, path, &bytes, err);
    pt_buffer_fini(&bytes);
    return status;
}

/* ---- rates --------------------------------------------------------------------------------------- */

ptron_status pt_schedule_init(struct pt_schedule *schedule, const ptron_options *options, ptron_error *err)
{
    static const char *const kinds[] = {"constant", "inverse", "root", "power"};
    const char *wanted = pt_option_text(options, "schedule");

    *schedule = (struct pt_schedule){
        .kind = PT_RATE_TABLE,
        .rate = pt_option_real(options, "rate"),
        .power = pt_option_real(options, "power"),
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i], wanted) == 0)
            schedule->kind = (enum pt_schedule_kind)i;
    return schedule->kind == PT_RATE_TABLE ? read_table(schedule, wanted, err) : PTRON_OK;
}

void pt_schedule_fini(struct pt_schedule *schedule)
{
    pt_release(schedule->table);
    *schedule = (struct pt_schedule){0};
}

double pt_schedule_falling(const struct pt_schedule *schedule, uint64_t t)
{
    switch (schedule->kind) {
    case PT_RATE_CONSTANT:
        break;
    case PT_RATE_INVERSE:
        return schedule->rate / (double)t;
    case PT_RATE_ROOT:
        return schedule->rate / sqrt((double)t);
    case PT_RATE_POWER:
        return schedule->rate / pt_power((double)t, schedule->power);
    case PT_RATE_TABLE:
        return schedule->rate * schedule->table[t <= schedule->n ? t - 1 : schedule->n - 1];
    }
    return schedule->rate;
}
