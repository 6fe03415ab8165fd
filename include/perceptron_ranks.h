/* Part of perceptron.h, which includes it: one program on many machines. The same program runs as several ranks under
 * mpirun or srun; sets read with options that were given the ranks are cut among them, and training in shards then
 * gives the bytes that one process gives. Every rank makes the same calls in the same order. */
#include "perceptron.h"

#ifndef PERCEPTRON_RANKS_H
#define PERCEPTRON_RANKS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ptron_ranks ptron_ranks;

/* How many ranks a launcher says there are, by the environment (Open MPI's, PMI's, PMIx's under Slurm); 1: no launcher.
 * *rank, NULL is fine: which one this is. */
PTRON_API size_t ptron_ranks_launched(size_t *rank);
/* Meets the others: opens the module for MPI (PTRON_IO when it is not there) and waits for all. Once in a program. */
PTRON_API ptron_status ptron_ranks_open(ptron_ranks **out, ptron_error *err);
/* A rank that is not heard of for so many seconds (600 unless told) ends the job, all ranks, with exit code 4; before
 * that `on_lost`, NULL is fine, is told which. */
PTRON_API ptron_status ptron_ranks_patience(ptron_ranks *ranks, double seconds, void (*on_lost)(const char *message),
                                            ptron_error *err);
PTRON_API size_t ptron_ranks_size(const ptron_ranks *ranks);   /* NULL: 1 */
PTRON_API size_t ptron_ranks_rank(const ptron_ranks *ranks);   /* NULL: 0 */
/* PTRON_ARGUMENT, with the number of the rank that differs and its first line that does (up to a TAB), unless all ranks have
 * the same text here. what: "other words", "another version". */
PTRON_API ptron_status ptron_ranks_same(ptron_ranks *ranks, const char *what, const char *text, ptron_error *err);
/* The same of the bytes in a file, a model for one; PTRON_IO where a rank cannot read it. */
PTRON_API ptron_status ptron_ranks_same_file(ptron_ranks *ranks, const char *path, ptron_error *err);
/* What rank 0 says. */
PTRON_API ptron_status ptron_ranks_agree(ptron_ranks *ranks, bool *value, ptron_error *err);
/* Numbers of all ranks, added up. */
PTRON_API ptron_status ptron_ranks_sum(ptron_ranks *ranks, uint64_t *values, size_t n, ptron_error *err);
/* Bytes for rank 0, which takes as many from this rank, in the same pieces: n bytes, at most `room`; 0: none, too. */
PTRON_API ptron_status ptron_ranks_give(ptron_ranks *ranks, const void *bytes, size_t n, ptron_error *err);
PTRON_API ptron_status ptron_ranks_take(ptron_ranks *ranks, size_t from, void *bytes, size_t room, size_t *n,
                                        ptron_error *err);
/* This rank has failed: the others learn of it where they next wait for anybody, and fail too. *err becomes the error
 * that all end with: of several the one of the lowest rank. Also where another has failed already. */
PTRON_API void ptron_ranks_fail(ptron_ranks *ranks, ptron_error *err);
/* Waits until all are done; an error when one has failed after this one had all it needed. */
PTRON_API ptron_status ptron_ranks_finish(ptron_ranks *ranks, ptron_error *err);
PTRON_API void ptron_ranks_close(ptron_ranks *ranks);   /* NULL is fine */

/* Sets that are read with these options, and trainers made with them, are shared by the ranks, which must live as long
 * as these; NULL: one process. Files that the options name by then must have the same bytes on all ranks. */
PTRON_API ptron_status ptron_options_share(ptron_options *options, ptron_ranks *ranks, ptron_error *err);

#ifdef __cplusplus
}
#endif

#endif
