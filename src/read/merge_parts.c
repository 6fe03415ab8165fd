/* Merging parts: everyone tells rank 0 what it has, rank 0 puts it together and tells all. */
#include "read/merge_parts.h"
#include "base/alloc.h"
#include "base/size.h"
#include "rows/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TASK_ROWS = 1024 };

/* ---- as bytes ------------------------------------------------------------------------------------ */

static void save_dict(const struct pt_dict *dict, struct pt_buffer *out)
{
    pt_buffer_u32(out, dict->count);
    for (uint32_t i = 0; i < dict->count; i++) {
        size_t length;
        const char *text = pt_dict_text(dict, i, &length);

        pt_buffer_u64(out, length);
        pt_buffer_add(out, text, length);
    }
}

/* Texts that are not there yet come behind those that are. */
static bool add_dict(struct pt_dict *dict, struct pt_cursor *in)
{
    const uint32_t n = pt_cursor_u32(in);

    for (uint32_t i = 0; i < n; i++) {
        const size_t length = (size_t)pt_cursor_u64(in);
        const char *text = pt_cursor_bytes(in, length);

        if (text == NULL || pt_dict_add(dict, text, length) == PT_DICT_NONE)
            return false;
    }
    return true;
}

static void save_part(const struct pt_read_part *part, struct pt_buffer *out)
{
    pt_buffer_u32(out, *part->least_index);
    pt_buffer_add(out, part->tally, sizeof *part->tally);
    pt_buffer_u32(out, part->recipe != NULL);
    if (part->recipe == NULL)
        return;
    pt_buffer_u32(out, part->recipe->n_features);
    save_dict(&part->recipe->labels.texts, out);
    save_dict(&part->recipe->words, out);
}

/* ---- together ------------------------------------------------------------------------------------ */

static void add_tally(struct pt_tally *to, const struct pt_tally *from)
{
    if (to->unseen_keys == 0)
        to->first_key = from->first_key;
    if (to->rounded_cells == 0)
        to->first_rounded = from->first_rounded;
    if (!to->any_bad)
        to->first_bad = from->first_bad;
    to->any_bad |= from->any_bad;
    to->rows += from->rows;
    to->bad_rows += from->bad_rows;
    to->missing_rows += from->missing_rows;
    to->dropped_rows += from->dropped_rows;
    to->missing_cells += from->missing_cells;
    to->unlabelled_rows += from->unlabelled_rows;
    to->unseen_labels += from->unseen_labels;
    to->unseen_words += from->unseen_words;
    to->unseen_categories += from->unseen_categories;
    to->unseen_features += from->unseen_features;
    to->header_lines += from->header_lines;
    to->unseen_keys += from->unseen_keys;
    to->rounded_cells += from->rounded_cells;
}

static ptron_status add_part(struct pt_read_part *to, const struct pt_buffer *bytes, ptron_error *err)
{
    struct pt_cursor in = {(const unsigned char *)bytes->bytes,
                           (const unsigned char *)bytes->bytes + bytes->length, false};
    const uint32_t least = pt_cursor_u32(&in);
    const void *tally = pt_cursor_bytes(&in, sizeof *to->tally);
    struct pt_tally other;

    if (tally == NULL)
        return pt_fail(err, PTRON_INTERNAL, "a rank's part is cut short");
    memcpy(&other, tally, sizeof other);
    add_tally(to->tally, &other);
    *to->least_index = least < *to->least_index ? least : *to->least_index;
    if (pt_cursor_u32(&in) == 0 || to->recipe == NULL)
        return PTRON_OK;
    to->recipe->n_features = (uint32_t)pt_max(to->recipe->n_features, pt_cursor_u32(&in));
    if (!add_dict(&to->recipe->labels.texts, &in) || !add_dict(&to->recipe->words, &in))
        return pt_fail_memory(err, bytes->length, "labels and words");
    to->recipe->n_features = (uint32_t)pt_max(to->recipe->n_features,
                                              (size_t)to->recipe->n_numbers + to->recipe->words.count);
    return PTRON_OK;
}

/* On rank 0: the parts of all, in order; then `bytes` is the whole. */
static ptron_status add_parts(struct pt_read_part *whole, ptron_ranks *ranks, struct pt_buffer *bytes, ptron_error *err)
{
    struct pt_buffer *all = pt_zeroed(ranks->size, sizeof *all);
    ptron_status status = all == NULL ? pt_fail_memory(err, ranks->size * sizeof *all, "ranks")
                                      : pt_ranks_collect(ranks, bytes, all, err);

    for (size_t r = 1; status == PTRON_OK && r < ranks->size && ranks->rank == 0; r++)
        status = add_part(whole, &all[r], err);
    for (size_t r = 0; all != NULL && r < ranks->size; r++)
        pt_buffer_fini(&all[r]);
    pt_release(all);
    if (status == PTRON_OK && ranks->rank == 0) {
        bytes->length = 0;
        save_part(whole, bytes);
    }
    return status;
}

/* ---- rows ---------------------------------------------------------------------------------------- */

struct renumbering {
    struct pt_store *store;
    const uint32_t *label, *word;   /* new numbers of old ones */
    uint32_t n_labels, n_numbers;
    bool     moved;                 /* words have other numbers: rows must be sorted anew */
    bool     failed;
};

struct pair {
    uint32_t index;
    double   value;
};

static int by_index(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;

    return (a->index > b->index) - (a->index < b->index);
}

static void sort_row(struct pt_store *store, size_t row, struct pair *pairs, double *values)
{
    const size_t from = (size_t)store->offset[row], n = (size_t)store->offset[row + 1] - from;
    const struct pt_block block = pt_store_block(store);
    const struct pt_row at = pt_block_row(&block, row);

    for (size_t i = 0; i < n; i++)
        pairs[i] = (struct pair){at.index[i], pt_row_value(&at, i)};
    qsort(pairs, n, sizeof *pairs, by_index);
    for (size_t i = 0; i < n; i++) {
        store->index[from + i] = pairs[i].index;
        values[i] = pairs[i].value;
    }
    if (store->kind != PT_ONES)
        pt_values_store(store->value, store->kind, from, n, values);
}

static void renumber_task(void *context, size_t task)
{
    struct renumbering *r = context;
    struct pt_store *store = r->store;
    const size_t end = pt_min((task + 1) * TASK_ROWS, store->n_rows);
    size_t most = 0;
    struct pair *pairs;
    double *values;

    for (size_t i = task * TASK_ROWS; i < end; i++) {
        if (store->label[i] < r->n_labels)
            store->label[i] = r->label[store->label[i]];
        if (r->moved)
            most = pt_max(most, (size_t)(store->offset[i + 1] - store->offset[i]));
        for (uint64_t j = r->moved ? store->offset[i] : 0; r->moved && j < store->offset[i + 1]; j++)
            if (store->index[j] >= r->n_numbers)
                store->index[j] = r->n_numbers + r->word[store->index[j] - r->n_numbers];
    }
    if (!r->moved)
        return;
    pairs = pt_array(most, sizeof *pairs);
    values = pt_array(most, sizeof *values);
    if (pairs == NULL || values == NULL)
        r->failed = true;
    for (size_t i = task * TASK_ROWS; i < end && !r->failed; i++)
        sort_row(store, i, pairs, values);
    pt_release(pairs);
    pt_release(values);
}

/* Where each text of one dictionary is in another that has them all; *moved: not where it was. */
static uint32_t *find_all(const struct pt_dict *from, const struct pt_dict *to, bool *moved)
{
    uint32_t *number = pt_array((size_t)from->count + 1, sizeof *number);

    for (uint32_t i = 0; number != NULL && i < from->count; i++) {
        size_t length;
        const char *text = pt_dict_text(from, i, &length);

        number[i] = pt_dict_find(to, text, length);
        *moved |= number[i] != i;
    }
    return number;
}

static ptron_status renumber(struct pt_store *store, const struct pt_read_part *own, const struct pt_read_part *whole,
                             pt_pool *pool, ptron_error *err)
{
    bool labels_moved = false, words_moved = false;
    uint32_t *labels = find_all(&own->recipe->labels.texts, &whole->recipe->labels.texts, &labels_moved);
    uint32_t *words = find_all(&own->recipe->words, &whole->recipe->words, &words_moved);
    struct renumbering r = {store, labels, words, own->recipe->labels.texts.count, own->recipe->n_numbers,
                            words_moved, labels == NULL || words == NULL};

    if (!r.failed && (labels_moved || words_moved))
        pt_pool_run(pool, (store->n_rows + TASK_ROWS - 1) / TASK_ROWS, renumber_task, &r);
    pt_release(labels);
    pt_release(words);
    if (r.failed)
        return pt_fail_memory(err, store->n_values, "labels and words");
    if (words_moved)
        pt_store_measure(store, pool);
    return PTRON_OK;
}

/* Lines of a file that another rank began are counted on from its own. */
static ptron_status count_lines(const pt_reader *reader, const struct pt_read_part *own, struct pt_store *store,
                                ptron_ranks *ranks, ptron_error *err)
{
    struct { uint64_t file, lines; } *all = pt_zeroed(ranks->size, sizeof *all);
    const size_t files = pt_reader_files(reader);
    ptron_status status;

    if (all == NULL)
        return pt_fail_memory(err, ranks->size * sizeof *all, "ranks");
    all[ranks->rank].file = own->file;
    all[ranks->rank].lines = own->lines;
    status = pt_ranks_gather_equal(ranks, all, sizeof *all, err);
    for (size_t f = 0; status == PTRON_OK && f < files; f++) {
        uint64_t before = 0;

        if (!pt_reader_begun_within(reader, f))
            continue;
        for (size_t r = 0; r < ranks->rank; r++)
            before += all[r].file == f ? all[r].lines : 0;
        for (size_t i = 0; i < store->n_rows; i++)
            if (pt_place_file(store->place[i]) == f)
                store->place[i] = pt_place((uint32_t)f, pt_place_line(store->place[i]) + before);
    }
    pt_release(all);
    return status;
}

/* ---- all of it ----------------------------------------------------------------------------------- */

static ptron_status fail_without_rows(const pt_reader *reader, const struct pt_tally *tally, ptron_error *err)
{
    const uint64_t met = tally->bad_rows + tally->missing_rows + tally->dropped_rows;

    if (tally->rows > 0)
        return PTRON_OK;
    if (met == 0)
        return pt_detail(err, PTRON_DETAIL_NO_ROWS,
                         pt_fail_at(err, PTRON_DATA, pt_reader_file(reader, 0), 0, 0, "no rows"));
    return pt_fail_at(err, PTRON_DATA, pt_reader_file(reader, 0), 0, 0, "no rows are left of %" PRIu64, met);
}

/* The whole, as rank 0 told it, in place of this rank's own. */
static ptron_status take_whole(struct pt_read_part *own, const struct pt_buffer *bytes, struct pt_store *store,
                               pt_pool *pool, ptron_error *err)
{
    struct pt_tally tally = {.digits = own->tally->digits};
    uint32_t least = UINT32_MAX;
    struct pt_recipe recipe;
    struct pt_read_part whole = {own->recipe == NULL ? NULL : &recipe, &tally, &least, 0, 0};
    ptron_status status;

    pt_recipe_init(&recipe);
    recipe.n_numbers = own->recipe == NULL ? 0 : own->recipe->n_numbers;
    status = add_part(&whole, bytes, err);
    if (status == PTRON_OK && own->recipe != NULL)
        status = renumber(store, own, &whole, pool, err);
    if (status == PTRON_OK) {
        *own->tally = tally;
        *own->least_index = least;
    }
    if (status == PTRON_OK && own->recipe != NULL) {
        const struct pt_dict labels = own->recipe->labels.texts, words = own->recipe->words;

        own->recipe->labels.texts = recipe.labels.texts;
        own->recipe->words = recipe.words;
        own->recipe->n_features = recipe.n_features;
        recipe.labels.texts = labels;
        recipe.words = words;
    }
    pt_recipe_fini(&recipe);
    return status;
}

ptron_status pt_parts_merge(pt_reader *reader, struct pt_store *store, ptron_ranks *ranks, pt_pool *pool,
                            ptron_error *err)
{
    struct pt_read_part part;
    struct pt_buffer bytes;
    ptron_status status;

    pt_reader_part(reader, &part);
    if (store->n_rows == 0) {
        store->dense = pt_reader_recipe(reader)->dense;
        store->width = store->dense ? pt_reader_recipe(reader)->n_features : 0;
    }
    PT_TRY(count_lines(reader, &part, store, ranks, err));
    pt_buffer_init(&bytes);
    save_part(&part, &bytes);
    status = add_parts(&part, ranks, &bytes, err);
    if (status == PTRON_OK)
        status = pt_ranks_broadcast_buffer(ranks, &bytes, err);
    if (status == PTRON_OK && ranks->rank > 0)
        status = take_whole(&part, &bytes, store, pool, err);
    pt_buffer_fini(&bytes);
    return status == PTRON_OK ? fail_without_rows(reader, part.tally, err) : status;
}
