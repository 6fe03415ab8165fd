# -o: the file is whole or not there; what stood there before stays when it fails.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
perceptron predict m.model clouds.csv -o answers > out
[[ ! -s out ]]
cut -d, -f3 clouds.csv | tail -n +2 > truth
same answers truth
{ cat clouds.csv; echo 'what,0,near'; } > bad.csv
refuses 3 'perceptron: bad.csv:42:1: *' perceptron predict m.model bad.csv -o answers
same answers truth
refuses 3 'perceptron: bad.csv:42:1: *' perceptron predict m.model bad.csv -o fresh
[[ ! -e fresh && -z $(compgen -G '*.part*') ]]
umask 027
perceptron predict m.model clouds.csv -o rights
[[ $(stat -c %a rights) == 640 ]]
ln -s rights link
perceptron predict m.model clouds.csv -o link
[[ -L link ]]
same rights truth
# Special files are written, not replaced.
perceptron predict m.model clouds.csv -o /dev/null
perceptron train --algorithm perceptron clouds.csv -q -o /dev/null
[[ -c /dev/null ]]
refuses 4 'perceptron: no/such/place: *' perceptron predict m.model clouds.csv -o no/such/place
refuses 4 'perceptron: no/such/place: *' perceptron train --algorithm perceptron clouds.csv -o no/such/place
mkdir folder
refuses 4 'perceptron: folder: *' perceptron train --algorithm perceptron clouds.csv -o folder
