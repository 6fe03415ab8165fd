/* The record of a comparison of many runs. */
#include "record/record.h"
#include "base/sized.h"

#include <math.h>
#include <string.h>

ptron_status ptron_run_of_results(const ptron_result *const *results, const char *const *ways, size_t n,
                                  ptron_run **out, ptron_error *err)
{
    ptron_run *run;
    ptron_result r;
    double way = -1.0;
    bool held_out = true;

    if (out == NULL || results == NULL || ways == NULL || n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "results, their ways and a place for the run are wanted");
    *out = NULL;
    for (size_t i = 0; i < n; i++)
        if (results[i] == NULL || ways[i] == NULL || pt_size_of(results[i]) == 0)
            return pt_fail(err, PTRON_ARGUMENT, "result %zu has no size or no way", i);
    PT_TRY(ptron_run_new(NULL, &run, err));
    for (size_t i = 0; i < n; i++) {
        pt_take_sized(results[i], &r, sizeof r, NULL);
        if (i == 0)
            pt_record_set_number(run->record, PT_NUMBER_rows, (double)r.rows);
        if (i == 0 || strcmp(ways[i], ways[i - 1]) != 0)
            way += 1.0;
        held_out = held_out && !isnan(r.holdout_error);
        PT_ADD_ROW(run->record, runs, .way = way, .updates = (double)r.updates, .epochs = (double)r.epochs,
                   .margin = r.margin_lower, .distance = r.distance, .seed = (double)r.seed, .name = ways[i],
                   .error = isnan(r.holdout_error) ? r.train_error : r.holdout_error);
    }
    pt_record_set_number(run->record, PT_NUMBER_runs_held_out, held_out);
    pt_record_set_text(run->record, PT_TEXT_version, ptron_version());
    return pt_run_give(run, pt_record_status(run->record, err), out);
}
