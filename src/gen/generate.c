/* Writing made-up rows: slices of rows become text in all threads and leave in order. */
#include "gen/generate.h"
#include "base/alloc.h"
#include "base/buffer.h"
#include "base/size.h"
#include "par/pool.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const struct pt_param pt_generate_params[] = {
    {"rows", PT_COUNT, "1000", 1, 1e12, "", "N", "rows to write"},
    {"dimensions", PT_COUNT, "100", 1, 4294967290.0, "", "D", "features a row can have"},
    {"nonzeros", PT_COUNT, "20", 1, 1e8, "", "K", "values in a sparse row, on average"},
    {"decimals", PT_COUNT, "3", 1, 6, "", "N", "sparse: decimals of a value, at most"},
    {"noise", PT_REAL, "0", 0, 1, "", "P", "share of the labels that are turned over"},
    {"spread", PT_REAL, "", 0, 1000, "", "S", "how far blobs, xor, circles and moons scatter around their shape"},
    {"centres", PT_COUNT, "2", 1, 100000, "", "N", "blobs: clouds, and classes"},
};
const size_t pt_n_generate_params = sizeof pt_generate_params / sizeof *pt_generate_params;

enum {
    SLICE_BYTES = 1 << 20,   /* text of a slice, about */
    VALUE_ROOM = 24,         /* a separator, an index, a colon and a value */
    HEAD_ROOM = 16,          /* a label and a line end */
    MOST_MARGIN = 100000     /* so that thousandths of it fit a value */
};

struct slice {
    struct pt_drawn row;
    char  *text;             /* [room] */
    size_t length;
    uint64_t first, rows;
};

struct work {
    const struct pt_generator *kind;
    struct pt_generation g;
    bool     csv;
    size_t   room;           /* values of a row at most */
    uint64_t rows;           /* of a slice */
    struct slice *slices;    /* [n_slices] */
    size_t   n_slices;
};

/* ---- text ---------------------------------------------------------------------------------------- */

static const char pairs[] =   /* 00 to 99 */
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

static char *put_digits(char *to, uint32_t n)
{
    char digits[10];
    size_t at = sizeof digits;

    for (; n >= 100; n /= 100)
        memcpy(digits + (at -= 2), pairs + 2 * (n % 100), 2);
    if (n >= 10)
        memcpy(digits + (at -= 2), pairs + 2 * n, 2);
    else
        digits[--at] = (char)('0' + n);
    memcpy(to, digits + at, sizeof digits - at);
    return to + (sizeof digits - at);
}

/* Zeros at the end are left out. */
static char *put_value(const struct pt_generation *g, char *to, int32_t units)
{
    const uint32_t size = units < 0 ? 0u - (uint32_t)units : (uint32_t)units;
    const uint32_t millionths = size % g->unit * g->unit_millionths;

    if (units < 0)
        *to++ = '-';
    to = put_digits(to, size / g->unit);
    if (millionths == 0)
        return to;
    *to++ = '.';
    memcpy(to, pairs + 2 * (millionths / 10000), 2);
    memcpy(to + 2, pairs + 2 * (millionths / 100 % 100), 2);
    memcpy(to + 4, pairs + 2 * (millionths % 100), 2);
    for (to += 6; to[-1] == '0';)
        to--;
    return to;
}

static char *put_label(const struct work *work, const struct pt_drawn *row, char *to)
{
    if (work->kind->labels == NULL)
        return put_digits(to, row->label + 1);
    const char *text = work->kind->labels[row->label];
    const size_t length = strlen(text);
    memcpy(to, text, length);
    return to + length;
}

static char *put_csv(const struct work *work, const struct pt_drawn *row, char *to)
{
    for (size_t j = 0; j < row->n; j++) {
        to = put_value(&work->g, to, row->units[j]);
        *to++ = ',';
    }
    to = put_label(work, row, to);
    *to++ = '\n';
    return to;
}

static char *put_svm(const struct work *work, const struct pt_drawn *row, char *to)
{
    to = put_label(work, row, to);
    for (size_t j = 0; j < row->n; j++) {
        *to++ = ' ';
        to = put_digits(to, (work->kind->sparse ? row->index[j] : (uint32_t)j) + 1);
        *to++ = ':';
        to = put_value(&work->g, to, row->units[j]);
    }
    *to++ = '\n';
    return to;
}

static void write_slice(void *context, size_t i)
{
    const struct work *work = context;
    struct slice *slice = &work->slices[i];
    char *to = slice->text;

    for (uint64_t r = 0; r < slice->rows; r++) {
        pt_random random = pt_random_of(work->g.seed, slice->first + r);
        slice->row.number = slice->first + r;
        work->kind->draw(&work->g, &random, &slice->row);
        to = (work->csv ? put_csv : put_svm)(work, &slice->row, to);
    }
    slice->length = (size_t)(to - slice->text);
    assert(slice->length <= slice->rows * (work->room * VALUE_ROOM + HEAD_ROOM));
}

static ptron_status give(ptron_sink *sink, void *user, const char *bytes, size_t length, ptron_error *err)
{
    return sink(user, bytes, length) ? PTRON_OK : pt_fail(err, PTRON_CANCELED, "writing was stopped");
}

static ptron_status write_header(const struct work *work, ptron_sink *sink, void *user, ptron_error *err)
{
    struct pt_buffer text;
    ptron_status status;

    pt_buffer_init(&text);
    for (uint32_t j = 0; j < work->g.features; j++) {
        pt_buffer_byte(&text, 'x');
        pt_buffer_u64_text(&text, (uint64_t)j + 1);
        pt_buffer_byte(&text, ',');
    }
    pt_buffer_text(&text, "label\n");
    status = pt_buffer_status(&text, err);
    if (status == PTRON_OK)
        status = give(sink, user, text.bytes, text.length, err);
    pt_buffer_fini(&text);
    return status;
}

/* ---- running ------------------------------------------------------------------------------------- */

static ptron_status write_rows(struct work *work, pt_pool *pool, ptron_sink *sink, void *user, ptron_error *err)
{
    uint64_t row = 0;

    if (work->csv)
        PT_TRY(write_header(work, sink, user, err));
    while (row < work->g.rows) {
        size_t n = 0;

        for (; n < work->n_slices && row < work->g.rows; n++) {
            const uint64_t left = work->g.rows - row;
            work->slices[n].first = row;
            work->slices[n].rows = left < work->rows ? left : work->rows;
            row += work->slices[n].rows;
        }
        pt_pool_run(pool, n, write_slice, work);
        for (size_t i = 0; i < n; i++)
            PT_TRY(give(sink, user, work->slices[i].text, work->slices[i].length, err));
    }
    return PTRON_OK;
}

static ptron_status make_slices(struct work *work, size_t threads, ptron_error *err)
{
    const size_t row_bytes = work->room * VALUE_ROOM + HEAD_ROOM;

    work->rows = pt_max(1, SLICE_BYTES / row_bytes);
    work->n_slices = threads;
    work->slices = pt_zeroed(work->n_slices, sizeof *work->slices);
    for (size_t i = 0; work->slices != NULL && i < work->n_slices; i++) {
        struct slice *slice = &work->slices[i];
        slice->row.index = pt_array(work->room, sizeof *slice->row.index);
        slice->row.units = pt_array(work->room, sizeof *slice->row.units);
        slice->text = pt_array((size_t)work->rows, row_bytes);
        if (slice->row.index == NULL || slice->row.units == NULL || slice->text == NULL)
            return pt_fail_memory(err, (size_t)work->rows * row_bytes, "rows to write");
    }
    return work->slices != NULL ? PTRON_OK : pt_fail_memory(err, threads * sizeof *work->slices, "rows to write");
}

static ptron_status find_kind(struct work *work, const char *kind, ptron_error *err)
{
    for (size_t i = 0; kind != NULL && i < pt_n_generators; i++)
        if (strcmp(kind, pt_generators[i].name) == 0) {
            work->kind = &pt_generators[i];
            return PTRON_OK;
        }
    return pt_fail(err, PTRON_ARGUMENT, "no kind of data '%.40s' can be made", kind == NULL ? "" : kind);
}

/* The format asked for, or the kind's own. */
static ptron_status find_format(struct work *work, const ptron_options *options, ptron_error *err)
{
    work->csv = !work->kind->sparse;
    if (pt_option_is(options, "format", "auto"))
        return PTRON_OK;
    work->csv = pt_option_is(options, "format", "csv");
    if (!work->csv && !pt_option_is(options, "format", "libsvm"))
        return pt_fail(err, PTRON_ARGUMENT, "rows can be written as csv or libsvm, not '%.40s'",
                       pt_option_text(options, "format"));
    if (work->csv && work->kind->sparse)
        return pt_fail(err, PTRON_ARGUMENT, "%s rows are written as libsvm only", work->kind->name);
    return PTRON_OK;
}

/* A count as asked for, or the kind's own, or the option's default. */
static uint64_t asked(const ptron_options *options, const char *name, uint64_t own)
{
    return ptron_options_given(options, name) || own == 0 ? pt_option_count(options, name) : own;
}

static double asked_real(const ptron_options *options, const char *name, double own)
{
    return ptron_options_given(options, name) ? pt_option_real(options, name) : own;
}

static bool takes(const struct pt_generator *kind, const char *option)
{
    const size_t length = strlen(option);

    for (const char *at = strstr(kind->options, option); at != NULL; at = strstr(at + 1, option))
        if ((at == kind->options || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* An option given must do something for the kind. */
static ptron_status check_use(const struct pt_generator *kind, const ptron_options *options, const char *option,
                              ptron_error *err)
{
    char names[120] = "";
    size_t length = 0;

    if (!ptron_options_given(options, option) || takes(kind, option))
        return PTRON_OK;
    for (size_t i = 0; i < pt_n_generators && length < sizeof names; i++)
        if (takes(&pt_generators[i], option))
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", length == 0 ? "" : ", ",
                                       pt_generators[i].name);
    return pt_detail(err, PTRON_DETAIL_OPTION_IDLE,
                     pt_fail(err, PTRON_ARGUMENT, "--%s does nothing for %s rows; kinds that take it: %s", option,
                             kind->name, names));
}

static ptron_status understand_options(struct work *work, const char *kind, const ptron_options *options,
                                       ptron_error *err)
{
    PT_TRY(find_kind(work, kind, err));
    PT_TRY(find_format(work, options, err));
    for (size_t i = 0; i < pt_n_generate_params; i++)
        PT_TRY(check_use(work->kind, options, pt_generate_params[i].name, err));
    PT_TRY(check_use(work->kind, options, "margin", err));
    PT_TRY(check_use(work->kind, options, "seed", err));
    work->g = (struct pt_generation){
        .rows = asked(options, "rows", work->kind->rows),
        .seed = pt_option_count(options, "seed"),
        .features = (uint32_t)asked(options, "dimensions", work->kind->features),
        .nonzeros = (uint32_t)pt_option_count(options, "nonzeros"),
        .unit = 1,
        .centres = (uint32_t)pt_option_count(options, "centres"),
        .margin = asked_real(options, "margin", 0.1),
        .noise = pt_option_real(options, "noise"),
        .spread = asked_real(options, "spread", work->kind->spread),
    };
    for (uint64_t i = pt_option_count(options, "decimals"); i > 0; i--)
        work->g.unit *= 10;
    work->g.unit_millionths = 1000000 / work->g.unit;
    if (work->kind->fixed && work->g.rows != work->kind->rows)
        return pt_fail(err, PTRON_ARGUMENT, "rows is %llu, %s has %llu", (unsigned long long)work->g.rows,
                       work->kind->name, (unsigned long long)work->kind->rows);
    if (work->g.margin > MOST_MARGIN)
        return pt_fail(err, PTRON_ARGUMENT, "margin is %g, made-up rows take up to %d", work->g.margin, MOST_MARGIN);
    PT_TRY(work->kind->prepare(&work->g, err));
    work->room = work->kind->room == NULL ? work->g.features : work->kind->room(&work->g);
    return PTRON_OK;
}

ptron_status pt_generate(const char *kind, const ptron_options *options, ptron_sink *sink, void *user,
                         ptron_error *err)
{
    struct work work = {0};
    pt_pool *pool = NULL;
    ptron_status status = understand_options(&work, kind, options, err);

    if (status == PTRON_OK)
        status = pt_pool_new((size_t)pt_option_count(options, "threads"), &pool, err);
    if (status == PTRON_OK)
        status = make_slices(&work, pt_pool_threads(pool), err);
    if (status == PTRON_OK)
        status = write_rows(&work, pool, sink, user, err);
    pt_pool_free(pool);
    for (size_t i = 0; work.slices != NULL && i < work.n_slices; i++) {
        pt_release(work.slices[i].row.index);
        pt_release(work.slices[i].row.units);
        pt_release(work.slices[i].text);
    }
    pt_release(work.slices);
    pt_release(work.g.hidden);
    pt_release(work.g.power);
    return status;
}
