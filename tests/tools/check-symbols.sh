#!/bin/sh
# tools/check-symbols accepts our prefixes and names every other global.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

build() {   # C source of the library
    rm -f libperceptron.a libperceptron.so
    printf '%s\n' "$1" > x.c
    "${CC:-cc}" -fPIC -c x.c -o x.o
    ar rcs libperceptron.a x.o
    "${CC:-cc}" -shared x.o -o libperceptron.so
}
echo 'int ptron_core;' > core.c
"${CC:-cc}" -c core.c -o core.o
ar rcs libperceptron-core.a core.o
hidden='__attribute__((visibility("hidden")))'

build "$hidden int pt_x; int ptron_y; static int z; int *ptron_z(void); int *ptron_z(void) { return &z; }"
"$root/tools/check-symbols" .

build "int pt_x; int ptron_y;"
if said=$("$root/tools/check-symbols" .); then echo "an exported pt_x passed"; exit 1; fi
[ "$said" = "libperceptron.so: pt_x has no prefix of ours" ]

build "$hidden int stray; int ptron_y;"
if said=$("$root/tools/check-symbols" .); then echo "a stray global passed"; exit 1; fi
[ "$said" = "libperceptron.a: stray has no prefix of ours" ]

build "static int z; extern int y; int *ptron_z(void);"
if "$root/tools/check-symbols" . >said; then echo "libraries without names passed"; exit 1; fi

build "int ptron_y;"
echo 'int other;' > core.c
"${CC:-cc}" -c core.c -o core.o
ar rcs libperceptron-core.a core.o
if said=$("$root/tools/check-symbols" .); then echo "a stray global of the core passed"; exit 1; fi
echo "$said" | grep -qx "libperceptron-core.a: other has no prefix of ours"
