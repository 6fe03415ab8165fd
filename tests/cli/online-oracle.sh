# Passive-aggressive, confidence-weighted and shrinking rules against a plain Python version, to 1e-12.
make_rows() {   # CLASSES
    awk -v classes="$1" 'BEGIN { srand(classes); print "u,v,w,kind"; for (i = 0; i < 90; i++) { k = i % classes;
        printf "%.4f,%.4f,%.4f,%s\n", 3 * rand() + k, 4 * rand() - (k == 1), 2 * rand() - 1, substr("abcd", k + 1, 1) } }'
}
for classes in 2 4; do
    make_rows $classes > rows.csv
    for run in "pa-1 C 0.05" "pa-1 C 10" "pa-2 C 0.1" "pa-2 C 3" "arow r 0.2" "arow r 5" "pegasos lambda 0.01" \
        "pegasos lambda 0.5" "romma seed 1"; do
        read -r algorithm name value <<< "$run"
        last=$([[ $algorithm == pa-* ]] && echo --no-average || true)   # train would choose the mean
        # shellcheck disable=SC2086  # a word, or none
        perceptron train rows.csv --algorithm "$algorithm" "--$name" "$value" --order given --epochs 4 $last -o m.model > report
        perceptron show m.model --json > shown
        /usr/bin/python3 "$TESTS/../oracle/online.py" rows.csv shown "$algorithm" "$value" 4
    done
done
