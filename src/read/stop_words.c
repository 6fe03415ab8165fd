/* Stop words from a file, split and folded as the words of texts are. */
#include "read/stop_words.h"
#include "base/file.h"
#include "parse/text/words.h"

ptron_status pt_stop_words_read(struct pt_wording *wording, const char *path, ptron_error *err)
{
    const struct pt_file_kind kind = {.what = "a list of stop words", .most = 16 << 20};
    struct pt_words words;
    struct pt_buffer text;
    const char *word;
    size_t length;
    ptron_status status;

    pt_words_init(&words);
    pt_buffer_init(&text);
    status = pt_file_read(path, &kind, &text, err);
    if (status == PTRON_OK && !pt_words_start(&words, text.bytes == NULL ? "" : text.bytes, text.length))
        status = pt_fail_memory(err, text.length, "stop words");
    while (status == PTRON_OK && pt_words_next(&words, &word, &length))
        if (pt_dict_add(&wording->stop, word, length) == PT_DICT_NONE)
            status = pt_fail_memory(err, length, "stop words");
    pt_buffer_fini(&text);
    pt_words_fini(&words);
    return status;
}
