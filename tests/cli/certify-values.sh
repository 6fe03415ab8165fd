# A proof is about the decimals in the file, literally, or says what else it is about.
bad() {
    local code=0
    perceptron "$@" > answer 2>&1 || code=$?
    ((code == 1)) || fail "$*: exit $code: $(< answer)"
}
about() {
    grep -q '^This is about the numbers as they were read: the shortest decimals of the doubles nearest to the file' answer ||
        fail "$(< answer)"
    ! grep -q 'the decimals in the file, exactly' answer || fail "$(< answer)"
}
oracle() {
    /usr/bin/python3 "$TESTS/../oracle/verify.py" "$@"
}
# More digits than a double holds: the two cells are one double.
printf '1700000000000000001,a\n1700000000000000002,b\n' > long.csv
bad certify long.csv --header no -o long.cert
about
grep -q 'no double holds 2 of the cells as they stand, the first at long.csv:1:1' answer
perceptron verify long.cert long.csv --header no > answer
about
oracle long.cert long.csv --no-header | grep -qx 'of the doubles nearest to the cells: 2 of them lost digits, the first in line 1'
bad certify long.csv --header no --json
json answer 'j["literal"] is False and "no double holds 2" in j["values_are"]'
perceptron explain long.csv --header no > answer
about
# The rest of the ways to lose digits, in both text formats; and cells that lose none.
for cell in 0.12345678901234567890 1e-400 2.5e-324 9007199254740993 -123456789.0123456789; do
    printf 'a 1:1 2:%s\nb 1:2 2:3\n' "$cell" > l.svm
    perceptron certify l.svm > answer
    about
    grep -q 'no double holds 1 of the cells as it stands, the first at l.svm:1:9' answer
    printf '1,%s,a\n2,3,b\n' "$cell" > l.csv
    perceptron certify l.csv --header no > answer
    grep -q 'no double holds 1 of the cells as it stands, the first at l.csv:1:3' answer
done
for cell in 0.1 0.30000000000000004 1e300 5e-324 000000000000000000001.500000000000000000 123456789012345.0 -0.0 \
    17000000000000000000000 0.000000000000000000000000012 1.7976931348623157e308 9007199254740992 0e-999; do
    printf '%s,1,a\n%s,2,b\n' "$cell" "$cell" > l.csv
    perceptron certify l.csv --header no --no-margin > answer 2>&1 || true
    grep -q 'the decimals in the file, exactly\|too large to square' answer || fail "$cell: $(< answer)"
    ! grep -q '^This is about' answer || fail "$cell: $(< answer)"
done
# Rounded on request: refused, as scaling is; a pack made so speaks of what is in it.
printf '0.1,a\n0.100000001,b\n' > near.csv
refuses 2 '*leave out --values f32*' perceptron certify near.csv --header no --values f32
perceptron certify near.csv --header no -q
perceptron pack near.csv --header no --values f32 -q -o near.pack
bad certify near.pack
grep -q '^This is about the numbers as they were read: the shortest decimals of the values in the pack' answer
# Whole numbers beyond 2^53 in an array.
/usr/bin/python3 - << 'END'
import struct
head = b"{'descr': '<i8', 'fortran_order': False, 'shape': (2, 2), }".ljust(117) + b"\n"
for name, first in (("odd.npy", 2**53 + 1), ("even.npy", 2**53 + 2)):
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + struct.pack("<4q", first, 1, 5, 0))
END
perceptron certify odd.npy --label 2 > answer
grep -q '^This is about the numbers as they were read: binary numbers, .*no double holds 1 of the cells as it stands, the first at odd.npy:1:1' answer
perceptron certify even.npy --label 2 > answer
grep -q ' binary numbers, exactly$' answer
# Filled cells are not in the file.
printf '1,2,a\n,3,b\n2,9,a\n' > hole.csv
perceptron certify hole.csv --header no --missing mean > answer 2> notes
grep -q 'missing cells as they were filled in\.$' answer
