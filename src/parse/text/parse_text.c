/* Messages: a label, a TAB, free text. A row counts the words of the text (words.h says what a word is) by
 * their number in the vocabulary, or hashed.
 *
 * The text before the first TAB is the label, always: a message without a label must have no TAB. Blank lines
 * are skipped. A first line that names the columns ("label<TAB>text", and no other line has that label) is no row. */
#include "base/alloc.h"
#include "base/number.h"
#include "base/param.h"
#include "base/word.h"
#include "parse/parser.h"
#include "parse/text/words.h"
#include "parse/word_slot.h"
#include "rows/sort.h"

#include <string.h>


struct messages {                /* one call of parse */
    const struct pt_parse *parse;
    struct pt_chunk *chunk;
    struct pt_words words;
    const char *start;
    bool counts_at_once;         /* words are numbered as they come: rows are counted at once, and sorted when the
                                  * numbers are final. Not logarithms: their sums need an order from the beginning */
};

struct line {
    const char *label, *text, *end;   /* the label ends before the TAB */
    size_t label_length;
    bool   has_tab;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Cuts a line (without its '\n') at the first TAB and trims the label. */
static struct line split(const char *s, const char *end)
{
    const char *tab = end == s ? NULL : memchr(s, '\t', (size_t)(end - s)), *stop = tab;
    struct line line = {.label = s, .text = tab == NULL ? s : tab + 1, .end = end, .has_tab = tab != NULL};

    while (tab != NULL && line.label < stop && is_blank(*line.label))
        line.label++;
    while (tab != NULL && stop > line.label && is_blank(stop[-1]))
        stop--;
    line.label_length = tab == NULL ? 0 : (size_t)(stop - line.label);
    return line;
}

/* ---- one row ---- */

/* The feature of a word; PT_DICT_NONE when it is not known, or, while fitting, memory is out. */
static uint32_t feature_of(const struct messages *messages, const char *word, size_t length)
{
    const struct pt_recipe *recipe = messages->parse->recipe;

    if (recipe->hash_bits > 0)
        return pt_word_slot(word, length, recipe->hash_bits);
    return messages->parse->fitting ? pt_dict_add(&messages->chunk->words, word, length)
                               : pt_dict_find(&recipe->words, word, length);
}

static bool place_words(struct pt_chunk *chunk, size_t n)
{
    void *at = chunk->word_at;

    if (!pt_grow(&at, &chunk->word_room, n, sizeof *chunk->word_at))
        return false;
    chunk->word_at = at;
    return true;
}

/* Counts a word by its number in the chunk where the row has it, or behind the *n that it has. */
static bool count_word(struct pt_chunk *chunk, uint32_t word, size_t *n)
{
    const size_t behind = chunk->n_values + *n;

    if (word == PT_DICT_NONE)
        return false;
    if (word < chunk->n_placed) {
        const size_t at = chunk->word_at[word];

        if (at >= chunk->n_values && at < behind && chunk->index[at] == word) {
            chunk->value[at] += 1.0;
            return true;
        }
    } else {
        if (word >= chunk->word_room && !place_words(chunk, 2 * (size_t)word + 64))
            return false;
        chunk->n_placed = (size_t)word + 1;   /* numbers come one after the other */
    }
    if (behind >= chunk->value_room && !pt_chunk_need_values(chunk, *n + 64))
        return false;
    chunk->word_at[word] = behind;
    chunk->index[behind] = word;
    chunk->value[behind] = 1.0;
    ++*n;
    return true;
}

/* Adds a feature, if it is one, behind the rows so far and the *n of this one; false when memory is out. */
static inline bool add_feature(struct messages *messages, uint32_t feature, bool counts, size_t *n)
{
    struct pt_chunk *chunk = messages->chunk;

    if (feature == PT_DICT_NONE) {
        chunk->unseen_words += counts;
        return !messages->parse->fitting;
    }
    if (messages->counts_at_once)
        return count_word(chunk, feature, n);
    if (chunk->n_values + *n >= chunk->value_room && !pt_chunk_need_values(chunk, *n + 64))
        return false;
    chunk->index[chunk->n_values + (*n)++] = feature;
    return true;
}

/* Numbers the words of the message. */
static bool number_words(struct messages *messages, size_t *n)
{
    const char *word;
    size_t length;

    if (messages->counts_at_once) {   /* a window of bytes can be read behind every word */
        while (pt_words_next(&messages->words, &word, &length))
            if (!count_word(messages->chunk, pt_dict_add_padded(&messages->chunk->words, word, length), n))
                return false;
        return true;
    }
    while (pt_words_next(&messages->words, &word, &length))
        if (!add_feature(messages, feature_of(messages, word, length), true, n))
            return false;
    return true;
}

/* By name, characters have a mark before them that no word has. */
static uint32_t feature_of_chars(const struct messages *messages, const char *text, size_t length)
{
    const struct pt_recipe *recipe = messages->parse->recipe;
    struct pt_buffer *name = &messages->chunk->path;

    if (recipe->hash_bits > 0)
        return pt_chars_slot(text, length, recipe->hash_bits);
    name->length = 0;
    pt_buffer_byte(name, '~');
    pt_buffer_add(name, text, length);
    return name->failed ? PT_DICT_NONE : feature_of(messages, name->bytes, name->length);
}

struct numbering {
    struct messages *messages;
    size_t *n;
};

static inline bool number_gram(void *context, enum pt_gram_kind kind, bool word, const char *text, size_t length)
{
    const struct numbering *numbering = context;
    struct messages *messages = numbering->messages;

    return add_feature(messages, kind == PT_GRAM_WORDS ? feature_of(messages, text, length)
                                                       : feature_of_chars(messages, text, length),
                       word, numbering->n) && !messages->chunk->path.failed;
}

static bool number_grams(struct messages *messages, size_t *n)
{
    const struct pt_wording *how = &messages->parse->recipe->wording;
    struct numbering numbering = {messages, n};

    return pt_grams_start(&messages->chunk->grams, how, &messages->words) &&
           pt_grams_each(&messages->chunk->grams, how, number_gram, &numbering);
}

static bool count_words(struct messages *messages, const struct line *line)
{
    const struct pt_wording *how = &messages->parse->recipe->wording;
    struct pt_chunk *chunk = messages->chunk;
    size_t n = 0;

    if (!pt_words_start(&messages->words, line->text, (size_t)(line->end - line->text)) ||
        !(pt_wording_is_plain(how) ? number_words(messages, &n) : number_grams(messages, &n)))
        return false;
    if (n == 0)
        return true;
    if (!messages->counts_at_once) {
        if (!pt_sort_ids(chunk->index + chunk->n_values, n, &chunk->scratch))
            return false;
        n = pt_count_ids(chunk->index + chunk->n_values, n, chunk->value + chunk->n_values);
    }
    pt_wording_count(how, chunk->value + chunk->n_values, n);
    chunk->n_values += n;
    return true;
}

/* False when the chunk has failed. */
static bool parse_line(struct messages *messages, const char *s, const char *end)
{
    struct pt_chunk *chunk = messages->chunk;
    const struct line line = split(s, end);

    if (!pt_chunk_need_row(chunk))
        return pt_chunk_no_memory(chunk);
    if (!messages->parse->labels_optional && line.label_length == 0)
        return pt_chunk_bad_row(chunk, messages->parse, (size_t)(s - messages->start),
                                line.has_tab ? "label is missing" : "no TAB between label and text");
    if (!count_words(messages, &line) ||
        (line.label_length > 0 && !pt_chunk_label(chunk, messages->parse, line.label, line.label_length)))
        return pt_chunk_no_memory(chunk);
    chunk->unlabelled_rows += line.label_length == 0;
    chunk->n_rows++;
    return true;
}

static bool is_blank_line(const char *s, const char *end)
{
    while (s < end && is_blank(*s))
        s++;
    return s == end;
}

static void parse_text(const struct pt_parse *parse, const char *bytes, size_t length, struct pt_chunk *chunk)
{
    struct messages messages = {
        .parse = parse, .chunk = chunk, .start = bytes,
        .words = {.folded = chunk->text, .codes = chunk->numbers, .code_room = chunk->number_room},
    };
    const char *s = bytes, *end = bytes + length;
    bool going = true;

    messages.counts_at_once = parse->fitting && parse->recipe->hash_bits == 0 &&
                              parse->recipe->wording.counting != PT_COUNT_LOG;
    while (s < end && going) {
        const char *newline = memchr(s, '\n', (size_t)(end - s)), *stop = newline == NULL ? end : newline;

        if (!is_blank_line(s, stop))
            going = parse_line(&messages, s, stop);
        else
            pt_chunk_blank(chunk, parse);
        chunk->n_lines += newline != NULL;
        s = newline == NULL ? end : newline + 1;
    }
    chunk->text = messages.words.folded;   /* its memory is kept from call to call */
    chunk->numbers = messages.words.codes;
    chunk->number_room = messages.words.code_room;
}

/* ---- a header ---- */

static bool is_one_word(const char *s, const char *end)
{
    while (end > s && is_blank(end[-1]))
        end--;
    for (const char *at = s; at < end; at++)
        if (pt_word_kind[(unsigned char)(*at | 0x20)] != PT_WORD_LETTER && *at != '_')
            return false;
    return end > s;
}

/* Whether a line names two columns: what a label is usually called, a TAB, one word. */
static bool names_columns(const struct line *line)
{
    static const char *const names[] = {"label", "labels", "class", "category", "target", "type", "sentiment",
                                        "tag", "topic", "intent", "y", "v1"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (line->has_tab && pt_same_word(line->label, line->label_length, names[i]))
            return is_one_word(line->text, line->end);
    return false;
}

/* Whether one of the lines has that label. */
static bool comes_again(const char *s, const char *end, const struct line *wanted)
{
    while (s < end) {
        const char *newline = memchr(s, '\n', (size_t)(end - s)), *stop = newline == NULL ? end : newline;
        const struct line line = split(s, stop);

        if (line.label_length == wanted->label_length && memcmp(line.label, wanted->label, line.label_length) == 0)
            return true;
        s = newline == NULL ? end : newline + 1;
    }
    return false;
}

/* Bytes of a first line that names the columns, with its line end; 0: it is a row. */
static size_t header_bytes(const struct pt_recipe *recipe, const ptron_options *options, bool fitting,
                           const char *bytes, size_t length)
{
    const char *newline = length == 0 ? NULL : memchr(bytes, '\n', length);
    const size_t first = newline == NULL ? length : (size_t)(newline + 1 - bytes);
    const struct line line = split(bytes, newline == NULL ? bytes + length : newline);

    if (pt_option_is(options, "header", "yes"))
        return first;
    if (pt_option_is(options, "header", "no") || !names_columns(&line))
        return 0;
    if (fitting)
        return comes_again(bytes + first, bytes + length, &line) ? 0 : first;
    return pt_labels_class(&recipe->labels, line.label, line.label_length) == PT_UNKNOWN_LABEL ? first : 0;
}

/* ---- preparing ---- */

static ptron_status prepare_text(struct pt_recipe *recipe, const ptron_options *options, const char *bytes,
                                 size_t length, ptron_error *err)
{
    recipe->dense = false;
    recipe->hash_bits = (unsigned)pt_option_count(options, "hash-bits");
    recipe->n_features = recipe->hash_bits > 0 ? UINT32_C(1) << recipe->hash_bits : 0;
    recipe->header = header_bytes(recipe, options, true, bytes, length) > 0;
    return pt_wording_fit(&recipe->wording, options, err);
}

static ptron_status match_text(const struct pt_recipe *recipe, const ptron_options *options, bool fitting,
                               const char *bytes, size_t length, uint32_t **columns, size_t *n_columns, size_t *skip,
                               ptron_error *err)
{
    (void)err;
    *columns = NULL;
    *n_columns = 0;
    *skip = header_bytes(recipe, options, fitting, bytes, length);
    return PTRON_OK;
}

/* ---- recognising ---- */

enum { LOOKED_AT = 50, LONGEST_LABEL = 40 };

struct census {
    size_t lines;
    size_t labelled;    /* begin with a word and a TAB */
    size_t numeric;     /* go on with a number ("0.5") or a pair of LIBSVM ("7:0.5") */
    size_t spaced;      /* go on with several words */
    size_t tabs;        /* in the last line */
    bool   same_tabs;   /* in every line */
};

/* A short word before the TAB, something behind it. */
static bool looks_labelled(const struct line *line)
{
    if (!line->has_tab || line->label_length == 0 || line->label_length > LONGEST_LABEL || line->text == line->end)
        return false;
    for (size_t i = 0; i < line->label_length; i++)
        if (strchr(" ,;\"", line->label[i]) != NULL)
            return false;
    return true;
}

static void look_at_line(struct census *census, const char *s, const char *end)
{
    const struct line line = split(s, end);
    const char *p = line.text;
    size_t tabs = 0;
    double value;

    for (const char *at = s; at < end; at++)
        tabs += *at == '\t';
    census->same_tabs = census->lines == 0 || (census->same_tabs && tabs == census->tabs);
    census->tabs = tabs;
    census->lines++;
    census->labelled += looks_labelled(&line);
    census->numeric += pt_parse_double(&p, end, &value) && (is_blank_line(p, end) || *p == ':' || *p == '\t');
    census->spaced += line.text < end && memchr(line.text, ' ', (size_t)(end - line.text)) != NULL;
}

/* Lines of `label TAB text`; columns (the same number of TABs, two or more, in every line) are not this. */
static int recognise_text(const char *bytes, size_t length, const char *name)
{
    struct census census = {0};
    const char *s = bytes, *end = bytes + length;

    (void)name;
    while (s < end && census.lines < LOOKED_AT) {
        const char *newline = memchr(s, '\n', (size_t)(end - s)), *stop = newline == NULL ? end : newline;

        if (!is_blank_line(s, stop))
            look_at_line(&census, s, stop);
        s = newline == NULL ? end : newline + 1;
    }
    if (census.lines == 0 || 10 * census.labelled < 9 * census.lines || memchr(bytes, '\0', length) != NULL)
        return 0;
    if (2 * census.numeric >= census.lines || (census.same_tabs && census.tabs > 1))
        return 0;
    return 2 * census.spaced >= census.lines ? 80 : 70;
}

const struct pt_parser pt_parser_text = {
    .recognise = recognise_text, .prepare = prepare_text, .match = match_text, .parse = parse_text,
};
