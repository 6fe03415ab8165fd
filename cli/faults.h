/* Files that change while they are used. A pack is mapped: where somebody cuts it or writes into it meanwhile, what it
 * held is gone, and the system or the memory says so with a signal. Then the command says which file it was. */
#ifndef CLI_FAULTS_H
#define CLI_FAULTS_H

#include "arguments.h"

/* Remembers how the command's files are now. */
void faults_catch(const struct args *args);

#endif
