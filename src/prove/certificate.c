/* Writes certificates, section by section in the order of the specification. */
#include "prove/certify.h"
#include "base/alloc.h"
#include "base/sha256.h"
#include "rows/fingerprint.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static void add_integer(struct pt_buffer *out, const mpz_t value)
{
    char *text = pt_alloc(mpz_sizeinbase(value, 10) + 2);

    if (text == NULL) {
        out->failed = true;
        return;
    }
    mpz_get_str(text, 10, value);
    pt_buffer_text(out, text);
    pt_release(text);
}

static void add_bound(struct pt_buffer *out, double bound)
{
    pt_buffer_byte(out, ' ');
    if (isfinite(bound))
        pt_buffer_number(out, bound);
    else
        pt_buffer_text(out, "none");
}

static void add_bounds(struct pt_buffer *out, const char *name, double lower, double upper)
{
    pt_buffer_text(out, name);
    add_bound(out, lower);
    add_bound(out, upper);
    pt_buffer_byte(out, '\n');
}

static void add_label(struct pt_buffer *out, const char *label)
{
    for (; *label != '\0'; label++) {
        if ((unsigned char)*label < 32 || *label == '%')
            pt_buffer_format(out, "%%%02X", (unsigned)(unsigned char)*label);
        else
            pt_buffer_byte(out, *label);
    }
}

static void add_feature(struct pt_buffer *out, const struct pt_rows *rows, uint32_t feature)
{
    if (feature == rows->view.features)
        pt_buffer_text(out, "bias ");
    else
        pt_buffer_format(out, "%" PRIu64 " ", (uint64_t)feature + 1);
}

static size_t count_nonzeros(const struct pt_integers *weights)
{
    size_t n = 0;

    for (size_t j = 0; j < weights->n; j++)
        n += mpz_sgn(weights->at[j]) != 0;
    return n;
}

static void add_weights(struct pt_buffer *out, const struct pt_rows *rows, const struct pt_integers *weights)
{
    for (uint32_t j = 0; j < weights->n; j++) {
        if (mpz_sgn(weights->at[j]) == 0)
            continue;
        add_feature(out, rows, j);
        add_integer(out, weights->at[j]);
        pt_buffer_byte(out, '\n');
    }
}

static void add_forced(struct pt_buffer *out, const struct pt_proof *proof)
{
    pt_buffer_format(out, "forced %zu ", proof->forced_rows.n);
    add_integer(out, proof->forced_common.at[0]);
    pt_buffer_byte(out, '\n');
    for (size_t k = 0; k < proof->forced_rows.n; k++) {
        pt_buffer_format(out, "%" PRIu64 " ", proof->forced_rows.row[k] + 1);
        add_integer(out, proof->forced_rows.by.at[k]);
        pt_buffer_byte(out, '\n');
    }
}

static void add_terms(struct pt_buffer *out, const char *name, const struct pt_rows *rows,
                      const struct pt_terms *terms, bool lines)
{
    if (terms->n == 0)
        return;
    pt_buffer_format(out, "%s %zu\n", name, terms->n);
    for (size_t k = 0; k < terms->n; k++) {
        assert(k == 0 || terms->row[k - 1] < terms->row[k]);   /* the format asks for increasing rows */
        pt_buffer_format(out, "%" PRIu64 " ", terms->row[k] + 1);
        add_integer(out, terms->by.at[k]);
        if (lines)
            pt_buffer_format(out, " %" PRIu64, pt_view_line(&rows->view, terms->row[k]));
        pt_buffer_byte(out, '\n');
    }
}

static void add_line(struct pt_buffer *out, const char *name, const char *label)
{
    pt_buffer_text(out, name);
    add_label(out, label);
    pt_buffer_byte(out, '\n');
}

static void add_head(struct pt_buffer *out, const struct pt_rows *rows, const struct pt_proof *proof,
                     const struct pt_subject *subject)
{
    char fingerprint[PT_SHA256_TEXT + 1];

    pt_fingerprint(&rows->view, subject->decimal, fingerprint);
    pt_buffer_format(out, "perceptron certificate 1\nvalues %s\nbias %s\n", subject->decimal ? "decimal" : "binary",
                     subject->bias ? "yes" : "no");
    if (subject->classes == 0)
        add_line(out, "positive ", *subject->labels);
    else
        pt_buffer_format(out, "classes %" PRIu32 "\n", subject->classes);
    for (uint32_t k = 0; k < subject->classes; k++)
        add_line(out, "label ", subject->labels[k]);
    pt_buffer_format(out, "rows %" PRIu64 "\nfeatures %" PRIu32 "\nfingerprint %s\nverdict %s\n", subject->rows,
                     subject->features, fingerprint, proof->verdict == PT_SEPARABLE ? "separable" : "not-separable");
}

/* Peeling and weights are left out where the margin's rows prove as much; a full peeling, which needs no
 * arithmetic, stays. */
static void add_separable(struct pt_buffer *out, const struct pt_rows *rows, const struct pt_proof *proof)
{
    const bool margin_proves = proof->theorem.lower > 0;

    if (proof->peel.n > 0 && (proof->peel.left == 0 || !margin_proves)) {
        pt_buffer_format(out, "peel %zu\n", proof->peel.n);
        for (size_t k = 0; k < proof->peel.n; k++) {
            add_feature(out, rows, proof->peel.step[k].feature);
            pt_buffer_text(out, proof->peel.step[k].sign > 0 ? "+\n" : "-\n");
        }
    }
    if (proof->has_weights && (!margin_proves || proof->weights_margin > proof->theorem.lower)) {
        pt_buffer_format(out, "weights %zu\n", count_nonzeros(&proof->weights));
        add_weights(out, rows, &proof->weights);
    }
    add_terms(out, "theorem-rows", rows, &proof->theorem.terms, false);
    add_terms(out, "distance-rows", rows, &proof->distance.terms, false);
}

ptron_status pt_certificate_write(const struct pt_rows *rows, const struct pt_proof *proof, const char *positive,
                                  bool decimal, struct pt_buffer *out, ptron_error *err)
{
    const struct pt_subject subject = {.labels = &positive, .bias = rows->bias, .decimal = decimal,
                                       .rows = rows->view.n, .features = rows->view.features};

    return pt_certificate_write_of(rows, proof, &subject, out, err);
}

ptron_status pt_certificate_write_of(const struct pt_rows *rows, const struct pt_proof *proof,
                                     const struct pt_subject *subject, struct pt_buffer *out, ptron_error *err)
{
    struct pt_sha256 hash;
    char text[PT_SHA256_TEXT + 1];

    if (proof->verdict == PT_UNDECIDED)
        return pt_fail(err, PTRON_ARGUMENT, "an undecided proof has no certificate");
    const bool separable = proof->verdict == PT_SEPARABLE;
    add_head(out, rows, proof, subject);
    add_bounds(out, "radius", proof->radius_lower, proof->radius_upper);
    add_bounds(out, "theorem", separable ? proof->theorem_lower : NAN, separable ? proof->theorem_upper : NAN);
    add_bounds(out, "distance", separable ? proof->distance_lower : NAN, separable ? proof->distance_upper : NAN);
    add_bounds(out, "k_max", separable && isfinite(proof->theorem_upper) ? proof->k_max_lower : NAN,
               separable ? proof->k_max_upper : NAN);
    if (separable)
        add_separable(out, rows, proof);
    add_terms(out, "contradiction", rows, &proof->contradiction, true);
    if (proof->boundary == PT_BOUNDARY_EXISTS) {
        pt_buffer_format(out, "boundary %zu %zu\n", count_nonzeros(&proof->boundary_weights), proof->on);
        add_weights(out, rows, &proof->boundary_weights);
    }
    if (proof->boundary != PT_BOUNDARY_UNKNOWN)
        add_forced(out, proof);
    pt_sha256_init(&hash);
    pt_sha256_add(&hash, out->bytes, out->length);
    pt_sha256_text(&hash, text);
    pt_buffer_format(out, "end %s\n", text);
    return pt_buffer_status(out, err);
}
