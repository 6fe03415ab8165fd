/* The growable rows of one segment. While a recipe is fitted, labels and words have numbers of the chunk's own
 * until pt_chunk_merge gives them the recipe's: a label when a row that is kept carries it, a word in the
 * order of its first appearance. Both orders are those of the source, wherever segments are cut. */
#include "parse/chunk.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/size.h"
#include "recipe/scale.h"
#include "rows/values.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SHORT_ROW = 40 };

void pt_text_place(const char *bytes, size_t at, uint64_t *line, uint64_t *column)
{
    *line = 1;
    *column = at + 1;
    for (size_t i = 0; i < at; i++)
        if (bytes[i] == '\n') {
            ++*line;
            *column = at - i;
        }
}

void pt_chunk_init(struct pt_chunk *chunk)
{
    *chunk = (struct pt_chunk){0};
    pt_dict_init(&chunk->labels);
    pt_dict_init(&chunk->words);
    pt_dict_init(&chunk->names);
    pt_buffer_init(&chunk->path);
    pt_words_init(&chunk->splitter);
    pt_grams_init(&chunk->grams);
    pt_buffer_init(&chunk->scratch);
    pt_buffer_init(&chunk->text);
    pt_buffer_init(&chunk->reasons);
    chunk->least_index = UINT32_MAX;
}

void pt_chunk_fini(struct pt_chunk *chunk)
{
    void *const arrays[] = {chunk->offset, chunk->label, chunk->weight, chunk->norm2, chunk->place,
                            chunk->index,  chunk->value, chunk->narrow, chunk->pairs, chunk->numbers,
                            chunk->blank,  chunk->entry_at, chunk->word_at};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        pt_release(arrays[i]);
    pt_dict_fini(&chunk->labels);
    pt_dict_fini(&chunk->words);
    pt_dict_fini(&chunk->names);
    pt_buffer_fini(&chunk->path);
    pt_words_fini(&chunk->splitter);
    pt_grams_fini(&chunk->grams);
    pt_buffer_fini(&chunk->scratch);
    pt_buffer_fini(&chunk->text);
    pt_buffer_fini(&chunk->reasons);
    pt_chunk_init(chunk);
}

void pt_chunk_reset(struct pt_chunk *chunk)
{
    struct pt_chunk empty = {
        .row_room = chunk->row_room, .offset = chunk->offset, .label = chunk->label, .weight = chunk->weight,
        .norm2 = chunk->norm2, .place = chunk->place, .value_room = chunk->value_room,
        .index = chunk->index, .value = chunk->value, .narrow = chunk->narrow,
        .labels = chunk->labels, .words = chunk->words, .scratch = chunk->scratch,
        .pairs = chunk->pairs, .pair_room = chunk->pair_room, .text = chunk->text,
        .numbers = chunk->numbers, .number_room = chunk->number_room, .least_index = UINT32_MAX,
        .blank = chunk->blank, .blank_room = chunk->blank_room, .reasons = chunk->reasons,
        .names = chunk->names, .names_of = chunk->names_of, .path = chunk->path,
        .splitter = chunk->splitter, .grams = chunk->grams,
        .entry_at = chunk->entry_at, .entry_room = chunk->entry_room,
        .word_at = chunk->word_at, .word_room = chunk->word_room,
    };

    pt_dict_clear(&empty.labels);
    pt_dict_clear(&empty.words);
    empty.scratch.length = empty.reasons.length = 0;
    empty.scratch.failed = empty.path.failed = empty.reasons.failed = false;
    *chunk = empty;
}

/* `array` is the address of a pointer of any type. When a later array cannot grow, this one is merely longer
 * than it need be. */
static bool widen(void *array, size_t room, size_t wanted, size_t size)
{
    void *memory;

    memcpy(&memory, array, sizeof memory);
    if (!pt_grow(&memory, &room, wanted, size))
        return false;
    memcpy(array, &memory, sizeof memory);
    return true;
}

bool pt_chunk_grow_rows(struct pt_chunk *chunk, size_t wanted)
{
    const struct {
        void *array;
        size_t size;
    } arrays[] = {
        {&chunk->offset, sizeof *chunk->offset}, {&chunk->label, sizeof *chunk->label},
        {&chunk->weight, sizeof *chunk->weight}, {&chunk->norm2, sizeof *chunk->norm2},
        {&chunk->place, sizeof *chunk->place},
    };
    const size_t room = pt_max(wanted, chunk->row_room < 64 ? 64 : chunk->row_room * 2);

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!widen(arrays[i].array, chunk->row_room, room + 1, arrays[i].size))
            return false;
    chunk->row_room = room;
    return true;
}

bool pt_chunk_need_values(struct pt_chunk *chunk, size_t n)
{
    size_t wanted, room;

    if (!pt_add(chunk->n_values, n, &wanted))
        return false;
    if (wanted <= chunk->value_room)
        return true;
    room = pt_max(wanted, chunk->value_room > SIZE_MAX / 2 ? wanted : chunk->value_room * 2);
    if (!widen(&chunk->index, chunk->value_room, room, sizeof *chunk->index) ||
        !widen(&chunk->value, chunk->value_room, room, sizeof *chunk->value))
        return false;
    pt_release(chunk->narrow);   /* made anew when sealing */
    chunk->narrow = NULL;
    chunk->value_room = room;
    return true;
}

void pt_chunk_drop_row(struct pt_chunk *chunk)
{
    if (chunk->n_rows < chunk->row_room)
        chunk->n_values = (size_t)chunk->offset[chunk->n_rows];
}

void pt_chunk_blank(struct pt_chunk *chunk, const struct pt_parse *parse)
{
    void *blank = chunk->blank;

    if (!parse->keep_blanks)
        return;
    if (!pt_grow(&blank, &chunk->blank_room, chunk->n_blank + 1, sizeof *chunk->blank)) {
        pt_chunk_no_memory(chunk);
        return;
    }
    chunk->blank = blank;
    chunk->blank[chunk->n_blank++] = (struct pt_blank){.row = chunk->n_rows, .line = chunk->n_lines};
}

void pt_chunk_left_out(struct pt_chunk *chunk, const struct pt_parse *parse, size_t at, const char *reason)
{
    struct pt_blank *blank;

    pt_chunk_blank(chunk, parse);
    if (chunk->failed || !parse->keep_blanks)
        return;
    blank = &chunk->blank[chunk->n_blank - 1];
    blank->at = at;
    blank->why = chunk->reasons.length + 1;
    pt_buffer_add(&chunk->reasons, reason, strlen(reason) + 1);
    if (chunk->reasons.failed)
        pt_chunk_no_memory(chunk);
}

bool pt_chunk_bad_row(struct pt_chunk *chunk, const struct pt_parse *parse, size_t at, const char *format, ...)
{
    const bool first = chunk->bad_rows++ == 0;
    char message[sizeof chunk->error.message] = "";

    pt_chunk_drop_row(chunk);
    if (first || parse->keep_blanks) {
        va_list arguments;

        va_start(arguments, format);
        vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
    }
    if (first) {
        chunk->bad_at = at;
        pt_fail(&chunk->error, PTRON_DATA, "%s", message);
        chunk->error.detail = chunk->about;
    }
    chunk->about = PTRON_DETAIL_NONE;
    chunk->failed = !parse->skip_bad;
    pt_chunk_left_out(chunk, parse, at, message);
    return !chunk->failed;
}

bool pt_chunk_no_memory(struct pt_chunk *chunk)
{
    chunk->failed = true;
    pt_fail(&chunk->error, PTRON_NOMEM, "no memory for the rows of a run");
    return false;
}

/* The number of a label; the first few are looked through, which is quicker than to look one up. */
static uint32_t number_label(struct pt_dict *labels, const char *text, size_t length)
{
    enum { FEW = 3 };

    for (uint32_t id = 0; id < labels->count && id < FEW; id++) {
        size_t n;
        const char *known = pt_dict_text(labels, id, &n);

        if (n == length && memcmp(known, text, n) == 0)
            return id;
    }
    return pt_dict_add(labels, text, length);
}

bool pt_chunk_label(struct pt_chunk *chunk, const struct pt_parse *parse, const char *text, size_t length)
{
    uint32_t *label = &chunk->label[chunk->n_rows];

    chunk->has_labels = true;
    if (parse->fitting) {
        *label = number_label(&chunk->labels, text, length);
        return *label != PT_DICT_NONE;
    }
    *label = pt_labels_class(&parse->recipe->labels, text, length);
    chunk->unseen_labels += *label == PT_UNKNOWN_LABEL;
    return true;
}

/* Before they are dropped: rows that are not kept become lines without a row, among those there are. */
static bool note_dropped(struct pt_chunk *chunk, const bool *keep)
{
    void *blank = chunk->blank;
    size_t kept = 0, from = chunk->n_blank, to;

    for (size_t i = 0; i < chunk->n_rows; i++)
        kept += keep[i];
    to = from + chunk->n_rows - kept;
    if (!pt_grow(&blank, &chunk->blank_room, to + 1, sizeof *chunk->blank))
        return false;
    chunk->blank = blank;
    chunk->n_blank = to;
    for (size_t i = chunk->n_rows + 1; i-- > 0;) {   /* from behind, where there is room */
        if (i < chunk->n_rows && keep[i])
            kept--;
        else if (i < chunk->n_rows)
            chunk->blank[--to] = (struct pt_blank){.row = kept, .line = chunk->place[i]};
        for (; from > 0 && chunk->blank[from - 1].row == i; from--) {
            chunk->blank[--to] = chunk->blank[from - 1];
            chunk->blank[to].row = kept;
        }
    }
    return true;
}

void pt_chunk_keep(struct pt_chunk *chunk, const bool *keep, uint32_t width)
{
    size_t rows = 0, values = 0;

    for (size_t i = 0; i < chunk->n_rows; i++) {
        const size_t from = width > 0 ? i * width : (size_t)chunk->offset[i];
        const size_t end = width > 0 ? from + width
                                     : (size_t)(i + 1 < chunk->n_rows ? chunk->offset[i + 1] : chunk->n_values);
        if (!keep[i])
            continue;
        memmove(chunk->value + values, chunk->value + from, (end - from) * sizeof *chunk->value);
        if (width == 0)
            memmove(chunk->index + values, chunk->index + from, (end - from) * sizeof *chunk->index);
        chunk->offset[rows] = values;
        chunk->label[rows] = chunk->label[i];
        chunk->weight[rows] = chunk->weight[i];
        chunk->place[rows] = chunk->place[i];
        if (chunk->has_norms)
            chunk->norm2[rows] = chunk->norm2[i];
        values += end - from;
        rows++;
    }
    chunk->n_rows = rows;
    chunk->n_values = values;
}

/* Whether a label of `texts` is one of `wanted`. */
static bool is_wanted(const struct pt_dict *wanted, const struct pt_dict *texts, uint32_t id)
{
    size_t length, n;
    const char *text = pt_dict_text(texts, id, &length);

    for (uint32_t i = 0; i < wanted->count; i++) {
        const char *other = pt_dict_text(wanted, i, &n), *p = text, *q = other;
        double x, y;

        if ((length == n && memcmp(text, other, n) == 0) ||
            (pt_parse_double(&p, text + length, &x) && p == text + length && pt_parse_double(&q, other + n, &y) &&
             q == other + n && x == y))
            return true;
    }
    return false;
}

bool pt_chunk_keep_classes(struct pt_chunk *chunk, const struct pt_parse *parse, const struct pt_dict *wanted,
                           uint32_t width)
{
    const struct pt_labels *labels = parse->fitting ? NULL : &parse->recipe->labels;
    const struct pt_dict *texts = labels == NULL ? &chunk->labels : &labels->texts;
    const size_t n = labels == NULL ? chunk->labels.count : labels->classes.count;
    bool *is = pt_zeroed(n, sizeof *is), *keep = pt_array(chunk->n_rows, sizeof *keep);
    bool fits = is != NULL && keep != NULL;

    if (fits) {
        for (uint32_t id = 0; id < texts->count; id++)
            is[labels == NULL ? id : labels->class_of[id]] |= is_wanted(wanted, texts, id);
        for (size_t i = 0; i < chunk->n_rows; i++) {
            keep[i] = chunk->label[i] == PT_NO_LABEL || (chunk->label[i] < n && is[chunk->label[i]]);
            chunk->dropped_rows += !keep[i];
            chunk->unseen_labels -= !keep[i] && chunk->label[i] == PT_UNKNOWN_LABEL;
        }
        fits = !parse->keep_blanks || note_dropped(chunk, keep);
        pt_chunk_keep(chunk, keep, width);
    }
    pt_release(is);
    pt_release(keep);
    return fits;
}

/* ---- merging ------------------------------------------------------------------------------------- */

/* All labels of the chunk have come before, under the numbers that they have here. */
static bool labels_stay(const struct pt_chunk *chunk, const struct pt_recipe *recipe)
{
    bool stay = true;

    for (uint32_t id = 0; stay && id < chunk->labels.count; id++) {
        size_t length;
        const char *text = pt_dict_text(&chunk->labels, id, &length);

        stay = pt_dict_find(&recipe->labels.texts, text, length) == id;
    }
    return stay;
}

static bool merge_labels(struct pt_chunk *chunk, struct pt_recipe *recipe, uint32_t *number)
{
    if (labels_stay(chunk, recipe))
        return true;
    for (uint32_t id = 0; id < chunk->labels.count; id++)
        number[id] = PT_DICT_NONE;
    for (size_t i = 0; i < chunk->n_rows; i++) {
        const uint32_t id = chunk->label[i];
        if (id >= chunk->labels.count)
            continue;
        if (number[id] == PT_DICT_NONE) {
            size_t length;
            const char *text = pt_dict_text(&chunk->labels, id, &length);
            number[id] = pt_dict_add(&recipe->labels.texts, text, length);
            if (number[id] == PT_DICT_NONE)
                return false;
        }
        chunk->label[i] = number[id];
    }
    return true;
}

static bool merge_words(struct pt_chunk *chunk, struct pt_recipe *recipe, uint32_t *number)
{
    if (!pt_dict_add_all(&recipe->words, &chunk->words, number))
        return false;
    for (size_t i = 0; i < chunk->n_values; i++)
        if (chunk->index[i] >= recipe->n_numbers)
            chunk->index[i] = recipe->n_numbers + number[chunk->index[i] - recipe->n_numbers];
    return true;
}

/* From the first one out of order on. */
static void insert_row(uint32_t *index, double *value, size_t n, size_t from)
{
    for (size_t i = from; i < n; i++) {
        const uint32_t id = index[i];
        const double v = value[i];
        size_t j = i;

        for (; j > 0 && index[j - 1] > id; j--) {
            index[j] = index[j - 1];
            value[j] = value[j - 1];
        }
        index[j] = id;
        value[j] = v;
    }
}

/* A stable pass over the byte at `shift` of keys [n]. */
static void pass_keys(const uint64_t *from, uint64_t *to, size_t n, unsigned shift)
{
    uint32_t start[256] = {0}, sum = 0;

    for (size_t i = 0; i < n; i++)
        start[from[i] >> shift & 255]++;
    for (size_t digit = 0; digit < 256; digit++) {
        const uint32_t count = start[digit];

        start[digit] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[start[from[i] >> shift & 255]++] = from[i];
}

/* Insertion for short rows; for long ones a pass for each byte of the largest id over keys of id and place, in `pairs`,
 * with the values behind them. */
static void sort_row(struct pt_chunk *chunk, uint32_t *index, double *value, size_t n)
{
    uint64_t *keys = (uint64_t *)(void *)chunk->pairs, *spare = keys + n;
    double *values = (double *)(void *)(spare + n);
    uint32_t most = 0;
    size_t from = 0;

    while (from + 1 < n && index[from] < index[from + 1])
        from++;
    if (from + 1 >= n)
        return;
    if (n <= SHORT_ROW || n > UINT32_MAX) {
        insert_row(index, value, n, from + 1);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        keys[i] = (uint64_t)index[i] << 32 | i;
        most |= index[i];
    }
    memcpy(values, value, n * sizeof *value);
    for (unsigned shift = 32; shift < 64 && most >> (shift - 32) != 0; shift += 8) {
        uint64_t *sorted = spare;

        pass_keys(keys, spare, n, shift);
        spare = keys;
        keys = sorted;
    }
    for (size_t i = 0; i < n; i++) {
        index[i] = (uint32_t)(keys[i] >> 32);
        value[i] = values[(uint32_t)keys[i]];
    }
}

static bool sort_rows(struct pt_chunk *chunk)
{
    for (size_t i = 0; i < chunk->n_rows; i++) {
        const size_t from = (size_t)chunk->offset[i];
        const size_t end = i + 1 < chunk->n_rows ? (size_t)chunk->offset[i + 1] : chunk->n_values;
        const size_t n = end - from;

        if (2 * n > chunk->pair_room) {
            if (!widen(&chunk->pairs, chunk->pair_room, 4 * n, sizeof *chunk->pairs))
                return false;
            chunk->pair_room = 4 * n;
        }
        sort_row(chunk, chunk->index + from, chunk->value + from, n);
    }
    return true;
}

ptron_status pt_chunk_merge(struct pt_chunk *chunk, struct pt_recipe *recipe, ptron_error *err)
{
    const size_t n = pt_max(chunk->labels.count, chunk->words.count);
    uint32_t *number = pt_array(n, sizeof *number);
    const bool fits = number != NULL && merge_labels(chunk, recipe, number) &&
                      (chunk->words.count == 0 || (merge_words(chunk, recipe, number) && sort_rows(chunk)));

    pt_release(number);
    if (!fits)
        return pt_fail_memory(err, n * sizeof *number, "labels and words");
    recipe->n_features = (uint32_t)pt_max(recipe->n_features,
                                          pt_max(chunk->top_feature, recipe->n_numbers + recipe->words.count));
    return PTRON_OK;
}

/* ---- finishing ----------------------------------------------------------------------------------- */

void pt_chunk_finish(struct pt_chunk *chunk, const struct pt_recipe *recipe, bool dense, uint32_t width)
{
    if (recipe->missing != PT_MISSING_MEAN && recipe->scaling == PT_SCALE_NONE)
        return;
    chunk->has_norms = chunk->has_ones = false;
    for (size_t i = 0; i < chunk->n_rows; i++) {
        const size_t from = dense ? i * width : (size_t)chunk->offset[i];
        const size_t end = i + 1 < chunk->n_rows ? (size_t)chunk->offset[i + 1] : chunk->n_values;
        const size_t n = dense ? width : end - from;
        const uint32_t *index;
        double *value;

        if (n == 0)
            continue;   /* there may be no arrays at all */
        index = dense ? NULL : chunk->index + from;
        value = chunk->value + from;
        if (recipe->missing == PT_MISSING_MEAN)
            pt_fill_row(recipe, index, value, n);
        if (recipe->scaling != PT_SCALE_NONE)
            pt_recipe_scale_row(recipe, index, value, n, pt_values_norm2(value, PT_F64, 0, n, dense));
    }
}

ptron_status pt_chunk_seal(struct pt_chunk *chunk, bool dense, uint32_t width, bool decimals, ptron_error *err)
{
    if (chunk->n_rows == 0)
        return PTRON_OK;
    chunk->kind = chunk->has_ones ? PT_ONES
                                  : pt_values_kind(chunk->value, chunk->n_values, dense ? PT_U8 : PT_ONES, decimals);
    if (chunk->index == NULL && !pt_chunk_need_values(chunk, 1))   /* an index that is NULL would mean dense rows */
        return pt_fail_memory(err, sizeof(float), "values");
    if (chunk->kind != PT_ONES && chunk->kind != PT_F64) {
        if (chunk->narrow == NULL && (chunk->narrow = pt_array(chunk->value_room, sizeof(float))) == NULL)
            return pt_fail_memory(err, chunk->value_room * sizeof(float), "values");
        pt_values_store(chunk->narrow, chunk->kind, 0, chunk->n_values, chunk->value);
    }
    chunk->offset[chunk->n_rows] = chunk->n_values;
    for (size_t i = 0; i < chunk->n_rows && !chunk->has_norms; i++) {
        const size_t from = dense ? i * width : (size_t)chunk->offset[i];
        const size_t n = dense ? width : (size_t)chunk->offset[i + 1] - from;
        chunk->norm2[i] = pt_values_norm2(chunk->value, PT_F64, from, n, dense);
    }
    return PTRON_OK;
}

struct pt_block pt_chunk_block(const struct pt_chunk *chunk, bool dense, uint32_t width)
{
    return (struct pt_block){
        .n_rows = chunk->n_rows,
        .kind = chunk->kind,
        .dense = dense,
        .width = dense ? width : 0,
        .offset = dense ? NULL : chunk->offset,
        .index = dense ? NULL : chunk->index,
        .value = chunk->kind == PT_ONES ? NULL : chunk->kind == PT_F64 ? (void *)chunk->value : chunk->narrow,
        .label = chunk->has_labels ? chunk->label : NULL,
        .weight = chunk->has_weights ? chunk->weight : NULL,
        .norm2 = chunk->norm2,
        .place = chunk->place,
    };
}

uint64_t pt_chunk_bytes(const struct pt_chunk *chunk, bool dense)
{
    const uint64_t row = sizeof *chunk->offset + sizeof *chunk->label + sizeof *chunk->weight + sizeof *chunk->norm2 +
                         sizeof *chunk->place;
    const uint64_t value = (dense ? 0 : sizeof *chunk->index) + sizeof *chunk->value +
                           (chunk->narrow == NULL ? 0 : pt_kind_bytes(chunk->kind));

    return chunk->n_rows * row + chunk->n_values * value + pt_dict_bytes(&chunk->labels) +
           pt_dict_bytes(&chunk->words) + chunk->pair_room * sizeof *chunk->pairs +
           chunk->number_room * sizeof *chunk->numbers + chunk->word_room * sizeof *chunk->word_at +
           chunk->entry_room * sizeof *chunk->entry_at + chunk->scratch.room + chunk->text.room;
}
