# Every field of every --json stands in docs/json.md, and every field of that page is printed by one of these commands.
# A new field needs its name there, in the section that is for the command; one that takes an option, a command here.
cat > fields.py <<'PYTHON'
import json, re, subprocess, sys
DATA = sys.argv[2]
COMMANDS = [line.split() for line in f"""
train {DATA}/iris.csv --positive setosa --holdout 0.2 -o i.model
train {DATA}/iris.csv --calibrate sigmoid --holdout 0.3 -o c.model
train {DATA}/xor.csv --order given
train {DATA}/sonar.csv --epochs 3
train --stream {DATA}/iris.csv
show i.model
show c.model --top 2
test i.model {DATA}/iris.csv
test c.model {DATA}/iris.csv --top-k 2
predict i.model lines.csv --places
predict i.model bad.csv --on-bad skip
predict c.model {DATA}/iris.csv --probabilities
check {DATA}/iris.csv
certify {DATA}/iris.csv --positive setosa
certify {DATA}/xor.csv
explain {DATA}/iris.csv --positive setosa
explain {DATA}/xor.csv
trace {DATA}/xor.csv --epochs 1
compare {DATA}/xor.csv --seeds 1..2
train --stream {DATA}/iris.csv --scale standard --positive setosa -o r.model
train {DATA}/sonar.csv --holdout 0.3 --threshold-for f1 --epochs 5 -o t.model
train {DATA}/sonar.csv --algorithm kernel --epochs 2 -o k.model
train {DATA}/sonar.csv --algorithm mlp --epochs 2 -o n.model
train {DATA}/sonar.csv --shards 2 --epochs 2
train {DATA}/iris.csv --algorithm neighbours -o k1.model
show i.model --importance {DATA}/iris.csv --repeats 2
show i.model --names
show k.model
show n.model
show k1.model
show t.model
show r.model
test t.model {DATA}/sonar.csv --curves --threshold-for recall=0.9
test k.model {DATA}/sonar.csv
predict i.model lines.csv --explain 2
predict c.model {DATA}/iris.csv --top 2
predict c.model {DATA}/iris.csv --top 2 --probabilities
predict i.model {DATA}/iris.csv --keep 1,2
certify {DATA}/iris.csv
certify {DATA}/breast_cancer.csv -o b.cert
explain {DATA}/iris.csv
explain i.model {DATA}/iris.csv
trace {DATA}/iris.csv --epochs 1
trace {DATA}/xor.csv --epochs 1 --exact
trace {DATA}/xor.csv --epochs 1 --algorithm kernel --kernel polynomial --degree 2
check {DATA}/sonar.csv
train {DATA}/iris.csv --algorithm averaged --folds 3
tune {DATA}/iris.csv --try algorithm=averaged,arow -o t.model
tune {DATA}/iris.csv --curve
show t.model
""".strip().splitlines()]

def walk(value, path, found):
    for key, item in value.items() if isinstance(value, dict) else []:
        found.add(path + key)
        walk(item, path + key + ".", found)
    for item in value if isinstance(value, list) else []:
        walk(item, path[:-1] + "[].", found)

def sections(page):
    names = []
    for line in open(page, encoding="utf-8"):
        if line.startswith("In: "):
            names = [name.partition(":") for name in re.findall(r"`([^`]*)`", line)]
        elif line.startswith("| `"):
            for field in re.findall(r"`([^`]*)`", line.split(" | ")[0]):
                for command, _, prefix in names:
                    yield command, (prefix + "." if prefix else "") + field, (field, tuple(names))

printed = {}
for words in COMMANDS:
    out = subprocess.run(["perceptron", *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         text=True).stdout
    found = printed.setdefault(words[0], set())
    try:
        walk(json.loads(out), "", found)
    except json.JSONDecodeError:
        for line in out.splitlines():
            walk(json.loads(line), "", found)
told, idle, bad = list(sections(sys.argv[1])), set(), []
assert len(told) > 200, "the page was not understood"
for command, found in printed.items():
    names = [re.escape(name).replace(r"\*", "[^.]*") for c, name, _ in told if c == command]
    page = re.compile("(?:" + "|".join(names) + r")\Z")
    bad += [f"{command} prints '{name}', which docs/json.md does not have"
            for name in sorted(found) if not page.match(name)]
alive = {line for command, name, line in told
         if any(re.fullmatch(re.escape(name).replace(r"\*", "[^.]*"), f) for f in printed.get(command, ()))}
bad += [f"docs/json.md has '{line[0]}', which nothing prints" for _, _, line in told if line not in alive]
print("\n".join(dict.fromkeys(bad)))
sys.exit(1 if bad else 0)
PYTHON
sed 's/,[a-z]*$//' "$TESTS/../../examples/data/iris.csv" > lines.csv
printf '5.0,3.4,1.5,0.2\n1,2\n' > bad.csv
echo >> lines.csv
/usr/bin/python3 fields.py "$TESTS/../../docs/json.md" "$TESTS/../../examples/data" > said || fail "$(< said)"
# It fails where a field is missing on either side.
grep -v '`kind`' "$TESTS/../../docs/json.md" > less.md
! /usr/bin/python3 fields.py less.md "$TESTS/../../examples/data" > said || fail 'a missing field passes'
grep -q "^show prints 'kind', which docs/json.md does not have$" said || fail "$(< said)"
