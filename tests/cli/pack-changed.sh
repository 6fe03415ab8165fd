# A pack that is cut, or written into, while it is used: an error with its name, whether it was read or is mapped, and no
# model. One of more than 64 MB is mapped.
/usr/bin/python3 - <<'PYTHON'
import numpy
rows = numpy.random.default_rng(1).standard_normal((170000, 51))
rows[:, 50] = rows[:, 50] > 0
numpy.save("rows.npy", rows)
PYTHON
perceptron pack rows.npy --label 51 -q -o whole.pack
(($(stat -c %s whole.pack) > 64 << 20)) || fail "the pack is too small"

meanwhile() {   # command...: runs while t.pack is in use
    cp --reflink=auto whole.pack t.pack
    : > said   # now: the one that runs beside us may be slow to
    perceptron train --algorithm perceptron t.pack --epochs 100000 -v -o t.model > /dev/null 2> said &
    local train=$! code=0
    until grep -q 'epoch 2' said; do sleep 0.05; done
    "$@"
    wait $train || code=$?
    ((code == 3)) || fail "$*: exit $code: $(tail -1 said)"
    tail -1 said | grep -qx 'perceptron: t.pack: was changed or cut while it was in use' || fail "$*: $(tail -1 said)"
    [[ ! -e t.model ]] || fail "$*: a model was written"
}
meanwhile truncate -s 8192 t.pack
meanwhile dd if=/dev/zero of=t.pack bs=1M seek=20 count=30 conv=notrunc status=none
# Another file in its place is no change: the one in use is still there.
cp --reflink=auto whole.pack t.pack
perceptron train --algorithm perceptron t.pack --epochs 3 -q -o straight.model
head -c 8192 whole.pack > other
: > said
perceptron train --algorithm perceptron t.pack --epochs 3 -v -o t.model > /dev/null 2> said &
train=$!
until grep -q 'epoch 1' said; do sleep 0.05; done
mv other t.pack
wait $train
same straight.model t.model

# Whoever touches what is gone, any thread may, tells it.
for ((i = 0; i < 12; i++)); do
    cp --reflink=auto whole.pack t.pack
    perceptron test straight.model t.pack --threads 4 > /dev/null 2> said &
    used=$!
    sleep "0.0$((i % 6))"
    truncate -s 8192 t.pack
    code=0
    wait $used || code=$?
    ((code == 0 || code == 3)) || fail "cut while it was tested: exit $code: $(tail -1 said)"
    ((code == 0)) || [[ $(wc -l < said) == 1 ]] || fail "told more than once: $(cat said)"
done

# Nothing is told of rows that others write at while they are read, nor learned from a copy of them.
refused() {   # arguments: of a command that reads t.pack
    local code=0
    perceptron "$@" > /dev/null 2> said || code=$?
    ((code == 3)) || fail "$*: exit $code: $(tail -1 said)"
    grep -q 'was changed or cut while it was in use' said || fail "$*: $(tail -1 said)"
}
cp --reflink=auto whole.pack t.pack
while [[ ! -e enough ]]; do touch t.pack; done &
refused check t.pack
refused train t.pack --layout given --epochs 1 -o t.model
refused train t.pack --scale standard --epochs 1 -o t.model
touch enough
wait
