#!/bin/sh
# tools/check-layers lets the table's includes pass and names every other one.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# allowed|refused FILE INCLUDE: a tree with this one line
expect() {
    rm -rf "$scratch/src" "$scratch/cli"
    mkdir -p "$scratch/src" "$scratch/cli" "$scratch/$(dirname "$2")"
    printf '/* x */\n#include %s\n' "$3" > "$scratch/$2"
    if said=$("$root/tools/check-layers" "$scratch"); then got=allowed; else got=refused; fi
    if [ $got != "$1" ]; then
        echo "$2 including $3 was $got, not $1"
        failed=1
    fi
    case $got,$said in refused,"$2:2: "*) ;; refused,*) echo "no place in '$said'"; failed=1 ;; esac
}

expect allowed cli/main.c '"perceptron.h"'
expect allowed cli/main.c '"arguments.h"'
expect allowed cli/cmd/cmd_train.c '"words/facts.h"'
expect refused cli/main.c '"base/error.h"'
expect allowed cli/main.c '"base/plural.h"'
expect allowed src/base/file.c '"base/error.h"'
expect refused src/base/file.c '"rows/row.h"'
expect allowed src/core/line.c '"parse/parser.h"'
expect refused src/core/line.c '"par/pool.h"'
expect refused src/parse/chunk.c '"core/line.h"'
expect allowed src/math/vec.h '"rows/row.h"'
expect refused src/math/vec.h '"recipe/recipe.h"'
expect refused src/rows/values.c '"par/pool.h"'
expect refused src/parse/csv/parse_csv.c '"par/pool.h"'
expect refused src/parse/csv/parse_csv.c '"read/reader.h"'
expect refused src/read/reader.c '"math/vec.h"'
expect allowed src/read/array/matrix.c '"par/pool.h"'
expect allowed src/model/linear.c '"recipe/recipe.h"'
expect refused src/model/linear.c '"sets/dataset.h"'
expect refused src/model/linear.c '"learn/learner.h"'
expect refused src/sets/dataset.c '"pack/pack.h"'
expect allowed src/learn/trainer/trainer.c '"model/model.h"'
expect refused src/learn/trainer/trainer.c '"judge/score.h"'
expect refused src/learn/trainer/trainer.c '"read/reader.h"'
expect refused src/judge/score.c '"learn/learner.h"'
expect refused src/verify/verify.c '"sets/dataset.h"'
expect refused src/verify/verify_sum.c '"math/vec.h"'
expect refused src/prove/peel.c '"learn/trainer/trainer.h"'
expect refused src/prove/peel.c '"verify/verify.h"'
expect refused src/report/svg.c '"rows/row.h"'
expect allowed src/api/api_prove.c '"prove/certify.h"'
expect refused src/attic/old.c '"base/error.h"'
expect refused src/old.c '"base/error.h"'
expect allowed src/par/pool.c '<pthread.h>'
expect refused src/read/reader.c '<pthread.h>'
exit $failed
