/* The arithmetic of networks for one type of number. The file that includes this defines
 *     REAL      the type                          OPS    the name of the table to make
 *     GEMM      the BLAS function's field         EXP, LOG1P, SQRT, TANH   of that type
 *     ID(x)     a name of its own for each function */

/* A loop for each kind of values, which becomes vector code. */
static void ID(pack_dense)(const struct pt_row *row, size_t n, REAL *to)
{
#define X(name, NAME, type, bytes, value_i)  \
    case PT_##NAME: {                        \
        const type *x = row->value;          \
        (void)x;                             \
        for (size_t i = 0; i < n; i++)       \
            to[i] = (REAL)(value_i);         \
        break;                               \
    }
    switch (row->kind) {
        PT_KIND_MAP(X)
    }
#undef X
}

static void ID(pack)(const struct pt_row *rows, size_t n, uint32_t width, void *to)
{
    REAL *x = to;

    for (size_t i = 0; i < n; i++, x += width) {
        const struct pt_row *row = &rows[i];
        if (row->index == NULL && row->n >= width) {
            ID(pack_dense)(row, width, x);
            continue;
        }
        memset(x, 0, width * sizeof *x);
        for (size_t j = 0; j < row->n; j++) {
            const size_t feature = row->index == NULL ? j : row->index[j];
            if (feature < width)
                x[feature] = (REAL)pt_row_value(row, j);
        }
    }
}

/* ---- forward ------------------------------------------------------------------------------------- */

static void ID(activate)(enum pt_activation activation, size_t n, REAL *z)
{
    switch (activation) {
    case PT_RELU:
        for (size_t i = 0; i < n; i++)
            z[i] = z[i] > 0 ? z[i] : 0;
        break;
    case PT_TANH:
        for (size_t i = 0; i < n; i++)
            z[i] = TANH(z[i]);
        break;
    case PT_LOGISTIC:
        for (size_t i = 0; i < n; i++)
            z[i] = 1 / (1 + EXP(-z[i]));
        break;
    case PT_SIGN:
        for (size_t i = 0; i < n; i++)
            z[i] = z[i] > 0 ? 1 : -1;
        break;
    case PT_IDENTITY:
    case PT_N_ACTIVATIONS:
        break;
    }
}

/* sums [n][out] = inputs [n][in] W + biases. */
static void ID(add_layer)(const struct pt_net *net, const struct pt_blas *blas, uint32_t layer, size_t n,
                          const REAL *inputs, REAL *sums)
{
    const size_t in = net->size[layer], out = net->size[layer + 1];
    const REAL *w = (const REAL *)net->w + pt_net_offset(net, layer), *bias = w + in * out;

    for (size_t i = 0; i < n; i++)
        memcpy(sums + i * out, bias, out * sizeof *sums);
    if (in > 0)
        by(net, blas, layer)->GEMM(PT_BLAS_ROW_MAJOR, PT_BLAS_PLAIN, PT_BLAS_PLAIN, (int)n, (int)out, (int)in, 1,
                                   inputs, (int)in, w, (int)out, 1, sums, (int)out);
}

static void ID(forward)(const struct pt_net *net, const struct pt_blas *blas, size_t n, void *const *values)
{
    for (uint32_t l = 0; l < net->n_layers; l++) {
        ID(add_layer)(net, blas, l, n, values[l], values[l + 1]);
        if (l + 1 < net->n_layers)
            ID(activate)(net->activation, n * net->size[l + 1], values[l + 1]);
    }
}

static void ID(scores)(const struct pt_net *net, size_t n, const void *last, double *scores)
{
    const REAL *z = last;

    for (size_t i = 0; i < n * net->size[net->n_layers]; i++)
        scores[i] = (double)z[i];
}

/* ---- loss ---------------------------------------------------------------------------------------- */

/* -log of the probability, and its slope p - t; sums in a form that does not overflow. */
static REAL ID(sigmoid_loss)(size_t n, const REAL *z, const REAL *target, REAL *slope)
{
    REAL loss = 0;

    for (size_t v = 0; v < n; v++) {
        const REAL e = EXP(z[v] > 0 ? -z[v] : z[v]);
        loss += (z[v] > 0 ? z[v] : 0) - target[v] * z[v] + LOG1P(e);
        slope[v] = (z[v] > 0 ? 1 : e) / (1 + e) - target[v];
    }
    return loss;
}

static void ID(soften)(size_t n, const REAL *z, REAL *p, REAL *log_sum)
{
    REAL most = z[0], sum = 0;

    for (size_t v = 1; v < n; v++)
        most = z[v] > most ? z[v] : most;
    for (size_t v = 0; v < n; v++)
        sum += p[v] = EXP(z[v] - most);
    for (size_t v = 0; v < n; v++)
        p[v] /= sum;
    *log_sum = most + LOG1P(sum - 1);
}

static REAL ID(softmax_loss)(size_t n, const REAL *z, const REAL *target, REAL *slope)
{
    REAL log_sum, loss = 0;

    ID(soften)(n, z, slope, &log_sum);
    for (size_t v = 0; v < n; v++) {
        loss += target[v] * (log_sum - z[v]);
        slope[v] -= target[v];
    }
    return loss;
}

/* Half the squared distance of the outputs from the target. */
static REAL ID(squared_loss)(enum pt_output output, size_t n, const REAL *z, const REAL *target, REAL *slope)
{
    REAL loss = 0, mean = 0, log_sum;

    if (output == PT_OUT_SOFTMAX)
        ID(soften)(n, z, slope, &log_sum);
    for (size_t v = 0; v < n; v++) {
        const REAL p = output == PT_OUT_SOFTMAX ? slope[v] : output == PT_OUT_SIGMOID ? 1 / (1 + EXP(-z[v])) : z[v];
        const REAL away = p - target[v];
        loss += away * away / 2;
        mean += away * p;
        slope[v] = output == PT_OUT_SIGMOID ? away * p * (1 - p) : away;
    }
    for (size_t v = 0; output == PT_OUT_SOFTMAX && v < n; v++)
        slope[v] = (slope[v] + target[v]) * (slope[v] - mean);
    return loss;
}

static double ID(loss)(const struct pt_net *net, enum pt_loss loss, const struct pt_row *rows, size_t n,
                       const void *scores, void *slope)
{
    const size_t out = net->size[net->n_layers];
    const enum pt_output output = out == 1 && net->output == PT_OUT_SOFTMAX ? PT_OUT_SIGMOID : net->output;
    REAL target[PT_NET_TARGETS];
    double sum = 0.0;

    for (size_t i = 0; i < n; i++) {
        const REAL *z = (const REAL *)scores + i * out;
        REAL *s = (REAL *)slope + i * out, one;
        for (size_t v = 0; v < out; v++)
            target[v] = (out == 1 ? rows[i].label == 1 : rows[i].label == v) ? 1 : 0;
        one = loss == PT_SQUARED         ? ID(squared_loss)(output, out, z, target, s)
              : output == PT_OUT_SOFTMAX ? ID(softmax_loss)(out, z, target, s)
                                         : ID(sigmoid_loss)(out, z, target, s);
        sum += rows[i].weight * (double)one;
        for (size_t v = 0; rows[i].weight != 1.0 && v < out; v++)
            s[v] *= (REAL)rows[i].weight;
    }
    return sum;
}

/* ---- backward ------------------------------------------------------------------------------------ */

/* Slopes by a layer's values become slopes by its sums; the values say how steep the activation is there. */
static void ID(steepen)(enum pt_activation activation, size_t n, const REAL *a, REAL *slope)
{
    if (activation == PT_RELU)
        for (size_t i = 0; i < n; i++)
            slope[i] = a[i] > 0 ? slope[i] : 0;
    else if (activation == PT_TANH)
        for (size_t i = 0; i < n; i++)
            slope[i] *= 1 - a[i] * a[i];
    else if (activation == PT_LOGISTIC)
        for (size_t i = 0; i < n; i++)
            slope[i] *= a[i] * (1 - a[i]);
}

static void ID(backward)(const struct pt_net *net, const struct pt_blas *blas, size_t n, void *const *values,
                         void *const *slopes)
{
    for (uint32_t l = net->n_layers - 1; l > 0; l--) {
        const size_t in = net->size[l], out = net->size[l + 1];
        const REAL *w = (const REAL *)net->w + pt_net_offset(net, l);
        by(net, blas, l)->GEMM(PT_BLAS_ROW_MAJOR, PT_BLAS_PLAIN, PT_BLAS_TURNED, (int)n, (int)in, (int)out, 1,
                               slopes[l + 1], (int)out, w, (int)out, 0, slopes[l], (int)in);
        ID(steepen)(net->activation, n * in, values[l], slopes[l]);
    }
}

static void ID(gradient)(const struct pt_net *net, const struct pt_blas *blas, uint32_t layer, size_t from, size_t rows,
                         size_t n, const void *inputs, const void *slopes, void *gradient)
{
    const size_t in = net->size[layer], out = net->size[layer + 1];
    const REAL *x = inputs, *s = slopes, share = 1 / (REAL)n;
    REAL *g = (REAL *)gradient + pt_net_offset(net, layer);

    if (rows > 0)
        by(net, blas, layer)->GEMM(PT_BLAS_ROW_MAJOR, PT_BLAS_TURNED, PT_BLAS_PLAIN, (int)rows, (int)out, (int)n, share,
                                   x + from, (int)in, s, (int)out, 0, g + from * out, (int)out);
    if (from > 0)
        return;
    g += in * out;
    memset(g, 0, out * sizeof *g);
    for (size_t i = 0; i < n; i++)
        for (size_t v = 0; v < out; v++)
            g[v] += s[i * out + v];
    for (size_t v = 0; v < out; v++)
        g[v] *= share;
}

/* ---- steps --------------------------------------------------------------------------------------- */

static void ID(adam)(const struct pt_step_rule *rule, REAL decay, size_t n, REAL *w, const REAL *g, REAL *m, REAL *v)
{
    const REAL keep1 = (REAL)0.9, keep2 = (REAL)0.999, rate = (REAL)rule->rate, least = (REAL)1e-8;

    for (size_t i = 0; i < n; i++) {
        const REAL slope = g[i] + decay * w[i];
        m[i] = keep1 * m[i] + (1 - keep1) * slope;
        v[i] = keep2 * v[i] + (1 - keep2) * slope * slope;
        w[i] -= rate * m[i] / (SQRT(v[i]) + least);
    }
}

static void ID(step)(const struct pt_step_rule *rule, bool decays, size_t n, void *weights, const void *gradient,
                     void *first, void *second)
{
    REAL *w = weights, *m = first;
    const REAL *g = gradient;
    const REAL rate = (REAL)rule->rate, mu = (REAL)rule->momentum, decay = decays ? (REAL)rule->l2 : 0;

    if (rule->kind == PT_ADAM) {
        ID(adam)(rule, decay, n, w, g, m, second);
        return;
    }
    if (rule->kind == PT_SGD) {
        for (size_t i = 0; i < n; i++)
            w[i] -= rate * (g[i] + decay * w[i]);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const REAL before = m[i];
        m[i] = mu * before - rate * (g[i] + decay * w[i]);
        w[i] += rule->kind == PT_NESTEROV ? mu * (m[i] - before) + m[i] : m[i];
    }
}

static const struct pt_net_math OPS = {
    sizeof(REAL), ID(pack), ID(forward), ID(scores), ID(loss), ID(backward), ID(gradient), ID(step),
};
