# Many labels: every one has a mark of its own, a place in the legend and one among those confused.
make_labels() {   # N ROWS-OF-EACH
    awk -v n="$1" -v rows="$2" 'BEGIN { print "x,y,label"; for (i = 0; i < n; i++) for (k = 0; k < rows; k++)
        printf "%.3f,%.3f,the label number %d.\n", i % 6 + 0.7 * sin(7 * k + i), int(i / 6) + 0.7 * cos(5 * k), i }'
}
for n in 2 3 7 10 26; do
    make_labels "$n" 6 > "$n.csv"
    perceptron train --algorithm perceptron "$n.csv" -q --epochs 3 --report "$n.html"
    mkdir "pictures$n"
    perceptron train --algorithm perceptron "$n.csv" -q --epochs 3 --record "$n.run"
    perceptron report "$n.run" --pictures "pictures$n"
    for ((i = 0; i < n; i++)); do
        grep -q "class=\"key\".*>⁨the label number $i\.⁩<" "pictures$n/plane.svg" || fail "$n labels: $i is not in the legend"
    done
    (($(grep -o 'scope="col"' "$n.html" | wc -l) == n)) || fail "$n labels: not all in the table"
    # A legend's marks: all of them differ when moved to one place.
    /usr/bin/python3 - "pictures$n/plane.svg" "$n" <<'P' || fail "$n labels: two marks are the same"
import re, sys
marks = []
for line, after in zip(*(lambda l: (l, l[1:]))(open(sys.argv[1], encoding='utf-8').read().split('\n'))):
    if 'class="key"' in after:
        kind = re.search(r'class="(m\d)"', line).group(1)
        xy = [float(v) for v in re.findall(r'-?[\d.]+', re.search(r' d="([^"]*)"', line).group(1))] if ' d="' in line else []
        marks.append((kind, tuple(round(v - xy[i % 2], 1) for i, v in enumerate(xy))))
assert len(marks) == int(sys.argv[2]) == len(set(marks)), marks
P
done
grep -q 'Most often .*<bdi>the label' 26.html || fail 'no word on the largest confusions'
make_labels 50 4 > 50.csv
perceptron train --algorithm perceptron 50.csv -q --epochs 3 --report 50.html
grep -q 'of 50 labels, which are too many for a table of all, the pairs mistaken most often' 50.html || fail 'vanished'
perceptron report 26.run --plot --plain > plot.txt
grep -q 'z the label number 9\.' plot.txt || fail "the plot's key: $(tail -12 plot.txt)"
