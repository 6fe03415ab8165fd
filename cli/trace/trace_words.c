/* What a trace comes to, in words: the lemmas' consequence, rows that add up to zero, what alpha is, and notes. */
#include "trace/trace.h"
#include "words/numbers.h"
#include "words/training.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *text_of(const struct number *number, struct text *room)
{
    if (number->text != NULL)
        return number->text;
    *room = text_number(number->value);
    return room->s;
}

/* ---- the lemmas ----------------------------------------------------------------------------------- */

bool trace_is_plain(const struct trace *t)
{
    bool ones = !t->gathers;

    for (size_t i = 0; i < t->n_lines; i++)
        ones &= t->lines[i].numbers[N_STEP].value == 0.0 || t->lines[i].numbers[N_STEP].value == 1.0;
    return ones && (t->theorem.longest == 1.0 || t->theorem.longest == 0.0);
}

static bool starts_elsewhere(const struct trace *t)
{
    return t->numbers[R_START2].value > 0.0;
}

static bool has_threshold(const struct trace *t)
{
    return t->numbers[R_THRESHOLD].value > 0.0;
}

void trace_lemma_heads(const struct trace *t, char *lemma1, char *lemma2, size_t room)
{
    const char *mass = trace_is_plain(t) ? "k" : "mass", *squares = trace_is_plain(t) ? "k" : "squares";
    const bool start = starts_elsewhere(t), tau = has_threshold(t);

    if (t->latex) {
        mass = trace_is_plain(t) ? "k" : "m";
        squares = trace_is_plain(t) ? "k" : "q";
        snprintf(lemma1, room, "$w^*\\!\\cdot w\\ge %s\\gamma %s$", start ? "w^*\\!\\cdot w_0+" : "", mass);
        snprintf(lemma2, room, "$\\|w\\|^2\\le %sR^2%s%s%s$", start ? "\\|w_0\\|^2+" : "", squares,
                 tau ? "+2\\tau " : "", tau ? mass : "");
        return;
    }
    snprintf(lemma1, room, "w*.w >= %sgamma %s", start ? "w*.w0 + " : "", mass);
    snprintf(lemma2, room, "|w|^2 <= %sR^2 %s%s%s", start ? "|w0|^2 + " : "", squares, tau ? " + 2 tau " : "",
             tau ? mass : "");
}

/* The same steps in any order of the rows: of one length, each of one row. */
static bool is_any_order(const struct trace *t)
{
    const ptron_options *o = t->args->options;
    const char *by_class = ptron_options_get(o, "class-weight");
    PTRON_SIZED(ptron_algorithm_info, info);

    return strcmp(t->result.bounded, "updates") == 0 && ptron_algorithm_find(t->result.algorithm, &info) &&
           info.adds_rows && !t->gathers &&
           ptron_options_is(o, "schedule", "constant") && *by_class == '\0' && !t->facts.row_weights;
}

/* (R^2 + 2 tau/s) |w*|^2/gamma^2 + 2 |w0| |w*|/(s gamma), or s times that; without what is not there and without an s
 * of 1. */
static void put_formula(const struct trace *t, bool times_s, char *text, size_t room)
{
    const bool unit = t->numbers[R_LONGEST].value == 1.0;
    const char *s = times_s && !unit ? "s " : "", *over = unit || times_s ? "" : "/s";
    char rows[32], start[48] = "";

    if (has_threshold(t))
        snprintf(rows, sizeof rows, "(%sR^2 + 2 tau%s)", s, over);
    else
        snprintf(rows, sizeof rows, "%sR^2", s);
    if (starts_elsewhere(t))
        snprintf(start, sizeof start, " + 2 |w0| |w*|/%s", *over == '\0' ? "gamma" : "(s gamma)");
    snprintf(text, room, "%s |w*|^2/gamma^2%s", rows, start);
}

static void put_bound(const struct trace *t, char *text, size_t room)
{
    struct text bound, longest, mass;
    const char *most, *s;
    char formula[128];

    *text = '\0';
    if (isnan(t->numbers[R_BOUND].value) || t->result.bounded == NULL)   /* of a run with nothing proved */
        return;
    put_formula(t, !is_any_order(t), formula, sizeof formula);
    most = text_of(&t->numbers[is_any_order(t) ? R_BOUND : R_MASS_BOUND], &bound);
    s = strcmp(most, "1") == 0 ? "" : "s";
    if (!is_any_order(t))
        snprintf(text, room, " The longest step%s was s = %s. So the steps add up to no more than %s = %s; they add up "
                 "to %s.", t->gathers ? " of a batch" : "", text_of(&t->numbers[R_LONGEST], &longest), formula, most,
                 text_of(&t->numbers[R_MASS], &mass));
    else if (!trace_is_plain(t))
        snprintf(text, room, " Every step is s = %s long. So no order of the rows makes more than %s = %s update%s; "
                 "this one made %s.", text_of(&t->numbers[R_LONGEST], &longest), formula, most, s,
                 text_count(t->result.updates).s);
    else
        snprintf(text, room, " So %sno order of the rows makes more than %s = %s update%s; this one made %s.",
                 has_threshold(t) || starts_elsewhere(t)
                     ? "" : "gamma k <= w*.w <= |w*| |w| <= |w*| R sqrt(k), and ",
                 formula, most, s, text_count(t->result.updates).s);
}

/* Words of the heads that a reader may not know. */
static void say_words(FILE *out, const struct trace *t)
{
    const double keep = t->lines[t->n_lines - 1].numbers[N_KEEP].value;
    bool shrinks = !(isnan(keep) || keep == 1.0);
    char text[512];

    for (size_t i = 0; i < t->n_lines; i++)
        shrinks |= t->lines[i].numbers[N_KEEP].value < 1.0 || t->lines[i].numbers[N_KEEP].value > 1.0;
    if (isnan(t->lines[0].numbers[N_MASS].value) || (trace_is_plain(t) && !shrinks))
        return;
    if (shrinks)
        snprintf(text, sizeof text, "The weights become keep w + step y x; mass: the sum of the steps, each times the "
                 "keeps since.");
    else
        snprintf(text, sizeof text, "mass: the sum of the steps%s%s%s.",
                 t->gathers ? ", each taken when its batch ends" : "",
                 t->has_lemma2 ? "; squares: the sum of their squares" : "",
                 t->gathers && t->has_lemma2 ? ", the steps of a batch counting as one" : "");
    text_paragraph(out, text, 110);
}

static void say_reference(FILE *out, const struct trace *t)
{
    struct text gamma, norm2, radius2, start2, tau;
    char start[512] = "", threshold[512] = "", bound[4096], text[8192];

    if (!t->known)
        return;
    if (starts_elsewhere(t))
        snprintf(start, sizeof start, "; w0 are the weights it began with, |w0|^2 = %s",
                 text_of(&t->numbers[R_START2], &start2));
    if (has_threshold(t) && t->has_lemma2)
        snprintf(threshold, sizeof threshold, "; tau = %s", text_of(&t->numbers[R_THRESHOLD], &tau));
    put_bound(t, bound, sizeof bound);
    snprintf(text, sizeof text, "w* are the last weights of the run, which separate the rows: the least product is "
             "gamma = %s, |w*|^2 = %s, R^2 = %s%s%s.%s", text_of(&t->numbers[R_GAMMA], &gamma),
             text_of(&t->numbers[R_NORM2], &norm2), text_of(&t->numbers[R_RADIUS2], &radius2), start, threshold, bound);
    text_paragraph(out, text, 110);
}

/* ---- rows that add up to zero ---------------------------------------------------------------------- */

static void say_place(FILE *out, const struct trace *t, uint64_t step)
{
    if (step == 0)
        fputs("those it began with", out);
    else
        fprintf(out, "those after epoch %" PRIu64 ", row %" PRIu64, t->lines[step - 1].epoch,
                t->lines[step - 1].row + 1);
}

static void say_contradiction(FILE *out, const struct trace *t)
{
    const struct trace_line *to;
    const char *plus = "";
    char x[TRACE_CELL];

    if (t->times == NULL)
        return;
    to = &t->lines[t->theorem.cycle_to - 1];
    fprintf(out, "The weights after epoch %" PRIu64 ", row %" PRIu64 " are ", to->epoch, to->row + 1);
    say_place(out, t, t->theorem.cycle_from);
    fputs(" again: the updates in between add up to zero,\n  0 = ", out);
    for (uint64_t i = 0; i < t->facts.rows; i++) {
        if (t->times[i] == 0)
            continue;
        trace_row_text(t, i, x, sizeof x);
        fprintf(out, "%s%" PRIu64 " * (%s1) * %s", plus, t->times[i], t->signs[i] > 0 ? "+" : "-", x);
        plus = " + ";
    }
    fprintf(out, "%s\nso no weights have every row on its own side.\n",
            t->constant > 0.0 ? ", and the signs add up to zero too," : ",");
}

/* ---- all of it -------------------------------------------------------------------------------------- */

/* "4 of row 1, 3 of row 2": what each row counts for in the end. */
static void say_alphas(FILE *out, const struct trace *t)
{
    const char *comma = "";
    uint64_t left = 0, said = 0;

    if (t->alphas == NULL)
        return;
    fputs("In the end alpha is ", out);
    for (uint64_t i = 0; i < t->facts.rows; i++) {
        left += t->alphas[i] != 0.0 && said == 12;
        if (t->alphas[i] == 0.0 || said == 12)
            continue;
        fprintf(out, "%s%s of row %" PRIu64, comma, text_number(t->alphas[i]).s, i + 1);
        comma = ", ";
        said++;
    }
    if (left > 0)
        fprintf(out, ", and above 0 of %s more", text_count(left).s);
    fprintf(out, "%s.\n", said == 0 ? "0 of all rows" : "");
}

static void say_dual(FILE *out, const struct trace *t)
{
    if (isnan(t->lines[0].numbers[N_ALPHA].value))
        return;
    if (t->n_weights == 0)
        fprintf(out, "alpha: what the row counts for after its line. The score of a row x is the sum over all rows i\n"
                "of alpha_i y_i k(x_i, x), k being the kernel%s: weights w = sum of alpha_i y_i x_i in the\n"
                "kernel's space.\n",
                t->constant == 0.0 ? "" : t->constant == 1.0 ? " plus 1, the bias" : " plus the squared bias-scale");
    else
        fputs("alpha: what the row counts for after its line, and step by how much that changed: w is the sum of\n"
              "alpha_i y_i x_i. After each epoch the rows whose alpha is not at an end of its range are gone over\n"
              "again, which has no lines here: alpha and w may change from one epoch to the next.\n", out);
    say_alphas(out, t);
}

static void say_rounding(FILE *out, const struct trace *t)
{
    const struct trace_rounding *r = &t->rounding;

    if (r->found)
        fprintf(out, "Epoch %" PRIu64 ", row %" PRIu64 ": the exact product is %s, but the run itself works with "
                "rounded numbers, had %s,\nand %s. The table follows the run.\n", r->epoch, r->row + 1,
                r->exact == NULL ? "another" : r->exact, text_exact(r->product).s,
                r->learned ? "learned from the row" : "left the row alone");
}

void trace_say(FILE *out, const struct trace *t)
{
    const char *note = trace_note(t);

    if (t->limit > 0 && t->n_lines == t->limit)
        fprintf(out, "(The first %s; --steps N shows more, 0 all.)\n", text_some(t->limit, "step").s);
    run_print_stop(out, &t->result);
    if (t->n_lines > 0) {
        say_words(out, t);
        say_reference(out, t);
        say_dual(out, t);
    }
    say_contradiction(out, t);
    say_rounding(out, t);
    if (note != NULL) {
        fputc('\n', out);
        text_paragraph(out, note, 110);
    }
}
