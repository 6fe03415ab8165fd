/* The numbers of the page, each on a card with its name and what it means; and what kind of page it is. */
#include "report/page.h"
#include "report/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool pt_page_is_proof(const struct pt_record *record)
{
    return PT_TEXT(record, verdict)[0] != '\0';
}

bool pt_page_is_test(const struct pt_record *record)
{
    return !isnan(PT_NUMBER(record, test_rows));
}

bool pt_page_is_trained(const struct pt_record *record)
{
    return !isnan(PT_NUMBER(record, updates));
}

bool pt_page_keeps_rows(const struct pt_record *record)
{
    return strcmp(PT_TEXT(record, kind), "neighbours") == 0;
}

/* ---- cards ------------------------------------------------------------------------------------------ */

/* A number with its name and, in few words, what it means. */
static void put_card(struct pt_buffer *out, const char *name, const char *value, const char *meaning)
{
    pt_buffer_text(out, "<div><dt>");
    pt_buffer_escaped(out, name);
    pt_buffer_text(out, "</dt><dd>");
    pt_buffer_escaped(out, value);
    pt_buffer_text(out, "</dd><dd class=\"meaning\">");
    pt_buffer_escaped(out, meaning);
    pt_buffer_text(out, "</dd></div>\n");
}

/* "0.2067 to 0.2097", or one number where both show the same digits. */
static void put_range(struct pt_buffer *out, const char *name, double lower, double upper, const char *meaning)
{
    const char *from = PT_AS_NUMBER(lower), *to = PT_AS_NUMBER(upper);
    const bool same = strcmp(from, to) == 0;
    char value[80];

    snprintf(value, sizeof value, "%s%s%s", from, same ? "" : " to ", same ? "" : to);
    if (!isnan(lower) && !isnan(upper))
        put_card(out, name, value, meaning);
}

/* The largest there are, as far as the proof knows them. */
static void put_proved_margins(const struct pt_record *record, struct pt_buffer *out)
{
    const double lower = PT_NUMBER(record, margin_lower), upper = PT_NUMBER(record, margin_upper);

    if (!(lower > 0.0))
        return;   /* not separable, or not known to be: there is none */
    put_range(out, "theorem margin", lower, upper,
              "the largest of all boundaries, the bias counted in the length of w");
    if (isfinite(PT_NUMBER(record, distance_lower)) || isfinite(PT_NUMBER(record, distance_upper)))
        put_range(out, "distance", PT_NUMBER(record, distance_lower), PT_NUMBER(record, distance_upper),
                  "the largest that any boundary keeps from its nearest row");
}

/* "none has more than 0.05596" */
static const char *say_upper(double upper, char text[100])
{
    snprintf(text, 100, "; no weights have more than %s", PT_AT_MOST(upper));
    return isnan(upper) ? "" : text;
}

/* Of the weights answered with, on the rows learned from. Margins of votes and networks there are none. */
static void put_margins(const struct pt_record *record, struct pt_buffer *out)
{
    const double margin = PT_NUMBER(record, margin_lower), distance = PT_NUMBER(record, distance);
    const bool kernel = strcmp(PT_TEXT(record, kind), "kernel") == 0, both = PT_NUMBER(record, has_bias) == 0.0;
    char meaning[240], upper[100];

    say_upper(PT_NUMBER(record, margin_upper), upper);
    snprintf(meaning, sizeof meaning, "%s%s%s",
             kernel ? "of the kernel\xe2\x80\x99s space, the bias counted"
             : PT_NUMBER(record, classes) > 2.0
                 ? "least lead of a row\xe2\x80\x99s own label, over the length of all weights"
             : both ? "theorem margin and distance of the nearest row: without a bias they are one"
                    : "least y(w\xc2\xb7x + b), the bias counted in the length of w",
             margin > 0.0 ? "" : "; not above 0: a row is wrong", isnan(PT_NUMBER(record, margin_upper)) ? "" : upper);
    if (!isnan(margin))
        put_card(out, kernel ? "margin in feature space" : both && !isnan(distance) ? "margin" : "theorem margin",
                 PT_AS_NUMBER(margin), meaning);
    if (!isnan(distance) && !(both && !isnan(margin)))
        put_card(out, "distance", PT_AS_NUMBER(distance),
                 distance > 0.0 ? "of the nearest row from the boundary" : "of the worst row, on the wrong side");
}

/* One end of a bound, on its safe side; whole: of a count, which no part of a step is above. */
static const char *bound_end(double value, bool upper, bool whole, char text[32])
{
    if (value >= 1000.0 && value < 1e9)
        return pt_count_text(upper && !whole ? ceil(value) : floor(value), text);
    return pt_limit_text(value, upper ? 1 : -1, text);
}

static void put_bound(const struct pt_record *record, struct pt_buffer *out)
{
    const double upper = PT_NUMBER(record, k_max_upper), lower = PT_NUMBER(record, k_max_lower);
    const char *bounded = PT_TEXT(record, bounded);
    const bool gap = floor(lower) < floor(upper), whole = strcmp(bounded, "sum of steps") != 0;
    const double came = PT_NUMBER(record, bounded_value);
    char ends[2][32], value[80], name[80], meaning[240];

    if (!isfinite(upper) || isnan(lower) || (bounded[0] == '\0' && !pt_page_is_proof(record)))
        return;
    snprintf(value, sizeof value, "%s%s%s", gap ? bound_end(lower, false, whole, ends[0]) : "", gap ? " to " : "",
             bound_end(upper, true, whole, ends[1]));
    if (pt_page_is_proof(record)) {
        put_card(out, "bound on updates", value,
                 "(R / best margin)\xc2\xb2: the perceptron, from zero, takes no more in any order of the rows");
        return;
    }
    snprintf(name, sizeof name, "bound on %.60s", bounded);
    snprintf(meaning, sizeof meaning, "%.160s, gamma* being the best margin; this run came to %s",
             PT_TEXT(record, bound_formula), whole ? PT_AS_LARGE(came) : PT_AS_NUMBER(came));
    put_card(out, name, value, meaning);
}

static void put_percent(struct pt_buffer *out, const char *name, double share, const char *meaning)
{
    char value[40];

    snprintf(value, sizeof value, "%s %%", PT_AS_NUMBER(100.0 * share));
    if (!isnan(share))
        put_card(out, name, value, meaning);
}

static void put_count(struct pt_buffer *out, const char *name, double value, const char *meaning)
{
    if (!isnan(value))
        put_card(out, name, PT_AS_COUNT(value), meaning);
}

static void put_word(struct pt_buffer *out, const char *name, const char *word, const char *meaning)
{
    if (word[0] != '\0')
        put_card(out, name, word, meaning);
}

/* Of networks and neighbours no theorem speaks, nor of rows that contradict each other. */
static void put_radius(const struct pt_record *record, struct pt_buffer *out)
{
    const char *kind = PT_TEXT(record, kind);
    char meaning[120];

    if (isnan(PT_NUMBER(record, radius)) || PT_TABLE(record, contradiction) != NULL || strcmp(kind, "network") == 0 ||
        pt_page_keeps_rows(record))
        return;
    snprintf(meaning, sizeof meaning, "length of the longest row%s%s",
             strcmp(kind, "kernel") == 0 ? " in feature space" : "",
             PT_NUMBER(record, has_bias) == 1.0 ? ", with the bias\xe2\x80\x99s constant" : "");
    put_card(out, "R", PT_AS_NUMBER(PT_NUMBER(record, radius)), meaning);
}

static void put_test_cards(const struct pt_record *record, struct pt_buffer *out)
{
    const double distance = PT_NUMBER(record, test_distance), margin = PT_NUMBER(record, test_margin);
    const bool both = PT_NUMBER(record, has_bias) == 0.0;

    put_count(out, "rows", PT_NUMBER(record, test_rows),
              PT_NUMBER(record, test_same) == 1.0 ? "of its training" : "with a label, to test it on");
    put_count(out, "wrong", PT_NUMBER(record, test_errors), "of these rows");
    if (PT_NUMBER(record, test_same) == 1.0)
        put_percent(out, "error", PT_NUMBER(record, test_error),
                    "share of these rows that are wrong: no test, they are those of its training");
    else
        put_percent(out, "test error", PT_NUMBER(record, test_error), "share of these rows that are wrong");
    if (!isnan(margin))
        put_card(out, both ? "margin" : "theorem margin", PT_AS_NUMBER(margin),
                 both ? "on these rows: theorem margin and distance in one, as there is no bias"
                      : "on these rows: least y(w\xc2\xb7x + b), the bias counted in the length of w");
    if (!isnan(distance) && !both)
        put_card(out, "distance", PT_AS_NUMBER(distance),
                 distance > 0.0 ? "of the nearest of these rows from the boundary"
                                : "of the worst of these rows, on the wrong side");
}

static void put_cards(const struct pt_record *record, struct pt_buffer *out)
{
    char meaning[100];
    int length;

    put_word(out, "stopped", PT_TEXT(record, stop),
             pt_page_keeps_rows(record) ? "the reason" : "the reason, about the last weights");
    put_word(out, "verdict", PT_TEXT(record, verdict),
             strcmp(PT_TEXT(record, verdict), "undecided") == 0 ? "neither is proved so far"
                                                                   : "proved in exact arithmetic");
    put_word(out, "decided by", PT_TEXT(record, decided_by), "the step of the search that settled it");
    length = snprintf(meaning, sizeof meaning, "with %s feature%s", PT_AS_COUNT(PT_NUMBER(record, features)),
                      PT_NUMBER(record, features) == 1.0 ? "" : "s");
    if (!pt_page_is_proof(record))   /* which is about one label, and all others there may be */
        snprintf(meaning + length, sizeof meaning - (size_t)length, " and %s labels",
                 PT_AS_COUNT(PT_NUMBER(record, classes)));
    put_count(out, "rows", PT_NUMBER(record, rows), meaning);
    if (!pt_page_keeps_rows(record))
        put_count(out, "updates", PT_NUMBER(record, updates), "times the weights moved");
    put_count(out, "epochs", PT_NUMBER(record, epochs), "whole passes over the rows");
    (pt_page_is_proof(record) ? put_proved_margins : put_margins)(record, out);
    put_bound(record, out);
    put_percent(out, "training error", PT_NUMBER(record, train_error), "rows learned from that are wrong");
    put_percent(out, "hold-out error", PT_NUMBER(record, holdout_error), "on rows it did not learn from");
    put_radius(record, out);
}

/* Four in a line, or three where four would leave one or two of them alone in the last. */
static void put_numbers(const struct pt_record *record, struct pt_buffer *out,
                        void (*put)(const struct pt_record *, struct pt_buffer *))
{
    struct pt_buffer cards;
    size_t n = 0;

    pt_buffer_init(&cards);
    put(record, &cards);
    for (size_t i = 0; i + 4 <= cards.length; i++)
        n += memcmp(cards.bytes + i, "<dt>", 4) == 0;
    if (n > 0) {
        pt_buffer_format(out, "<dl class=\"cards%s\">\n", n % 4 == 1 || n % 4 == 2 ? " three" : "");
        pt_buffer_add(out, cards.bytes, cards.length);
        pt_buffer_text(out, "</dl>\n");
    }
    out->failed |= cards.failed;
    pt_buffer_fini(&cards);
}

void pt_page_cards(const struct pt_record *record, struct pt_buffer *out)
{
    put_numbers(record, out, put_cards);
}

void pt_page_test_cards(const struct pt_record *record, struct pt_buffer *out)
{
    put_numbers(record, out, put_test_cards);
}
