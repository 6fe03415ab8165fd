/* The page to try a row by hand, and the description of the interface. Neither depends on a request. */
#include "serve/serve.h"

#include <stdio.h>
#include <stdlib.h>

static const char page[] =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>perceptron</title>\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<style>body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}"
    "textarea,pre{width:100%;font:14px monospace;box-sizing:border-box}pre{background:#f4f4f4;padding:1em;"
    "white-space:pre-wrap;overflow-wrap:anywhere}</style>\n"
    "<h1>Try a row</h1>\n<p><label>Model <select id=\"model\"></select></label> <span id=\"about\"></span></p>\n"
    "<p><label>Rows, one a line, as in the files it was trained on (a header may come first)<br>"
    "<textarea id=\"rows\" rows=\"6\"></textarea></label></p>\n"
    "<p><label><input type=\"checkbox\" id=\"chances\"> probabilities</label> "
    "<label>reasons <input type=\"number\" id=\"explain\" min=\"0\" max=\"100\" value=\"0\"></label> "
    "<button id=\"ask\">Predict</button></p>\n<pre id=\"answer\" aria-live=\"polite\"></pre>\n"
    "<p><a href=\"/openapi.json\">openapi.json</a> <a href=\"/health\">health</a> "
    "<a href=\"/metrics\">metrics</a></p>\n"
    "<script>\n"
    "const by = id => document.getElementById(id);\n"
    "let models = [];\n"
    "const tell = () => { const m = models[by('model').selectedIndex];\n"
    "  by('about').textContent = m ? m.kind + ', reads ' + m.format + ', answers ' + "
    "m.labels.slice(0, 10).join(', ') : '';\n"
    "  by('chances').disabled = !(m && m.probabilities); };\n"
    "fetch('/models').then(r => r.json()).then(all => { models = all.models;\n"
    "  for (const m of models) by('model').add(new Option(m.name)); tell(); });\n"
    "by('model').onchange = tell;\n"
    "by('ask').onclick = async () => {\n"
    "  const query = new URLSearchParams();\n"
    "  if (by('chances').checked) query.set('probabilities', '1');\n"
    "  if (by('explain').value > 0) query.set('explain', by('explain').value);\n"
    "  const reply = await fetch('/models/' + by('model').value + '/predict?' + query,\n"
    "    {method: 'POST', headers: {'Content-Type': 'text/plain'}, body: by('rows').value});\n"
    "  by('answer').textContent = await reply.text(); };\n"
    "</script>\n</html>\n";

void try_page_write(struct service *service, struct reply *reply)
{
    (void)service;
    reply_text(reply, 200, "text/html; charset=utf-8", page, sizeof page - 1);
}

#define QUERY(name, type, text)                                                                                  \
    "{\"name\": \"" name "\", \"in\": \"query\", \"schema\": {\"type\": \"" type "\"}, \"description\": \"" text "\"}"
#define ROWS_BODY(text)                                                                                             \
    "\"requestBody\": {\"required\": true, \"description\": \"" text "\", \"content\": {"                           \
    "\"text/csv\": {\"schema\": {\"type\": \"string\"}}, "                                                          \
    "\"application/jsonl\": {\"schema\": {\"type\": \"string\"}}, "                                                 \
    "\"application/json\": {\"schema\": {}}, \"application/x-libsvm\": {\"schema\": {\"type\": \"string\"}}, "      \
    "\"text/plain\": {\"schema\": {\"type\": \"string\"}}}}"
#define ERRORS                                                                                                      \
    "\"400\": {\"$ref\": \"#/components/responses/Error\"}, \"413\": {\"$ref\": \"#/components/responses/Error\"}, " \
    "\"415\": {\"$ref\": \"#/components/responses/Error\"}, \"503\": {\"$ref\": \"#/components/responses/Error\"}"
#define PREDICT(parameters)                                                                                         \
    "{\"post\": {\"summary\": \"labels for rows, in their order\", \"parameters\": [" parameters                    \
    QUERY("scores", "boolean", "text and CSV: scores behind the label; JSON has them always") ", "                 \
    QUERY("probabilities", "boolean", "a probability for each label, where the model has them") ", "               \
    QUERY("top", "integer", "the K best labels") ", "                                                              \
    QUERY("explain", "integer", "linear models: the K features that spoke loudest") ", "                           \
    QUERY("keep", "string", "columns of the rows to be shown before the label") ", "                               \
    QUERY("threshold", "string", "two classes: a score, or p=P") ", "                                              \
    QUERY("header", "string", "CSV: auto, yes or no") ", "                                                         \
    QUERY("names", "boolean", "text: a first line that names the columns") ", "                                    \
    QUERY("format", "string", "of the rows: csv, jsonl, libsvm, text; else by Content-Type, else the model's") ", " \
    QUERY("as", "string", "of the answers: jsonl, json, csv, text; else by Accept, else jsonl") "], "              \
    ROWS_BODY("rows, one a line, as in the files that the model was trained on; labels are not looked at")          \
    ", \"responses\": {\"200\": {\"description\": \"an answer or an error for each line\", \"headers\": "           \
    "{\"X-Perceptron-Errors\": {\"schema\": {\"type\": \"integer\"}, \"description\": \"rows with an error\"}}, "   \
    "\"content\": {\"application/jsonl\": {\"schema\": {\"$ref\": \"#/components/schemas/Answer\"}}, "              \
    "\"application/json\": {\"schema\": {\"type\": \"array\", \"items\": "                                          \
    "{\"$ref\": \"#/components/schemas/Answer\"}}}, \"text/csv\": {\"schema\": {\"type\": \"string\"}}, "           \
    "\"text/plain\": {\"schema\": {\"type\": \"string\"}}}}, " ERRORS "}}}"
#define LEARN(parameters)                                                                                           \
    "{\"post\": {\"summary\": \"rows with labels, kept safe and learned from in the order they come\", "            \
    "\"parameters\": [" parameters QUERY("format", "string", "of the rows") "], "                                  \
    ROWS_BODY("rows with labels") ", \"responses\": {\"200\": {\"description\": \"for each row its number among all " \
    "learned from, its label, and what was answered before it was learned from; or an error\", \"content\": "       \
    "{\"application/jsonl\": {\"schema\": {\"$ref\": \"#/components/schemas/Learned\"}}}}, "                        \
    "\"404\": {\"$ref\": \"#/components/responses/Error\"}, " ERRORS "}}}"
#define GET(text, type)                                                                                             \
    "{\"get\": {\"summary\": \"" text "\", \"responses\": {\"200\": {\"description\": \"" text                      \
    "\", \"content\": {\"" type "\": {}}}}}}"
#define NAME                                                                                                        \
    "{\"name\": \"name\", \"in\": \"path\", \"required\": true, \"schema\": {\"type\": \"string\"}}, "

static const char *const api[] = {   /* behind its head; no text of a compiler may be longer */
    "\"paths\": {\n"
    "\"/predict\": " PREDICT("") ",\n",
    "\"/models/{name}/predict\": " PREDICT(NAME) ",\n",
    "\"/learn\": " LEARN("") ",\n",
    "\"/models/{name}/learn\": " LEARN(NAME) ",\n",
    "\"/models\": " GET("the models by name", "application/json") ",\n"
    "\"/health\": " GET("whether it serves, and files that could not be loaded", "application/json") ",\n"
    "\"/metrics\": " GET("counters for Prometheus", "text/plain") ",\n"
    "\"/openapi.json\": " GET("this description", "application/json") ",\n"
    "\"/\": " GET("a page to try a row by hand", "text/html") "},\n",
    "\"components\": {\"responses\": {\"Error\": {\"description\": \"what is wrong\", \"content\": "
    "{\"application/json\": {\"schema\": {\"type\": \"object\", \"properties\": {\"error\": {\"type\": \"object\", "
    "\"properties\": {\"message\": {\"type\": \"string\"}, \"line\": {\"type\": \"integer\"}, "
    "\"column\": {\"type\": \"integer\"}}}}}}}}},\n"
    "\"schemas\": {\"Answer\": {\"type\": \"object\", \"properties\": {\"label\": {\"type\": \"string\", \"nullable\": "
    "true}, \"score\": {\"type\": \"number\"}, \"scores\": {\"type\": \"object\"}, \"probabilities\": "
    "{\"type\": \"object\"}, \"top\": {\"type\": \"array\", \"items\": {\"type\": \"object\"}}, \"because\": "
    "{\"type\": \"array\", \"items\": {\"type\": \"object\"}}, \"kept\": {\"type\": \"object\"}, "
    "\"line\": {\"type\": \"integer\"}, \"column\": {\"type\": \"integer\"}, \"error\": {\"type\": \"string\"}}},\n"
    "\"Learned\": {\"type\": \"object\", \"properties\": {\"row\": {\"type\": \"integer\"}, \"label\": "
    "{\"type\": \"string\", \"nullable\": true}, \"answer\": {\"type\": \"string\"}, "
    "\"score\": {\"type\": \"number\"}, "
    "\"line\": {\"type\": \"integer\"}, \"column\": {\"type\": \"integer\"}, \"error\": {\"type\": \"string\"}}}}}}\n",
};

void openapi_write(struct service *service, struct reply *reply)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    (void)service;
    if (out != NULL) {
        fprintf(out, "{\"openapi\": \"3.0.3\",\n\"info\": {\"title\": \"perceptron serve\", \"version\": \"%s\"},\n",
                ptron_version());
        for (size_t i = 0; i < sizeof api / sizeof *api; i++)
            fputs(api[i], out);
    }
    if (out == NULL || fclose(out) != 0) {
        free(text);
        reply_error(reply, 503, "no memory for the reply");
        return;
    }
    *reply = (struct reply){.status = 200, .type = "application/json", .bytes = text, .length = length};
}
