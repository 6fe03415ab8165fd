/* Label texts into classes.
 *
 * Order of classes: numbers first, by value, then other texts by their bytes. Texts that are numbers of
 * equal value are one class. Two classes that are a known pair stand with the negative first. With `positive` there are
 * two classes: that label, and all the others. */
#include "recipe/labels.h"
#include "base/alloc.h"
#include "base/number.h"
#include "base/printable.h"
#include "base/word.h"
#include "rows/row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct ranked {            /* one text, with what it is sorted by */
    const char *text;
    size_t      length;
    double      value;     /* meaningful when is_number */
    bool        is_number;
    uint32_t    id;
};

void pt_labels_init(struct pt_labels *labels)
{
    pt_dict_init(&labels->texts);
    pt_dict_init(&labels->classes);
    labels->class_of = NULL;
}

void pt_labels_fini(struct pt_labels *labels)
{
    pt_dict_fini(&labels->texts);
    pt_dict_fini(&labels->classes);
    pt_release(labels->class_of);
    pt_labels_init(labels);
}

ptron_status pt_labels_copy(struct pt_labels *to, const struct pt_labels *from, ptron_error *err)
{
    const size_t n = from->texts.count;
    ptron_status status;

    pt_labels_init(to);
    status = pt_dict_copy(&to->texts, &from->texts, err);
    if (status == PTRON_OK)
        status = pt_dict_copy(&to->classes, &from->classes, err);
    if (status == PTRON_OK && from->class_of != NULL) {
        to->class_of = pt_array(n, sizeof *to->class_of);
        if (to->class_of == NULL)
            status = pt_fail_memory(err, n * sizeof *to->class_of, "labels");
        else if (n > 0)
            memcpy(to->class_of, from->class_of, n * sizeof *to->class_of);
    }
    if (status != PTRON_OK)
        pt_labels_fini(to);
    return status;
}

/* Whether the whole text is one finite number. */
static bool read_number(const char *text, size_t length, double *value)
{
    const char *p = text, *end = text + length;

    return pt_parse_double(&p, end, value) && p == end && isfinite(*value);
}

static struct ranked rank_of(const char *text, size_t length, uint32_t id)
{
    struct ranked rank = {.text = text, .length = length, .id = id};

    rank.is_number = read_number(text, length, &rank.value);
    return rank;
}

/* The order of classes: numbers, then other texts by their bytes; equal numbers compare equal. */
static int compare(const struct ranked *a, const struct ranked *b)
{
    const size_t n = a->length < b->length ? a->length : b->length;
    const int order = n == 0 ? 0 : memcmp(a->text, b->text, n);

    if (a->is_number != b->is_number)
        return a->is_number ? -1 : 1;
    if (a->is_number)
        return (a->value > b->value) - (a->value < b->value);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

int pt_label_pair(const char *a, size_t a_length, const char *b, size_t b_length)
{
    static const char *const pairs[][2] = {{"no", "yes"}, {"n", "y"}, {"false", "true"}, {"-", "+"},
                                           {"negative", "positive"}, {"neg", "pos"}, {"ham", "spam"}};

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pt_same_word(a, a_length, pairs[i][0]) && pt_same_word(b, b_length, pairs[i][1]))
            return 1;
        if (pt_same_word(a, a_length, pairs[i][1]) && pt_same_word(b, b_length, pairs[i][0]))
            return -1;
    }
    return 0;
}

static int compare_then_id(const void *left, const void *right)   /* total, so that any qsort gives the same */
{
    const struct ranked *a = left, *b = right;
    const int order = compare(a, b);

    return order != 0 ? order : (a->id > b->id) - (a->id < b->id);
}

/* Texts that came, and after them, by number, those that are expected. */
static struct ranked *sorted_texts(const struct pt_dict *texts, const struct pt_dict *expected, ptron_error *err)
{
    const uint32_t n = texts->count + (expected == NULL ? 0 : expected->count);
    struct ranked *ranks = pt_array(n, sizeof *ranks);

    if (ranks == NULL) {
        pt_fail_memory(err, n * sizeof *ranks, "labels");
        return NULL;
    }
    for (uint32_t id = 0; id < n; id++) {
        size_t length;
        const char *text = id < texts->count ? pt_dict_text(texts, id, &length)
                                             : pt_dict_text(expected, id - texts->count, &length);
        ranks[id] = rank_of(text, length, id);
    }
    if (n > 1)
        qsort(ranks, n, sizeof *ranks, compare_then_id);
    if (n == 2 && pt_label_pair(ranks[0].text, ranks[0].length, ranks[1].text, ranks[1].length) < 0) {
        const struct ranked first = ranks[0];

        ranks[0] = ranks[1];
        ranks[1] = first;
    }
    return ranks;
}

static ptron_status add_class(struct pt_labels *labels, const char *name, size_t length, ptron_error *err)
{
    return pt_dict_add(&labels->classes, name, length) == PT_DICT_NONE ? pt_fail_memory(err, length, "a label")
                                                                       : PTRON_OK;
}

/* One class for each group of equal texts, in order. */
static ptron_status assign_all(struct pt_labels *labels, const struct ranked *ranks, size_t n, ptron_error *err)
{
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || compare(&ranks[i - 1], &ranks[i]) != 0)
            PT_TRY(add_class(labels, ranks[i].text, ranks[i].length, err));
        if (ranks[i].id < labels->texts.count)
            labels->class_of[ranks[i].id] = labels->classes.count - 1;
    }
    return PTRON_OK;
}

static const char *ranked_name(const void *context, size_t i, size_t *length)
{
    const struct ranked *rank = (const struct ranked *)context + i;

    *length = rank->length;
    return rank->text;
}

/* What class 0 is called: the only other label, else "rest", else "not LABEL". */
static ptron_status name_rest(struct pt_labels *labels, const struct ranked *other, bool only,
                              const struct ranked *positive, ptron_error *err)
{
    static const char rest[] = "rest", not[] = "not ";
    char *name;
    ptron_status status;

    if (only)
        return add_class(labels, other->text, other->length, err);
    if (pt_dict_find(&labels->texts, rest, sizeof rest - 1) == PT_DICT_NONE)
        return add_class(labels, rest, sizeof rest - 1, err);
    name = pt_array(1, sizeof not + positive->length);
    if (name == NULL)
        return pt_fail_memory(err, positive->length, "a label");
    memcpy(name, not, sizeof not - 1);
    memcpy(name + sizeof not - 1, positive->text, positive->length);
    status = add_class(labels, name, sizeof not - 1 + positive->length, err);
    pt_release(name);
    return status;
}

static ptron_status choose_positive(struct pt_labels *labels, const struct ranked *ranks, const char *positive,
                                    bool so_far, ptron_error *err)
{
    const struct ranked wanted = rank_of(positive, strlen(positive), 0);
    const struct ranked *found = NULL, *other = NULL;
    const size_t n = labels->texts.count;
    char list[160];
    bool only = false;

    for (size_t i = 0; i < n; i++) {
        const bool same = compare(&ranks[i], &wanted) == 0;

        if (same && found == NULL)
            found = &ranks[i];
        if (!same) {
            only = other == NULL || (only && compare(other, &ranks[i]) == 0);
            other = other == NULL ? &ranks[i] : other;
        }
        labels->class_of[ranks[i].id] = same ? 1 : 0;
    }
    if (found == NULL && so_far)
        found = &wanted;
    if (found == NULL) {
        pt_printable_list(list, sizeof list, ranked_name, ranks, n);
        return pt_detail(err, PTRON_DETAIL_LABEL_UNKNOWN,
                         pt_fail(err, PTRON_ARGUMENT, "no row is labelled '%s'%s%s",
                                 pt_printable(positive, strlen(positive)).text, n == 0 ? "" : "; labels are ", list));
    }
    PT_TRY(name_rest(labels, other, only, found, err));
    return add_class(labels, found->text, found->length, err);
}

static ptron_status assign(struct pt_labels *labels, const char *positive, bool so_far, const struct pt_dict *expected,
                           ptron_error *err)
{
    const bool all = positive == NULL || *positive == '\0';
    struct ranked *ranks = sorted_texts(&labels->texts, all ? expected : NULL, err);
    ptron_status status;

    if (ranks == NULL)
        return PTRON_NOMEM;
    pt_release(labels->class_of);
    pt_dict_clear(&labels->classes);
    labels->class_of = pt_array(labels->texts.count, sizeof *labels->class_of);
    if (labels->class_of == NULL)
        status = pt_fail_memory(err, labels->texts.count * sizeof *labels->class_of, "labels");
    else if (all)
        status = assign_all(labels, ranks, labels->texts.count + (expected == NULL ? 0 : expected->count), err);
    else
        status = choose_positive(labels, ranks, positive, so_far, err);
    if (status != PTRON_OK) {
        pt_release(labels->class_of);
        labels->class_of = NULL;
        pt_dict_clear(&labels->classes);
    }
    pt_release(ranks);
    return status;
}

ptron_status pt_labels_assign_classes(struct pt_labels *labels, const char *positive, ptron_error *err)
{
    return assign(labels, positive, false, NULL, err);
}

ptron_status pt_labels_assign_so_far(struct pt_labels *labels, const char *positive, const struct pt_dict *expected,
                                     ptron_error *err)
{
    return assign(labels, positive, true, expected, err);
}

uint32_t pt_labels_class(const struct pt_labels *labels, const char *text, size_t length)
{
    const uint32_t known = pt_dict_find(&labels->texts, text, length);
    double value, other;

    if (known != PT_DICT_NONE)
        return labels->class_of[known];
    if (!read_number(text, length, &value))
        return PT_UNKNOWN_LABEL;
    for (uint32_t id = 0; id < labels->texts.count; id++) {   /* a new spelling of a number that training saw */
        const char *spelling = pt_dict_text(&labels->texts, id, &length);
        if (read_number(spelling, length, &other) && other == value)
            return labels->class_of[id];
    }
    return PT_UNKNOWN_LABEL;
}

bool pt_labels_is_one(const struct pt_labels *labels, uint32_t number)
{
    struct ranked first = {0};
    bool any = false;

    for (uint32_t id = 0; id < labels->texts.count; id++) {
        size_t length;
        const char *text = pt_dict_text(&labels->texts, id, &length);
        const struct ranked one = rank_of(text, length, id);

        if (labels->class_of[id] != number)
            continue;
        if (any && compare(&first, &one) != 0)
            return false;
        first = one;
        any = true;
    }
    return any;
}
