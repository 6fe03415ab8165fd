/* Learning while serving: requests in, a log on disk, a model that follows it. */
#ifndef CLI_SERVE_LEARNING_H
#define CLI_SERVE_LEARNING_H

#include "serve/serve.h"

/* The first model goes on learning from the log at `path`: what is in it already, then what comes. `output`: where the
 * model is saved at the end, or NULL. */
ptron_status learner_open(struct service *service, const char *path, const char *output, ptron_error *err);
ptron_status learner_start(struct learner *learner, ptron_error *err);
/* Whether rows are taken; else the reply says why not. */
bool learner_takes(struct learner *learner, struct reply *reply);
/* Whether some of the rows can be learned from, as far as the model can tell: what cannot does not come into the
 * log. */
bool learner_check(const struct request *request, const ptron_model *model, struct reply *reply);
/* Rows to learn from, of a connection that is suspended; it goes on when the reply is made. */
void learner_add(struct learner *learner, struct request *request);
uint64_t learner_rows(const struct learner *learner);
/* Learns from what has come, and takes no more. */
void learner_stop(struct learner *learner);
ptron_status learner_save(struct learner *learner, ptron_error *err);
void learner_close(struct learner *learner);

#endif
