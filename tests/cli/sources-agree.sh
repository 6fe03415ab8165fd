# The same rows, whatever they come from and however many threads read them: the same model bytes.
noise 3000 6 > d.csv
perceptron train --algorithm perceptron d.csv --epochs 3 -q -o a.model
gzip -k d.csv
zstd -q d.csv || rm -f d.csv.zst
xz -k d.csv
head -1000 d.csv > part1
tail -n +1001 d.csv > part2
perceptron train --algorithm perceptron d.csv.gz --epochs 3 -q -o b.model
same a.model b.model
[[ ! -e d.csv.zst ]] || { perceptron train --algorithm perceptron d.csv.zst --epochs 3 -q -o c.model && same a.model c.model; }
perceptron train --algorithm perceptron d.csv.xz --epochs 3 -q -o c.model
same a.model c.model
# Two xz streams are one text; one that is cut short is an error with the line it breaks off in.
{ head -1000 d.csv | xz -c; tail -n +1001 d.csv | xz -c; } > two.xz
perceptron train --algorithm perceptron two.xz --epochs 3 -q -o c.model
same a.model c.model
head -c 60000 d.csv.xz > cut.xz
refuses_to_train 3 "perceptron: cut.xz:[0-9]*: the xz data is cut short" cut.xz
# So is one whose checksum is wrong: the line is the same for any number of threads.
{ head -100 d.csv | gzip -c | head -c -8; printf '\1\2\3\4\1\2\3\4'; tail -n +101 d.csv | gzip -c; } > sum.csv.gz
for threads in 1 2 7; do
    refuses_to_train 3 "perceptron: sum.csv.gz:101: malformed gzip data: *" sum.csv.gz --threads $threads
done
# A second frame that is damaged is zstd all the same, however much of it is unpacked at once.
if [[ -e d.csv.zst ]]; then
    sed -n 101,200p d.csv | zstd -qc > second
    { head -100 d.csv | zstd -qc; head -c -4 second; printf '\1\2\3\4'; } > two.zst
    for threads in 1 2 7; do
        refuses_to_train 3 "perceptron: two.zst:201: malformed zstd data: *" two.zst --threads $threads
    done
    # A damaged block, too, has the line that the blocks before it end in, however many of them are unpacked at once.
    perceptron gen dense --rows 30000 --dimensions 5 --seed 3 -o long.csv
    zstd -qc long.csv > long.zst
    size=$(stat -c %s long.zst)
    { head -c $((size / 2)) long.zst; printf '%064d' 0; tail -c $((size - size / 2 - 64)) long.zst; } > damaged.zst
    refuses_to_train 3 "perceptron: damaged.zst:*: malformed zstd data: *" damaged.zst --threads 1
    cp refused.err told
    for threads in 2 3 7; do
        refuses_to_train 3 "perceptron: damaged.zst:*: malformed zstd data: *" damaged.zst --threads $threads
        same told refused.err
    done
    code=0
    perceptron train - -q -o x.model < damaged.zst 2> err || code=$?
    ((code == 3)) && same <(sed 's/damaged.zst/standard input/' told) err
fi
perceptron train --algorithm perceptron - --epochs 3 -q -o d.model < d.csv
same a.model d.model
cat d.csv.gz | perceptron train --algorithm perceptron - --epochs 3 -q -o e.model
same a.model e.model
for threads in 1 2 7; do
    perceptron train --algorithm perceptron d.csv --epochs 3 --threads $threads -q -o f.model
    same a.model f.model
done
