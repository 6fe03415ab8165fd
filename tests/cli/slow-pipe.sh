# A slow pipe is learned from and saved from the first row on, and how slowly rows come never shows: the model is that of
# the same rows in a file, also where a later row shows that the first ones were read wrongly.
set -m   # background jobs hear Ctrl-C
drip() {   # FILE PAUSE LINE...: the lines up to each LINE, and a pause
    local from=1 line
    for line in "${@:3}"; do
        sed -n "$from,${line}p" "$1"
        from=$((line + 1))
        sleep "$2"
    done
    tail -n +$from "$1"
}
slow() {   # FILE OPTION...: byte for byte the model of the file, when lines come one by one at first
    perceptron train --algorithm perceptron --stream --once "$@" -q -o file.model
    drip "$1" 0.06 1 2 3 5 9 20 60 | perceptron train --algorithm perceptron --stream - "${@:2}" -q -o pipe.model
    same file.model pipe.model
}
awk 'BEGIN { srand(3); for (i = 0; i < 300; i++) { printf rand() < 0.5 ? "dog" : "cat"; n = 0
    for (j = 0; j < 6; j++) { n += 1 + int(rand() * 9); printf " %d:%.3f", n, rand() }; print "" } }' > two.svm
slow two.svm --algorithm averaged
slow two.svm --algorithm mlp --hidden 3
slow two.svm --algorithm kernel --kernel linear --budget 20
# A class that comes late, and sorts first; an index 0 that comes late; a column that turns out to be words.
awk '{ if (NR == 50) $1 = "ant"; if (NR > 100 && NR % 3 == 0) $1 = "cow"; print }' two.svm > late.svm
slow late.svm --algorithm pa-1
slow late.svm --algorithm voted
awk 'NR == 40 { $1 = $1 " 0:1.5" } { print }' two.svm > zero.svm
slow zero.svm
{ echo x,word,label; awk 'BEGIN { srand(1); for (i = 0; i < 200; i++)
    printf "%.2f,%s,%s\n", rand(), i < 30 ? i % 3 : i % 2 ? "\"a\nb\"" : "c", rand() < 0.5 ? "yes" : "no" }'; } > words.csv
slow words.csv --one-hot auto
awk 'BEGIN { for (i = 0; i < 200; i++) printf "%s\tword%d and word%d\n", i % 3 ? "ham" : "spam", i % 7, i % 11 }' > d.tsv
slow d.tsv --algorithm averaged
gzip -k two.svm
perceptron train --algorithm perceptron --stream --once two.svm -q -o file.model
{ head -c 700 two.svm.gz; sleep 0.1; tail -c +701 two.svm.gz; } | perceptron train --algorithm perceptron --stream - -q -o pipe.model
same file.model pipe.model
# A bad row is told while the pipe is open.
mkfifo in
perceptron train --algorithm perceptron --stream - -q -o bad.model < in 2> err &
pid=$!
exec 3> in
{ head -30 two.svm; echo 'dog 1:x'; } >&3
code=0
wait $pid || code=$?
exec 3>&-
[[ $code == 3 && $(< err) == "perceptron: standard input:31:7: "*"found 'x'" ]] || fail "exit $code: $(< err)"

# On an idle pipe the first signal saves all that has come, at once, and says how to go on; the rest follows, and the
# bytes are those of a run that nobody disturbed.
perceptron train --algorithm perceptron --stream --once two.svm -q -o whole.model
rows() { perceptron show "$1" --json | grep -o '"row": [0-9]*' | grep -o '[0-9]*$' || echo 0; }
for signal in INT TERM HUP; do
    rm -f part.model
    perceptron train --algorithm perceptron - --save-every 100 -o part.model < in > report 2> err &
    pid=$!
    exec 3> in
    head -90 two.svm >&3
    ready $pid
    [[ ! -e part.model ]] || fail 'saved before there were 100 rows'
    kill -$signal $pid
    wait $pid || fail "exit $? after $signal"
    exec 3>&-
    [[ $(rows part.model) == 90 ]] || fail "$signal: $(rows part.model) rows"
    grep -q '^Stopped: asked. You asked, after 90 rows.' report || fail "$(< report)"
    tail -n +91 two.svm | perceptron train --stream - --resume part.model -q -o part.model
    same whole.model part.model
done
# Saved after so many rows, and after a time, while the pipe stays open.
for every in 100 0.2s; do
    rm -f part.model
    perceptron train --algorithm perceptron - --save-every $every -q -o part.model < in &
    pid=$!
    exec 3> in
    head -120 two.svm >&3
    for ((i = 0; i < 100; i++)); do [[ -e part.model ]] && break; sleep 0.1; done
    [[ $(rows part.model) -ge 100 ]] || fail "every $every: no model of 100 rows"
    kill -KILL $pid
    wait $pid 2> /dev/null || true
    exec 3>&-
    tail -n +$(($(rows part.model) + 1)) two.svm | perceptron train --stream - --resume part.model -q -o part.model
    same whole.model part.model
done
# A learner that waits for whole batches loses none of the rows that wait: the model keeps them.
{ echo x,word,label; awk 'BEGIN { srand(1); for (i = 0; i < 400; i++)
    printf "%.2f,%s,%s\n", rand(), i % 2 ? "b" : "c", rand() < 0.5 ? "yes" : "no" }'; } > plain.csv
for file in two.svm late.svm plain.csv; do
    options=(--algorithm kernel --kernel linear --budget 20)
    [[ $file != *.csv ]] || options+=(--one-hot auto)
    perceptron train --algorithm perceptron --stream --once $file "${options[@]}" -q -o whole.model
    perceptron train --algorithm perceptron --stream - "${options[@]}" -o part.model < in > report 2> err &
    pid=$!
    exec 3> in
    head -150 $file >&3
    ready $pid
    kill -INT $pid
    wait $pid || fail "exit $? after INT"
    exec 3>&-
    had=$(rows part.model)
    ((had >= 149)) || fail "$had rows of $file"
    grep -q "^Stopped: asked. You asked, after $had rows." report || fail "$(< report)"
    grep -q "^perceptron: note: $had rows wait for their batch and are kept in the model" err || fail "$(< err)"
    { [[ $file != *.csv ]] || head -1 $file; tail -n +151 $file; } |
        perceptron train --stream - --resume part.model -q -o part.model
    same whole.model part.model
done
# Where there is nothing to keep it says why, with the signal's own exit code.
for signal in INT:130 TERM:143 HUP:129; do
    for rows in 0 1; do
        perceptron train --algorithm perceptron --stream - -o none.model < in > report 2> err &
        pid=$!
        exec 3> in
        head -$rows two.svm >&3
        ready $pid
        kill -"${signal%:*}" $pid
        code=0
        wait $pid || code=$?
        exec 3>&-
        [[ $code == "${signal#*:}" && ! -e none.model ]] || fail "$signal: exit $code"
        grep -q '^perceptron: note: stopped before there was a model to keep: ' err || fail "$(< err)"
    done
done
refuses 2 "perceptron: save-every is '5x', wanted a number of rows, or a time such as 60s, 5m or 1h; *" \
    perceptron train --algorithm perceptron two.svm --save-every 5x -o no.model
