#!/usr/bin/env bash
# tidy.sh TOP BUILD: clang-tidy over the sources of TOP that BUILD/compile_commands.json names, on all cores.
# A file that passed before is skipped while nothing that it includes has changed: BUILD/tidy-passed holds
# one empty file per hash of the preprocessed source, the configuration and the tool.
set -euo pipefail
shopt -s lastpipe

check_one() {
    local file=$1 command=$2
    local preprocessed key output
    preprocessed=$(sed -E 's/ -o [^ ]+ -c / -E -C /' <<<"$command")
    key=$({ "$tidy" --version; cat "$top/.clang-tidy"; cd "$build" && eval "$preprocessed"; } 2>/dev/null | sha256sum | cut -d' ' -f1)
    if [ -e "$build/tidy-passed/$key" ]; then
        return 0
    fi
    if output=$("$tidy" --quiet -p "$build" "$file" 2>&1); then
        : >"$build/tidy-passed/$key"
        echo "tidy: ${file#"$top"/}"
    else
        echo "tidy: FAILED ${file#"$top"/}"
        grep -vE '^[0-9]+ warnings?( and [0-9]+ errors?)? (generated|treated)|^Suppressed [0-9]+ warnings|^Use -header-filter' <<<"$output" || true
        return 1
    fi
}

if [ "${1:-}" = --one ]; then
    check_one "$2" "$3"
    exit
fi

export top=$1 build=$2
tidy=$(command -v clang-tidy-14 || command -v clang-tidy) || { echo "tidy: clang-tidy is missing" >&2; exit 1; }
export tidy
mkdir -p "$build/tidy-passed"
find "$build/tidy-passed" -type f -mtime +14 -delete

# compile_commands.json has "command" and "file" on a line each.
awk -v top="$top/" '
    /^ *"command": / { command = $0; sub(/^ *"command": "/, "", command); sub(/",?$/, "", command); gsub(/\\"/, "\"", command); gsub(/\\\\/, "\\", command) }
    /^ *"file": / {
        file = $0; sub(/^ *"file": "/, "", file); sub(/",?$/, "", file)
        if (index(file, top) == 1 && substr(file, length(top) + 1) ~ /^(core|server-stub|ui|app)\//) printf "%s%c%s%c", file, 0, command, 0
    }' "$build/compile_commands.json" |
    xargs -0 -r -n 2 -P "$(nproc)" "$0" --one || { echo "tidy: FAILED"; exit 1; }
echo "tidy: clean"
