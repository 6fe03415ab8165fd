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
expect allowed cli/main.c '"options.h"'
expect refused cli/main.c '"base/error.h"'
expect allowed src/base/file.c '"base/error.h"'
expect refused src/base/file.c '"data/row.h"'
expect allowed src/math/vec.h '"data/row.h"'
expect refused src/math/vec.h '"data/recipe.h"'
expect refused src/data/reader.c '"math/vec.h"'
expect allowed src/data/reader.c '"par/pool.h"'
expect allowed src/model/linear.c '"data/recipe.h"'
expect refused src/model/linear.c '"data/dataset.h"'
expect refused src/model/linear.c '"learn/learner.h"'
expect allowed src/learn/trainer.c '"model/model.h"'
expect refused src/learn/trainer.c '"judge/score.h"'
expect refused src/judge/score.c '"learn/learner.h"'
expect allowed src/judge/verify.c '"data/dataset.h"'
expect refused src/judge/verify_sum.c '"math/vec.h"'
expect allowed src/prove/peel.c '"learn/trainer.h"'
expect refused src/prove/peel.c '"judge/verify.h"'
expect refused src/report/svg.c '"data/row.h"'
expect allowed src/api.c '"prove/prove.h"'
expect allowed src/par/pool.c '<pthread.h>'
expect refused src/data/reader.c '<pthread.h>'
exit $failed
