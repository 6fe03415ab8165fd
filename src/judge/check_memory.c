/* What a run of `train` that says nothing but its data takes at its peak: averaged weights, scaled where it pays. Each
 * phase has its own peak, and what one gives back the next one takes. */
#include "base/size.h"
#include "judge/check.h"

enum {
    PROGRAM_BYTES = 7500000,   /* code, libraries, one thread, and the first megabyte that is looked at */
    SPAN_BYTES = 18,           /* of a feature, while it is looked for how far each of them reaches */
};

/* Weights as often as they are there when the model is written: present ones, their sums and the model's; both of the
 * learner's again in the state, and in the bytes of the file. On top of these: pairs of both where an epoch has values
 * enough for them (learn/online/pairs.c), and the model's in the file, which leaves zeros out if they are many. */
static uint64_t weight_bytes(const ptron_dataset *set, const ptron_checkup *checkup)
{
    const size_t n_classes = pt_dataset_classes(set);
    const uint64_t vectors = n_classes <= 2 ? 1 : n_classes, features = set->n_features;
    const uint64_t all = vectors * (features + 1) * sizeof(double);
    const uint64_t used = vectors * (features - pt_min(features, checkup->unused_features)) * 12;
    const bool pairs = vectors == 1 && !set->block.dense && set->n_values > 2 * features;

    return (pairs ? 9 : 7) * all + pt_min(all, used);
}

/* Arrays of rows that grow lie in large pages from some size on; the last of each is there as a whole. */
static uint64_t in_pages(uint64_t n, size_t size)
{
    const uint64_t bytes = n * size, page = UINT64_C(2) << 20;

    return bytes < page ? bytes : (bytes + page - 1) / page * page;
}

static uint64_t growing_bytes(const struct pt_block *b)
{
    const uint64_t values = pt_block_values(b), n = b->n_rows;

    return in_pages(values, pt_kind_bytes(b->kind)) + in_pages(n, sizeof *b->norm2) + in_pages(n, sizeof *b->label) +
           (b->dense ? 0 : in_pages(values, sizeof *b->index) + in_pages(n, sizeof *b->offset)) +
           (b->place == NULL ? 0 : in_pages(n, sizeof *b->place)) +
           (b->weight == NULL ? 0 : in_pages(n, sizeof *b->weight));
}

void pt_check_memory(const ptron_dataset *set, ptron_checkup *checkup)
{
    struct pt_block trained = set->block;
    const uint64_t words = pt_dict_bytes(&set->shared->words);
    const uint64_t read = growing_bytes(&set->block);
    /* about half of it was still there with two threads, as measured */
    const uint64_t stays = pt_pool_threads(set->pool) == 1 ? 0 : set->piece_bytes / 2;
    const uint64_t spans = set->block.kind == PT_ONES ? 0 : (uint64_t)set->n_features * SPAN_BYTES;
    uint64_t training;

    if (checkup->greatest_reach > 0.0)
        trained.kind = PT_F64;
    /* two numbers of a row for the order; the words again in the file */
    training = pt_block_bytes(&trained) + 2 * set->n_rows * sizeof(uint32_t) + weight_bytes(set, checkup) +
               words + stays;
    checkup->training_bytes = PROGRAM_BYTES + words + pt_max(training, read + pt_max(set->piece_bytes, spans));
}
