/* Orders: the shuffles on top of the scatter, and files of row numbers. */
#include "learn/trainer/order.h"
#include "base/alloc.h"
#include "base/file.h"
#include "base/number.h"
#include "base/printable.h"
#include "base/random.h"
#include "base/size.h"
#include "sets/scatter.h"

#include <assert.h>
#include <string.h>

/* n * shard / shards, and no product of them that could be too large. */
static uint64_t shard_from(uint64_t n, uint64_t shards, uint64_t shard)
{
    return n / shards * shard + n % shards * shard / shards;
}

/* S without the rows that are not in the list; `base` has room for n of them, `scratch` for all. */
static ptron_status scatter_some(struct pt_order *order, const uint32_t *rows, size_t total, ptron_error *err)
{
    uint32_t *all = pt_array(total, sizeof *all);
    unsigned char *wanted = pt_zeroed(total, 1);
    size_t kept = 0;

    if (all != NULL && wanted != NULL) {
        for (size_t i = 0; i < order->n; i++)
            wanted[rows[i]] = 1;
        pt_scatter(all, total);
        for (size_t p = 0; p < total && kept < order->n; p++)
            if (wanted[all[p]] != 0)
                order->base[kept++] = all[p];
    }
    pt_release(all);
    pt_release(wanted);
    return kept == order->n ? PTRON_OK : pt_fail_memory(err, total * sizeof *all, "the order of the rows");
}

static ptron_status fill_base(struct pt_order *order, const struct pt_view *of, ptron_error *err)
{
    const bool shuffled = order->mode == PT_ORDER_ONCE || order->mode == PT_ORDER_EACH;

    if (shuffled && of->rows == NULL)
        pt_scatter(order->base, order->n);
    else if (shuffled)
        PT_TRY(scatter_some(order, of->rows, of->block->n_rows, err));
    else
        for (size_t i = 0; i < order->n; i++)
            order->base[i] = of->rows == NULL ? (uint32_t)i : of->rows[i];
    for (size_t i = 0; of->at != NULL && i < order->n; i++)
        order->base[i] = of->at[order->base[i]];
    return PTRON_OK;
}

ptron_status pt_order_init(struct pt_order *order, enum pt_order_mode mode, uint64_t seed,
                           const struct pt_view *of, ptron_error *err)
{
    const bool plain = mode == PT_ORDER_GIVEN && of->rows == NULL && of->at == NULL;
    ptron_status status;

    *order = (struct pt_order){.mode = mode, .seed = seed, .n = (size_t)of->n, .shards = 1, .last = 1};
    if (of->own != NULL)
        return PTRON_OK;
    if (of->n > UINT32_MAX - 2)
        return pt_fail(err, PTRON_DATA, "%zu rows, wanted at most %u", order->n, (unsigned)(UINT32_MAX - 2));
    if (plain)
        return PTRON_OK;
    order->base = pt_array(order->n, sizeof *order->base);
    order->visit = pt_array(order->n, sizeof *order->visit);
    status = order->base == NULL || order->visit == NULL
                 ? pt_fail_memory(err, order->n * 2 * sizeof *order->base, "the order of the rows")
                 : fill_base(order, of, err);
    if (status != PTRON_OK)
        pt_order_fini(order);
    return status;
}

ptron_status pt_order_share(struct pt_order *order, ptron_error *err)
{
    const size_t here = pt_order_shard(order, order->last) - pt_order_shard(order, order->first);

    order->skip = pt_order_shard(order, order->first);
    if (order->mode == PT_ORDER_GIVEN)
        return PTRON_OK;
    order->visit = pt_array(here + 1, sizeof *order->visit);
    return order->visit == NULL ? pt_fail_memory(err, here * sizeof *order->visit, "the order of the rows") : PTRON_OK;
}

/* Blocks in a shuffled sequence, rows shuffled within each. No base: rows from `first` on. */
static void shuffle_blocks(pt_random random, const uint32_t *base, size_t first, uint32_t *visit, size_t n)
{
    const size_t blocks = (n + PT_ORDER_ROWS - 1) / PT_ORDER_ROWS;
    uint32_t *to = visit;
    uint32_t *sequence = visit + (n - blocks);   /* read before it is written over */

    for (size_t b = 0; b < blocks; b++)
        sequence[b] = (uint32_t)b;
    pt_random_shuffle(&random, sequence, blocks);
    for (size_t b = 0; b < blocks; b++) {
        const size_t from = (size_t)sequence[b] * PT_ORDER_ROWS;
        const size_t rows = pt_min(PT_ORDER_ROWS, n - from);
        /* Block b+1 of the sequence stands at n-blocks+b+1, beyond what is written below as long as
         * every later block has at least one row, which holds. */
        for (size_t i = 0; i < rows; i++)
            to[i] = base == NULL ? (uint32_t)(first + from + i) : base[from + i];
        pt_random_shuffle(&random, to, rows);
        to += rows;
    }
}

size_t pt_order_shard(const struct pt_order *order, size_t shard)
{
    assert(shard <= order->shards);
    return (size_t)shard_from(order->n, order->shards, shard);
}

void pt_order_epoch(struct pt_order *order, uint64_t epoch)
{
    const uint64_t stream = order->mode == PT_ORDER_EACH ? epoch : 0;

    if (order->visit == NULL)
        return;
    if (order->mode != PT_ORDER_ONCE && order->mode != PT_ORDER_EACH) {
        memcpy(order->visit, order->base, order->n * sizeof *order->visit);
        return;
    }
    for (size_t s = order->first; s < order->last; s++) {
        const size_t from = pt_order_shard(order, s), n = pt_order_shard(order, s + 1) - from, at = from - order->skip;
        shuffle_blocks(pt_random_of(order->seed, stream + ((uint64_t)s << 48)),
                       order->base == NULL ? NULL : order->base + from, at, order->visit + at, n);
    }
}

void pt_order_fini(struct pt_order *order)
{
    pt_release(order->base);
    pt_release(order->visit);
    *order = (struct pt_order){0};
}

/* ---- files of row numbers ------------------------------------------------------------------------- */

static const char *skip_blank(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

static ptron_status read_line(const char *line, const char *end, size_t n_rows, uint64_t *row, ptron_error *err)
{
    const char *at = line;

    while (end > line && skip_blank(end - 1, end) == end)
        end--;
    if (!pt_parse_u64(&at, end, row) || at != end)
        return pt_fail(err, PTRON_DATA, "'%s' is not a row number",
                       pt_printable(line, (size_t)(end - line)).text);
    if (*row < 1 || *row > n_rows)
        return pt_fail(err, PTRON_DATA, "row %llu is outside 1..%zu", (unsigned long long)*row, n_rows);
    return PTRON_OK;
}

static ptron_status read_rows(const struct pt_buffer *text, const char *path, size_t n_rows, uint32_t **rows,
                              size_t *n, ptron_error *err)
{
    const char *at = text->bytes, *end = text->length > 0 ? at + text->length : at;   /* of an empty file: NULL */
    void *list = NULL;
    size_t room = 0;

    for (uint64_t line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = stop == NULL ? end : stop;
        const char *from = skip_blank(at, line_end);
        uint64_t row = 0;

        if (from < line_end) {
            const ptron_status status = read_line(from, line_end, n_rows, &row, err);
            if (status != PTRON_OK || !pt_grow(&list, &room, *n + 1, sizeof **rows)) {
                pt_release(list);
                if (status == PTRON_OK)
                    return pt_fail_memory(err, room, "the order of the rows");
                pt_error_place(err, path, line, (uint64_t)(from - at) + 1);
                return status;
            }
            ((uint32_t *)list)[(*n)++] = (uint32_t)(row - 1);
        }
        at = stop == NULL ? end : stop + 1;
    }
    *rows = list;
    return PTRON_OK;
}

ptron_status pt_order_read(const char *path, size_t n_rows, uint32_t **rows, size_t *n, ptron_error *err)
{
    const struct pt_file_kind numbers = {.what = "an order of these rows",
                                         .most = (UINT64_C(1) << 26) + (uint64_t)n_rows * 24};
    struct pt_buffer text;
    ptron_status status;

    *rows = NULL;
    *n = 0;
    pt_buffer_init(&text);
    status = pt_file_read(path, &numbers, &text, err);
    if (status == PTRON_OK)
        status = read_rows(&text, path, n_rows, rows, n, err);
    pt_buffer_fini(&text);
    if (status == PTRON_OK && *n == 0) {
        pt_release(*rows);
        *rows = NULL;
        return pt_fail_at(err, PTRON_DATA, path, 0, 0, "no row numbers in the order file");
    }
    return status;
}
