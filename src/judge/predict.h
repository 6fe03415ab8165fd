/* Scores and classes for the rows of a set. Rows are cut into slices of a fixed size, never by threads. */
#ifndef PT_JUDGE_PREDICT_H
#define PT_JUDGE_PREDICT_H

#include "model/model.h"
#include "sets/dataset.h"

enum { PT_SLICE_ROWS = 4096 };

static inline size_t pt_slices(uint64_t n_rows)
{
    return (size_t)((n_rows + PT_SLICE_ROWS - 1) / PT_SLICE_ROWS);
}

static inline uint64_t pt_slice_from(size_t slice)
{
    return (uint64_t)slice * PT_SLICE_ROWS;
}

static inline uint64_t pt_slice_to(uint64_t n_rows, size_t slice)
{
    const uint64_t to = pt_slice_from(slice) + PT_SLICE_ROWS;

    return to < n_rows ? to : n_rows;
}

/* scores [rows][model->n_vectors] and classes [rows] may each be NULL. */
ptron_status pt_predict(const ptron_model *model, const ptron_dataset *set, double threshold, double *scores,
                        uint32_t *classes, ptron_error *err);

/* probabilities [rows][classes]; the model has a calibration. */
ptron_status pt_predict_probabilities(const ptron_model *model, const ptron_dataset *set, double *probabilities,
                                      ptron_error *err);

#endif
