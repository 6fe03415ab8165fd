#!/bin/bash
# tools/setup, with pretended dpkg and apt: silent when nothing is missing, installs exactly what is.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
failed=0
mkdir bin

pretend() {   # NAME, its script on standard input
    { echo '#!/bin/bash'; cat; } > "bin/$1"
    chmod +x "bin/$1"
}
# Every package asked for is installed, but those in the file `missing`.
pretend dpkg-query <<'TEXT'
for word; do case $word in -*|*db:*) ;; *) grep -qx "$word" missing || echo "installed $word" ;; esac; done
exit 1   # as the real one does when it does not know a name
TEXT
pretend apt-get <<'TEXT'
echo "apt-get $*" >> calls
[ ! -e broken ] || { echo "E: no network"; exit 100; }
TEXT
pretend apt-cache <<'TEXT'
[ "$2" != "$(cat unknown 2>/dev/null)" ]
TEXT
pretend id <<'TEXT'
echo 0
TEXT

setup() {
    rm -f calls
    PATH=$scratch/bin:$PATH "$root/tools/setup" "$@" >said 2>&1
}
expect() {   # WHAT CONDITION...
    local what=$1
    shift
    if ! "$@"; then
        echo "not so: $what"
        cat said calls 2>/dev/null
        failed=1
    fi
}

: > missing
expect "all there: exit 0" setup test
expect "all there: silent" test ! -s said
expect "all there: no apt-get" test ! -e calls

echo libclang-rt-14-dev > missing
expect "another of two packages will do" setup test
expect "so nothing is installed" test ! -e calls

printf 'cmake\nlibzstd-dev\nglpk-utils\n' > missing
expect "some missing: exit 0" setup build
expect "one update, one install of what is missing" diff - calls <<'TEXT'
apt-get update -q
apt-get install -qy --no-install-recommends cmake libzstd-dev
TEXT

printf 'libclang-rt-14-dev\nlibclang-rt-dev\n' > missing
echo libclang-rt-14-dev > unknown
expect "a package that this Debian does not have: exit 0" setup test
expect "the second choice is installed" grep -q 'recommends libclang-rt-dev$' calls

touch broken
setup test
expect "apt fails: so do we" test $? != 0
expect "with what apt said" grep -q 'no network' said
expect "an unknown word is refused" test "$(setup everything; echo $?)" = 2
exit $failed
