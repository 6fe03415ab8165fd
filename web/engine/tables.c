/* What there is to choose: the tables of options, algorithms and generators as JSON. */
#include "engine.h"

static void put_options(struct json *json)
{
    PTRON_SIZED(ptron_option_info, o);

    json_array(json, "options");
    for (size_t i = 0; ptron_option_describe(i, &o); i++)
        json_put(json, OBJECT(NULL), TEXT("name", o.name), TEXT("group", o.group), TEXT("type", o.type),
                 TEXT("initial", o.initial), TEXT("choices", o.choices), TEXT("metavar", o.metavar),
                 TEXT("help", o.help), END);
    json_end_array(json);
}

/* The options of the group "train" that can do something with it. */
static void put_taken(struct json *json, const char *algorithm)
{
    PTRON_SIZED(ptron_option_info, o);

    json_array(json, "takes");
    for (size_t i = 0; ptron_option_describe(i, &o); i++)
        if (strcmp(o.group, "train") == 0 && ptron_algorithm_takes(algorithm, o.name))
            json_text(json, NULL, o.name);
    json_end_array(json);
}

static void put_algorithms(struct json *json)
{
    PTRON_SIZED(ptron_algorithm_info, a);

    json_array(json, "algorithms");
    for (size_t i = 0; ptron_algorithm_describe(i, &a); i++) {
        json_put(json, OBJECT(NULL), TEXT("name", a.name), TEXT("update", a.update), TEXT("guarantee", a.guarantee),
                 TEXT("reference", a.reference), FLAG("many_classes", a.many_classes),
                 FLAG("one_vs_rest", a.one_vs_rest), FLAG("theorem", a.theorem), FLAG("kernels", a.kernels),
                 FLAG("weights", a.weights), FLAG("adds_rows", a.adds_rows), TEXT("bound", a.bound));
        put_taken(json, a.name);
        json_end_object(json);
    }
    json_end_array(json);
}

static void put_generators(struct json *json)
{
    PTRON_SIZED(ptron_generator_info, g);

    json_array(json, "generators");
    for (size_t i = 0; ptron_generator_describe(i, &g); i++)
        json_put(json, OBJECT(NULL), TEXT("name", g.name), TEXT("help", g.help), END);
    json_end_array(json);
}

int EXPORT(tables)(void)
{
    FILE *out = answer_open();
    struct json json;

    if (out == NULL)
        return answer_close(out, PTRON_OK);
    json = json_begin(out);
    json_text(&json, "version", ptron_version());
    put_options(&json);
    put_algorithms(&json);
    put_generators(&json);
    json_finish(&json);
    return answer_close(out, PTRON_OK);
}

int EXPORT(options_new)(void)
{
    ptron_options *options = NULL;
    const ptron_status status = ptron_options_new(&options, &engine_error);

    return answer_handle(options, status);
}

int EXPORT(options_set)(ptron_options *options, const char *name, const char *value)
{
    return answer_handle(options, ptron_options_set(options, name, value, &engine_error));
}

void EXPORT(options_free)(ptron_options *options) { ptron_options_free(options); }
