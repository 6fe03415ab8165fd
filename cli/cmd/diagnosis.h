/* After a run that did not end by itself: could it have? A proof that is searched for with a small part of the work
 * that the run was, or of a few milliseconds for small sets. Nothing of it goes into the model. */
#ifndef CLI_CMD_DIAGNOSIS_H
#define CLI_CMD_DIAGNOSIS_H

#include "cmd/train_report.h"
#include "json_stream.h"

struct diagnosis {
    ptron_certificate      *certificate;   /* NULL: nothing was asked, or nothing could be */
    ptron_certificate_facts facts;
    ptron_dataset          *raw;           /* the rows as they stand in the files, if read again; else NULL */
};

/* Work is counted in values that are looked at, so that what it decides is the same on every machine. The run's: each
 * value was read, which takes as long as looking at it some times, and looked at in each epoch. */
double run_work(const struct training *training);
static const uint64_t SMALL_SET = 300000;   /* values: whatever is asked of so few takes milliseconds */

/* Searches for a proof where the run ended without an answer; finds nothing where none is called for. */
void diagnosis_make(struct diagnosis *diagnosis, const struct training *training);
void diagnosis_free(struct diagnosis *diagnosis);

/* One paragraph, or nothing. */
void diagnosis_print(FILE *out, const struct diagnosis *diagnosis, const struct training *training);
/* "diagnosis": {...} or null */
void diagnosis_json(struct json *json, const struct diagnosis *diagnosis, const struct training *training);

/* Whether that verdict was reached. */
bool diagnosis_is(const struct diagnosis *diagnosis, ptron_verdict verdict);
/* Whether it is proved of the rows learned from, without others that were held out, that nothing separates them. */
bool diagnosis_hopeless(const struct diagnosis *diagnosis, const struct training *training);

#endif
