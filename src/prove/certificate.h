/* A proof as text: docs/certificate-format.md. */
#ifndef PT_PROVE_CERTIFICATE_H
#define PT_PROVE_CERTIFICATE_H

#include "base/buffer.h"
#include "prove/certify.h"

/* An undecided proof has no certificate: PTRON_ARGUMENT. */
ptron_status pt_certificate_write(const struct pt_rows *rows, const struct pt_proof *proof, const char *positive,
                                  bool decimal, struct pt_buffer *out, ptron_error *err);

#endif
