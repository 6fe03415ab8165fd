#!/bin/sh
# tools/check-names finds what is named twice, and nothing else.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/src/base" "$scratch/src/learn" "$scratch/cli"
failed=0

expect() {   # allowed|refused WHAT
    if "$root/tools/check-names" "$scratch" > "$scratch/said"; then got=allowed; else got=refused; fi
    [ $got = "$1" ] || { echo "$2 was $got, not $1: $(cat "$scratch/said")"; failed=1; }
}

printf 'struct pt_run {\n    int a;\n};\n#define PT_ONE 1\n' > "$scratch/src/base/run.h"
printf '#include "base/run.h"\nstatic struct pt_run run(struct pt_run x)\n{\n    return x;\n}\n' > "$scratch/src/base/run.c"
printf 'struct run {\n    int b;\n};\n' > "$scratch/cli/words.c"
expect allowed "a tag, a macro and a file named once"
printf 'struct pt_run {\n    int b;\n};\n' > "$scratch/src/learn/walk.h"
expect refused "a tag in two files"
printf 'enum pt_run { PT_A };\n' > "$scratch/src/learn/walk.h"
expect refused "a tag that is a struct here and an enum there"
printf '#define PT_ONE 2\n' > "$scratch/src/learn/walk.h"
expect refused "a macro in two files"
printf '\n' > "$scratch/src/learn/walk.h"
printf '\n' > "$scratch/cli/run.h"
expect refused "a file name in two rooms"
exit $failed
