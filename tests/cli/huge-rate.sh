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
# Slopes whose squares overflow, in a network's optimizer or in Newton's method: an error, not a state that does not load.
printf '%s\n' 'x1,x2,label' -2.98e30,2e29,1 -1.25e30,7e29,0 4.1e30,-3.8e30,0 -4.75e29,-3e30,0 3.745e30,1.15e30,1 > steep.csv
refuses_to_train 3 'perceptron: epoch 1: the slopes of the loss are so large that their squares overflow*' steep.csv \
    --algorithm mlp --precision single --hidden 3 --rate 2 --l2 0.5 --epochs 1
printf '%s\n' 'x1,x2,label' 2e152,4e152,1 1.7e152,-8.67e151,1 -3.6e152,3e152,0 -3.3e152,3.4e152,0 > steeper.csv
refuses_to_train 3 'perceptron: *overflow*scale the data*' steeper.csv --algorithm logistic --C 1000 --gap 0.001 --epochs 5
