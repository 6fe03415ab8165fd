/* Scores on a grid, as areas of a chart. */
#ifndef PT_REPORT_CONTOUR_H
#define PT_REPORT_CONTOUR_H

#include "report/chart.h"

/* Two labels: bands of strength on either side, and the boundary. Many: an area for each answer. Nothing where the
 * record has no grid. */
void pt_contour_draw(struct pt_chart *chart, const struct pt_record *record);

#endif
