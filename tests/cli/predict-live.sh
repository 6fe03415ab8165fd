# A pipe is answered line by line: the answer to a row comes while the writer still waits.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o m.model
mkfifo in out
perceptron predict m.model - < in > out &
exec 3> in 4< out
printf 'x,y\n' >&3
for row in 3,0.1:far -3,0.1:near 2,0:far -1.5,0:near; do
    printf '%s\n' "${row%:*}" >&3
    read -r -t 20 answer <&4 || fail "no answer to ${row%:*}"
    [[ $answer == "${row#*:}" ]] || fail "${row%:*}: $answer"
done
exec 3>&-
wait $!
# The same for the LIBSVM and text formats.
printf '%s\n' '-1 1:1' '+1 2:1' > d.svm
perceptron train --algorithm perceptron d.svm -q -o svm.model
printf 'ham\tsee you at noon\nspam\twin a prize now\n' > d.tsv
perceptron train --algorithm perceptron d.tsv -q -o text.model
perceptron predict svm.model - < in > out &
exec 3> in 4< out
printf '2:3\n' >&3
read -r -t 20 answer <&4
[[ $answer == +1 ]]
exec 3>&-
wait $!
perceptron predict text.model - < in > out &
exec 3> in 4< out
printf 'win a prize\n' >&3
read -r -t 20 answer <&4
[[ $answer == spam ]]
exec 3>&-
wait $!
