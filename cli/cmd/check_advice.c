/* Reads a survey of the columns, decides option by option, and says why. What the user has given stays as it is. */
#include "cmd/check_advice.h"
#include "diag.h"
#include "words/facts.h"
#include "words/numbers.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

/* ---- words of a command --------------------------------------------------------------------------- */

static void append(char *out, size_t room, const char *text)
{
    const size_t at = strlen(out);

    if (at + strlen(text) < room)
        memcpy(out + at, text, strlen(text) + 1);
}

/* As a shell takes it; what would do something to a terminal as bash spells it. */
static void append_word(char *out, size_t room, const char *word)
{
    const struct shown_path shown = text_path(word);
    const bool acts = strcmp(shown.s, word) != 0;
    const size_t bare = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+.,:/%@=");
    char sign[2] = "";

    if (word[0] != '\0' && word[bare] == '\0') {
        append(out, room, word);
        return;
    }
    append(out, room, acts ? "$'" : "'");
    for (word = shown.s; *word != '\0'; word++) {
        sign[0] = *word;
        append(out, room, *word != '\'' ? sign : acts ? "\\'" : "'\\''");
    }
    append(out, room, "'");
}

/* A column as an option takes it: by its name or, where that cannot be typed, by its number. */
static void column_word(char *out, size_t room, const char *name, size_t number, bool list)
{
    const bool comma = list && strchr(name, ',') != NULL;
    bool plain = strlen(name) < 200 && !(comma && strchr(name, '"') != NULL) && strcmp(name, "auto") != 0;

    for (const char *s = name; *s != '\0'; s++)
        plain &= (unsigned char)*s >= ' ' && *s != 0x7f;
    if (!plain)
        snprintf(out, room, "%zu", number + 1);
    else
        snprintf(out, room, comma ? "\"%s\"" : "%s", name);
}

/* ---- choices -------------------------------------------------------------------------------------- */

static bool is_given(const struct advice *a, const char *option)
{
    return ptron_options_given(a->args->options, option);
}

static void advise(struct advice *a, const char *option, const char *value, const char *format, ...) CLI_PRINTF(4, 5);
static void advise(struct advice *a, const char *option, const char *value, const char *format, ...)
{
    va_list arguments;

    if (a->n == ADVICE_MOST || is_given(a, option))
        return;
    a->items[a->n].option = option;
    snprintf(a->items[a->n].value, ADVICE_VALUE, "%s", value);
    va_start(arguments, format);
    vsnprintf(a->items[a->n].why, ADVICE_WHY, format, arguments);
    va_end(arguments);
    a->n++;
}

/* The same for how data is read; later choices see it. */
#define CHOOSE(a, option, value, ...)                                                      \
    do {                                                                                   \
        const ptron_status set_ = is_given(a, option) ? PTRON_ARGUMENT                     \
                                                      : ptron_options_set((a)->options, option, value, NULL); \
        if (set_ == PTRON_OK) {                                                            \
            advise(a, option, value, __VA_ARGS__);                                         \
            (a)->changes = true;                                                           \
        }                                                                                  \
        (a)->no_memory = (a)->no_memory || set_ == PTRON_NOMEM;                            \
    } while (0)

/* ---- columns -------------------------------------------------------------------------------------- */

enum kind { NUMBER, FLAG, DATE, CATEGORY, IGNORED_EMPTY, IGNORED_COUNT, IGNORED_ID, IGNORED_OWN, IGNORED_TEXT };

static bool nearly(const ptron_survey_column *c, uint64_t of)
{
    return of > 0 && 20 * of >= 19 * c->present;
}

static bool is_number(const ptron_survey_column *c)
{
    return nearly(c, c->numbers + c->commas);
}

/* id, customer_id, row number, ... */
static bool is_id_name(const char *name)
{
    static const char *const endings[] = {"id", "nr", "no", "number", "index", "key", "uuid", "name"};

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t n = strlen(name), m = strlen(endings[i]);

        if (n >= m && strcasecmp(name + n - m, endings[i]) == 0 && (n == m || strchr("_ -.", name[n - m - 1]) != NULL))
            return true;
    }
    return false;
}

/* Nearly every row has a value of its own, as far as they were counted. */
static bool has_own_values(const ptron_survey_column *c)
{
    return c->present >= 10 && 2 * c->values > (c->present < 1000 ? c->present : c->present < 1800 ? 1000 : 2000);
}

static enum kind kind_of(const ptron_survey_column *c)
{
    if (c->present == 0)
        return IGNORED_EMPTY;
    if (is_number(c))
        return c->counts && c->present > 4 ? IGNORED_COUNT
               : c->whole && c->present >= 20 && is_id_name(c->name) &&
                         c->values >= (c->present < 1000 ? c->present : 1000) ? IGNORED_ID
                                                                                : NUMBER;
    if (c->flags == c->present)
        return FLAG;
    if (nearly(c, c->dates))
        return DATE;
    if (c->words >= 2 * c->present && c->values > 10 && 5 * c->values > c->present)
        return IGNORED_TEXT;
    if (has_own_values(c))
        return c->words >= 3 * c->present ? IGNORED_TEXT : IGNORED_OWN;
    return CATEGORY;
}

/* ---- the label ------------------------------------------------------------------------------------ */

static bool is_label_name(const char *name)
{
    static const char *const names[] = {"label", "class", "target", "species", "diagnosis", "type", "y"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(name, names[i]) == 0)
            return true;
    return false;
}

/* How well a column would do as the label; 0: not at all. Yes and no do better than true and false, which are often
 * features. */
static int label_fitness(const ptron_survey_column *c)
{
    const uint64_t cells = c->present + c->missing - c->empty;

    if (cells == 0 || c->values < 2 || (c->values > 10 && 4 * c->values > cells) || c->values > 100)
        return 0;
    if (is_number(c) && (!c->whole || c->counts) && c->values > 10)
        return 0;
    if (is_label_name(c->name))
        return 6;
    if (c->pair)
        return strcasecmp(c->first, "true") == 0 || strcasecmp(c->first, "false") == 0 ? 2 : 5;
    return c->values == 2 ? 4 : is_number(c) ? 2 : 3;
}

static size_t best_label(const struct advice *a, const ptron_survey_facts *facts)
{
    size_t best = (size_t)facts->label;
    int most = 0;

    for (size_t j = 0; j < facts->columns; j++) {
        PTRON_SIZED(ptron_survey_column, c);

        ptron_survey_get(a->survey, j, &c);
        if (label_fitness(&c) > most) {
            most = label_fitness(&c);
            best = j;
        }
    }
    return best;
}

static void choose_label(struct advice *a, const ptron_survey_facts *facts, size_t *label)
{
    PTRON_SIZED(ptron_survey_column, c);
    char name[240];
    size_t others = 0;

    *label = (size_t)facts->label;
    if (is_given(a, "label"))
        return;
    if (ptron_survey_get(a->survey, *label, &c) && label_fitness(&c) < 3)   /* numbers, or worse */
        *label = best_label(a, facts);
    if (!ptron_survey_get(a->survey, *label, &c))
        return;
    for (size_t j = 0; j < facts->columns; j++) {
        PTRON_SIZED(ptron_survey_column, other);

        others += j != *label && ptron_survey_get(a->survey, j, &other) && other.pair;
    }
    column_word(name, sizeof name, c.name, *label, false);
    if (label_fitness(&c) == 0)
        CHOOSE(a, "label", name, "no column looks like one: this has %s%s; name the one you mean",
               c.values >= 1000 ? "at least " : "",
               c.values == 1 ? "one value" : text_counted(c.values, "different value").s);
    else if (c.values == 2)
        CHOOSE(a, "label", name, "it holds '%.60s' and '%.60s'%s", text_name(c.first).s, text_name(c.second).s,
               c.pair && others > 0 ? "; other columns hold such pairs too: name the one you mean" : "");
    else
        CHOOSE(a, "label", name, "it has %s different values, as in '%.60s'", text_count(c.values).s,
               text_name(c.first).s);
}

/* ---- how cells are written ------------------------------------------------------------------------ */

static void choose_delimiter(struct advice *a, char delimiter)
{
    static const struct {
        char sign;
        const char *name;
    } names[] = {{';', "semicolon"}, {'\t', "tab"}, {'|', "bar"}, {' ', "space"}, {':', "colon"}};
    char sign[2] = {delimiter, '\0'};
    const char *name = sign;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].sign == delimiter)
            name = names[i].name;
    if (delimiter != ',')
        CHOOSE(a, "delimiter", name, "cells are parted by it");
}

/* Commas before decimals, where that makes numbers of a column. */
static void choose_decimal(struct advice *a, const ptron_survey_facts *facts)
{
    for (size_t j = 0; j < facts->columns; j++) {
        PTRON_SIZED(ptron_survey_column, c);

        if (!ptron_survey_get(a->survey, j, &c) || c.commas == 0 || !is_number(&c) || facts->delimiter == ',')
            continue;
        CHOOSE(a, "decimal", ",", "'%.60s' has a comma before decimals", text_name(c.name).s);
        return;
    }
}

/* Names of the columns of these kinds, as a list. */
struct list {
    char   value[ADVICE_VALUE], words[ADVICE_WHY];
    size_t n;
    bool   full;
};

static void list_add(struct list *list, const char *name, size_t number)
{
    char word[240];

    column_word(word, sizeof word, name, number, true);
    if (strlen(list->value) + strlen(word) + 2 >= sizeof list->value) {
        list->full = true;
        return;
    }
    append(list->value, sizeof list->value, list->n > 0 ? "," : "");
    append(list->value, sizeof list->value, word);
    list->n++;
}

static void list_say(struct list *list, const char *name, const char *what)
{
    char words[200];

    snprintf(words, sizeof words, "%s'%.60s' %s", list->words[0] == '\0' ? "" : "; ", text_name(name).s, what);
    append(list->words, sizeof list->words, words);
}

static void choose_columns(struct advice *a, const ptron_survey_facts *facts, size_t label)
{
    static const char *const reasons[] = {
        [IGNORED_EMPTY] = "has no cell that is not missing",
        [IGNORED_COUNT] = "counts the rows and says nothing of them",
        [IGNORED_ID] = "names the rows, each by a number of its own",
        [IGNORED_OWN] = "has a text of its own in nearly every row",
        [IGNORED_TEXT] = "is free text",
    };
    struct list ignore = {0}, hot = {0}, dates = {0}, na = {0};
    uint64_t missing = 0, many = 0, words = 0;
    bool order_open = false;

    for (size_t j = 0; j < facts->columns; j++) {
        PTRON_SIZED(ptron_survey_column, c);
        enum kind kind;

        if (j == label || !ptron_survey_get(a->survey, j, &c))
            continue;
        kind = kind_of(&c);
        if (kind >= IGNORED_EMPTY) {
            list_add(&ignore, c.name, j);
            list_say(&ignore, c.name, reasons[kind]);
            continue;
        }
        missing += c.missing;
        if (kind == CATEGORY) {
            list_add(&hot, c.name, j);
            list_say(&hot, c.name, "");
            many += c.values >= 1000;
            words += c.missing;
        } else if (kind == DATE) {
            list_add(&dates, c.name, j);
            order_open |= c.order_open;
        } else if (kind == NUMBER && c.strays[0] != '\0') {
            append(na.value, sizeof na.value, na.n++ > 0 ? "," : "");
            append(na.value, sizeof na.value, c.strays);
            list_say(&na, c.name, "holds them among its numbers");
            missing++;
        }
    }
    if (ignore.n > 0)
        CHOOSE(a, "ignore", ignore.value, "%s", ignore.words);
    if (hot.n > 0)
        CHOOSE(a, "one-hot", hot.full ? "auto" : hot.value, "a feature for each of the words that %s hold%s",
               pt_one_many(hot.n, "it", "they"), pt_one_many(hot.n, "s", ""));
    if (many > 0)
        CHOOSE(a, "hash-bits", "16", "a column has 1,000 different words or more: they share 65,536 features");
    if (dates.n > 0)
        CHOOSE(a, "dates", dates.value, "dates, as days since 1970");
    if (dates.n > 0 && order_open)
        CHOOSE(a, "date-order", "dmy",
               "no date tells whether the day or the month stands first: say mdy if it is the month");
    if (na.n > 0)
        CHOOSE(a, "na", na.value, "%s", na.words);
    if (missing > 0)
        CHOOSE(a, "missing", "mean", "%s cell%s missing: %s", text_count(missing).s,
               pt_one_many(missing, " is", "s are"),
               words > 0 ? "a number becomes the mean of its column, a word none of its features"
                         : pt_one_many(missing, "it becomes the mean of the column",
                                       "they become the mean of the column"));
}

static bool has_pipe(const struct args *args)
{
    for (size_t i = 0; i < args->n_files; i++)
        if (strcmp(args->files[i], "-") == 0)
            return true;
    return false;
}

ptron_status advice_read(struct advice *a, const struct args *args, ptron_error *err)
{
    PTRON_SIZED(ptron_survey_facts, facts);
    PTRON_SIZED(ptron_survey_column, c);
    size_t label;

    a->args = args;
    TRY(ptron_options_copy(args->options, &a->options, err));
    if (has_pipe(args))
        return PTRON_OK;
    const ptron_status surveyed = ptron_survey_read(args->files, args->n_files, args->options, &a->survey, err);
    if (surveyed != PTRON_OK)   /* the rows themselves will tell what is wrong with them */
        return surveyed == PTRON_NOMEM ? surveyed : PTRON_OK;
    ptron_survey_describe(a->survey, &facts);
    if (facts.columns == 0)
        return PTRON_OK;
    choose_label(a, &facts, &label);
    choose_delimiter(a, facts.delimiter);
    choose_decimal(a, &facts);
    choose_columns(a, &facts, label);
    if (ptron_survey_get(a->survey, label, &c) && c.empty > 0)
        CHOOSE(a, "on-bad", "skip", "%s row%s no label", text_count(c.empty).s, pt_one_many(c.empty, " has", "s have"));
    if (a->no_memory)
        return diag_fail(err, PTRON_NOMEM, "no memory for advice");
    return PTRON_OK;
}

ptron_status advice_skip_bad(struct advice *a, const ptron_error *first, ptron_error *err)
{
    TRY(ptron_options_set(a->options, "on-bad", "skip", err));
    advise(a, "on-bad", "skip", "some rows are bad; the first is %.120s:%" PRIu64 ": %.200s", text_path(first->file).s,
           first->line, first->message);
    a->changes = true;
    return PTRON_OK;
}

/* ---- how to learn --------------------------------------------------------------------------------- */

static void learn_weights(struct advice *a, const ptron_dataset *set, const ptron_dataset_facts *facts)
{
    uint64_t few = UINT64_MAX, many = 0;
    size_t rarest = 0;

    for (size_t c = 0; c < facts->classes; c++) {
        const uint64_t n = ptron_dataset_class_rows(set, c);

        rarest = n < few ? c : rarest;
        few = n < few ? n : few;
        many = n > many ? n : many;
    }
    if (facts->classes == 2 && few > 0 && many >= 10 * few)
        advise(a, "class-weight", "balanced", "label '%.60s' is rare: without it the model may never answer so",
               text_name(ptron_dataset_class_name(set, rarest)).s);
}

void advice_learn(struct advice *a, const ptron_dataset *set, const ptron_dataset_facts *facts,
                  const ptron_checkup *checkup)
{
    const bool small = facts->nonzeros <= 5000000;
    char why[ADVICE_WHY];
    const char *scale = facts_scale_for(set, facts, checkup, why, sizeof why);

    if (scale != NULL)
        advise(a, "scale", scale, "%s", why);
    learn_weights(a, set, facts);
    advise(a, "algorithm", small ? "svm" : "averaged", small
           ? "the widest margin, errors weighed in: one best answer, whatever the order of the rows"
           : "the mean of all weights: steady on new rows, and quick with this many");
    if (facts->rows >= 30)
        advise(a, "holdout", "0.2", "a fifth of the rows is kept out of training, to tell the error on new ones");
}

/* ---- what comes of it ----------------------------------------------------------------------------- */

/* mine.csv.gz: mine.model */
static void model_name(const char *path, char *name, size_t room)
{
    const char *slash = strrchr(path, '/');
    size_t n;

    path = slash == NULL ? path : slash + 1;
    n = path[0] == '.' || path[0] == '-' ? 0 : strcspn(path, ".");
    snprintf(name, room, "%.*s.model", n > 0 && n < 200 ? (int)n : 4, n > 0 && n < 200 ? path : "mine");
}

static void make_command(const struct advice *a, char *out, size_t room)
{
    struct option_view view;
    char name[240];

    snprintf(out, room, "perceptron train");
    for (size_t i = 0; i < a->args->n_files; i++) {
        append(out, room, " ");
        append_word(out, room, a->args->files[i]);
    }
    for (size_t i = 0; options_view(a->args->command, i, &view); i++)   /* those given stay */
        if (view.name != NULL && view.own == NULL && is_given(a, view.name)) {
            append(out, room, " --");
            append(out, room, view.name);
            append(out, room, " ");
            append_word(out, room, ptron_options_get(a->args->options, view.name));
        }
    for (size_t i = 0; i < a->n; i++) {
        append(out, room, " --");
        append(out, room, a->items[i].option);
        append(out, room, " ");
        append_word(out, room, a->items[i].value);
    }
    model_name(a->args->files[0], name, sizeof name);
    append(out, room, " -o ");
    append_word(out, room, name);
}

enum { COMMAND = 8192 };

void advice_print(const struct advice *a)
{
    char command[COMMAND], shown[4 * COMMAND + 1];
    size_t width = 0;

    make_command(a, command, sizeof command);
    text_escape(command, shown);   /* nothing in a name does something to a terminal */
    printf("\nTo train on this:\n%s\n", shown);
    for (size_t i = 0; i < a->n; i++) {
        const size_t n = strlen(a->items[i].option) + strlen(a->items[i].value) + 3;

        width = n > width && n <= 30 ? n : width;
    }
    for (size_t i = 0; i < a->n; i++) {
        char word[ADVICE_VALUE + 80];

        snprintf(word, sizeof word, "--%s %s", a->items[i].option, text_name(a->items[i].value).s);
        text_escape(word, shown);
        printf("  %-*s  %s\n", (int)width, shown, a->items[i].why);
    }
}

void advice_json(struct json *json, const struct advice *a)
{
    char command[COMMAND];

    make_command(a, command, sizeof command);
    json_text(json, "command", command);
    json_array(json, "options");
    for (size_t i = 0; i < a->n; i++)
        json_put(json, OBJECT(NULL), TEXT("option", a->items[i].option), TEXT("value", a->items[i].value),
                 TEXT("why", a->items[i].why), END);
    json_end_array(json);
}

void advice_free(struct advice *a)
{
    ptron_options_free(a->options);
    ptron_survey_free(a->survey);
}
