/* The record of a comparison of many runs. */
#include "record.h"

#include <math.h>
#include <string.h>

ptron_status ptron_run_of_results(const ptron_result *results, const char *const *ways, size_t n, ptron_run **out,
                                  ptron_error *err)
{
    struct pt_table *table;
    double way = -1.0;

    *out = NULL;
    if (results == NULL || ways == NULL || n == 0)
        return pt_fail(err, PTRON_ARGUMENT, "results and their ways are wanted");
    PT_TRY(ptron_run_new(NULL, out, err));
    table = pt_run_add_table((*out)->record, "runs", "way,updates,epochs,margin,error,seed|name");
    for (size_t i = 0; i < n; i++) {
        const ptron_result *r = &results[i];
        if (i == 0 || strcmp(ways[i], ways[i - 1]) != 0)
            way += 1.0;
        pt_run_add_row((*out)->record, table,
                       (const double[]){way, (double)r->updates, (double)r->epochs, r->margin_lower,
                                        isnan(r->holdout_error) ? r->train_error : r->holdout_error, (double)r->seed},
                       &ways[i]);
    }
    pt_run_set_number((*out)->record, "rows", (double)results[0].rows);
    pt_run_set_text((*out)->record, "version", ptron_version());
    return pt_run_status((*out)->record, err);
}
