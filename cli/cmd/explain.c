/* The convergence theorem with the user's own numbers (Novikoff 1962). Every inequality is first said in letters,
 * then shown in numbers. */
#include "cmd/explain_more.h"
#include "words/numbers.h"
#include "words/proof.h"
#include "words/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct text six(double value)
{
    struct text text;

    if (!isfinite(value))
        return text_number(value);
    snprintf(text.s, sizeof text.s, "%.6g", value);
    return text;
}

/* Whether a bracket is as close as the digits shown. */
static bool agree(double lower, double upper)
{
    return upper <= lower * (1.0 + 1e-6);
}

/* Else no number is gamma*, and no lemma is shown. */
static bool is_sharp(const struct explanation *e)
{
    return agree(e->proof.theorem_lower, e->proof.theorem_upper);
}

static double cosine(const struct explanation *e)
{
    return e->product / sqrt(e->norm2);
}

static double degrees(double cosine_of_it)
{
    return acos(fmin(1.0, fmax(-1.0, cosine_of_it))) * 180.0 / acos(-1.0);
}

/* The order that the run below took the rows in. */
static void tell_order(FILE *out, const struct explanation *e)
{
    const char *name, *value, *seed = ptron_options_get(e->args->options, "seed");
    const char *order = e->own_run ? ptron_options_get(e->args->options, "order") : NULL;

    for (size_t i = 0; !e->own_run && e->model != NULL && ptron_model_parameter(e->model, i, &name, &value); i++) {
        order = strcmp(name, "order") == 0 ? value : order;
        seed = strcmp(name, "seed") == 0 ? value : seed;
    }
    if (order != NULL)
        fprintf(out, "%s %s%s.\n", e->own_run ? "Rows" : "The model was trained on rows",
                run_order_text(order, strtoull(seed, NULL, 10)).s,
                strcmp(order, "given") == 0 ? "" : " (trace takes them in the order of the file)");
}

/* ---- the set ------------------------------------------------------------------------------------- */

static void tell_words(FILE *out, const struct explanation *e)
{
    const char *row = e->proof.bias ? "(x, 1)" : "x";

    fprintf(out, "%s, %s. A row counts as a = y %s, where y is +1 for '%s' and -1 for all others%s.\n"
            "Weights w have it on its own side when a.w > 0.\n", text_counted(e->proof.rows, "row").s,
            text_counted(e->proof.features, "feature").s, row, text_name(e->proof.positive).s,
            e->proof.bias ? ";\nthe last coordinate is the constant feature that carries the bias" : "");
    if (strcmp(e->facts.scaling, "none") != 0)
        fprintf(out, "The rows are taken as scaled (%s).\n", e->facts.scaling);
}

static void tell_margin(FILE *out, const struct explanation *e)
{
    const ptron_certificate_facts *p = &e->proof;

    fputs("\n1. The rows are separable\n\n", out);
    if (!(p->theorem_lower > 0.0)) {
        fputs("That is proved (perceptron certify shows how), but the margin was not worked out.\n", out);
        return;
    }
    fputs("Some w* of length 1 has a.w* >= gamma* for every row, and no other vector of length 1 has more:\n", out);
    if (is_sharp(e))
        fprintf(out, "    gamma* = %s   (proved: between %s and %s)\n", six(p->theorem_lower).s,
                text_down(p->theorem_lower).s, text_up(p->theorem_upper).s);
    else
        fprintf(out, "    gamma* is between %s and %s (proved)\n", text_down(p->theorem_lower).s,
                text_up(p->theorem_upper).s);
    fprintf(out, "The longest row has length\n    R = %s\n", six(p->radius_upper).s);
    if (p->bias && p->distance_lower > 0.0 && agree(p->distance_lower, p->distance_upper))
        fprintf(out, "(As a plain distance, with a bias that counts in no length, the best is %s; the theorem\n"
                "needs the other number.)\n", six(p->distance_lower).s);
}

/* (R/gamma*)^2 from above: the certificate's, or where that is beyond its digits the square of the two ends. */
double explain_most_updates(const ptron_certificate_facts *p)
{
    const double ratio = p->radius_upper / p->theorem_lower;

    return isfinite(p->k_max_upper) ? p->k_max_upper : ratio * ratio * (1.0 + 1e-12);
}

static void tell_bound(FILE *out, const struct explanation *e)
{
    const ptron_certificate_facts *p = &e->proof;
    const double bound = explain_most_updates(p);

    fputs("\n2. The theorem\n\n", out);
    fprintf(out, "Started at zero, the perceptron makes at most (R/gamma*)^2 updates, whatever the order of the rows\n"
            "(Novikoff 1962):\n    (R/gamma*)^2 %s (%s / %s)^2%s%s", is_sharp(e) ? "=" : "<=",
            six(p->radius_upper).s, six(p->theorem_lower).s, isfinite(bound) ? " = " : ", ",
            isfinite(bound) ? six(bound).s : "beyond all doubles");
    if (bound < 1e15)
        fprintf(out, ", so %s at most", text_some((uint64_t)floor(bound), "update").s);
    fprintf(out, ".\nNeither the number of rows nor that of features is in it; R/gamma* %s %s is how difficult they "
            "are.\n", is_sharp(e) ? "=" : "<=", six(p->radius_upper / p->theorem_lower).s);
}

/* ---- the run ------------------------------------------------------------------------------------- */

static void tell_run(FILE *out, const struct explanation *e)
{
    const double share = (double)e->run.updates / e->proof.k_max_upper;

    fputs("\n3. This run\n\n", out);
    if (e->run.rows == 0)   /* made by hand */
        fputs("The model's weights are no run's.", out);
    else
        fprintf(out, "%s made k = %s update%s in %s whole epoch%s.",
                e->own_run ? "A perceptron trained just now, from zero," : "The model's training",
                text_count(e->run.updates).s, pt_plural(e->run.updates), text_count(e->run.epochs).s,
                pt_plural(e->run.epochs));
    if (e->theorem && is_sharp(e) && isfinite(e->proof.k_max_upper))
        fprintf(out, "\nThat is %s %% of the updates that the theorem allows.", text_number(100.0 * share).s);
    fputc('\n', out);
    run_print_stop(out, &e->run);
}

static void tell_lemmas(FILE *out, const struct explanation *e)
{
    const double k = (double)e->run.updates, gamma = e->proof.theorem_lower, r = e->proof.radius_upper;
    const struct text count = text_count(e->run.updates);

    fputs("\n4. Why it must end\n\n", out);
    fputs("Write w(k) for the weights after k updates.\n\n", out);
    fputs("Lemma 1. Every update adds some row a, and a.w* >= gamma*. So w*.w(k) >= k gamma*:\n", out);
    fprintf(out, "    w*.w(%s) = %s  >=  %s x %s = %s\n\n", count.s, six(e->product).s, count.s, six(gamma).s,
            six(k * gamma).s);
    fputs("Lemma 2. An update is made only where a.w <= 0, so |w + a|^2 = |w|^2 + 2 a.w + |a|^2 <= |w|^2 + R^2.\n"
          "So |w(k)|^2 <= k R^2:\n", out);
    fprintf(out, "    |w(%s)|^2 = %s  <=  %s x %s = %s\n\n", count.s, six(e->norm2).s, count.s, six(r * r).s,
            six(k * r * r).s);
    fputs("No product of w with a vector of length 1 exceeds |w| (Cauchy and Schwarz). So\n"
          "    k gamma*  <=  w*.w(k)  <=  |w(k)|  <=  sqrt(k) R\n", out);
    fprintf(out, "    %s  <=  %s  <=  %s  <=  %s\n", six(k * gamma).s, six(e->product).s, six(sqrt(e->norm2)).s,
            six(sqrt(k) * r).s);
    fputs("The left end grows like k, the right one like its root: they meet at k = (R/gamma*)^2, and no run gets\n"
          "past it.\n", out);
}

static void tell_angle(FILE *out, const struct explanation *e)
{
    const double k = (double)e->run.updates;

    fprintf(out, "\n%d. The angle\n\n", e->theorem ? 5 : 4);
    if (e->theorem) {
        const double bound = sqrt(k) * e->proof.theorem_lower / e->proof.radius_upper;
        fprintf(out, "By the two lemmas the cosine of the angle between w(k) and w* is at least sqrt(k) gamma*/R:\n"
                "    cos = %s  >=  %s, an angle of %.1f degrees where at most %.1f are possible\n"
                "It is the bound that grows with every update; the cosine itself may fall for a while.\n",
                six(cosine(e)).s, six(bound).s, degrees(cosine(e)), degrees(bound));
    } else {
        fprintf(out, "The cosine of the angle between the model's weights and w* is %s: %.1f degrees.\n",
                six(cosine(e)).s, degrees(cosine(e)));
    }
}

/* Of what is best, where that is known. */
static void tell_share(FILE *out, const char *name, double own, double best)
{
    fprintf(out, "%s of %s", name, six(own).s);
    if (best > 0.0)
        fprintf(out, ", %.1f %% of the best one", 100.0 * own / best);
}

static void tell_own_margin(FILE *out, const struct explanation *e)
{
    const ptron_certificate_facts *p = &e->proof;

    if (isnan(e->margin))
        return;
    fprintf(out, "\n%d. What was found\n\n", e->theorem ? 6 : 5);
    if (e->margin > 0.0) {
        tell_share(out, p->bias ? "These weights have a theorem margin" : "These weights have a margin", e->margin,
                   p->theorem_lower);
        if (p->bias && !isnan(e->distance))
            tell_share(out, ",\nand a distance", e->distance, p->distance_lower);
        const double bound = p->radius_upper / e->margin * (p->radius_upper / e->margin);
        const struct text most = six(bound);
        fprintf(out, ". The perceptron is content with any\nweights that separate; --algorithm hard-margin looks for "
                "the best. With these in the place of w* the theorem\ngives (R/%s)^2%s%s update%s%s.\n",
                six(e->margin).s, isfinite(bound) ? " = " : "", isfinite(bound) ? most.s : "",
                strcmp(most.s, "1") == 0 ? "" : "s",
                isfinite(bound) ? "" : ", beyond all doubles");
    } else if (e->theorem) {
        fprintf(out, "These weights do not separate the rows yet, though others do. %s\n",
                p->k_max_upper > 1e9 && strcmp(e->facts.scaling, "none") == 0
                    ? "With a margin this narrow beside\n"
                      "R, scaling the features (--scale standard) may be what makes it practical."
                    : "By the theorem more epochs end it,\n"
                      "unless products are lost in rounding.");
    } else {
        fputs("These weights do not separate the rows, though others do.\n", out);
    }
}

void explain_theorem(FILE *out, const struct explanation *e)
{
    tell_order(out, e);
    tell_words(out, e);
    tell_margin(out, e);
    if (!(e->proof.theorem_lower > 0.0))
        return;
    tell_bound(out, e);
    tell_run(out, e);
    explain_tell_bound(out, e);
    if (!e->has_star || !(e->norm2 > 0.0) || !is_sharp(e))
        return;
    if (e->theorem)
        tell_lemmas(out, e);
    tell_angle(out, e);
    tell_own_margin(out, e);
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void json_run(struct json *json, const struct explanation *e)
{
    const double k = (double)e->run.updates, gamma = e->proof.theorem_lower, r = e->proof.radius_upper;
    const double none = NAN;

    json_put(json, OBJECT("run"), TEXT("algorithm", e->run.algorithm), FLAG("trained_here", e->own_run),
             FLAG("theorem_applies", e->theorem), COUNT("updates", e->run.updates), COUNT("epochs", e->run.epochs),
             TEXT("stop", ptron_stop_text(e->run.reason)),
             REAL("share_of_bound", e->theorem && isfinite(e->proof.k_max_upper) ? k / e->proof.k_max_upper : none),
             OBJECT("lemma1"), REAL("left", e->has_star ? e->product : none),
             REAL("right", e->theorem ? k * gamma : none), END,
             OBJECT("lemma2"), REAL("left", e->has_star ? e->norm2 : none),
             REAL("right", e->theorem ? k * r * r : none), END,
             REAL("cosine", e->has_star ? cosine(e) : none),
             REAL("cosine_bound", e->theorem ? sqrt(k) * gamma / r : none), REAL("margin", e->margin),
             REAL("distance", e->distance));
    if (isnan(e->bound))
        json_text(json, "bound", NULL);
    else
        json_put(json, OBJECT("bound"), TEXT("of", e->run.bounded), TEXT("formula", e->run.bound_formula),
                 REAL("upper", e->bound), REAL("value", e->run.bounded_value), END);
    json_end_object(json);
}

void explain_json(FILE *out, const struct explanation *e, const struct explanation_more *more)
{
    struct json json = json_begin(out);

    proof_json(&json, e->set, e->certificate);
    if (e->model != NULL)
        json_run(&json, e);
    else
        json_text(&json, "run", NULL);
    explain_more_json(&json, e, more);
    json_finish(&json);
}
