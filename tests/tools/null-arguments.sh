#!/bin/sh
# Every function of the public header is called with NULL by tests/unit/test_null_arguments.c.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
test=$root/tests/unit/test_null_arguments.c
functions=$(sed -n 's/^PTRON_API .*\(ptron_[a-z_]*\)(.*/\1/p' "$root"/include/*.h | sort -u)
[ "$(echo "$functions" | wc -l)" -eq "$(cat "$root"/include/*.h | grep -c '^PTRON_API ')" ] ||
    { echo "a declaration of the header does not show its name on its first line"; exit 1; }
bad=0
for function in $functions; do
    grep -q "\<$function\>[,(]" "$test" || { echo "$function is not called in ${test#"$root"/}"; bad=1; }
done
exit $bad
