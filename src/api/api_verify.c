/* The public face of the checker: a certificate's bytes held against a set. */
#include "api/api.h"
#include "base/alloc.h"
#include "base/file.h"
#include "base/reserve.h"
#include "pack/pack_trust.h"
#include "verify/verify.h"

#include <stdio.h>
#include <string.h>

enum { READING_RESERVE = 32 << 20 };   /* bytes of addresses: what reading numbers may take when memory is out */

/* A row without a label is on neither side. */
static ptron_status check_labels(const ptron_dataset *set, ptron_error *err)
{
    for (uint64_t i = 0; i < set->n_rows; i++) {
        const char *file = NULL;
        uint64_t line = i + 1;

        if (pt_dataset_row(set, i).label < pt_dataset_classes(set))
            continue;
        ptron_dataset_row_place(set, i, &file, &line);
        return pt_fail_at(err, PTRON_DATA, file, line, 0, "the row has no label that the data knows");
    }
    return PTRON_OK;
}

/* The class that is this label and no other, and has a row; PT_UNKNOWN_LABEL, with the reason, when there is none. */
static uint32_t class_of(const ptron_dataset *set, const char *label, struct pt_verified *found)
{
    const uint32_t class = pt_labels_class(&set->shared->labels, label, strlen(label));

    if (class >= PT_UNKNOWN_LABEL || set->class_rows[class] == 0) {   /* rows of an array may use fewer classes */
        snprintf(found->reason, sizeof found->reason, "no row has the label that it is about");
        return PT_UNKNOWN_LABEL;
    }
    if (pt_labels_is_one(&set->shared->labels, class))
        return class;
    snprintf(found->reason, sizeof found->reason, "the label that it is about was read as one with others");
    return PT_UNKNOWN_LABEL;
}

static ptron_status hold_label(const struct pt_claim *claim, const ptron_dataset *set, struct pt_verified *found,
                               size_t *class, ptron_error *err)
{
    struct pt_view rows = pt_dataset_view(set);

    rows.positive = class_of(set, claim->labels[0], found);
    if (rows.positive >= PT_UNKNOWN_LABEL)
        return PTRON_OK;
    PT_TRY(pt_verify(claim, &rows, found, err));
    if (found->accepted)
        *class = rows.positive;
    return PTRON_OK;
}

/* place [classes] of the data's classes in the claim: each there once. */
static bool find_places(const struct pt_claim *claim, const ptron_dataset *set, uint32_t *place,
                        struct pt_verified *found)
{
    const size_t n = pt_dataset_classes(set);

    for (size_t k = 0; k < n; k++)
        place[k] = PT_UNKNOWN_LABEL;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t class = class_of(set, claim->labels[k], found);
        if (class >= PT_UNKNOWN_LABEL)
            return false;
        if (place[class] != PT_UNKNOWN_LABEL)
            snprintf(found->reason, sizeof found->reason, "it has a label twice");
        place[class] = k;
    }
    return found->reason[0] == '\0';
}

static ptron_status hold_all_labels(const struct pt_claim *claim, const ptron_dataset *set, struct pt_verified *found,
                                    ptron_error *err)
{
    const struct pt_view rows = pt_dataset_view(set);
    struct pt_verify_stack stack = {0};
    ptron_status status = PTRON_OK;
    uint32_t *place;

    if (claim->classes != pt_dataset_classes(set) || claim->rows != rows.n || claim->features != rows.features) {
        snprintf(found->reason, sizeof found->reason, "the data has another number of labels, rows or features");
        return PTRON_OK;
    }
    place = pt_array((size_t)claim->classes, sizeof *place);
    if (place == NULL)
        return pt_fail_memory(err, (size_t)claim->classes * sizeof *place, "labels");
    if (find_places(claim, set, place, found)) {
        status = pt_verify_stack_init(&stack, claim, &rows, place, err);
        if (status == PTRON_OK)
            status = pt_verify(claim, &stack.view, found, err);
    }
    pt_verify_stack_fini(&stack);
    pt_release(place);
    return status;
}

/* What a number is follows from how the data was read: a claim about other numbers is about other data. */
static ptron_status hold_against(const struct pt_claim *claim, const ptron_dataset *set, ptron_verification *v,
                                 ptron_error *err)
{
    struct pt_verified found = {0};
    ptron_status status = PTRON_OK;

    PT_TRY(check_labels(set, err));
    if (claim->decimal != pt_values_decimal(set))
        snprintf(v->reason, sizeof v->reason, "it is about %s, but the data holds %s",
                 claim->decimal ? "decimals" : "binary numbers", claim->decimal ? "binary numbers" : "decimals");
    else if (claim->classes == 0)
        status = hold_label(claim, set, &found, &v->positive_class, err);
    else
        status = hold_all_labels(claim, set, &found, err);
    v->accepted = found.accepted;
    if (found.reason[0] != '\0')
        memcpy(v->reason, found.reason, sizeof found.reason);
    v->boundary = found.some_plane ? PTRON_BOUNDARY_EXISTS
                                   : found.no_plane ? PTRON_BOUNDARY_NONE : PTRON_BOUNDARY_UNKNOWN;
    v->n_on = found.on;
    v->n_forced = found.forced;
    return status;
}

static ptron_status verify(const void *bytes, size_t length, const ptron_dataset *set,
                           ptron_verification *verification, ptron_error *err)
{
    ptron_verification full = {.size = sizeof full, .positive_class = SIZE_MAX};
    ptron_status status = PTRON_OK;
    struct pt_claim claim;
    bool good = false;

    PT_TRY(pt_dataset_trust_all(set, set->pool, err));
    PT_TRY(pt_claim_read(&claim, bytes == NULL ? "" : bytes, length, &good, full.reason, err));
    if (good) {
        full.verdict = claim.separable ? PTRON_VERDICT_SEPARABLE : PTRON_VERDICT_NOT_SEPARABLE;
        full.bias = claim.bias;
        full.decimal = claim.decimal;
        full.rows = claim.rows;
        full.features = claim.features;
        full.n_rows = claim.list[PT_CLAIM_CONTRADICTION].n;
        full.classes = claim.classes;
        full.literal = pt_values_text(set, full.values, sizeof full.values);
        snprintf(full.positive, sizeof full.positive, "%s", claim.classes > 0 ? "" : claim.labels[0]);
        status = hold_against(&claim, set, &full, err);
    }
    pt_claim_fini(&claim);
    return status == PTRON_OK ? pt_hand_over(&full, verification, sizeof full, err) : status;
}

ptron_status ptron_verify(const void *bytes, size_t length, const ptron_dataset *set,
                          ptron_verification *verification, ptron_error *err)
{
    struct pt_reserve *reserve;
    ptron_status status;

    if ((bytes == NULL && length > 0) || set == NULL || verification == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a certificate, a set and a place for the answer are wanted");
    PT_TRY(pt_dataset_all_here(set, err));
    PT_TRY(pt_reserve_open(READING_RESERVE, "a certificate's numbers", &reserve, err));
    status = verify(bytes, length, set, verification, err);
    if (status == PTRON_OK)
        status = pt_trust_unchanged(set->trust, err);
    pt_reserve_close(reserve);
    return status;
}

ptron_status ptron_verify_file(const char *path, const ptron_dataset *set, ptron_verification *verification,
                               ptron_error *err)
{
    static const char head[] = "perceptron certificate ";
    static const struct pt_file_kind kind = {"a certificate", head, sizeof head - 1, UINT64_C(1) << 32};
    struct pt_buffer file;
    ptron_status status;

    if (path == NULL)
        return pt_fail(err, PTRON_ARGUMENT, "a path is wanted");
    pt_buffer_init(&file);
    status = pt_file_read(path, &kind, &file, err);
    if (status == PTRON_OK)
        status = ptron_verify(file.bytes, file.length, set, verification, err);
    pt_buffer_fini(&file);
    return status;
}
