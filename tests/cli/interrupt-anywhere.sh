# Interrupted in the middle of an epoch, several times over, and resumed: the same bytes.
set -m   # background jobs hear Ctrl-C
noise 6000 20 > noise.csv
for algorithm in perceptron averaged pocket; do
    perceptron train noise.csv --algorithm $algorithm --epochs 60 -q -o straight.model
    perceptron train noise.csv --algorithm $algorithm --epochs 1 -q -o part.model
    for pause in 0.05 0.1 0.15; do
        perceptron train noise.csv --resume part.model --epochs 60 -q -o part.model &
        pid=$!
        sleep $pause
        kill -INT $pid 2> /dev/null || true
        code=0
        wait $pid || code=$?
        ((code == 0 || code == 130)) || fail "exit $code"   # 130: it was still reading its data
    done
    perceptron train noise.csv --resume part.model --epochs 60 -q -o part.model
    same straight.model part.model
done
