#!/usr/bin/env bash
# turn.sh NUMBER COMMAND...: runs COMMAND, a test, in every third commit on the average: if NUMBER and the seed of the commit
# have the same rest when they are divided by three. Otherwise the exit status is 77, by which ctest knows a skipped test.
# With TIDEMARK_TURNS=all every test has its turn.
set -euo pipefail
number=$1
shift
if [ "${TIDEMARK_TURNS:-}" != all ]; then
    seed=$("$(dirname "${BASH_SOURCE[0]}")/../../tools/seed")
    if [ $((seed % 3)) -ne $((number % 3)) ]; then
        echo "it is not the turn of this test in this commit; TIDEMARK_TURNS=all runs it"
        exit 77
    fi
fi
exec "$@"
