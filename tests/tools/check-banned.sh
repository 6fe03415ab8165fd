#!/bin/sh
# tools/check-banned finds calls in code, and only there.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

expect() {   # allowed|refused FILE LINE
    rm -rf "$scratch/src"
    mkdir -p "$scratch/$(dirname "$2")"
    printf '\n%s\n' "$3" > "$scratch/$2"
    if said=$("$root/tools/check-banned" "$scratch"); then got=allowed; else got=refused; fi
    if [ $got != "$1" ]; then
        echo "'$3' in $2 was $got, not $1"
        failed=1
    fi
    case $got,$said in refused,"$2:2: "*) ;; refused,*) echo "no place in '$said'"; failed=1 ;; esac
}

for name in atoi atof strtod strtok sprintf strcpy strcat gets rand localtime setlocale exit abort printf \
            fprintf puts perror malloc calloc realloc free strdup; do
    expect refused src/read/x.c "    y = $name (x);"
done
expect allowed src/base/alloc.c '    p = malloc(n);'
expect refused src/base/alloc.c '    abort();'
expect refused src/read/x.c '    list.drop = free;'
expect allowed src/read/x.c '    ops->free(x); table.exit(1); pt_exit(2);'
expect allowed src/read/x.c '    snprintf(b, n, "printf(%d)", 1); /* malloc(1) */ // exit(1)'
expect allowed src/read/x.c '/* a comment'
expect allowed src/base/random.c 'uint64_t pt_random_below(pt_random *random, uint64_t n);'
exit $failed
