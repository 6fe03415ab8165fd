/* The module's own C: numbers in, an answer as bytes out. Every function that is exported returns a ptron_status;
 * after 0 the answer is what it says, after anything else the error as JSON. Handles are addresses. */
#ifndef WEB_ENGINE_H
#define WEB_ENGINE_H

#include "json_stream.h"
#include "perceptron.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

/* The last error; what fails in the module itself is put there, too. */
extern ptron_error engine_error;

/* A page to write on, and the answer made of it; what was written before is gone. */
FILE *answer_open(void);
int   answer_close(FILE *out, ptron_status status);
/* Bytes of the library's, which are the answer from now on. */
int   answer_bytes(void *bytes, size_t length, ptron_status status);
/* A handle, or the error. */
int   answer_handle(void *handle, ptron_status status);

#endif
