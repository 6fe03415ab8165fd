/* Reads the text of a certificate, line by line in the order of the specification.
 *
 * The invariant: no byte outside the text is looked at; a count is held against the bytes that are left before memory
 * is taken for it; each claim has one spelling (no sign or zero in front, nothing escaped that need not be, one space),
 * so that what was read is what stands there. Of a text with anything wrong in it nothing is used but the reason, that
 * of the first. Every number of a row or feature is below of_rows or of_features, a bias where there is one. */
#include "verify/verify_claim.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/reserve.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { EXPONENT_MOST = 400, DECIMAL_MOST = 40, DIGITS_MOST = 1000000 };

struct text {
    const char *start, *at, *end;   /* the lines not yet read */
    const char *word, *stop;        /* what is left of the line at hand */
    uint64_t    line;
    bool        bad, no_memory;
    char       *reason;
};

static void refuse(struct text *t, const char *format, ...) PT_PRINTF(2, 3);

static void refuse(struct text *t, const char *format, ...)
{
    va_list arguments;

    if (t->bad)
        return;
    t->bad = true;
    va_start(arguments, format);
    const int n = snprintf(t->reason, PT_CLAIM_REASON, "line %llu: ", (unsigned long long)t->line);
    vsnprintf(t->reason + n, PT_CLAIM_REASON - (size_t)n, format, arguments);
    va_end(arguments);
}

static void next_line(struct text *t)
{
    const char *stop = t->at == t->end ? NULL : memchr(t->at, '\n', (size_t)(t->end - t->at));

    t->line++;
    if (stop == NULL) {
        refuse(t, "the certificate ends too early");
        t->word = t->stop = t->end;
        return;
    }
    t->word = t->at;
    t->stop = stop;
    t->at = stop + 1;
}

/* The next word of the line; words are parted by exactly one space. */
static size_t next_word(struct text *t, const char **word)
{
    const char *space = t->word == t->stop ? NULL : memchr(t->word, ' ', (size_t)(t->stop - t->word));
    const size_t length = (size_t)((space == NULL ? t->stop : space) - t->word);

    *word = t->word;
    t->word += length;
    if (space != NULL)
        t->word++;
    if (length == 0)
        refuse(t, "a word is missing");
    if (space != NULL && t->word == t->stop)
        refuse(t, "the line ends in a space");
    return length;
}

static bool word_is(const char *word, size_t length, const char *wanted)
{
    return length == strlen(wanted) && memcmp(word, wanted, length) == 0;
}

static void expect(struct text *t, const char *wanted)
{
    const char *word;
    const size_t length = next_word(t, &word);

    if (!word_is(word, length, wanted))
        refuse(t, "'%s' was expected", wanted);
}

static void end_of_line(struct text *t)
{
    if (t->word != t->stop)
        refuse(t, "the line is too long");
}

/* One of two words: true for the first. */
static bool choice(struct text *t, const char *name, const char *first, const char *second)
{
    const char *word;

    next_line(t);
    expect(t, name);
    const size_t length = next_word(t, &word);
    const bool is_first = word_is(word, length, first);
    if (!is_first && !word_is(word, length, second))
        refuse(t, "%s is '%s' or '%s'", name, first, second);
    end_of_line(t);
    return is_first;
}

static uint64_t count(struct text *t)
{
    const char *word, *p;
    const size_t length = next_word(t, &word);
    uint64_t value = 0;

    p = word;
    if (!pt_parse_u64(&p, word + length, &value) || p != word + length || (*word == '0' && length > 1))
        refuse(t, "a whole number was expected");
    return value;
}

/* [-]digits, no zero in front, into `value`. */
static void integer(struct text *t, mpz_t value)
{
    const char *word;
    const size_t length = next_word(t, &word);
    const size_t sign = length > 0 && *word == '-';
    char *copy;

    for (size_t k = sign; k < length; k++)
        if (word[k] < '0' || word[k] > '9')
            refuse(t, "a whole number was expected");
    if (length == sign || (word[sign] == '0' && length > 1))
        refuse(t, "a whole number was expected");
    if (length - sign > DIGITS_MOST)
        refuse(t, "a number has more than %d digits", DIGITS_MOST);
    if (t->bad)
        return;
    copy = pt_copy_text(word, length);
    if (copy != NULL)
        mpz_set_str(value, copy, 10);
    t->no_memory = t->no_memory || copy == NULL || pt_reserve_used();
    pt_release(copy);
}

/* digits [. digits] [e [-] digits] as a fraction. */
static bool decimal(const char *word, size_t length, mpq_t value)
{
    char digits[DECIMAL_MOST + 1];
    size_t n = 0, decimals = 0, k = 0;
    bool point = false, minus = false;
    uint64_t exponent = 0;

    for (; k < length && (word[k] == '.' || (word[k] >= '0' && word[k] <= '9')); k++) {
        if (word[k] == '.' ? point || n == 0 : n == DECIMAL_MOST)
            return false;
        point = point || word[k] == '.';
        if (word[k] != '.') {
            digits[n++] = word[k];
            decimals += point;
        }
    }
    if (k < length && word[k] == 'e') {
        const char *p = word + k + 1;
        minus = p < word + length && *p == '-';
        p += minus;
        if (!pt_parse_u64(&p, word + length, &exponent) || exponent > EXPONENT_MOST)
            return false;
        k = (size_t)(p - word);
    }
    if (n == 0 || k != length)
        return false;
    digits[n] = '\0';
    mpz_set_str(mpq_numref(value), digits, 10);
    mpz_ui_pow_ui(mpq_denref(value), 10, (unsigned long)(decimals + (minus ? exponent : 0)));
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)(minus ? 0 : exponent));
    mpz_mul(mpq_numref(value), mpq_numref(value), power);
    mpz_clear(power);
    mpq_canonicalize(value);
    return true;
}

static void range(struct text *t, const char *name, struct pt_claim_range *out)
{
    next_line(t);
    expect(t, name);
    for (int side = 0; side < 2; side++) {
        const char *word;
        const size_t length = next_word(t, &word);

        out->has[side] = !word_is(word, length, "none");
        if (out->has[side] && !decimal(word, length, out->value[side]))
            refuse(t, "a decimal or 'none' was expected");
    }
    end_of_line(t);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void label(struct text *t, const char *name, char **out)
{
    size_t n = 0;

    next_line(t);
    expect(t, name);
    *out = pt_zeroed((size_t)(t->stop - t->word) + 1, 1);
    t->no_memory = t->no_memory || *out == NULL;
    for (const char *p = t->word; p < t->stop && *out != NULL; p++) {
        if (*p == '%' && (t->stop - p < 3 || hex_digit(p[1]) < 0 || hex_digit(p[2]) < 0)) {
            refuse(t, "a label has a bad %% in it");
            return;
        }
        const bool escaped = *p == '%';
        const int byte = escaped ? hex_digit(p[1]) * 16 + hex_digit(p[2]) : (unsigned char)*p;
        if (byte == 0) {   /* the label would end here, and be another one */
            refuse(t, "a label has a NUL in it");
            return;
        }
        if (escaped != (byte < 32 || byte == '%')) {
            refuse(t, "a label has a byte that is %s", escaped ? "written in hex for nothing" : "not written in hex");
            return;
        }
        (*out)[n++] = (char)byte;
        p += escaped ? 2 : 0;
    }
}

static bool line_is(const struct text *t, const char *name)
{
    const size_t length = strlen(name);

    return (size_t)(t->end - t->at) > length && memcmp(t->at, name, length) == 0 && t->at[length] == ' ';
}

static uint64_t counted(struct text *t, const char *name)
{
    next_line(t);
    expect(t, name);
    const uint64_t value = count(t);
    end_of_line(t);
    return value;
}

/* `positive LABEL`, or `classes K` and K lines `label LABEL`. */
static void labels(struct text *t, struct pt_claim *claim)
{
    const bool all = line_is(t, "classes");
    const uint64_t n = all ? counted(t, "classes") : 1;

    if (all && (n < 2 || n > (uint64_t)(t->end - t->at) / 8))   /* a line has eight bytes */
        refuse(t, "classes are two at least, each with a line");
    if (t->bad)
        return;
    claim->labels = pt_zeroed((size_t)n, sizeof *claim->labels);
    if (claim->labels == NULL) {
        t->no_memory = true;
        return;
    }
    claim->classes = all ? n : 0;
    for (uint64_t k = 0; k < n && !t->bad && !t->no_memory; k++)
        label(t, all ? "label" : "positive", &claim->labels[k]);
}

/* What the lists will number. */
static void shape(struct text *t, struct pt_claim *claim)
{
    const uint64_t most = UINT32_MAX, k = claim->classes, width = claim->features + claim->bias;

    claim->of_rows = claim->rows;
    claim->of_features = claim->features;
    claim->of_bias = claim->bias;
    if (k == 0)
        return;
    if (claim->features >= most || claim->rows > most / (k - 1) || width > most / k) {
        refuse(t, "rows and features for so many classes are too many");
        return;
    }
    claim->of_rows = claim->rows * (k - 1);
    claim->of_features = width * k;
    claim->of_bias = false;
}

static void hash_text(struct text *t, const char *name, char *out)
{
    const char *word;

    next_line(t);
    expect(t, name);
    const size_t length = next_word(t, &word);
    if (length != PT_SHA256_TEXT)
        refuse(t, "64 digits were expected");
    else
        memcpy(out, word, length);
    end_of_line(t);
}

static uint64_t feature(struct text *t, const struct pt_claim *claim)
{
    if (t->stop - t->word >= 4 && memcmp(t->word, "bias", 4) == 0) {
        expect(t, "bias");
        if (!claim->of_bias)
            refuse(t, "there is no bias");
        return claim->of_features;
    }
    const uint64_t number = count(t);
    if (number < 1 || number > claim->of_features)
        refuse(t, "there is no such feature");
    return number - 1;
}

static uint64_t row(struct text *t, const struct pt_claim *claim)
{
    const uint64_t number = count(t);

    if (number < 1 || number > claim->of_rows)
        refuse(t, "there is no such row");
    return number - 1;
}

static void sign(struct text *t, mpz_t value)
{
    const char *word;
    const size_t length = next_word(t, &word);
    const bool minus = word_is(word, length, "-");

    if (!minus && !word_is(word, length, "+"))
        refuse(t, "+ or - was expected");
    mpz_set_si(value, minus ? -1 : 1);
}

static const struct section {
    const char *name;
    bool features;     /* else rows */
    bool positive;     /* the whole numbers are above 0 */
    bool some;         /* a list of none proves nothing */
} sections[PT_N_CLAIM_SECTIONS] = {
    [PT_CLAIM_PEEL] = {"peel", true, false, true},
    [PT_CLAIM_WEIGHTS] = {"weights", true, false, true},
    [PT_CLAIM_THEOREM] = {"theorem-rows", false, true, true},
    [PT_CLAIM_DISTANCE] = {"distance-rows", false, true, true},
    [PT_CLAIM_CONTRADICTION] = {"contradiction", false, true, true},
    [PT_CLAIM_BOUNDARY] = {"boundary", true, false, true},
    [PT_CLAIM_FORCED] = {"forced", false, true, false},
};

static bool list_init(struct pt_claim_list *list, uint64_t n, bool lines)
{
    list->id = pt_zeroed((size_t)n, sizeof *list->id);
    list->by = pt_zeroed((size_t)n, sizeof *list->by);
    list->line = lines ? pt_zeroed((size_t)n, sizeof *list->line) : NULL;
    if (list->id == NULL || list->by == NULL || (lines && list->line == NULL))
        return false;
    for (; list->n < n; list->n++)
        mpz_init(list->by[list->n]);
    return true;
}

static void entry(struct text *t, const struct pt_claim *claim, int which, struct pt_claim_list *list, size_t k)
{
    next_line(t);
    list->id[k] = sections[which].features ? feature(t, claim) : row(t, claim);
    if (which == PT_CLAIM_PEEL)
        sign(t, list->by[k]);
    else
        integer(t, list->by[k]);
    if (list->line != NULL)
        list->line[k] = count(t);
    end_of_line(t);
    if (which != PT_CLAIM_PEEL && k > 0 && list->id[k] <= list->id[k - 1])
        refuse(t, "rows and features must increase");
    if (sections[which].positive && mpz_sgn(list->by[k]) <= 0)
        refuse(t, "a multiplier must be above 0");
}

static void section(struct text *t, struct pt_claim *claim, int which)
{
    struct pt_claim_list *list = &claim->list[which];
    const char *name = sections[which].name;

    if (t->bad || !line_is(t, name))
        return;
    if (claim->classes > 0 && which == PT_CLAIM_DISTANCE)   /* rows held against rivals have no two sides */
        refuse(t, "all labels at once have no distance");
    next_line(t);
    expect(t, name);
    const uint64_t n = count(t);
    if (which == PT_CLAIM_BOUNDARY)
        list->on = count(t);
    if (which == PT_CLAIM_FORCED)
        integer(t, claim->common);
    end_of_line(t);
    if (mpz_sgn(claim->common) < 0)
        refuse(t, "a multiplier must be above 0");
    if (n == 0 && sections[which].some)
        refuse(t, "a list of nothing proves nothing");
    if (n > (uint64_t)(t->end - t->at) / 4)   /* the shortest line has four bytes */
        refuse(t, "it has fewer lines than that");
    if (t->bad)
        return;
    list->there = true;
    if (!list_init(list, n, which == PT_CLAIM_CONTRADICTION))
        t->no_memory = true;
    for (size_t k = 0; k < list->n && !t->bad && !t->no_memory; k++)
        entry(t, claim, which, list, k);
}

static void ending(struct text *t)
{
    const char *before = t->at;
    char claimed[PT_SHA256_TEXT + 1] = "", true_hash[PT_SHA256_TEXT + 1];
    struct pt_sha256 hash;

    hash_text(t, "end", claimed);
    pt_sha256_init(&hash);
    pt_sha256_add(&hash, t->start, (size_t)(before - t->start));
    pt_sha256_text(&hash, true_hash);
    if (memcmp(claimed, true_hash, PT_SHA256_TEXT) != 0)
        refuse(t, "the checksum is wrong");
    if (t->at != t->end)
        refuse(t, "something follows the end");
}

static void read_all(struct text *t, struct pt_claim *claim)
{
    static const char *const names[PT_N_BOUNDS] = {"radius", "theorem", "distance", "k_max"};

    next_line(t);
    expect(t, "perceptron");
    expect(t, "certificate");
    expect(t, "1");
    end_of_line(t);
    claim->decimal = choice(t, "values", "decimal", "binary");
    claim->bias = choice(t, "bias", "yes", "no");
    labels(t, claim);
    claim->rows = counted(t, "rows");
    claim->features = counted(t, "features");
    shape(t, claim);
    hash_text(t, "fingerprint", claim->fingerprint);
    claim->separable = choice(t, "verdict", "separable", "not-separable");
    for (int k = 0; k < PT_N_BOUNDS; k++)
        range(t, names[k], &claim->range[k]);
    if (claim->classes > 0 && (claim->range[PT_BOUND_DISTANCE].has[0] || claim->range[PT_BOUND_DISTANCE].has[1]))
        refuse(t, "all labels at once have no distance");
    for (int k = 0; k < PT_N_CLAIM_SECTIONS; k++)
        section(t, claim, k);
    ending(t);
}

ptron_status pt_claim_read(struct pt_claim *claim, const char *text, size_t length, bool *good,
                           char reason[PT_CLAIM_REASON], ptron_error *err)
{
    struct text t = {.start = text, .at = text, .end = text + length, .reason = reason};

    *claim = (struct pt_claim){0};
    mpz_init(claim->common);
    for (int k = 0; k < PT_N_BOUNDS; k++)
        for (int side = 0; side < 2; side++)
            mpq_init(claim->range[k].value[side]);
    reason[0] = '\0';
    read_all(&t, claim);
    *good = !t.bad && !t.no_memory;
    if (!t.no_memory)
        return PTRON_OK;
    pt_claim_fini(claim);
    return pt_fail_memory(err, length, "a certificate");
}

void pt_claim_fini(struct pt_claim *claim)
{
    for (int k = 0; k < PT_N_BOUNDS; k++)
        for (int side = 0; side < 2; side++)
            mpq_clear(claim->range[k].value[side]);
    for (int k = 0; k < PT_N_CLAIM_SECTIONS; k++) {
        struct pt_claim_list *list = &claim->list[k];
        for (size_t i = 0; i < list->n; i++)
            mpz_clear(list->by[i]);
        pt_release(list->id);
        pt_release(list->by);
        pt_release(list->line);
    }
    for (uint64_t k = 0; claim->labels != NULL && k < (claim->classes > 0 ? claim->classes : 1); k++)
        pt_release(claim->labels[k]);
    pt_release(claim->labels);
    mpz_clear(claim->common);
    *claim = (struct pt_claim){0};
}
