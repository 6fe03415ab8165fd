/* Proofs for people. Lower bounds are printed rounded down and upper bounds rounded up: what is printed is proved. */
#include "words/proof.h"
#include "diag.h"
#include "progress.h"
#include "status_line.h"
#include "words/facts.h"
#include "words/numbers.h"
#include "words/training.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { PLACE = 160 };

int proof_exit(ptron_verdict verdict)
{
    static const int codes[] = {[PTRON_VERDICT_UNDECIDED] = EXIT_UNDECIDED, [PTRON_VERDICT_SEPARABLE] = EXIT_DONE,
                                [PTRON_VERDICT_NOT_SEPARABLE] = EXIT_NO};

    assert((size_t)verdict < sizeof codes / sizeof *codes);
    return codes[verdict];
}

/* ---- what the numbers are ------------------------------------------------------------------------- */

void proof_print_values(FILE *out, bool literal, const char *values)
{
    if (!literal)
        fprintf(out, "This is about the numbers as they were read: %s.\n", values);
}

/* ---- the verdict --------------------------------------------------------------------------------- */

bool proof_of_one_label(const ptron_dataset *set)
{
    return ptron_dataset_class_name(set, 1) == NULL;
}

void proof_print_verdict(FILE *out, const ptron_dataset *set, const ptron_certificate_facts *f)
{
    const char *plane = f->bias ? "no hyperplane" : "no hyperplane through the origin";

    if (f->verdict == PTRON_VERDICT_SEPARABLE && proof_of_one_label(set)) {
        fprintf(out, "Separable: there is no label but '%s', and a hyperplane%s has every row on one side.\n",
                text_name(f->positive).s, f->bias ? "" : " through the origin");
    } else if (f->verdict == PTRON_VERDICT_SEPARABLE) {
        fprintf(out, "Separable: a hyperplane%s has every row of '%s' on one side and every other row on the other.\n",
                f->bias ? "" : " through the origin", text_name(f->positive).s);
    } else if (f->verdict == PTRON_VERDICT_UNDECIDED) {
        fprintf(out, "Undecided: %s. No answer is a guess here, so there is none.\n", f->why);
        if (isfinite(f->theorem_upper))
            fprintf(out, "So far: if a hyperplane does separate the rows, its margin is at most %s.\n",
                    text_up(f->theorem_upper).s);
        fputs("What would help: more time (--time), or fewer features.\n", out);
    } else if (strcmp(f->method, "equal rows") == 0) {
        fprintf(out, "Not separable: two rows are equal but carry opposite labels, and %s can tell them apart.\n",
                plane);
    } else if (f->n_rows == 1) {
        fprintf(out, "Not separable: a row is all zeros, and every hyperplane through the origin goes through it.\n");
    } else {
        fprintf(out, "Not separable: %s rows contradict each other. With the signs of their labels, each times a\n"
                "positive whole number, they add up to exactly zero, so that %s has them all on their own side.\n",
                text_count(f->n_rows).s, plane);
    }
}

/* ---- numbers ------------------------------------------------------------------------------------- */

/* "0.25 to 0.26", "at least 0.25", "at most 0.26"; false when neither end is known. */
static bool range_words(double lower, double upper, char *text, size_t room)
{
    const bool has_lower = isfinite(lower) && lower > 0.0, has_upper = isfinite(upper);

    if (has_lower && has_upper)
        snprintf(text, room, "%s to %s", text_down(lower).s, text_up(upper).s);
    else if (has_lower)
        snprintf(text, room, "at least %s", text_down(lower).s);
    else if (has_upper)
        snprintf(text, room, "at most %s", text_up(upper).s);
    else
        return false;
    return true;
}

void proof_print_range(FILE *out, const char *name, double lower, double upper, const char *meaning)
{
    char text[112];

    if (range_words(lower, upper, text, sizeof text))
        run_line(out, name, "%-34s %s", text, meaning);
}

void proof_print_numbers(FILE *out, const ptron_certificate_facts *f)
{
    if (f->verdict == PTRON_VERDICT_SEPARABLE) {
        proof_print_range(out, f->bias ? "theorem margin" : "margin", f->theorem_lower, f->theorem_upper,
                          f->bias ? "the best there is, bias absorbed: the theorem's" : "the best there is");
        proof_print_range(out, "distance", f->distance_lower, f->distance_upper,
                    "the best there is, bias free: a hyperplane's to its nearest row");
        proof_print_range(out, "R", f->radius_lower, f->radius_upper, "length of the longest row");
        proof_print_range(out, "bound", isfinite(f->theorem_upper) ? f->k_max_lower : (double)NAN, f->k_max_upper,
                    "(R/margin)^2: no order of the rows makes the perceptron, from zero, take more updates");
    }
    if (strcmp(f->method, "peeling") == 0)
        run_line(out, "method", "peeling: %s feature%s, one after the other, each with one sign on the rows left",
                 text_count(f->n_peeled).s, pt_plural(f->n_peeled));
    else if (f->verdict != PTRON_VERDICT_UNDECIDED)
        run_line(out, "method", "%s", f->method);
    if (f->n_support > 0 && f->verdict == PTRON_VERDICT_SEPARABLE)
        run_line(out, "", "the margin's bracket rests on %s row%s", text_count(f->n_support).s,
                 pt_plural(f->n_support));
    run_line(out, "values", "%s", f->values);
    run_line(out, "time", "%s", text_seconds(f->seconds).s);
}

/* ---- the contradiction --------------------------------------------------------------------------- */

static void print_row(FILE *out, const ptron_dataset *set, uint64_t row, int64_t rival, const char *multiplier)
{
    const size_t digits = strlen(multiplier);
    const int64_t label = ptron_dataset_row_class(set, row);
    char place[PLACE], times[48];

    if (digits > 20)
        snprintf(times, sizeof times, "%.6s... (%zu digits)", multiplier, digits);
    else
        snprintf(times, sizeof times, "%s", multiplier);
    facts_row_place(set, row, place, sizeof place);
    fprintf(out, "  %22s times  %-30s '%s'", times, place,
            label < 0 ? "" : text_name(ptron_dataset_class_name(set, (size_t)label)).s);
    if (rival >= 0)
        fprintf(out, " against '%s'", text_name(ptron_dataset_class_name(set, (size_t)rival)).s);
    fputc('\n', out);
}

void proof_print_rows(FILE *out, const ptron_dataset *set, const ptron_certificate *certificate, size_t most)
{
    PTRON_SIZED(ptron_certificate_facts, facts);
    const char *multiplier;
    uint64_t row;

    ptron_certificate_describe(certificate, &facts);
    for (size_t i = 0; i < most && ptron_certificate_row(certificate, i, &row, &multiplier); i++)
        print_row(out, set, row, ptron_certificate_rival(certificate, i), multiplier);
    if (facts.n_rows > most)
        fprintf(out, "  ... and %s more row%s (--all shows them)\n", text_count(facts.n_rows - most).s,
                pt_plural(facts.n_rows - most));
    if (facts.n_rows > 0 && facts.classes > 0)
        fprintf(out, "In the sum a row stands as %s with its own label and as %s with the rival.\n",
                facts.bias ? "(x, 1)" : "x", facts.bias ? "-(x, 1)" : "-x");
    else if (facts.n_rows > 0)
        fprintf(out, "In the sum a row of '%s' is %s, any other %s.\n", text_name(facts.positive).s,
                facts.bias ? "(x, 1)" : "x", facts.bias ? "-(x, 1)" : "-x");
}

void proof_name_rows(const ptron_dataset *set, const ptron_certificate *certificate, size_t most, char *text,
                     size_t room)
{
    PTRON_SIZED(ptron_certificate_facts, facts);
    const char *multiplier;
    char place[PLACE];
    size_t at = 0;
    uint64_t row;

    ptron_certificate_describe(certificate, &facts);
    text[0] = '\0';
    for (size_t i = 0; i < most && at < room && ptron_certificate_row(certificate, i, &row, &multiplier); i++) {
        const bool last = i > 0 && i + 1 == facts.n_rows;
        facts_row_place(set, row, place, sizeof place);
        at += (size_t)snprintf(text + at, room - at, "%s%s", i == 0 ? "" : last ? " and " : ", ", place);
    }
    if (facts.n_rows > most && at < room)
        snprintf(text + at, room - at, " and %s more", text_count(facts.n_rows - most).s);
}

void proof_print_boundary(FILE *out, const struct proof_boundary *b)
{
    const char *plane = b->bias ? "hyperplane" : "hyperplane through the origin";

    if (b->answer == PTRON_BOUNDARY_UNKNOWN) {
        fputs("\nWhether they can be split with some rows on the boundary is not known.\n", out);
    } else if (b->answer == PTRON_BOUNDARY_NONE) {
        fprintf(out, "\nNor can they be split with some rows on the boundary: every %s has a row on the wrong side,\n"
                "or else contains all rows.\n", plane);
    } else {
        fprintf(out, "\nWith rows on the boundary they can be split (quasi-complete separation): some %s has\n"
                "every row on its own side or on it, and not all on it. ", plane);
        if (b->forced == b->on)
            fprintf(out, "Every such one contains the same %s of the %s\nrows, and some contain no other.\n",
                    text_count(b->forced).s, text_count(b->rows).s);
        else
            fprintf(out, "Every such one contains the same %s of the %s\nrows, at least; one was found that contains "
                    "%s.\n", text_count(b->forced).s, text_count(b->rows).s, text_count(b->on).s);
    }
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void json_range(struct json *json, const char *key, double lower, double upper)
{
    json_put(json, OBJECT(key), REAL("lower", lower > 0.0 ? lower : (double)NAN), REAL("upper", upper), END);
}

void proof_boundary_json(struct json *json, ptron_boundary answer, uint64_t forced, uint64_t on)
{
    if (answer == PTRON_BOUNDARY_UNKNOWN)
        json_text(json, "boundary", NULL);
    else if (answer == PTRON_BOUNDARY_NONE)
        json_put(json, OBJECT("boundary"), FLAG("exists", false), END);
    else
        json_put(json, OBJECT("boundary"), FLAG("exists", true), OBJECT("forced"), COUNT("at_least", forced),
                 COUNT("at_most", on), END, END);
}

void proof_json(struct json *json, const ptron_dataset *set, const ptron_certificate *certificate)
{
    PTRON_SIZED(ptron_certificate_facts, f);
    const char *multiplier, *file;
    uint64_t row, line;
    int64_t rival;

    ptron_certificate_describe(certificate, &f);
    json_put(json, TEXT("verdict", ptron_verdict_text(f.verdict)), TEXT("positive", f.positive), OBJECT("margin"));
    json_range(json, "theorem", f.theorem_lower, f.theorem_upper);
    json_range(json, "distance", f.distance_lower, f.distance_upper);
    json_put(json, END, REAL("radius", f.radius_upper));
    json_range(json, "k_max", isfinite(f.theorem_upper) ? f.k_max_lower : (double)NAN, f.k_max_upper);
    json_array(json, "rows");
    for (size_t i = 0; ptron_certificate_row(certificate, i, &row, &multiplier); i++) {
        json_object(json, NULL);
        if (ptron_dataset_row_place(set, row, &file, &line))
            json_put(json, TEXT("file", file), COUNT("line", line));
        else
            json_put(json, TEXT("file", NULL), TEXT("line", NULL));
        json_put(json, COUNT("row", row + 1), TEXT("multiplier", multiplier));
        if ((rival = ptron_certificate_rival(certificate, i)) >= 0)
            json_text(json, "rival", ptron_dataset_class_name(set, (size_t)rival));
        json_end_object(json);
    }
    json_end_array(json);
    proof_boundary_json(json, f.boundary, f.n_forced, f.n_on);
    json_put(json, TEXT("method", f.method), TEXT("why", f.verdict == PTRON_VERDICT_UNDECIDED ? f.why : NULL),
             TEXT("values", f.decimal ? "decimal" : "binary"), FLAG("literal", f.literal),
             TEXT("values_are", f.values), FLAG("bias", f.bias), REAL("seconds", f.seconds));
}

/* ---- the line on the terminal --------------------------------------------------------------------- */

static const double redraw_seconds = 0.2;

static bool on_step(void *user, const ptron_certify_progress *p)
{
    struct proof_progress *progress = user;
    struct line line = {0};
    char range[112];

    if (progress->line && p->seconds - progress->drawn_at >= redraw_seconds) {
        progress->drawn = true;
        progress->drawn_at = p->seconds;
        line_add(&line, 0, "%s", p->step);
        if (range_words(p->margin_lower, p->margin_upper, range, sizeof range))
            line_add(&line, 2, ": margin %s", range);
        line_add(&line, 1, ", %s", text_about(p->seconds).s);
        line_draw(&line);
    }
    return !interrupts_any();
}

void proof_progress_init(struct proof_progress *progress, ptron_certify_observer *observer, bool quiet)
{
    *progress = (struct proof_progress){.line = !quiet && line_possible()};
    *observer = (ptron_certify_observer){.size = sizeof *observer, .user = progress, .on_step = on_step};
}

void proof_progress_clear(struct proof_progress *progress)
{
    if (progress->drawn)
        line_clear();
    progress->drawn = false;
}
