"""Numbers as they are printed, against the numbers they stand for."""
from decimal import Decimal
from fractions import Fraction

from exact import Between, between


def number(text):
    """A printed number as a fraction; None for a word, and for a zero with a sign, which is no number to a reader."""
    text = text.strip().replace(",", "")
    if text == "-0":
        return None
    try:
        return Fraction(Decimal(text))
    except ArithmeticError:
        return None


def power_of_ten(x):
    """The exponent of the first digit of a fraction that is not 0."""
    x = abs(x)
    e = len(str(x.numerator)) - len(str(x.denominator))
    while Fraction(10) ** e > x:
        e -= 1
    while Fraction(10) ** (e + 1) <= x:
        e += 1
    return e


def rounds_to(printed, value, digits=4, slack=0):
    """Whether a number printed with so many digits stands for the value: within half of its last place, with a little
    more for a double between the two."""
    value = between(value)
    if value.low == value.high == 0:
        return abs(printed) <= slack
    largest = max(abs(value.low), abs(value.high), abs(printed))
    half = Fraction(10) ** (power_of_ten(largest) - digits + 1) / 2
    room = half * (1 + Fraction(1, 10 ** 6)) + slack
    return value.low - room <= printed <= value.high + room


def is_double_of(printed, value, slack=0, ulps=64):
    """Whether a double is this number, but for a few roundings."""
    value = between(value)
    room = max(abs(value.low), abs(value.high)) * ulps / 2 ** 53 + slack
    return value.low - room <= Fraction(printed) <= value.high + room


def plain(value):
    """For messages."""
    if value is None:
        return "none"
    value = between(value) if not isinstance(value, Between) else value
    try:
        return f"{float(value.low):.17g}"
    except OverflowError:
        return "beyond all doubles"
