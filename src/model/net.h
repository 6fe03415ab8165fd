/* A network of layers: what it is made of, what it makes of rows, and how its loss falls.
 *
 * All weights are one array: for each layer W [in][out], then its biases [out]. Hidden layers have one activation;
 * the last layer's sums are the scores (one when there are two classes), and its output function only matters for
 * the loss. Everything is in doubles or, where `single`, in floats: net_impl.h is compiled for both. */
#ifndef PT_MODEL_NET_H
#define PT_MODEL_NET_H

#include "base/blas.h"
#include "base/buffer.h"
#include "base/param.h"
#include "rows/row.h"

#define PT_ACTIVATION_MAP(X) X(RELU, "relu") X(TANH, "tanh") X(LOGISTIC, "sigmoid") X(IDENTITY, "linear")
enum pt_activation { PT_ACTIVATION_MAP(PT_CHOICE_NAME) PT_SIGN, PT_N_ACTIVATIONS };   /* sign: set by hand only */
#define PT_OUTPUT_MAP(X) X(OUT_SOFTMAX, "softmax") X(OUT_SIGMOID, "sigmoid") X(OUT_LINEAR, "linear")
enum pt_output { PT_OUTPUT_MAP(PT_CHOICE_NAME) PT_N_OUTPUTS };
#define PT_LOSS_MAP(X) X(CROSS_ENTROPY, "cross-entropy") X(SQUARED, "squared")
enum pt_loss { PT_LOSS_MAP(PT_CHOICE_NAME) };
#define PT_OPTIMIZER_MAP(X) X(ADAM, "adam") X(SGD, "sgd") X(MOMENTUM, "momentum") X(NESTEROV, "nesterov")
enum pt_optimizer { PT_OPTIMIZER_MAP(PT_CHOICE_NAME) };
enum { PT_NET_LAYERS = 32, PT_NET_TILE = 32 };   /* most layers; rows that go through together, a fixed number */

struct pt_net {
    uint32_t n_layers;                    /* of weights */
    uint32_t size[PT_NET_LAYERS + 1];     /* features, hidden layers, scores */
    enum pt_activation activation;
    enum pt_output     output;
    bool     single;
    size_t   n_weights;
    void    *w;                           /* [n_weights] */
};

/* Counts the weights; false when they do not fit a size_t or a size is 0 beyond the first. */
bool   pt_net_count(struct pt_net *net);
size_t pt_net_offset(const struct pt_net *net, uint32_t layer);   /* where W of the layer begins */
/* `own` and its like: a struct pt_net. */
void   pt_net_fini(void *own);
ptron_status pt_net_copy(void *to, const void *from, ptron_error *err);
const char *pt_activation_name(enum pt_activation activation);
double pt_net_weight(const struct pt_net *net, size_t i);
void   pt_net_set(struct pt_net *net, size_t i, double value);
bool   pt_net_is_finite(const struct pt_net *net);

struct pt_step_rule {                     /* how one step changes weights */
    enum pt_optimizer kind;
    double rate, momentum, l2;            /* rate: of this step, Adam's correction included */
};

/* Pointers [n_layers + 1] are to one tile's rows: values[0] the inputs, values[L] the scores. */
struct pt_net_math {
    size_t bytes;   /* of a real number */
    void   (*pack)(const struct pt_row *rows, size_t n, uint32_t width, void *x);
    void   (*forward)(const struct pt_net *net, const struct pt_blas *blas, size_t n, void *const *values);
    void   (*scores)(const struct pt_net *net, size_t n, const void *last, double *scores);
    /* The loss of rows and its slope by their scores, both weighted by the rows. */
    double (*loss)(const struct pt_net *net, enum pt_loss loss, const struct pt_row *rows, size_t n,
                   const void *scores, void *slope);
    /* From the slopes by scores (slopes[L]) to those by every layer's sums. */
    void   (*backward)(const struct pt_net *net, const struct pt_blas *blas, size_t n, void *const *values,
                       void *const *slopes);
    /* The mean slope by weights from..from+rows of the layer's inputs, over n rows; the biases too when from is 0. */
    void   (*gradient)(const struct pt_net *net, const struct pt_blas *blas, uint32_t layer, size_t from, size_t rows,
                       size_t n, const void *inputs, const void *slopes, void *gradient);
    /* w, gradient and the two moments of n weights; decays: L2 applies. */
    void   (*step)(const struct pt_step_rule *rule, bool decays, size_t n, void *w, const void *gradient, void *first,
                   void *second);
};

const struct pt_net_math *pt_net_math_of(bool single);

void         pt_net_save(const void *own, struct pt_buffer *out);
ptron_status pt_net_load(void *own, struct pt_cursor *in, ptron_error *err);

#endif
