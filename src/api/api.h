/* What the files behind the public header share. */
#ifndef PT_API_API_H
#define PT_API_API_H

#include "base/sized.h"

/* The options, or where there are none (NULL) those of whom nothing was set: what every function takes that hands
 * options inward. */
const ptron_options *pt_options_given(const ptron_options *options);

#endif
