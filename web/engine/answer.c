/* The answer, memory, time and files: what lies between JavaScript and the library. */
#include "base/wasm/machine.h"
#include "diag.h"
#include "engine.h"
#include "progress.h"

ptron_error engine_error;
static struct {
    char  *bytes;          /* malloc's, as the library's are */
    size_t length;
    void  *handle;
} answer;

static void forget(void)
{
    free(answer.bytes);
    memset(&answer, 0, sizeof answer);
}

FILE *answer_open(void)
{
    forget();
    return open_memstream(&answer.bytes, &answer.length);
}

static void tell_error(ptron_status status)
{
    struct json json;
    FILE *out = answer_open();

    if (out == NULL)
        return;
    json = json_begin(out);
    json_put(&json, TEXT("code", ptron_status_text(status)), TEXT("message", engine_error.message),
             TEXT("file", engine_error.file), COUNT("line", engine_error.line), COUNT("column", engine_error.column),
             TEXT("detail", ptron_detail_text(engine_error.detail)));
    json_finish(&json);
    fclose(out);
}

int answer_close(FILE *out, ptron_status status)
{
    if (out != NULL)
        fclose(out);
    if (out == NULL && status == PTRON_OK)
        status = diag_fail(&engine_error, PTRON_NOMEM, "no memory for the answer");
    if (status != PTRON_OK)
        tell_error(status);
    return status;
}

int answer_bytes(void *bytes, size_t length, ptron_status status)
{
    forget();
    if (status != PTRON_OK) {
        tell_error(status);
        return status;
    }
    answer.bytes = bytes;
    answer.length = length;
    return status;
}

int answer_handle(void *handle, ptron_status status)
{
    answer_bytes(NULL, 0, status);
    answer.handle = status == PTRON_OK ? handle : NULL;
    return status;
}

void *EXPORT(answer_at)(void) { return answer.bytes; }
size_t EXPORT(answer_length)(void) { return answer.length; }
void *EXPORT(answer_made)(void) { return answer.handle; }
void *EXPORT(take)(size_t bytes) { return malloc(bytes > 0 ? bytes : 1); }
void EXPORT(give)(void *memory) { free(memory); }
void EXPORT(tick)(double seconds) { pt_wasm_tick(seconds); }

/* Nobody can interrupt what runs here; a worker is ended as a whole. */
bool interrupts_any(void)
{
    return false;
}
