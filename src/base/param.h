/* Parameters: declared once, in a table beside the code that uses them. From the tables come the command's
 * options, --help, validation, the model file's record and the documentation. */
#ifndef PT_BASE_PARAM_H
#define PT_BASE_PARAM_H

#include "base/error.h"

enum pt_param_type { PT_REAL, PT_COUNT, PT_CHOICE, PT_FLAG, PT_TEXT, PT_FILE, PT_LIST, PT_SEED };

struct pt_param {
    const char        *name;      /* also --name, and the Python keyword */
    enum pt_param_type type;
    const char        *initial;   /* default as text; "" when there is none. Flags: "yes" or "no" */
    double             least, most;   /* PT_REAL, PT_COUNT: the range allowed */
    const char        *choices;   /* PT_CHOICE: "a|b|c". PT_FILE: words accepted besides a path, or "" */
    const char        *metavar;   /* what help calls the value */
    const char        *help;      /* one line, lower case, no full stop */
};

/* A choice whose words and enum come from one list, so that neither can be changed without the other:
 *     #define PT_SCALING_MAP(X) X(SCALE_NONE, "none") X(SCALE_UNIT, "unit")
 *     enum pt_scaling { PT_SCALING_MAP(PT_CHOICE_NAME) };      and in a table      PT_CHOICES(PT_SCALING_MAP)
 * pt_option_choice is then a value of that enum. */
#define PT_CHOICE_NAME(name, word) PT_##name,
#define PT_CHOICE_TEXT(name, word) word,
#define PT_CHOICE_WORD(name, word) "|" word
#define PT_CHOICES(MAP)            &(MAP(PT_CHOICE_WORD))[1]

struct pt_param_table {
    const char            *group;
    const struct pt_param *params;
    const size_t          *n;
};

/* Options by name: what was set, checked against the tables when it was set. Which tables there are is the caller's
 * knowledge (api/api_options.c sees all rooms'); nothing here reaches up for them. */
struct ptron_options {
    const struct pt_param_table *tables;   /* [n_tables] borrowed */
    size_t n_tables;
    struct pt_setting {
        const struct pt_param *param;
        char *value;
    } *settings;                           /* [n] those that were set */
    size_t n, room;
    ptron_watch watch;                     /* not part of a copy */
    bool   resumes;                        /* adopted for a resume: rows are to be learned from, and need labels */
    struct ptron_ranks *ranks;             /* who shares what is read and trained; NULL: one process */
};

ptron_status pt_options_new(const struct pt_param_table *tables, size_t n_tables, ptron_options **out,
                            ptron_error *err);
/* The parameter of that name, or NULL. */
const struct pt_param *pt_option_find(const ptron_options *options, const char *name);
const char *pt_param_type_name(enum pt_param_type type);   /* "real", ... */

/* Whether the value is the path of a file: not one of the words that are taken besides. */
bool pt_param_names_file(const struct pt_param *param, const char *value);

/* Whether it says how a run is carried out, not what it computes: never part of a model. */
bool pt_param_is_manner(const char *name);

/* A copy of what was set. */
ptron_status pt_options_copy(const ptron_options *options, ptron_options **out, ptron_error *err);
/* Who is told how far reading is; on_read NULL: nobody. */
ptron_watch pt_option_watch(const ptron_options *options);
/* Setting i by number: false when there is none. In the order of the tables, so that equal settings read equal. */
bool pt_options_setting(const ptron_options *options, size_t i, const struct pt_param **param,
                        const char **value);

/* Typed access to options. The name must be in a table: that is our promise, so a wrong one is an assertion. Values
 * were checked when they were set. */
double      pt_option_real(const ptron_options *options, const char *name);
uint64_t    pt_option_count(const ptron_options *options, const char *name);
bool        pt_option_flag(const ptron_options *options, const char *name);
const char *pt_option_text(const ptron_options *options, const char *name);   /* "" when not given */
bool        pt_option_is(const ptron_options *options, const char *name, const char *word);
/* The number of the chosen word in the parameter's "a|b|c". */
size_t      pt_option_choice(const ptron_options *options, const char *name);
/* Item i of a comma-separated list, or false. One that holds a comma stands in quotes: "a, b",c. */
bool        pt_option_item(const ptron_options *options, const char *name, size_t i, const char **item,
                           size_t *length);

#endif
