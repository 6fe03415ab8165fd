/* What a verdict will take is known before it is begun, all but the search for the nearest point, which counts. */
#include "prove/effort.h"
#include "base/alloc.h"

#include <math.h>

static const double PASSES = 80;   /* over the values: decimals, equal rows, peeling and sweeps */
static const char *const TOO_MUCH = "it would take more work";

/* The values of a row, roughly, with its bias. */
static double row_values(const struct pt_rows *rows)
{
    return (double)pt_block_values(rows->view.block) / (double)rows->view.block->n_rows + 2.0;
}

/* The proof speaks of rows by their place in the sample. */
static void name_rows(struct pt_proof *proof, const uint32_t *sample)
{
    for (size_t k = 0; k < proof->contradiction.n; k++)
        proof->contradiction.row[k] = sample[proof->contradiction.row[k]];
}

/* A contradiction of some rows is one of all. That some can be separated says nothing of the others, nor does the
 * length of the longest. */
static ptron_status certify_sample(const struct pt_rows *rows, const uint32_t *sample, size_t n,
                                   const struct pt_certify_options *options, struct pt_proof *proof, ptron_error *err)
{
    struct pt_rows some = *rows;
    double seconds;

    some.view.rows = sample;
    some.view.n = n;
    PT_TRY(pt_certify(&some, options, proof, err));
    proof->radius_upper = INFINITY;
    if (proof->verdict == PT_NOT_SEPARABLE) {
        name_rows(proof, sample);
        return PTRON_OK;
    }
    seconds = proof->seconds;
    pt_proof_fini(proof);
    pt_proof_undecided(proof, TOO_MUCH);
    proof->seconds = seconds;
    return PTRON_OK;
}

static ptron_status take_sample(const struct pt_rows *rows, size_t n, const struct pt_certify_options *options,
                                struct pt_proof *proof, ptron_error *err)
{
    uint32_t *sample = pt_array(n, sizeof *sample);
    ptron_status status;

    if (sample == NULL)
        return pt_fail_memory(err, n * sizeof *sample, "a sample of the rows");
    for (size_t k = 0; k < n; k++)
        sample[k] = (uint32_t)((double)k * (double)rows->view.n / (double)n);
    status = certify_sample(rows, sample, n, options, proof, err);
    pt_release(sample);
    return status;
}

ptron_status pt_certify_within(const struct pt_rows *rows, const struct pt_certify_options *options,
                               struct pt_proof *proof, ptron_error *err)
{
    struct pt_certify_options half = *options;
    double n;

    if (!(options->effort > 0) || rows->view.n == 0 || rows->view.rows != NULL)
        return pt_certify(rows, options, proof, err);
    half.effort = options->effort / 2;   /* the other half is for what happens before the search */
    n = half.effort / (PASSES * row_values(rows));
    if (n >= (double)rows->view.n)
        return pt_certify(rows, &half, proof, err);
    if (n > rows->width)   /* fewer can nearly always be separated */
        return take_sample(rows, (size_t)n, &half, proof, err);
    pt_proof_undecided(proof, TOO_MUCH);
    return PTRON_OK;
}
