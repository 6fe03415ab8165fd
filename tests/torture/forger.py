"""Certificates made false, or left true, by changes that know what a certificate is made of."""
import hashlib
import re

BOUNDS = ("radius", "theorem", "distance", "k_max")
FEATURE_LISTS = ("peel", "weights", "boundary")
LISTS = ("peel", "weights", "theorem-rows", "distance-rows", "contradiction", "boundary", "forced")
ODD_NUMBERS = ["0", "-0", "00", "+1", "1.", ".5", "1e400", "1e401", "1e-400", "1E5", "nan", "inf", "none", "0x1", "1_0",
               "", "1e", "e5", "-1", "-1e-5", "1e-300", "1e300", "9" * 40, "9" * 41,
               "0." + "0" * 38 + "1", "٣", "1e-", "1 "]
ODD_WHOLE = ["0", "-0", "-1", "01", "+1", "1e1", "", "18446744073709551616", "18446744073709551615", "4294967296",
             "1.0", "9" * 60, "bias", "٣", "none"]


class Certificate:
    """head: [name, rest of the line] up to k_max; lists: [name, words behind the count, [words of a line]]."""

    def __init__(self, text):
        lines = text.split("\n")[:-1]
        self.end, self.reseal, self.ending = lines.pop(), True, "\n"
        self.head, self.lists = [], []
        while lines and lines[0].split(" ")[0] not in LISTS:
            name, _, rest = lines.pop(0).partition(" ")
            self.head.append([name, rest])
        while lines:
            name, count, *more = lines.pop(0).split(" ")
            self.lists.append([name, more, [line.split(" ") for line in lines[:int(count)]]])
            lines = lines[int(count):]
        self.counts = {}   # of a list that lies about its own length

    def get(self, name):
        return next((rest for word, rest in self.head if word == name), None)

    def set(self, name, rest):
        for pair in self.head:
            if pair[0] == name:
                pair[1] = rest

    def list(self, name):
        return next((one for one in self.lists if one[0] == name), None)

    def text(self):
        lines = [f"{name} {rest}" for name, rest in self.head]
        for at, (name, more, body) in enumerate(self.lists):
            lines.append(" ".join([name, str(self.counts.get(at, len(body))), *more]))
            lines += [" ".join(words) for words in body]
        body = "".join(line + "\n" for line in lines)
        end = f"end {hashlib.sha256(body.encode()).hexdigest()}" if self.reseal else self.end
        return body + end + self.ending


# ---- numbers -------------------------------------------------------------------------------------------------

def nudged(dice, text):
    """A decimal a little or much larger or smaller."""
    if not re.fullmatch(r"[0-9.]+(e-?[0-9]+)?", text) or text.count(".") > 1:
        return dice.choice(["0", "1", "1e-300", "0.5", "1e300"])
    if dice.random() < 0.4 and re.search(r"[1-8](?=[^0-9]*(e|$))", text):   # its last digit
        digits, e, exponent = text.partition("e")
        at = len(digits) - 1
        if digits[at] == ".":
            return text
        return digits[:at] + str((int(digits[at]) + dice.choice([1, 9])) % 10) + e + exponent
    value = float(text) * dice.choice([2, 0.5, 10, 0.1, 1.001, 0.999, 1e9, 1e-9, 1 + 1e-15, 1 - 1e-15, 0, 1e200])
    return repr(value).replace("e+", "e") if value < 1e308 else "1e308"


def other_whole(dice, text):
    if dice.random() < 0.15 or not re.fullmatch("-?[0-9]+", text):
        return dice.choice(ODD_WHOLE)
    value = int(text)
    return str(dice.choice([value + 1, value - 1, value * 2, -value, value * 3 + 1, 0, 1, value * 10 ** 30,
                            value // 2]))


# ---- one change each, where it fits ------------------------------------------------------------------------

def bound(dice, c, _):
    name, side = dice.choice(BOUNDS), dice.randrange(2)
    both = (c.get(name) or "").split(" ")
    if len(both) != 2:   # another change was here
        return
    both[side] = nudged(dice, both[side]) if dice.random() < 0.7 else dice.choice(ODD_NUMBERS)
    if dice.random() < 0.1:
        both.reverse()
    c.set(name, " ".join(both))


def some_list(dice, c):
    return dice.choice(c.lists) if c.lists else None


def entry_number(dice, c, _):
    one = some_list(dice, c)
    if one is None or not one[2]:
        return
    words = dice.choice(one[2])
    at = dice.randrange(len(words))
    words[at] = dice.choice("+- *") if one[0] == "peel" and at == 1 else other_whole(dice, words[at])


def entry_gone(dice, c, _):
    one = some_list(dice, c)
    if one is None or not one[2]:
        return
    if dice.random() < 0.2:
        one[2].clear()
    else:
        del one[2][dice.randrange(len(one[2]))]


def entry_more(dice, c, about):
    one = some_list(dice, c)
    if one is None:
        return
    of = about.features if one[0] in FEATURE_LISTS else about.rows
    new = [str(dice.randint(0, of + 1)), dice.choice("+-") if one[0] == "peel" else str(dice.randint(-3, 9))]
    if one[0] == "contradiction":
        new.append(dice.choice(["0", "1", "2", "3"]))
    if one[0] in FEATURE_LISTS and dice.random() < 0.2:
        new[0] = "bias"
    one[2].append(new)
    if one[0] != "peel" and dice.random() < 0.8:
        one[2].sort(key=lambda words: int(words[0]) if words[0].isascii() and words[0].isdigit() else 10 ** 9)


def entry_swap(dice, c, _):
    one = some_list(dice, c)
    if one is None or len(one[2]) < 2 or not all(len(words) > 1 for words in one[2]):
        return
    i, j = dice.sample(range(len(one[2])), 2)
    at = dice.choice([None, 0, 1])
    if at is None:
        one[2][i], one[2][j] = one[2][j], one[2][i]
    else:
        one[2][i][at], one[2][j][at] = one[2][j][at], one[2][i][at]


def list_gone(dice, c, _):
    if not c.lists:
        return
    del c.lists[dice.randrange(len(c.lists))]


def list_twice(dice, c, _):
    one = some_list(dice, c)
    if one is None:
        return
    c.lists.insert(dice.randrange(len(c.lists) + 1), [one[0], list(one[1]), [list(words) for words in one[2]]])


def list_renamed(dice, c, _):
    one = some_list(dice, c)
    if one is None:
        return
    one[0] = dice.choice(LISTS)
    one[1] = [str(dice.randint(0, 5))] if one[0] in ("boundary", "forced") else []
    for words in one[2]:
        words[2:] = ["0"] if one[0] == "contradiction" else []
        if one[0] == "peel":
            words[1] = "-" if words[1].startswith("-") else "+"
    if dice.random() < 0.8:
        c.lists.sort(key=lambda one: LISTS.index(one[0]))


def list_count(dice, c, _):
    if not c.lists:
        return
    at = dice.randrange(len(c.lists))
    c.counts[at] = dice.choice([0, 1, len(c.lists[at][2]) + 1, 10 ** 6, -1, 2 ** 64])


def list_head(dice, c, _):
    one = c.list(dice.choice(["boundary", "forced"]))
    if one is None or not one[1]:
        return
    one[1][0] = other_whole(dice, one[1][0])


def list_made_up(dice, c, about):
    """Evidence out of nothing, in its place; multipliers are small, so that it may be right by chance."""
    name = dice.choice(LISTS)
    of = about.features if name in FEATURE_LISTS else about.rows
    ids = sorted(dice.sample(range(1, of + 1), dice.randint(0, of)))
    low = -3 if name in FEATURE_LISTS else 1
    body = [[str(k), str(dice.randint(low, 3))] for k in ids]
    if name in FEATURE_LISTS and dice.random() < 0.5:
        body.append(["bias", str(dice.randint(-3, 3))])
    if name == "contradiction":
        body = [words + ["0"] for words in body]
    if name == "peel":
        body = [[k, dice.choice("+-")] for k, _ in body]
    c.lists = [one for one in c.lists if one[0] != name]
    c.lists.append([name, [str(dice.randint(0, of))] if name in ("boundary", "forced") else [], body])
    c.lists.sort(key=lambda one: LISTS.index(one[0]))


def verdict(dice, c, _):
    other = "separable" if c.get("verdict") == "not-separable" else "not-separable"
    c.set("verdict", other)
    if other == "not-separable" and dice.random() < 0.8:
        for name in BOUNDS[1:]:
            c.set(name, "none none")
        if dice.random() < 0.7:
            c.lists = [one for one in c.lists if one[0] in LISTS[4:]]
    elif dice.random() < 0.7:
        c.lists = [one for one in c.lists if one[0] in LISTS[:4]]


def label(dice, c, about):
    name = "positive" if c.get("positive") is not None else "label"
    old = c.get(name) or ""   # another change may have taken it away
    c.set(name, dice.choice(about.labels + [old + "%00", old + "%00x", "%41", "%4", "%zz", "%0a", "", " " + old,
                                            old + " ",
                                            "+" + old, old + ".0", "1e0", "none", "%25", old.upper(), "'" + old, "é"]))


def setting(dice, c, _):
    name = dice.choice(["values", "bias", "rows", "features", "classes"])
    old = c.get(name)
    if old is None:
        return
    swap = {"decimal": "binary", "binary": "decimal", "yes": "no", "no": "yes"}
    c.set(name, swap[old] if old in swap and dice.random() < 0.9 else other_whole(dice, old))


def line_moved(dice, c, _):
    i, j = dice.sample(range(len(c.head)), 2)
    if dice.random() < 0.5:
        c.head[i], c.head[j] = c.head[j], c.head[i]
    elif dice.random() < 0.5:
        del c.head[i]
    else:
        c.head.insert(j, list(c.head[i]))


CHANGES = [
    *[bound] * 5, *[entry_number] * 5, *[entry_gone] * 2, *[entry_more] * 3, *[entry_swap] * 2, *[list_made_up] * 4,
    list_gone, list_twice, list_renamed, list_count, list_head, list_head, verdict, verdict, label, setting, line_moved]


# ---- changes that leave it true ---------------------------------------------------------------------------------

def scaled(dice, c):
    """Multipliers and weights times a number."""
    lists = [one for one in c.lists if one[0] != "peel"]
    if not lists:
        return
    one, by = dice.choice(lists), dice.choice([2, 3, 10 ** 20])
    for words in one[2]:
        words[1] = str(int(words[1]) * by)
    if one[0] == "forced":
        one[1][0] = str(int(one[1][0]) * by)


def loosened(dice, c):
    name = dice.choice(["radius", "distance", "k_max"])
    lower, upper = c.get(name).split(" ")
    if lower != "none":
        lower = dice.choice(["0", repr(float(lower) / 3).replace("e+", "e")])
    if upper != "none" and float(upper) < 1e307:
        upper = repr(float(upper) * 3).replace("e+", "e")
    c.set(name, f"{lower} {upper}")


def unclaimed(dice, c):
    c.set(dice.choice(["distance", "k_max"]), "none none")


HARMLESS = [scaled, loosened, unclaimed]


# ---- changes of bytes ------------------------------------------------------------------------------------------

def bytes_changed(dice, text):
    raw = bytearray(text.encode())
    for _ in range(dice.choice([1, 1, 2, 4])):
        at = dice.randrange(len(raw))
        what = dice.randrange(5)
        if what == 0:
            raw[at] = dice.choice(b"0123456789 \n\r\t-+.e%\0\xff\x80azA")
        elif what == 1:
            del raw[at:at + dice.choice([1, 1, 5, len(raw)])]
        elif what == 2:
            raw[at:at] = dice.choice([b" ", b"\n", b"\r", b"0", b"-", b"9", b"\0", b"\xc3\xa9", b"1 1\n"])
        elif what == 3:
            raw[at:at] = raw[at:at + dice.randint(1, 40)]
        else:
            raw[at] ^= 1 << dice.randrange(8)
        if not raw:
            break
    if dice.random() < 0.6 and (end := raw.rfind(b"\nend ")) >= 0:
        raw[end + 5:end + 69] = hashlib.sha256(raw[:end + 1]).hexdigest().encode()
    return bytes(raw)
