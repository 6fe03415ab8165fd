/* Label texts and the classes they stand for.
 *
 * Texts are numbered in the order they came (a reader writes those numbers into rows while it fits). When
 * all rows are read, pt_labels_assign_classes sorts them into classes: two texts make class 0 (negative) and 1
 * (positive) in sorted order, numbers by value, unless they are a known pair (pt_label_pair); `positive` makes one text
 * class 1 and all others class 0. Texts that are numbers of equal value ("1", "+1", "1.0") are one class, named by the
 * first spelling. From then on rows carry classes, and texts not known then are PT_UNKNOWN_LABEL. */
#ifndef PT_RECIPE_LABELS_H
#define PT_RECIPE_LABELS_H

#include "base/dict.h"

struct pt_labels {
    struct pt_dict texts;      /* every label text seen in training */
    uint32_t *class_of;        /* [texts.count] class of each text; NULL: not yet assigned */
    struct pt_dict classes;    /* class names, in class order */
};

void pt_labels_init(struct pt_labels *labels);
void pt_labels_fini(struct pt_labels *labels);
ptron_status pt_labels_copy(struct pt_labels *to, const struct pt_labels *from, ptron_error *err);

/* positive: the label to be class 1; NULL or empty: none. Fails when `positive` names none of the texts. */
ptron_status pt_labels_assign_classes(struct pt_labels *labels, const char *positive, ptron_error *err);

/* The same while texts are still coming: `positive` may not have come yet, and the numbers of classes change
 * when one comes late that is not `expected` (NULL: none is). Those that are have a class before they come. */
ptron_status pt_labels_assign_so_far(struct pt_labels *labels, const char *positive, const struct pt_dict *expected,
                                     ptron_error *err);

/* Whether two labels are a pair of which one is known to be the positive, in any case: yes and no, true and false,
 * + and -, positive and negative, spam and ham. 1: the second is; -1: the first is; 0: no such pair. */
int pt_label_pair(const char *a, size_t a_length, const char *b, size_t b_length);

/* Class of a label text, once classes are assigned: PT_UNKNOWN_LABEL when it is not known. */
uint32_t pt_labels_class(const struct pt_labels *labels, const char *text, size_t length);
/* Whether the class is one label, in however many spellings, and not several lumped together by `positive`. */
bool     pt_labels_is_one(const struct pt_labels *labels, uint32_t number);

#endif
