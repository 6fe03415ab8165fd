/* The wording as a value, from the options, and as bytes. */
#include "recipe/wording.h"
#include "base/alloc.h"
#include "base/number.h"
#include "recipe/dict_file.h"
#include "recipe/recipe.h"
#include "recipe/word_weight.h"

#include <string.h>

void pt_wording_init(struct pt_wording *wording)
{
    *wording = (struct pt_wording){.grams = {[PT_GRAM_WORDS] = {1, 1}}};
    pt_dict_init(&wording->stop);
}

void pt_wording_fini(struct pt_wording *wording)
{
    pt_dict_fini(&wording->stop);
    pt_release(wording->crosses);
    pt_wording_init(wording);
}

ptron_status pt_wording_copy(struct pt_wording *to, const struct pt_wording *from, ptron_error *err)
{
    const size_t bytes = from->n_crosses * sizeof *from->crosses;

    *to = *from;
    to->crosses = NULL;
    to->n_crosses = 0;
    PT_TRY(pt_dict_copy(&to->stop, &from->stop, err));
    if (bytes == 0)
        return PTRON_OK;
    to->crosses = pt_alloc(bytes);
    if (to->crosses == NULL)
        return pt_fail_memory(err, bytes, "crossed columns");
    memcpy(to->crosses, from->crosses, bytes);
    to->n_crosses = from->n_crosses;
    return PTRON_OK;
}

bool pt_wording_equals(const struct pt_wording *a, const struct pt_wording *b)
{
    return memcmp(a->grams, b->grams, sizeof a->grams) == 0 && a->counting == b->counting && a->norm == b->norm &&
           a->stop.length == b->stop.length && a->n_crosses == b->n_crosses &&
           (a->stop.length == 0 || memcmp(a->stop.bytes, b->stop.bytes, a->stop.length) == 0) &&
           (a->n_crosses == 0 || memcmp(a->crosses, b->crosses, a->n_crosses * sizeof *a->crosses) == 0);
}

bool pt_wording_is_more(const struct pt_wording *wording)
{
    return !pt_wording_is_plain(wording) || wording->counting != PT_COUNT_AUTO || wording->norm != PT_NORM_AUTO ||
           wording->n_crosses > 0;
}

/* ---- fitting ---- */

ptron_status pt_wording_range(const ptron_options *options, const char *option, struct pt_grams_asked *range,
                              ptron_error *err)
{
    const char *text = pt_option_text(options, option), *at = text, *const end = text + strlen(text);
    uint64_t least = 0, most = 0;
    bool good = pt_parse_u64(&at, end, &least);

    most = least;
    if (good && end - at > 2 && at[0] == '.' && at[1] == '.') {
        at += 2;
        good = pt_parse_u64(&at, end, &most);
    }
    if (!good || at != end || least == 0 || most < least || most > PT_LONGEST_GRAM)
        return pt_fail(err, PTRON_ARGUMENT, "%s is '%.40s', wanted a length such as 2 or a range such as 1..3, of at "
                       "most %d", option, text, PT_LONGEST_GRAM);
    *range = (struct pt_grams_asked){(uint32_t)least, (uint32_t)most};
    return PTRON_OK;
}

ptron_status pt_wording_fit(struct pt_wording *wording, const ptron_options *options, ptron_error *err)
{
    struct pt_grams_asked *words = &wording->grams[PT_GRAM_WORDS], *chars = &wording->grams[PT_GRAM_CHARS];

    wording->counting = (enum pt_counting)pt_option_choice(options, "counts");
    if (ptron_options_given(options, "ngrams"))
        PT_TRY(pt_wording_range(options, "ngrams", words, err));
    if (!ptron_options_given(options, "chars"))
        return PTRON_OK;
    if (!ptron_options_given(options, "ngrams"))   /* characters alone */
        *words = (struct pt_grams_asked){0, 0};
    return pt_wording_range(options, "chars", chars, err);
}

ptron_status pt_wording_fit_norm(struct pt_wording *wording, const ptron_options *options, ptron_error *err)
{
    const enum pt_scaling scaling = (enum pt_scaling)pt_option_choice(options, "scale");
    const enum pt_norm norm = (enum pt_norm)pt_option_choice(options, "norm");

    if (norm != PT_NORM_AUTO && scaling != PT_SCALE_TFIDF && (scaling != PT_SCALE_UNIT || norm == PT_NORM_NONE))
        return pt_fail(err, PTRON_ARGUMENT, "norm '%s' does nothing with scaling '%s'; it goes with 'tfidf'%s",
                       pt_option_text(options, "norm"), pt_scaling_name(scaling),
                       norm == PT_NORM_NONE ? "" : " and 'unit'");
    wording->norm = norm;
    return PTRON_OK;
}

void pt_wording_count(const struct pt_wording *wording, double *count, size_t n)
{
    if (wording->counting == PT_COUNT_BINARY)
        for (size_t i = 0; i < n; i++)
            count[i] = 1.0;
    else if (wording->counting == PT_COUNT_LOG)
        for (size_t i = 0; i < n; i++)
            count[i] = pt_count_weight(count[i]);
}

/* ---- bytes ---- */

void pt_wording_save(const struct pt_wording *wording, struct pt_buffer *out)
{
    for (size_t k = 0; k < PT_N_GRAM_KINDS; k++) {
        pt_buffer_u32(out, wording->grams[k].least);
        pt_buffer_u32(out, wording->grams[k].most);
    }
    pt_buffer_u32(out, wording->counting);
    pt_buffer_u32(out, wording->norm);
    pt_dict_save(&wording->stop, out);
    pt_buffer_u32(out, wording->n_crosses);
    for (uint32_t i = 0; i < wording->n_crosses; i++) {
        pt_buffer_u32(out, wording->crosses[i].first);
        pt_buffer_u32(out, wording->crosses[i].second);
    }
}

static ptron_status load_crosses(struct pt_wording *wording, uint32_t n_columns, struct pt_cursor *in, ptron_error *err)
{
    uint32_t n;

    PT_TRY(pt_cursor_count(in, 8, "crossed columns", &n, err));
    if (n == 0)
        return PTRON_OK;
    wording->crosses = pt_array(n, sizeof *wording->crosses);
    if (wording->crosses == NULL)
        return pt_fail_memory(err, n * sizeof *wording->crosses, "crossed columns");
    for (; wording->n_crosses < n; wording->n_crosses++) {
        struct pt_cross cross = {.first = pt_cursor_u32(in)};

        cross.second = pt_cursor_u32(in);
        if (cross.first >= cross.second || cross.second >= n_columns)
            return pt_fail(err, PTRON_MODEL, "recipe: it crosses columns %u and %u of %u", cross.first, cross.second,
                           n_columns);
        wording->crosses[wording->n_crosses] = cross;
    }
    return PTRON_OK;
}

ptron_status pt_wording_load(struct pt_wording *wording, uint32_t n_columns, struct pt_cursor *in, ptron_error *err)
{
    uint32_t counting, norm;
    bool any = false;

    for (size_t k = 0; k < PT_N_GRAM_KINDS; k++) {
        struct pt_grams_asked *range = &wording->grams[k];

        range->least = pt_cursor_u32(in);
        range->most = pt_cursor_u32(in);
        any |= range->most > 0;
        if (range->least > range->most || range->most > PT_LONGEST_GRAM || (range->least == 0) != (range->most == 0))
            return pt_fail(err, PTRON_MODEL, "recipe: its n-grams are of %u to %u", range->least, range->most);
    }
    counting = pt_cursor_u32(in);
    norm = pt_cursor_u32(in);
    if (in->failed || !any || counting > PT_COUNT_LOG || norm > PT_NORM_L2)
        return pt_fail(err, PTRON_MODEL, "recipe: what it counts of texts makes no sense");
    wording->counting = (enum pt_counting)counting;
    wording->norm = (enum pt_norm)norm;
    PT_TRY(pt_dict_load(in, "stop words", &wording->stop, err));
    return load_crosses(wording, n_columns, in, err);
}
