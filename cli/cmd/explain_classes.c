/* The convergence theorem for three labels or more: the same theorem, of the weight vectors stacked into one (Kesler's
 * construction, Duda and Hart 1973), with the user's own numbers. */
#include "cmd/explain.h"
#include "words/numbers.h"
#include "words/proof.h"
#include "words/training.h"

#include <math.h>
#include <string.h>

enum { ROWS_SHOWN = 12 };

static struct text six(double value)
{
    struct text text;

    snprintf(text.s, sizeof text.s, "%.6g", value);
    return text;
}

static void tell_words(FILE *out, const struct explanation *e)
{
    const char *row = e->proof.bias ? "(x, 1)" : "x";

    fprintf(out, "%s, %s, %s. Each label c has weights w_c of its own, and a row gets the label\n"
            "with the highest score w_c.%s. Stacked on top of each other the vectors are one, W. A row of label c\n"
            "counts once against each rival r, as a: %s at the place of c, -%s at that of r, 0 elsewhere\n"
            "(Kesler's construction). Then a.W = (w_c - w_r).%s, and W has the row on its own side when that is\n"
            "above 0 for every rival.\n", text_counted(e->proof.rows, "row").s,
            text_counted(e->proof.features, "feature").s, text_counted(e->proof.classes, "label").s,
            row, row, row, row);
    if (strcmp(e->facts.scaling, "none") != 0)
        fprintf(out, "The rows are taken as scaled (%s).\n", e->facts.scaling);
}

static void tell_theorem(FILE *out, const struct explanation *e)
{
    const ptron_certificate_facts *p = &e->proof;
    const double bound = explain_most_updates(p);
    const double r = p->radius_upper / sqrt(2.0);

    fprintf(out, "\n1. The rows are separable, all labels at once\n\n"
            "Some W* of length 1 has a.W* >= gamma* for every row and rival, and no other of length 1 has more:\n"
            "    gamma* = %s   (proved: between %s and %s)\n", six(p->theorem_lower).s, text_down(p->theorem_lower).s,
            text_up(p->theorem_upper).s);
    fprintf(out, "The longest row %s has length R, and a, which has it twice, sqrt(2) R:\n    R = %s, sqrt(2) R = %s\n",
            p->bias ? "(x, 1)" : "x", six(r).s, six(p->radius_upper).s);
    fprintf(out, "\n2. The theorem\n\n"
            "Started at zero, the perceptron that adds a row to its own label and takes it from its best rival makes\n"
            "at most 2 R^2/gamma*^2 updates, whatever the order of the rows:\n    2 R^2/gamma*^2 = (%s / %s)^2%s%s",
            six(p->radius_upper).s, six(p->theorem_lower).s, isfinite(bound) ? " = " : ", ",
            isfinite(bound) ? six(bound).s : "beyond all doubles");
    if (bound < 1e15)
        fprintf(out, ", so %s at most", text_some((uint64_t)floor(bound), "update").s);
    fputs(".\nThe number of labels is not in it.\n", out);
}

static void tell_run(FILE *out, const struct explanation *e)
{
    fprintf(out, "\n3. This run\n\n%s made k = %s update%s in %s whole epoch%s.",
            e->own_run ? "A perceptron trained just now, from zero," : "The model's training",
            text_count(e->run.updates).s, pt_plural(e->run.updates), text_count(e->run.epochs).s,
            pt_plural(e->run.epochs));
    if (e->theorem && isfinite(e->proof.k_max_upper))
        fprintf(out, "\nThat is %s %% of the updates that the theorem allows.",
                text_number(100.0 * (double)e->run.updates / e->proof.k_max_upper).s);
    fputc('\n', out);
    run_print_stop(out, &e->run);
    explain_tell_bound(out, e);
}

static void tell_lemmas(FILE *out, const struct explanation *e)
{
    const double k = (double)e->run.updates, gamma = e->proof.theorem_lower, r2 = pow(e->proof.radius_upper, 2);
    const struct text count = text_count(e->run.updates);

    fputs("\n4. Why it must end\n\nWrite W(k) for the weights after k updates.\n\n"
          "Lemma 1. Every update adds some a, and a.W* >= gamma*. So W*.W(k) >= k gamma*:\n", out);
    fprintf(out, "    W*.W(%s) = %s  >=  %s x %s = %s\n\n", count.s, six(e->product).s, count.s, six(gamma).s,
            six(k * gamma).s);
    fputs("Lemma 2. An update is made only where the best rival scores as high as the row's own label, so a.W <= 0\n"
          "and |W + a|^2 = |W|^2 + 2 a.W + |a|^2 <= |W|^2 + 2 R^2. So |W(k)|^2 <= 2 k R^2:\n", out);
    fprintf(out, "    |W(%s)|^2 = %s  <=  %s x %s = %s\n\n", count.s, six(e->norm2).s, count.s, six(r2).s,
            six(k * r2).s);
    fputs("No product of W with a vector of length 1 exceeds |W| (Cauchy and Schwarz). So\n"
          "    k gamma*  <=  W*.W(k)  <=  |W(k)|  <=  sqrt(2 k) R\n", out);
    fprintf(out, "    %s  <=  %s  <=  %s  <=  %s\n", six(k * gamma).s, six(e->product).s, six(sqrt(e->norm2)).s,
            six(sqrt(k * r2)).s);
    fputs("The left end grows like k, the right one like its root: they meet at k = 2 R^2/gamma*^2, and no run gets\n"
          "past it.\n", out);
}

static void tell_contradiction(FILE *out, const struct explanation *e)
{
    fputs("\nThe rows are not separable, all labels at once\n\n"
          "Take these, each row against the rival named, as often as it says: the a add up to zero in every place.\n"
          "('perceptron certify -o FILE' writes it down, and 'perceptron verify' checks it.)\n\n", out);
    proof_print_rows(out, e->set, e->certificate, ROWS_SHOWN);
    fputs("\nSuppose some W had all of them on their own side. Then every a.W is above 0, and so is their sum, each\n"
          "times its positive number. But that sum is W times the sum of the a, which is 0. So there is no such W:\n"
          "the perceptron, which stops only when it has found one, would never stop by itself.\n", out);
    proof_print_boundary_of_all(out, PROOF_BOUNDARY(&e->proof));
}

void explain_classes(FILE *out, const struct explanation *e)
{
    tell_words(out, e);
    if (e->proof.verdict == PTRON_VERDICT_NOT_SEPARABLE) {
        tell_contradiction(out, e);
        return;
    }
    if (!(e->proof.theorem_lower > 0.0)) {
        fputs("\nThe rows are separable, all labels at once: that is proved (perceptron certify shows how), but the\n"
              "margin was not worked out.\n", out);
        return;
    }
    tell_theorem(out, e);
    tell_run(out, e);
    if (e->theorem && e->has_star && e->norm2 > 0.0)
        tell_lemmas(out, e);
}
