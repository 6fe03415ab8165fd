# Nothing that comes from outside does anything to a terminal: labels, column and file names, parameters of a model,
# whatever prints them; neither do bytes that are commands only to 8-bit terminals, nor marks that turn writing round.
quiet_bytes() {   # every byte of the files is text, a line end, or part of a character
    LC_ALL=C grep -laP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' "$@"  && return 1
    return 0
}
evil=$'a\e]0;PWNED\a\e[31m\xc2\x9b\xe2\x80\xae'
printf 'x%s,y,label\n1,2,%s\n3,4,b\n-1,-2,%s\n5,6,b\n' $'\e[2J' "$evil" "$evil" > "rows$evil.csv"
printf 'x,y,label\n1,2,a\n1,2,b\n3,4,%s\n' "$evil" > "twins$evil.csv"
rows="rows$evil.csv" twins="twins$evil.csv"

run() {   # command...: whatever comes of it, nothing it says acts
    perceptron "$@" > said.out 2> said.err || true
    [[ -s said.out || -s said.err ]] || fail "$*: said nothing"
    quiet_bytes said.out said.err || { cat -v said.out said.err | grep -a "\^" | head; fail "$*"; }
}
run train "$rows" -o "m$evil.model" --positive "$evil"
grep -qF '\x1b]0;PWNED\x07' said.out || fail "labels are not made visible"
run show "m$evil.model"
run show "m$evil.model" --json
run test "m$evil.model" "$rows"
run predict "m$evil.model" "$rows" --places
run check "$twins"
run certify "$rows" --positive "$evil" -o "c$evil.cert"
run certify "$rows" --json
run verify "c$evil.cert" "$rows"
run verify "c$evil.cert" "$twins"
run explain "$twins" --positive "$evil"
run explain "$rows"
run trace "$rows" --order given
run train "$twins" --order "none$evil"
run train "none$evil.csv"
run train "$rows" --positive "none$evil"
run train "$rows" "--none$evil"
run "$evil"
run pack "$rows" -o "p$evil.pack"
run train "$rows" --plot
run train "$rows" --record "r$evil" -q --plot
run export "m$evil.model" --to json
run compare "$rows" --seeds 1..2
run split "$rows" -o "s$evil"
run split "$rows" --folds 2 -o "s$evil"
run tune "$rows" --folds 2 --algorithm svm --try C=1,2 -o "t$evil.model"
run tune "$rows" --folds 2 --try "x$evil=1"
run report "m$evil.model" "$rows" -o "none$evil/page.html"
run import "none$evil.json" -o "i$evil.model"
run import "$rows" -o "i$evil.model"
run predict "m$evil.model" "$rows" --json
run predict "m$evil.model" "$rows" --proba --names
run train "$rows" --stream -o "st$evil.model" --predictions "a$evil"
run train "$rows" --resume "m$evil.model" --epochs 30
run train "$rows" --label "none$evil"
run check "$rows" --label "none$evil"
run train "$rows" --classes "b,$evil" -o "m$evil.model" -v
run serve "m$evil.model" --listen "unix:none$evil/s"
run gen "none$evil"
run demo "none$evil"
run help "none$evil"
printf '%s 1:1\n+1 2:%s\n' "$evil" "$evil" > bad.svm
run train bad.svm
printf '%s: hello\n' "$evil" > bad.txt
run check bad.txt --format text

# The parameters of a model are anything that its author wrote.
printf '%s\n' 1 2 3 4 > "order$evil"
run train "$rows" --order "order$evil" -o plain.model
run show plain.model
grep -qF 'order=order' said.out || fail "the order's name is not shown"
