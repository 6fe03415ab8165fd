# Out of time, or stopped: exit 6 with the bracket so far, no certificate.
noise 800 400 > noise.csv
code=0
perceptron certify noise.csv --time 0.000001 -o never.cert > report || code=$?
((code == 6)) || fail "exit $code"
grep -q '^Undecided: time ran out' report
grep -q '^So far: if a hyperplane does separate the rows, its margin is at most [0-9.e-]*\.$' report
grep -q '^No certificate was written.$' report
[[ ! -e never.cert ]]
code=0
perceptron certify noise.csv --time 0.000001 --json > j || code=$?
((code == 6))
json j 'j["verdict"] == "undecided" and j["margin"]["theorem"]["upper"] > 0 and j["rows"] == [] and j["why"] == "time ran out"'
code=0
perceptron explain noise.csv --time 0.000001 > report || code=$?
((code == 6))
# Ctrl-C. Before the search it ends the command, so that a slow machine is given another try.
set -m
noise 2400 1100 > long.csv
for seconds in 2 8 30; do
    code=0
    perceptron certify long.csv > report 2> err &
    sleep $seconds
    kill -INT $!
    wait $! || code=$?
    ((code == 130)) || break
done
((code == 6)) || fail "exit $code after Ctrl-C"
grep -q '^Undecided: stopped' report
grep -q '^So far: ' report
