# Every story runs, says what demo/NAME.txt says (but for times), leaves its pages; its commands, run again, say the
# same. A story that has changed on purpose: perceptron demo NAME | sed -E 's/^  time .*/  time/; s/in [0-9.]+ m?s;/in T s;/' > tests/cli/demo/NAME.txt
perceptron demo > list.txt
for story in and-or worked xor tight 85-points bias margin spam digits separable-or-not curved; do
    grep -q "^  $story  *[a-z0-9]" list.txt || fail "$story is not listed"
    perceptron demo $story > $story.txt 2> $story.err
    [[ ! -s $story.err ]] || fail "$story complains: $(< $story.err)"
    diff "$TESTS/demo/$story.txt" <(sed -E 's/^  time .*/  time/; s/in [0-9.]+ m?s;/in T s;/' $story.txt) || fail "$story tells another story"
    pages=$(sed -n 's/^The pages are in demo-[a-z0-9-]*: \(.*\)\. To.*/\1/p' $story.txt)
    [[ -n $pages ]] || fail "$story names no page"
    for page in $pages; do
        grep -q '</html>' demo-$story/$page || fail "$story: $page is not whole"
    done
    cp -r demo-$story again
    (cd again && sed -n 's/^\$ //p' ../$story.txt | bash) > again.txt
    diff <(sed -n '/^\$ /,$p' $story.txt | grep -v '^\$\|^$\|  time  ' | grep '^  ') \
         <(grep -v '^$\|  time  ' again.txt | grep '^  ') || fail "$story: other numbers when repeated"
    rm -r again
done
refuses 2 "*unknown story 'xro'; did you mean 'xor'?*" perceptron demo xro
grep -q 'Stopped: not separable' xor.txt worked.txt || fail 'exclusive or was learned'
grep -q '^That is 100 % of the updates that the theorem allows' tight.txt || fail 'the tight example does not use the whole bound'
grep -q '(R/gamma\*)^2 = (1 / 0.447214)^2 = 5, so 5 updates at most' tight.txt || fail 'another bound of the tight example'
