/* Proofs about all labels at once, for people: weights w_1 .. w_K, one vector for each label. */
#include "words/proof.h"
#include "words/numbers.h"
#include "words/training.h"

#include <math.h>
#include <string.h>

void proof_print_verdict_of_all(FILE *out, const ptron_certificate_facts *f)
{
    fputs("All labels at once. ", out);
    if (f->verdict == PTRON_VERDICT_SEPARABLE) {
        fprintf(out, "Separable: some weights, a vector for each of the %s, give every row its own\n"
                "label the highest score.\n", text_counted(f->classes, "label").s);
    } else if (f->verdict == PTRON_VERDICT_UNDECIDED) {
        fprintf(out, "Undecided: %s.\n", f->why);
    } else if (strcmp(f->method, "equal rows") == 0) {
        fputs("Not separable: two rows are equal but carry different labels.\n", out);
    } else if (f->n_rows == 1) {
        fputs("Not separable: a row is all zeros, and without a bias every label gives it the score 0.\n", out);
    } else {
        fprintf(out, "Not separable: %s comparisons of a row's own label with a rival contradict each other.\n"
                "Each times a positive whole number, they add up to exactly zero, so that no weights give all of\n"
                "these rows their own label the highest score.\n", text_count(f->n_rows).s);
    }
}

void proof_print_numbers_of_all(FILE *out, const ptron_certificate_facts *f)
{
    if (f->verdict == PTRON_VERDICT_SEPARABLE) {
        proof_print_range(out, "margin", f->theorem_lower, f->theorem_upper,
                          "the best there is: own score less any rival's, all vectors together of length 1");
        proof_print_range(out, "R", f->radius_lower, f->radius_upper,
                          f->bias ? "sqrt(2) times the length of the longest row (x, 1)"
                                  : "sqrt(2) times the length of the longest row");
        proof_print_range(out, "bound", isfinite(f->theorem_upper) ? f->k_max_lower : (double)NAN, f->k_max_upper,
                          "(R/margin)^2: no order takes 'train --algorithm perceptron' more updates, from zero");
    }
    if (f->verdict != PTRON_VERDICT_UNDECIDED)
        run_line(out, "method", "%s", f->method);
    run_line(out, "values", "%s", f->values);
    run_line(out, "time", "%s", text_seconds(f->seconds).s);
}

void proof_print_boundary_of_all(FILE *out, const struct proof_boundary *b)
{
    if (b->answer == PTRON_BOUNDARY_NONE)
        fputs("\nNor do ties help: whatever the weights, a rival scores higher than a row's own label, or else all\n"
              "labels tie in every row.\n", out);
    else if (b->answer == PTRON_BOUNDARY_EXISTS)
        fputs("\nWith ties they can be split: some weights score no rival higher than a row's own label, and not all\n"
              "labels tie in every row.\n", out);
    else
        fputs("\nWhether ties would help is not known.\n", out);
}
