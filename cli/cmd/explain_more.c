/* Beyond the convergence theorem. */
#include "cmd/explain_more.h"
#include "diag.h"
#include "progress.h"
#include "words/numbers.h"

#include <math.h>
#include <stdlib.h>

enum { GAMMAS = 400 };               /* how many are tried: each gives a bound that holds */
static const double outwards = 1.0 + 1e-7;   /* more than all rounding, of the sums here and of the run itself */
static const double least_value = 1e-140;    /* the run loses products of smaller ones, and errs where no bound holds */
static const double confidence = 0.05;
static const double most_visits = 2e7;       /* values touched by the run whose rows are counted one by one */

/* ---- counting ------------------------------------------------------------------------------------ */

double explain_cover(uint64_t n, uint64_t dimensions)
{
    double sum = 0.0, log_of_one = 0.0;

    if (n <= dimensions)
        return 1.0;
    log_of_one = -(double)(n - 1) * log(2.0);   /* C(n-1, 0) / 2^(n-1) */
    for (uint64_t k = 0; k < dimensions; k++) {
        sum += exp(log_of_one);
        log_of_one += log((double)(n - 1 - k)) - log((double)(k + 1));
    }
    return fmin(1.0, sum);
}

/* ---- the run ------------------------------------------------------------------------------------- */

struct tally {
    struct explanation_more *more;
    bool *moved;             /* [rows] */
};

static bool count_row(void *user, const ptron_step *step)
{
    const struct tally *tally = user;

    tally->more->mistakes += step->epoch == 1 && step->mistake;
    if (step->step != 0.0 && !tally->moved[step->row]) {
        tally->moved[step->row] = true;
        tally->more->moved++;
    }
    return !interrupts_any();
}

static ptron_status set_all(ptron_options *options, const char *const (*pairs)[2], size_t n, ptron_error *err)
{
    for (size_t i = 0; i < n; i++)
        TRY(ptron_options_set(options, pairs[i][0], pairs[i][1], err));
    return PTRON_OK;
}

/* Trains with these options over those of the explanation; the result, and the model where it is wanted. */
static ptron_status train(const struct explanation *e, const char *const (*pairs)[2], size_t n,
                          const ptron_observer *observer, ptron_result *result, ptron_model **model, ptron_error *err)
{
    ptron_options *options = NULL;
    ptron_trainer *trainer = NULL;
    ptron_status status = ptron_options_copy(e->args->options, &options, err);

    if (status == PTRON_OK)
        status = set_all(options, pairs, n, err);
    if (status == PTRON_OK)
        status = ptron_trainer_new(options, e->set, NULL, &trainer, err);
    if (status == PTRON_OK)
        status = ptron_trainer_run(trainer, observer, err);
    if (status == PTRON_OK)
        status = ptron_trainer_result(trainer, result, err);
    if (status == PTRON_OK && model != NULL)
        status = ptron_trainer_snapshot(trainer, model, err);
    ptron_trainer_free(trainer);
    ptron_options_free(options);
    return status;
}

static ptron_status run_once(const struct explanation *e, struct explanation_more *more, ptron_error *err)
{
    const char *held = args_value(e->args, "holdout");
    const double epoch = (double)(e->facts.nonzeros + e->facts.rows + e->facts.features);   /* its end looks at w */
    const double epochs = fmin(1e5, fmax(1.0, floor(most_visits / epoch)));
    char text[32];
    const char *const pairs[][2] = {{"algorithm", "perceptron"}, {"order", "once"}, {"epochs", text}, {"time", "0"},
                                    {"holdout", held != NULL ? held : "0"}};
    struct tally tally = {more, calloc(e->facts.rows + 1, sizeof *tally.moved)};
    const ptron_observer observer = {.size = sizeof observer, .user = &tally, .on_row = count_row};
    PTRON_SIZED(ptron_result, result);
    ptron_status status;

    snprintf(text, sizeof text, "%.0f", epochs);
    if (tally.moved != NULL)
        status = train(e, pairs, sizeof pairs / sizeof *pairs, &observer, &result, NULL, err);
    else
        status = diag_fail(err, PTRON_NOMEM, "out of memory");
    free(tally.moved);
    more->rows = result.rows;
    more->ended = result.reason == PTRON_STOP_SEPARATED;
    more->held = result.holdout_rows;
    more->measured = result.holdout_error;
    return status;
}

/* ---- bounds on the mistakes of one pass ---------------------------------------------------------- */

/* w, its bias last, of length 1: that of the proof, or an averaged perceptron's. */
static ptron_status compared_with(const struct explanation *e, double *w, bool *best, ptron_error *err)
{
    static const char *const pairs[][2] = {{"algorithm", "averaged"}, {"epochs", "20"}, {"time", "0"}};
    const size_t features = (size_t)e->facts.features;
    const double *star = ptron_certificate_weights(e->certificate, &w[features]);
    ptron_model *model = NULL;
    PTRON_SIZED(ptron_result, result);
    ptron_status status = PTRON_OK;
    double norm2 = 0.0, most = 0.0;

    *best = e->proof.verdict == PTRON_VERDICT_SEPARABLE && star != NULL;
    for (size_t j = 0; j < features && *best; j++)
        w[j] = star[j];
    if (!*best) {
        status = train(e, pairs, sizeof pairs / sizeof *pairs, NULL, &result, &model, err);
        if (status == PTRON_OK)
            status = ptron_model_copy_weights(model, w, features, &w[features], err);
        ptron_model_free(model);
    }
    for (size_t j = 0; j <= features; j++)
        most = fmax(most, fabs(w[j]));
    for (size_t j = 0; j <= features && most > 0.0; j++) {   /* so that no square is lost */
        w[j] /= most;
        norm2 += w[j] * w[j];
    }
    for (size_t j = 0; j <= features && norm2 > 0.0; j++)
        w[j] /= sqrt(norm2);
    return status;
}

/* y w.x of row i, and the least of its values that is not 0. */
static ptron_status product_of(const struct explanation *e, const ptron_model *scorer, uint64_t i, double *product,
                               double *least, uint32_t *features, double *values, ptron_error *err)
{
    const size_t room = (size_t)e->facts.features + 1;
    uint64_t ends[2] = {0, 0};
    const ptron_rows row = {.size = sizeof row, .n_rows = 1, .n_features = room, .kind = PTRON_F64, .values = values,
                            .offsets = ends, .indices = features};
    size_t n = 0;

    TRY(ptron_dataset_row(e->set, i, features, values, room, &n, err));
    for (size_t k = 0; k < n; k++)
        *least = values[k] != 0.0 ? fmin(*least, fabs(values[k])) : *least;
    if (e->proof.bias) {
        features[n] = (uint32_t)e->facts.features;
        values[n++] = 1.0;
    }
    ends[1] = n;
    TRY(ptron_predict_rows(scorer, &row, 0.0, product, NULL, NULL, err));
    *product = ptron_dataset_row_class(e->set, i) == 1 ? *product : -*product;
    return PTRON_OK;
}

/* Of every row. */
static ptron_status products_of(const struct explanation *e, const double *w, double *products, double *least,
                                ptron_error *err)
{
    const size_t room = (size_t)e->facts.features + 1;
    uint32_t *features = malloc(room * sizeof *features);
    double *values = malloc(room * sizeof *values);
    ptron_model *scorer = NULL;
    ptron_status status = explain_scorer(w, room, &scorer, err);

    if (status == PTRON_OK && (features == NULL || values == NULL))
        status = diag_fail(err, PTRON_NOMEM, "out of memory");
    for (uint64_t i = 0; i < e->facts.rows && status == PTRON_OK; i++)
        status = product_of(e, scorer, i, &products[i], least, features, values, err);
    ptron_model_free(scorer);
    free(features);
    free(values);
    return status;
}

/* Freund and Schapire 1999: mistakes <= ((R + D) / gamma)^2, D^2 the sum of squares of what rows lack to gamma. By the
 * hinge, L the sum of what they lack over gamma: mistakes <= L + R/gamma sqrt(mistakes), which ends at the square of
 * (R/gamma + sqrt(R^2/gamma^2 + 4 L)) / 2. */
static void least_bounds(const double *products, uint64_t rows, double radius, struct explanation_more *more)
{
    more->squares = more->hinge = (struct mistake_bound){0.0, 0.0, INFINITY};
    for (int i = 0; i < GAMMAS; i++) {
        const double gamma = radius * pow(10.0, -6.0 * i / GAMMAS), r = radius / gamma;
        struct mistake_bound squares = {gamma, 0.0, 0.0}, hinge = {gamma, 0.0, 0.0};
        double root;

        for (uint64_t k = 0; k < rows; k++) {
            const double lack = fmax(0.0, gamma - products[k]);
            squares.lack += lack * lack;
            hinge.lack += lack / gamma;
        }
        squares.lack = sqrt(squares.lack) * outwards;
        hinge.lack *= outwards;
        squares.mistakes = pow((radius + squares.lack) / gamma, 2.0) * outwards;
        root = (r + sqrt(r * r + 4.0 * hinge.lack)) / 2.0;
        hinge.mistakes = root * root * outwards;
        if (squares.mistakes < more->squares.mistakes)
            more->squares = squares;
        if (hinge.mistakes < more->hinge.mistakes)
            more->hinge = hinge;
    }
}

static ptron_status bound_mistakes(const struct explanation *e, struct explanation_more *more, ptron_error *err)
{
    double *w = calloc((size_t)e->facts.features + 1, sizeof *w);
    double *products = calloc(e->facts.rows + 1, sizeof *products);
    double least = INFINITY;
    ptron_status status = PTRON_OK;

    if (w == NULL || products == NULL)
        status = diag_fail(err, PTRON_NOMEM, "out of memory");
    if (status == PTRON_OK)
        status = compared_with(e, w, &more->best, err);
    if (status == PTRON_OK)
        status = products_of(e, w, products, &least, err);
    more->squares = more->hinge = (struct mistake_bound){NAN, NAN, NAN};
    if (status == PTRON_OK && least >= least_value)
        least_bounds(products, e->facts.rows, e->proof.radius_upper, more);
    more->w = w;
    free(products);
    return status;
}

ptron_status explain_more_find(const struct explanation *e, struct explanation_more *more, ptron_error *err)
{
    ptron_status status;

    *more = (struct explanation_more){.measured = NAN};
    if (e->args->n_files > 1 || e->facts.row_weights || e->facts.classes != 2 ||
        e->proof.verdict == PTRON_VERDICT_UNDECIDED || !(e->proof.radius_upper > 0.0))
        return PTRON_OK;
    status = run_once(e, more, err);
    if (status == PTRON_CANCELED || interrupts_any())   /* what was asked for first is said all the same */
        return PTRON_OK;
    TRY(status);
    TRY(bound_mistakes(e, more, err));
    more->cover = explain_cover(e->facts.rows, e->facts.features + e->proof.bias);
    more->known = true;
    return PTRON_OK;
}

/* ---- words --------------------------------------------------------------------------------------- */

static void print_bound(FILE *out, const struct mistake_bound *bound, const char *lack, uint64_t rows)
{
    const struct text most = bound->mistakes < 1e15 ? text_some((uint64_t)floor(bound->mistakes), "mistake")
                                                    : text_up(bound->mistakes);

    fprintf(out, "    gamma = %s, %s = %s: at most %s%s%s\n", text_number(bound->gamma).s, lack,
            text_number(bound->lack).s, most.s, bound->mistakes < 1e15 ? "" : " mistakes",
            bound->mistakes >= (double)rows ? ", which says nothing: there are no more rows than that" : "");
}

static void print_pass(FILE *out, const struct explanation_more *more)
{
    fputs("\nOne pass, separable or not\n\n"
          "From zero, in any order, the perceptron makes at most ((R + D)/gamma)^2 mistakes in one pass over the\n"
          "rows, whatever w of length 1 and gamma > 0 are taken: D^2 is the sum of (gamma - a.w)^2 over the rows with\n"
          "a.w below gamma (Freund and Schapire 1999). With L the sum of (gamma - a.w)/gamma over the same rows it\n"
          "makes at most L + (R/gamma) sqrt(mistakes).\n", out);
    if (isnan(more->squares.mistakes)) {
        fputs("    (Values below 1e-140 leave products that no double holds: the run's own mistakes have no bound.)\n",
              out);
    } else {
        fprintf(out, "    w: %s\n", more->best ? "w* of the best margin" : "an averaged perceptron's, after 20 epochs");
        print_bound(out, &more->squares, "D", more->rows);
        print_bound(out, &more->hinge, "L", more->rows);
    }
    fprintf(out, "A pass in an order drawn at random made %s, in %s.\n", text_count(more->mistakes).s,
            text_counted(more->rows, "row").s);
}

/* Never less than it is when it is printed. */
static struct text percent_up(double share)
{
    return text_percent(fmin(1.0, ceil(share * 1e4) / 1e4));
}

static void print_new_rows(FILE *out, const struct explanation_more *more)
{
    const double n = (double)more->rows, share = (double)more->mistakes / n;
    const double most = share + sqrt(2.0 * log(1.0 / confidence) / n);

    fputs("\nNew rows\n\n"
          "If the rows were drawn independently, each moment of that pass was tested on a row that was new to it:\n",
          out);
    fprintf(out, "    mistakes / rows = %s, and with a confidence of 95 %% the weights of the pass, at a moment\n"
            "    drawn at random, err on at most mistakes / rows + sqrt(2 ln(20) / rows) = %s of new rows\n"
            "    (Cesa-Bianchi, Conconi and Gentile 2004)%s\n", text_percent(share).s,
            percent_up(most).s, most >= 1.0 ? ": so few rows say nothing" : "");
    if (more->ended && more->moved == more->rows)
        fputs("    Pass after pass until nothing was wrong, every row caused an update at some time: of a row left\n"
              "    out this run says nothing.\n", out);
    else if (more->ended)
        fprintf(out,
                "    Pass after pass until nothing was wrong, %s of %s ever caused an update. Without one of\n"
                "    the others the run would have been the same, and right about it: trained on all rows but one,\n"
                "    in the same order, the perceptron is wrong about the one left out at most %s in %s, %s\n",
                text_count(more->moved).s, text_counted(more->rows, "row").s, text_some(more->moved, "time").s,
                text_count(more->rows).s, text_percent((double)more->moved / n).s);
    if (more->held > 0)
        fprintf(out, "    Measured: %s of %s held out %s wrong after the last pass\n", text_percent(more->measured).s,
                text_some(more->held, "row").s, pt_one_many(more->held, "is", "are"));
    else
        fputs("    (--holdout SHARE keeps rows back and measures it.)\n", out);
}

static void print_cover(FILE *out, const struct explanation *e, const struct explanation_more *more)
{
    const uint64_t dimensions = e->facts.features + e->proof.bias;

    fputs("\nSeparable by chance?\n\n", out);
    fprintf(out, "Of all ways to label %s in general position in %s dimension%s%s,\n",
            text_counted(e->facts.rows, "point").s, text_count(e->facts.features).s, pt_plural(e->facts.features),
            e->proof.bias ? ", with a bias" : ", without a bias");
    if (more->cover >= 1.0)
        fputs("every one can be separated (Cover 1965).", out);
    else if (more->cover >= 1e-4)
        fprintf(out, "%s can be separated (Cover 1965).", text_percent(more->cover).s);
    else if (more->cover > 0.0)
        fprintf(out, "a share of %s can be separated (Cover 1965).", text_number(more->cover).s);
    else
        fputs("a share below 1e-300 can be separated (Cover 1965).", out);
    fprintf(out, " Half of them can at %s: the capacity.\n", text_counted(2 * dimensions, "point").s);
}

void explain_more_print(FILE *out, const struct explanation *e, const struct explanation_more *more)
{
    if (!more->known)
        return;
    print_pass(out, more);
    print_new_rows(out, more);
    print_cover(out, e, more);
}

void explain_more_json(struct json *json, const struct explanation *e, const struct explanation_more *more)
{
    const double n = (double)more->rows, share = (double)more->mistakes / n;

    if (!more->known)
        return;
    json_object(json, "one_pass");
    json_array(json, "w");
    for (size_t j = 0; j < e->facts.features + e->proof.bias; j++)
        json_real(json, NULL, more->w[j]);
    json_end_array(json);
    json_put(json, COUNT("rows", more->rows), COUNT("mistakes", more->mistakes),
             FLAG("best_w", more->best),
             OBJECT("squares"), REAL("gamma", more->squares.gamma), REAL("D", more->squares.lack),
             REAL("mistakes", more->squares.mistakes), END,
             OBJECT("hinge"), REAL("gamma", more->hinge.gamma), REAL("L", more->hinge.lack),
             REAL("mistakes", more->hinge.mistakes), END, END,
             OBJECT("new_rows"), REAL("progressive", share),
             REAL("with_95_percent", share + sqrt(2.0 * log(1.0 / confidence) / n)));
    if (more->ended)
        json_put(json, COUNT("rows_that_moved", more->moved), REAL("leave_one_out", (double)more->moved / n));
    json_put(json, REAL("measured", more->measured), COUNT("held_out", more->held), END,
             REAL("separable_labelings", more->cover));
}

void explain_more_free(struct explanation_more *more)
{
    free(more->w);
}
