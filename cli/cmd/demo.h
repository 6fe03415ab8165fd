/* Small stories: what is said, which files they need, which commands they run. */
#ifndef CLI_CMD_DEMO_H
#define CLI_CMD_DEMO_H

#include <stdbool.h>
#include <stdio.h>

struct demo_file {
    const char *name;
    const char *text;            /* NULL: made by `make` */
    void      (*make)(FILE *out);
};

enum { DEMO_FILES = 4, DEMO_STEPS = 10 };

struct demo_step {
    const char *say;             /* a paragraph, or NULL */
    const char *run;             /* words after `perceptron`, blanks between them; or NULL */
};

struct demo {
    const char *name;
    const char *summary;
    struct demo_file files[DEMO_FILES];   /* ended by one without a name */
    struct demo_step steps[DEMO_STEPS];   /* ended by one with neither */
};

extern const struct demo demos[];   /* ended by one without a name */

/* demo_data.c: rows in the command itself, or made up the same way every time. */
extern const char demo_and[], demo_or[], demo_worked[], demo_xor[], demo_tight[], demo_bias[],
    demo_margin[], demo_spam[],
    demo_eighty_five[], demo_clash[], demo_fine[];
void demo_rings(FILE *out);
void demo_digits(FILE *out);          /* IDX: 12 x 12 pixels */
void demo_digit_labels(FILE *out);

#endif
