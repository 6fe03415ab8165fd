# A page is one file, the same for the same run, with or without the record between; training is not changed by it.
clouds > clouds.csv
perceptron train --algorithm perceptron clouds.csv -q -o with.model --report a.html --record a.run
perceptron train --algorithm perceptron clouds.csv -q -o without.model
perceptron train --algorithm perceptron clouds.csv -q --report again.html --record again.run
same with.model without.model
grep -v 'again\|a\.html' a.html > a.cut
grep -v 'again\|a\.html' again.html > again.cut
same a.cut again.cut
perceptron report a.run -o b.html
same a.html b.html
perceptron report a.run > c.html
same a.html c.html
# The command that is on the page makes the page again.
command=$(sed -n 's|.*<pre dir="ltr">\(.*\)</pre>.*|\1|p' a.html | sed 's|</*span>||g')
[[ $command == perceptron\ train* ]] || fail "no command on the page: $command"
cp a.html first.html
eval "$command" > /dev/null
same a.html first.html
# Nothing from elsewhere, no date, no folder.
! grep -E -q 'https?://[^w]|src=|@import|url\(http' a.html || fail 'something from elsewhere'
! grep -q "$PWD" a.html || fail 'a folder is named'
grep -q 'it stopped after 2 updates, with every row on its own side' a.html || fail 'no sentence'
# Every algorithm: the same model bytes with a page.
for algorithm in $(perceptron train --algorithm list | grep '^[a-z]'); do
    perceptron train clouds.csv --algorithm "$algorithm" --epochs 5 -q -o plain.model
    perceptron train clouds.csv --algorithm "$algorithm" --epochs 5 -q -o paged.model --report page.html
    same plain.model paged.model
done
# What the command chose by itself is no part of the command.
[[ $command != *--layout* ]] || fail "the page repeats what nobody asked for: $command"
