/* A model as bytes, and back. docs/model-format.md describes every byte; the two change together.
 *
 * Saving depends on the model alone: no clock, no paths, no host, so that equal training gives equal files.
 * Loading trusts nothing: a count is compared with the bytes left before anything is allocated for it, and
 * what the sections say must agree. */
#include "model/model.h"
#include "base/alloc.h"
#include "base/plural.h"
#include "model/section.h"
#include "model/tuned.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { META, PARM, RECI, WGHT, VOTE, DUAL, NETW, NEAR, CALI, THRE, RUNS, TUNE, STAT, N_SECTIONS, WORD_MOST = 64 };

static const char *const tags[N_SECTIONS] = {"META", "PARM", "RECI", "WGHT", "VOTE", "DUAL", "NETW",
                                             "NEAR", "CALI", "THRE", "RUNS", "TUNE", "STAT"};

/* The numbers of ptron_result in the order of the file; `reason` stands before them, `seconds` is not kept. */
static const struct field {
    bool   real;
    size_t offset;
} fields[] = {
#define COUNT(name) {false, offsetof(ptron_result, name)}
#define REAL(name)  {true, offsetof(ptron_result, name)}
    COUNT(rows), COUNT(features), COUNT(classes), COUNT(epochs), COUNT(row), COUNT(updates), COUNT(mistakes),
    COUNT(last_epoch_mistakes), COUNT(seed), REAL(radius), REAL(margin_lower), REAL(margin_upper),
    REAL(k_max_lower), REAL(k_max_upper), COUNT(train_errors), REAL(train_error), REAL(progressive_error),
    REAL(holdout_error), COUNT(holdout_rows), COUNT(best_epoch), REAL(step_norm), REAL(risk),
    REAL(objective), REAL(gap), REAL(mixed_updates),
    COUNT(earlier_rows),
#undef COUNT
#undef REAL
};

enum { N_FIELDS = sizeof fields / sizeof *fields, N_FIRST_FIELDS = N_FIELDS - 2 };   /* the others came later */

/* ---- saving -------------------------------------------------------------------------------------- */

static void save_meta(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_string(out, pt_model_kind_name(model->kind));
    pt_buffer_string(out, model->algorithm);
    pt_buffer_string(out, model->version);
    pt_buffer_u64(out, model->fingerprint);
    pt_buffer_u32(out, (uint32_t)model->training.reason);
    for (size_t i = 0; i < N_FIELDS; i++) {
        const char *at = (const char *)&model->training + fields[i].offset;
        uint64_t count;
        double real;

        memcpy(&count, at, sizeof count);
        memcpy(&real, at, sizeof real);
        if (fields[i].real)
            pt_save_real(out, real);
        else
            pt_buffer_u64(out, count);
    }
}

static void save_parameters(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_u32(out, (uint32_t)model->n_parameters);
    for (size_t i = 0; i < model->n_parameters; i++) {
        pt_buffer_string(out, model->parameters[i].name);
        pt_buffer_string(out, model->parameters[i].value);
    }
}

static void save_recipe(const ptron_model *model, struct pt_buffer *out)
{
    pt_recipe_save(&model->recipe, out);
}

static void save_votes(const ptron_model *model, struct pt_buffer *out)
{
    pt_votes_save(model->votes, out);
}

static void save_calibration(const ptron_model *model, struct pt_buffer *out)
{
    pt_calibration_save(model->calibration, out);
}

static void save_threshold(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_f64(out, model->threshold);
}

static void save_running(const ptron_model *model, struct pt_buffer *out)
{
    pt_running_save(&model->recipe.running, out);
}

static void save_state(const ptron_model *model, struct pt_buffer *out)
{
    pt_buffer_add(out, model->state, model->state_length);
}

static void save_own(const ptron_model *model, struct pt_buffer *out)
{
    pt_model_ops_of(model->kind)->save(model->own, out);
}

/* Whether models of this kind have the section; probabilities, a threshold, a table and a state may be there or not. */
static bool has_section(enum pt_model_kind kind, size_t section)
{
    const char *own = pt_model_ops_of(kind)->tag;

    if (section == WGHT)
        return own == NULL;
    if (section == VOTE)
        return kind == PT_MODEL_VOTES;
    if (section > VOTE && section < CALI)
        return own != NULL && strcmp(own, tags[section]) == 0;
    return true;
}

void pt_model_save(const ptron_model *model, struct pt_buffer *out)
{
    static void (*const savers[N_SECTIONS])(const ptron_model *model, struct pt_buffer *out) = {
        save_meta, save_parameters, save_recipe, pt_model_save_weights, save_votes, save_own, save_own, save_own,
        save_calibration, save_threshold, save_running, pt_tuned_save, save_state,
    };
    const size_t file = pt_sections_begin(out);

    for (size_t i = 0; i < N_SECTIONS; i++) {
        size_t section;

        if ((i == STAT && model->state == NULL) || (i == CALI && model->calibration == NULL) ||
            (i == THRE && !model->has_threshold) || (i == RUNS && model->recipe.running.rows == 0) ||
            (i == TUNE && model->tuned == NULL) || !has_section(model->kind, i))
            continue;
        section = pt_section_begin(out, tags[i]);
        savers[i](model, out);
        pt_section_end(out, section);
    }
    pt_sections_end(out, file);
}

/* ---- loading ------------------------------------------------------------------------------------- */

static ptron_status fail_short(ptron_error *err, size_t section)
{
    return pt_fail(err, PTRON_MODEL, "section %s ends too early", tags[section]);
}

static ptron_status check_ended(const struct pt_cursor *in, size_t section, ptron_error *err)
{
    if (in->failed)
        return fail_short(err, section);
    if (pt_cursor_left(in) != 0)
        return pt_fail(err, PTRON_MODEL, "section %s has %zu byte%s too many", tags[section],
                       pt_cursor_left(in), pt_plural(pt_cursor_left(in)));
    return PTRON_OK;
}

/* A text without NUL; *text is owned. */
static ptron_status load_text(struct pt_cursor *in, size_t section, char **text, ptron_error *err)
{
    const uint32_t length = pt_cursor_u32(in);
    const char *bytes = pt_cursor_bytes(in, length);

    if (bytes == NULL)
        return fail_short(err, section);
    if (length > 0 && memchr(bytes, '\0', length) != NULL)
        return pt_fail(err, PTRON_MODEL, "section %s has a NUL byte within a text", tags[section]);
    *text = pt_copy_text(bytes, length);
    return *text == NULL ? pt_fail_memory(err, length, "a text of the model") : PTRON_OK;
}

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("-_.+~", c) != NULL);
}

/* A name of ours, or a version: short, of letters, digits and what stands between them. It is printed as it is. */
static ptron_status load_word(struct pt_cursor *in, size_t section, char **word, ptron_error *err)
{
    size_t length;

    PT_TRY(load_text(in, section, word, err));
    assert(*word != NULL);
    length = strlen(*word);
    if (length == 0 || length > WORD_MOST)
        return pt_fail(err, PTRON_MODEL, "section %s has a name of %zu byte%s, wanted 1 to %d",
                       tags[section], length, pt_plural(length), WORD_MOST);
    for (size_t i = 0; i < length; i++)
        if (!is_name_byte((*word)[i]))
            return pt_fail(err, PTRON_MODEL, "section %s has a name with a byte that names do not have", tags[section]);
    return PTRON_OK;
}

static ptron_status load_kind(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    ptron_status status;
    char *kind = NULL;

    status = load_word(in, META, &kind, err);
    model->kind = PT_N_MODEL_KINDS;
    for (size_t k = 0; status == PTRON_OK && k < PT_N_MODEL_KINDS; k++)
        if (strcmp(kind, pt_model_kind_name((enum pt_model_kind)k)) == 0)
            model->kind = (enum pt_model_kind)k;
    if (status == PTRON_OK && model->kind == PT_N_MODEL_KINDS)
        status = pt_fail(err, PTRON_MODEL, "a model of kind '%s', which this library does not know", kind);
    pt_release(kind);
    return status;
}

static ptron_status load_meta(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    uint32_t reason;

    PT_TRY(load_kind(model, in, err));
    PT_TRY(load_word(in, META, &model->algorithm, err));
    PT_TRY(load_word(in, META, &model->version, err));
    model->fingerprint = pt_cursor_u64(in);
    reason = pt_cursor_u32(in);
    if (reason > PTRON_STOP_GAP)
        return pt_fail(err, PTRON_MODEL, "stop reason %" PRIu32 " is outside 0..%d", reason, PTRON_STOP_GAP);
    model->training = (ptron_result){
        .size = sizeof model->training,
        .reason = (ptron_stop)reason,
        .algorithm = model->algorithm,
        .seconds = (double)NAN,
        .mixed_updates = (double)NAN,
    };
    for (size_t i = 0; i < N_FIELDS && (i < N_FIRST_FIELDS || pt_cursor_left(in) > 0); i++) {
        const uint64_t bits = pt_cursor_u64(in);

        memcpy((char *)&model->training + fields[i].offset, &bits, sizeof bits);
        model->early_state = i + 1 < N_FIELDS;
    }
    return PTRON_OK;
}

static ptron_status load_parameters(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    const uint32_t n = pt_cursor_u32(in);

    if (in->failed || n > pt_cursor_left(in) / 8)   /* each has two lengths at least */
        return fail_short(err, PARM);
    model->parameters = pt_zeroed(n, sizeof *model->parameters);
    if (model->parameters == NULL)
        return pt_fail_memory(err, n * sizeof *model->parameters, "the model's parameters");
    model->n_parameters = n;
    for (size_t i = 0; i < n; i++) {
        PT_TRY(load_word(in, PARM, &model->parameters[i].name, err));
        PT_TRY(load_text(in, PARM, &model->parameters[i].value, err));
    }
    return PTRON_OK;
}

static ptron_status load_recipe(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    return pt_recipe_load(&model->recipe, in, err);
}

static ptron_status load_votes(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    PT_TRY(pt_model_make_votes(model, err));
    return pt_votes_load(model->votes, model->recipe.labels.classes.count, model->n_features, in, err);
}

static ptron_status load_calibration(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    return pt_calibration_load(model->n_vectors, in, &model->calibration, err);
}

static ptron_status load_threshold(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    model->threshold = pt_cursor_f64(in);
    model->has_threshold = true;
    return model->n_vectors == 1 && isfinite(model->threshold)
               ? PTRON_OK
               : pt_fail(err, PTRON_MODEL, "a threshold that is no number, or of %u vector%s",
                         (unsigned)model->n_vectors, pt_plural(model->n_vectors));
}

static ptron_status load_running(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    return pt_running_load(&model->recipe, in, err);
}

static ptron_status load_state(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    model->state_length = pt_cursor_left(in);
    model->state = pt_alloc(model->state_length);
    if (model->state == NULL)
        return pt_fail_memory(err, model->state_length, "the learner's state");
    memcpy(model->state, pt_cursor_bytes(in, model->state_length), model->state_length);
    return PTRON_OK;
}

static ptron_status load_own(ptron_model *model, struct pt_cursor *in, ptron_error *err)
{
    PT_TRY(pt_model_load_own(model, in, err));
    return pt_model_check_shape(model, err);
}

/* Fills a model whose recipe is initialised; on failure it is half-built. */
static ptron_status load_sections(ptron_model *model, const void *bytes, size_t length, ptron_error *err)
{
    static ptron_status (*const loaders[N_SECTIONS])(ptron_model *model, struct pt_cursor *in,
                                                     ptron_error *err) = {
        load_meta, load_parameters, load_recipe, pt_model_load_weights, load_votes, load_own, load_own, load_own,
        load_calibration, load_threshold, load_running, pt_tuned_load, load_state,
    };   /* WGHT and its like after META and RECI, VOTE and CALI after WGHT */
    struct pt_section sections[N_SECTIONS] = {{0}};

    for (size_t i = 0; i < N_SECTIONS; i++) {
        sections[i].tag = tags[i];
        sections[i].required = i <= RECI;
    }
    PT_TRY(pt_sections_find(bytes, length, sections, N_SECTIONS, err));
    for (size_t i = 0; i < N_SECTIONS; i++) {
        const unsigned char *from = sections[i].bytes;
        struct pt_cursor in = {from, from == NULL ? NULL : from + sections[i].length, false};

        if (from != NULL && !has_section(model->kind, i))
            return pt_fail(err, PTRON_MODEL, "section %s in a model of kind '%s'", tags[i],
                           pt_model_kind_name(model->kind));
        if (from == NULL && i < CALI && has_section(model->kind, i))
            return pt_fail(err, PTRON_MODEL, "section %s is missing", tags[i]);
        if (from == NULL)
            continue;
        PT_TRY(loaders[i](model, &in, err));
        PT_TRY(check_ended(&in, i, err));
    }
    return PTRON_OK;
}

ptron_status pt_model_load(const void *bytes, size_t length, const char *name, ptron_model **out,
                           ptron_error *err)
{
    ptron_status status;

    PT_TRY(pt_model_new(out, err));
    status = load_sections(*out, bytes, length, err);
    if (status != PTRON_OK) {
        pt_error_place(err, name, 0, 0);
        ptron_model_free(*out);
        *out = NULL;
    }
    return status;
}
