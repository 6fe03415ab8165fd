# Under mpirun the model has the bytes that one process gives it, whatever the format, the learner and the ranks; errors
# are told once, with the exit code of one process, and nothing is written.
rm -f lone.model
for rank in 0 1; do   # srun without MPI: an error, told once, not lone runs
    code=0
    printf '1 1:1\n-1 2:1\n' | SLURM_PROCID=$rank SLURM_STEP_NUM_TASKS=2 perceptron train - -o lone.model 2> srun.$rank || code=$?
    [[ $code == 4 && ! -e lone.model ]] || fail "srun without MPI: exit $code"
done
[[ $(cat srun.0) == *'srun --mpi=pmix'* && ! -s srun.1 ]] || fail "srun without MPI: said $(cat srun.0 srun.1)"

# Sums of shards add up to the step of all rows: where sums are exact, the scores are those of one shard.
for i in {1..40}; do echo "$((i % 3 == 0 ? 1 : -1)) 1:$((i % 7)) 2:$((i % 5)) 3:$((i * i % 11))"; done > whole.svm
for algorithm in batch gradient-descent; do
    for shards in 1 3 8; do
        perceptron train whole.svm --algorithm $algorithm --shards $shards --epochs 7 -q -o whole.model
        perceptron predict whole.model whole.svm --scores > whole.$shards
    done
    same whole.1 whole.3
    same whole.1 whole.8
done

module=$(dirname "$(command -v perceptron)")/../lib/perceptron-mpi.so
if ! command -v mpirun > mpirun.path || ! command -v mpicc > mpicc.path; then
    exit 0   # there is no MPI here
fi
[[ -e $module ]] || fail "built without $module, and MPI is here"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ASAN_OPTIONS=detect_leaks=0
on() { timeout 120 mpirun --oversubscribe --mca plm isolated -n "$1" perceptron "${@:2}"; }

# same_on RANKS DATA...: trained by so many ranks as alone.
same_on() {
    perceptron train "${@:2}" -q -o alone.model 2> notes.txt
    on "$1" train "${@:2}" -q -o shared.model 2> shared.err || fail "$*: $(cat shared.err)"
    cmp alone.model shared.model || fail "$1 ranks, ${*:2}: other bytes"
}

perceptron gen sparse --rows 3000 --dimensions 2000 --nonzeros 12 --noise 0.1 -o rows.svm
split -n l/3 rows.svm part.
gzip -k part.ab
/usr/bin/python3 - <<'PYTHON'
import random
random.seed(2)
with open("messages.tsv", "w") as f:
    for i in range(600):
        y = random.random() < 0.5
        words = [f"w{random.randint(0, 80 + i) + 40 * y}" for _ in range(random.randint(2, 20))]
        f.write(("spam" if y else "ham") + "\t" + " ".join(words) + "\n")
import struct
cells = [random.gauss(0, 1) for _ in range(3 * 500)]
rows = b"".join(struct.pack("<4d", *cells[3 * i:3 * i + 3], float(cells[3 * i] > 0)) for i in range(500))
head = "{'descr': '<f8', 'fortran_order': False, 'shape': (500, 4), }".ljust(117) + "\n"
with open("numbers.npy", "wb") as f:
    f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + rows)
with open("images", "wb") as f:
    f.write(struct.pack(">IIII", 0x803, 400, 3, 3) + bytes(random.randrange(256) for _ in range(3600)))
with open("marks", "wb") as f:
    f.write(struct.pack(">II", 0x801, 400) + bytes(random.randrange(3) for _ in range(400)))
with open("table.csv", "w") as f:
    f.write("size,colour,kind,weight\n")
    for i in range(700):
        kind = random.choice("abc")
        size = "" if random.random() < 0.1 else f"{random.gauss(ord(kind), 1):.2f}"
        colour = random.choice(["red", '"a, quoted\nline"', f"shade {i // 9}"])
        f.write(f"{size},{colour},{kind},{random.random():.3f}\n")
PYTHON
perceptron pack rows.svm -o rows.pack -q 2> notes.txt || perceptron pack rows.svm -o rows.pack > notes.txt

same_on 3 rows.svm --shards 8 --epochs 3 --threads 2 --algorithm perceptron
same_on 2 part.aa part.ab.gz part.ac --shards 5 --epochs 2 --algorithm averaged --mix mistakes --holdout 0.2 --calibrate sigmoid
same_on 3 messages.tsv --shards 3 --epochs 3 --algorithm pa-1 --scale tfidf --min-df 2
same_on 3 table.csv --label kind --one-hot colour --missing mean --scale standard --shards 4 --epochs 3 --algorithm averaged
same_on 2 rows.pack --shards 4 --epochs 2 --algorithm pdm --validation part.aa
same_on 4 table.csv --label kind --ignore colour --missing zero --shards 2 --order given --epochs 2 --algorithm perceptron   # a rank without a shard
: > empty
gzip -k empty
zstd -q empty
xz -k empty
same_on 3 empty part.aa empty part.ab.gz part.ac --shards 4 --epochs 3 --algorithm gradient-descent --holdout 0.3 --class-weight balanced
same_on 3 rows.svm --shards 8 --epochs 3 --algorithm batch --order given --holdout 0.1 --threshold-for recall=0.9
same_on 3 empty.gz part.aa empty.zst part.ab.gz part.ac empty.xz --shards 7 --algorithm logistic --free-bias --holdout 0.2 --threads 2
same_on 4 rows.pack --shards 2 --algorithm logistic --class-weight balanced --epochs 3   # two ranks without a shard
same_on 3 numbers.npy --label 4 --shards 4 --epochs 3 --algorithm averaged --calibrate isotonic --holdout 0.2
same_on 3 images --labels marks --shards 5 --epochs 2 --algorithm pa-2
# A margin that drowns in rounding is worked out with care, wherever the rows are.
printf '%s\n' '1 1:1e12' '-1 1:-1e12 2:-1e-3' '1 2:1e-3' '-1 2:-1e-3' '1 1:1e12 2:1e-3' '-1 1:-1e12' > close.svm
same_on 2 close.svm --shards 2 --epochs 50 --algorithm perceptron --no-bias
# What rank 0 reports is what one process does, but for the time that it took and advice that needs all rows; nothing is
# proved of rows that are elsewhere.
perceptron train rows.svm --shards 8 --epochs 3 --algorithm perceptron --holdout 0.2 --no-diagnose | sed '/^  time/d; /^What to try/,$d' > alone.txt
on 3 train rows.svm --shards 8 --epochs 3 --algorithm perceptron --holdout 0.2 2> shared.err | tee whole.txt |
    sed '/^  time/d; /^  pace/d; /^What to try/,$d' > shared.txt
same alone.txt shared.txt
grep -qE '^  pace +[0-9,]+ +rows a second, learned from by all ranks together$' whole.txt || fail "the pace: $(< whole.txt)"

# Rows are read by each rank, then move to their shards; rank 0 tells both times, few as the rows are.
on 3 train rows.svm --shards 8 --epochs 3 --algorithm perceptron --verbose --json > shared.json 2> shared.err
json shared.json 'j["reading_seconds"] > 0 and j["moving_seconds"] > 0'
[[ $(grep -c ' s of reading, ' shared.err) == 1 ]] || fail "the times: $(< shared.err)"
[[ $(grep -cE '^epoch [23] of 3: .* s, [0-9,]+ rows a second over all ranks$' shared.err) == 2 ]] || fail "the pace: $(< shared.err)"

# A checkpoint by three ranks is gone on from by two, and by one.
perceptron train rows.svm --algorithm perceptron --shards 8 --epochs 5 -q -o alone.model
on 3 train rows.svm --algorithm perceptron --shards 8 --epochs 2 -q --checkpoint so-far.model
on 2 train rows.svm --algorithm perceptron --shards 8 --epochs 5 -q --resume so-far.model -o shared.model
same alone.model shared.model
perceptron train rows.svm --algorithm perceptron --shards 8 --epochs 5 -q --resume so-far.model -o shared.model
same alone.model shared.model

perceptron train rows.svm --algorithm logistic --shards 8 --epochs 4 -q -o logistic.model
on 3 train rows.svm --algorithm logistic --shards 8 --epochs 2 -q --checkpoint so-far.model
on 2 train rows.svm --algorithm logistic --shards 8 --epochs 4 -q --resume so-far.model -o shared.model
same logistic.model shared.model

perceptron test alone.model part.aa part.ab.gz part.ac --json > alone.json
on 3 test alone.model part.aa part.ab.gz part.ac --json > shared.json
same alone.json shared.json
perceptron predict alone.model part.aa part.ab.gz part.ac --scores --places --names > alone.tsv
on 3 predict alone.model part.aa part.ab.gz part.ac --scores --places --names -o shared.tsv
same alone.tsv shared.tsv

# told CODE PATTERN WORDS...: three ranks end with the code, and of our lines there is one.
told() {
    local code=0
    rm -f out.model
    on 3 "${@:3}" > told.out 2> told.err || code=$?
    ((code == $1)) || fail "${*:3}: exit $code, wanted $1: $(cat told.err)"
    (($(grep -c '^perceptron: ' told.err) == 1)) || fail "${*:3}: not one line: $(cat told.err)"
    # shellcheck disable=SC2053  # a pattern, on purpose
    [[ $(grep '^perceptron: ' told.err) == $2 ]] || fail "${*:3}: said $(cat told.err)"
    [[ ! -e out.model ]] || fail "${*:3}: left a model"
}
# Two bad lines in the parts of two ranks: who has met one tells it, and the other may not have come to its own yet.
{ head -2000 rows.svm; echo '1 3:x 4:1'; tail -1000 rows.svm; echo '1 5:y'; } > bad.svm
told 3 'perceptron: bad.svm:[23]00[12]:5: *' train bad.svm --algorithm perceptron --shards 4 -o out.model
told 4 'perceptron: none.svm: *' train rows.svm none.svm --algorithm perceptron --shards 4 -o out.model
told 4 'perceptron: /dev/full: *' train rows.svm --algorithm perceptron --shards 4 --checkpoint /dev/full -o out.model
told 2 'perceptron: svm does not learn in shards*' train rows.svm --algorithm svm -o out.model
told 2 'perceptron: shards of logistic add up sums over all rows;*' train rows.svm --algorithm logistic --penalty l1 --shards 4 -o out.model
told 2 'perceptron: shards of batch add up to one step*' train rows.svm --algorithm batch --shards 4 --batch-size 9 -o out.model
told 2 'perceptron: what 3 ranks share are shards*' train rows.svm --algorithm perceptron -o out.model
told 2 "perceptron: 'certify' is the work of one process*" certify rows.svm
code=0
on 2 train rows.svm --algorithm perceptron --shards 4 -q : -n 1 perceptron train rows.svm --algorithm perceptron --shards 5 -q 2> told.err || code=$?
[[ $code == 2 && $(cat told.err) == *"perceptron: rank 2 has other words on its command line than rank 0: '5', not '4'; "* ]] || fail "other words: $code $(cat told.err)"

# Another version: the same program, but for its number.
mkdir -p other/bin other/lib
sed 's/0\.1\.0/0.1.9/g' "$(command -v perceptron)" > other/bin/perceptron
chmod +x other/bin/perceptron
cp "$module" other/lib/
code=0
on 1 train rows.svm --algorithm perceptron --shards 4 -q : -n 1 other/bin/perceptron train rows.svm --algorithm perceptron --shards 4 -q 2> told.err || code=$?
[[ $code == 2 && $(cat told.err) == *"perceptron: rank 1 has another version of perceptron than rank 0: '0.1.9', not '0.1.0'; "* ]] ||
    fail "another version: $code $(cat told.err)"

# A file that one rank alone does not see.
mkdir -p sees lacks
cp part.aa part.ac sees/
cp part.aa lacks/
code=0
shared=(perceptron train part.aa part.ac --algorithm perceptron --shards 4 -o out.model)
timeout 60 mpirun --oversubscribe --mca plm isolated -n 2 --wdir "$PWD/sees" "${shared[@]}" : -n 1 --wdir "$PWD/lacks" "${shared[@]}" 2> told.err || code=$?
[[ $code == 4 && $(grep '^perceptron: ' told.err) == 'perceptron: part.ac: cannot open'* ]] || fail "missing on one rank: $code $(cat told.err)"
[[ ! -e sees/out.model && ! -e lacks/out.model ]] || fail "missing on one rank: left a model"

# A model or a pack of the same name that is another on one rank: refused, by its name, and not mixed with the others'.
perceptron train rows.svm --algorithm perceptron --shards 4 --epochs 1 -q -o lacks/some.model
perceptron train rows.svm --algorithm perceptron --shards 4 --epochs 2 -q -o sees/some.model
perceptron pack part.aa -o sees/some.pack > notes.txt
perceptron pack part.ac -o lacks/some.pack > notes.txt
cp rows.svm sees/
cp rows.svm lacks/
other_there() {
    local code=0
    timeout 60 mpirun --oversubscribe --mca plm isolated -n 2 --wdir "$PWD/sees" perceptron "${@:2}" : -n 1 --wdir "$PWD/lacks" perceptron "${@:2}" > told.out 2> told.err || code=$?
    [[ $code == 2 && $(grep '^perceptron: ' told.err) == "perceptron: rank 2 has other bytes in $1 than rank 0;"* ]] || fail "${*:2}: $code $(cat told.err)"
    [[ ! -e sees/out.model && ! -s told.out ]] || fail "${*:2}: left a model, or said something"
}
train=(train --algorithm perceptron --shards 4 --epochs 5 -q -o out.model)
other_there some.model "${train[@]}" rows.svm --resume some.model
other_there some.model "${train[@]}" rows.svm --start some.model
other_there some.pack "${train[@]}" some.pack
other_there some.model test some.model rows.svm
other_there some.model predict some.model rows.svm
# What has no end is not read to compare it: each rank refuses it as one process does.
told 3 'perceptron: /dev/zero: not a perceptron model*' test /dev/zero rows.svm
# So are rows: of each file sixteen places are looked at.
sed '$s/.*/0 1:7/' part.aa > sees/part.ad
truncate -s "$(stat -c %s part.aa)" sees/part.ad
cp part.aa lacks/part.ad
code=0
timeout 60 mpirun --oversubscribe --mca plm isolated -n 1 --wdir "$PWD/sees" perceptron "${train[@]}" part.ad : -n 1 --wdir "$PWD/lacks" perceptron "${train[@]}" part.ad 2> told.err || code=$?
[[ $code == 2 && $(grep '^perceptron: ' told.err) == "perceptron: rank 1 has other files, or other bytes in them, than rank 0: 'part.ad'; "* ]] || fail "other rows: $code $(cat told.err)"
told 2 'perceptron: standard input comes to one rank alone;*' test - rows.svm

# Nobody is left behind, whatever a job ended with.
for process in /proc/[0-9]*; do
    [[ $(cat "$process/comm" 2>&1) != perceptron || $(readlink "$process/cwd" 2>&1) != "$PWD"* ]] || fail "left behind: $(tr '\0' ' ' < "$process/cmdline")"
done

# Without the module: an error, not three lone runs.
mkdir -p alone/bin
cp "$(command -v perceptron)" alone/bin/
code=0
timeout 60 mpirun --oversubscribe --mca plm isolated -n 2 alone/bin/perceptron train rows.svm --algorithm perceptron --shards 4 2> told.err || code=$?
[[ $code == 4 && $(cat told.err) == *'no module for MPI'* ]] || fail "no module: $code $(cat told.err)"
