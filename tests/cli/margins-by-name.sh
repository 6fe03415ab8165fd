# Two margins under two names: the theorem's, with the bias in the length, and the distance, which is what it says.
E85=$TESTS/../../examples/data/eighty-five.csv
printf 'x,c\n100,a\n98,b\n' > far.csv
printf 'x1,x2,class\n1,0,+1\n0.5,-1,-1\n' > two.csv
perceptron train --algorithm perceptron "$E85" -o e.model > trained
grep -q '^  theorem margin  0.02887 ' trained && grep -q '^  distance        0.07211 ' trained || fail "$(< trained)"
! grep -q '^  margin ' trained || fail 'a margin without a name'
perceptron test e.model "$E85" > tested
grep -q '^  theorem margin  0.02887 ' tested && grep -q '^  distance        0.07211 ' tested || fail "$(< tested)"
perceptron test e.model "$E85" --json > j
json j 'abs(j["margin"] - 0.0288747) < 1e-6 and abs(j["distance"] - 0.0721122) < 1e-6 and j["functional_margin"] > 0.5'
perceptron show e.model --json > j
json j 'abs(j["distance"] - 0.0721122) < 1e-6 and abs(j["margin"]["lower"] - 0.0288747) < 1e-6'
# hard-margin speaks of the theorem's margin; with a free bias of distances.
perceptron train "$E85" --algorithm hard-margin --gap 1e-6 --epochs 0 > hard
grep -q '^  best margin     <= 0.08224 *no weights have a greater theorem margin' hard || fail "$(< hard)"
! grep -q 'farther away' hard || fail 'a distance was bounded that was not'
perceptron train far.csv --positive a --algorithm hard-margin --free-bias --gap 1e-6 --epochs 0 --json > j
json j 'abs(j["distance"] - 1) < 1e-6 and 1 <= j["distance_upper"] < 1.001 and abs(j["margin"]["lower"] - 0.0101) < 1e-4'
json j 'j["bound"] is None'
perceptron train --algorithm perceptron far.csv --positive a --order given --epochs 0 --json > j
json j 'j["margin"]["upper"] < 0.0102 and j["distance_upper"] is None and j["distance"] > 0.4'
# Without a bias they are one.
perceptron train --algorithm perceptron two.csv --no-bias > one
grep -q '^  margin          0.4472 *from the boundary to the nearest row; the theorem' one || fail "$(< one)"
! grep -q '^  distance' one || fail 'told twice'
# No boundary, no margin; nothing is below zero that is not.
perceptron train --algorithm perceptron "$E85" --tie correct > ties
grep -q '^  margins         none  ' ties && grep -q '^  best margin     unknown *no update was made' ties || fail "$(< ties)"
printf 'x,c\n0,a\n1,a\n-1,b\n' > touch.csv
perceptron train --algorithm perceptron touch.csv --no-bias --positive a --epochs 2 > zero
grep -q '^  margin          0 *a row lies on the boundary' zero || fail "$(< zero)"
# What rounding ate is not told.
perceptron train --algorithm perceptron "$E85" --start ones --rate 1e-20 > eaten
grep -q '^  best margin     unknown *what bounds it is lost in rounding' eaten || fail "$(< eaten)"
! grep -qE '^  (bound|difficulty)|unknown to|>= unknown' eaten || fail "$(< eaten)"
# Scores are no distances: kernels have a margin in their space, networks and votes none.
perceptron train "$E85" --algorithm kernel -o k.model > kernel
grep -q "^  margin  .*in the kernel's space" kernel || fail "$(< kernel)"
! grep -q '^  distance' kernel || fail 'a distance between scores'
perceptron train "$E85" --algorithm neighbours -o n.model > near
! grep -qE 'margin|distance|updates|weight as it was' near || fail "$(< near)"
perceptron test n.model "$E85" > tested
! grep -qE 'margin|distance|perceptron loss' tested || fail "$(< tested)"
perceptron train "$E85" --algorithm mlp --epochs 2 > mlp
! grep -qE '^  (theorem )?margin|^  distance|best margin' mlp || fail "$(< mlp)"
perceptron explain "$E85" > explained
grep -q 'theorem margin of 0.0288747, 35.1 %' explained && grep -q 'distance of 0.0721122' explained || fail "$(< explained)"
grep -q 'R/gamma\* = 90.45.* is how difficult' explained || fail 'no difficulty'
grep -q '^  difficulty      23.47 to 257.7: R/gamma' trained || fail 'no difficulty'
