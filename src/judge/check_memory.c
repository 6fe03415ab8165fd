/* What a run of `train` that says nothing but its data takes at its peak: averaged weights, scaled where it pays. Each
 * phase has its own peak, and what one gives back the next one takes. */
#include "base/size.h"
#include "judge/check.h"
#include "sets/scatter.h"

enum {
    PROGRAM_BYTES = 5000000,   /* code, libraries, one thread, and the first megabyte that is looked at */
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

/* The words of the model, and those of the file it becomes. */
static uint64_t words_written(const struct pt_dict *words)
{
    return pt_dict_bytes(words) + words->length + words->count * sizeof(uint64_t);
}

void pt_check_memory(const ptron_dataset *set, ptron_checkup *checkup)
{
    struct pt_block trained = set->block;
    const struct pt_dict *words = &set->shared->words;
    const uint64_t spans = set->block.kind == PT_ONES ? 0 : (uint64_t)set->n_features * SPAN_BYTES;
    const uint64_t reading = growing_bytes(&set->block) + pt_max(set->piece_bytes, spans);
    const bool moves = set->block.dense || pt_pool_threads(set->pool) == 1;   /* as the layout auto has it */
    uint64_t rows, most;

    if (checkup->greatest_reach > 0.0)
        trained.kind = PT_F64;
    rows = pt_block_bytes(&trained) + 2 * set->n_rows * sizeof(uint32_t);   /* two numbers of a row for the order */
    most = pt_max(weight_bytes(set, checkup) + words_written(words), moves ? pt_scatter_bytes(&trained) : 0);
    checkup->training_bytes = PROGRAM_BYTES + pt_dict_bytes(words) + pt_max(rows + most, reading);
}
