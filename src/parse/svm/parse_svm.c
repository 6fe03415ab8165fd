/* LIBSVM and svmlight text:  label index:value index:value ... # comment
 *
 * One pass over the bytes; short rows in a common form go by many at a time (svm_rows.h). Every loop stops at a '\n',
 * which is always there: a last line without one is parsed from a copy that has it. Room for values is made once, as a
 * pair takes at least four bytes. While the index base is not known (recipe->index_base < 0) indices are stored as
 * written. */
#include "base/number.h"
#include "base/param.h"
#include "base/printable.h"
#include "parse/parser.h"
#include "parse/svm/svm_pairs.h"
#include "parse/svm/svm_rows.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define INDEX_END (UINT64_C(0xfffffffe))   /* indices are below this */

enum { BYTES_PER_WEIGHT = 16 };            /* a weight and its average */

struct svm {
    const struct pt_parse *parse;
    pt_take_pairs *take;
    pt_take_rows *take_rows;
    struct pt_short_labels *labels;
    struct pt_chunk *chunk;
    const char *end;       /* of the text at hand; end[-1] is '\n' */
    const char *begin;     /* of the text at hand, and the byte of the chunk that this is */
    size_t      begin_at;
    uint64_t    base;      /* taken off every index */
    uint64_t    limit;     /* written indices are below this */
    uint64_t    known;     /* features at or beyond this are not known to the model */
    uint64_t    bound;     /* written indices below this are neither refused nor unknown */
};

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* What may stand behind a value or a label. */
static inline bool ends_token(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static const char *token_end(const char *p)
{
    while (!ends_token(*p))
        p++;
    return p;
}

static const char *line_end(const char *p, const char *end)
{
    return memchr(p, '\n', (size_t)(end - p));
}

static inline bool at_line_end(const char *p)
{
    return *p == '\n' || (*p == '\r' && p[1] == '\n');
}

/* ---- what can be wrong with a row: each gives NULL, or the end of the line when bad rows are skipped ---- */

#define BAD_ROW(svm, at, ...)                                                                        \
    (pt_chunk_bad_row((svm)->chunk, (svm)->parse, (svm)->begin_at + (size_t)((at) - (svm)->begin),   \
                      __VA_ARGS__)                                                                   \
         ? line_end((at), (svm)->end)                                                                \
         : NULL)

static struct pt_printable token(const char *p)
{
    return pt_printable(p, (size_t)(token_end(p) - p));
}

static struct pt_printable digits(const char *p)
{
    const char *end = p;

    while (is_digit(*end))
        end++;
    return pt_printable(p, (size_t)(end - p));
}

static const char *bad_index(const struct svm *svm, const char *at, uint64_t index, int64_t previous)
{
    if (index >= INDEX_END)
        return BAD_ROW(svm, at, "feature index %s is beyond %" PRIu64, digits(at).text, INDEX_END - 1);
    if (index >= svm->limit)
        return BAD_ROW(svm, at, "feature index %" PRIu64 " needs %" PRIu64 " MB of weights; this machine has %" PRIu64
                       " MB of memory", index, index * BYTES_PER_WEIGHT >> 20,
                       (uint64_t)svm->parse->most_features * BYTES_PER_WEIGHT >> 20);
    if (index < svm->base)
        return BAD_ROW(svm, at, "feature index 0, but the indices of this source start at 1; see --index-base");
    return BAD_ROW(svm, at, "feature index %" PRIu64 " does not follow %" PRId64 "; indices must increase", index,
                   previous);
}

static const char *bad_pair(const struct svm *svm, const char *at)
{
    const unsigned char byte = (unsigned char)*at;

    if (*at == '-' && is_digit(at[1]))
        return BAD_ROW(svm, at, "feature index -%s is negative", digits(at + 1).text);
    if (byte < 0x20 || byte == 0x7f)
        return BAD_ROW(svm, at, "byte 0x%02x is not text", byte);
    return BAD_ROW(svm, at, "expected index:value, found '%s'", token(at).text);
}

#define BAD_ROW_AS(svm, kind, at, ...) ((svm)->chunk->about = PTRON_DETAIL_##kind, BAD_ROW(svm, at, __VA_ARGS__))

static const char *bad_value(const struct svm *svm, const char *at, bool is_number)
{
    if (is_number)
        return BAD_ROW_AS(svm, NOT_FINITE, at, "value '%s' is not a finite number", token(at).text);
    if (ends_token(*at))
        return BAD_ROW_AS(svm, MISSING_VALUE, at, "expected a value after ':', found nothing");
    return BAD_ROW_AS(svm, BAD_NUMBER, at, "expected a number as value, found '%s'", token(at).text);
}

/* ---- pairs --------------------------------------------------------------------------------------- */

/* "qid:12": the group of a ranking row, which means nothing here. NULL: it is not that. */
static const char *skip_group(const char *p)
{
    if (p[0] != 'q' || p[1] != 'i' || p[2] != 'd' || p[3] != ':' || !is_digit(p[4]))
        return NULL;
    for (p += 4; is_digit(*p);)
        p++;
    return ends_token(*p) ? p : NULL;
}

enum taken { PAIR, NO_PAIR, BAD_PAIR };

/* One pair of any form at *p, which is moved behind it; or the end of the row, where it stays. With BAD_PAIR
 * it is the end of the line, NULL when the chunk has failed. */
static enum taken take_pair(const struct svm *svm, struct pt_pairs *pairs, const char **p, uint64_t *unseen)
{
    const char *const at = *p, *value;
    uint64_t i;
    double v;

    if (!pt_parse_small_u64(p, svm->end, &i) && !pt_parse_u64(p, svm->end, &i) && *p == at) {
        if (at_line_end(at) || *at == '#')
            return NO_PAIR;
        return *p = bad_pair(svm, at), BAD_PAIR;
    }
    if (**p != ':')
        return *p = bad_pair(svm, at), BAD_PAIR;
    if (i < pairs->next || i >= svm->limit)
        return *p = bad_index(svm, at, i, (int64_t)pairs->next - 1), BAD_PAIR;
    value = ++*p;
    if (!pt_parse_small(p, svm->end, &v)) {
        const bool is_number = pt_parse_double(p, svm->end, &v);
        if (!is_number || !isfinite(v))
            return *p = bad_value(svm, value, is_number), BAD_PAIR;
        if (svm->parse->digits && !pt_decimal_is_kept(value, *p, v))
            pt_chunk_rounded(svm->chunk, svm->begin_at + (size_t)(value - svm->begin));
    }
    if (!ends_token(**p) && **p != '#')
        return *p = bad_value(svm, value, false), BAD_PAIR;
    if (i == 0)
        svm->chunk->least_index = 0;
    pairs->next = i + 1;
    if (v == 0.0)
        return PAIR;
    if (i - svm->base >= svm->known)
        return ++*unseen, PAIR;
    pairs->index[pairs->n] = (uint32_t)(i - svm->base);
    pairs->value[pairs->n++] = v;
    pairs->ones &= v == 1.0;
    pairs->norm2 += v * v;
    return PAIR;
}

static void keep_pairs(const struct svm *svm, const struct pt_pairs *pairs, uint64_t unseen)
{
    struct pt_chunk *chunk = svm->chunk;

    if (pairs->next > svm->base && chunk->least_index > 0)
        chunk->least_index = 1;
    if (pairs->next - svm->base > chunk->top_feature)
        chunk->top_feature = (uint32_t)(pairs->next - svm->base);
    chunk->unseen_features += unseen;
    chunk->n_values = pairs->n;
    chunk->has_ones &= pairs->ones;
    chunk->norm2[chunk->n_rows] = pairs->norm2;
}

/* The pairs from p to the end of the line, which is returned; NULL when the chunk has failed. A bad row
 * leaves n_values where it began. */
static const char *parse_pairs(const struct svm *svm, const char *p, bool *kept)
{
    struct pt_chunk *chunk = svm->chunk;
    struct pt_pairs pairs = {
        .index = chunk->index, .value = chunk->value, .n = chunk->n_values,
        .base = svm->base, .bound = svm->bound, .next = svm->base, .ones = true,
    };
    enum taken taken = PAIR;
    uint64_t unseen = 0;

    *kept = false;
    while (taken == PAIR) {
        const char *group;

        while (is_blank(*p))
            p++;
        p = svm->take(&pairs, p, svm->end);
        if (*p == '\n')
            break;
        if (is_blank(*p))
            continue;
        if ((group = skip_group(p)) != NULL)
            p = group;
        else
            taken = take_pair(svm, &pairs, &p, &unseen);
    }
    if (taken == BAD_PAIR)
        return p;
    keep_pairs(svm, &pairs, unseen);
    *kept = true;
    return *p == '#' ? line_end(p, svm->end) : p + (*p == '\r');
}

/* ---- rows ---------------------------------------------------------------------------------------- */

/* Whether the row begins with a pair, so has no label: "12:" or "qid:". */
static bool begins_with_pair(const char *p)
{
    const char *at = p;

    if (skip_group(p) != NULL)
        return true;
    if (*at == '-' || *at == '+')
        at++;
    if (!is_digit(*at))
        return false;
    while (is_digit(*at))
        at++;
    return *at == ':';
}

/* A label of a row that was kept. */
static void keep_label(const struct svm *svm, const char *p, uint32_t number)
{
    unsigned length;
    const uint64_t text = svm->end - p < 8 || number >= PT_UNKNOWN_LABEL ? 0 : pt_short_label(p, &length);

    if (text != 0) {
        svm->labels->text[pt_label_slot(text)] = text;
        svm->labels->number[pt_label_slot(text)] = number;
    }
}

/* A row that begins at p, which is no blank, no comment; to the end of its line, NULL when failed. */
static const char *parse_row(const struct svm *svm, const char *p)
{
    struct pt_chunk *chunk = svm->chunk;
    const char *const label = p, *label_end = begins_with_pair(p) ? p : token_end(p), *odd = p;
    const bool labelled = label_end > p;
    bool kept;

    if (!pt_chunk_need_row(chunk))
        return pt_chunk_no_memory(chunk), NULL;
    if (!labelled && !svm->parse->labels_optional)
        return BAD_ROW(svm, p, "expected a label, found '%s'", token(p).text);
    while (odd < label_end && (unsigned char)*odd >= 0x20 && *odd != 0x7f)
        odd++;
    if (odd < label_end)
        return BAD_ROW(svm, odd, "byte 0x%02x is not text", (unsigned char)*odd);
    p = parse_pairs(svm, label_end, &kept);
    if (p == NULL || !kept)
        return p;
    if (labelled && !pt_chunk_label(chunk, svm->parse, label, (size_t)(label_end - label)))
        return pt_chunk_no_memory(chunk), NULL;
    if (labelled && *label_end == ' ' && memchr(label, ':', (size_t)(label_end - label)) == NULL)
        keep_label(svm, label, chunk->label[chunk->n_rows]);
    chunk->unlabelled_rows += !labelled;
    chunk->n_rows++;
    return p;
}

/* A line that begins at p; its '\n', NULL when failed. */
static const char *parse_line(const struct svm *svm, const char *p)
{
    while (is_blank(*p))
        p++;
    if (*p != '#' && !at_line_end(p))
        return parse_row(svm, p);
    pt_chunk_blank(svm->chunk, svm->parse);
    return line_end(p, svm->end);
}

/* Common rows are taken many at a time; where none was, some lines go by before that is tried again. */
static void parse_lines(const struct svm *svm, const char *p)
{
    enum { MOST_LINES = 64 };
    unsigned lines = 1, left = 1;

    while (p < svm->end) {
        if (svm->take_rows != NULL && left-- == 0) {
            const char *const from = p;

            p = svm->take_rows(svm->chunk, svm->labels, svm->base, svm->bound, p, svm->end);
            left = lines = p > from ? 1 : lines < MOST_LINES ? 2 * lines : lines;
            if (p == svm->end)
                return;
        }
        p = parse_line(svm, p);
        if (p == NULL)
            return;
        p++;   /* the '\n' */
        svm->chunk->n_lines++;
    }
}

/* A last line without '\n', from a copy that has one. */
static void parse_unended(struct svm *svm, const char *bytes, size_t length, size_t at)
{
    struct pt_chunk *chunk = svm->chunk;
    struct pt_buffer *copy = &chunk->scratch;

    copy->length = 0;
    pt_buffer_add(copy, bytes, length);
    pt_buffer_byte(copy, '\n');
    if (copy->failed) {
        pt_chunk_no_memory(chunk);
        return;
    }
    svm->end = copy->bytes + copy->length;
    svm->begin = copy->bytes;
    svm->begin_at = at;
    parse_lines(svm, copy->bytes);
    chunk->n_lines -= chunk->n_lines > 0 && !chunk->failed;
}

static void parse_svm(const struct pt_parse *parse, const char *bytes, size_t length, struct pt_chunk *chunk)
{
    const struct pt_recipe *recipe = parse->recipe;
    const uint64_t base = recipe->index_base == 1;
    struct pt_short_labels labels = {0};
    size_t whole = length;
    struct svm svm = {
        .parse = parse, .take = pt_svm_pairs(), .take_rows = pt_svm_rows(), .labels = &labels, .chunk = chunk,
        .begin = bytes, .base = base,
        .limit = parse->most_features > 0 ? parse->most_features : INDEX_END,
        .known = parse->fitting ? UINT64_MAX : recipe->n_features,
    };

    while (whole > 0 && bytes[whole - 1] != '\n')
        whole--;
    if (!pt_chunk_need_values(chunk, length / 4 + 1)) {
        pt_chunk_no_memory(chunk);
        return;
    }
    svm.bound = svm.known < svm.limit - base ? svm.known + base : svm.limit;
    svm.end = bytes + whole;
    chunk->has_norms = chunk->has_ones = true;
    parse_lines(&svm, bytes);
    if (whole < length && !chunk->failed)
        parse_unended(&svm, bytes + whole, length - whole, whole);
}

/* ---- recognising --------------------------------------------------------------------------------- */

/* Digits, one ':', and something that is no list, date or time. */
static bool looks_like_pair(const char *p, const char *end)
{
    const char *from = p += p < end && *p == '-';

    while (p < end && is_digit(*p))
        p++;
    if (p == from || p == end || *p != ':')
        return false;
    for (p++; p < end; p++)
        if (*p == ':' || *p == ',' || *p == ';')
            return false;
    return true;
}

/* Tokens of a line: how many look like index:value, how many behind the first do not. */
static void look_at_line(const char *p, const char *end, size_t *pairs, size_t *others)
{
    for (size_t tokens = 0;; tokens++) {
        const char *from;

        while (p < end && ends_token(*p))
            p++;
        if (p == end || *p == '#')
            return;
        for (from = p; p < end && !ends_token(*p);)
            p++;
        if (looks_like_pair(from, p))
            ++*pairs;
        else if (tokens > 0 && (p - from < 4 || memcmp(from, "qid:", 4) != 0))
            ++*others;
    }
}

static int recognise_svm(const char *bytes, size_t length, const char *name)
{
    const char *p = bytes, *const end = bytes + length;
    size_t pairs = 0, others = 0;

    (void)name;
    for (size_t lines = 0; p < end && lines < 20; lines++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));

        look_at_line(p, stop == NULL ? end : stop, &pairs, &others);
        p = stop == NULL ? end : stop + 1;
    }
    return pairs == 0 ? 0 : (int)(95 * pairs / (pairs + others));
}

static ptron_status prepare_svm(struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                                size_t length, ptron_error *err)
{
    (void)bytes, (void)length, (void)err;
    recipe->dense = false;
    recipe->index_base = pt_option_is(options, "index-base", "auto") ? -1 : pt_option_is(options, "index-base", "1");
    return PTRON_OK;
}

const struct pt_parser pt_parser_svm = {
    .recognise = recognise_svm, .prepare = prepare_svm, .parse = parse_svm,
};
