/* The command that would train on a file, with the reason for each of its options. */
#ifndef CLI_CMD_CHECK_ADVICE_H
#define CLI_CMD_CHECK_ADVICE_H

#include "arguments.h"
#include "json_stream.h"

enum { ADVICE_MOST = 40, ADVICE_VALUE = 1200, ADVICE_WHY = 400 };

struct advice {
    const struct args *args;
    ptron_options *options;         /* those given and those chosen, about how data is read; owned */
    ptron_survey  *survey;          /* NULL: a pipe, or no table */
    size_t         n;
    struct {
        const char *option;         /* "label" */
        char        value[ADVICE_VALUE];
        char        why[ADVICE_WHY];
    } items[ADVICE_MOST];
    bool           changes;         /* something was chosen about how data is read */
    bool           no_memory;       /* something could not be */
};

/* Looks at the columns of the files and chooses how to read them. advice_free in any case. */
ptron_status advice_read(struct advice *advice, const struct args *args, ptron_error *err);
/* Chooses to leave bad rows out. */
ptron_status advice_skip_bad(struct advice *advice, const ptron_error *first, ptron_error *err);
/* Chooses how to learn from these rows. */
void advice_learn(struct advice *advice, const ptron_dataset *set, const ptron_dataset_facts *facts,
                  const ptron_checkup *checkup);
void advice_print(const struct advice *advice);
void advice_json(struct json *json, const struct advice *advice);   /* "command", "options" */
void advice_free(struct advice *advice);

#endif
