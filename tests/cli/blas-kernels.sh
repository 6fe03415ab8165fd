# Learners that multiply matrices write the same model on every processor with AVX2, whatever wider instructions it has;
# what the user asks of OpenBLAS is heard.
grep -q -w avx2 /proc/cpuinfo || exit 0
awk 'BEGIN { srand(7); print "a,b,d,e,c"; for (i = 0; i < 300; i++) { x = rand() * 2 - 1; y = rand() * 2 - 1
    printf "%.4f,%.4f,%.4f,%.4f,%s\n", x, y, rand(), x * y + rand() / 9, (x * x + y * y > 0.6 ? "in" : "out") } }' > rows.csv
for options in '--algorithm mlp --precision single' '--algorithm mlp' '--features nystroem:20' '--algorithm kernel --kernel rbf'; do
    # shellcheck disable=SC2086  # several words
    perceptron train --algorithm perceptron rows.csv $options --epochs 3 -q -o free.model
    # shellcheck disable=SC2086
    OPENBLAS_CORETYPE=Haswell perceptron train --algorithm perceptron rows.csv $options --epochs 3 -q -o common.model
    cmp free.model common.model || fail "$options"
done
# kernels of another kind add in another order: if they did not, the comparison above would show nothing
perceptron train rows.csv --algorithm mlp --epochs 3 -q -o free.model
OPENBLAS_CORETYPE=Nehalem perceptron train rows.csv --algorithm mlp --epochs 3 -q -o other.model
! cmp -s free.model other.model || fail 'OPENBLAS_CORETYPE is not heard'
