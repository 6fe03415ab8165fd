# check ends with one command that trains on the file, right for it, and says why each option is there; a file that training
# refuses as it is gets one too; --json has the same.
/usr/bin/python3 - <<'PYTHON'
import random
r = random.Random(5)
with open("untidy.csv", "wb") as f:
    f.write(b"\xef\xbb\xbf# exported today\r\n")
    f.write("customer_id;spend, EUR;seen on;kept;city;remark;loyal;height\r\n".encode())
    for i in range(200):
        loyal = r.random() < 0.5
        spend = ("-" if i % 17 == 3 else f"{r.gauss(5000 if loyal else 3000, 800):.2f}").replace(".", ",")
        height = "unknown" if i == 150 else f"{r.gauss(1.7, 0.1):.2f}".replace(".", ",")
        city = r.choice(["Bonn", "Ulm", "Bad Münstereifel"])
        remark = " ".join(r.choice("so it is what we said he came again".split()) for _ in range(6))
        row = [str(7000 + 13 * i % 997 + 997 * (i // 90)), spend, f"{r.randint(1, 28)}.{r.randint(1, 12)}.2024",
               r.choice(["TRUE", "FALSE"]), city, remark, "yes" if loyal else "no", height]
        f.write((";".join(row) + "\r\n").encode())
PYTHON
perceptron check untidy.csv > out 2> err
grep -q "^perceptron: note: as it is, training refuses it: untidy.csv:3:6: " err || fail "$(< err)"
line=$(grep '^perceptron train' out)
[[ $line == "perceptron train untidy.csv --label loyal --delimiter semicolon --decimal , --ignore customer_id,remark --one-hot city --dates 'seen on' --na unknown --missing mean --scale standard --algorithm svm --holdout 0.2 -o untidy.model" ]] || fail "said: $line"
for option in label delimiter decimal ignore one-hot dates na missing scale algorithm holdout; do
    grep -q "^  --$option .*  ..*" out || fail "no reason for --$option: $(< out)"
done
eval "$line" > report 2> /dev/null
grep -q '^  hold-out error' report || fail "$(< report)"
perceptron predict untidy.model untidy.csv -q | sort | uniq -c > answers
[[ $(wc -l < answers) -eq 2 ]] || fail "$(< answers)"
perceptron check untidy.csv --json > j 2> /dev/null
json j 'j["command"].startswith("perceptron train untidy.csv --label loyal") and j["refused"]["line"] == 3'
json j '[o["option"] for o in j["options"]][:4] == ["label", "delimiter", "decimal", "ignore"] and all(o["why"] for o in j["options"])'
# What the user gives stays, and is not chosen again.
perceptron check untidy.csv --label kept --ignore customer_id,remark,loyal --json > j 2> /dev/null
json j '"--label kept" in j["command"] and "label" not in [o["option"] for o in j["options"]] and j["classes"][0]["name"] == "FALSE"'
# A name that must be quoted for the shell, and one with a comma.
printf "it's, odd;my class;\$x\n" > odd.csv
for i in $(seq 30); do printf 'u%s,%s;%s;%s\n' $((i % 2)) $((i % 3)) "$( ((i % 2)) && echo yes || echo no)" $((i * 7 % 30)); done >> odd.csv
line=$(perceptron check odd.csv 2> /dev/null | grep '^perceptron train')
eval "$line" > /dev/null
perceptron show odd.model | grep -q "label=my class" || fail "$line"
[[ $line == *"--one-hot '\"it'\\''s, odd\"'"* ]] || fail "$line"
# Scales that differ by a thousand are never nothing, though the numbers be of one size.
{ echo a,b,label; for i in $(seq 40); do echo "$((i * 150)),5000.$((i % 9)),$((i % 2))"; done; } > scales.csv
perceptron check scales.csv > out
grep -q "^  - features differ in scale: 0.8 for 'b', 5850 for 'a': use --scale standard$" out || fail "$(< out)"
! grep -q 'Nothing stands in the way' out || fail "$(< out)"
# Labels that are none are named before training.
{ echo id,x,z,y; for i in $(seq 40); do echo "a$i,$i,$((i * 7 % 40)).5,$((i % 5)).$i"; done; } > none.csv
refuses_to_train 3 "*every row has a label of its own in column 'id'*--label" none.csv --label id
refuses_to_train 3 "*the labels in column 'y' are 40 different numbers, such as *: a quantity and no class*" <(sed '2p' none.csv) --label y --ignore id
{ echo text,x; for i in $(seq 40); do echo "remark $((i * 2 / 3)),$i"; done; } > text.csv
refuses_to_train 3 "*there are 27 different labels in column 'text' in 40 rows*: a name or a text and no class*" text.csv --label text
{ echo x,n; for i in $(seq 200); do echo "$i,$((i % 60))"; done; } > whole.csv
perceptron train --algorithm perceptron whole.csv --label n --epochs 2 > /dev/null 2> err
grep -q "60 different labels in column 'n' in 200 rows: is it the right column" err || fail "$(< err)"
perceptron check none.csv > out 2> err
grep -q '^perceptron train none.csv --label ' out || fail "$(< out)"
# Every file has its JSON: other formats, a file that nothing can be made of.
printf '+1 1:1 2:2000\n-1 1:0.5 2:1000\n' > rows.svm
perceptron check rows.svm --json > j
json j 'j["command"] == "perceptron train rows.svm --scale standard --algorithm svm -o rows.model" and j["refused"] is None'
printf 'spam\tbuy now\nham\tsee you there\n' > words.tsv
perceptron check words.tsv --json > j
json j 'j["command"] == "perceptron train words.tsv --algorithm svm -o words.model"'
perceptron check words.tsv --json > j < words.tsv
perceptron check - --json > j < rows.svm
json j 'j["command"].startswith("perceptron train - ")'
printf '1,2\n\x00\x01' > junk.bin
perceptron check junk.bin --json > j 2> err && fail 'junk was read'
json j 'j["command"] is None and j["refused"]["message"]'
# Values whose squares overflow are scaled in a way that training takes, and no length is called infinite.
printf 'a,b,y\n1,1e300,p\n2,-1e300,n\n3,1e307,p\n4,1e-300,n\n' > huge.csv
perceptron check huge.csv > out
grep -q '^  R  *unknown  *length of the longest row: too large to be squared$' out || fail "$(< out)"
! grep -q infinite out || fail "$(< out)"
grep -q '^  - values are so large that their squares overflow: use --scale minmax$' out || fail "$(< out)"
bash -c "$(grep '^perceptron train' out)" > trained
# What becomes of a missing word is not called a mean.
printf 'a,b,y\n1,red,p\n2,,n\n3,blue,p\n4,red,n\n5,blue,n\n' > words.csv
grep -q '^  --missing mean .* 1 cell is missing: a number becomes the mean of its column, a word none of its features$' \
    <(perceptron check words.csv 2> /dev/null) || fail 'the mean of words'
