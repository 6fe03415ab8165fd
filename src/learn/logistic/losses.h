/* Losses of many rows at once (losses.c; losses_avx2.c the same for another set of instructions, to the same bits). */
#ifndef PT_LEARN_LOGISTIC_LOSSES_H
#define PT_LEARN_LOGISTIC_LOSSES_H

#include <stddef.h>

enum { PT_LOSS_ROWS = 256 };   /* that are looked at together */

/* Of each product y w.x, most being C times the row's weight: the loss most log(1 + e^-product), how much it pulls,
 * most / (1 + e^product), and its second derivative. */
void pt_logistic_losses(const double *product, const double *most, size_t n, double *restrict pull,
                        double *restrict bend, double *restrict loss);

void pt_logistic_losses_plain(const double *product, const double *most, size_t n, double *restrict pull,
                              double *restrict bend, double *restrict loss);
#if defined(__x86_64__)
void pt_logistic_losses_avx2(const double *product, const double *most, size_t n, double *restrict pull,
                             double *restrict bend, double *restrict loss);
#endif

#endif
