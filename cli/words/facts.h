/* What was read: the facts of a set or a stream, in words, as notes and as JSON. */
#ifndef CLI_WORDS_FACTS_H
#define CLI_WORDS_FACTS_H

#include "arguments.h"
#include "json_stream.h"

/* rows, labels, storage, scaling: lines of a report. */
/* Why scaling was chosen, or is advised: the features that reach least and furthest. False: they do not differ. */
bool facts_say_reach(const ptron_dataset *set, double least, uint64_t least_feature, double greatest,
                     uint64_t greatest_feature, char *text, size_t room);
/* The scaling that rows which are not scaled need, with the reason; NULL: none. */
const char *facts_scale_for(const ptron_dataset *set, const ptron_dataset_facts *facts, const ptron_checkup *c,
                            char *why, size_t room);
void facts_print(FILE *out, const struct args *args, size_t first_file, const ptron_dataset *set,
                 const ptron_dataset_facts *facts);
/* The same of a stream that was learned from. */
void facts_print_scaling(FILE *out, const ptron_model *model, bool scaled_only);
void facts_print_stream(FILE *out, const struct args *args, const ptron_model *model, const ptron_dataset_facts *facts);
/* One note on stderr for each kind of row that was left out or mended while reading. */
void facts_note_skipped(const ptron_dataset_facts *facts);
/* One note on stderr when the model met what it does not know. */
void facts_note_unseen(const ptron_dataset_facts *facts);
/* One note on stderr when rows carry labels that the model does not know; `test` counts them in its report. */
void facts_note_labels(const ptron_dataset_facts *facts);

/* Labels that are none: one for each row, a text of its own in most rows, quantities. Fails where nothing can come of
 * them, and notes what is merely odd (where `note`). */
ptron_status facts_question_labels(const ptron_dataset *set, const ptron_dataset_facts *facts, bool note,
                                   ptron_error *err);

/* "format", "rows", "features", "classes": [{"name", "rows"}], "skipped": into an open object. */
void facts_json(struct json *json, const ptron_dataset *set, const ptron_dataset_facts *facts);
void facts_json_stream(struct json *json, const ptron_model *model, const ptron_dataset_facts *facts);
/* "skipped": {...}, "unseen": {...} */
void facts_json_skipped(struct json *json, const ptron_dataset_facts *facts);
void facts_json_unseen(struct json *json, const ptron_dataset_facts *facts);

/* "file:line", or "row N" where the place is not known. */
void facts_row_place(const ptron_dataset *set, uint64_t row, char *text, size_t room);

/* A column of categories, nearly one for each row: a name of the row, or numbers that were not taken for numbers. */
struct facts_categories {
    char     column[120], example[120];
    uint64_t n;        /* categories */
    bool     comma;    /* the example looks like a number with a decimal comma */
};
bool facts_many_categories(const ptron_dataset *set, const ptron_dataset_facts *facts, struct facts_categories *found);

#endif
