/* Handles that two threads share: each call, made by both of them again and again, must say what it says alone. */
#ifndef PT_TESTS_SHARING_H
#define PT_TESTS_SHARING_H

#include "unit/reading.h"

#include <pthread.h>

enum { SHARING_THREADS = 2 };

/* What a call said, all of it. */
static inline void say_bytes(struct pt_buffer *said, const void *bytes, size_t length)
{
    pt_buffer_add(said, bytes, length);
}

static inline void say_number(struct pt_buffer *said, double number)
{
    pt_buffer_number(said, number);
    pt_buffer_text(said, " ");
}

static inline void say_text(struct pt_buffer *said, const char *text)
{
    pt_buffer_text(said, text == NULL ? "(none)" : text);
    pt_buffer_text(said, "\n");
}

static inline bool say_status(struct pt_buffer *said, ptron_status status)
{
    say_text(said, ptron_status_text(status));
    return status == PTRON_OK;
}

/* Bytes that the library allocated, which go. By their addresses: the call that writes them is an argument, too. */
static inline void say_and_free(struct pt_buffer *said, ptron_status status, void *const *bytes, const size_t *length)
{
    if (say_status(said, status))
        say_bytes(said, *bytes, *length);
    ptron_bytes_free(*bytes);
}

struct call {
    const char *name;
    void (*make)(const void *things, struct pt_buffer *said);
};

struct caller {                        /* one thread: calls `calls` in turn, from `first` on */
    const struct call *calls;
    const struct pt_buffer *alone;     /* [n] what each says alone */
    size_t n, first, rounds;
    const void *things;
    const char *wrong;                 /* a call that said something else */
};

static inline void *call_in_turn(void *context)
{
    struct caller *c = context;

    for (size_t k = 0; k < c->rounds * c->n; k++) {
        const size_t i = (c->first + k) % c->n;
        struct pt_buffer said;

        pt_buffer_init(&said);
        c->calls[i].make(c->things, &said);
        if (said.length != c->alone[i].length || memcmp(said.bytes, c->alone[i].bytes, said.length) != 0)
            c->wrong = c->calls[i].name;
        pt_buffer_fini(&said);
    }
    return NULL;
}

/* All threads make these calls that often; `apart`: each begins at another one. */
static inline void share(const struct call *calls, const struct pt_buffer *alone, size_t n, size_t rounds, bool apart,
                         const void *things)
{
    struct caller callers[SHARING_THREADS];
    pthread_t threads[SHARING_THREADS];

    for (size_t t = 0; t < SHARING_THREADS; t++) {
        callers[t] = (struct caller){calls, alone, n, apart ? t * n / SHARING_THREADS : 0, rounds, things, NULL};
        assert_int_equal(pthread_create(&threads[t], NULL, call_in_turn, &callers[t]), 0);
    }
    for (size_t t = 0; t < SHARING_THREADS; t++)
        assert_int_equal(pthread_join(threads[t], NULL), 0);
    for (size_t t = 0; t < SHARING_THREADS; t++)
        if (callers[t].wrong != NULL)
            fail_msg("%s said something else while another thread was at it", callers[t].wrong);
}

/* Each call by both threads at once, then all of them side by side. */
static inline void share_all(const struct call *calls, size_t n, size_t rounds, const void *things)
{
    struct pt_buffer alone[64];

    assert_true(n <= sizeof alone / sizeof *alone);
    for (size_t i = 0; i < n; i++) {
        pt_buffer_init(&alone[i]);
        calls[i].make(things, &alone[i]);
        if (alone[i].length < 8 || strncmp(alone[i].bytes, "success", 7) != 0)
            fail_msg("%s alone: %.60s", calls[i].name, alone[i].length == 0 ? "" : alone[i].bytes);
    }
    for (size_t i = 0; i < n; i++)
        share(&calls[i], &alone[i], 1, rounds, false, things);
    share(calls, alone, n, (rounds + 1) / 2, true, things);
    for (size_t i = 0; i < n; i++)
        pt_buffer_fini(&alone[i]);
}

/* ---- rows to share ------------------------------------------------------------------------------- */

/* libsvm rows of `classes` classes, more than one task's worth when there are thousands; `noise` in 100 have a label
 * that the others' rule does not give. Free the text. */
static inline char *shared_rows(size_t rows, uint32_t classes, uint32_t noise, size_t *length)
{
    char *text = malloc(rows * 64);
    uint32_t state = 12345;

    *length = 0;
    for (size_t i = 0; i < rows; i++) {
        uint32_t x[4], label;

        for (size_t j = 0; j < 4; j++)
            x[j] = (state = state * 1664525u + 1013904223u) >> 16 & 1023;
        label = x[0] * classes / 1024;
        if (noise == 0)          /* a gap between the classes */
            x[0] = label * 1024 / classes + 20 + (x[0] * classes % 1024) * (1024 / classes - 40) / 1024;
        else if (x[3] % 100 < noise)
            label = (label + 1) % classes;
        *length += (size_t)sprintf(text + *length, "%u 1:%u 2:%u 3:%u.5 4:%u\n", (unsigned)label, (unsigned)x[0],
                                   (unsigned)x[1], (unsigned)x[2], (unsigned)x[3]);
    }
    return text;
}

static inline ptron_dataset *shared_set(size_t rows, uint32_t classes, uint32_t noise, const char *options_text)
{
    ptron_options *options = options_of(options_text);
    ptron_dataset *set = NULL;
    ptron_error err = {0};
    size_t length;
    char *text = shared_rows(rows, classes, noise, &length);

    if (ptron_dataset_read(text, length, "rows", options, NULL, &set, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    free(text);
    ptron_options_free(options);
    return set;
}

static inline ptron_model *shared_model(const ptron_dataset *set, const char *options_text)
{
    ptron_options *options = options_of(options_text);
    ptron_trainer *trainer = NULL;
    ptron_model *model = NULL;
    ptron_error err = {0};

    if (ptron_trainer_new(options, set, NULL, &trainer, &err) != PTRON_OK ||
        ptron_trainer_run(trainer, NULL, &err) != PTRON_OK || ptron_trainer_snapshot(trainer, &model, &err) != PTRON_OK)
        fail_msg("%s", err.message);
    ptron_trainer_free(trainer);
    ptron_options_free(options);
    return model;
}

#endif
