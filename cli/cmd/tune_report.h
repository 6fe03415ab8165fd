/* A tuning as a ranked table, as JSON, and its learning curve as a plot. */
#ifndef CLI_CMD_TUNE_REPORT_H
#define CLI_CMD_TUNE_REPORT_H

#include "json_stream.h"
#include "perceptron.h"

#include <stdio.h>

void tune_report(FILE *out, const ptron_tuning *tuning);
void tune_curve(FILE *out, const ptron_tuning *tuning);
void tune_json(struct json *json, const ptron_tuning *tuning);
/* The table in a model; nothing where there is none. */
void tune_model_table(FILE *out, const ptron_model *model);
void tune_model_json(struct json *json, const ptron_model *model);

#endif
