# A stream is learned from once, as it comes: one pass in memory with --order given, from a file, a pipe, packed, with
# any number of threads; what needs a second look is refused or unknown.
awk 'BEGIN { srand(3); for (i = 0; i < 30000; i++) { n = 1; printf rand() < 0.5 ? "dog" : "cat"
    for (j = 0; j < 10; j++) { n += 1 + int(rand() * 50); printf " %d:%.3f", n, rand() }; print "" } }' > d.svm
gzip -k d.svm
perceptron train --stream d.svm --algorithm averaged -q -o a.model
perceptron train d.svm --algorithm averaged --order given --epochs 1 -q -o memory.model
perceptron predict a.model d.svm --scores > a.out
perceptron predict memory.model d.svm --scores > memory.out
same a.out memory.out
perceptron train --stream d.svm.gz --algorithm averaged -q -o b.model
same a.model b.model
for threads in 1 2 4; do
    cat d.svm | perceptron train --stream - --algorithm averaged --threads $threads -q -o c.model
    same a.model c.model
done
PERCEPTRON_SIMD=scalar perceptron train --stream d.svm --algorithm averaged -q -o d.model
same a.model d.model

# The report says what is not known, and the error on rows when they came.
perceptron train --stream d.svm --json > stream.json
perceptron train d.svm --order given --epochs 1 --json > memory.json
json stream.json 'j["stop"]["reason"] == "end of stream" and j["train_errors"] is None and j["train_error"] is None'
json stream.json 'j["margin"]["lower"] is None and j["margin"]["upper"] > 0 and j["rows"] == 30000 and j["stream"]'
[[ $(grep -o '"progressive_error": [^,]*' stream.json) == "$(grep -o '"progressive_error": [^,]*' memory.json)" ]]
perceptron train --stream d.svm > report
grep -q 'The stream came to its end after 30,000 rows.' report
grep -q '^  progressive .* of the rows were wrong when they came' report

# Stopped in the middle and resumed with the rest: the same bytes.
head -12345 d.svm > first
tail -n +12346 d.svm > rest
perceptron train --stream d.svm --algorithm averaged --save-every 1 -q -o whole.model
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
same a.model resumed.model

# Twice over the file: two epochs, saved and loaded in between.
perceptron train --stream d.svm --resume a.model -q -o twice.model
perceptron show twice.model --json > twice.json
json twice.json 'j["epochs"] == 2 and j["rows"] == 60000'

refuses_to_train 2 'perceptron: *cannot be shuffled*' --stream d.svm --order each
refuses_to_train 2 'perceptron: *passes by once*' --stream d.svm --epochs 3
refuses_to_train 2 'perceptron: *hold rows out*' --stream d.svm --holdout 0.2
refuses_to_train 2 "perceptron: *scaling 'standard' looks at all rows*" --stream d.svm --scale standard
refuses_to_train 2 'perceptron: *a stream cannot give them*' --stream d.svm --algorithm pocket
refuses_to_train 2 'perceptron: *no epochs to test after*' --stream d.svm --validation d.svm
refuses_to_train 2 'perceptron: *--save-every is for --stream*' d.svm --save-every 10
printf 'a 1:1\na 2:1\n' > one.svm
refuses_to_train 3 "perceptron: *every row is labelled 'a'*" --stream one.svm
printf 'a 1:1\nb 2:1\nb 2:x\n' > bad.svm
refuses_to_train 3 "perceptron: bad.svm:3:5: *found 'x'" --stream bad.svm
