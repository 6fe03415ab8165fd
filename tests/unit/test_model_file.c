/* Model files: what is saved comes back, and nothing that was damaged or made up is taken for a model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "toy_model.h"

#include <stdlib.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- files taken apart and put together again, checksums and all --------------------------------- */

enum { HEAD = 12, PARTS_MOST = 16 };

struct part {
    char           tag[4];
    unsigned char *bytes;
    size_t         n;
};

struct parts {
    struct part part[PARTS_MOST];   /* without END */
    size_t      n;
};

static uint64_t little(const unsigned char *at, size_t n)
{
    uint64_t value = 0;

    for (size_t i = 0; i < n; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static struct pt_buffer save(const ptron_model *model)
{
    struct pt_buffer file;

    pt_buffer_init(&file);
    pt_model_save(model, &file);
    assert_false(file.failed);
    return file;
}

static void add_part(struct parts *parts, const char *tag, const void *bytes, size_t n)
{
    struct part *part = &parts->part[parts->n++];

    assert_true(parts->n <= PARTS_MOST);
    memcpy(part->tag, tag, 4);
    part->n = n;
    part->bytes = malloc(n + 1);
    if (n > 0)
        memcpy(part->bytes, bytes, n);
}

static struct parts split(const ptron_model *model)
{
    struct pt_buffer file = save(model);
    struct parts parts = {.n = 0};

    for (size_t at = HEAD; memcmp(file.bytes + at, "END ", 4) != 0;) {
        const size_t n = (size_t)little((unsigned char *)file.bytes + at + 4, 8);
        add_part(&parts, file.bytes + at, file.bytes + at + 12, n);
        at += 12 + n + 8;
    }
    pt_buffer_fini(&file);
    return parts;
}

static void free_parts(struct parts *parts)
{
    for (size_t i = 0; i < parts->n; i++)
        free(parts->part[i].bytes);
    parts->n = 0;
}

static void drop_part(struct parts *parts, size_t i)
{
    free(parts->part[i].bytes);
    memmove(&parts->part[i], &parts->part[i + 1], (parts->n - i - 1) * sizeof *parts->part);
    parts->n--;
}

static void put_section(struct pt_buffer *out, const char *tag, const void *bytes, size_t n)
{
    const size_t from = out->length;

    pt_buffer_add(out, tag, 4);
    pt_buffer_u64(out, n);
    pt_buffer_add(out, bytes, n);
    pt_buffer_u64(out, XXH64(out->bytes + from, out->length - from, 0));
}

static struct pt_buffer join(const struct parts *parts, uint32_t version, uint64_t wrong)
{
    static const char magic[8] = {'\x89', 'P', 'T', 'R', 'O', 'N', '\r', '\n'};
    unsigned char end[8];
    struct pt_buffer out;
    uint64_t sum;

    pt_buffer_init(&out);
    pt_buffer_add(&out, magic, 8);
    pt_buffer_u32(&out, version);
    for (size_t i = 0; i < parts->n; i++)
        put_section(&out, parts->part[i].tag, parts->part[i].bytes, parts->part[i].n);
    sum = XXH64(out.bytes, out.length, 0) ^ wrong;
    for (size_t i = 0; i < 8; i++)
        end[i] = (unsigned char)(sum >> (8 * i));
    put_section(&out, "END ", end, 8);
    return out;
}

static struct part *find(struct parts *parts, const char *tag)
{
    for (size_t i = 0; i < parts->n; i++)
        if (memcmp(parts->part[i].tag, tag, 4) == 0)
            return &parts->part[i];
    fail_msg("no section %s", tag);
    return NULL;
}

static void set32(struct part *part, size_t at, uint32_t value)
{
    assert_true(at + 4 <= part->n);
    for (size_t i = 0; i < 4; i++)
        part->bytes[at + i] = (unsigned char)(value >> (8 * i));
}

static void set64(struct part *part, size_t at, uint64_t value)
{
    set32(part, at, (uint32_t)value);
    set32(part, at + 4, (uint32_t)(value >> 32));
}

static void set_real(struct part *part, size_t at, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    set64(part, at, bits);
}

/* ---- asserting ----------------------------------------------------------------------------------- */

/* From memory of exactly that length, so that the address sanitizer sees a read beyond it. */
static ptron_status load_exactly(const void *bytes, size_t length, ptron_model **model, ptron_error *err)
{
    void *copy = malloc(length == 0 ? 1 : length);
    ptron_status status;

    if (length > 0)
        memcpy(copy, bytes, length);
    status = pt_model_load(copy, length, "toy.model", model, err);
    free(copy);
    return status;
}

static void assert_refused(const void *bytes, size_t length, ptron_status wanted, const char *message)
{
    ptron_model *model = (ptron_model *)(uintptr_t)1;
    ptron_error err = {0};
    const ptron_status status = load_exactly(bytes, length, &model, &err);

    assert_null(model);
    if (status != wanted || strstr(err.message, message) == NULL)
        fail_msg("status %d, '%s' where '%s' was wanted", (int)status, err.message, message);
    assert_int_equal(err.code, status);
    assert_string_equal(err.file, "toy.model");
}

static void assert_parts_refused(struct parts *parts, const char *message)
{
    struct pt_buffer file = join(parts, 1, 0);

    assert_refused(file.bytes, file.length, PTRON_MODEL, message);
    pt_buffer_fini(&file);
    free_parts(parts);
}

static void assert_same_bytes(const struct pt_buffer *a, const struct pt_buffer *b)
{
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->bytes, b->bytes, a->length);
}

static void assert_comes_back(const ptron_model *model)
{
    struct pt_buffer file = save(model), again;
    ptron_model *back = NULL;
    ptron_error err = {0};

    if (load_exactly(file.bytes, file.length, &back, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    again = save(back);
    assert_same_bytes(&file, &again);
    assert_int_equal(back->n_features, model->n_features);
    assert_memory_equal(back->weights, model->weights,
                        (size_t)model->n_vectors * model->n_features * sizeof *model->weights);
    ptron_model_free(back);
    pt_buffer_fini(&again);
    pt_buffer_fini(&file);
}

/* ---- what is saved comes back -------------------------------------------------------------------- */

static void saved_and_loaded_models_save_to_the_same_bytes(void **state)
{
    static const struct {
        uint32_t features, classes, gap;
    } shapes[] = {{1, 2, 1}, {4, 2, 1}, {4, 3, 1}, {1000, 2, 3}, {1000, 2, 1}, {50, 20, 5}, {7, 2, 100}};

    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        ptron_model *model = toy_model(shapes[i].features, shapes[i].classes, shapes[i].gap);

        assert_comes_back(model);
        ptron_model_free(model);
    }
}

static void odd_weights_keep_their_bits(void **state)
{
    ptron_model *model = toy_model(8, 2, 100);

    (void)state;
    model->weights[0] = -0.0;
    model->weights[5] = 4.9406564584124654e-324;
    assert_comes_back(model);
    for (size_t j = 0; j < 8; j++)
        model->weights[j] = j % 2 == 0 ? -0.0 : 1.7976931348623157e308;
    assert_comes_back(model);
    ptron_model_free(model);
}

static void a_model_without_a_bias_comes_back(void **state)
{
    ptron_model *model = toy_model(3, 2, 1);

    (void)state;
    model->has_bias = false;
    model->bias[0] = 0.0;
    model->bias_scale = 0.0;
    assert_comes_back(model);
    ptron_model_free(model);
}

static void the_learners_state_comes_back(void **state)
{
    ptron_model *model = toy_model(3, 2, 1), *back;
    struct pt_buffer file;

    (void)state;
    model->state = toy_text("anything at all");
    model->state_length = 15;
    assert_comes_back(model);
    file = save(model);
    assert_int_equal(load_exactly(file.bytes, file.length, &back, NULL), PTRON_OK);
    assert_int_equal(back->state_length, 15);
    assert_memory_equal(back->state, "anything at all", 15);
    pt_buffer_fini(&file);
    ptron_model_free(back);
    ptron_model_free(model);
}

static void a_model_says_what_it_is(void **state)
{
    ptron_model *model = toy_model(4, 3, 1), *back;
    struct pt_buffer file = save(model);
    const char *name, *value;
    PTRON_SIZED(ptron_model_facts, facts);

    (void)state;
    assert_int_equal(ptron_model_read(file.bytes, file.length, &back, NULL), PTRON_OK);
    ptron_model_describe(back, &facts);
    assert_string_equal(facts.kind, "linear");
    assert_string_equal(facts.version, "0.1.0");
    assert_string_equal(facts.format, "libsvm");
    assert_string_equal(facts.scaling, "none");
    assert_int_equal(facts.index_base, 1);
    assert_int_equal(facts.features, 4);
    assert_int_equal(facts.classes, 3);
    assert_int_equal(facts.vectors, 3);
    assert_true(facts.has_bias && !facts.has_state && !facts.dense);
    assert_string_equal(facts.training.algorithm, "perceptron");
    assert_int_equal(facts.training.reason, PTRON_STOP_EPOCHS);
    assert_int_equal(facts.training.updates, 77);
    assert_int_equal(facts.training.mistakes, 78);
    assert_int_equal(facts.training.seed, 42);
    assert_true(facts.training.radius == 9.25 && facts.training.margin_upper == 0.125);
    assert_true(isinf(facts.training.k_max_upper) && isnan(facts.training.risk));
    assert_true(isnan(facts.training.seconds));
    assert_string_equal(ptron_model_class_name(back, 2), "class00002");
    assert_null(ptron_model_class_name(back, 3));
    assert_true(ptron_model_parameter(back, 1, &name, &value));
    assert_string_equal(name, "order");
    assert_string_equal(value, "given");
    assert_false(ptron_model_parameter(back, 2, &name, &value));
    assert_int_equal(ptron_model_stride(back), 3);
    for (size_t j = 0; j < 4; j++)
        assert_true(ptron_model_weights(back, 2)[j * 3] == model->weights[j * 3 + 2]);
    assert_null(ptron_model_weights(back, 3));
    assert_true(ptron_model_bias(back, 1) == model->bias[1]);
    assert_int_equal(ptron_model_scores(back), 3);
    assert_true(ptron_model_uses(back, 3) && !ptron_model_uses(back, 4));
    assert_true(back->fingerprint == model->fingerprint);
    pt_buffer_fini(&file);
    ptron_model_free(back);
    ptron_model_free(model);
}

static void an_older_callers_shorter_struct_is_not_overrun(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    ptron_model_facts facts;

    (void)state;
    memset(&facts, 0x5a, sizeof facts);
    facts.size = offsetof(ptron_model_facts, format);
    ptron_model_describe(model, &facts);
    assert_string_equal(facts.version, "0.1.0");
    assert_int_equal(facts.size, offsetof(ptron_model_facts, format));
    assert_int_equal(((unsigned char *)&facts)[facts.size], 0x5a);
    ptron_model_free(model);
}

static void few_weights_take_few_bytes(void **state)
{
    ptron_model *sparse = toy_model(100000, 2, 1000), *full = toy_model(1000, 2, 1);
    struct pt_buffer a = save(sparse), b = save(full);

    (void)state;
    assert_true(a.length < 2000);
    assert_true(b.length > 8000 && b.length < 9000);
    pt_buffer_fini(&a);
    pt_buffer_fini(&b);
    ptron_model_free(sparse);
    ptron_model_free(full);
}

static void one_nan_stands_for_all(void **state)
{
    ptron_model *model = toy_model(2, 2, 1);
    struct pt_buffer a = save(model), b;
    const uint64_t bits = UINT64_C(0xfff8000000000123);

    (void)state;
    memcpy(&model->training.risk, &bits, sizeof bits);
    b = save(model);
    assert_same_bytes(&a, &b);
    pt_buffer_fini(&a);
    pt_buffer_fini(&b);
    ptron_model_free(model);
}

static void files_are_loaded_by_path_and_named_in_errors(void **state)
{
    ptron_model *model = toy_model(4, 2, 1), *back = NULL;
    char path[] = "/tmp/test_model.XXXXXX";
    const int fd = mkstemp(path);
    ptron_error err;

    (void)state;
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(ptron_model_load(path, &back, &err), PTRON_MODEL);
    assert_string_equal(err.file, path);
    assert_string_equal(err.message, "not a perceptron model: the file is empty");
    assert_int_equal(ptron_model_save(model, path, NULL), PTRON_OK);
    assert_int_equal(ptron_model_load(path, &back, NULL), PTRON_OK);
    assert_memory_equal(back->weights, model->weights, 4 * sizeof(double));
    unlink(path);
    ptron_model_free(back);
    assert_int_equal(ptron_model_load(path, &back, NULL), PTRON_IO);
    assert_null(back);
    ptron_model_free(model);
}

/* ---- damage -------------------------------------------------------------------------------------- */

static void a_file_cut_anywhere_is_refused(void **state)
{
    ptron_model *model = toy_model(4, 3, 1);
    struct pt_buffer file = save(model);

    (void)state;
    assert_refused(file.bytes, 0, PTRON_MODEL, "not a perceptron model");
    for (size_t n = 1; n < file.length; n++)
        assert_refused(file.bytes, n, PTRON_MODEL, "truncated");
    pt_buffer_byte(&file, 'x');
    assert_refused(file.bytes, file.length, PTRON_MODEL, "1 bytes follow the end");
    pt_buffer_fini(&file);
    ptron_model_free(model);
}

static void a_file_with_any_bit_flipped_is_refused(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    struct pt_buffer file;

    (void)state;
    model->state = toy_text("state");
    model->state_length = 5;
    file = save(model);
    for (size_t bit = 0; bit < 8 * file.length; bit++) {
        file.bytes[bit / 8] = (char)(file.bytes[bit / 8] ^ (1 << bit % 8));
        assert_refused(file.bytes, file.length, PTRON_MODEL, "");
        file.bytes[bit / 8] = (char)(file.bytes[bit / 8] ^ (1 << bit % 8));
    }
    pt_buffer_fini(&file);
    ptron_model_free(model);
}

static void what_is_no_model_is_called_so(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    struct parts parts = split(model);
    struct pt_buffer file = join(&parts, 7, 0);

    (void)state;
    assert_refused("+1 1:0.5 2:1\n", 13, PTRON_MODEL, "not a perceptron model");
    assert_refused(file.bytes, file.length, PTRON_MODEL,
                   "made by a newer version (format 7); this library reads up to 1");
    pt_buffer_fini(&file);
    file = join(&parts, 0, 0);
    assert_refused(file.bytes, file.length, PTRON_MODEL, "format 0 does not exist");
    pt_buffer_fini(&file);
    file = join(&parts, 1, 1);
    assert_refused(file.bytes, file.length, PTRON_MODEL, "checksum of the whole does not match");
    pt_buffer_fini(&file);
    file = join(&parts, 1, 0);
    file.bytes[file.length - 60] ^= 1;
    assert_refused(file.bytes, file.length, PTRON_MODEL, "checksum of section WGHT does not match");
    pt_buffer_fini(&file);
    free_parts(&parts);
    ptron_model_free(model);
}

/* ---- right checksums, wrong contents ------------------------------------------------------------- */

static void sections_are_there_once_in_any_order_among_unknown_ones(void **state)
{
    static const char *const tags[] = {"META", "PARM", "RECI", "WGHT"};
    ptron_model *model = toy_model(4, 2, 1), *back;
    struct pt_buffer file, plain = save(model), again;
    struct parts parts;
    struct part swap;

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        char message[64];

        parts = split(model);
        drop_part(&parts, i);
        snprintf(message, sizeof message, "section %s is missing", tags[i]);
        assert_parts_refused(&parts, message);
        parts = split(model);
        add_part(&parts, tags[i], parts.part[i].bytes, parts.part[i].n);
        snprintf(message, sizeof message, "section %s appears twice", tags[i]);
        assert_parts_refused(&parts, message);
    }
    parts = split(model);
    swap = parts.part[0];
    parts.part[0] = parts.part[3];
    parts.part[3] = swap;
    add_part(&parts, "NEWS", "from the future", 15);
    add_part(&parts, "NEWS", "", 0);
    file = join(&parts, 1, 0);
    assert_int_equal(load_exactly(file.bytes, file.length, &back, NULL), PTRON_OK);
    again = save(back);
    assert_same_bytes(&plain, &again);
    ptron_model_free(back);
    pt_buffer_fini(&file);
    pt_buffer_fini(&again);
    pt_buffer_fini(&plain);
    free_parts(&parts);
    ptron_model_free(model);
}

/* Offsets within META of the toy model: "linear", "perceptron", "0.1.0", fingerprint, reason, then fields. */
enum { META_ALGORITHM = 10, META_REASON = 10 + 14 + 9 + 8, META_FEATURES = META_REASON + 4 + 8 };

static void lies_in_the_description_are_refused(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    struct parts parts;

    (void)state;
    parts = split(model);
    set32(find(&parts, "META"), META_REASON, 99);
    assert_parts_refused(&parts, "stop reason 99 is outside 0..13");
    parts = split(model);
    set64(find(&parts, "META"), META_FEATURES, 5);
    assert_parts_refused(&parts, "section META speaks of 5 features and 2 classes, the weights of 4 and 2");
    parts = split(model);
    set64(find(&parts, "META"), META_FEATURES + 8, 3);
    assert_parts_refused(&parts, "section META speaks of 4 features and 3 classes");
    parts = split(model);
    memcpy(find(&parts, "META")->bytes + 4, "forest", 6);
    assert_parts_refused(&parts, "a model of kind 'forest', which this library does not know");
    parts = split(model);
    find(&parts, "META")->bytes[META_ALGORITHM + 6] = '\n';
    assert_parts_refused(&parts, "a name with an unprintable byte");
    parts = split(model);
    find(&parts, "META")->bytes[META_ALGORITHM + 6] = '\0';
    assert_parts_refused(&parts, "a NUL byte within a text");
    parts = split(model);
    set32(find(&parts, "META"), META_ALGORITHM, UINT32_MAX);
    assert_parts_refused(&parts, "section META ends too early");
    parts = split(model);
    find(&parts, "META")->n--;
    assert_parts_refused(&parts, "section META ends too early");
    parts = split(model);
    find(&parts, "META")->n++;
    find(&parts, "META")->bytes[find(&parts, "META")->n - 1] = 0;
    assert_parts_refused(&parts, "section META has 1 bytes too many");
    ptron_model_free(model);
}

static void lies_about_parameters_are_refused(void **state)
{
    ptron_model *model = toy_model(4, 2, 1);
    struct parts parts;

    (void)state;
    parts = split(model);
    set32(find(&parts, "PARM"), 0, UINT32_MAX);
    assert_parts_refused(&parts, "section PARM ends too early");
    parts = split(model);
    set32(find(&parts, "PARM"), 0, 1);
    assert_parts_refused(&parts, "section PARM has 18 bytes too many");
    parts = split(model);
    set32(find(&parts, "PARM"), 0, 3);
    assert_parts_refused(&parts, "section PARM ends too early");
    parts = split(model);
    set32(find(&parts, "PARM"), 4, 0);
    assert_parts_refused(&parts, "a name of 0 bytes");
    ptron_model_free(model);
}

/* Offsets within WGHT of two classes: vectors, features, flags, storage, scale, bias, weights or pairs. */
enum { W_VECTORS = 0, W_FEATURES = 4, W_FLAGS = 8, W_STORAGE = 12, W_SCALE = 16, W_BIAS = 24, W_WEIGHTS = 32 };

static void lies_about_weights_are_refused(void **state)
{
    static const struct {
        size_t at;
        uint32_t value;
        const char *message;
    } lies[] = {
        {W_VECTORS, 2, "2 weight vectors for 2 classes"},
        {W_VECTORS, UINT32_MAX, "4294967295 weight vectors for 2 classes"},
        {W_FEATURES, UINT32_MAX, "weights for 4294967295 features, but the rows have 4"},
        {W_FEATURES, 3, "weights for 3 features, but the rows have 4"},
        {W_FLAGS, 2, "flags 2, 0 or 1 is wanted"},
        {W_FLAGS, 0, "a bias in a model without one"},
        {W_STORAGE, 2, "weights stored in the unknown way 2"},
        {W_STORAGE, 1, "section WGHT ends too early"},
        {W_SCALE + 4, 0, "a bias with a scale of 0"},
        {W_SCALE + 4, 0x7ff00000, "a bias scale is not a finite number"},
        {W_BIAS + 4, 0x7ff80000, "a bias is not a finite number"},
        {W_WEIGHTS + 4, 0x7ff80000, "a weight is not a finite number"},
        {W_WEIGHTS + 28, 0xfff00000, "a weight is not a finite number"},
    };
    ptron_model *model = toy_model(4, 2, 1);

    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct parts parts = split(model);

        set32(find(&parts, "WGHT"), lies[i].at, lies[i].value);
        assert_parts_refused(&parts, lies[i].message);
    }
    for (size_t n = 0; n < W_WEIGHTS + 32; n++) {
        struct parts parts = split(model);

        find(&parts, "WGHT")->n = n;
        assert_parts_refused(&parts, "section WGHT ends too early");
    }
    ptron_model_free(model);
}

static void lies_in_pairs_are_refused(void **state)
{
    enum { COUNT = W_WEIGHTS, FIRST = COUNT + 8, SECOND = FIRST + 12 };
    ptron_model *model = toy_model(9, 2, 4);   /* weights 0, 4 and 8 */
    struct parts parts;

    (void)state;
    parts = split(model);
    set64(find(&parts, "WGHT"), COUNT, UINT64_MAX / 12 + 1);
    assert_parts_refused(&parts, "section WGHT ends too early");
    parts = split(model);
    set64(find(&parts, "WGHT"), COUNT, 2);
    assert_parts_refused(&parts, "section WGHT has 12 bytes too many");
    parts = split(model);
    set32(find(&parts, "WGHT"), SECOND, 0);
    assert_parts_refused(&parts, "weight 0 stands where 1..8 is wanted");
    parts = split(model);
    set32(find(&parts, "WGHT"), SECOND, 9);
    assert_parts_refused(&parts, "weight 9 stands where 1..8 is wanted");
    parts = split(model);
    set_real(find(&parts, "WGHT"), SECOND + 4, 0.0);
    assert_parts_refused(&parts, "weight 4 is stored though it is 0");
    parts = split(model);
    set_real(find(&parts, "WGHT"), SECOND + 4, (double)INFINITY);
    assert_parts_refused(&parts, "a weight is not a finite number");
    ptron_model_free(model);
}

static void a_small_file_that_asks_for_more_than_there_is_memory_is_refused(void **state)
{
    enum { CLASSES = 20000, RECIPE_FEATURES = 12 };
    ptron_model *model = toy_model(3, CLASSES, 100);
    struct parts parts = split(model);
    struct pt_buffer file;

    (void)state;
    set64(find(&parts, "META"), META_FEATURES, UINT32_MAX);
    set32(find(&parts, "RECI"), RECIPE_FEATURES, UINT32_MAX);
    set32(find(&parts, "WGHT"), W_FEATURES, UINT32_MAX);
    file = join(&parts, 1, 0);
    assert_refused(file.bytes, file.length, PTRON_NOMEM, "more than this machine's memory");
    pt_buffer_fini(&file);
    free_parts(&parts);
    ptron_model_free(model);
}

/* Every bit of every section flipped, with checksums made right again: an error, or a model that is sound
 * enough to be saved, loaded and saved to the same bytes. */
static void any_bit_flipped_under_right_checksums_is_handled(void **state)
{
    ptron_model *model = toy_model(9, 2, 4);
    size_t loaded = 0, refused = 0;

    (void)state;
    for (size_t p = 0; p < 4; p++) {
        struct parts parts = split(model);
        struct part *part = &parts.part[p];

        for (size_t bit = 0; bit < 8 * part->n; bit++) {
            ptron_model *other = NULL;
            struct pt_buffer file;
            ptron_error err = {0};
            ptron_status status;

            part->bytes[bit / 8] = (unsigned char)(part->bytes[bit / 8] ^ 1u << bit % 8);
            file = join(&parts, 1, 0);
            part->bytes[bit / 8] = (unsigned char)(part->bytes[bit / 8] ^ 1u << bit % 8);
            status = load_exactly(file.bytes, file.length, &other, &err);
            assert_true(status == PTRON_OK || status == PTRON_MODEL);
            assert_true((status == PTRON_OK) == (other != NULL));
            assert_true(status == PTRON_OK || err.message[0] != '\0');
            if (other != NULL)
                assert_comes_back(other);
            loaded += other != NULL;
            refused += other == NULL;
            ptron_model_free(other);
            pt_buffer_fini(&file);
        }
        free_parts(&parts);
    }
    assert_true(loaded > 100 && refused > 100);
    ptron_model_free(model);
}

/* ---- memory -------------------------------------------------------------------------------------- */

static bool loading_survives(const struct pt_buffer *file, size_t k)
{
    ptron_model *model = NULL;
    ptron_status status;
    bool failed;

    pt_test_fail_allocation(k);
    status = ptron_model_read(file->bytes, file->length, &model, NULL);
    failed = pt_test_allocation_failed();
    pt_test_fail_allocation(SIZE_MAX);
    assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
    assert_true((model == NULL) == failed);
    ptron_model_free(model);
    return failed;
}

static bool saving_survives(const ptron_model *model, size_t k)
{
    ptron_status status;
    size_t length;
    void *bytes;
    bool failed;

    pt_test_fail_allocation(k);
    status = ptron_model_write(model, &bytes, &length, NULL);
    failed = pt_test_allocation_failed();
    pt_test_fail_allocation(SIZE_MAX);
    assert_int_equal(status, failed ? PTRON_NOMEM : PTRON_OK);
    assert_true((bytes == NULL) == failed);
    ptron_bytes_free(bytes);
    return failed;
}

static void every_allocation_may_fail(void **state)
{
    size_t k;

    (void)state;
    for (uint32_t gap = 1; gap <= 5; gap += 4) {
        ptron_model *model = toy_model(30, 3, gap);
        struct pt_buffer file;

        model->state = toy_text("state");
        model->state_length = 5;
        file = save(model);
        for (k = 0; loading_survives(&file, k); k++)
            continue;
        assert_true(k > 10);
        for (k = 0; saving_survives(model, k); k++)
            continue;
        assert_true(k > 2);
        pt_buffer_fini(&file);
        ptron_model_free(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saved_and_loaded_models_save_to_the_same_bytes),
        cmocka_unit_test(odd_weights_keep_their_bits),
        cmocka_unit_test(a_model_without_a_bias_comes_back),
        cmocka_unit_test(the_learners_state_comes_back),
        cmocka_unit_test(a_model_says_what_it_is),
        cmocka_unit_test(an_older_callers_shorter_struct_is_not_overrun),
        cmocka_unit_test(few_weights_take_few_bytes),
        cmocka_unit_test(one_nan_stands_for_all),
        cmocka_unit_test(files_are_loaded_by_path_and_named_in_errors),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(a_file_with_any_bit_flipped_is_refused),
        cmocka_unit_test(what_is_no_model_is_called_so),
        cmocka_unit_test(sections_are_there_once_in_any_order_among_unknown_ones),
        cmocka_unit_test(lies_in_the_description_are_refused),
        cmocka_unit_test(lies_about_parameters_are_refused),
        cmocka_unit_test(lies_about_weights_are_refused),
        cmocka_unit_test(lies_in_pairs_are_refused),
        cmocka_unit_test(a_small_file_that_asks_for_more_than_there_is_memory_is_refused),
        cmocka_unit_test(any_bit_flipped_under_right_checksums_is_handled),
        cmocka_unit_test(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
