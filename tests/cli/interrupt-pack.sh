# Ctrl-C while rows are packed: exit 130, and neither a pack nor a part of one is left.
set -m   # background jobs hear Ctrl-C
mkdir out
(noise 6000 20; sleep 0.5; noise 6000 20 | tail -n +2) |
    (trap - INT; exec perceptron pack - -o out/rows.pack) &
job=$!
sleep 0.2
kill -INT %1 2> /dev/null || true
code=0
wait $job || code=$?   # by its number: a job that has ended is forgotten
((code == 130)) || fail "exit $code"
[[ -z $(ls -A out) ]] || fail "left behind: $(ls -A out)"
perceptron pack <(noise 60 5) -q -o out/rows.pack || fail "a pack that nobody stops is refused"
