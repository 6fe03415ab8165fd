/* Records of what is not one training run: a proof, and a comparison of many runs. */
#include "base/alloc.h"
#include "record.h"

#include <math.h>
#include <string.h>

/* ---- a proof --------------------------------------------------------------------------------------- */

static void record_facts(struct pt_run *record, const ptron_certificate_facts *f)
{
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"rows", (double)f->rows}, {"features", (double)f->features}, {"classes", 2.0}, {"radius", f->radius_upper},
        {"margin_lower", f->theorem_lower}, {"margin_upper", f->theorem_upper}, {"k_max_lower", f->k_max_lower},
        {"k_max_upper", f->k_max_upper}, {"distance_lower", f->distance_lower}, {"distance_upper", f->distance_upper},
    };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        pt_run_set_number(record, numbers[i].name, numbers[i].value);
    pt_run_set_text(record, "verdict", ptron_verdict_text(f->verdict));
    pt_run_set_text(record, "decided_by", f->method == NULL ? "" : f->method);
    pt_run_set_text(record, "version", ptron_version());
}

static void record_sum(struct pt_run *record, const ptron_certificate *certificate, const ptron_dataset *set)
{
    struct pt_table *table = pt_run_add_table(record, "contradiction", "row,line,class|file,label,times");
    const char *times;
    uint64_t row;

    for (size_t i = 0; ptron_certificate_row(certificate, i, &row, &times); i++)
        pt_record_contradictor(record, table, set, row, times);
}

ptron_status ptron_run_of_certificate(const ptron_certificate *certificate, const ptron_dataset *set, ptron_run **out,
                                      ptron_error *err)
{
    ptron_certificate_facts facts = {.size = sizeof facts};

    *out = NULL;
    if (certificate == NULL || set == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a certificate and its rows are wanted");
    PT_TRY(ptron_run_new(NULL, out, err));
    ptron_certificate_describe(certificate, &facts);
    record_facts((*out)->record, &facts);
    record_sum((*out)->record, certificate, set);
    return pt_run_status((*out)->record, err);
}

/* ---- a comparison ----------------------------------------------------------------------------------- */

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
