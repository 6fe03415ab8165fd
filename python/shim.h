/* What the binding adds to the public header: callbacks that wake Python only now and then, and the command's
 * sentences as text. The compiler reads it, and cffi, through the preprocessor. */

/* Who is called back: the handle of a Python object, and how often. Learning comes by every few thousand rows; Python
 * is woken at most every `every` seconds: often enough for a bar, and for Ctrl-C. */
typedef struct shim_watcher {
    void  *self;
    double every;
    double last;
} shim_watcher;

/* For `user` a shim_watcher. */
bool shim_on_block(void *user, const ptron_progress *progress);
bool shim_on_epoch(void *user, const ptron_progress *progress);   /* never left out */
bool shim_on_rows(void *user, uint64_t done, uint64_t total);
bool shim_on_step(void *user, const ptron_certify_progress *progress);

/* Why training stopped, as the command says it. Free it with shim_free; NULL: no memory. */
char *shim_why(const ptron_result *result);
/* What `perceptron explain` says of rows and their proof; `options`: those the proof was made with. */
ptron_status shim_explain(ptron_dataset *set, ptron_certificate *certificate, const ptron_options *options,
                          char **text, ptron_error *err);
/* What `perceptron certify` says. */
char *shim_verdict(const ptron_dataset *set, const ptron_certificate *certificate);
void  shim_free(char *text);
