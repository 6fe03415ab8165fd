/* The table of data options: names, ranges and help, in the order that help shows them. */
#include "recipe/recipe.h"

#define FORMAT_CHOICE(upper, lower, number, name, origin, shape, choices, options) choices

const struct pt_param pt_data_params[] = {
    {"format", PT_CHOICE, "auto", 0, 0, "auto" PT_FORMAT_MAP(FORMAT_CHOICE), "FORMAT",
     "how the rows are written; auto finds it in the first bytes"},
    {"label", PT_TEXT, "", 0, 0, "", "COLUMN",
     "column of the label, by name or by number from 1 (CSV, .npy)"},
    {"labels", PT_FILE, "", 0, 0, "", "FILE",
     "file with the labels of IDX images or .npy rows; IDX: found by name when not given"},
    {"positive", PT_TEXT, "", 0, 0, "", "LABEL", "label of the positive class; all others are negative"},
    {"classes", PT_LIST, "", 0, 0, "", "LABELS", "keep only rows with these labels"},
    {"ignore", PT_LIST, "", 0, 0, "", "COLUMNS", "columns to leave out, by name or by number from 1"},
    {"weight", PT_TEXT, "", 0, 0, "", "COLUMN", "column with the weight of each row (CSV)"},
    {"one-hot", PT_LIST, "", 0, 0, "", "COLUMNS",
     "columns whose values are categories; auto: every column that is not numeric"},
    {"text", PT_LIST, "", 0, 0, "", "COLUMNS", "columns of free text, whose words are counted as in messages"},
    {"missing", PT_CHOICE, "error", 0, 0, PT_CHOICES(PT_MISSING_MAP), "WAY",
     "what to do with missing cells: refuse, fill with 0 or the column's mean, skip the row"},
    {"missing-indicator", PT_LIST, "", 0, 0, "", "COLUMNS",
     "numeric columns that get a feature which is 1 where the cell is missing; auto: every one that has such cells"},
    {"na", PT_LIST, "", 0, 0, "", "CELLS", "cells that are missing too, such as -999,unknown (CSV)"},
    {"dates", PT_LIST, "", 0, 0, "", "COLUMNS",
     "columns of dates, read as days since 1970; auto: every column of dates (CSV)"},
    {"date-order", PT_CHOICE, "auto", 0, 0, "auto|dmy|mdy", "ORDER", "whether day or month stands first in 1/2/2024"},
    {"hash-bits", PT_COUNT, "0", 0, 31, "", "N",
     "hash words or categories into 2^N features instead of keeping them by name"},
    {"header", PT_CHOICE, "auto", 0, 0, "auto|yes|no", "ANSWER", "whether the first line names the columns (CSV)"},
    {"delimiter", PT_TEXT, "", 0, 0, "", "CHAR",
     "character between columns, or its name: tab, space, bar (CSV); found when not given"},
    {"decimal", PT_CHOICE, ".", 0, 0, ".|,", "CHAR", "mark before the decimals of numbers (CSV)"},
    {"skip-lines", PT_COUNT, "0", 0, 4294967295, "", "N", "lines to leave out at the beginning of each file (CSV)"},
    {"comment", PT_TEXT, "", 0, 0, "", "CHAR", "leave out lines that begin with this (CSV)"},
    {"index-base", PT_CHOICE, "auto", 0, 0, "auto|0|1", "BASE",
     "number of the first feature (libsvm); auto: 0 if any index is 0"},
    {"scale", PT_CHOICE, "none", 0, 0, PT_CHOICES(PT_SCALING_MAP), "WAY",
     "scale features (standard, minmax), all rows into the unit ball, or each row to norm 1; tfidf: weigh words by how "
     "few rows have them"},
    {"features", PT_TEXT, "", 0, 0, "", "HOW",
     "features made of the others for curved boundaries: fourier:D or nystroem:M (see --gamma)"},
    {"values", PT_CHOICE, "exact", 0, 0, "exact|f32", "KIND",
     "keep values exactly, or round them to 32 bits to halve the memory"},
    {"on-bad", PT_CHOICE, "error", 0, 0, "error|skip", "WAY", "stop at a bad row, or skip and count it"},
    {"memory", PT_TEXT, "", 0, 0, "", "SIZE",
     "memory for rows, as in 500M or 8G; more go to a temporary file (TMPDIR); half of the machine's when not given"},
    {"layout", PT_CHOICE, "given", 0, 0, "given|shuffled", "WAY",
     "how rows stand in memory; shuffled: moved once, for many shuffled epochs of a large set. No result changes"},
    {"threads", PT_COUNT, "0", 0, 1024, "", "N", "threads to work with; 0: one per core"},
};

const size_t pt_n_data_params = sizeof pt_data_params / sizeof *pt_data_params;
