#!/usr/bin/env bash
# slice.sh PROGRAM ARGUMENT...: runs the program with --from and the seed of this commit, which it prints first,
# so that every commit checks other seeds. TIDEMARK_SEED=N runs the slice of another commit again.
set -euo pipefail
seed=$("$(dirname "${BASH_SOURCE[0]}")/../../tools/seed")
echo "seeds from $seed; again with: $* --from $seed"
exec "$@" --from "$seed"
