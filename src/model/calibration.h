/* From scores to probabilities, fitted on rows that were not learned from. Two classes: one increasing curve. More, all
 * together: p = softmax(-(a s + b)), with one a (a temperature) for all classes and a b for each; isotonic: then one
 * increasing curve for all, its values divided by their sum. A row's label is then its most probable one.
 *
 * Models of old have a curve for each class, fitted apart, and the values divided by their sum; their labels follow the
 * scores. They answer as they did. */
#ifndef PT_MODEL_CALIBRATION_H
#define PT_MODEL_CALIBRATION_H

#include "base/buffer.h"
#include "base/param.h"

#define PT_CALIBRATION_MAP(X) X(SIGMOID, "sigmoid") X(ISOTONIC, "isotonic")
enum pt_calibration_kind { PT_CALIBRATION_MAP(PT_CHOICE_NAME) PT_N_CALIBRATIONS };

struct pt_curve {
    double  a, b;        /* sigmoid: p = 1/(1 + exp(a score + b)) (Platt 1999) */
    double *score, *p;   /* isotonic: [n] corners, both rising; straight lines between, flat beyond */
    size_t  n;
};

struct pt_calibration {
    enum pt_calibration_kind kind;
    bool     joint;            /* false: a model of old */
    struct pt_curve *curves;   /* [n_vectors]; of many joint classes the first has the corners */
    uint32_t n_vectors;
};

ptron_status pt_calibration_new(enum pt_calibration_kind kind, uint32_t n_vectors, struct pt_calibration **out,
                                ptron_error *err);
/* Of scores that are log odds: p = 1/(1 + exp(-score)); more classes: these, divided by their sum. Labels follow the
 * scores. */
ptron_status pt_calibration_of_log_odds(uint32_t n_vectors, struct pt_calibration **out, ptron_error *err);
void         pt_calibration_free(struct pt_calibration *calibration);   /* NULL is fine */
const char  *pt_calibration_name(const struct pt_calibration *calibration);   /* NULL: "none" */

/* scores [n_vectors] -> probabilities [classes]: two when there is one vector. */
void pt_calibration_apply(const struct pt_calibration *calibration, const double *scores, double *probabilities);
/* The softmax of many joint classes; probabilities may be the scores. */
void pt_calibration_softmax(const struct pt_calibration *calibration, const double *scores, double *probabilities);
double pt_rising(double z);   /* 1/(1 + e^-z) without overflow */

void         pt_calibration_save(const struct pt_calibration *calibration, struct pt_buffer *out);
ptron_status pt_calibration_load(uint32_t n_vectors, struct pt_cursor *in, struct pt_calibration **out,
                                 ptron_error *err);

#endif
