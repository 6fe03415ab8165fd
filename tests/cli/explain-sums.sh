# Whatever the columns shown add up to, it is zero; larger ones point to the certificate.
noise 12 3 > noise.csv
{ sed -n 1p noise.csv; sed 1d noise.csv; sed 1d noise.csv | sed 's/,a$/,B/; s/,b$/,a/; s/,B$/,b/' | head -3; } > both.csv
printf 'p,q,label\n0.1,-0.3,a\n0.2,0.3,b\n-0.3,0.9,a\n0.7,0.1,b\n0.9,0.2,a\n' > five.csv
perceptron explain five.csv > report
grep -qx 'The rows are not separable' report
/usr/bin/python3 - <<'PYTHON'
import re
from fractions import Fraction
sums = re.findall(r"^    (p|q|constant): (.*) = 0$", open("report").read(), re.M)
assert [name for name, _ in sums] == ["p", "q", "constant"], sums
for _, text in sums:
    text = re.sub(r"[0-9.]+", lambda number: f"Fraction('{number.group()}')", text.replace(" x ", " * "))
    assert eval(text) == 0, text
PYTHON
perceptron explain both.csv > report
grep -q 'The rows are not separable' report
noise 60 20 > large.csv
perceptron explain large.csv > report
grep -q "^That is too long to check by hand; 'perceptron certify -o FILE' writes it down" report
