/* gzip, zstd and xz, piece by piece: several members, frames or streams in a row, nothing else behind them. */
#ifndef PT_READ_UNPACK_H
#define PT_READ_UNPACK_H

#include "base/error.h"

enum pt_packing { PT_PLAIN, PT_GZIP, PT_ZSTD, PT_XZ };

/* The packing that the first bytes tell. *enough is false when more bytes could change the answer. */
enum pt_packing pt_packing_of(const unsigned char *bytes, size_t length, bool *enough);

typedef struct pt_unpack pt_unpack;

struct pt_piece {              /* what one step may use; each pointer moves as it is used */
    const unsigned char *from;
    size_t               n_from;
    bool                 last;     /* there is nothing behind `from` */
    char                *to;
    size_t               n_to;
};

ptron_status pt_unpack_new(enum pt_packing packing, pt_unpack **out, ptron_error *err);
void         pt_unpack_free(pt_unpack *unpack);
/* One step: uses up `from`, or fills `to`, or both in part. *done when the packed data ended as it must. */
ptron_status pt_unpack_step(pt_unpack *unpack, struct pt_piece *piece, bool *done, ptron_error *err);
/* True when there may be more to give without further bytes. */
bool pt_unpack_holds(const pt_unpack *unpack);

#endif
