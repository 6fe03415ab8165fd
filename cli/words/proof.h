/* A certificate in words and as JSON, and the line on the terminal while one is searched for. Used by `certify`,
 * `explain` and, for a run that a budget ended, `train`. */
#ifndef CLI_WORDS_PROOF_H
#define CLI_WORDS_PROOF_H

#include "json_stream.h"
#include "perceptron.h"

/* Where a proof is not about the numbers in the file: what it is about, one line. */
void proof_print_values(FILE *out, bool literal, const char *values);
/* "Separable: ...", "Not separable: ...", "Undecided: ..." in one paragraph, ended; about these rows. */
void proof_print_verdict(FILE *out, const ptron_dataset *set, const ptron_certificate_facts *facts);
/* Whether every row has the same label. */
bool proof_of_one_label(const ptron_dataset *set);
/* "name   0.25 to 0.26   meaning", or nothing when neither end is known. */
void proof_print_range(FILE *out, const char *name, double lower, double upper, const char *meaning);
/* Brackets, R, bound, method, time: one per line, each explained. */
void proof_print_numbers(FILE *out, const ptron_certificate_facts *facts);
/* The rows of the contradiction with their multipliers, `most` of them at most. */
void proof_print_rows(FILE *out, const ptron_dataset *set, const ptron_certificate *certificate, size_t most);

struct proof_boundary {       /* what is proved about hyperplanes with rows on them */
    ptron_boundary answer;
    bool           bias;
    uint64_t       rows, forced, on;   /* the last two as in ptron_certificate_facts */
};

/* Whether rows on the boundary would help: one paragraph. And "boundary": {...} or null. */
void proof_print_boundary(FILE *out, const struct proof_boundary *boundary);
void proof_boundary_json(struct json *json, ptron_boundary answer, uint64_t forced, uint64_t on);
#define PROOF_BOUNDARY(f) (&(struct proof_boundary){(f)->boundary, (f)->bias, (f)->rows, (f)->n_forced, (f)->n_on})
/* "xor.csv:2, xor.csv:4 and 2 more": the rows of the contradiction in a sentence. */
void proof_name_rows(const ptron_dataset *set, const ptron_certificate *certificate, size_t most, char *text,
                     size_t room);

/* The same of certificates about all labels at once (proof_classes.c). */
void proof_print_verdict_of_all(FILE *out, const ptron_certificate_facts *facts);
void proof_print_numbers_of_all(FILE *out, const ptron_certificate_facts *facts);
void proof_print_boundary_of_all(FILE *out, const struct proof_boundary *boundary);

/* verdict, margin, radius, k_max, rows, boundary, method, seconds: into an open object. */
void proof_json(struct json *json, const ptron_dataset *set, const ptron_certificate *certificate);

/* 0 separable, 1 not, 6 undecided. */
int proof_exit(ptron_verdict verdict);

struct proof_progress {
    bool   line, drawn;
    double drawn_at;
};

/* Prepares the state and the observer that feeds it; Ctrl-C ends the search. */
void proof_progress_init(struct proof_progress *progress, ptron_certify_observer *observer, bool quiet);
void proof_progress_clear(struct proof_progress *progress);

#endif
