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
terminal 'perceptron train --algorithm perceptron d.csv --epochs 0 --time 1'
saw 'epoch [0-9,]+: [0-9,]+ mistakes?, best margin at most [0-9.e+-]+, about [0-9]+ s left'
terminal 'stty cols 120 < /dev/tty; perceptron train --algorithm perceptron d.csv --epochs 1000000000 --max-updates 3000000'
saw 'epoch [0-9,]+ of 1,000,000,000: [0-9,]+ mistakes?, best margin at most [0-9.e+-]+, about .* left'
sed -n '/ left/{n;p}' lines | tail -1 | grep -qa '^'$'\033''\[K' || fail "the line stays: $(cat -v seen)"
terminal '(cat d.csv; sleep 0.5; tail -2000 d.csv) | perceptron train --algorithm perceptron - --epochs 2'
saw 'reading: [0-9.]+ kB'
# A slow pipe that is learned from: rows so far, the error, and that it waits; also before the first row.
terminal '(sleep 1.5; head -900 d.csv; sleep 1.7; tail -100 d.csv) | perceptron train --algorithm perceptron --stream -'
saw '^.{0,9}0 rows, waiting for [0-9]+ s'
saw '899 rows, progressive error [0-9.]+ %, waiting for [0-9]+ s'
# On a narrow terminal parts are left out, whole: nothing is cut in mid-word.
terminal 'stty cols 50 < /dev/tty; perceptron train --algorithm perceptron d.csv --epochs 1000000000 --max-updates 3000000'
saw 'epoch [0-9,]+: [0-9,]+ mistakes?'
! grep -a 'epoch .*mistake' lines | sed 's/\x1b\[[?0-9]*[A-Za-z]//g' | grep -E '^.{50,}$' || fail "longer than 49 columns"
! grep -qa 'margin at most' lines || fail "the margin has no room there: $(cat -v seen)"
TERM=dumb terminal 'perceptron train --algorithm perceptron d.csv --epochs 0 --time 0.5'
! grep -qa 'left' seen || fail "a line on a dumb terminal: $(cat -v seen)"
perceptron train --algorithm perceptron d.csv --epochs 0 --time 0.5 > out 2> err
[[ ! -s err ]] || fail "$(< err)"
