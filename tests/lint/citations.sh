#!/usr/bin/env bash
# Checks the ids that code, tests and documents cite. `citations.sh TOP` lists each breach in the repository at TOP:
# an invariant (I13, P-I4, R-I2) that docs/invariants.md does not define, a failure (FS22, P2) that is not in tests/failures/rows.tsv,
# an invariant without tests, a test named in docs/invariants.md that does not exist. `citations.sh --self-test` shows
# that it finds an example of each and leaves a good one alone.
set -euo pipefail
export LC_ALL=C.UTF-8

page=docs/invariants.md
rows=tests/failures/rows.tsv

files() {
    { git ls-files -z --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print0; } |
        sed -z 's,^\./,,' | grep -zvE '^(docs/images/|tests/lint/citations\.sh$)'
}

# The tests named in the page as lines: invariant, file, name.
named_tests() {
    awk '
        /^## / { id = $2; sub(/:$/, "", id) }
        id != "" && /^- `[^`]*`: / {
            file = $0; sub(/^- `/, "", file); sub(/`: .*/, "", file)
            name = $0; sub(/^- `[^`]*`: /, "", name)
            print id "\ttests/" file "\t" name
        }' "$page"
}

# Prints the breaches.
breaches() {
    local known cited tests
    known=$({ sed -nE 's/^## (([GPR]-)?I[0-9]+): .*/\1/p' "$page"; sed -nE 's/^((F[A-Z]|P)[0-9]+)\t.*/\1/p' "$rows"; } | sort)
    uniq -d <<<"$known" | sed 's/^/defined twice: /'
    cited=$(files | xargs -0 grep -sHnIowE '([GPR]-)?I[0-9]{1,2}|F[A-IS][0-9]{1,2}|P[0-9]{1,2}' || true)
    awk -F: 'FNR == NR { known[$0]; next } !($3 in known) { print $1 ":" $2 ": " $3 " is cited and defined nowhere" }' \
        <(echo "$known") <(echo "$cited" | grep . || true)

    tests=$(named_tests)
    awk -F '\t' 'FNR == NR { held[$1]; next } /^([GPR]-)?I/ && !($0 in held) { print "'$page': " $0 " names no test" }' \
        <(echo "$tests") <(echo "$known")
    # A long name is cut into several literals.
    cut -f 2 <<<"$tests" | sort -u | while read -r file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done |
        xargs -0 awk -v list=<(echo "$tests") '
            BEGIN { RS = "\001" }
            { gsub(/\n/, " "); gsub(/" *"/, ""); text[FILENAME] = $0 }
            END {
                RS = "\n"
                while ((getline line < list) > 0) {
                    split(line, part, "\t")
                    wanted = part[3] ~ /^[A-Za-z0-9_]+$/ ? "void " part[3] "()" : "\"" part[3] "\")"
                    if (!index(text[part[2]], wanted)) print "'$page': there is no such test: " part[2] ": " part[3]
                }
            }'
}

check() {
    cd "$1"
    local found
    found=$(breaches)
    [ -z "$found" ] || { echo "$found"; echo "citations: $(wc -l <<<"$found") breaches"; return 1; }
    echo "citations: clean"
}

# Makes a small tree without a breach.
make_example() {
    mkdir -p "$1"/{docs,core,tests/failures,tests/sync}
    printf '# Invariants\n\n## I1: Order\n\n- `sync/test_a.cpp`: I1: one, and another\n- `sync/test_a.cpp`: comesInOrder\n\n## P-I1: Files\n\n- `sync/test_a.cpp`: comesInOrder\n' >"$1/$page"
    printf '# id, what, where\nFS22\tlost\tseen\nP2\thalf sent\tseen\n' >"$1/$rows"
    printf 'TEST_CASE("I1: one, "\n          "and another")\n    void comesInOrder()\n' >"$1/tests/sync/test_a.cpp"
    printf '// A hint (I1, P-I1), as FS22 and P2 say; U+FE0F, I18n and 0xFA1 are no ids.\n' >"$1/core/a.h"
}

self_test() {
    top=$(mktemp -d)
    trap 'rm -rf "$top"' EXIT
    make_example "$top"
    cd "$top"
    local found wrong=0
    found=$(breaches)
    [ -z "$found" ] || { echo "citations: stops where all is well: $found"; wrong=1; }

    printf '// (I20)\n// I1–I7, or as FS41\n// not FA2 but FS22\n// P21\n// P-I99, R-I1\n' >>core/a.h
    printf '## I1: Again\n## I2: Untested\n## R-I2: Untested\n## I3: Broken\n' >>"$page"
    printf -- '- `sync/test_%s`: %s\n' 'a.cpp' 'I1: two' 'a.cpp' 'comes' 'b.cpp' 'I1: one, and another' >>"$page"
    found=$(breaches | sort)
    sort >expected <<END
defined twice: I1
core/a.h:2: I20 is cited and defined nowhere
core/a.h:3: I7 is cited and defined nowhere
core/a.h:3: FS41 is cited and defined nowhere
core/a.h:4: FA2 is cited and defined nowhere
core/a.h:5: P21 is cited and defined nowhere
core/a.h:6: P-I99 is cited and defined nowhere
core/a.h:6: R-I1 is cited and defined nowhere
$page: I2 names no test
$page: R-I2 names no test
$page: there is no such test: tests/sync/test_a.cpp: I1: two
$page: there is no such test: tests/sync/test_a.cpp: comes
$page: there is no such test: tests/sync/test_b.cpp: I1: one, and another
END
    diff expected <(echo "$found") || wrong=1
    [ $wrong = 0 ] && echo "citations: every example is found" || return 1
}

case ${1:-} in
--self-test) self_test ;;
"" | -*) echo "usage: citations.sh TOP | --self-test" >&2; exit 2 ;;
*) check "$1" ;;
esac
