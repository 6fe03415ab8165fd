"""Who judges: counts statements, and keeps those that are false or that nobody here knows."""
import json
import math
import shlex
import sys
from fractions import Fraction

from shown import between, is_double_of, number, plain, rounds_to

LARGEST = Fraction(sys.float_info.max)


class Judge:
    """Of one run of the command."""

    def __init__(self, words):
        self.words = words
        self.judged, self.false, self.unknown = 0, [], []

    def check(self, holds, statement, truth=""):
        self.judged += 1
        if not holds:
            self.false.append((self.command, statement, truth if isinstance(truth, str) else plain(truth)))
        return bool(holds)

    def does_not_know(self, sentence):
        self.unknown.append(sentence)

    @property
    def command(self):
        return "perceptron " + " ".join(shlex.quote(w) for w in self.words)

    # ---- a double in JSON ---------------------------------------------------------------------------------

    def double(self, name, value, truth, slack=0):
        """A double that must be this number."""
        if truth is None:
            return self.check(value is None, f"{name} {value}", "none")
        if value is None and (truth if hasattr(truth, "high") else between(truth)).high > LARGEST:
            return True   # null: beyond all doubles
        return self.check(value is not None and math.isfinite(value) and is_double_of(value, truth, slack),
                          f"{name} {value}", truth)

    def at_most(self, name, value, truth):
        """A double that must not be above a number known as a bracket; null says nothing."""
        return value is None or self.check(Fraction(value) <= truth.high, f"{name} {value} at most", truth)

    def at_least(self, name, value, truth):
        return value is None or self.check(Fraction(value) >= truth.low, f"{name} {value} at least", truth)

    # ---- a number in a text -------------------------------------------------------------------------------

    def printed(self, name, text, truth, digits=4, slack=0):
        """A printed number that must be this one, rounded."""
        value = number(text)
        return self.check(value is not None and truth is not None and rounds_to(value, truth, digits, slack),
                          f"{name} {text}", truth)

    def counted(self, name, text, truth):
        return self.check(text.replace(",", "") == str(truth), f"{name} {text}", str(truth))


def read_json(text):
    """Doubles keep all their digits: JSON's numbers are read by float, which is exact for what ours prints."""
    return json.loads(text)
