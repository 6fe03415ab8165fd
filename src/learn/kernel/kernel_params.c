/* The parameters of kernels and neighbours. */
#include "learn/kernel/kernel.h"

const struct pt_param pt_kernel_params[] = {
    {"kernel", PT_CHOICE, "rbf", 0, 0, PT_CHOICES(PT_KERNEL_MAP), "NAME",
     "kernel: x.z, (gamma x.z + coef0)^degree, or exp(-gamma |x-z|^2)"},
    {"degree", PT_COUNT, "3", 1, 64, "", "N", "kernel: the exponent of the polynomial"},
    {"gamma", PT_TEXT, "auto", 0, 0, "", "GAMMA",
     "kernel, features: a number above 0, or auto: 1 / (features times variance of the values)"},
    {"coef0", PT_REAL, "1", 0, 1e100, "", "C", "kernel: the constant of the polynomial"},
    {"keeper", PT_CHOICE, "last", 0, 0, PT_CHOICES(PT_KERNEL_KEEPER_MAP), "WHICH",
     "kernel: answer with the last weights, their mean, or those of fewest training errors looked at"},
    {"budget", PT_COUNT, "0", 0, 4e9, "", "B", "kernel: rows to keep at most; 0: no limit"},
    {"removal", PT_CHOICE, "oldest", 0, 0, "oldest|random", "WHICH", "kernel: which row goes when the budget is full"},
    {"k", PT_COUNT, "1", 1, 1024, "", "K", "neighbours: how many vote"},
};
const size_t pt_n_kernel_params = sizeof pt_kernel_params / sizeof *pt_kernel_params;
