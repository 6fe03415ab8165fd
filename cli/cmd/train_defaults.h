/* What `train` chooses where nothing was said. The library's defaults are those of its tables of options; these are the
 * command's, each chosen by a table of docs/accuracy.md. They are set as if they had been given, so that the model, the
 * page and a resume know them. */
#ifndef CLI_CMD_TRAIN_DEFAULTS_H
#define CLI_CMD_TRAIN_DEFAULTS_H

#include "arguments.h"
#include "json_stream.h"

#include <stdio.h>

enum { DEFAULTS_MOST = 4 };

struct defaults {
    size_t n;
    struct chosen {
        const char *option, *value, *why;
    } items[DEFAULTS_MOST];
};

/* The same for --help. */
extern const struct own_initial default_initials[];

/* Sets what was not given. A stream passes by once and cannot be looked at before: neither epochs nor scaling. */
ptron_status defaults_choose(struct defaults *defaults, ptron_options *options, bool stream, ptron_error *err);
void         defaults_print(FILE *out, const struct defaults *defaults);
void         defaults_json(struct json *json, const struct defaults *defaults);   /* "chosen" */

#endif
