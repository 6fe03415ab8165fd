/* The public face of proofs: a certificate is a proof, the rows it is about, and its numbers as text. */
#include "api/api.h"
#include "base/alloc.h"
#include "base/file.h"
#include "base/param.h"
#include "pack/pack_trust.h"
#include "prove/certify.h"
#include "verify/verify.h"

#include <stdio.h>

struct ptron_certificate {
    struct pt_rows  rows;          /* a view of the set's */
    struct pt_refs *set_refs;      /* keep it there */
    struct pt_proof proof;
    bool            decimal;
    char           *positive;
    char          **multiplier;    /* [proof.contradiction.n] */
    double         *weights;       /* [width]; NULL: none known */
};

const char *ptron_verdict_text(ptron_verdict verdict)
{
    static const char *const texts[] = {
#define X(name, value, text) [value] = text,
        PTRON_VERDICT_MAP(X)
#undef X
    };

    return (size_t)verdict < sizeof texts / sizeof *texts ? texts[verdict] : "unknown";
}

void ptron_certificate_free(ptron_certificate *certificate)
{
    if (certificate == NULL)
        return;
    for (size_t k = 0; certificate->multiplier != NULL && k < certificate->proof.contradiction.n; k++)
        pt_release(certificate->multiplier[k]);
    pt_release(certificate->multiplier);
    pt_release(certificate->weights);
    pt_release(certificate->positive);
    pt_proof_fini(&certificate->proof);
    pt_refs_drop(certificate->set_refs);
    pt_release(certificate);
}

/* ---- making one ---------------------------------------------------------------------------------- */

/* Text holds decimals; what was scaled or made of it, or never was text, is the number the machine has. */
static bool is_decimal(const ptron_dataset *set)
{
    return set->shared->scaling == PT_SCALE_NONE && set->shared->feature_map.kind == PT_MAP_NONE &&
           pt_formats[set->shared->format].origin == PT_FROM_TEXT;
}

static bool tell_progress(void *user, const char *step, double seconds, double lower, double upper)
{
    const ptron_certify_observer *observer = user;
    const ptron_certify_progress progress = {sizeof progress, step, seconds, lower, upper};

    return observer->on_step(observer->user, &progress);
}

static ptron_status write_multipliers(ptron_certificate *c, ptron_error *err)
{
    const struct pt_terms *terms = &c->proof.contradiction;

    c->multiplier = pt_zeroed(terms->n, sizeof *c->multiplier);
    for (size_t k = 0; c->multiplier != NULL && k < terms->n; k++) {
        c->multiplier[k] = pt_alloc(mpz_sizeinbase(terms->by.at[k], 10) + 2);
        if (c->multiplier[k] == NULL)
            return pt_fail_memory(err, mpz_sizeinbase(terms->by.at[k], 10), "a multiplier");
        mpz_get_str(c->multiplier[k], 10, terms->by.at[k]);
    }
    return c->multiplier == NULL ? pt_fail_memory(err, terms->n * sizeof(char *), "multipliers") : PTRON_OK;
}

static ptron_status find_weights(ptron_certificate *c, ptron_error *err)
{
    bool known = false;
    ptron_status status;

    c->weights = pt_zeroed((size_t)c->rows.width + 1, sizeof *c->weights);
    if (c->weights == NULL)
        return pt_fail_memory(err, c->rows.width * sizeof *c->weights, "weights");
    status = pt_direction(&c->rows, &c->proof, c->decimal, c->weights, &known, err);
    if (!known) {
        pt_release(c->weights);
        c->weights = NULL;
    }
    return status;
}

static ptron_status make_certificate(ptron_certificate *c, const struct pt_certify_options *options,
                                     const char *positive, ptron_error *err)
{
    c->positive = pt_copy_text(positive, strlen(positive));
    if (c->positive == NULL)
        return pt_fail_memory(err, strlen(positive), "a label");
    PT_TRY(pt_certify(&c->rows, options, &c->proof, err));
    PT_TRY(write_multipliers(c, err));
    return find_weights(c, err);
}

ptron_status ptron_certify(const ptron_dataset *set, size_t positive, const ptron_options *options,
                           const ptron_certify_observer *observer, ptron_certificate **out, ptron_error *err)
{
    struct pt_certify_options o;
    struct pt_view view;
    ptron_certify_observer seen;
    ptron_certificate *c;
    ptron_status status;

    if (set == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a set and a place for the certificate are wanted");
    *out = NULL;
    if (positive >= pt_dataset_classes(set))
        return pt_fail(err, PTRON_ARGUMENT, "there is no class %zu: the set has %zu", positive,
                       pt_dataset_classes(set));
    PT_TRY(pt_take_sized(observer, &seen, sizeof seen, err));
    PT_TRY(pt_dataset_trust_all(set, set->pool, err));
    view = pt_dataset_view(set);
    c = pt_zeroed(1, sizeof *c);
    if (c == NULL)
        return pt_fail_memory(err, sizeof *c, "a certificate");
    view.positive = (uint32_t)positive;
    c->set_refs = pt_refs_take(&set->refs);
    options = pt_options_given(options);
    c->rows = pt_rows_of(&view, pt_option_flag(options, "bias"), set->pool);
    c->decimal = is_decimal(set);
    o = (struct pt_certify_options){
        .decimal = c->decimal, .margin = pt_option_flag(options, "margins"), .gap = pt_option_real(options, "gap"),
        .seconds = pt_option_real(options, "time"), .tell = seen.on_step == NULL ? NULL : tell_progress, .user = &seen};
    status = make_certificate(c, &o, ptron_dataset_class_name(set, positive), err);
    if (status != PTRON_OK) {
        ptron_certificate_free(c);
        return status;
    }
    *out = c;
    return PTRON_OK;
}

/* ---- asking it ----------------------------------------------------------------------------------- */

void ptron_certificate_describe(const ptron_certificate *certificate, ptron_certificate_facts *facts)
{
    static const ptron_verdict verdicts[] = {[PT_UNDECIDED] = PTRON_VERDICT_UNDECIDED,
                                             [PT_SEPARABLE] = PTRON_VERDICT_SEPARABLE,
                                             [PT_NOT_SEPARABLE] = PTRON_VERDICT_NOT_SEPARABLE};
    static const ptron_boundary boundaries[] = {[PT_BOUNDARY_UNKNOWN] = PTRON_BOUNDARY_UNKNOWN,
                                                [PT_BOUNDARY_NONE] = PTRON_BOUNDARY_NONE,
                                                [PT_BOUNDARY_EXISTS] = PTRON_BOUNDARY_EXISTS};

    if (certificate == NULL || facts == NULL)
        return;
    const struct pt_proof *p = &certificate->proof;
    const ptron_certificate_facts full = {
        .size = sizeof full,
        .verdict = verdicts[p->verdict],
        .method = p->method,
        .why = p->verdict == PT_UNDECIDED ? p->why : "",
        .positive = certificate->positive,
        .bias = certificate->rows.bias,
        .decimal = certificate->decimal,
        .rows = certificate->rows.view.n,
        .features = certificate->rows.view.features,
        .radius_lower = p->radius_lower,
        .radius_upper = p->radius_upper,
        .theorem_lower = p->theorem_lower,
        .theorem_upper = p->theorem_upper,
        .distance_lower = p->distance_lower,
        .distance_upper = p->distance_upper,
        .k_max_lower = p->k_max_lower,
        .k_max_upper = p->k_max_upper,
        .n_rows = p->contradiction.n,
        .n_support = p->theorem.terms.n,
        .n_peeled = p->peel.n,
        .boundary = boundaries[p->boundary],
        .n_forced = p->boundary == PT_BOUNDARY_EXISTS ? p->forced : 0,
        .n_on = p->boundary == PT_BOUNDARY_EXISTS ? p->on : 0,
        .seconds = p->seconds,
    };

    pt_hand_over(&full, facts, sizeof full, NULL);
}

bool ptron_certificate_row(const ptron_certificate *certificate, size_t i, uint64_t *row, const char **multiplier)
{
    if (certificate == NULL || row == NULL || multiplier == NULL || i >= certificate->proof.contradiction.n)
        return false;
    *row = certificate->proof.contradiction.row[i];
    *multiplier = certificate->multiplier[i];
    return true;
}

const double *ptron_certificate_weights(const ptron_certificate *certificate, double *bias)
{
    const double *weights = certificate == NULL ? NULL : certificate->weights;

    if (bias != NULL)
        *bias = weights != NULL && certificate->rows.bias ? weights[certificate->rows.view.features] : 0.0;
    return weights;
}

ptron_status ptron_certificate_write(const ptron_certificate *certificate, void **bytes, size_t *length,
                                     ptron_error *err)
{
    struct pt_buffer text;

    if (certificate == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a certificate and places for its bytes and their number are wanted");
    pt_buffer_init(&text);
    return pt_give_bytes(&text, pt_certificate_write(&certificate->rows, &certificate->proof, certificate->positive,
                                                     certificate->decimal, &text, err), bytes, length);
}

ptron_status ptron_certificate_save(const ptron_certificate *certificate, const char *path, ptron_error *err)
{
    ptron_status status;
    size_t length = 0;
    void *bytes = NULL;

    if (path == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a path is wanted");
    PT_TRY(ptron_certificate_write(certificate, &bytes, &length, err));
    status = pt_file_write(path, bytes, length, err);
    pt_release(bytes);
    return status;
}

/* ---- checking one -------------------------------------------------------------------------------- */

/* What a number is follows from how the data was read: a claim about other numbers is about other data. */
static ptron_status hold_against(const struct pt_claim *claim, const ptron_dataset *set, ptron_verification *v,
                                 ptron_error *err)
{
    struct pt_view rows = pt_dataset_view(set);
    struct pt_verified found = {0};
    ptron_status status = PTRON_OK;

    rows.positive = pt_labels_class(&set->shared->labels, claim->positive, strlen(claim->positive));
    if (rows.positive >= PT_UNKNOWN_LABEL)
        snprintf(v->reason, sizeof v->reason, "no row has the label that it calls positive");
    else if (!pt_labels_is_one(&set->shared->labels, rows.positive))
        snprintf(v->reason, sizeof v->reason, "the label that it calls positive was read as one with others");
    else if (claim->decimal != is_decimal(set))
        snprintf(v->reason, sizeof v->reason, "it is about %s, but the data holds %s",
                 claim->decimal ? "decimals" : "binary numbers", claim->decimal ? "binary numbers" : "decimals");
    else
        status = pt_verify(claim, &rows, &found, err);
    v->accepted = found.accepted;
    if (found.reason[0] != '\0')
        memcpy(v->reason, found.reason, sizeof found.reason);
    v->boundary = found.some_plane ? PTRON_BOUNDARY_EXISTS
                                   : found.no_plane ? PTRON_BOUNDARY_NONE : PTRON_BOUNDARY_UNKNOWN;
    v->n_on = found.on;
    v->n_forced = found.forced;
    return status;
}

ptron_status ptron_verify(const void *bytes, size_t length, const ptron_dataset *set,
                          ptron_verification *verification, ptron_error *err)
{
    ptron_verification full = {.size = sizeof full};
    ptron_status status = PTRON_OK;
    struct pt_claim claim;
    bool good = false;

    if ((bytes == NULL && length > 0) || set == NULL || verification == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a certificate, a set and a place for the answer are wanted");
    PT_TRY(pt_dataset_trust_all(set, set->pool, err));
    PT_TRY(pt_claim_read(&claim, bytes == NULL ? "" : bytes, length, &good, full.reason, err));
    if (good) {
        full.verdict = claim.separable ? PTRON_VERDICT_SEPARABLE : PTRON_VERDICT_NOT_SEPARABLE;
        full.bias = claim.bias;
        full.decimal = claim.decimal;
        full.rows = claim.rows;
        full.features = claim.features;
        full.n_rows = claim.list[PT_CLAIM_CONTRADICTION].n;
        snprintf(full.positive, sizeof full.positive, "%s", claim.positive);
        status = hold_against(&claim, set, &full, err);
    }
    pt_claim_fini(&claim);
    return status == PTRON_OK ? pt_hand_over(&full, verification, sizeof full, err) : status;
}

ptron_status ptron_verify_file(const char *path, const ptron_dataset *set, ptron_verification *verification,
                               ptron_error *err)
{
    struct pt_buffer file;
    ptron_status status;

    if (path == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a path is wanted");
    pt_buffer_init(&file);
    status = pt_file_read(path, &file, err);
    if (status == PTRON_OK)
        status = ptron_verify(file.bytes, file.length, set, verification, err);
    pt_buffer_fini(&file);
    return status;
}
