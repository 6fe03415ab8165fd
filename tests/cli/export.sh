# A model in the words of other programs: equal scores from C, equal labels from LIBLINEAR, weights by name in JSON.
DATA=$TESTS/../../examples/data

# Compiles model.c alone, without a library, and runs it on rows of numbers from standard input.
compile() {   # dense|sparse
    "${CC:-cc}" -std=c99 -ffreestanding -Wall -Wextra -Werror -O2 -c model.c -o model.o
    cat > main.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#ifdef DENSE
void perceptron_scores(const double *x, double *scores);
#else
void perceptron_scores(const unsigned *index, const double *value, unsigned long n, double *scores);
#endif
unsigned perceptron_class(const double *scores);
extern const char *const perceptron_classes[];
int main(int argc, char **argv)
{
    static double x[10000], scores[100];
    const int n_scores = atoi(argv[1]);
    static char line[1 << 20];

    (void)argc;
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *at = line, *end;
#ifdef DENSE
        for (int i = 0; x[i] = strtod(at, &end), end != at; i++)
            at = end + (*end == ',');
        perceptron_scores(x, scores);
#else
        static unsigned index[10000];
        unsigned long n = 0;
        strtod(at, &at);
        for (; index[n] = (unsigned)strtoul(at, &end, 10) - 1, end != at; n++)
            x[n] = strtod(end + 1, &at);
        perceptron_scores(index, x, n, scores);
#endif
        printf("%s", perceptron_classes[perceptron_class(scores)]);
        for (int v = 0; v < n_scores; v++)
            printf("\t%.17g", scores[v]);
        putchar('\n');
    }
    return 0;
}
C
    "${CC:-cc}" ${1:+-DDENSE} main.c model.o -o model
}

# Labels and scores of both, to the last bit.
equal() {
    /usr/bin/python3 - "$1" "$2" <<'PYTHON' || fail "scores differ"
import sys
a, b = ([l.rstrip("\n").split("\t") for l in open(p)] for p in sys.argv[1:])
assert len(a) == len(b) > 0
for x, y in zip(a, b):
    assert x[0] == y[0] and [float(v) for v in x[1:]] == [float(v) for v in y[1:]], (x, y)
PYTHON
}

for words in "--positive setosa" "--positive virginica --scale standard" "--scale minmax" "--scale ball --no-bias" \
             "--algorithm averaged --bias-scale 3"; do
    # shellcheck disable=SC2086
    perceptron train --algorithm perceptron "$DATA/iris.csv" $words --epochs 7 -q -o m.model
    perceptron export m.model --to c -o model.c
    compile dense
    perceptron predict m.model "$DATA/iris.csv" --scores > ours
    sed 1d "$DATA/iris.csv" | ./model "$(awk -F'\t' 'NR == 1 { print NF - 1 }' ours)" > theirs
    equal ours theirs
done

perceptron train --algorithm perceptron "$DATA/sonar.csv" --epochs 7 -q -o m.model   # 60 features: lanes and a rest
perceptron export m.model --to c -o model.c
compile dense
perceptron predict m.model "$DATA/sonar.csv" --scores > ours
sed 1d "$DATA/sonar.csv" | ./model 1 > theirs
equal ours theirs

# Sparse rows, two classes and many; LIBLINEAR gives the same labels.
perceptron gen sparse --rows 300 --dimensions 500 > two.svm
awk '{ $1 = NR % 4 * 2 - 3; print }' two.svm > four.svm
for rows in two four; do
    for scale in none minmax; do
        perceptron train --algorithm perceptron $rows.svm --epochs 5 --scale $scale -q -o m.model
        perceptron predict m.model $rows.svm --scores > ours
        perceptron export m.model --to c > model.c
        compile ''
        ./model "$(awk -F'\t' 'NR == 1 { print NF - 1 }' ours)" < $rows.svm > theirs
        equal ours theirs
        perceptron export m.model --to liblinear -o m.liblinear
        command -v liblinear-predict > found || continue
        liblinear-predict $rows.svm m.liblinear labels > said
        perceptron predict m.model $rows.svm | sed 's/^+//' > labels.ours
        same labels labels.ours
    done
done

# JSON: enough to compute the scores again.
perceptron train --algorithm perceptron "$DATA/iris.csv" --scale standard --epochs 7 -q -o m.model
perceptron export m.model --to json > m.json
json m.json 'j["classes"] == ["setosa", "versicolor", "virginica"] and j["scaling"] == "standard" and len(j["bias"]) == 3'
json m.json '[f["name"] for f in j["features"]] == ["sepal_length", "sepal_width", "petal_length", "petal_width"]'
perceptron predict m.model "$DATA/iris.csv" --scores | sed -n 1p | cut -f2- | tr '\t' ',' > first
json m.json 'all(abs(sum(f["weights"][v] * (x - f["shift"]) * f["factor"] for f, x in zip(j["features"], (5.1, 3.5, 1.4, 0.2))) + j["bias"][v] - float(s)) < 1e-9 for v, s in enumerate(open("first").read().split(",")))'
printf 'spam\tw\xf6rd "quoted" free\nham\tback\\slash lunch\n' > odd.tsv
perceptron train --algorithm perceptron odd.tsv -q -o odd.model 2> said
perceptron export odd.model --to json > odd.json
json odd.json 'len(j["features"]) >= 4'
perceptron export odd.model --to c > model.c
compile ''

# What a form cannot hold is refused, and nothing is left behind.
perceptron train --algorithm perceptron "$DATA/iris.csv" --scale unit --epochs 3 -q -o unit.model
perceptron train "$DATA/iris.csv" --algorithm voted --epochs 3 -q -o voted.model
refuses 2 "perceptron: the label 'setosa' is not a whole number; LIBLINEAR*" perceptron export m.model --to liblinear -o x
refuses 2 'perceptron: the model brings each row to norm 1*' perceptron export unit.model --to c -o x
refuses 2 "perceptron: a model of kind 'votes' cannot be exported to json*" perceptron export voted.model --to json -o x
refuses 2 "perceptron: a model can be exported to json, liblinear or c, not to 'rust'*" perceptron export m.model --to rust -o x
refuses 2 'perceptron: export wants a form*' perceptron export m.model
refuses 3 '*' perceptron export "$DATA/iris.csv" --to c -o x
[[ ! -e x ]] || fail "a refused export left a file"
perceptron train --algorithm perceptron "$DATA/iris.csv" --features fourier:16 --epochs 3 -q -o lifted.model
refuses 2 "perceptron: the model's features are made of others*" perceptron export lifted.model --to c -o x
