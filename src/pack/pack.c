/* Opening packs: the header, and a set that borrows the mapped arrays; what they hold is checked by pack_trust.c. */
#include "base/alloc.h"
#include "base/param.h"
#include "base/plural.h"
#include "base/size.h"
#include "pack/out_of_core.h"
#include "pack/pack_parts.h"
#include "pack/pack_trust.h"
#include "recipe/spans.h"
#include "rows/values.h"
#include "sets/dataset_parts.h"
#include "sets/scatter.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { AT_ONCE_BYTES = 64 << 20 };   /* a pack of up to this is checked whole when it is opened */

/* A pipe is not looked into: its bytes come once. No text begins anything like a pack, so that a file with seven of the
 * eight bytes is a pack, if a damaged one. */
bool pt_pack_is(const char *path)
{
    char bytes[8] = "";
    struct stat about;
    /* Not by a FILE, which takes memory: without any, a pack would be read as text. */
    const int fd = stat(path, &about) == 0 && S_ISREG(about.st_mode) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    size_t same = 0;

    if (fd < 0)
        return false;
    if (read(fd, bytes, sizeof bytes) == sizeof bytes)
        for (size_t i = 0; i < sizeof bytes; i++)
            same += bytes[i] == PT_PACK_MAGIC[i];
    close(fd);
    return same >= 7;
}

/* ---- the header ---------------------------------------------------------------------------------- */

static ptron_status wrong_header(const char *path, const char *what, ptron_error *err)
{
    return pt_fail_at(err, PTRON_DATA, path, 0, 0, "the pack's header is damaged: %s", what);
}

static void read_head(const unsigned char *bytes, struct pt_pack_head *h)
{
    struct pt_cursor in = {bytes + 8, bytes + PT_PACK_HEADER, false};
    uint32_t *const small[] = {&h->version, &h->order_mark, &h->kind, &h->dense, &h->width, &h->weighted, &h->placed,
                               &h->features};

    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        *small[i] = pt_cursor_u32(&in);
    h->n_rows = pt_cursor_u64(&in);
    h->n_values = pt_cursor_u64(&in);
    for (size_t i = 0; i < PT_N_MEMORY; i++) {
        h->array[i] = pt_cursor_u64(&in);
        h->bytes[i] = pt_cursor_u64(&in);
    }
    h->recipe = pt_cursor_u64(&in);
    h->recipe_bytes = pt_cursor_u64(&in);
    h->checks = pt_cursor_u64(&in);
    h->length = pt_cursor_u64(&in);
}

/* Whether everything is where it belongs; sizes are below 2^48, so that sums cannot overflow. */
static bool arrays_fit(const struct pt_pack_head *h)
{
    struct pt_pack_head wanted = *h;
    const uint64_t end = pt_pack_lay_out(&wanted, PT_PACK_PAGE);

    return memcmp(wanted.bytes, h->bytes, sizeof h->bytes) == 0 &&
           memcmp(wanted.array, h->array, sizeof h->array) == 0 && h->recipe == end &&
           h->checks == end + h->recipe_bytes && h->length == h->checks + pt_pack_chunks(h) * sizeof(uint64_t);
}

static ptron_status check_head(const struct pt_map *map, const char *path, struct pt_pack_head *h, uint64_t *checksum,
                               ptron_error *err)
{
    const uint64_t most = UINT64_C(1) << 44;
    XXH3_state_t state;

    if (map->length < PT_PACK_PAGE)
        return wrong_header(path, "the file is cut short", err);
    if (memcmp(map->bytes, PT_PACK_MAGIC, 8) != 0)
        return wrong_header(path, "its first bytes are wrong", err);
    read_head(map->bytes, h);
    if (h->order_mark == 0x04030201)
        return pt_fail_at(err, PTRON_DATA, path, 0, 0, "was packed on a machine of the other byte order");
    if (h->length != map->length)
        return pt_fail_at(err, PTRON_DATA, path, 0, 0,
                          "the pack's header is damaged, or the file cut short: %zu byte%s, wanted %" PRIu64,
                          map->length, pt_plural(map->length), h->length);
    if (h->checks > h->length || h->checks < PT_PACK_PAGE)
        return wrong_header(path, "the checksums are not in the file", err);
    XXH3_64bits_reset(&state);
    XXH3_64bits_update(&state, map->bytes, PT_PACK_HEADER - 8);
    XXH3_64bits_update(&state, map->bytes + h->checks, (size_t)(h->length - h->checks));
    memcpy(checksum, map->bytes + PT_PACK_HEADER - 8, sizeof *checksum);
    if (*checksum != XXH3_64bits_digest(&state))
        return pt_detail(err, PTRON_DETAIL_CHECKSUM, wrong_header(path, "its checksum is wrong", err));
    for (size_t i = PT_PACK_HEADER; i < PT_PACK_PAGE; i++)
        if (map->bytes[i] != 0)
            return wrong_header(path, "bytes after it are not zero", err);
    if (h->version < 1 || h->version > PT_PACK_VERSION)
        return pt_detail(err, PTRON_DETAIL_VERSION,
                         pt_fail_at(err, PTRON_DATA, path, 0, 0, "is a pack of version %u; this program "
                                    "reads versions 1 to %d",
                                    (unsigned)h->version, PT_PACK_VERSION));
    if (h->order_mark != 0x01020304 || h->kind >= PT_N_KINDS ||
        h->version < pt_pack_version((enum pt_kind)h->kind) || h->dense > 1 || h->weighted > 1 || h->placed > 1 ||
        h->n_rows == 0 || h->n_rows > UINT32_MAX - 2 || h->n_values > most || h->recipe_bytes > most ||
        h->features > UINT32_MAX - 1 || (h->dense == 1 && (h->width == 0 || h->n_values != h->n_rows * h->width)) ||
        (h->dense == 1 && h->kind == PT_ONES) || !arrays_fit(h))
        return wrong_header(path, "its numbers do not fit together", err);
    return PTRON_OK;
}

/* ---- the body ------------------------------------------------------------------------------------ */

struct pack {
    const char *path;
    struct pt_map map;
    struct pt_pack_head head;
    uint64_t checksum;             /* of the header and of all checksums: of all that is in the file */
    struct pt_block block;         /* as mapped: labels are classes of `recipe` */
    struct pt_recipe recipe;
    char  **files;                 /* [n_files] */
    size_t  n_files;
    const struct pt_dict *classes; /* of `recipe` */
    bool   *wanted;                /* [classes] whether rows of the class are used; NULL: all are */
    struct pt_trust *trust;
    uint64_t at_once;              /* bytes of a pack that is checked whole when it is opened */
};

/* Rows in a file are as they were read: nothing was scaled, no features were made. */
static bool recipe_is_plain(const struct pt_recipe *recipe)
{
    return recipe->labels.class_of != NULL && recipe->scaling == PT_SCALE_NONE &&
           recipe->feature_map.kind == PT_MAP_NONE;
}

/* Every class is that of some text: rows are labelled anew by it. */
static ptron_status check_classes(const struct pack *p, ptron_error *err)
{
    const struct pt_labels *labels = &p->recipe.labels;
    bool *named = pt_zeroed(labels->classes.count, sizeof *named);
    bool all = true;

    if (named == NULL)
        return pt_fail_memory(err, labels->classes.count, "labels");
    for (uint32_t id = 0; id < labels->texts.count; id++)
        named[labels->class_of[id]] = true;
    for (uint32_t class = 0; class < labels->classes.count; class++)
        all &= named[class];
    pt_release(named);
    return all ? PTRON_OK : wrong_header(p->path, "a class has no label", err);
}

static ptron_status read_recipe(struct pack *p, ptron_error *err)
{
    struct pt_cursor in = {p->map.bytes + p->head.recipe, p->map.bytes + p->head.recipe + p->head.recipe_bytes, false};
    ptron_status status = pt_recipe_load(&p->recipe, &in, err);
    uint64_t n;

    if (status == PTRON_MODEL)
        status = PTRON_DATA;
    if (status != PTRON_OK) {
        pt_error_place(err, p->path, 0, 0);
        if (err != NULL)
            err->code = status;
        return status;
    }
    n = pt_cursor_u64(&in);
    if (in.failed || n > pt_cursor_left(&in) / 4 || !recipe_is_plain(&p->recipe) ||
        p->recipe.dense != (p->head.dense == 1) || p->recipe.n_features != p->head.features ||
        (p->head.dense == 1 && p->head.width != p->head.features))
        return wrong_header(p->path, "the recipe does not fit the rows", err);
    PT_TRY(check_classes(p, err));
    p->files = pt_zeroed((size_t)n, sizeof *p->files);
    if (p->files == NULL)
        return pt_fail_memory(err, (size_t)n * sizeof *p->files, "file names");
    for (; p->n_files < n; p->n_files++)
        if ((p->files[p->n_files] = pt_cursor_string(&in)) == NULL)
            return in.failed ? wrong_header(p->path, "the file names are cut short", err)
                             : pt_fail_memory(err, (size_t)n, "file names");
    p->classes = &p->recipe.labels.classes;
    return PTRON_OK;
}

/* All is checked but the features and values: those too, when the pack is not large. */
static ptron_status open_pack(struct pack *p, pt_pool *pool, ptron_error *err)
{
    const struct pt_pack_head *h = &p->head;

    PT_TRY(pt_map_open(&p->map, p->path, p->at_once, err));
    PT_TRY(check_head(&p->map, p->path, &p->head, &p->checksum, err));
    PT_TRY(pt_trust_new(p->path, &p->map, h, &p->trust, err));
    if (h->length <= p->at_once)
        PT_TRY(pt_trust_bytes(p->trust, PT_PACK_PAGE, h->checks, pool, err));
    PT_TRY(pt_trust_bytes(p->trust, PT_PACK_PAGE, h->bytes[PT_MEMORY_INDEX] > 0 ? h->array[PT_MEMORY_INDEX]
                                                : h->bytes[PT_MEMORY_VALUE] > 0 ? h->array[PT_MEMORY_VALUE]
                                                                                : h->recipe, pool, err));
    PT_TRY(pt_trust_bytes(p->trust, h->recipe, h->checks, pool, err));
    p->block = pt_pack_block(h, p->map.bytes);
    PT_TRY(read_recipe(p, err));
    if (!p->block.dense && (p->block.offset[0] != 0 || p->block.offset[p->block.n_rows] != h->n_values))
        return wrong_header(p->path, "the rows do not fill it", err);
    PT_TRY(pt_trust_heads(p->trust, &p->block, p->classes->count, err));
    return h->length <= p->at_once ? pt_trust_all(p->trust, pool, err) : PTRON_OK;
}

/* ---- a set of it --------------------------------------------------------------------------------- */

static bool same_dict(const struct pt_dict *a, const struct pt_dict *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        size_t n, m;
        const char *x = pt_dict_text(a, i, &n), *y = pt_dict_text(b, i, &m);
        if (n != m || memcmp(x, y, n) != 0)
            return false;
    }
    return true;
}

/* Features must mean the same: by number, or by the same words and columns. */
static bool features_agree(const struct pt_recipe *a, const struct pt_recipe *b)
{
    if (a->format != b->format || a->dense != b->dense || a->whole != b->whole || a->hash_bits != b->hash_bits ||
        !pt_wording_equals(&a->wording, &b->wording) || !same_dict(&a->words, &b->words) ||
        a->n_columns != b->n_columns ||
        (a->dense && a->n_features != b->n_features))
        return false;
    for (size_t i = 0; i < a->n_columns; i++)
        if (strcmp(a->columns[i].name, b->columns[i].name) != 0 || a->columns[i].role != b->columns[i].role ||
            a->columns[i].cells != b->columns[i].cells || a->columns[i].missing != b->columns[i].missing)
            return false;
    return true;
}

/* Labels by the recipe in use. */
static ptron_status number_labels(ptron_dataset *set, const struct pack *p, const struct pt_labels *labels,
                                  ptron_error *err)
{
    const struct pt_dict *texts = &p->recipe.labels.texts;
    uint32_t *label = set->memory[PT_MEMORY_LABEL] = pt_array(p->block.n_rows, sizeof *label);
    uint32_t *map = pt_array(p->classes->count, sizeof *map);   /* from the pack's classes */

    if (label == NULL || map == NULL) {
        pt_release(map);
        return pt_fail_memory(err, p->block.n_rows * sizeof *label, "labels");
    }
    for (uint32_t id = texts->count; id-- > 0;) {   /* downwards: the first spelling of a class decides */
        size_t n;
        const char *text = pt_dict_text(texts, id, &n);
        map[p->recipe.labels.class_of[id]] = pt_labels_class(labels, text, n);
    }
    for (size_t i = 0; i < p->block.n_rows; i++) {
        label[i] = p->block.label[i] == PT_NO_LABEL ? PT_NO_LABEL : map[p->block.label[i]];
        if (label[i] != PT_NO_LABEL && p->wanted != NULL && !p->wanted[p->block.label[i]]) {
            set->tally.dropped_rows++;
            continue;
        }
        set->tally.unlabelled_rows += label[i] == PT_NO_LABEL;
        set->tally.unseen_labels += label[i] == PT_UNKNOWN_LABEL;
    }
    pt_release(map);
    return PTRON_OK;
}

/* The classes that are asked for. One that no row has is an error. */
static ptron_status choose_classes(struct pack *p, const ptron_options *options, ptron_error *err)
{
    const char *item;
    size_t length;

    if (pt_option_text(options, "classes")[0] == '\0')
        return PTRON_OK;
    p->wanted = pt_zeroed(p->classes->count, sizeof *p->wanted);
    if (p->wanted == NULL)
        return pt_fail_memory(err, p->classes->count, "labels");
    for (size_t i = 0; pt_option_item(options, "classes", i, &item, &length); i++) {
        const uint32_t class = pt_labels_class(&p->recipe.labels, item, length);
        if (class == PT_UNKNOWN_LABEL)
            return pt_fail_at(err, PTRON_DATA, p->path, 0, 0, "no row has the label '%.*s' that classes asks for",
                              (int)pt_min(length, 60), item);
        p->wanted[class] = true;
    }
    return PTRON_OK;
}

/* Only the texts of classes that are used. */
static ptron_status keep_wanted(const struct pack *p, struct pt_labels *labels, ptron_error *err)
{
    const struct pt_labels *all = &p->recipe.labels;

    pt_labels_fini(labels);
    pt_labels_init(labels);
    for (uint32_t id = 0; id < all->texts.count; id++) {
        size_t n;
        const char *text = pt_dict_text(&all->texts, id, &n);
        if (p->wanted[all->class_of[id]] && pt_dict_add(&labels->texts, text, n) == PT_DICT_NONE)
            return pt_fail_memory(err, n, "labels");
    }
    return PTRON_OK;
}

/* Values of the row whose features the recipe knows: they come first. */
static size_t n_known(const struct pt_row *row, uint32_t features)
{
    size_t n = row->n;

    while (row->index != NULL && n > 0 && row->index[n - 1] >= features)
        n--;
    return n;
}

static ptron_status count_unseen(const struct pack *p, uint32_t features, pt_pool *pool, uint64_t *unseen,
                                 ptron_error *err)
{
    *unseen = 0;
    if (p->head.features <= features)
        return PTRON_OK;
    PT_TRY(pt_trust_all(p->trust, pool, err));
    for (size_t i = 0; i < p->block.n_rows; i++) {
        const struct pt_row row = pt_block_row(&p->block, i);
        *unseen += row.n - n_known(&row, features);
    }
    return PTRON_OK;
}

static void drop_order(ptron_dataset *set)
{
    pt_release(set->memory[PT_MEMORY_LABEL]);
    set->memory[PT_MEMORY_LABEL] = NULL;
    pt_release(set->at);
    pt_release(set->source);
    set->at = set->source = NULL;
}

struct copy {                      /* rows on their way into memory, or where there is not enough, into a spill */
    struct pt_store store;
    pt_spill *spill;
    uint64_t limit;
};

static ptron_status add_row(const ptron_dataset *set, const struct pack *p, size_t at, struct copy *copy,
                            const ptron_options *options, ptron_error *err)
{
    const struct pt_row row = pt_block_row(&p->block, at);
    const uint64_t offset[2] = {0, n_known(&row, set->shared->n_features)};
    const double norm2 = offset[1] == row.n ? row.norm2 : pt_values_norm2(row.value, row.kind, 0, offset[1], false);
    const struct pt_block one = {
        .n_rows = 1, .kind = row.kind, .dense = p->block.dense, .width = p->block.width,
        .offset = p->block.dense ? NULL : offset, .index = row.index, .value = row.value,
        .label = (const uint32_t *)set->memory[PT_MEMORY_LABEL] + at,
        .weight = p->block.weight == NULL ? NULL : &row.weight, .norm2 = &norm2,
        .place = p->block.place == NULL ? NULL : p->block.place + at,
    };

    if (copy->spill == NULL && pt_store_bytes(&copy->store, &one) > copy->limit)
        PT_TRY(pt_out_of_core_begin(set->shared, &copy->store, &copy->spill, options, err));
    return copy->spill == NULL ? pt_store_add(&copy->store, &one, err) : pt_spill_add(copy->spill, &one, err);
}

/* Rows in the order of the source, for what must be summed in it. */
static ptron_status gather(const ptron_dataset *set, const struct pack *p, struct copy *copy,
                           const ptron_options *options, ptron_error *err)
{
    PT_TRY(pt_out_of_core_limit(options, &copy->limit, err));
    for (size_t i = 0; i < p->block.n_rows; i++) {
        const uint32_t label = p->block.label[set->at[i]];

        if (p->wanted == NULL || label == PT_NO_LABEL || p->wanted[label])
            PT_TRY(add_row(set, p, set->at[i], copy, options, err));
    }
    return copy->spill == NULL ? PTRON_OK : pt_spill_end(copy->spill, err);
}

static ptron_status copy_rows(ptron_dataset *set, const struct pack *p, const ptron_options *options, ptron_error *err)
{
    struct copy copy = {.spill = NULL};
    ptron_status status = gather(set, p, &copy, options, err);

    if (status == PTRON_OK)
        drop_order(set);
    if (status == PTRON_OK && copy.spill != NULL) {
        status = pt_out_of_core_finish(set, copy.spill, (struct pt_unfinished){.scale = true}, options, err);
    } else if (status == PTRON_OK) {
        status = set->shared == &set->recipe ? pt_dataset_fit_values(set, &copy.store, options, err)
                                             : pt_dataset_scale(set, &copy.store, err);
        if (status == PTRON_OK)
            status = pt_dataset_take(set, &copy.store, options, err);
    }
    pt_spill_close(copy.spill);
    pt_store_fini(&copy.store);
    return status;
}

/* Whether the rows are to be scaled. Auto looks at those that are mapped, so that they are copied only if it is so. */
static ptron_status will_scale(ptron_dataset *set, const struct pack *p, const ptron_options *options, bool *scales,
                               ptron_error *err)
{
    enum pt_scaling scaling = set->shared == &set->recipe ? (enum pt_scaling)pt_option_choice(options, "scale")
                                                          : set->shared->scaling;
    struct pt_blocks blocks = {&p->block, 1};

    if (scaling == PT_SCALE_AUTO && p->block.kind == PT_ONES && set->runs.ranks == NULL)
        scaling = PT_SCALE_NONE;
    if (scaling == PT_SCALE_AUTO && set->runs.ranks == NULL) {
        PT_TRY(pt_trust_all(p->trust, set->pool, err));
        PT_TRY(pt_scale_choose(&set->recipe, &(struct pt_walk){.each = pt_blocks_each, .context = &blocks}, &scaling,
                               err));
    }
    *scales = scaling != PT_SCALE_NONE;
    return PTRON_OK;
}

/* The order of the source is asked for, which mapped rows do not stand in: every row would have to be waited for. */
static bool wants_order(const ptron_dataset *set, const struct pack *p, const ptron_options *options)
{
    uint64_t limit = 0;

    return set->runs.ranks == NULL && ptron_options_given(options, "layout") &&
           pt_option_is(options, "layout", "given") && pt_out_of_core_limit(options, &limit, NULL) == PTRON_OK &&
           pt_block_bytes(&p->block) <= limit;
}

/* Whether the rows change: then the mapped ones will not do. */
static bool must_copy(const ptron_dataset *set, const struct pack *p, const ptron_options *options)
{
    const struct pt_recipe *recipe = set->shared;
    const bool fitting = recipe == &set->recipe;

    if (p->wanted != NULL)
        return true;
    if (fitting && pt_prune_asked(options) != NULL)
        return true;
    if (fitting ? pt_option_text(options, "features")[0] != '\0' : recipe->feature_map.kind != PT_MAP_NONE)
        return true;
    return set->tally.unseen_features > 0 ||
           (pt_kind_is_double(p->block.kind) && pt_option_is(options, "values", "f32"));
}

static ptron_status fill_set(ptron_dataset *set, struct pack *p, const ptron_options *options, ptron_error *err)
{
    const bool fitting = set->shared == &set->recipe;
    bool scales = false;

    PT_TRY(choose_classes(p, options, err));
    if (fitting) {
        const ptron_status fits = pt_recipe_check_width(&p->recipe, p->head.n_values, err);

        if (fits != PTRON_OK)
            pt_error_place(err, p->path, 0, 0);
        PT_TRY(fits);
        PT_TRY(pt_recipe_copy(&set->recipe, &p->recipe, err));
        if (p->wanted != NULL)
            PT_TRY(keep_wanted(p, &set->recipe.labels, err));
        PT_TRY(pt_labels_assign_classes(&set->recipe.labels, pt_option_text(options, "positive"), err));
    } else if (!features_agree(set->shared, &p->recipe)) {
        return pt_fail_at(err, PTRON_DATA, p->path, 0, 0, "was packed with other columns or words than the model's");
    }
    PT_TRY(number_labels(set, p, &set->shared->labels, err));
    PT_TRY(pt_dataset_note_scatter(set, p->block.n_rows, err));
    PT_TRY(count_unseen(p, set->shared->n_features, set->pool, &set->tally.unseen_features, err));
    set->files = p->files;
    set->n_files = p->n_files;
    p->files = NULL;
    PT_TRY(will_scale(set, p, options, &scales, err));
    if (scales || must_copy(set, p, options) || wants_order(set, p, options)) {
        PT_TRY(pt_trust_all(p->trust, set->pool, err));
        PT_TRY(copy_rows(set, p, options, err));
        return pt_trust_unchanged(p->trust, err);   /* nobody can ask later */
    }
    set->block = p->block;
    set->block.label = set->memory[PT_MEMORY_LABEL];
    set->map = p->map;
    set->trust = p->trust;
    p->map = (struct pt_map){0};
    p->trust = NULL;
    return pt_dataset_sum_up(set, err);
}

ptron_status pt_pack_load_at_once(const char *path, const ptron_options *options, const struct pt_recipe *recipe,
                                  uint64_t at_once, ptron_dataset **out, ptron_error *err)
{
    struct pack p = {.path = path, .at_once = at_once};
    ptron_status status;

    PT_TRY(pt_dataset_new(options, recipe, out, err));
    (*out)->packed = true;
    pt_recipe_init(&p.recipe);
    status = open_pack(&p, (*out)->pool, err);
    if (status == PTRON_OK)
        status = pt_ranks_same_bytes(options->ranks, path, p.checksum, err);
    if (status == PTRON_OK)
        status = fill_set(*out, &p, options, err);
    for (size_t i = 0; p.files != NULL && i < p.n_files; i++)
        pt_release(p.files[i]);
    pt_release(p.files);
    pt_release(p.wanted);
    pt_release(p.trust);
    pt_map_close(&p.map);
    pt_recipe_fini(&p.recipe);
    if (status != PTRON_OK) {
        pt_dataset_free(*out);
        *out = NULL;
    }
    return status;
}

ptron_status pt_pack_load(const char *path, const ptron_options *options, const struct pt_recipe *recipe,
                          ptron_dataset **out, ptron_error *err)
{
    return pt_pack_load_at_once(path, options, recipe, AT_ONCE_BYTES, out, err);
}
