/* A tuning from beginning to end: rows, folds and sizes; then the chosen setting learned from all rows. */
#include "tune/tune.h"
#include "base/alloc.h"
#include "base/size.h"
#include "pack/pack.h"
#include "pack/pack_trust.h"
#include "read/input.h"
#include "read/load.h"

#include <math.h>
#include <string.h>

const struct pt_param pt_tune_params[] = {
    {"folds", PT_COUNT, "5", 2, 100000, "", "K", "parts the rows are dealt out into, each tested once"},
    {"repeats", PT_COUNT, "1", 1, 1000, "", "R", "times the rows are dealt out anew"},
    {"group", PT_TEXT, "", 0, 0, "", "COLUMN",
     "rows with the same cell there stay in one fold (CSV); it is no feature then"},
    {"in-order", PT_FLAG, "no", 0, 0, "", "",
     "rows stand in the order of time: each fold is tested after learning from the rows before it"},
    {"score", PT_CHOICE, "error", 0, 0, "error|log-loss|auc|macro-f1|balanced-accuracy|average-precision", "NAME",
     "what settings are ranked by"},
    {"pick", PT_CHOICE, "simplest", 0, 0, "simplest|best", "WHICH",
     "which setting is learned again: the best, or the simplest within one standard error of it"},
    {"halving", PT_COUNT, "60", 0, 1e9, "", "N",
     "more settings than this are tried on fewer rows first, and the best third goes on; 0: never"},
    {"curve", PT_FLAG, "no", 0, 0, "", "", "try every setting on fewer rows too: the error against rows"},
};
const size_t pt_n_tune_params = sizeof pt_tune_params / sizeof *pt_tune_params;

/* Fewer rows than this tell nothing of a setting; and survivors that go on to all rows need no more thinning. */
enum { LEAST_ROWS = 200, LEAST_CURVE_ROWS = 10, FEW_SETTINGS = 20 };

/* ---- reading ------------------------------------------------------------------------------------- */

static ptron_status slurp(const char *path, struct pt_buffer *bytes, ptron_error *err)
{
    enum { PIECE = 1 << 20 };
    pt_input *input = NULL;
    char *piece = pt_alloc(PIECE);
    size_t got = PIECE;
    ptron_status status = piece == NULL ? pt_fail_memory(err, PIECE, "a file") : pt_input_open(path, &input, err);

    while (status == PTRON_OK && got == PIECE && !bytes->failed) {
        status = pt_input_read(input, piece, PIECE, false, &got, err);
        pt_buffer_add(bytes, piece, got);
    }
    pt_input_close(input);
    pt_release(piece);
    return status == PTRON_OK ? pt_buffer_status(bytes, err) : status;
}

/* Whether the text can be read as each setting asks for: an error now names its line, and later folds are read as the
 * whole was. */
static ptron_status read_whole(ptron_tuning *t, const struct pt_source *sources, size_t n, ptron_error *err)
{
    for (size_t i = 0; i < t->n; i++) {
        struct pt_tune_setting *s = &t->settings[i];
        ptron_dataset *whole = NULL;

        if (s->reading != i)
            continue;
        PT_TRY(pt_dataset_load(sources, n, s->options, NULL, &whole, err));
        if (i == 0)
            t->rows.features = whole->n_features;
        const ptron_status status = pt_tune_pin(whole, s->trial, err);
        pt_dataset_free(whole);
        PT_TRY(status);
    }
    return PTRON_OK;
}

/* Arrays, and packs: read as they are, into a set. */
static ptron_status read_arrays(ptron_tuning *t, const char *const *paths, size_t n, ptron_error *err)
{
    static const char *const later[] = {"scale", "features", "values"};
    struct pt_source *sources = pt_zeroed(n, sizeof *sources);
    ptron_options *plain = NULL;
    ptron_dataset *set = NULL;
    ptron_status status = sources == NULL ? pt_fail_memory(err, n * sizeof *sources, "the list of files")
                                          : pt_options_copy(t->settings[0].options, &plain, err);

    for (size_t i = 0; status == PTRON_OK && i < sizeof later / sizeof *later; i++)
        ptron_options_unset(plain, later[i]);
    for (size_t i = 0; status == PTRON_OK && i < n; i++)
        sources[i].path = paths[i];
    if (status == PTRON_OK)
        status = pt_dataset_load(sources, n, plain, NULL, &set, err);
    if (status == PTRON_OK)
        status = pt_dataset_trust_all(set, set->pool, err);
    if (status == PTRON_OK)
        status = pt_tune_rows_of(&t->rows, set, err);
    pt_dataset_free(set);
    ptron_options_free(plain);
    pt_release(sources);
    return status;
}

static ptron_status keep_paths(struct pt_tune_rows *rows, const char *const *paths, size_t n, ptron_error *err)
{
    rows->paths = pt_zeroed(n, sizeof *rows->paths);
    for (size_t i = 0; rows->paths != NULL && i < n; i++)
        if ((rows->paths[i] = pt_copy_text(paths[i], strlen(paths[i]))) == NULL)
            return pt_fail_memory(err, strlen(paths[i]), "a file name");
    rows->n_paths = n;
    return rows->paths == NULL ? pt_fail_memory(err, n * sizeof *rows->paths, "the list of files") : PTRON_OK;
}

static ptron_status read_text(ptron_tuning *t, const char *const *paths, size_t n, bool *is_text, ptron_error *err)
{
    struct pt_buffer *bytes = pt_zeroed(n, sizeof *bytes);
    struct pt_source *sources = pt_zeroed(n, sizeof *sources);
    ptron_status status = bytes == NULL || sources == NULL ? pt_fail_memory(err, n * sizeof *sources, "files")
                                                           : PTRON_OK;

    for (size_t i = 0; status == PTRON_OK && i < n; i++) {
        status = slurp(paths[i], &bytes[i], err);
        sources[i] = (struct pt_source){paths[i], bytes[i].bytes == NULL ? "" : bytes[i].bytes, bytes[i].length, NULL};
    }
    if (status == PTRON_OK)
        status = pt_tune_text_read(&t->rows, sources, n, t->options, is_text, err);
    if (status == PTRON_OK && *is_text)
        status = read_whole(t, sources, n, err);
    for (size_t i = 0; bytes != NULL && i < n; i++)
        pt_buffer_fini(&bytes[i]);
    pt_release(bytes);
    pt_release(sources);
    return status;
}

/* Those that read alike are told alike. */
static ptron_status share_pins(ptron_tuning *t, ptron_error *err)
{
    const struct pt_param *param;
    const char *value;

    for (size_t i = 0; i < t->n; i++) {
        const ptron_options *first = t->settings[t->settings[i].reading].trial;

        for (size_t k = 0; first != t->settings[i].trial && pt_options_setting(first, k, &param, &value); k++)
            for (size_t j = 0; j < pt_n_data_params; j++)
                if (param == &pt_data_params[j])
                    PT_TRY(ptron_options_set(t->settings[i].trial, param->name, value, err));
    }
    return PTRON_OK;
}

static ptron_status read_rows(ptron_tuning *t, const char *const *paths, size_t n, const ptron_dataset *set,
                              ptron_error *err)
{
    bool is_text = false;

    if (set != NULL)
        return pt_tune_rows_of(&t->rows, set, err);
    if (n != 1 || !pt_pack_is(paths[0]))
        PT_TRY(read_text(t, paths, n, &is_text, err));
    if (is_text)
        return share_pins(t, err);
    PT_TRY(keep_paths(&t->rows, paths, n, err));
    return read_arrays(t, paths, n, err);
}

/* ---- sizes --------------------------------------------------------------------------------------- */

/* Shares in steps down from 1, of as many rows as make sense. */
static void choose_sizes(ptron_tuning *t)
{
    const uint64_t halving = pt_option_count(t->options, "halving");
    const bool curve = pt_option_flag(t->options, "curve");
    const double rows = (double)t->rows.n * (double)(t->folds - 1) / (double)t->folds, step = curve ? 2.0 : 3.0;
    const double least = curve ? LEAST_CURVE_ROWS * (double)t->rows.n_labels : LEAST_ROWS;
    const uint64_t few = pt_min_u64(halving, FEW_SETTINGS);   /* who asks for it with fewer is to have it */
    double share = 1.0;
    size_t n = 1, alive = t->n;

    t->halves = !curve && halving > 0 && t->n > halving;
    for (; n < PT_TUNE_SIZES && (curve || (t->halves && alive > few)) && rows * share / step >= least; n++) {
        share /= step;
        alive = pt_tune_survivors(alive);
    }
    t->n_shares = n;
    t->halves = t->halves && n > 1;
    for (size_t i = n; i-- > 0; share *= step)
        t->shares[n - 1 - i] = share;
    t->shares[n - 1] = 1.0;
}

static ptron_status make(ptron_tuning *t, const char *const *paths, size_t n_paths, const ptron_dataset *set,
                         const ptron_options *const *settings, size_t n, ptron_error *err)
{
    t->score = pt_score_named(pt_option_text(t->options, "score"));
    t->folds = (size_t)pt_option_count(t->options, "folds");
    t->repeats = (size_t)pt_option_count(t->options, "repeats");
    PT_TRY(pt_tune_settings_make(t, settings, n, err));
    PT_TRY(read_rows(t, paths, n_paths, set, err));
    if (t->rows.set != NULL)
        t->rows.features = t->rows.set->n_features;
    PT_TRY(pt_tune_deal(t, err));
    choose_sizes(t);
    t->runs = pt_zeroed(t->n_shares * t->n, pt_tune_tests(t) * sizeof *t->runs);
    t->rank = pt_zeroed(t->n, sizeof *t->rank);
    if (t->runs == NULL || t->rank == NULL)
        return pt_fail_memory(err, t->n_shares * t->n * pt_tune_tests(t) * sizeof *t->runs, "runs");
    for (size_t i = 0; i < t->n; i++) {
        t->rank[i] = i;
        t->settings[i].left = t->n_shares - 1;
    }
    return PTRON_OK;
}

ptron_status pt_tuning_new(const char *const *paths, size_t n_paths, const ptron_dataset *set,
                           const ptron_options *options, const ptron_options *const *settings, size_t n,
                           ptron_tuning **out, ptron_error *err)
{
    ptron_tuning *t = *out = pt_zeroed(1, sizeof *t);
    ptron_status status;

    if (t == NULL)
        return pt_fail_memory(err, sizeof *t, "a tuning");
    status = pt_options_copy(options, &t->options, err);
    if (status == PTRON_OK) {
        t->options->watch = options->watch;
        status = make(t, paths, n_paths, set, settings, n, err);
    }
    if (status != PTRON_OK) {
        pt_tuning_free(t);
        *out = NULL;
    }
    return status;
}

void pt_tuning_free(ptron_tuning *t)
{
    if (t == NULL)
        return;
    pt_tune_settings_fini(t);
    pt_tune_rows_fini(&t->rows);
    pt_release(t->fold);
    pt_release(t->place);
    pt_release(t->runs);
    pt_release(t->rank);
    ptron_options_free(t->options);
    pt_release(t);
}

/* ---- the end ------------------------------------------------------------------------------------- */

/* All rows, as the setting reads them. */
static ptron_status read_all(const ptron_tuning *t, const ptron_options *options, struct pt_tune_part *part,
                             ptron_error *err)
{
    const uint64_t n = t->rows.n;
    uint32_t *all;
    ptron_status status;

    if (t->rows.paths != NULL && t->rows.set != NULL) {
        struct pt_source *sources = pt_zeroed(t->rows.n_paths, sizeof *sources);

        for (size_t i = 0; sources != NULL && i < t->rows.n_paths; i++)
            sources[i].path = t->rows.paths[i];
        status = sources == NULL ? pt_fail_memory(err, 0, "the list of files")
                                 : pt_dataset_load(sources, t->rows.n_paths, options, NULL, &part->set, err);
        pt_release(sources);
        return status;
    }
    all = pt_array((size_t)n, sizeof *all);
    if (all == NULL)
        return pt_fail_memory(err, (size_t)n * sizeof *all, "the rows");
    for (uint64_t i = 0; i < n; i++)
        all[i] = (uint32_t)i;
    status = pt_tune_part(&t->rows, all, n, options, NULL, part, err);
    pt_release(all);
    return status;
}

static ptron_status keep_table(const ptron_tuning *t, ptron_model *model, ptron_error *err)
{
    model->tuned = pt_zeroed(t->n, sizeof *model->tuned);
    model->tuned_by = pt_copy_text(t->score->name, strlen(t->score->name));
    if (model->tuned == NULL || model->tuned_by == NULL)
        return pt_fail_memory(err, t->n * sizeof *model->tuned, "the table of the tuning");
    for (; model->n_tuned < t->n; model->n_tuned++) {
        const size_t s = t->rank[model->n_tuned];
        ptron_tuned *to = &model->tuned[model->n_tuned];

        pt_tune_tell(t, s, t->settings[s].left, to);
        to->seconds = (double)NAN;   /* a model holds no clock */
        to->name = pt_copy_text(to->name, strlen(to->name));
        if (to->name == NULL)
            return pt_fail_memory(err, 0, "the table of the tuning");
    }
    return PTRON_OK;
}

ptron_status pt_tuning_finish(const ptron_tuning *t, const ptron_observer *observer, ptron_result *result,
                              ptron_model **out, ptron_error *err)
{
    struct pt_tune_part part = {0};
    ptron_trainer *trainer = NULL;
    const ptron_options *options = t->settings[t->chosen].options;
    ptron_status status = read_all(t, options, &part, err);

    *out = NULL;
    if (status == PTRON_OK)
        status = pt_trainer_new(options, part.set, NULL, &trainer, err);
    if (status == PTRON_OK)
        status = ptron_trainer_run(trainer, observer, err);
    if (status == PTRON_OK)
        status = ptron_trainer_result(trainer, result, err);
    if (status == PTRON_OK)
        status = ptron_trainer_snapshot(trainer, out, err);
    if (status == PTRON_OK)
        status = keep_table(t, *out, err);
    ptron_trainer_free(trainer);
    pt_tune_part_fini(&part);
    if (status != PTRON_OK) {
        ptron_model_free(*out);
        *out = NULL;
    }
    return status;
}
