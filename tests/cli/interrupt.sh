# Ctrl-C keeps the model so far and says how to go on; going on equals never having stopped, byte for byte.
# The command writes a line per epoch into a pipe that nobody empties until it was interrupted, so that it cannot
# have finished.
set -m   # background jobs hear Ctrl-C
noise 40 3 > noise.csv
train=(perceptron train noise.csv --algorithm averaged --epochs 5000)
"${train[@]}" -q -o straight.model
mkfifo lines
"${train[@]}" --verbose -o part.model > report 2> lines &
pid=$!
exec 3< lines
read -r first <&3
[[ $first == 'epoch 1 of 5,000: '* ]]
kill -INT $pid
cat <&3 > rest
wait $pid || fail "exit $? after one Ctrl-C"
exec 3<&-
grep -q '^Stopped: asked\.' report || fail "$(< report)"
grep -q '^To go on: perceptron train noise.csv --resume part.model -o part.model$' report
perceptron show part.model --json > part.json
json part.json 'j["stop"]["reason"] == "asked" and j["epochs"] < 5000'
perceptron train noise.csv --resume part.model -q -o part.model
same straight.model part.model
# The second Ctrl-C ends it at once.
"${train[@]}" --verbose -o never.model > report 2> lines &
pid=$!
exec 3< lines
read -r first <&3
sleep 0.5
kill -INT $pid
sleep 0.5
kill -INT $pid
code=0
wait $pid || code=$?
exec 3<&-
[[ $code == 130 ]] || fail "exit $code after two Ctrl-C"
[[ ! -e never.model ]]
