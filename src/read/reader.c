/* A ring of segments: those behind are being parsed by the pool while the one in front is used. Cutting the source
 * into segments, merging dictionaries and delivering happen in the caller's thread and in the order of the source;
 * everything that needs only the segment itself, reading it from a plain file too, happens in the pool. An error is
 * returned in the order of the source, too. */
#include "read/reader.h"
#include "base/alloc.h"
#include "base/memory.h"
#include "base/param.h"
#include "base/size.h"
#include "parse/csv/csv.h"
#include "recipe/prune.h"
#include "read/row_text.h"
#include "read/sources.h"
#include "read/stop_words.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* Spare: segments that are done, so that nobody waits for who is slower. With more of them there is more memory to be
 * had first, and it is colder when its turn comes again. */
enum { SPARE_SLOTS = 2, MOST_SLOTS = 32 };

struct slot {
    pt_reader      *reader;
    struct pt_segment segment;
    struct pt_parse parse;
    struct pt_chunk chunk;
    bool            sealed;
    uint64_t        most;              /* bytes that a segment took here */
    pt_job          job;
};

struct pt_reader {
    struct pt_sources sources;
    struct pt_recipe  own;             /* while fitting */
    const struct pt_recipe *recipe;    /* &own, or the caller's */
    bool      fitting, live, skip_bad, digits, labels_optional;
    bool      growing;                 /* fitting, and used as it grows */
    bool      raw;                     /* growing, and standardised by who uses it, row after row */
    bool      keep_blanks;             /* lines without a row are told of */
    bool      decimals;                /* values are kept as decimals where that is narrower */
    bool      taken;                   /* `own` was handed over */
    bool      dense;
    uint32_t  width, most_features;    /* width: values per dense row */
    struct pt_dict classes;            /* keep only these labels; empty: all */
    struct pt_dict expected;           /* growing: labels that have a class before they come */
    pt_pool  *pool;
    struct slot *slots;                /* [n_slots], from `first` on `n_busy` are under way, in order */
    size_t    n_slots, first, n_busy;
    bool      delivered;               /* slot `first` is in the caller's hands */
    bool      ended;
    ptron_status status;               /* of reading; shown when the slots are empty */
    ptron_error  error;
    uint32_t  file;                    /* of the last segment used, and its lines so far */
    uint64_t  lines;
    uint32_t  least_index;             /* SVM: smallest index as written */
    struct pt_tally tally;
};

/* ---- what the pool does to a segment ----------------------------------------------------------------- */

static void seal(struct slot *slot)
{
    struct pt_chunk *chunk = &slot->chunk;

    if (pt_chunk_seal(chunk, slot->reader->dense, slot->reader->width, slot->reader->decimals,
                      &chunk->error) != PTRON_OK)
        chunk->failed = true;
    slot->sealed = true;
}

static void parse_segment(void *context, size_t i)
{
    struct slot *slot = &((struct slot *)context)[i];
    const pt_reader *reader = slot->reader;
    const struct pt_parser *parser = reader->sources.parser;
    struct pt_chunk *chunk = &slot->chunk;

    pt_chunk_reset(chunk);
    slot->sealed = false;
    if (pt_segment_fill(&reader->sources, &slot->segment, &chunk->error) != PTRON_OK) {
        chunk->failed = true;
        return;
    }
    if (parser != NULL)
        parser->parse(&slot->parse, slot->segment.bytes, slot->segment.length, chunk);
    else
        pt_matrix_parse(&reader->sources.files[slot->segment.file].matrix, &slot->parse, &slot->segment.rows, chunk);
    if (chunk->failed)
        return;
    if (reader->classes.count > 0 && !pt_chunk_keep_classes(chunk, &slot->parse, &reader->classes, reader->width)) {
        pt_chunk_no_memory(chunk);
        return;
    }
    if ((!reader->fitting || reader->growing) && !reader->raw)
        pt_chunk_finish(chunk, reader->recipe, reader->dense, reader->width);
    if (chunk->words.count == 0)
        seal(slot);
}

/* ---- opening and closing ------------------------------------------------------------------------- */

ptron_status pt_reader_expect(pt_reader *reader, const char *label, size_t length, ptron_error *err)
{
    return pt_dict_add(&reader->expected, label, length) == PT_DICT_NONE ? pt_fail_memory(err, length, "classes")
                                                                         : PTRON_OK;
}

static ptron_status make_slots(pt_reader *reader, ptron_error *err)
{
    const size_t threads = pt_pool_threads(reader->pool);

    reader->n_slots = threads == 1 ? 1 : pt_min(threads + SPARE_SLOTS, MOST_SLOTS);
    reader->slots = pt_zeroed(reader->n_slots, sizeof *reader->slots);
    if (reader->slots == NULL)
        return pt_fail_memory(err, reader->n_slots * sizeof *reader->slots, "the reader");
    for (size_t i = 0; i < reader->n_slots; i++) {
        reader->slots[i].reader = reader;
        pt_chunk_init(&reader->slots[i].chunk);
    }
    return PTRON_OK;
}

/* What does not depend on the rows. */
static ptron_status begin_recipe(struct pt_recipe *recipe, const ptron_options *options, ptron_error *err)
{
    const char *stop = pt_option_text(options, "stop-words");

    recipe->missing = (enum pt_missing)pt_option_choice(options, "missing");   /* error|zero|mean|skip */
    return *stop == '\0' ? PTRON_OK : pt_stop_words_read(&recipe->wording, stop, err);
}

static ptron_status fill_reader(pt_reader *reader, const struct pt_source *sources, size_t n, ptron_error *err)
{
    const ptron_options *options = reader->sources.options;
    const char *item;
    size_t length;

    for (size_t i = 0; pt_option_item(options, "classes", i, &item, &length); i++) {
        PT_TRY(pt_reader_expect(reader, item, length, err));
        if (pt_dict_add(&reader->classes, item, length) == PT_DICT_NONE)
            return pt_fail_memory(err, length, "classes");
    }
    if (reader->sources.fit != NULL)
        PT_TRY(begin_recipe(&reader->own, options, err));
    PT_TRY(pt_sources_init(&reader->sources, sources, n, err));
    PT_TRY(make_slots(reader, err));
    reader->dense = reader->recipe->dense;
    reader->width = reader->dense ? reader->recipe->n_features : 0;
    return PTRON_OK;
}

/* The line that reading broke off in. */
static uint64_t line_of_error(const pt_reader *reader)
{
    const struct pt_sources *sources = &reader->sources;
    const size_t file = sources->n_opened - 1;

    return (reader->file == file ? reader->lines : sources->files[file].header_lines) + sources->error_after + 1;
}

/* Rows of a stream cannot be looked at before they are learned from: auto scales nothing. */
static enum pt_scaling scaling_of_stream(const ptron_options *options)
{
    const enum pt_scaling asked = (enum pt_scaling)pt_option_choice(options, "scale");

    return asked == PT_SCALE_AUTO ? PT_SCALE_NONE : asked;
}

/* plan: what the caller says, zero elsewhere. Without a recipe the reader fits its own, which begins as a copy of
 * `from` if there is one. */
static ptron_status open_reader(const pt_reader *plan, const struct pt_source *sources, size_t n,
                                const struct pt_recipe *from, pt_reader **out, ptron_error *err)
{
    const ptron_options *options = plan->sources.options;
    pt_reader *reader = *out = pt_alloc(sizeof *reader);
    ptron_status status = PTRON_OK;

    if (reader == NULL)
        return pt_fail_memory(err, sizeof *reader, "the reader");
    *reader = *plan;
    pt_recipe_init(&reader->own);
    pt_dict_init(&reader->classes);
    pt_dict_init(&reader->expected);
    reader->fitting = plan->recipe == NULL;
    reader->recipe = reader->sources.recipe = reader->fitting ? &reader->own : plan->recipe;
    reader->sources.fit = reader->fitting && from == NULL ? &reader->own : NULL;
    reader->sources.live = reader->live;
    reader->sources.pool = reader->pool;
    reader->labels_optional = !reader->fitting && !(options != NULL && options->resumes);
    reader->skip_bad = pt_option_is(options, "on-bad", "skip");
    reader->digits = pt_option_find(options, "digits") != NULL && pt_option_flag(options, "digits");
    reader->tally.digits = reader->digits;
    reader->file = reader->least_index = UINT32_MAX;
    if (reader->fitting)   /* a weight and its average take 16 bytes */
        reader->most_features = (uint32_t)pt_min(pt_memory_installed() / 16, UINT32_MAX - 1);
    if (from != NULL)
        status = pt_recipe_copy(&reader->own, from, err);
    else if (reader->growing) {
        reader->own.scaling = scaling_of_stream(options);
        status = pt_wording_fit_norm(&reader->own.wording, options, err);
    }
    reader->raw = reader->growing && reader->own.scaling == PT_SCALE_STANDARD;
    if (reader->raw)   /* they are of the rows so far, and who uses it knows them */
        pt_recipe_drop_scale(&reader->own);
    if (status == PTRON_OK)
        status = fill_reader(reader, sources, n, err);
    if (status == PTRON_DATA && err != NULL && reader->sources.error_has_line)
        err->line = line_of_error(reader);
    if (status != PTRON_OK) {
        pt_reader_close(reader);
        *out = NULL;
    }
    return status;
}

ptron_status pt_reader_open_segments(const struct pt_source *sources, size_t n, const ptron_options *options,
                                     const struct pt_recipe *recipe, bool live, size_t segment_bytes, pt_pool *pool,
                                     pt_reader **out, ptron_error *err)
{
    /* What the first lines say is settled by more of them in live use. Else a long one would be waited for. */
    const size_t first = live ? PT_FIRST_SEGMENT_BYTES : PT_SEGMENT_BYTES;
    const pt_reader plan = {
        .recipe = recipe, .live = live, .pool = pool,
        .sources = {.options = options, .segment_bytes = segment_bytes == 0 ? first : segment_bytes,
                    .later_bytes = segment_bytes == 0 ? PT_SEGMENT_BYTES : segment_bytes},
    };

    return open_reader(&plan, sources, n, NULL, out, err);
}

ptron_status pt_reader_open(const struct pt_source *sources, size_t n, const ptron_options *options,
                            const struct pt_recipe *recipe, bool live, pt_pool *pool, pt_reader **out,
                            ptron_error *err)
{
    return pt_reader_open_segments(sources, n, options, recipe, live, 0, pool, out, err);
}

ptron_status pt_reader_check_growing(const ptron_options *options, const struct pt_recipe *from, ptron_error *err)
{
    const enum pt_scaling scaling = from == NULL ? scaling_of_stream(options) : from->scaling;
    const size_t missing = from == NULL ? pt_option_choice(options, "missing") : from->missing;

    if (scaling == PT_SCALE_STANDARD && from != NULL && from->running.rows == 0)
        return pt_fail(err, PTRON_ARGUMENT, "the model's scaling was fitted to all of its rows at once; a "
                                            "stream goes on "
                       "with one that was fitted as rows came");
    if (scaling != PT_SCALE_NONE && scaling != PT_SCALE_UNIT && scaling != PT_SCALE_STANDARD)
        return pt_fail(err, PTRON_ARGUMENT, "scaling '%s' looks at all rows before the first is learned from; a stream "
                       "has 'standard', fitted as rows come, 'unit' and 'none'",
                       pt_scaling_name(scaling));
    if (missing == PT_MISSING_MEAN)
        return pt_fail(err, PTRON_ARGUMENT, "missing cells cannot be filled with means in a stream: they are known "
                       "only when all rows have come");
    if (from == NULL && pt_prune_asked(options) != NULL)
        return pt_fail(err, PTRON_ARGUMENT, "--%s counts all rows before the first is learned from; a stream cannot",
                       pt_prune_asked(options));
    if ((from != NULL && from->feature_map.kind != PT_MAP_NONE) || pt_option_text(options, "features")[0] != '\0')
        return pt_fail(err, PTRON_ARGUMENT, "features are made of others when all rows are known; a stream cannot");
    return PTRON_OK;
}

ptron_status pt_reader_open_growing(const struct pt_source *sources, size_t n, const ptron_options *options,
                                    const struct pt_recipe *from, pt_pool *pool, pt_reader **out, ptron_error *err)
{
    /* Where a stream goes on it is cut as if it had not stopped: a class that comes late counts from its segment on. */
    const pt_reader plan = {
        .live = true, .growing = true, .pool = pool,
        .sources = {.options = options, .segment_bytes = from == NULL ? PT_FIRST_SEGMENT_BYTES : PT_SEGMENT_BYTES,
                    .later_bytes = PT_SEGMENT_BYTES},
    };

    *out = NULL;
    PT_TRY(pt_reader_check_growing(options, from, err));
    return open_reader(&plan, sources, n, from, out, err);
}

static struct slot *slot_at(pt_reader *reader, size_t i)
{
    return &reader->slots[(reader->first + i) % reader->n_slots];
}

/* None is under way: their memory is free for others. */
static void empty_slots(pt_reader *reader)
{
    for (size_t i = 0; reader->slots != NULL && i < reader->n_slots; i++) {
        pt_segment_fini(&reader->slots[i].segment);
        pt_chunk_fini(&reader->slots[i].chunk);
    }
}

void pt_reader_close(pt_reader *reader)
{
    if (reader == NULL)
        return;
    for (size_t i = 0; i < reader->n_busy; i++)
        pt_pool_wait(reader->pool, &slot_at(reader, i)->job);
    empty_slots(reader);
    pt_release(reader->slots);
    pt_sources_fini(&reader->sources);
    pt_dict_fini(&reader->classes);
    pt_dict_fini(&reader->expected);
    if (!reader->taken)
        pt_recipe_fini(&reader->own);
    pt_release(reader);
}

/* ---- starting segments ------------------------------------------------------------------------------- */

/* While the index base is open in live use, what is read next depends on the segment before it. */
static bool base_is_open(const pt_reader *reader)
{
    return reader->live && pt_recipe_shape(reader->recipe) == PT_SHAPE_PAIRS && reader->recipe->index_base < 0;
}

static void start_segment(pt_reader *reader)
{
    struct slot *slot = slot_at(reader, reader->n_busy);
    const struct pt_source_file *file;
    bool more = false;

    reader->status = pt_sources_next(&reader->sources, &slot->segment, &more, &reader->error);
    if (reader->status != PTRON_OK || !more) {
        reader->ended = true;
        return;
    }
    file = &reader->sources.files[slot->segment.file];
    slot->parse = (struct pt_parse){
        .recipe = reader->recipe, .fitting = reader->fitting, .labels_optional = reader->labels_optional,
        .skip_bad = reader->skip_bad, .keep_blanks = reader->keep_blanks, .digits = reader->digits,
        .columns = file->columns, .n_columns = file->n_columns,
        .most_features = reader->most_features,
    };
    slot->job = (pt_job){.task = parse_segment, .context = reader->slots, .i = (size_t)(slot - reader->slots)};
    /* One segment is all there is: not worth waking, or making, a thread. */
    pt_pool_start(reader->n_busy == 0 && pt_sources_ended(&reader->sources) ? NULL : reader->pool, &slot->job);
    reader->n_busy++;
}

/* ---- using segments ---------------------------------------------------------------------------------- */

static void add_tally(struct pt_tally *tally, const struct pt_chunk *chunk)
{
    if (tally->unseen_keys == 0)
        tally->first_key = chunk->first_key;
    tally->unseen_keys += chunk->unseen_keys;
    tally->rows += chunk->n_rows;
    tally->bad_rows += chunk->bad_rows;
    tally->missing_rows += chunk->missing_rows;
    tally->dropped_rows += chunk->dropped_rows;
    tally->missing_cells += chunk->missing_cells;
    tally->rounded_cells += chunk->rounded_cells;
    tally->unlabelled_rows += chunk->unlabelled_rows;
    tally->unseen_labels += chunk->unseen_labels;
    tally->unseen_words += chunk->unseen_words;
    tally->unseen_categories += chunk->unseen_categories;
    tally->unseen_features += chunk->unseen_features;
}

/* From bytes of the segment (cells of a matrix) to file, line and column. */
static void place_error(const pt_reader *reader, const struct slot *slot, size_t at, ptron_error *error)
{
    const struct pt_source_file *file = &reader->sources.files[slot->segment.file];
    uint64_t line, column;

    if (reader->sources.parser == NULL) {
        line = at / file->matrix.width + 1;
        column = at % file->matrix.width + 1;
    } else {
        pt_text_place(slot->segment.bytes, pt_min(at, slot->segment.length), &line, &column);
    }
    line += reader->live ? 0 : pt_part_lines_before(&reader->sources, slot->segment.file);
    pt_error_place(error, file->name, reader->lines + line, column);
}

/* The first indices tell the base: from one on unless there is a zero. */
static void fix_base(pt_reader *reader, struct pt_chunk *chunk)
{
    reader->own.index_base = chunk->least_index > 0;
    for (size_t i = 0; i < chunk->n_values; i++)
        chunk->index[i] -= (uint32_t)reader->own.index_base;
    chunk->top_feature -= (uint32_t)reader->own.index_base;
}

/* From numbers of texts to classes, which are assigned anew when a text has come. */
static ptron_status classify(pt_reader *reader, struct pt_chunk *chunk, uint32_t before, ptron_error *err)
{
    struct pt_labels *labels = &reader->own.labels;
    bool same = true;

    if (labels->texts.count != before)
        PT_TRY(pt_labels_assign_so_far(labels, pt_option_text(reader->sources.options, "positive"), &reader->expected,
                                       err));
    for (uint32_t id = 0; id < labels->texts.count; id++)
        same &= labels->class_of[id] == id;
    for (size_t i = 0; !same && i < chunk->n_rows; i++)
        if (chunk->label[i] < labels->texts.count)
            chunk->label[i] = labels->class_of[chunk->label[i]];
    return PTRON_OK;
}

static ptron_status fail_as(const struct pt_chunk *chunk, ptron_error *err)
{
    if (err != NULL)
        *err = chunk->error;
    return chunk->error.code;
}

/* Columns of the file at hand that the model does not know are left out, and counted. */
static ptron_status add_extra_columns(pt_reader *reader, ptron_error *err)
{
    const struct pt_source_file *file = &reader->sources.files[reader->file];
    struct pt_tally *tally = &reader->tally;
    struct pt_printable first;
    size_t n;

    if (reader->fitting || file->begun_at > 0 || reader->recipe->format != PT_FORMAT_CSV || !reader->recipe->header ||
        file->header == NULL || file->columns == NULL)
        return PTRON_OK;
    PT_TRY(pt_csv_extra(reader->recipe, file->header, file->header_length, file->columns, &n, &first, err));
    if (n > 0 && tally->unseen_keys == 0)
        tally->first_key = first;
    tally->unseen_keys += n;
    return PTRON_OK;
}

/* From lines of the chunk to places. */
static void number_places(uint64_t *place, size_t n, uint32_t file, uint64_t lines)
{
    for (size_t i = 0; i < n; i++)
        place[i] = pt_place(file, lines + place[i] + 1);
}

/* The segment in front has been parsed: its errors, its labels and words, its places. */
static ptron_status use_segment(pt_reader *reader, struct slot *slot, ptron_error *err)
{
    struct pt_chunk *chunk = &slot->chunk;

    if (slot->segment.file != reader->file) {
        reader->file = slot->segment.file;
        reader->lines = reader->sources.files[reader->file].header_lines;
        reader->tally.header_lines += reader->lines;
        PT_TRY(add_extra_columns(reader, err));
        reader->lines += reader->live ? pt_part_lines_before(&reader->sources, reader->file) : 0;
    }
    if (chunk->bad_rows > 0 && chunk->error.code != PTRON_NOMEM)
        place_error(reader, slot, chunk->bad_at, &chunk->error);
    if (chunk->failed)
        return fail_as(chunk, err);
    if (chunk->rounded_cells > 0 && reader->tally.rounded_cells == 0)
        place_error(reader, slot, chunk->rounded_at, &reader->tally.first_rounded);
    if (chunk->bad_rows > 0 && !reader->tally.any_bad) {
        reader->tally.any_bad = true;
        reader->tally.first_bad = chunk->error;
    }
    add_tally(&reader->tally, chunk);
    if (reader->fitting) {
        const uint32_t texts = reader->own.labels.texts.count;

        reader->least_index = (uint32_t)pt_min(reader->least_index, chunk->least_index);
        if (base_is_open(reader) && chunk->least_index != UINT32_MAX)
            fix_base(reader, chunk);
        PT_TRY(pt_chunk_merge(chunk, &reader->own, err));
        if (reader->growing)
            PT_TRY(classify(reader, chunk, texts, err));
    }
    if (!slot->sealed)
        seal(slot);
    if (chunk->failed)
        return fail_as(chunk, err);
    number_places(chunk->place, chunk->n_rows, reader->file, reader->lines);
    for (size_t i = 0; i < chunk->n_blank; i++)
        chunk->blank[i].line = pt_place(reader->file, reader->lines + chunk->blank[i].line + 1);
    reader->lines += chunk->n_lines;
    slot->most = pt_max(slot->most, slot->segment.length + pt_chunk_bytes(chunk, reader->dense));
    return PTRON_OK;
}

/* Everything is used: what reading ended with. */
static ptron_status end_reading(pt_reader *reader, ptron_error *err)
{
    const struct pt_tally *tally = &reader->tally;
    const uint64_t met = tally->bad_rows + tally->missing_rows + tally->dropped_rows;

    if (reader->sources.error_has_line)
        reader->error.line = line_of_error(reader);
    if (reader->status != PTRON_OK && err != NULL)
        *err = reader->error;
    if (reader->status != PTRON_OK || tally->rows > 0 || reader->sources.part.ranks != NULL)
        return reader->status;
    if (met == 0)
        return pt_detail(err, PTRON_DETAIL_NO_ROWS,
                         pt_fail_at(err, PTRON_DATA, reader->sources.files[0].name, 0, 0, "no rows"));
    return pt_fail_at(err, PTRON_DATA, reader->sources.files[0].name, 0, 0,
                      "no rows are left of %" PRIu64 ": %" PRIu64 " bad, %" PRIu64 " with missing cells, %" PRIu64
                      " of other classes", met, tally->bad_rows, tally->missing_rows, tally->dropped_rows);
}

static void drop_first(pt_reader *reader)
{
    reader->first = (reader->first + 1) % reader->n_slots;
    reader->n_busy--;
    reader->delivered = false;
}

ptron_status pt_reader_next(pt_reader *reader, struct pt_block *block, ptron_error *err)
{
    assert(!reader->taken);
    *block = (struct pt_block){0};
    if (reader->delivered)
        drop_first(reader);
    for (;;) {
        struct slot *slot;

        while (!reader->ended && reader->n_busy < reader->n_slots &&
               (reader->n_busy == 0 || !(base_is_open(reader) || pt_sources_may_block(&reader->sources))))
            start_segment(reader);
        if (reader->n_busy == 0) {
            empty_slots(reader);
            return end_reading(reader, err);
        }
        slot = slot_at(reader, 0);
        pt_pool_wait(reader->pool, &slot->job);
        PT_TRY(use_segment(reader, slot, err));
        if (slot->chunk.n_rows > 0 || slot->chunk.n_blank > 0) {
            *block = pt_chunk_block(&slot->chunk, reader->dense, reader->width);
            reader->delivered = true;
            return PTRON_OK;
        }
        drop_first(reader);
    }
}

/* ---- what a reader knows ------------------------------------------------------------------------- */

bool pt_reader_given(const pt_reader *reader, struct pt_given_text *given)
{
    const struct slot *slot = reader->slots == NULL ? NULL : &reader->slots[reader->first];
    const struct pt_source_file *file;

    if (!reader->delivered || slot == NULL || reader->sources.parser == NULL)
        return false;
    file = &reader->sources.files[slot->segment.file];
    *given = (struct pt_given_text){
        .bytes = slot->segment.bytes, .length = slot->segment.length, .file = slot->segment.file,
        .line = reader->lines - slot->chunk.n_lines + 1, .header = file->header, .header_length = file->header_length,
        .delimiter = reader->sources.parser == pt_parsers[PT_FORMAT_CSV] ? reader->recipe->delimiter : '\0',
    };
    return true;
}

void pt_reader_keep_blanks(pt_reader *reader)
{
    assert(!reader->fitting || reader->growing);
    reader->keep_blanks = true;
}

void pt_reader_keep_decimals(pt_reader *reader)
{
    reader->decimals = true;
}

const struct pt_blank *pt_reader_blanks(const pt_reader *reader, size_t *n)
{
    const struct pt_chunk *chunk = &reader->slots[reader->first].chunk;

    *n = reader->delivered ? chunk->n_blank : 0;
    return chunk->blank;
}

const char *pt_reader_blank_reason(const pt_reader *reader, size_t i, uint64_t *column)
{
    const struct slot *slot = &reader->slots[reader->first];
    const struct pt_blank *blank = &slot->chunk.blank[i];
    const char *bytes = slot->segment.bytes;
    size_t at = pt_min(blank->at, slot->segment.length);

    *column = 0;
    if (blank->why == 0)
        return NULL;
    for (; bytes != NULL && blank->at != SIZE_MAX && at > 0 && bytes[at - 1] != '\n'; at--)
        ++*column;
    *column += blank->at != SIZE_MAX;
    return slot->chunk.reasons.bytes + blank->why - 1;
}

ptron_status pt_reader_read_on(pt_reader *reader, const struct pt_source *source, ptron_error *err)
{
    ptron_status status;

    assert(!reader->taken);
    while (reader->n_busy > 0) {
        pt_pool_wait(reader->pool, &slot_at(reader, 0)->job);
        drop_first(reader);
    }
    status = pt_sources_replace(&reader->sources, source, err);
    reader->status = PTRON_OK;
    reader->ended = status != PTRON_OK;
    reader->file = UINT32_MAX;
    reader->lines = 0;
    if (status == PTRON_DATA && err != NULL && reader->sources.error_has_line)
        err->line = line_of_error(reader);
    return status;
}

const struct pt_tally *pt_reader_tally(const pt_reader *reader)
{
    return &reader->tally;
}

const struct pt_recipe *pt_reader_recipe(const pt_reader *reader)
{
    return reader->recipe;
}

bool pt_reader_counts_from_one(const pt_reader *reader)
{
    return reader->fitting && pt_recipe_shape(&reader->own) == PT_SHAPE_PAIRS && reader->own.index_base < 0 &&
           reader->least_index > 0;
}

void pt_reader_take_recipe(pt_reader *reader, struct pt_recipe *recipe)
{
    struct pt_recipe *own = &reader->own;

    if (pt_recipe_shape(own) == PT_SHAPE_PAIRS && own->index_base < 0) {
        own->index_base = reader->least_index > 0;
        own->n_features -= own->n_features > 0 && own->index_base == 1;
    }
    *recipe = *own;
    reader->taken = true;
}

uint64_t pt_reader_piece_bytes(const pt_reader *reader)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < reader->n_slots; i++)
        bytes += reader->slots[i].most;
    return bytes;
}

void pt_reader_part(pt_reader *reader, struct pt_read_part *part)
{
    *part = (struct pt_read_part){reader->fitting ? &reader->own : NULL, &reader->tally, &reader->least_index,
                                  reader->file, reader->lines};
}

bool pt_reader_begun_within(const pt_reader *reader, size_t file)
{
    return reader->sources.files[file].begun_at > 0;
}

size_t pt_reader_files(const pt_reader *reader)
{
    return reader->sources.n_opened;
}

char *pt_reader_file(const pt_reader *reader, size_t i)
{
    return reader->sources.files[i].name;
}
