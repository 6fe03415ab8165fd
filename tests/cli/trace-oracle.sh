# Random small sets and options: every cell, lemma and contradiction of a trace against a slow version in fractions.
/usr/bin/python3 "$TESTS/../oracle/trace.py" 7 300
