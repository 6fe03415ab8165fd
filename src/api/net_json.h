/* Networks and linear models whose weights were set by hand. */
#ifndef PT_API_NET_JSON_H
#define PT_API_NET_JSON_H

#include "model/model.h"

/* One JSON object:
 *     {"features": ["x1", "x2"], "label": "class", "classes": ["-1", "+1"], "activation": "sign",
 *      "layers": [{"weights": [[1, 1], [-1, -1]], "bias": [-0.5, 1.5]}, {"weights": [[1, 1]], "bias": [-1]}]}
 * weights: for each unit of the layer one for each of its inputs. Two classes have one unit at the end, more one for
 * each; the second of two classes is the positive one. Rows are read as CSV with these columns. A network of one layer
 * is a linear model; its weights may stand without layers, as "weights" and "bias", or at the features as
 * docs/export.md says. */
ptron_status pt_net_import(const void *bytes, size_t length, const char *name, ptron_model **out, ptron_error *err);

#endif
