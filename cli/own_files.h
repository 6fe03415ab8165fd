/* What a command reads stays: no output may be one of its inputs, and no two outputs the same file. Two files are one
 * by device and inode, under any name, through any link; pipes, terminals and /dev/null are never lost. */
#ifndef CLI_OWN_FILES_H
#define CLI_OWN_FILES_H

#include "arguments.h"

/* EXIT_DONE, or with the line printed EXIT_USAGE. */
int own_files_check(const struct args *args);

#endif
