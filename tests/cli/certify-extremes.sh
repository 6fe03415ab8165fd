# Values at the ends of the range: proved and checked, or refused with file and line.
check() {
    local code=0
    perceptron certify "$@" -o x.cert > report 2>&1 || code=$?
    ((code == wanted)) || fail "certify $*: exit $code, wanted $wanted: $(< report)"
}
printf '5e-324,a\n4.9e-320,b\n' > tiny.csv
wanted=1 check tiny.csv --header no --no-bias
grep -q '^ *9800 times  tiny.csv:1 ' report
perceptron verify x.cert tiny.csv --header no -q
/usr/bin/python3 "$TESTS/../oracle/verify.py" x.cert tiny.csv --no-header > out
for rows in '5e-324,1,a -5e-324,1,b' '5e-324,1e-310,a -5e-324,3e-311,b 2e-310,-1e-312,a' '1e-200,2e-200,a 3e-200,1e-200,b' \
    '2.2250738585072014e-308,-2.2250738585072014e-308,b 5e-324,1e-323,a'; do
    printf '%s\n' $rows > rows.csv
    for bias in --no-bias ''; do
        wanted=0 check rows.csv --header no $bias
        perceptron verify x.cert rows.csv --header no -q || fail "our own certificate is refused: $rows $bias"
        /usr/bin/python3 "$TESTS/../oracle/verify.py" x.cert rows.csv --no-header > out || fail "$rows $bias: $(< out)"
    done
done
printf '1 0:2.2250738585072014e-308 1:-2.2250738585072014e-308\n0 0:5e-324 1:1e-323\n' > pairs.svm
wanted=0 check pairs.svm --index-base 0 --no-bias
perceptron verify x.cert pairs.svm --index-base 0 -q
/usr/bin/python3 "$TESTS/../oracle/verify.py" x.cert pairs.svm > out
printf 'x,c\n2,b\n1e200,a\n' > huge.csv
refuses 3 'perceptron: huge.csv:3: the row has values that are not finite or too large to square' perceptron certify huge.csv
# Separable by peeling, the margin far below what floating point can follow: no run is made that nothing would be said of.
printf '%s\n' '-1 26727:3.65087e-16' '-1 79972:9.66435e-28' '1 10338:-641419 46593:-6.0583e+18' \
    '-1 48199:-11248.2 56181:9.00914e-10 97200:3.3931e-20' > wide.svm
perceptron explain wide.svm --json > j
json j 'j["verdict"] == "separable" and (j["run"] is None or j["margin"]["theorem"]["lower"] is not None)'
