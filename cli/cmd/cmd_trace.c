/* perceptron trace: every step of training as a table. */
#include "cmd/commands.h"
#include "diag.h"
#include "progress.h"
#include "trace/trace.h"

static int run_trace(const struct args *args)
{
    struct trace trace = {.args = args, .latex = args_flag(args, "latex")};
    ptron_error err = {0};
    ptron_status status = PTRON_OK;
    int code = EXIT_DONE;

    if (!args_count(args, "steps", 200, &trace.limit))
        return EXIT_USAGE;
    if (trace.latex && args_flag(args, "json"))
        return diag_usage("trace", "--latex and --json do not go together");
    interrupts_catch();
    if (!ptron_options_given(args->options, "order"))   /* a table follows the file unless another order is asked for */
        status = ptron_options_set(args->options, "order", "given", &err);
    if (status == PTRON_OK)
        status = trace_make(&trace, args_flag(args, "exact"), &err);
    if (status != PTRON_OK)
        code = diag_error("trace", &err);
    else if (args_flag(args, "json"))
        (trace.facts.classes > 2 ? trace_classes_print_json : trace_print_json)(stdout, &trace);
    else if (trace.facts.classes > 2)
        trace_classes_print(stdout, &trace);
    else if (trace.latex)
        trace_print_latex(stdout, &trace);
    else
        trace_print(stdout, &trace);
    trace_free(&trace);
    return code;
}

const struct command cmd_trace = {
    .name = "trace",
    .summary = "every step of training as a table",
    .operands = "DATA...",
    .files = {1, SIZE_MAX},
    .about = "Trains and shows every row as the learner met it: the product, whether it was a mistake, the weights\n"
             "after it, the bracket on the best margin, and both sides of the two lemmas behind the theorem.\n"
             "Columns follow the algorithm: the weights of batch rules move when a batch ends; svm and kernels have\n"
             "alpha, what each row counts for; a lemma is there where it holds for the start, the rates and the rule.\n"
             "With more than two labels a row's own label and its rival, the best other one, are shown instead.\n"
             "Rows come in the order of the file unless --order says otherwise ('train' shuffles).\n",
    .examples = "  perceptron trace examples/data/worked.csv --exact\n"
                "  perceptron trace examples/data/xor.csv\n"
                "  perceptron trace examples/data/eighty-five.csv --steps 20 --latex\n",
    .options = {
        {"steps", 0, "N", "rows to show; 200 when not given, 0: all"},
        {"exact", 0, NULL, "whole numbers, fractions and roots, of rules that add whole rows times a rate"},
        {"json", 0, NULL, "one JSON object; with --exact its numbers are texts"},
        {"latex", 0, NULL, "a LaTeX tabular"},
    },
    .groups = {"data", "train"},
    .run = run_trace,
};
