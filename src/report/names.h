/* Every name of a record, declared once: what fills a record and what draws it know these names and no others, and
 * its JSON has them in this order. A new number, text, table or column is a word here.
 *
 *   PT_NUMBER(record, radius)
 *   PT_ADD_ROW(record, classes, .rows = 50.0, .name = "setosa");
 *   pt_table_text(PT_TABLE(record, classes), 0, PT_classes_name) */
#ifndef PT_REPORT_NAMES_H
#define PT_REPORT_NAMES_H

#define PT_RECORD_TEXTS(T)                                                                                           \
    T(algorithm) T(stop) T(update) T(guarantee) T(risk_is)              /* of training */                            \
    T(loss)                                                             /* the risk's name, short */                 \
    T(bounded) T(bound_formula)                                         /* what the bound is of, and how it is made */ \
    T(verdict) T(decided_by)                                            /* of a proof */                             \
    T(version) T(kind) T(scaling) T(format) T(activation)                                                            \
    T(x_axis) T(y_axis) T(space_name_x) T(space_name_y) T(space_name_z) /* names of features */                      \
    T(tuned_by)                                                         /* what settings were ranked by */          \
    T(command) T(data) T(why) T(sentence)                               /* said by who asks for the page */

#define PT_RECORD_NUMBERS(N)                                                                                         \
    N(rows) N(features) N(classes)                                                                                   \
    N(epochs) N(updates) N(mistakes) N(last_epoch_mistakes) N(seed)                                                  \
    N(radius) N(margin_lower) N(margin_upper) N(k_max_lower) N(k_max_upper)                                          \
    N(train_errors) N(train_error) N(holdout_error) N(holdout_rows) N(best_epoch) N(risk)                            \
    N(distance) N(bounded_value) N(theorem)                             /* theorem: its lemmas hold for this run */  \
    N(test_rows) N(test_errors) N(test_error) N(test_margin) N(test_distance) N(test_unknown) N(test_same)           \
    N(distance_lower) N(distance_upper) N(has_bias)                                                                  \
    N(area) N(average_precision) N(positive_share)                      /* of the curves */                          \
    N(reliability_held_out) N(image_side)                                                                            \
    N(update_stride) N(points_of)                                       /* one in so many updates; of so many rows */ \
    N(plane_x0) N(plane_x1) N(plane_y0) N(plane_y1) N(plane_mode) N(grid_side)                                       \
    N(line_x) N(line_y) N(line_b)                                       /* of the boundary */                        \
    N(plane_margin) N(near_x) N(near_y) N(foot_x) N(foot_y)             /* the nearest row and its foot */           \
    N(cone_flat) N(cone_w_x) N(cone_w_y)                                                                             \
    N(space_x) N(space_y) N(space_z) N(space_b)                                                                      \
    N(ball_margin)                                                      /* of the rows in the unit ball */           \
    N(neuron_bias) N(neuron_of)                                         /* the perceptron drawn; of so many inputs */ \
    N(runs_held_out)                                                    /* the errors of runs are of rows held out */

/* TABLE(name, columns), the columns being N(table, column) for numbers and after them T(table, column) for texts. */
#define PT_RECORD_TABLES(TABLE, N, T)                                                                                \
    TABLE(epochs, N(epochs, epoch) N(epochs, mistakes) N(epochs, updates) N(epochs, upper) N(epochs, holdout)        \
                  N(epochs, risk))                                                                                   \
    TABLE(classes, N(classes, rows) T(classes, name))                                                                \
    TABLE(parameters, T(parameters, name) T(parameters, value))                                                      \
    TABLE(margins, N(margins, from) N(margins, to) N(margins, negative) N(margins, positive))                        \
    TABLE(nearest, N(nearest, margin) N(nearest, row) N(nearest, line) N(nearest, class)                             \
                   T(nearest, file) T(nearest, label) T(nearest, answer))                                            \
    TABLE(confusion, N(confusion, truth) N(confusion, answer) N(confusion, count))                                   \
    TABLE(reliability, N(reliability, said) N(reliability, came) N(reliability, rows))                               \
    TABLE(curve, N(curve, fallout) N(curve, recall) N(curve, precision)) /* of each threshold, highest first */      \
    TABLE(weights, N(weights, weight) N(weights, vector) N(weights, feature) T(weights, name) T(weights, label))     \
    TABLE(image, N(image, vector) N(image, weight))                                                                  \
    TABLE(layers, N(layers, neurons))                                                                                \
    TABLE(inputs, T(inputs, name))                                                                                   \
    TABLE(wires, N(wires, layer) N(wires, from) N(wires, to) N(wires, weight)) /* from a neuron to one of the next */ \
    TABLE(hidden_lines, N(hidden_lines, x) N(hidden_lines, y) N(hidden_lines, b))                                    \
    TABLE(updates, N(updates, k) N(updates, mass) N(updates, squares) N(updates, norm) N(updates, upper)             \
                   N(updates, lower) N(updates, along) N(updates, cosine))                                           \
    TABLE(contradiction, N(contradiction, row) N(contradiction, line) N(contradiction, class)                        \
                         N(contradiction, share) /* how often the row is taken, to any scale */                      \
                         T(contradiction, file) T(contradiction, label) T(contradiction, times))                     \
    TABLE(points, N(points, x) N(points, y) N(points, class) N(points, margin) N(points, row))                       \
    TABLE(grid, N(grid, score) N(grid, class))                                                                       \
    TABLE(way, N(way, k) N(way, x) N(way, y) N(way, b) N(way, row))                                                  \
    TABLE(cone, N(cone, x) N(cone, y) N(cone, c))                                                                    \
    TABLE(directions, N(directions, k) N(directions, x) N(directions, y))                                            \
    TABLE(losses, N(losses, angle) N(losses, step) N(losses, perceptron))                                            \
    TABLE(space, N(space, x) N(space, y) N(space, z) N(space, class))                                                \
    TABLE(feature_space, N(feature_space, x) N(feature_space, y) N(feature_space, class)) /* of a kernel */          \
    TABLE(ball, N(ball, x) N(ball, y) N(ball, class)) /* y x / R, seen across the direction of w */                  \
    TABLE(neuron, N(neuron, weight) T(neuron, name))                                                                 \
    TABLE(runs, N(runs, way) N(runs, updates) N(runs, epochs) N(runs, margin) N(runs, distance) N(runs, error)       \
                N(runs, seed) T(runs, name))                                                                         \
    TABLE(tuned, N(tuned, mean) N(tuned, spread) N(tuned, difference) N(tuned, difference_error) N(tuned, train)     \
                 T(tuned, name) T(tuned, mark))                                                                      \
    TABLE(learning, N(learning, rows) N(learning, test) N(learning, test_error) N(learning, train))

/* ---- what the lists become --------------------------------------------------------------------------- */

#define PT_TEXT_NAMED(name) PT_TEXT_##name,
enum pt_text { PT_RECORD_TEXTS(PT_TEXT_NAMED) PT_TEXTS };

#define PT_NUMBER_NAMED(name) PT_NUMBER_##name,
enum pt_number { PT_RECORD_NUMBERS(PT_NUMBER_NAMED) PT_NUMBERS };

#define PT_NOTHING(table, column)
#define PT_TABLE_NAMED(name, columns) PT_TABLE_##name,
enum pt_table_name { PT_RECORD_TABLES(PT_TABLE_NAMED, PT_NOTHING, PT_NOTHING) PT_TABLES };

/* A column knows its table, so that a column of another is not taken for one of this: 256 times the table's number,
 * and its own from 1. */
#define PT_COLUMN_NAMED(table, column) PT_##table##_##column,
#define PT_COLUMNS_OF(name, columns) PT_COLUMNS_##name = PT_TABLE_##name << 8, columns
enum pt_record_column { PT_RECORD_TABLES(PT_COLUMNS_OF, PT_COLUMN_NAMED, PT_COLUMN_NAMED) PT_COLUMNS };

/* struct pt_epochs_row {double epoch, ...;}: how a row is handed in, and kept. */
#define PT_NUMBER_FIELD(table, column) double column;
#define PT_TEXT_FIELD(table, column) const char *column;
#define PT_ROW_STRUCT(name, columns) struct pt_##name##_row { columns };
PT_RECORD_TABLES(PT_ROW_STRUCT, PT_NUMBER_FIELD, PT_TEXT_FIELD)

#endif
