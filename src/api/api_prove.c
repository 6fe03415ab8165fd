/* The public face of proofs: a certificate is a proof, the rows it is about, and its numbers as text. */
#include "api/api.h"
#include "base/alloc.h"
#include "base/file.h"
#include "base/param.h"
#include "base/reserve.h"
#include "pack/pack_trust.h"
#include "prove/certify.h"
#include "prove/effort.h"
#include "prove/stack.h"

#include <math.h>
#include <stdio.h>

struct ptron_certificate {
    struct pt_rows  rows;          /* a view of the set's, or the stack's */
    struct pt_view  view;          /* of the set's */
    bool            bias;
    struct pt_stack stack;         /* all labels at once; classes 0: one against the rest */
    char          **labels;        /* [stack.classes] */
    struct pt_refs *set_refs;      /* keep it there */
    struct pt_proof proof;
    bool            decimal, literal;
    char            values[PT_VALUES_TEXT];
    char           *positive;
    char          **multiplier;    /* [proof.contradiction.n] */
    double         *weights;       /* [width]; NULL: none known */
};

enum { EXACT_RESERVE = 64 << 20 };   /* bytes of addresses: what a step of a proof may take when memory is out */
static const size_t ALL_LABELS = SIZE_MAX;

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
    for (uint32_t k = 0; certificate->labels != NULL && k < certificate->stack.classes; k++)
        pt_release(certificate->labels[k]);
    pt_release(certificate->labels);
    pt_stack_fini(&certificate->stack);
    pt_release(certificate->multiplier);
    pt_release(certificate->weights);
    pt_release(certificate->positive);
    pt_proof_fini(&certificate->proof);
    pt_refs_drop(certificate->set_refs);
    pt_release(certificate);
}

/* ---- making one ---------------------------------------------------------------------------------- */

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

static ptron_status copy_label(const char *label, char **copy, ptron_error *err)
{
    *copy = pt_copy_text(label, strlen(label));
    return *copy == NULL ? pt_fail_memory(err, strlen(label), "a label") : PTRON_OK;
}

/* A set whose rows are an array may have classes that no row has. */
static ptron_status check_class(const ptron_dataset *set, size_t class, ptron_error *err)
{
    if (set->class_rows[class] > 0)
        return PTRON_OK;
    return pt_fail(err, PTRON_DATA, "no row is labelled '%.60s'", ptron_dataset_class_name(set, class));
}

/* One label against the rest. */
static ptron_status take_label(ptron_certificate *c, const ptron_dataset *set, size_t positive, ptron_error *err)
{
    if (positive >= pt_dataset_classes(set))
        return pt_fail(err, PTRON_ARGUMENT, "there is no class %zu: the set has %zu", positive,
                       pt_dataset_classes(set));
    PT_TRY(check_class(set, positive, err));
    c->view.positive = (uint32_t)positive;
    c->rows = pt_rows_of(&c->view, c->bias, set->pool);
    return copy_label(ptron_dataset_class_name(set, positive), &c->positive, err);
}

static ptron_status take_all_labels(ptron_certificate *c, const ptron_dataset *set, ptron_error *err)
{
    const size_t n = pt_dataset_classes(set);

    if (n < 2)
        return pt_fail(err, PTRON_ARGUMENT, "all labels at once are two at least, and the set has %zu", n);
    for (size_t k = 0; k < n; k++)
        PT_TRY(check_class(set, k, err));
    PT_TRY(pt_stack_init(&c->stack, &c->view, (uint32_t)n, c->bias, set->pool, err));
    c->rows = c->stack.rows;
    c->labels = pt_zeroed(n, sizeof *c->labels);
    if (c->labels == NULL)
        return pt_fail_memory(err, n * sizeof *c->labels, "labels");
    for (size_t k = 0; k < n; k++)
        PT_TRY(copy_label(ptron_dataset_class_name(set, k), &c->labels[k], err));
    return PTRON_OK;
}

/* By file and line where they are known, which the prover does not know. */
static ptron_status check_rows(const ptron_dataset *set, ptron_error *err)
{
    for (uint64_t i = 0; i < set->n_rows; i++) {
        const struct pt_row row = pt_dataset_row(set, i);
        const uint64_t *place = set->block.place;
        const bool labelled = row.label < PT_UNKNOWN_LABEL;

        if (labelled && isfinite(2 * row.norm2))
            continue;
        const uint64_t at = place == NULL ? 0 : place[pt_dataset_index(set, i)];
        if (place == NULL || pt_place_file(at) >= set->n_files)
            return PTRON_OK;
        return pt_fail_at(err, PTRON_DATA, set->files[pt_place_file(at)], pt_place_line(at), 0, "%s",
                          labelled ? "the row has " PT_TOO_LARGE : "the row has no label");
    }
    return PTRON_OK;
}

static ptron_status make_certificate(ptron_certificate *c, const ptron_dataset *set, size_t positive,
                                     const ptron_options *options, ptron_certify_observer *observer, ptron_error *err)
{
    c->set_refs = pt_refs_take(&set->refs);
    c->view = pt_dataset_view(set);
    c->bias = pt_option_flag(options, "bias");
    c->decimal = pt_values_decimal(set);
    c->literal = pt_values_text(set, c->values, sizeof c->values);
    const struct pt_certify_options o = {
        .decimal = c->decimal, .margin = pt_option_flag(options, "margins"), .gap = pt_option_real(options, "gap"),
        .seconds = pt_option_real(options, "time"), .effort = pt_option_real(options, "effort"),
        .tell = observer->on_step == NULL ? NULL : tell_progress,
        .user = observer};
    PT_TRY(pt_dataset_all_here(set, err));
    PT_TRY(check_rows(set, err));
    PT_TRY(positive == ALL_LABELS ? take_all_labels(c, set, err) : take_label(c, set, positive, err));
    PT_TRY(pt_certify_within(&c->rows, &o, &c->proof, err));
    PT_TRY(write_multipliers(c, err));
    return find_weights(c, err);
}

static ptron_status certify(const ptron_dataset *set, size_t positive, const ptron_options *options,
                            const ptron_certify_observer *observer, ptron_certificate **out, ptron_error *err)
{
    ptron_certify_observer seen;
    struct pt_reserve *reserve;
    ptron_certificate *c;
    ptron_status status;

    if (set == NULL || out == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a set and a place for the certificate are wanted");
    *out = NULL;
    PT_TRY(pt_take_sized(observer, &seen, sizeof seen, err));
    PT_TRY(pt_dataset_trust_all(set, set->pool, err));
    c = pt_zeroed(1, sizeof *c);
    if (c == NULL)
        return pt_fail_memory(err, sizeof *c, "a certificate");
    status = pt_reserve_open(EXACT_RESERVE + (size_t)set->n_features * 256, "exact numbers", &reserve, err);
    if (status == PTRON_OK) {
        status = make_certificate(c, set, positive, pt_options_given(options), &seen, err);
        if (status == PTRON_OK)
            status = pt_reserve_left("a proof", err);
        if (status == PTRON_OK)
            status = pt_trust_unchanged(set->trust, err);
    }
    if (status != PTRON_OK)
        ptron_certificate_free(c);
    else
        *out = c;
    pt_reserve_close(reserve);
    return status;
}

ptron_status ptron_certify(const ptron_dataset *set, size_t positive, const ptron_options *options,
                           const ptron_certify_observer *observer, ptron_certificate **out, ptron_error *err)
{
    if (positive == ALL_LABELS)
        return pt_fail(err, PTRON_ARGUMENT, "there is no class %zu", positive);
    return certify(set, positive, options, observer, out, err);
}

ptron_status ptron_certify_classes(const ptron_dataset *set, const ptron_options *options,
                                   const ptron_certify_observer *observer, ptron_certificate **out, ptron_error *err)
{
    return certify(set, ALL_LABELS, options, observer, out, err);
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
        .bias = certificate->bias,
        .decimal = certificate->decimal,
        .rows = certificate->view.n,
        .features = certificate->view.features,
        .classes = certificate->stack.classes,
        .literal = certificate->literal,
        .values = certificate->values,
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
    if (certificate->stack.classes > 0)
        *row = pt_stack_row(&certificate->stack, *row);
    *multiplier = certificate->multiplier[i];
    return true;
}

int64_t ptron_certificate_rival(const ptron_certificate *certificate, size_t i)
{
    if (certificate == NULL || certificate->stack.classes == 0 || i >= certificate->proof.contradiction.n)
        return -1;
    return pt_stack_rival(&certificate->stack, &certificate->view, certificate->proof.contradiction.row[i]);
}

const double *ptron_certificate_weights(const ptron_certificate *certificate, double *bias)
{
    return certificate == NULL || certificate->stack.classes > 0
               ? ptron_certificate_class_weights(NULL, 0, bias)
               : ptron_certificate_class_weights(certificate, 0, bias);
}

const double *ptron_certificate_class_weights(const ptron_certificate *certificate, size_t label, double *bias)
{
    const bool known = certificate != NULL && certificate->weights != NULL &&
                       label < (certificate->stack.classes > 0 ? certificate->stack.classes : 1);
    const double *weights = known ? certificate->weights + label * certificate->stack.width : NULL;

    if (bias != NULL)
        *bias = known && certificate->bias ? weights[certificate->view.features] : 0.0;
    return weights;
}

ptron_status ptron_certificate_write(const ptron_certificate *certificate, void **bytes, size_t *length,
                                     ptron_error *err)
{
    struct pt_buffer text;

    if (certificate == NULL || bytes == NULL || length == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a certificate and places for its bytes and their number are wanted");
    const ptron_certificate *c = certificate;
    char *const *labels = c->stack.classes > 0 ? c->labels : &c->positive;
    const struct pt_subject subject = {
        .classes = c->stack.classes, .bias = c->bias, .decimal = c->decimal, .rows = c->view.n,
        .features = c->view.features,
        .labels = (const char *const *)labels};
    struct pt_reserve *reserve;
    PT_TRY(pt_reserve_open(EXACT_RESERVE, "a certificate's numbers", &reserve, err));
    pt_buffer_init(&text);
    ptron_status status = pt_certificate_write_of(&c->rows, &c->proof, &subject, &text, err);
    if (status == PTRON_OK)
        status = pt_reserve_left("a certificate's numbers", err);
    pt_reserve_close(reserve);
    return pt_give_bytes(&text, status, bytes, length);
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
