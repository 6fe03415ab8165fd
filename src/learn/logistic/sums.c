/* Sums over all rows. Alone they run over the rows by number, onto what they are added to. In shards each part sums up
 * its rows as they stand in the shard, and the parts' sums are added along the tree over shards, wherever these are. */
#include "base/alloc.h"
#include "base/elementary.h"
#include "base/size.h"
#include "learn/logistic/logistic.h"
#include "learn/logistic/losses.h"

#include <math.h>

enum { KEPT_ROWS = 1 << 14 };

/* ---- parts --------------------------------------------------------------------------------------- */

/* So few rows are not looked up anew in every pass. */
static ptron_status keep_rows(const struct pt_logistic *l, struct pt_logistic_part *p, ptron_error *err)
{
    const struct pt_seen_rows rows = pt_setup_rows(&l->base.setup);

    if (l->shards > 1 || p->n > KEPT_ROWS || p->row != NULL)
        return PTRON_OK;
    p->row = pt_array(p->n, sizeof *p->row);
    for (size_t i = 0; p->row != NULL && i < p->n; i++)
        p->row[i] = pt_seen_row(&rows, l->rows[i]);
    return p->row == NULL ? pt_fail_memory(err, p->n * sizeof *p->row, "the rows") : PTRON_OK;
}

static ptron_status make_part(const struct pt_logistic *l, struct pt_logistic_part *p, bool steps, ptron_error *err)
{
    double **arrays[] = {&p->product, &p->pull, &p->bend, &p->along};

    for (size_t i = 0; i < (steps && l->l1 ? 4 : 3); i++)
        if (*arrays[i] == NULL && (*arrays[i] = pt_zeroed(p->n, sizeof **arrays[i])) == NULL)
            return pt_fail_memory(err, p->n * sizeof **arrays[i], "the products of all rows");
    PT_TRY(keep_rows(l, p, err));
    return l->shards > 1 && p->sum.w == NULL ? pt_weights_init(&p->sum, 1, l->base.w.features, err) : PTRON_OK;
}

ptron_status pt_logistic_make_parts(struct pt_logistic *l, bool steps, ptron_error *err)
{
    const struct pt_setup *s = &l->base.setup;
    const size_t ranks = s->ranks == NULL ? 1 : s->ranks->size, rank = pt_ranks_rank(s->ranks);
    const size_t from = (size_t)pt_share_from(l->shards, ranks, rank);

    l->n_parts = (size_t)pt_share_from(l->shards, ranks, rank + 1) - from;
    if (l->part == NULL && (l->part = pt_zeroed(l->n_parts, sizeof *l->part)) == NULL)
        return pt_fail_memory(err, l->n_parts * sizeof *l->part, "shards");
    if (l->shards > 1)
        l->n = pt_setup_shard(s, l->shards);
    for (size_t i = 0; i < l->n_parts; i++) {
        struct pt_logistic_part *p = &l->part[i];

        p->shard = from + i;
        p->from = l->shards > 1 ? pt_setup_shard(s, p->shard) : 0;
        p->n = (size_t)((l->shards > 1 ? pt_setup_shard(s, p->shard + 1) : l->n) - p->from);
        PT_TRY(make_part(l, p, steps, err));
    }
    if (l->shards > 1 && l->total.w == NULL)
        return pt_weights_init(&l->total, 1, l->base.w.features, err);
    return PTRON_OK;
}

void pt_logistic_free_parts(struct pt_logistic *l)
{
    for (size_t i = 0; l->part != NULL && i < l->n_parts; i++) {
        void *arrays[] = {l->part[i].product, l->part[i].pull, l->part[i].bend, l->part[i].along};

        for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
            pt_release(arrays[k]);
        pt_release(l->part[i].row);
        pt_weights_fini(&l->part[i].sum);
    }
    pt_release(l->part);
    pt_weights_fini(&l->total);
}

/* ---- passes -------------------------------------------------------------------------------------- */

struct pass;
typedef void pass_over(const struct pass *pass, struct pt_logistic_part *part, struct pt_weights *to, double *numbers);

struct pass {
    struct pt_logistic *l;
    pass_over *over;
    const struct pt_weights *w;   /* whatever the pass is about: weights, a direction */
    const double *with;           /* numbers */
    struct pt_weights *to;        /* a sum of rows is added to it; NULL: there is none */
    double *numbers;              /* [PT_LOGISTIC_NUMBERS - 1] and so are numbers */
    struct pt_seen_rows rows;     /* of no shards */
};

static struct pt_row far_row(const struct pass *pass, const struct pt_logistic_part *p, size_t i)
{
    return pass->l->shards > 1 ? pt_setup_shard_row(&pass->l->base.setup, p->from + i)
                               : pt_seen_row(&pass->rows, pass->l->rows[i]);
}

static inline struct pt_row row_of(const struct pass *pass, const struct pt_logistic_part *p, size_t i)
{
    return p->row != NULL ? p->row[i] : far_row(pass, p, i);
}

static void pass_over_shard(void *context, size_t i)
{
    const struct pass *pass = context;
    struct pt_logistic_part *p = &pass->l->part[i];

    for (size_t k = 0; k < PT_LOGISTIC_NUMBERS; k++)
        p->numbers[k] = 0.0;
    if (pass->to != NULL)
        pt_weights_fill(&p->sum, 0.0);
    pass->over(pass, p, &p->sum, p->numbers + 1);
    p->numbers[0] = pass->to == NULL ? 0.0 : p->sum.bias[0];
}

static ptron_status add_shards(const struct pass *pass, const double **terms, ptron_error *err)
{
    struct pt_logistic *l = pass->l;
    ptron_ranks *ranks = l->base.setup.ranks;
    double numbers[PT_LOGISTIC_NUMBERS];

    for (size_t i = 0; i < l->n_parts; i++)
        terms[l->part[i].shard] = l->part[i].numbers;
    PT_TRY(pt_tree_sum(ranks, terms, l->shards, PT_LOGISTIC_NUMBERS, numbers, err));
    for (size_t k = 1; pass->numbers != NULL && k < PT_LOGISTIC_NUMBERS; k++)
        pass->numbers[k - 1] += numbers[k];
    if (pass->to == NULL)
        return PTRON_OK;
    for (size_t i = 0; i < l->n_parts; i++)
        terms[l->part[i].shard] = l->part[i].sum.w;
    PT_TRY(pt_tree_sum(ranks, terms, l->shards, l->total.features, l->total.w, err));
    l->total.bias[0] = numbers[0];
    pt_weights_blend(l->base.setup.ops, pass->to, 1.0, &l->total);
    return PTRON_OK;
}

static ptron_status make_pass(struct pass pass, ptron_error *err)
{
    struct pt_logistic *l = pass.l;
    const double **terms;
    ptron_status status;

    if (l->shards == 1) {
        pass.rows = pt_setup_rows(&l->base.setup);
        pass.over(&pass, l->part, pass.to, pass.numbers);
        return PTRON_OK;
    }
    terms = pt_zeroed(l->shards, sizeof *terms);
    if (terms == NULL)
        return pt_fail_memory(err, l->shards * sizeof *terms, "sums of shards");
    pt_pool_run(l->base.setup.pool, l->n_parts, pass_over_shard, &pass);
    status = add_shards(&pass, terms, err);
    pt_release(terms);
    return status;
}

/* ---- what is summed ------------------------------------------------------------------------------ */

double pt_logistic_sign(const struct pt_row *row)
{
    return row->label == 1 ? 1.0 : -1.0;
}

/* The rows' products, some rows at a time, so that these are still near when they are added up. */
static void fill_products(const struct pass *pass, struct pt_logistic_part *p, size_t from, size_t n, double *most)
{
    const struct pt_setup *s = &pass->l->base.setup;
    const double constant = pass->w->bias[0] * s->bias_scale;

    for (size_t i = 0; i < n; i++) {
        const struct pt_row row = row_of(pass, p, from + i);

        p->product[from + i] = pt_logistic_sign(&row) * (pt_vec_dot(s->ops, pass->w->w, &row) + constant);
        most[i] = pass->l->C * row.weight;
    }
}

static void look(const struct pass *pass, struct pt_logistic_part *p, struct pt_weights *to, double *numbers)
{
    const double scale = pass->l->base.setup.bias_scale;
    double most[PT_LOSS_ROWS], loss[PT_LOSS_ROWS], sum[PT_LOGISTIC_NUMBERS - 1] = {0};

    for (size_t from = 0; from < p->n; from += PT_LOSS_ROWS) {
        const size_t n = pt_min(PT_LOSS_ROWS, p->n - from);

        fill_products(pass, p, from, n, most);
        pt_logistic_losses(p->product + from, most, n, p->pull + from, p->bend + from, loss);
        for (size_t i = 0; i < n; i++) {
            const struct pt_row row = row_of(pass, p, from + i);
            const double pull = p->pull[from + i];
            const bool up = row.label == 1;

            sum[PT_LOSS] += loss[i];
            sum[PT_CONJUGATES] += loss[i] + pull * p->product[from + i];
            sum[PT_LENGTHS] += pull * sqrt(row.norm2 + scale * scale);
            sum[PT_PULL_DOWN] += up ? 0.0 : pull;
            sum[PT_PULL_UP] += up ? pull : 0.0;
            pt_linear_add(&pass->l->base, to, up ? -pull : pull, &row);
        }
    }
    for (size_t k = 0; k < PT_LOGISTIC_NUMBERS - 1; k++)
        numbers[k] += sum[k];
}

ptron_status pt_logistic_sum_look(struct pt_logistic *l, const struct pt_weights *w, double *numbers, ptron_error *err)
{
    pt_weights_fill(&l->gradient, 0.0);
    return make_pass((struct pass){.l = l, .over = look, .w = w, .to = &l->gradient, .numbers = numbers}, err);
}

static void draw_in(const struct pass *pass, struct pt_logistic_part *p, struct pt_weights *to, double *numbers)
{
    (void)numbers;
    for (size_t i = 0; i < p->n; i++) {
        const struct pt_row row = row_of(pass, p, i);
        pt_linear_add(&pass->l->base, to, pt_logistic_sign(&row) * pass->with[row.label == 1] * p->pull[i], &row);
    }
}

ptron_status pt_logistic_sum_drawn_in(struct pt_logistic *l, const double shares[2], ptron_error *err)
{
    pt_weights_fill(&l->image, 0.0);
    return make_pass((struct pass){.l = l, .over = draw_in, .with = shares, .to = &l->image}, err);
}

/* One minus entropy's share of a row: C c (p ln p + (1 - p) ln(1 - p)), p = pull/(C c) times `share`. */
static double conjugate(double pull, double most, double share)
{
    const double p = share * pull / most, q = 1.0 - p;

    return most * ((p > 0.0 ? p * pt_log(p) : 0.0) + (q > 0.0 ? q * pt_log1p(-p) : 0.0));   /* 1 - p has little of it */
}

static void conjugates(const struct pass *pass, struct pt_logistic_part *p, struct pt_weights *to, double *numbers)
{
    (void)to;
    for (size_t i = 0; i < p->n; i++) {
        const struct pt_row row = row_of(pass, p, i);
        numbers[0] -= conjugate(p->pull[i], pass->l->C * row.weight, pass->with[row.label == 1]);
    }
}

ptron_status pt_logistic_sum_conjugates(struct pt_logistic *l, const double shares[2], double *sum, ptron_error *err)
{
    double numbers[PT_LOGISTIC_NUMBERS - 1] = {0};

    PT_TRY(make_pass((struct pass){.l = l, .over = conjugates, .with = shares, .numbers = numbers}, err));
    *sum = numbers[0];
    return PTRON_OK;
}

static double along_of(const struct pass *pass, const struct pt_row *row)
{
    const struct pt_setup *s = &pass->l->base.setup;

    return pt_vec_dot(s->ops, pass->w->w, row) + pass->w->bias[0] * s->bias_scale;
}

static void bend(const struct pass *pass, struct pt_logistic_part *p, struct pt_weights *to, double *numbers)
{
    (void)numbers;
    for (size_t i = 0; i < p->n; i++) {
        const struct pt_row row = row_of(pass, p, i);
        pt_linear_add(&pass->l->base, to, p->bend[i] * along_of(pass, &row), &row);
    }
}

ptron_status pt_logistic_sum_bend(struct pt_logistic *l, const struct pt_weights *d, struct pt_weights *image,
                                  ptron_error *err)
{
    return make_pass((struct pass){.l = l, .over = bend, .w = d, .to = image}, err);
}

static void diagonal(const struct pass *pass, struct pt_logistic_part *p, struct pt_weights *to, double *numbers)
{
    const double constant = pass->l->base.setup.bias_scale;

    (void)numbers;
    for (size_t i = 0; i < p->n; i++) {
        const struct pt_row row = row_of(pass, p, i);

        for (size_t k = 0; k < row.n; k++) {
            const double x = pt_row_value(&row, k);
            to->w[row.index == NULL ? k : row.index[k]] += p->bend[i] * x * x;
        }
        to->bias[0] += p->bend[i] * constant * constant;
    }
}

ptron_status pt_logistic_sum_diagonal(struct pt_logistic *l, struct pt_weights *to, ptron_error *err)
{
    return make_pass((struct pass){.l = l, .over = diagonal, .to = to}, err);
}

void pt_logistic_sum_hessian(struct pt_logistic *l)
{
    const struct pass pass = {.l = l, .rows = pt_setup_rows(&l->base.setup)};
    const struct pt_logistic_part *p = l->part;
    struct pt_row rows[PT_HESSIAN_ROWS];

    pt_hessian_clear(&l->hessian);
    for (size_t from = 0; from < p->n; from += PT_HESSIAN_ROWS) {
        const size_t n = pt_min(PT_HESSIAN_ROWS, p->n - from);

        for (size_t i = 0; i < n; i++)
            rows[i] = row_of(&pass, p, from + i);
        pt_hessian_add(&l->hessian, rows, p->bend + from, n, l->base.setup.bias_scale);
    }
    pt_hessian_mirror(&l->hessian);
}
