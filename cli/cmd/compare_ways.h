/* A comparison: ways to train, each with every seed, and how they went. */
#ifndef CLI_CMD_COMPARE_WAYS_H
#define CLI_CMD_COMPARE_WAYS_H

#include "arguments.h"

#include <stdio.h>

enum axis { AXIS_ALGORITHM, AXIS_ORDER, AXIS_START, AXIS_RATE, AXIS_SEED, N_AXES };

struct comparison {
    const struct args *args;
    ptron_dataset *set, *validation;
    const char  **values[N_AXES];   /* [n_values] texts along each axis; seeds vary fastest */
    size_t        n_values[N_AXES];
    bool          varies[N_AXES];   /* asked for on the command line */
    char         *text;             /* what the values point into */
    size_t        n_runs;
    ptron_options **runs;           /* [n_runs] owned */
    ptron_result  *results;         /* [n_runs] */
};

/* The library's option along each axis, and the command's. */
extern const char *const axis_option[N_AXES], *const axis_list[N_AXES];

static inline size_t compare_ways(const struct comparison *c)
{
    return c->n_runs / c->n_values[AXIS_SEED];
}

/* The value of run i along an axis. */
const char *compare_value(const struct comparison *c, size_t run, enum axis axis);

/* False: no memory for it. */
bool compare_report(FILE *out, const struct comparison *c);
bool compare_json(FILE *out, const struct comparison *c);

#endif
