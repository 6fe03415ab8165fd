#!/usr/bin/env python3
"""Writes src/parse/text/unicode_tables.c: what words need to know of Unicode, asked of utf8proc 2.8 (Unicode 15).

    python3 tools/unicode.py > src/parse/text/unicode_tables.c

The words of a model stay what they were when it was trained, whatever Unicode the machine has: so the tables are kept,
and made anew only with a new model format. tests/unit/test_unicode.c compares all code points with utf8proc.
"""
import ctypes

STABLE, COMPOSE, DECOMPOSE, CASEFOLD = 1 << 1, 1 << 3, 1 << 4, 1 << 10
CODES = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
HANGUL = range(0xAC00, 0xD7A4)   # by arithmetic, in unicode.c

HEAD = """\
/* Case folding, composition and kinds of code points (Unicode {version}), written by tools/unicode.py: do not edit. */
#include "parse/text/unicode_tables.h"
"""


class Property(ctypes.Structure):
    _fields_ = [("category", ctypes.c_int16), ("combining", ctypes.c_int16)]


def open_library():
    library = ctypes.CDLL("libutf8proc.so.2")
    library.utf8proc_get_property.restype = ctypes.POINTER(Property)
    library.utf8proc_decompose_char.restype = ctypes.c_ssize_t
    library.utf8proc_normalize_utf32.restype = ctypes.c_ssize_t
    library.utf8proc_unicode_version.restype = ctypes.c_char_p
    return library


def decompose(library, code, options):
    room, boundary = (ctypes.c_int32 * 32)(), ctypes.c_int(0)
    n = library.utf8proc_decompose_char(code, room, ctypes.c_ssize_t(32), options, ctypes.byref(boundary))
    return tuple(room[:n])


def compose(library, codes):
    room = (ctypes.c_int32 * (len(codes) + 1))(*codes)
    n = library.utf8proc_normalize_utf32(room, ctypes.c_ssize_t(len(codes)), COMPOSE | STABLE)
    return tuple(room[:n])


def find_runs(library, seconds):
    """(first code point, combining class, kind, whether it may end a pair) wherever one of them changes."""
    runs = []
    for code in range(0x110000):
        info = library.utf8proc_get_property(code).contents if not 0xD800 <= code < 0xE000 else Property(0, 0)
        kind = 2 if 6 <= info.category <= 8 else 1 if 1 <= info.category <= 11 else 0   # marks; letters, numbers
        facts = info.combining, kind, code in seconds
        if not runs or runs[-1][1:] != facts:
            runs.append((code, *facts))
    return runs


def find_folds(library):
    """Runs of code points that fold to equally many: [first, step, count, targets]. Step 0: each has its own targets;
    1 or 2: every code point, or every other one, and the target moves along."""
    folds = []
    for code in CODES:
        to = decompose(library, code, CASEFOLD | COMPOSE | STABLE)
        if to == (code,) or code in HANGUL:
            continue
        first, step, count, targets = folds[-1] if folds else (-9, 0, 0, [])
        away = code - first
        if len(to) == 1 and len(targets) == 1 and away == count * (step or away) and \
                (step or away) in (1, 2) and to[0] == targets[0] + away:
            folds[-1] = [first, step or away, count + 1, targets]
        elif step == 0 and away == count and len(to) * count == len(targets):
            targets += to
            folds[-1][2] += 1
        else:
            folds.append([code, 0, 1, list(to)])
    return folds


def find_pairs(library):
    """(first, second, whole) of every composition that normal form C makes of folded code points."""
    pairs = []
    for code in CODES:
        parts = decompose(library, code, DECOMPOSE | STABLE)
        if len(parts) < 2 or code in HANGUL:
            continue
        head = compose(library, parts[:-1])
        folded = decompose(library, code, CASEFOLD | COMPOSE | STABLE) == parts
        if folded and len(head) == 1 and compose(library, (head[0], parts[-1])) == (code,):
            pairs.append((head[0], parts[-1], code))
    return sorted(pairs)


def array(declaration, items):
    """The array's lines, as full as 120 columns allow."""
    lines = [f"\nconst {declaration}[] = {{", ""]
    for item in items:
        if len(lines[-1]) + len(item) > 120:
            lines.append("")
        lines[-1] += item
    return [*lines, "};"]


def main():
    library = open_library()
    targets, folds = [], []
    for first, step, count, to in find_folds(library):
        folds.append(f"{{{first},{len(targets)},{count},{len(to) // count if step == 0 else 1},{step}}},")
        targets += to
    pairs = find_pairs(library)
    seconds = {second for _, second, _ in pairs} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    runs = [f"{first << 11 | combining << 3 | second << 2 | kind},"
            for first, combining, kind, second in find_runs(library, seconds)]
    pairs = [f"{a << 42 | b << 21 | c:#x}," for a, b, c in pairs]
    lines = [HEAD.format(version=library.utf8proc_unicode_version().decode())[:-1]]
    lines += array("uint32_t pt_code_runs", runs)
    lines += [f"const size_t pt_n_code_runs = {len(runs)};"]
    lines += array("struct pt_fold pt_folds", folds)
    lines += [f"const size_t pt_n_folds = {len(folds)};"]
    lines += array("uint32_t pt_fold_targets", [f"{c}," for c in targets])
    lines += array("uint64_t pt_code_pairs", pairs)
    lines += [f"const size_t pt_n_code_pairs = {len(pairs)};"]
    print("\n".join(lines))


main()
