# Models that earlier versions wrote still load, and answer as they did. Sums of plain weights are the same to the last
# bit; where matrices, floats or exponentials come in, to rounding.
cp "$TESTS"/../models/* .
near() {
    /usr/bin/python3 - "$@" <<'PYTHON'
import sys
wanted, got = ([line.rstrip("\n").split("\t") for line in open(name)] for name in sys.argv[1:3])
close = len(wanted) == len(got) > 0
for a, b in zip(wanted, got):
    close = close and a[0] == b[0] and len(a) == len(b)
    close = close and all(abs(float(x) - float(y)) <= 1e-5 * max(1, abs(float(x))) for x, y in zip(a[1:], b[1:]))
sys.exit(not close)
PYTHON
}
n=0
while read -r name rows; do
    how=--scores
    [[ $name == sigmoid || $name == isotonic ]] && how=--probabilities
    perceptron predict "$name.model" "$rows" $how > got 2> /dev/null
    case $name in
        linear-*|words|hashed|categories|voted*|svm|stream) same "$name.scores" got ;;
        *) near "$name.scores" got || fail "$name answers otherwise" ;;
    esac
    perceptron show "$name.model" > /dev/null
    perceptron show "$name.model" --json > shown
    json shown 'j["algorithm"] and j["classes"]'
    PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$TESTS/../oracle/model_reader.py" "$name.model" > read
    json read 'j["training"]["version"] == "0.1.0"'
    n=$((n + 1))
done < list
((n == 20))
