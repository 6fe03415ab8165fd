/* Any bytes as weights or a network set by hand, in JSON. What is read must be saved, load again, be exported as JSON
 * and, where that is read again, give the same scores. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

static ptron_model *import(const void *bytes, size_t length)
{
    ptron_error err = {0};
    ptron_model *model = NULL;

    FUZZ_ANSWER(ptron_model_import(fuzz_file(bytes, length), &model, &err), &err, model);
    return model;
}

static double score(const ptron_model *model, const char *rows)
{
    ptron_dataset *set = NULL;
    double scores[16] = {0};
    uint32_t classes[2];

    if (ptron_model_scores(model) <= 8 &&
        ptron_dataset_read(rows, strlen(rows), "rows", NULL, model, &set, NULL) == PTRON_OK)
        FUZZ_CHECK(ptron_predict(model, set, NULL, scores, classes, NULL) == PTRON_OK);
    ptron_dataset_free(set);
    return scores[0];
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char rows[] = "x1,x2\n1,2\n-0.5,3\n";
    ptron_model *model = import(bytes, length), *again = NULL;
    void *json = NULL;
    size_t n = 0;

    if (model == NULL)
        return 0;
    fuzz_round_trip(model);
    if (ptron_model_export(model, "json", &json, &n, NULL) == PTRON_OK)
        again = import(json, n);
    FUZZ_CHECK(json == NULL || again != NULL);
    if (again != NULL) {
        const double first = score(model, rows), second = score(again, rows);
        FUZZ_CHECK(first == second || (isnan(first) && isnan(second)));
    }
    ptron_bytes_free(json);
    ptron_model_free(again);
    ptron_model_free(model);
    return 0;
}
