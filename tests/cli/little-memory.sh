# With little memory a command works or says so (exit 4, one line): nothing aborts within GMP or FLINT, and no BLAS tries
# for ever.
(ulimit -v 2000000 && perceptron --version) > /dev/null 2>&1 || exit 0   # a sanitizer cannot live with so little
noise 120 12 > rows.csv
perceptron certify rows.csv -q -o rows.cert || true
refused=0
for kilobytes in 15000 25000 50000 80000 110000 150000 200000 300000 450000 1000000; do
    for words in 'train rows.csv --algorithm mlp --epochs 2' 'train rows.csv --algorithm kernel --epochs 2' \
        'certify rows.csv' 'verify rows.cert rows.csv' 'explain rows.csv' 'trace rows.csv --exact --epochs 1'; do
        code=0
        # shellcheck disable=SC2086  # words, on purpose
        (ulimit -v $kilobytes && timeout 60 perceptron $words) > said 2>&1 || code=$?
        case $code in
            0 | 1 | 6) ;;
            4 | 127) refused=$((refused + 1)) ;;   # 127: not even the program could be loaded
            *) fail "$words with $kilobytes kB: exit $code: $(tail -3 said)" ;;
        esac
    done
done
((refused > 5)) || fail "nothing was refused: $refused"
for words in 'train rows.csv --algorithm mlp --epochs 2' 'verify rows.cert rows.csv'; do
    # shellcheck disable=SC2086
    (ulimit -v 1000000 && perceptron $words) > said 2>&1 || fail "$words: $(tail -1 said)"
done
# Kept rows that are few and far apart take memory for what they have, not for all features between.
printf '%s\n' '+1 1:1' '-1 16000000:1' '+1 2:1 3:1' > apart.svm
perceptron train apart.svm --algorithm neighbours -q -o apart.model
/usr/bin/python3 - test apart.model apart.svm <<'PYTHON' || fail "too much memory"
import resource, subprocess, sys
subprocess.run(["perceptron", *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)
sys.exit(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 100000)
PYTHON

# Rows without end take what memory there is and no time beyond: every reader of them says so.
for words in 'check' 'tune --try C=1,2' 'train -q' 'explain'; do
    # shellcheck disable=SC2086  # words, on purpose
    refuses 4 'perceptron: no memory for *' bash -c 'ulimit -v 200000; exec timeout 60 perceptron "$@"' - $words /dev/zero
done
