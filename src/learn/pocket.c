/* The pocket of linear weights and of kernels. */
#include "learn/pocket.h"

ptron_status pt_pocket_look(struct pt_pocket *pocket, const struct pt_setup *setup, const ptron_model *present,
                            bool *better, ptron_error *err)
{
    struct pt_census census = {0};

    pocket->looked = true;
    PT_TRY(pt_setup_judge(setup, present, &census, err));
    pocket->judged += census.rows;
    *better = census.errors < pocket->errors;
    if (*better) {
        pocket->errors = census.errors;
        pocket->best_run = pocket->run;
    }
    return PTRON_OK;
}

void pt_pocket_save(const struct pt_pocket *pocket, struct pt_buffer *out)
{
    pt_buffer_u64(out, pocket->run);
    pt_buffer_u64(out, pocket->best_run);
    pt_buffer_u64(out, pocket->errors);
    pt_buffer_u64(out, pocket->met);
    pt_buffer_u64(out, pocket->judged);
    pt_buffer_u32(out, pocket->looked);
}

void pt_pocket_load(struct pt_pocket *pocket, struct pt_cursor *in)
{
    pocket->run = pt_cursor_u64(in);
    pocket->best_run = pt_cursor_u64(in);
    pocket->errors = pt_cursor_u64(in);
    pocket->met = pt_cursor_u64(in);
    pocket->judged = pt_cursor_u64(in);
    pocket->looked = pt_cursor_u32(in) != 0;
}
