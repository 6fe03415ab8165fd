# A damaged model is refused cleanly, wherever it is cut and whichever bit is wrong.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
size=$(stat -c %s m.model)
for cut in 0 1 7 8 20 $((size / 2)) $((size - 9)) $((size - 1)); do
    head -c "$cut" m.model > cut.model
    refuses 3 'perceptron: cut.model: *' perceptron show cut.model
done
refuses 3 'perceptron: clouds.csv: *' perceptron show clouds.csv
refuses 3 'perceptron: clouds.csv: *' perceptron predict clouds.csv clouds.csv
/usr/bin/python3 - <<'PYTHON'
data = bytearray(open("m.model", "rb").read())
for n, at in enumerate((3, 30, len(data) // 2, len(data) - 3)):
    wrong = bytearray(data)
    wrong[at] ^= 4
    open(f"flip{n}.model", "wb").write(wrong)
PYTHON
for n in 0 1 2 3; do
    refuses 3 "perceptron: flip$n.model: *" perceptron predict flip$n.model clouds.csv
done
