#!/bin/sh
# Names of a record: what report/names.h declares compiles, a slip of it does not.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
failed=0

expect() {   # allowed|refused STATEMENT
    if printf '#include "report/run_record.h"\nvoid f(struct pt_record *r);\nvoid f(struct pt_record *r) { %s; }\n' "$2" |
            "${CC:-cc}" -std=c17 -I"$root/include" -I"$root/src" -fsyntax-only -x c - 2>/dev/null; then
        got=allowed
    else
        got=refused
    fi
    if [ $got != "$1" ]; then
        echo "'$2' was $got, not $1"
        failed=1
    fi
}

expect allowed '(void)PT_NUMBER(r, radius)'
expect refused '(void)PT_NUMBER(r, raduis)'
expect refused '(void)PT_NUMBER(r, why)'
expect allowed '(void)PT_TEXT(r, why)'
expect refused '(void)PT_TEXT(r, wyh)'
expect allowed '(void)pt_table_number(PT_TABLE(r, points), 0, PT_points_x)'
expect refused '(void)pt_table_number(PT_TABLE(r, point), 0, PT_points_x)'
expect refused '(void)pt_table_number(PT_TABLE(r, points), 0, PT_points_z)'
expect allowed 'PT_ADD_ROW(r, classes, .rows = 1.0, .name = "a")'
expect refused 'PT_ADD_ROW(r, classes, .rows = 1.0, .label = "a")'
expect refused 'pt_record_set_number(r, PT_NUMBER_margin, 1.0)'
exit $failed
