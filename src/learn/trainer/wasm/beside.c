/* Where there is one thread, nothing is made ahead: rows are learned from where they stand. */
#include "learn/trainer/trainer.h"
#include "sets/row_checksum.h"

struct pt_batch pt_gather_batch(ptron_trainer *trainer, const struct pt_view *view, const struct pt_batch *batch)
{
    (void)trainer, (void)view;
    return *batch;
}

void pt_gather_stop(ptron_trainer *trainer)
{
    (void)trainer;
}

void pt_gather_fini(struct pt_gather *gather)
{
    (void)gather;
}

void pt_marks_go_on(ptron_trainer *trainer)
{
    (void)trainer;
}

void pt_marks_stop(ptron_trainer *trainer)
{
    (void)trainer;
}

uint64_t pt_marks_fingerprint(const ptron_trainer *trainer)
{
    return pt_dataset_fingerprint_rest(trainer->set, 0, 0);
}
