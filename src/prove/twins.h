/* Equal rows, by hash. */
#ifndef PT_PROVE_TWINS_H
#define PT_PROVE_TWINS_H

#include "prove/rows.h"

struct pt_twins {
    bool      contradiction;   /* two equal rows with opposite signs, or a row of zeros where there is no bias */
    size_t    row[2];          /* which; row[0] == row[1] for the row of zeros */
    uint32_t *live;            /* [n] the rows with later copies left out; owned */
    size_t    n;
};

ptron_status pt_twins_find(const struct pt_rows *rows, struct pt_twins *twins, ptron_error *err);
void         pt_twins_fini(struct pt_twins *twins);

#endif
