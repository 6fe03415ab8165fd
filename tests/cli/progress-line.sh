# On a terminal a line shows how far reading and training are, and is gone in the end; elsewhere there is none.
cat > terminal.py <<'PYTHON'
import os, pty, sys
status = pty.spawn(sys.argv[1:], lambda fd: os.read(fd, 65536))
sys.exit(os.waitstatus_to_exitcode(status))
PYTHON
terminal() {
    /usr/bin/python3 terminal.py sh -c "$1" < /dev/null > seen || fail "$1: $(cat -v seen)"
    tr '\r' '\n' < seen > lines
}
saw() {
    grep -qaE "$1" lines || fail "no '$1' in $(cat -v seen)"
}
noise 3000 6 > d.csv
export TERM=xterm
terminal 'perceptron train d.csv --epochs 0 --time 1'
saw 'epoch [0-9,]+: [0-9,]+ mistakes?, margin at most [0-9.e+-]+, about [0-9.]+ m?s left'
terminal 'perceptron train d.csv --epochs 1000000000 --max-updates 8000000'
saw 'epoch [0-9,]+ of 1000000000: [0-9,]+ mistakes?, margin at most [0-9.e+-]+, about .* left'
sed -n '/ left/{n;p}' lines | tail -1 | grep -qa '^'$'\033''\[K' || fail "the line stays: $(cat -v seen)"
terminal '(cat d.csv; sleep 0.5; tail -2000 d.csv) | perceptron train - --epochs 2'
saw 'reading: [0-9.]+ kB'
TERM=dumb terminal 'perceptron train d.csv --epochs 0 --time 0.5'
! grep -qa 'left' seen || fail "a line on a dumb terminal: $(cat -v seen)"
perceptron train d.csv --epochs 0 --time 0.5 > out 2> err
[[ ! -s err ]] || fail "$(< err)"
