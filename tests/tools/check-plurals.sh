#!/bin/sh
# tools/check-plurals finds a number right before the plural of a noun in C, JavaScript and Python, and nothing else.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

expect() {   # allowed|refused FILE TEXT
    rm -rf "${scratch:?}"/*
    mkdir -p "$scratch/$(dirname "$2")"
    printf '\n%s\n' "$3" > "$scratch/$2"
    if said=$("$root/tools/check-plurals" "$scratch"); then got=allowed; else got=refused; fi
    case $got,$1,$said in
    allowed,allowed,) ;;
    refused,refused,"$2:2: "*) ;;
    *) echo "'$3' in $2 was $got, not $1: $said"; failed=1 ;;
    esac
}

expect refused src/read/x.c 'pt_fail(err, PTRON_DATA, "found %zu rows", n);'
expect refused src/read/x.c 'pt_fail(err, PTRON_DATA, "found %" PRIu64 " "
    "bad rows", n);'
expect refused cli/words/x.c 'run_line(out, "rows", "%-12s in %s columns", text_count(n).s, text_count(m).s);'
expect refused cli/words/x.c 'printf("%d of %d folds\n", n, m);'
expect refused web/page/x.js 'say(`${points.map(p => ({x: p.x})).length} points`);'
expect refused web/page/x.js 'say(points.length + " points");'
expect refused python/perceptron/x.py 'raise DataError(f"{len(rows)} rows")'
expect allowed src/read/x.c 'pt_fail(err, PTRON_DATA, "found %zu row%s", n, pt_plural(n)); /* "%zu rows" */'
expect allowed src/read/x.c 'pt_fail(err, PTRON_NOMEM, "no memory for %zu x %u weights, %.1f %% of rows", n, m, share);'
expect allowed cli/words/x.c 'run_line(out, "epochs", "%-12s passes over %s of the rows", text_count(n).s, text_count(m).s);'
expect allowed web/page/x.js 'say(`${counted(n, "row")} of these rows`);'
expect allowed python/perceptron/x.py 'raise DataError(f"{counted(n, "row")} of {self.name}: rows")'
exit $failed
