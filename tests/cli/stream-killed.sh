# Killed at any moment, the model saved last is whole, and the stream can go on from it.
awk 'BEGIN { srand(5); for (i = 0; i < 60000; i++) { printf rand() < 0.5 ? "+1" : "-1"
    n = 0; for (j = 0; j < 10; j++) { n += 1 + int(rand() * 50); printf " %d:%.3f", n, rand() }; print "" } }' > d.svm
for ((i = 0; i < 12; i++)); do
    rm -f m.model
    perceptron train --stream d.svm d.svm d.svm --save-every 1 -q -o m.model &
    job=$!
    sleep "0.0$((RANDOM % 10))$((RANDOM % 10))"
    kill -9 $job 2> /dev/null || true
    wait $job 2> /dev/null || true
    [[ -e m.model ]] || continue
    perceptron show m.model > /dev/null
    perceptron train --stream d.svm --resume m.model -q -o next.model
    perceptron test next.model d.svm > /dev/null
done
