# Weights whose square is beyond all numbers still have a finite bound.
clouds > clouds.csv
for algorithm in perceptron averaged pocket; do
    perceptron train clouds.csv --rate 1e300 --algorithm $algorithm > out
    ! grep -qi 'infinit\|nan' out || fail "$algorithm: $(< out)"
    perceptron train clouds.csv --rate 1e300 --algorithm $algorithm --json > j
    json j '0 < j["margin"]["lower"] <= j["margin"]["upper"] <= j["radius"] * (1 + 1e-9) * (1 + 1e-9)'
done
