/* NumPy's .npy, versions 1 to 3: a magic, a version, the header's length, and the header, which is a Python
 * dictionary as text:  {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } */
#include "read/array/array.h"
#include "base/number.h"
#include "base/printable.h"

#include <assert.h>
#include <string.h>

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

bool pt_array_is_npy(const char *bytes, size_t length)
{
    return length >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

struct scan {   /* the text of the header */
    const char *at, *end;
};

static void skip_space(struct scan *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\t'))
        scan->at++;
}

static bool take_char(struct scan *scan, char c)
{
    skip_space(scan);
    if (scan->at == scan->end || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

/* 'text' or "text"; no escapes occur. */
static bool take_text(struct scan *scan, const char **text, size_t *length)
{
    const char *close;
    char quote;

    skip_space(scan);
    if (scan->at == scan->end || (*scan->at != '\'' && *scan->at != '"'))
        return false;
    quote = *scan->at++;
    close = memchr(scan->at, quote, (size_t)(scan->end - scan->at));
    if (close == NULL)
        return false;
    *text = scan->at;
    *length = (size_t)(close - scan->at);
    scan->at = close + 1;
    return true;
}

static bool take_word(struct scan *scan, const char *word)
{
    const size_t n = strlen(word);

    skip_space(scan);
    if ((size_t)(scan->end - scan->at) < n || memcmp(scan->at, word, n) != 0)
        return false;
    scan->at += n;
    return true;
}

static bool take_shape(struct scan *scan, struct pt_array_head *head)
{
    if (!take_char(scan, '('))
        return false;
    while (!take_char(scan, ')')) {
        uint64_t n;
        if (!pt_parse_u64(&scan->at, scan->end, &n))
            return false;
        if (head->n_dims < PT_ARRAY_DIMS)
            head->dims[head->n_dims] = n;
        head->n_dims++;
        take_char(scan, 'L');   /* as Python 2 wrote it */
        if (!take_char(scan, ',') && (skip_space(scan), scan->at == scan->end || *scan->at != ')'))
            return false;
    }
    return true;
}

/* "<f8": byte order, kind, bytes (characters for U). */
static ptron_status read_type(const char *text, size_t length, struct pt_array_head *head, ptron_error *err)
{
    static const char known[] = "b1 i1 i2 i4 i8 u1 u2 u4 u8 f4 f8";
    const char *at = text + 1, *end = text + length;
    uint64_t n;

    if (length >= 3 && strchr("<>|=", text[0]) != NULL) {
        head->big_endian = text[0] == '>';
        head->kind = *at++;
        if (pt_parse_u64(&at, end, &n) && at == end && n < UINT32_MAX) {
            head->item = (size_t)n * (head->kind == 'U' ? 4 : 1);
            if ((head->kind == 'S' || head->kind == 'U') && n > 0)
                return PTRON_OK;
            for (size_t k = 0; k < sizeof known; k += 3)
                if (known[k] == head->kind && (uint64_t)(known[k + 1] - '0') == n)
                    return PTRON_OK;
        }
    }
    return pt_fail(err, PTRON_DATA, "has items of type '%s'; known are bool, integers, float32 and float64",
                   pt_printable(text, length).text);
}

/* One entry of the dictionary. */
static ptron_status read_entry(struct scan *scan, struct pt_array_head *head, ptron_error *err)
{
    const char *key, *text;
    size_t key_length, length;

    if (take_text(scan, &key, &key_length) && take_char(scan, ':')) {
        if (key_length == 5 && memcmp(key, "descr", 5) == 0) {
            if (take_text(scan, &text, &length))
                return read_type(text, length, head, err);
            if (take_char(scan, '['))
                return pt_fail(err, PTRON_DATA, "has structured items; a plain matrix of numbers is wanted");
        }
        if (key_length == 13 && memcmp(key, "fortran_order", 13) == 0) {
            head->fortran = take_word(scan, "True");
            if (head->fortran || take_word(scan, "False"))
                return PTRON_OK;
        }
        if (key_length == 5 && memcmp(key, "shape", 5) == 0 && take_shape(scan, head))
            return PTRON_OK;
    }
    return pt_fail(err, PTRON_DATA, "has a malformed .npy header");
}

ptron_status pt_npy_head(const char *bytes, size_t length, struct pt_array_head *head, ptron_error *err)
{
    const unsigned char *b = (const unsigned char *)bytes;
    struct scan scan;
    size_t start, text;

    *head = (struct pt_array_head){.format = ".npy"};
    assert(pt_array_is_npy(bytes, length));
    if (length >= 8 && (b[6] < 1 || b[6] > 3))
        return pt_fail(err, PTRON_DATA, "is .npy version %d; 1 to 3 are known", b[6]);
    start = length >= 8 && b[6] > 1 ? 12 : 10;
    if (length < start)
        return pt_fail(err, PTRON_DATA, "ends within its .npy header");
    text = (size_t)b[8] | (size_t)b[9] << 8;
    if (start == 12)
        text |= (size_t)b[10] << 16 | (size_t)b[11] << 24;
    if (text > PT_ARRAY_HEAD - start)
        return pt_fail(err, PTRON_DATA, "has a .npy header of %zu bytes, which is too long", text);
    if (length < start + text)
        return pt_fail(err, PTRON_DATA, "ends within its .npy header");
    head->length = start + text;
    scan = (struct scan){bytes + start, bytes + start + text};
    if (!take_char(&scan, '{'))
        return pt_fail(err, PTRON_DATA, "has a malformed .npy header");
    while (!take_char(&scan, '}')) {
        PT_TRY(read_entry(&scan, head, err));
        take_char(&scan, ',');
    }
    if (head->item == 0 || head->n_dims == 0)
        return pt_fail(err, PTRON_DATA, "has a .npy header without %s", head->item == 0 ? "a type" : "a shape");
    if (head->n_dims > PT_ARRAY_DIMS)
        return pt_fail(err, PTRON_DATA, "has %zu dimensions; at most %d are read", head->n_dims, PT_ARRAY_DIMS);
    return PTRON_OK;
}
