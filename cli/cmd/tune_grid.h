/* Settings to try: every combination of the lists given, or a small grid for those who give none. */
#ifndef CLI_CMD_TUNE_GRID_H
#define CLI_CMD_TUNE_GRID_H

#include "arguments.h"

enum { MOST_SETTINGS = 10000 };

struct grid {
    ptron_options **settings;   /* [n] owned */
    size_t n, room;
};

/* alone: without lists there is the one setting that the options are. */
ptron_status grid_make(struct grid *grid, const struct args *args, bool alone, ptron_error *err);
void         grid_free(struct grid *grid);

#endif
