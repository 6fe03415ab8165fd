/* The durable log of rows to learn from: bodies of requests in the order they were taken, in batches. A batch is
 * written at once and synced before anyone is told; the next follows only then. docs/files.md describes the bytes.
 *
 * So after a crash at most the last batch is torn: it is cut off, since nobody was told of it. Damage anywhere else is
 * refused, with its place. */
#ifndef CLI_SERVE_LEARN_LOG_H
#define CLI_SERVE_LEARN_LOG_H

#include "perceptron.h"

struct learn_log {
    const char *path;
    int      fd;            /* -1: not open */
    uint64_t end;           /* bytes of whole batches */
    uint64_t batches, bodies;
    uint64_t torn;          /* bytes that were cut off when it was opened */
    bool     broken;        /* a write failed, and what it left could not be cut off */
};

struct log_entry {
    const char *bytes;      /* [length]; NULL: the body of that number is refused */
    size_t      length;
    uint64_t    number;     /* of a body, from 1 */
};

/* Whether reading goes on. */
typedef ptron_status log_visit(void *user, const struct log_entry *entry, ptron_error *err);

/* Begins a log of this model, or goes on with one of it, which nobody else may use meanwhile; every batch is checked,
 * a torn end cut off. */
ptron_status log_open(struct learn_log *log, const char *path, const ptron_model *model, ptron_error *err);
/* Every entry, in order. */
ptron_status log_read(struct learn_log *log, log_visit *visit, void *user, ptron_error *err);
/* One batch: safe when this returns; else the log is as it was. Bodies get their numbers. */
ptron_status log_add(struct learn_log *log, struct log_entry *entries, size_t n, ptron_error *err);
void log_close(struct learn_log *log);

#endif
