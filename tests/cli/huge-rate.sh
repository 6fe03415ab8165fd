# Weights whose square is beyond all numbers still have a finite bound.
clouds > clouds.csv
for algorithm in perceptron averaged pocket; do
    perceptron train clouds.csv --rate 1e300 --algorithm $algorithm > out
    ! grep -qi 'infinit\|nan' out || fail "$algorithm: $(< out)"
    perceptron train clouds.csv --rate 1e300 --algorithm $algorithm --json > j
    json j '0 < j["margin"]["lower"] <= j["margin"]["upper"] <= j["radius"] * (1 + 1e-9) * (1 + 1e-9)'
done
# A kernel's norm that overflows is an error; what is written loads.
xor > curved.csv
for rate in 1e150 1e155 1e200 1e300; do
    for keeper in last average pocket; do
        rm -f k.model
        if perceptron train curved.csv --algorithm kernel --keeper $keeper --rate $rate --epochs 3 -q -o k.model 2> err; then
            perceptron show k.model > shown
        else
            grep -q 'overflows; lower the rate' err || fail "$(< err)"
            [[ ! -e k.model ]] || fail "a model after an error"
        fi
    done
done
