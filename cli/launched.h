/* The command as one of several ranks (mpirun, srun): rank 0 alone speaks and writes files, all end with one error and
 * one exit code. Without a launcher there is one rank, and nothing here does anything. */
#ifndef CLI_LAUNCHED_H
#define CLI_LAUNCHED_H

#include "arguments.h"

#include <stdio.h>

#define RANKS_OPTIONS \
    {"network-patience", 0, "SECONDS", "under mpirun: end the job when a rank is not heard of for so long (600)"}

/* Meets the other ranks; refuses where they were given other words, or are another version. */
int  ranks_begin(int argc, char **argv);
/* What the command reads and trains is shared from here on; refuses commands that cannot be, and models that differ. */
int  ranks_join(const struct args *args);
/* The error that all end with; without ranks the one that was found. */
ptron_error ranks_error(const ptron_error *found);
/* Waits for the others; the exit code of all. */
int  ranks_end(int code);

/* What each rank has written to its own file (rank 0: to `out`) goes to `out` of rank 0, in the order of the ranks. */
ptron_status ranks_join_output(FILE *out, ptron_error *err);

bool ranks_many(void);
bool ranks_first(void);   /* rank 0, or the only one */
ptron_ranks *ranks_all(void);   /* NULL: there is one */

#endif
