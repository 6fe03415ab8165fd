/* What a user of the installed library writes first: rows in memory, a model, an answer. */
#include <perceptron.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char data[] = "x,y,class\n1,1,no\n2,1,no\n8,9,yes\n9,8,yes\n";
    ptron_error err = {0};
    ptron_dataset *set = NULL;
    ptron_trainer *trainer = NULL;
    PTRON_SIZED(ptron_result, result);

    if (ptron_dataset_read(data, strlen(data), "four rows", NULL, NULL, &set, &err) != PTRON_OK ||
        ptron_trainer_new(NULL, set, NULL, &trainer, &err) != PTRON_OK ||
        ptron_trainer_run(trainer, NULL, &err) != PTRON_OK ||
        ptron_trainer_result(trainer, &result, &err) != PTRON_OK)
        printf("failed: %s\n", err.message);
    else
        printf("perceptron %s: %s, %d errors\n", ptron_version(), ptron_stop_text(result.reason),
               (int)result.train_errors);
    ptron_trainer_free(trainer);
    ptron_dataset_free(set);
    return result.reason != PTRON_STOP_SEPARATED;
}
