# The table of what bounds a run in docs/algorithms.md is what the program says of itself, row by row.
perceptron train --algorithm list > list
/usr/bin/python3 - list "$TESTS/../../docs/algorithms.md" <<'PYTHON'
import re, sys
said = {}
for block in open(sys.argv[1]).read().strip().split("\n\n"):
    name, *lines = block.split("\n")
    bound = [l[len("  bound"):].strip() for l in lines if l.startswith("  bound ")]
    said[name] = tuple(bound[0].split(": ", 1)) if bound else ("nothing", "")
page = open(sys.argv[2]).read()
table = page[page.index("| algorithm | what is bounded |"):].split("\n\n")[0].split("\n")[2:]
shown = {}
for row in table:
    name, of, by, test = [cell.strip() for cell in row.strip("|").split("|")]
    shown[name.strip("`")] = (of, by.strip("`"))
    assert re.fullmatch(r"`tests/property/test_\w+\.c`", test), row
assert shown == said, sorted(set(shown.items()) ^ set(said.items()))
PYTHON
