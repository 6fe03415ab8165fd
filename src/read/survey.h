/* The columns of a CSV file before anything is made of them: see ptron_survey in the public header. */
#ifndef PT_READ_SURVEY_H
#define PT_READ_SURVEY_H

#include "read/sources.h"

ptron_status pt_survey_read(const struct pt_source *sources, size_t n, const ptron_options *options, ptron_survey **out,
                            ptron_error *err);

#endif
