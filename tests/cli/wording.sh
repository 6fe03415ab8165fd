# Features of texts and crossed columns: n-grams, characters, counts, stop words, rare and common words, norms, as an obvious
# program makes them; the same bytes for any threads and any memory; hashed as by name; streamed as from a file.
root=$TESTS/../..
/usr/bin/python3 - <<'PYTHON'
import random
random.seed(3)
common = "the a of to and in Ünter é!".split()
topics = {"sport": "goal team match ball win".split(), "food": "bread soup salt cook win".split()}
with open("m.tsv", "w") as out, open("m.csv", "w") as table:
    table.write("size,place,day,body,label\n")
    for i in range(160):
        label = ("sport", "food")[i % 2]
        text = " ".join(random.choices(common, k=5) + random.choices(topics[label], k=3) + ["w%d" % random.randrange(60)])
        if i == 7:
            text = ""
        out.write("%s\t%s\n" % (label, text))
        table.write("%.2f,%s,%s,%s,%s\n" % (random.gauss(i % 2, 3), random.choice("abc"), random.choice("uv"), text, label))
PYTHON
printf 'The\n  of and\n' > stop.txt
again=(--algorithm averaged --epochs 3)

judge() {   # FILE OPTIONS...: trains, and the obvious program finds the same features and scores
    perceptron train --algorithm perceptron "$1" "${again[@]}" "${@:2}" -q -o a.model
    perceptron predict a.model "$1" --scores > scores 2> notes
    /usr/bin/python3 "$root/tests/oracle/wording.py" check a.model "$1" scores "${@:2}" || fail "$*: not so"
}

judge m.tsv --ngrams 1..2
judge m.tsv --ngrams 2..3 --scale tfidf --counts binary
judge m.tsv --chars 2..4 --scale tfidf
judge m.tsv --ngrams 1..2 --chars 3 --counts log --scale unit --norm l1
judge m.tsv --stop-words stop.txt --ngrams 1..3 --min-df 2 --scale tfidf --norm none
json <(/usr/bin/python3 "$root/tests/oracle/model_reader.py" a.model) 'j["recipe"]["stop_words"] == ["the", "of", "and"]'
judge m.tsv --max-df 0.3 --min-df 0.02 --max-features 40
judge m.csv --text body --one-hot place,day --scale tfidf --ngrams 1..2 --min-df 3
judge m.csv --text body --one-hot place,day --cross size,place,day
judge m.csv --ignore body --one-hot place,day --cross place,day --max-features 6
judge m.csv --ignore body,place,day --label label --scale none

# The same bytes for any threads and whatever memory there is; with a pack, from the middle, and as a stream.
options=(--ngrams 1..2 --chars 2..3 --stop-words stop.txt --min-df 2 --scale tfidf "${again[@]}")
perceptron train --algorithm perceptron m.tsv "${options[@]}" -q -o a.model
for more in "--threads 1" "--threads 5" "--memory 1K"; do
    # shellcheck disable=SC2086  # an option and its value
    perceptron train --algorithm perceptron m.tsv "${options[@]}" $more -q -o b.model 2> notes
    same a.model b.model
done
perceptron train m.tsv --ngrams 1..2 --chars 2..3 --stop-words stop.txt --min-df 2 --scale tfidf --algorithm averaged --epochs 1 -q -o b.model
perceptron train m.tsv --resume b.model --epochs 3 -q -o c.model
same a.model c.model
perceptron pack m.tsv --ngrams 1..2 --chars 2..3 --stop-words stop.txt -o m.pack > /dev/null
perceptron train --algorithm perceptron m.pack --min-df 2 --scale tfidf "${again[@]}" -q -o p.model
perceptron predict a.model m.tsv --scores > wanted 2> notes
perceptron predict p.model m.tsv --scores > found 2> notes
same wanted found
perceptron train --algorithm perceptron m.csv --text body --one-hot place,day --ngrams 1..2 --cross place,day --order given --epochs 1 -q -o f.model
perceptron train --algorithm perceptron m.csv --text body --one-hot place,day --ngrams 1..2 --cross place,day --stream -q -o s.model
perceptron predict f.model m.csv --scores > wanted
perceptron predict s.model m.csv --scores > found
same wanted found

# Hashed without a collision, scores are those by name.
close() {
    /usr/bin/python3 -c 'import sys; a, b = ([float(l.split("\t")[1]) for l in open(f)] for f in sys.argv[1:3])
assert len(a) == len(b) > 0 and max(abs(x - y) for x, y in zip(a, b)) < 1e-9 * max(map(abs, a))' wanted found || fail "$*: hashed otherwise"
}
for more in "m.tsv --ngrams 1..2 --chars 2..3" "m.csv --text body --one-hot place,day --cross size,place,day --chars 2"; do
    # shellcheck disable=SC2086  # words
    perceptron train --algorithm perceptron $more "${again[@]}" -q -o n.model
    perceptron predict n.model "${more%% *}" --scores > wanted
    # shellcheck disable=SC2086
    perceptron train --algorithm perceptron $more "${again[@]}" --hash-bits 22 -q -o h.model
    perceptron predict h.model "${more%% *}" --scores > found
    close "$more"
done

# What cannot be is refused with a sentence.
refuses_to_train 2 "perceptron: *ngrams is '2..1', wanted a length such as 2 or a range such as 1..3, of at most 16*" m.tsv --ngrams 2..1
refuses_to_train 2 "perceptron: *norm 'l1' does nothing with scaling 'none'; it goes with 'tfidf' and 'unit'*" m.tsv --norm l1
refuses_to_train 2 "perceptron: *--min-df leaves out words by name, and hashed ones (--hash-bits) have none*" m.tsv --hash-bits 9 --min-df 2
refuses_to_train 3 "perceptron: *no word is left: *" m.tsv --min-df 1000
refuses_to_train 2 "perceptron: *--chars does nothing without a column of text; use --text*" m.csv --chars 3 --ignore body --one-hot place,day
refuses_to_train 2 "perceptron: *column 'body' is text, and only numbers and categories are crossed*" m.csv --text body --one-hot place,day --cross size,body
refuses_to_train 2 "perceptron: *cross names 1 column, wanted 2 to 64*" m.csv --text body --one-hot place,day --cross size
refuses_to_train 3 "perceptron: *no column 'nowhere'*" m.csv --text body --one-hot place,day --cross size,nowhere
refuses 2 "perceptron: *--min-df counts all rows before the first is learned from; a stream cannot*" perceptron train --algorithm perceptron m.tsv --stream --min-df 2
refuses 2 "perceptron: *other programs have no word for them*" perceptron export a.model --to json
refuses 2 "perceptron: *--ngrams was settled in training, and not as '1..3'*" perceptron test a.model m.tsv --ngrams 1..3
refuses_to_train 2 "perceptron: *--cross does nothing for text rows*" m.tsv --cross a,b
