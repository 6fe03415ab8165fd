/* Any bytes as options: pairs of lines, a name and a value. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Cuts the next line off *text, which ends with NUL; NULL at the end. */
static char *next_line(char **text)
{
    char *line = *text, *end;

    if (line == NULL)
        return NULL;
    end = strchr(line, '\n');
    *text = end != NULL ? end + 1 : NULL;
    if (end != NULL)
        *end = '\0';
    return line;
}

static void set_option(ptron_options *options, const char *name, const char *value)
{
    ptron_error err = {0};
    const ptron_status status = ptron_options_set(options, name, value, &err);

    if (status != PTRON_OK) {
        fuzz_check_error(status, &err, NULL);
        return;
    }
    FUZZ_CHECK(ptron_options_given(options, name));
    FUZZ_CHECK(ptron_options_get(options, name) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1), *rest = text;
    ptron_options *options = NULL;

    FUZZ_CHECK(text != NULL && ptron_options_new(&options, NULL) == PTRON_OK);
    memcpy(text, bytes, length);
    text[length] = '\0';
    for (;;) {
        const char *name = next_line(&rest), *value = next_line(&rest);

        if (name == NULL || value == NULL)
            break;
        set_option(options, name, value);
    }
    ptron_options_free(options);
    free(text);
    return 0;
}
