#!/bin/sh
# tests/docs/run accepts pages that tell the truth, and no others.
# shellcheck disable=SC2016  # the dollars are the page's
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
failed=0

expect() {   # true|false WHAT, about page.md
    if "$root/tests/docs/run" . page.md >said 2>&1; then got=true; else got=false; fi
    if [ $got != "$1" ]; then
        echo "$2: $got"
        cat said
        failed=1
    fi
}

cat > page.md <<'PAGE'
```console
$ echo one; echo two >&2
one
two
$ x=3
$ false
$ echo $? $x; ls examples/data/iris.csv
1 3
examples/data/iris.csv
$ printf '%s\n' a \
> b
a
b
```
PAGE
expect true "what is said is shown"
cat > page.md <<'PAGE'
```console
$ seq 9; echo 'took 0.5 s'
1
...
9
took 12.25 s
```
PAGE
expect true "anything may stand for dots, and times differ"
printf '```console\n$ echo one\ntwo\n```\n' > page.md
expect false "another line"
printf '```console\n$ echo one\n```\n' > page.md
expect false "a line too few"
printf '```console\n$ true\nmore\n```\n' > page.md
expect false "a line too many"
printf '```console\n$ seq 3\n1\n...\n4\n```\n' > page.md
expect false "a wrong line after dots"
printf 'nothing to run\n' > page.md
expect false "a page without commands"
exit $failed
