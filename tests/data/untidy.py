#!/usr/bin/python3
"""Makes a tidy table untidy, as a spreadsheet might leave it: a byte order mark, a line of remarks, semicolons, decimal
commas, Windows line ends, '-' and 'n.a.' for missing cells, a column that counts, one of dates, one of words, one of free
text, one of TRUE and FALSE, and the label, as yes and no, in the middle.

    untidy.py TABLE LABEL YES OUT [SEED]    LABEL: a column, by name or number from 1; YES: the label that becomes yes
"""
import csv
import datetime
import random
import sys

WORDS = "late again broken nice fine paid twice no answer called back will come tomorrow new old lost found".split()
PLACES = ("Bonn", "Köln", "Aachen", "Düsseldorf am Rhein")


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def read(path, label):
    with open(path, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file) if row]
    header = None if any(map(is_number, rows[0])) else [name.strip() for name in rows.pop(0)]
    width = len(rows[0])
    rows = [row for row in rows if len(row) == width]
    header = header or [f"column {j + 1}" for j in range(width)]
    at = header.index(label) if label in header else int(label) - 1
    return header, rows, at


def comma(text):
    return text.strip().replace(".", ",")


def untidy(path, label, yes, out, seed=1):
    r = random.Random(seed)
    header, rows, at = read(path, label)
    numbers = [j for j in range(len(header)) if j != at]
    middle = len(numbers) // 2
    cut = sorted(float(row[numbers[0]]) for row in rows)
    names = [f"{header[j]}, measured" if j == numbers[0] else header[j] for j in numbers]
    names[middle:middle] = ["seen on", "kept", "place", "remark"]
    head = ["id", *names[:middle + 2], "wanted", *names[middle + 2:]]
    first = datetime.date(2023, 1, 1)
    with open(out, "wb") as file:
        file.write("\ufeff# exported, please do not edit\r\n".encode())
        file.write((";".join(head) + "\r\n").encode())
        for i, row in enumerate(rows):
            cells = ["-" if r.random() < 0.02 else comma(row[j]) for j in numbers]
            if r.random() < 0.005:
                cells[-1] = "n.a."
            level = sum(float(row[numbers[0]]) > cut[len(cut) * q // 4] for q in (1, 2, 3))
            day = first + datetime.timedelta(days=r.randrange(700))
            text = " ".join(r.choice(WORDS) for _ in range(r.randint(4, 9)))
            extra = [day.strftime("%d.%m.%Y"), r.choice(("TRUE", "FALSE")), PLACES[level], text]
            cells[middle:middle] = extra
            cells = [str(1000 + i), *cells[:middle + 2], "yes" if row[at].strip() == yes else "no", *cells[middle + 2:]]
            file.write((";".join(cells) + "\r\n").encode())


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    untidy(*sys.argv[1:5], *(int(seed) for seed in sys.argv[5:]))
