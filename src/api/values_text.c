/* What the numbers of a proof are, in words that are true of every cell. */
#include "api/api.h"
#include "base/plural.h"
#include "sets/dataset.h"

#include <stdio.h>

bool pt_values_decimal(const ptron_dataset *set)
{
    return set->shared->scaling == PT_SCALE_NONE && set->shared->feature_map.kind == PT_MAP_NONE &&
           pt_formats[set->shared->format].origin == PT_FROM_TEXT;
}

static void tell_rounded(const ptron_dataset *set, bool decimal, char *text, size_t room)
{
    const struct pt_tally *tally = &set->tally;
    const ptron_error *at = &tally->first_rounded;

    snprintf(text, room, "%s to the file's: no double holds %llu of the cells as %s, the first at %.120s:%llu:%llu",
             decimal ? "the shortest decimals of the doubles nearest" : "binary numbers, the doubles nearest",
             (unsigned long long)tally->rounded_cells,
             pt_one_many(tally->rounded_cells, "it stands", "they stand"), at->file,
             (unsigned long long)at->line, (unsigned long long)at->column);
}

bool pt_values_text(const ptron_dataset *set, char *text, size_t room)
{
    const bool decimal = pt_values_decimal(set), filled = set->tally.missing_cells > 0;
    const char *words = decimal ? "the decimals in the file, exactly" : "binary numbers, exactly";
    bool literal = false;

    if (set->shared->feature_map.kind != PT_MAP_NONE)
        words = "binary numbers, exactly: the features that were made of the rows";
    else if (set->shared->scaling != PT_SCALE_NONE)
        words = "binary numbers, exactly: the rows as scaled, each value rounded";
    else if (set->single)
        words = decimal ? "the shortest decimals of the values rounded to 32 bits, exactly"
                        : "binary numbers, exactly: the values rounded to 32 bits";
    else if (set->packed && decimal && set->kind >= PT_F32)
        words = "the shortest decimals of the values in the pack, exactly, whatever digits the text had";
    else if (set->tally.rounded_cells > 0)
        words = NULL;
    else if (!set->packed && !set->tally.digits && pt_formats[set->shared->format].origin != PT_FROM_MEMORY)
        words = decimal ? "the shortest decimals of the doubles nearest to the file's, exactly"
                        : "binary numbers, exactly: the doubles nearest to the file's";
    else
        literal = !filled;
    if (words == NULL)
        tell_rounded(set, decimal, text, room);
    else
        snprintf(text, room, "%s%s", words, filled ? "; missing cells as they were filled in" : "");
    return literal;
}

bool ptron_dataset_values(const ptron_dataset *set, char *text, size_t room, bool *decimal)
{
    if (decimal != NULL)
        *decimal = set != NULL && pt_values_decimal(set);
    if (text != NULL && room > 0)
        *text = '\0';
    return set != NULL && text != NULL && pt_values_text(set, text, room);
}
