/* One page from a record: self-contained, the same bytes for the same record. */
#ifndef PT_REPORT_PAGE_H
#define PT_REPORT_PAGE_H

#include "report/run_record.h"

void pt_page_write(const struct pt_record *record, struct pt_buffer *out);
/* Picture i of those that have something to draw, as a file of its own; its name, or NULL past the last. */
const char *pt_page_picture(const struct pt_record *record, size_t i, struct pt_buffer *out);
/* The one of that name; false: there is nothing to draw. */
bool pt_page_picture_named(const struct pt_record *record, const char *name, struct pt_buffer *out);
/* What the page says below a picture that was drawn, as HTML. */
void pt_page_caption_named(const struct pt_record *record, const char *name, struct pt_buffer *out);
/* For a terminal: boundary and curves in `columns` characters; plain: ASCII only. */
void pt_plot_write(const struct pt_record *record, size_t columns, bool plain, struct pt_buffer *out);

/* page_style.c: the page's style and the slider's script. */
extern const char pt_page_style[], pt_page_media[], pt_page_script[];

/* page_tables.c: what the run was told. */
void pt_page_parameters(const struct pt_record *record, struct pt_buffer *out);

/* page_cards.c: what the page is about. A certificate; rows to test a model on, which are none of a training run;
 * weights that were learned and not set by hand; neighbours, which have no weights that move. */
bool pt_page_is_proof(const struct pt_record *record);
bool pt_page_is_test(const struct pt_record *record);
bool pt_page_is_trained(const struct pt_record *record);
bool pt_page_keeps_rows(const struct pt_record *record);
/* Its numbers: of the run or the proof, and of rows to test on. */
void pt_page_cards(const struct pt_record *record, struct pt_buffer *out);
void pt_page_test_cards(const struct pt_record *record, struct pt_buffer *out);

/* A name in running text, isolated against right-to-left letters. */
void pt_page_name(struct pt_buffer *out, const char *name);

#endif
