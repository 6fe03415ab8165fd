/* Pages, records and plots of a run, wherever a command offers them. */
#ifndef CLI_WORDS_REPORT_PAGE_H
#define CLI_WORDS_REPORT_PAGE_H

#include "arguments.h"

#include <stdio.h>

/* Own options that a command offers pages with, and what was asked. */
#define PAGE_OPTIONS                                                                                          \
    {"report", 0, "PAGE", "write a page of pictures and numbers here: one HTML file that needs nothing else"},  \
    {"record", 0, "FILE", "write the numbers behind the page here, as JSON; 'perceptron report' draws them"},   \
    {"axes", 0, "A,B", "draw these two features, by name; two features, or the two best directions"},          \
    {"plot", 0, NULL, "draw the boundary and the curves in the terminal"},                                     \
    {"plain", 0, NULL, "with --plot: ASCII only"}

/* Whether any of them was given. */
bool page_wanted(const struct args *args);
/* Whether the files asked for could be written, so that nobody trains for an hour first. */
ptron_status page_possible(const struct args *args, ptron_error *err);
/* The command, the data and the sentence on why it stopped. */
ptron_status page_say(ptron_run *run, const struct args *args, size_t first_file, const ptron_result *result,
                      ptron_error *err);
/* Writes what was asked for; a plot goes to `out`. */
ptron_status page_deliver(const ptron_run *run, const struct args *args, FILE *out, ptron_error *err);
/* The same for one thing. NULL path: standard output. */
ptron_status page_write(const ptron_run *run, const char *path, ptron_error *err);
/* A page that is about no single training: it begins with the sentence. */
ptron_status page_tell(ptron_run *run, const struct args *args, const char *sentence, ptron_error *err);
ptron_status page_plot(const ptron_run *run, bool plain, FILE *out, ptron_error *err);

#endif
