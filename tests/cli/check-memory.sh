# The memory that check tells is what train takes, for one thread and for two: within a tenth, and 2 MB for the process.
(ulimit -v 2000000 && perceptron --version) > /dev/null 2>&1 || exit 0   # a sanitizer takes memory of its own
perceptron gen dense --rows 60000 --dimensions 20 --format libsvm -o dense.svm
perceptron gen sparse --rows 30000 --dimensions 1048576 --nonzeros 40 --noise 0.05 -o sparse.svm
perceptron gen sparse --rows 3000 --dimensions 1048576 --nonzeros 20 -o few.svm
perceptron gen blobs --centres 26 --rows 60000 --dimensions 16 --spread 0.1 -o labels.csv
perceptron gen dense --rows 8000 --dimensions 100 -o cells.csv
awk -F, -v OFS=, 'NR > 1 { $2 *= 1000; $3 /= 1000 } { print }' cells.csv > scaled.csv
awk 'BEGIN { srand(3); for (i = 0; i < 20000; i++) { printf (i % 3 ? "ham" : "spam") "\t"
    for (j = 0; j < 20; j++) printf " word%d", int(rand() * rand() * 30000); print "" } }' > words.tsv
awk 'BEGIN { srand(4); for (i = 0; i < 100000; i++) { printf "%d", i % 4
    for (j = 1; j <= 9; j++) printf " %d:1", 3 * j + int(rand() * 3); print "" } }' > short.svm
perceptron gen dense --rows 3000 --dimensions 2000 -o wide.csv
perceptron gen blobs --centres 2 --rows 300000 --dimensions 5 --spread 2 -o narrow.csv
awk 'BEGIN { srand(5); print "y,city,job,age"; for (i = 0; i < 200000; i++)
    printf "%s,c%d,j%d,%d\n", i % 3 ? "a" : "b", int(rand() * 500), int(rand() * 50), int(rand() * 90) }' > onehot.csv
gzip -1 -k cells.csv
awk 'BEGIN { srand(7); for (i = 0; i < 30000; i++) { printf (i % 3 ? "ham" : "spam") "\t"
    for (j = 0; j < 20; j++) printf " word%d", int(rand() * rand() * 1000000); print "" } }' > rare.tsv
peak() {   # of a command, in bytes; a parent as small as this one does not show in it
    /usr/bin/time -o kilobytes -f %M "$@"
    echo $(($(< kilobytes) * 1024))
}
for data in dense.svm sparse.svm few.svm labels.csv cells.csv scaled.csv words.tsv short.svm wide.csv narrow.csv \
    onehot.csv cells.csv.gz rare.tsv; do
    one_hot=$([ $data != onehot.csv ] || echo --one-hot city,job)
    for threads in 1 2; do
        used=$(peak perceptron train $data $one_hot --threads $threads -q -o m.model)
        perceptron check $data $one_hot --threads $threads --json > j
        json j "abs(j['training_bytes'] - $used) <= 0.1 * $used + 2e6" ||
            fail "$data, $threads threads: $used bytes used, told $(grep -o '"training_bytes": *[0-9]*' j)"
    done
done
