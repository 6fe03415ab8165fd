# The same model bytes for any number of threads and any instruction set, from text and from a pack, for rows of every
# kind of values, sparse and dense.
rows() {   # FORMAT KIND: 3000 rows of values that need it
    awk -v format="$1" -v kind="$2" 'function value() {
            if (kind == "ones") return 1
            if (kind == "u8") return int(rand() * 250)
            if (kind == "f32") return int(rand() * 2000 - 1000) / 64
            return sprintf("%.5f", rand() * 2 - 1) }
        BEGIN { srand(11)
        if (format == "csv") { for (j = 0; j < 37; j++) printf "f%d,", j; print "label" }
        for (i = 0; i < 3000; i++) {
            label = (rand() < 0.4 ? "a" : rand() < 0.5 ? "b" : "c")
            if (format == "csv") { for (j = 0; j < 37; j++) printf "%s,", value(); print label; continue }
            printf "%s", label == "a" ? 1 : label == "b" ? 2 : 3
            for (j = 1; j <= 11; j++) printf " %d:%s", j * 9 + int(rand() * 9), value()
            print "" } }'
}
ways=('' '--algorithm averaged' '--algorithm pa-1 --average' '--algorithm arow' '--algorithm svm'
    '--algorithm averaged --shards 4' '--order given --algorithm pocket')
vector=scalar
! grep -qw avx2 /proc/cpuinfo 2> /dev/null || vector=avx2
for data in svm-ones svm-u8 svm-f32 svm-f64 csv-u8 csv-f32 csv-f64; do
    rows "${data%-*}" "${data#*-}" > "$data"
    perceptron pack "$data" -q -o pack
    for way in "${ways[@]}" '--positive a' '--positive 2'; do
        [[ $way != *positive* || ($way == *a && $data == csv*) || ($way == *2 && $data == svm*) ]] || continue
        # shellcheck disable=SC2086  # words are meant to split
        perceptron train --algorithm perceptron "$data" --epochs 3 $way --threads 1 -q -o one
        for threads in 1 2 4; do
            for from in "$data" pack; do
                # shellcheck disable=SC2086
                perceptron train --algorithm perceptron "$from" --epochs 3 $way --threads $threads -q -o other
                same one other
            done
        done
        for simd in scalar "$vector"; do
            # shellcheck disable=SC2086
            PERCEPTRON_SIMD=$simd perceptron train --algorithm perceptron "$data" --epochs 3 $way -q -o other
            same one other
        done
    done
done
