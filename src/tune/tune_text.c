/* Rows as the lines they stand in: read once, and any of them read again as a file of their own. */
#include "base/alloc.h"
#include "base/sha256.h"
#include "read/load.h"
#include "read/row_text.h"
#include "tune/tune.h"

#include <string.h>

/* ---- reading ------------------------------------------------------------------------------------- */

/* Any cell will do: nothing is learned from it. */
static ptron_status lenient(const ptron_options *options, ptron_options **out, ptron_error *err)
{
    static const char *const idle[] = {"scale", "features", "values", "layout"};

    PT_TRY(pt_options_copy(options, out, err));
    (*out)->watch = options->watch;
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        ptron_options_unset(*out, idle[i]);
    return PTRON_OK;
}

/* Tables only; other formats know nothing of cells. any: words in cells, too, for which the whole file is looked at. */
static ptron_status open_lines(const struct pt_source *sources, size_t n, ptron_options *options, bool any,
                               pt_pool *pool, pt_reader **reader, ptron_error *err)
{
    static const char *const cells[][2] = {{"missing", "zero"}, {"one-hot", "auto"}};
    bool added[2] = {false, false};
    ptron_status status;

    for (size_t i = 0; i < (any ? 2 : 1); i++)
        if (!ptron_options_given(options, cells[i][0])) {
            PT_TRY(ptron_options_set(options, cells[i][0], cells[i][1], err));
            added[i] = true;
        }
    status = pt_reader_open(sources, n, options, NULL, false, pool, reader, err);
    if (status != PTRON_ARGUMENT)
        return status;
    for (size_t i = 0; i < 2; i++)
        if (added[i])
            ptron_options_unset(options, cells[i][0]);
    return pt_reader_open(sources, n, options, NULL, false, pool, reader, err);
}

static bool make_room(struct pt_tune_rows *rows, uint64_t wanted, bool groups)
{
    const uint64_t room = 2 * rows->room + wanted;

    if (wanted <= rows->room)
        return true;
    if (!pt_resize_at(&rows->label, (size_t)room, sizeof *rows->label) ||
        !pt_resize_at(&rows->text.file, (size_t)room, sizeof *rows->text.file) ||
        !pt_resize_at(&rows->text.start, (size_t)room + 1, sizeof *rows->text.start) ||
        (groups && !pt_resize_at(&rows->group, (size_t)room, sizeof *rows->group)))
        return false;
    rows->room = room;
    return true;
}

static ptron_status keep_line(struct pt_tune_rows *rows, const char *line, size_t length, uint32_t file,
                              ptron_error *err)
{
    struct pt_tune_text *text = &rows->text;
    void *bytes = text->bytes;

    if (!pt_grow(&bytes, &text->room, text->length + length + 1, 1))
        return pt_fail_memory(err, text->length + length + 1, "the lines of the rows");
    text->bytes = bytes;
    text->start[rows->n] = text->length;
    text->file[rows->n] = file;
    memcpy(text->bytes + text->length, line, length);
    text->bytes[text->length + length] = '\n';
    text->length += length + 1;
    text->start[++rows->n] = text->length;
    return PTRON_OK;
}

static ptron_status keep_header(struct pt_tune_file *file, const struct pt_given_text *given, ptron_error *err)
{
    if (file->header != NULL || given->header_length == 0)
        return PTRON_OK;
    file->header = pt_copy_text(given->header, given->header_length);
    file->header_length = given->header_length;
    return file->header == NULL ? pt_fail_memory(err, given->header_length, "a header") : PTRON_OK;
}

static ptron_status keep_block(struct pt_tune_rows *rows, const struct pt_block *block, const pt_reader *reader,
                               struct pt_row_text *kept, struct pt_dict *groups, ptron_error *err)
{
    struct pt_given_text given;

    if (!pt_reader_given(reader, &given))
        return pt_fail(err, PTRON_INTERNAL, "rows of text without a text");
    PT_TRY(keep_header(&rows->text.files[given.file], &given, err));
    if (!make_room(rows, rows->n + block->n_rows, groups != NULL))
        return pt_fail_memory(err, block->n_rows * 24, "the lines of the rows");
    for (size_t i = 0; i < block->n_rows; i++) {
        const uint64_t line = pt_place_line(block->place[i]);
        const char *text;
        size_t length;

        rows->label[rows->n] = block->label[i];
        if (groups != NULL) {
            PT_TRY(pt_kept_cell(kept, &given, line, 0, &text, &length, err));
            rows->group[rows->n] = pt_dict_add(groups, text, length);
            if (rows->group[rows->n] == PT_DICT_NONE)
                return pt_fail_memory(err, length, "the groups");
        }
        PT_TRY(pt_kept_line(kept, &given, line, &text, &length, err));
        PT_TRY(keep_line(rows, text, length, given.file, err));
    }
    return PTRON_OK;
}

static ptron_status keep_all(struct pt_tune_rows *rows, pt_reader *reader, const char *group, ptron_error *err)
{
    struct pt_row_text kept = {0};
    struct pt_dict groups;
    struct pt_block block;
    ptron_status status = PTRON_OK;

    pt_dict_init(&groups);
    if (group[0] != '\0')
        status = pt_kept_names(&kept, &group, 1, err);
    do {
        if (status == PTRON_OK)
            status = pt_reader_next(reader, &block, err);
        if (status == PTRON_OK && block.n_rows > 0)
            status = keep_block(rows, &block, reader, &kept, group[0] == '\0' ? NULL : &groups, err);
    } while (status == PTRON_OK && block.n_rows > 0);
    rows->n_groups = groups.count;
    pt_dict_fini(&groups);
    pt_kept_fini(&kept);
    return status;
}

static ptron_status name_files(struct pt_tune_text *text, const struct pt_source *sources, size_t n, ptron_error *err)
{
    text->files = pt_zeroed(n, sizeof *text->files);
    for (size_t i = 0; text->files != NULL && i < n; i++)
        if ((text->files[i].name = pt_copy_text(sources[i].path, strlen(sources[i].path))) == NULL)
            return pt_fail_memory(err, strlen(sources[i].path), "a file name");
    text->n_files = n;
    return text->files == NULL ? pt_fail_memory(err, n * sizeof *text->files, "the list of files") : PTRON_OK;
}

void pt_tune_rows_digest(const struct pt_tune_rows *rows, char text[PT_TUNE_DIGEST])
{
    const uint64_t sum = rows->set == NULL ? 0 : pt_dataset_fingerprint(rows->set);
    struct pt_sha256 hash;

    pt_sha256_init(&hash);
    if (rows->set != NULL)
        pt_sha256_add(&hash, &sum, sizeof sum);
    for (size_t i = 0; i < rows->text.n_files; i++)
        pt_sha256_add(&hash, rows->text.files[i].header, rows->text.files[i].header_length);
    if (rows->set == NULL)
        pt_sha256_add(&hash, rows->text.bytes, rows->text.length);
    pt_sha256_text(&hash, text);
}

static ptron_status read_lines(struct pt_tune_rows *rows, const struct pt_source *sources, size_t n,
                               ptron_options *options, bool any, bool *is_text, ptron_error *err)
{
    pt_reader *reader = NULL;
    pt_pool *pool = NULL;
    ptron_status status = pt_pool_new((size_t)pt_option_count(options, "threads"), &pool, err);

    if (status == PTRON_OK)
        status = open_lines(sources, n, options, any, pool, &reader, err);
    *is_text = status == PTRON_OK && pt_formats[pt_reader_recipe(reader)->format].origin == PT_FROM_TEXT;
    if (*is_text) {
        rows->n = rows->text.length = 0;
        status = keep_all(rows, reader, pt_option_text(options, "group"), err);
        rows->n_labels = pt_reader_recipe(reader)->labels.texts.count;
    }
    pt_reader_close(reader);
    pt_pool_free(pool);
    return status;
}

/* Where every cell is a number there is no need to look at the whole file for words first; a row that is skipped for
 * one would be missing. */
ptron_status pt_tune_text_read(struct pt_tune_rows *rows, const struct pt_source *sources, size_t n,
                               const ptron_options *options, bool *is_text, ptron_error *err)
{
    ptron_options *loose = NULL;
    ptron_error first = {0};
    ptron_status status = name_files(&rows->text, sources, n, err);
    bool numbers;

    rows->text.skipped = pt_option_count(options, "skip-lines");
    if (status == PTRON_OK)
        status = lenient(options, &loose, err);
    if (status != PTRON_OK)
        return status;
    numbers = !ptron_options_given(options, "one-hot") && pt_option_is(options, "on-bad", "error");
    if (numbers)
        status = read_lines(rows, sources, n, loose, false, is_text, &first);
    if (!numbers || status == PTRON_DATA || status == PTRON_ARGUMENT)
        status = read_lines(rows, sources, n, loose, true, is_text, err);
    else if (status != PTRON_OK && err != NULL)
        *err = first;
    ptron_options_free(loose);
    return status;
}

/* ---- parts --------------------------------------------------------------------------------------- */

/* The lines of these rows, file by file: buffers [n_files]. */
static ptron_status write_lines(const struct pt_tune_text *text, const uint32_t *which, uint64_t n,
                                struct pt_buffer *buffers, ptron_error *err)
{
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t row = which[i], from = text->start[row];
        struct pt_buffer *to = &buffers[text->file[row]];
        const struct pt_tune_file *file = &text->files[text->file[row]];

        for (uint64_t k = 0; to->length < text->skipped && k < text->skipped; k++)
            pt_buffer_byte(to, '\n');
        if (to->length == text->skipped && file->header_length > 0) {
            pt_buffer_add(to, file->header, file->header_length);
            if (file->header[file->header_length - 1] != '\n')
                pt_buffer_byte(to, '\n');
        }
        pt_buffer_add(to, text->bytes + from, (size_t)(text->start[row + 1] - from));
    }
    for (size_t f = 0; f < text->n_files; f++)
        PT_TRY(pt_buffer_status(&buffers[f], err));
    return PTRON_OK;
}

ptron_status pt_tune_part_text(const struct pt_tune_rows *rows, const uint32_t *which, uint64_t n,
                               const ptron_options *options, const struct pt_recipe *recipe, ptron_dataset **out,
                               ptron_error *err)
{
    const size_t n_files = rows->text.n_files;
    struct pt_buffer *buffers = pt_zeroed(n_files, sizeof *buffers);
    struct pt_source *sources = pt_zeroed(n_files, sizeof *sources);
    size_t n_sources = 0;
    ptron_status status = buffers == NULL || sources == NULL ? pt_fail_memory(err, 0, "a fold")
                                                             : write_lines(&rows->text, which, n, buffers, err);

    for (size_t f = 0; status == PTRON_OK && f < n_files; f++)
        if (buffers[f].length > 0)
            sources[n_sources++] = (struct pt_source){rows->text.files[f].name, buffers[f].bytes, buffers[f].length,
                                                      NULL};
    if (status == PTRON_OK)
        status = n_sources == 0 ? pt_fail(err, PTRON_DATA, "a fold has no rows")
                                : pt_dataset_load(sources, n_sources, options, recipe, out, err);
    for (size_t f = 0; buffers != NULL && f < n_files; f++)
        pt_buffer_fini(&buffers[f]);
    pt_release(buffers);
    pt_release(sources);
    return status;
}

/* ---- what the whole says of itself ----------------------------------------------------------------- */

static ptron_status pin(ptron_options *options, const char *name, const char *value, ptron_error *err)
{
    return ptron_options_given(options, name) ? PTRON_OK : ptron_options_set(options, name, value, err);
}

static bool is_category(const struct pt_column *c) { return c->role == PT_ROLE_CATEGORY; }
static bool is_date(const struct pt_column *c) { return c->role == PT_ROLE_NUMBER && c->cells >= PT_CELLS_DATE; }
static bool has_missing(const struct pt_column *c) { return c->role == PT_ROLE_NUMBER && c->missing > 0; }

/* "auto" becomes the columns that it came to, each in quotes. */
static ptron_status pin_columns(const struct pt_recipe *recipe, ptron_options *options, const char *name,
                                bool (*is)(const struct pt_column *column), ptron_error *err)
{
    struct pt_buffer list;
    ptron_status status = PTRON_OK;

    if (!pt_option_is(options, name, "auto"))
        return PTRON_OK;
    pt_buffer_init(&list);
    for (size_t i = 0; i < recipe->n_columns; i++)
        if (is(&recipe->columns[i]) && strchr(recipe->columns[i].name, '"') == NULL)
            pt_buffer_format(&list, "%s\"%s\"", list.length > 0 ? "," : "", recipe->columns[i].name);
    pt_buffer_byte(&list, '\0');
    status = pt_buffer_status(&list, err);
    if (status == PTRON_OK && list.length > 1)
        status = ptron_options_set(options, name, list.bytes, err);
    else if (status == PTRON_OK)
        ptron_options_unset(options, name);
    pt_buffer_fini(&list);
    return status;
}

static ptron_status pin_table(const struct pt_recipe *recipe, ptron_options *options, ptron_error *err)
{
    const char delimiter[2] = {recipe->delimiter, '\0'};

    if (recipe->format == PT_FORMAT_CSV) {
        PT_TRY(pin(options, "header", recipe->header ? "yes" : "no", err));
        PT_TRY(pin(options, "delimiter", recipe->delimiter == '\t' ? "tab" : recipe->delimiter == ' ' ? "space"
                                         : delimiter, err));
    }
    for (size_t i = 0; i < recipe->n_columns; i++)
        if (recipe->columns[i].role == PT_ROLE_LABEL)
            PT_TRY(pin(options, "label", recipe->columns[i].name, err));
    PT_TRY(pin_columns(recipe, options, "one-hot", is_category, err));
    PT_TRY(pin_columns(recipe, options, "dates", is_date, err));
    return pin_columns(recipe, options, "missing-indicator", has_missing, err);
}

ptron_status pt_tune_pin(const ptron_dataset *whole, ptron_options *options, ptron_error *err)
{
    const struct pt_recipe *recipe = whole->shared;

    PT_TRY(pin(options, "format", pt_formats[recipe->format].name, err));
    if (recipe->format == PT_FORMAT_SVM && recipe->index_base >= 0)
        PT_TRY(pin(options, "index-base", recipe->index_base == 0 ? "0" : "1", err));
    return pt_recipe_shape(recipe) == PT_SHAPE_COLUMNS ? pin_table(recipe, options, err) : PTRON_OK;
}
