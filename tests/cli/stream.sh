# A stream is learned from once, as it comes: one pass in memory with --order given, from a file, a pipe, packed, with
# any number of threads; what needs a second look is refused or unknown.
awk 'BEGIN { srand(3); for (i = 0; i < 30000; i++) { n = 1; printf rand() < 0.5 ? "dog" : "cat"
    for (j = 0; j < 10; j++) { n += 1 + int(rand() * 50); printf " %d:%.3f", n, rand() }; print "" } }' > d.svm
gzip -k d.svm
perceptron train --stream d.svm --algorithm averaged -q -o a.model
perceptron train d.svm --algorithm averaged --order given --epochs 1 -q -o memory.model
same a.model memory.model
perceptron train --stream d.svm.gz --algorithm averaged -q -o b.model
same a.model b.model
for threads in 1 2 4; do
    perceptron train --stream d.svm --algorithm averaged --threads $threads -q -o c.model
    same a.model c.model
done
PERCEPTRON_SIMD=scalar perceptron train --stream d.svm --algorithm averaged -q -o d.model
same a.model d.model

# From a pipe, or with --once, the rows are not had again: the same weights, less is known of them.
perceptron train --stream d.svm --algorithm averaged --once -q -o once.model
for threads in 1 2 4; do
    cat d.svm | perceptron train --stream - --algorithm averaged --threads $threads -q -o c.model
    same once.model c.model
done
perceptron predict a.model d.svm --scores > a.out
perceptron predict once.model d.svm --scores > once.out
same a.out once.out

# Twice over the file: two epochs, saved and loaded in between; also when the second is in memory.
perceptron train d.svm --algorithm averaged --order given --epochs 2 -q -o two.model
perceptron train --stream d.svm --resume a.model -q -o twice.model
same two.model twice.model
perceptron train d.svm --resume a.model --epochs 2 -q -o twice.model
same two.model twice.model
perceptron train d.svm --resume once.model --epochs 2 -q -o twice.model
same two.model twice.model

# Values rounded to 32 bits on purpose, as in memory.
perceptron train --algorithm perceptron d.svm --values f32 --order given --epochs 1 -q -o f32.model
perceptron train --algorithm perceptron --stream d.svm --values f32 -q -o f32s.model
same f32.model f32s.model
perceptron train --algorithm perceptron d.svm --order given --epochs 1 -q -o f64.model
cmp -s f32.model f64.model && exit 1

# The report says what is not known, and the error on rows when they came.
cat d.svm | perceptron train --algorithm perceptron --stream - --json > stream.json
perceptron train --algorithm perceptron d.svm --order given --epochs 1 --json > memory.json
json stream.json 'j["stop"]["reason"] == "end of stream" and j["train_errors"] is None and j["train_error"] is None'
json stream.json 'j["margin"]["lower"] is None and j["margin"]["upper"] > 0 and j["rows"] == 30000 and j["stream"]'
[[ $(grep -o '"progressive_error": [^,]*' stream.json) == "$(grep -o '"progressive_error": [^,]*' memory.json)" ]]
cat d.svm | perceptron train --algorithm perceptron --stream - > report
grep -q 'The stream came to its end after 30,000 rows.' report
grep -q '^  progressive .* of the rows were wrong when they came' report
perceptron train --algorithm perceptron --stream d.svm --json > file.json
json file.json 'j["stop"]["reason"] == "epochs" and j["train_errors"] > 0 and j["margin"]["lower"] < 0 and j["stream"]'
[[ $(grep -o '"train_error": [^,]*' file.json) == "$(grep -o '"train_error": [^,]*' memory.json)" ]]

# How a pipe brings its rows does not show when the classes are named: here one class comes alone, long before others.
awk 'BEGIN { srand(4); for (i = 0; i < 3000; i++) { k = i < 5 ? 1 : int(rand() * 3); printf "%s %d:1", substr("abc", k + 1, 1), k + 1
    for (j = 0; j < 5; j++) printf " %d:%.2f", 10 * j + 5 + int(rand() * 10), rand(); print "" } }' > three.svm
for algorithm in perceptron pa-1 arow voted; do
    options=(--algorithm $algorithm --classes a,b,c --index-base 1)
    perceptron train --algorithm perceptron --stream three.svm "${options[@]}" --once -q -o once3.model
    { head -5 three.svm; sleep 0.2; sed -n 6,105p three.svm; sleep 0.2; tail -n +106 three.svm; } |
        perceptron train --algorithm perceptron --stream - "${options[@]}" -q -o slow.model
    same once3.model slow.model
done

# From a file, a class that comes too late for an algorithm does not: the labels are read first, then.
awk 'BEGIN { srand(6); for (i = 0; i < 24000; i++) { printf i < 12000 ? "m" : i < 18000 ? "b" : i % 2 ? "z" : "a"
    for (j = 1; j < 9; j++) printf " %d:%.3f", j, rand() + (i >= 12000) * (j % 3 == 1); print "" } }' > late.svm
for algorithm in perceptron voted margin uneven pdm pa-2 arow "mlp --hidden 3" "kernel --kernel linear --budget 9" neighbours; do
    # shellcheck disable=SC2086  # words
    perceptron train late.svm --algorithm $algorithm --order given --epochs 1 --no-diagnose -q -o memory.model
    # shellcheck disable=SC2086
    perceptron train --stream late.svm --algorithm $algorithm -q -o late.model
    same memory.model late.model
done
refuses 3 'perceptron: *name all classes*' perceptron train --stream --once late.svm --algorithm mlp -o no.model
[[ ! -e no.model ]]

# Two classes need no rest: an algorithm that cannot work one-vs-rest takes them, and refuses a third when it comes.
head -18000 late.svm | grep '^[mb]' > two.svm
for algorithm in neighbours voted; do
    perceptron train --stream two.svm --algorithm $algorithm -q -o direct.model
    perceptron train --stream two.svm --algorithm $algorithm --multiclass one-vs-rest -q -o rest.model
    perceptron predict direct.model d.svm --scores > direct.out
    perceptron predict rest.model d.svm --scores > rest.out
    same direct.out rest.out
    refuses 2 "perceptron: $algorithm does not work one class against the rest*" \
        perceptron train --stream --once late.svm --algorithm $algorithm --multiclass one-vs-rest -o no.model
    [[ ! -e no.model ]]
done

# Rows sorted by class are noticed.
sort d.svm > sorted.svm
perceptron train --algorithm perceptron --stream sorted.svm > report 2> err
grep -q '^perceptron: note: the rows came sorted by class: expect poor weights; shuffle' err
perceptron train --algorithm perceptron --stream d.svm > report 2> err
[[ ! -s err ]]

# Stopped in the middle and resumed with the rest: the same bytes.
head -12345 d.svm > first
tail -n +12346 d.svm > rest
perceptron train --stream d.svm --algorithm averaged --save-every 1 -q -o whole.model
same a.model whole.model
perceptron train d.svm --algorithm averaged --save-every 1 -q -o whole.model   # which is to stream
same a.model whole.model
mkfifo pipe
perceptron train --stream - --algorithm averaged --save-every 1 -q -o part.model < pipe 2> killed.err &
job=$!
exec 3> pipe
cat first >&3
for ((i = 0; i < 200; i++)); do   # until all of it is learned from and saved
    [[ -e part.model ]] && perceptron show part.model --json > show.json && grep -q '"row": 12345\b' show.json && break
    sleep 0.1
done
kill -9 $job
wait $job 2> /dev/null || true
exec 3>&-
perceptron train --stream rest --resume part.model -q -o resumed.model
same once.model resumed.model

refuses_to_train 2 'perceptron: *cannot be shuffled*' --stream d.svm --order each
refuses_to_train 2 'perceptron: *passes by once*' --stream d.svm --epochs 3
refuses_to_train 2 'perceptron: *hold rows out*' --stream d.svm --holdout 0.2
refuses_to_train 2 "perceptron: *scaling 'minmax' looks at all rows*" --stream d.svm --scale minmax
refuses_to_train 2 'perceptron: *a stream cannot give them*' --stream d.svm --algorithm pocket
refuses_to_train 2 'perceptron: *no epochs to test after*' --stream d.svm --validation d.svm
refuses_to_train 2 'perceptron: *a stream keeps neither*' --stream d.svm --report page.html
refuses_to_train 2 'perceptron: *--once is for --stream*' d.svm --once
perceptron train --algorithm perceptron d.svm --save-every 10 2> err && exit 1
grep -q 'save-every needs a file to write to' err
printf 'a 1:1\na 2:1\n' > one.svm
refuses_to_train 3 "perceptron: *every row is labelled 'a'*" --stream one.svm
printf 'a 1:1\nb 2:1\nb 2:x\n' > bad.svm
refuses_to_train 3 "perceptron: bad.svm:3:5: *found 'x'" --stream bad.svm

# Other rows after a stream that ended: what is said is about all of them, and what would need them again is not said.
printf 'x,y,c\n1,2,a\n-1,-2,b\n2,1,a\n-2,-1.5,b\n0.2,0.1,b\n' > early.csv
printf 'x,y,c\n3,2,a\n-1,-3,b\n0.01,1,a\n' > late.csv
perceptron train --stream early.csv --algorithm perceptron -q -o early.model
perceptron train --stream late.csv --resume early.model -o both.model > report
grep -qx 'Stopped: end of stream. The stream came to its end after 8 rows.' report
grep -q '^  rows  *8  *learned from in all, 5 of them before this stream began$' report
grep -q '^  margins  *unknown ' report
perceptron show both.model --json > show.json
grep -q '"learned_rows": 8, "earlier_rows": 5\b' show.json
refuses_to_train 3 'perceptron: *not those the model was trained on*' late.csv --resume both.model --epochs 4
perceptron train --stream late.csv --resume both.model --json > thrice.json
grep -q '"learned_rows": 11, "earlier_rows": 8\b' thrice.json

# A third label after two, without a bias: the model loads.
printf 'x1,label\n4.1,a\n-1,b\n-2.452,a\n' > two.csv
printf 'x1,label\n-4.083192008534678,d\n-4,d\n' > third.csv
perceptron train --stream two.csv --algorithm uneven --no-bias -q -o two.model
perceptron train --stream third.csv --resume two.model -q -o three.model
perceptron show three.model > /dev/null
