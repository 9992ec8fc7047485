#!/usr/bin/env bash
# tidy.sh TOP BUILD: runs clang-tidy over the sources of TOP that BUILD/compile_commands.json names, on all cores.
# Most of the time goes into headers, so two dozen sources with the same flags are checked as one file. If they cannot be
# compiled together because of equal names, each half of them is checked as one file. If the check of several sources
# fails, each source is checked alone, and only that result counts. A source that passed before is skipped while it and
# its includes are unchanged: BUILD/tidy-passed holds one empty file for each hash of the preprocessed source, the
# configuration and the tool.
#
# With TIDEMARK_TIDY=changed at most 24 sources are checked: those that the commits of the last six hours or the working tree
# change in more than comments, then some that include a changed header, and then a sixteenth of all. If there are more, the
# seed of the commit chooses; without TIDEMARK_TIDY all are checked.
set -euo pipefail
shopt -s lastpipe

# check SOURCE FLAGS [ARGUMENT]...: runs clang-tidy with the arguments, unless SOURCE passed before. Its output
# is in $output.
check() {
    local source=$1 flags=$2 key
    shift 2
    key=$({ "$tidy" --version; echo "$analyzer"; cat "$top/.clang-tidy"; cd "$build" && eval "$compiler $flags -E -C $source"; } 2>/dev/null | sha256sum | cut -d' ' -f1)
    output=
    if [ -e "$build/tidy-passed/$key" ]; then
        return 0
    fi
    output=$(cd "$build" && eval "$tidy --quiet --config-file=$top/.clang-tidy $* $source -- $flags $analyzer" 2>&1) || return 1
    : >"$build/tidy-passed/$key"
}

check_one() {
    if check "$1" "$2"; then
        echo "tidy: ${1#"$top"/}"
        return 0
    fi
    echo "tidy: FAILED ${1#"$top"/}"
    grep -vE '^[0-9]+ warnings?( and [0-9]+ errors?)? (generated|treated)|^Suppressed [0-9]+ warnings|^Use -header-filter' <<<"$output" || true
    return 1
}

# check_alone SOURCE FLAGS: checks each source that SOURCE includes.
check_alone() {
    local file failed=0
    while IFS= read -r file; do
        check_one "$file" "$2" || failed=1
    done < <(sed -E 's/^#include "(.*)"$/\1/' "$1")
    return $failed
}

# The excluded warnings come from compiling files together, the excluded check from the source that includes them.
check_together() {
    local source=$1 flags=$2 count failed=0
    count=$(wc -l <"$source")
    if [ "$count" -eq 1 ]; then
        check_alone "$source" "$flags"
        return
    fi
    if ! (cd "$build" && eval "$compiler $flags -w -fsyntax-only $source") >/dev/null 2>&1; then
        head -n $((count / 2)) "$source" >"${source%.cpp}a.cpp"
        tail -n +$((count / 2 + 1)) "$source" >"${source%.cpp}b.cpp"
        check_together "${source%.cpp}a.cpp" "$flags" || failed=1
        check_together "${source%.cpp}b.cpp" "$flags" || failed=1
        return $failed
    fi
    if check "$source" "$flags -Wno-shadow -Wno-unneeded-internal-declaration" \
        --checks=-bugprone-suspicious-include "'--header-filter=/(core|server-stub|ui|app)/[^:]*\.(h|cpp)\$'"; then
        sed -E "s|^#include \"$top/(.*)\"\$|tidy: \1|" "$source"
        return 0
    fi
    check_alone "$source" "$flags"
}

if [ "${1:-}" = --together ]; then
    check_together "$2" "$3"
    exit
fi

export top=$1 build=$2
tidy=$(command -v clang-tidy) || { echo "tidy: clang-tidy is missing; tools/setup test installs it" >&2; exit 1; }
compiler=$(command -v clang++) || { echo "tidy: clang++ is missing; tools/setup test installs it" >&2; exit 1; }
# The analyzer follows calls from our code to our code only. To follow the standard library would take three quarters of
# the time.
analyzer="-Xclang -analyzer-config -Xclang c++-stdlib-inlining=false,c++-template-inlining=false"
export tidy compiler analyzer
mkdir -p "$build/tidy-passed"
find "$build/tidy-passed" -type f -mtime +14 -delete
rm -rf "$build/tidy-together"
mkdir "$build/tidy-together"
max_chosen=24 # so that the check takes minutes, however much has changed

# changed COMMIT PATTERN: prints the files that differ from COMMIT in more than comments, or in comments for clang-tidy.
changed() {
    git diff --no-ext-diff --diff-filter=d -I '^[[:space:]]*//' "$1" -- "$2" | sed -n 's|^+++ b/||p'
    git diff --name-only --diff-filter=d -G NOLINT "$1" -- "$2"
}

# shuffled: orders the lines of standard input by the seed of the commit.
shuffled() {
    local seed
    seed=$(tools/seed)
    while IFS= read -r line; do
        printf '%s %s\n' "$(cksum <<<"$seed $line" | cut -d' ' -f1)" "$line"
    done | sort -n | cut -d' ' -f2-
}

# choose: prints the sources to check in the mode `changed`, relative to TOP, the most urgent ones first.
choose() {
    local base
    cd "$top"
    base=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 6 * 60 * 60))" HEAD)
    {
        # If the history does not reach back that far, only the working tree counts.
        changed "${base:-HEAD}" '*.cpp' | sort -u | shuffled
        changed "${base:-HEAD}" '*.h' | while read -r file; do
            git grep -lF "#include \"$file\"" -- 'core/*.cpp' 'server-stub/*.cpp' 'ui/*.cpp' 'app/*.cpp' || true
        done | sort -u | shuffled | head -n 24
        git ls-files 'core/*.cpp' 'server-stub/*.cpp' 'ui/*.cpp' 'app/*.cpp' | shuffled | awk 'NR % 16 == 0'
    } | grep -E '^(core|server-stub|ui|app)/' | awk '!seen[$0]++'
}
some=
if [ "${TIDEMARK_TIDY:-}" = changed ]; then
    some=1
    choose >"$build/tidy-together/wanted"
    head -n "$max_chosen" "$build/tidy-together/wanted" >"$build/tidy-together/chosen"
    echo "tidy: of $(wc -l <"$build/tidy-together/chosen") sources, chosen by what has changed and seed $("$top/tools/seed")"
    left_out=$(($(wc -l <"$build/tidy-together/wanted") - $(wc -l <"$build/tidy-together/chosen")))
    [ "$left_out" -eq 0 ] ||
        echo "tidy: $left_out more have changed than are checked at once; tools/test --stage tidy-all checks all of them"
fi

# compile_commands.json has "command" and "file" on a line each. The include roots of the libraries are replaced with TOP, so
# that more sources have the same flags. Clang's analyzer reads included sources only if the name of the including file
# says so.
awk -v top="$top/" -v roots="$build/include/" -v folder="$build/tidy-together" -v some="$some" '
    BEGIN { while (some && (getline line <(folder "/chosen")) > 0) chosen[line] = 1 }
    /^ *"command": / {
        flags = $0; sub(/^ *"command": "/, "", flags); sub(/",?$/, "", flags)
        gsub(/\\"/, "\"", flags); gsub(/\\\\/, "\\", flags)
        sub(/ -o [^ ]+ -c .*$/, "", flags); sub(/^.*clang\+\+[^ ]* /, "", flags)
        if (gsub(" -I" roots "[^ ]*", "", flags)) flags = "-I" top " " flags
    }
    /^ *"file": / {
        file = $0; sub(/^ *"file": "/, "", file); sub(/",?$/, "", file)
        if (index(file, top) != 1 || substr(file, length(top) + 1) !~ /^(core|server-stub|ui|app)\//) next
        if (some && !(substr(file, length(top) + 1) in chosen)) next
        if (size[flags]++ % 24 == 0) {
            source[flags] = folder "/UnifiedSource" ++sources ".cpp"
            printf "%s%c%s%c", source[flags], 0, flags, 0
        }
        print "#include \"" file "\"" >source[flags]
    }' "$build/compile_commands.json" >"$build/tidy-together/sources"
xargs -0 -r -n 2 -P "$(nproc)" "$0" --together <"$build/tidy-together/sources" || { echo "tidy: FAILED"; exit 1; }
echo "tidy: clean"
