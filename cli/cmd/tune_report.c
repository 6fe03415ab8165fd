/* Ranks, means, spreads and differences in columns. Times stand last: all else is the same for any threads. */
#include "cmd/tune_report.h"
#include "words/numbers.h"

#include <math.h>
#include <string.h>

enum { ROWS_SHOWN = 40, BAR = 40 };

struct table {
    const char *score;
    bool        has_time, has_share;
    uint64_t    n;
    bool      (*get)(const void *from, uint64_t rank, ptron_tuned *tuned);
    const void *from;
};

static bool of_tuning(const void *from, uint64_t rank, ptron_tuned *tuned)
{
    return ptron_tuning_get(from, rank, tuned);
}

static bool of_model(const void *from, uint64_t rank, ptron_tuned *tuned)
{
    return ptron_model_tuned(from, rank, tuned);
}

/* A score, or an error of one: shares are percent, a loss is a number. */
static struct text score_text(const char *score, double value)
{
    struct text text;

    if (isnan(value))
        snprintf(text.s, sizeof text.s, "-");
    else if (strcmp(score, "log-loss") == 0 || strcmp(score, "auc") == 0 || strcmp(score, "average-precision") == 0)
        snprintf(text.s, sizeof text.s, "%.4f", value);
    else
        snprintf(text.s, sizeof text.s, "%.2f %%", 100.0 * value);
    return text;
}

static struct text difference_text(const char *score, const ptron_tuned *t)
{
    const struct text size = score_text(score, fabs(t->difference));
    const bool minus = t->difference < 0.0 && strpbrk(size.s, "123456789") != NULL;   /* no zero has a sign */
    struct text text;

    if (t->best || isnan(t->difference))
        snprintf(text.s, sizeof text.s, "%s", t->best ? "" : "fewer rows");
    else
        snprintf(text.s, sizeof text.s, "%s%.20s +- %.20s", minus ? "-" : "+", size.s,
                 score_text(score, t->difference_error).s);
    return text;
}

static const char *mark_of(const ptron_tuned *t)
{
    if (t->chosen)
        return t->best ? "best, chosen" : "chosen";
    return t->best ? "best" : t->simplest ? "simplest" : "";
}

static size_t widest_name(const struct table *table)
{
    size_t widest = 7;
    PTRON_SIZED(ptron_tuned, t);

    for (uint64_t i = 0; i < table->n && table->get(table->from, i, &t); i++)
        widest = strlen(t.name) > widest ? strlen(t.name) : widest;
    return widest;
}

static void print_row(FILE *out, const struct table *table, uint64_t rank, const ptron_tuned *t, int width)
{
    fprintf(out, "%4s  %9s  %9s  %22s  %9s  %-*s  %-12s", text_count(rank + 1).s, score_text(table->score, t->mean).s,
            score_text(table->score, t->spread).s, difference_text(table->score, t).s, score_text("error", t->train).s,
            width, text_name(t->name).s, mark_of(t));
    if (table->has_time)
        fprintf(out, "  %8s", text_seconds(t->seconds).s);
    fputc('\n', out);
}

static void print_table(FILE *out, const struct table *table)
{
    const int width = (int)widest_name(table);
    uint64_t left_out = 0;
    PTRON_SIZED(ptron_tuned, t);

    fprintf(out, "%4s  %9s  %9s  %22s  %9s  %-*s  %-12s%s\n", "rank", strlen(table->score) > 9 ? "score" : table->score,
            "spread", "paired with the best", "training", width, "setting", "", table->has_time ? "      time" : "");
    for (uint64_t i = 0; i < table->n && table->get(table->from, i, &t); i++) {
        if (i < ROWS_SHOWN || t.chosen)
            print_row(out, table, i, &t, width);
        else
            left_out++;
    }
    if (left_out > 0)
        fprintf(out, "      and %s more: --json has them all\n", text_some(left_out, "setting").s);
}

static struct table table_of(const ptron_tuning *tuning, const ptron_tuning_facts *facts)
{
    return (struct table){facts->score, true, facts->sizes > 1, facts->settings, of_tuning, tuning};
}

static void say_choice(FILE *out, const ptron_tuning *tuning, const ptron_tuning_facts *facts)
{
    PTRON_SIZED(ptron_tuned, best);
    PTRON_SIZED(ptron_tuned, chosen);

    if (facts->settings < 2 || !ptron_tuning_get(tuning, facts->best, &best) ||
        !ptron_tuning_get(tuning, facts->chosen, &chosen))
        return;
    fprintf(out, "\nChosen: %s, ", text_name(chosen.name).s);
    if (facts->chosen == facts->best)
        fprintf(out, "the best%s.\n",
                facts->simplest == facts->best ? ", and the simplest within one standard error of it" : "");
    else
        fprintf(out, "the simplest within one standard error (%s) of the best.\n",
                score_text(facts->score, best.standard_error).s);
}

void tune_report(FILE *out, const ptron_tuning *tuning)
{
    struct table table;
    PTRON_SIZED(ptron_tuning_facts, facts);

    ptron_tuning_describe(tuning, &facts);
    table = table_of(tuning, &facts);
    fprintf(out, "%s on %s, %s, %s: %s of %s, ranked by %s on rows not learned from\n\n",
            text_some(facts.settings, "setting").s, text_some(facts.rows, "row").s,
            text_some(facts.features, "feature").s, text_some(facts.classes, "label").s,
            text_some(facts.folds, "test").s, pt_one_many(facts.settings, "it", "each"), facts.score);
    print_table(out, &table);
    say_choice(out, tuning, &facts);
}

void tune_model_table(FILE *out, const ptron_model *model)
{
    struct table table = {.score = ptron_model_tuned_by(model), .get = of_model, .from = model};
    PTRON_SIZED(ptron_tuned, t);

    if (table.score == NULL)
        return;
    while (ptron_model_tuned(model, table.n, &t))
        table.n++;
    fprintf(out, "\nChosen by tuning, by %s on rows not learned from\n", table.score);
    print_table(out, &table);
}

/* ---- the curve ----------------------------------------------------------------------------------- */

static void print_point(FILE *out, const char *score, const ptron_curve_point *p, double most)
{
    const size_t length = most > 0.0 ? (size_t)(p->test / most * BAR + 0.5) : 0;

    fprintf(out, "%8s  %9s  %9s  %9s  ", text_count((uint64_t)(p->rows + 0.5)).s, score_text(score, p->test).s,
            score_text(score, p->test_error).s, score_text("error", p->train).s);
    for (size_t i = 0; i < length && i < BAR; i++)
        fputc('#', out);
    fputc('\n', out);
}

/* Whether the last doubling of the rows was worth it. */
static void say_more(FILE *out, const ptron_tuning_facts *facts, const ptron_curve_point *last,
                     const ptron_curve_point *before)
{
    const double gain = (facts->more_is_better ? -1.0 : 1.0) * (before->test - last->test);
    const double noise = sqrt(last->test_error * last->test_error + before->test_error * before->test_error);

    fprintf(out, "%s: twice as many took it from %s to %s, which is %s the noise (%s).\n",
            gain > noise ? "More rows are likely to help" : "More rows are not likely to help",
            score_text(facts->score, before->test).s, score_text(facts->score, last->test).s,
            fabs(gain) > noise ? "more than" : "within", score_text(facts->score, noise).s);
}

void tune_curve(FILE *out, const ptron_tuning *tuning)
{
    const uint64_t n_none = UINT64_MAX;
    PTRON_SIZED(ptron_tuning_facts, facts);
    PTRON_SIZED(ptron_tuned, tuned);
    PTRON_SIZED(ptron_curve_point, p);
    PTRON_SIZED(ptron_curve_point, before);
    double most = 0.0;

    ptron_tuning_describe(tuning, &facts);
    const uint64_t rank = facts.chosen == n_none ? 0 : facts.chosen;
    if (!ptron_tuning_get(tuning, rank, &tuned))
        return;
    for (uint64_t i = 0; ptron_tuning_curve(tuning, rank, i, &p); i++)
        most = fmax(most, p.test);
    fprintf(out, "\nLearning curve of %s\n%8s  %9s  %9s  %9s\n", text_name(tuned.name).s, "rows",
            strlen(facts.score) > 9 ? "score" : facts.score, "+-", "training");
    for (uint64_t i = 0; ptron_tuning_curve(tuning, rank, i, &p); i++) {
        print_point(out, facts.score, &p, most);
        if (i + 1 < facts.sizes)
            before = p;
    }
    if (facts.sizes > 1 && ptron_tuning_curve(tuning, rank, facts.sizes - 1, &p))
        say_more(out, &facts, &p, &before);
}

/* ---- JSON ---------------------------------------------------------------------------------------- */

static void json_tuned(struct json *json, const ptron_tuned *t)
{
    json_put(json, TEXT("setting", t->name), REAL("mean", t->mean), REAL("spread", t->spread),
             REAL("standard_error", t->standard_error), REAL("difference", t->difference),
             REAL("difference_error", t->difference_error), REAL("train_error", t->train), REAL("share", t->share),
             FLAG("best", t->best), FLAG("simplest", t->simplest), FLAG("chosen", t->chosen));
}

static void json_curve(struct json *json, const ptron_tuning *tuning, uint64_t rank)
{
    PTRON_SIZED(ptron_curve_point, p);

    json_array(json, "curve");
    for (uint64_t i = 0; ptron_tuning_curve(tuning, rank, i, &p); i++)
        json_put(json, OBJECT(NULL), REAL("rows", p.rows), REAL("test", p.test), REAL("test_error", p.test_error),
                 REAL("train", p.train), END);
    json_end_array(json);
}

void tune_json(struct json *json, const ptron_tuning *tuning)
{
    PTRON_SIZED(ptron_tuning_facts, facts);
    PTRON_SIZED(ptron_tuned, t);

    ptron_tuning_describe(tuning, &facts);
    json_put(json, COUNT("rows", facts.rows), COUNT("features", facts.features), COUNT("classes", facts.classes),
             COUNT("tests", facts.folds), TEXT("score", facts.score), COUNT("runs", facts.done));
    json_array(json, "settings");
    for (uint64_t i = 0; ptron_tuning_get(tuning, i, &t); i++) {
        json_object(json, NULL);
        json_tuned(json, &t);
        json_array(json, "scores");
        for (uint64_t k = 0; k < facts.folds; k++)
            json_real(json, NULL, ptron_tuning_score(tuning, i, k));
        json_end_array(json);
        if (facts.sizes > 1)
            json_curve(json, tuning, i);
        json_real(json, "seconds", t.seconds);
        json_end_object(json);
    }
    json_end_array(json);
}

void tune_model_json(struct json *json, const ptron_model *model)
{
    PTRON_SIZED(ptron_tuned, t);

    if (ptron_model_tuned_by(model) == NULL)
        return;
    json_text(json, "tuned_by", ptron_model_tuned_by(model));
    json_array(json, "tuned");
    for (uint64_t i = 0; ptron_model_tuned(model, i, &t); i++) {
        json_object(json, NULL);
        json_tuned(json, &t);
        json_end_object(json);
    }
    json_end_array(json);
}
