#!/usr/bin/env bash
# Checks the form of the documents. `documents.sh TOP` lists each breach in the repository at TOP: a link to a file or a
# heading that does not exist, a path or a commit that does not exist, a record of docs/adr whose headings differ, a
# paragraph of README.md that is too long, a moving picture that is too large, a request that docs/PROTOCOL.md does not list. `documents.sh --self-test` shows that it
# finds an example of each.
set -euo pipefail
export LC_ALL=C.UTF-8

max_readme_lines=5
max_gif_bytes=1000000

documents() {
    { git ls-files --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print; } |
        sed 's,^\./,,' | grep '\.md$' | sort | while read -r file; do [ ! -f "$file" ] || echo "$file"; done
}

# The anchors of a document, one a line, as GitHub makes them of headings.
anchors() { # FILE
    sed -nE 's/^#+ //p' "$1" | sed -E 's/[^[:alnum:] _-]//g; s/ /-/g' | tr '[:upper:]' '[:lower:]'
}

# The links of a document to places in the repository, one a line.
links() { # FILE
    grep -v '^    ' "$1" | grep -oE '\]\([^)]+\)' | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^(https?|mailto):' | sort -u || true
}

link_breaches() {
    local file link path anchor
    documents | while read -r file; do
        links "$file" | while read -r link; do
            path=${link%%#*} anchor=""
            if [[ $link == *'#'* ]]; then anchor=${link#*#}; fi
            if [ -z "$path" ]; then path=$file; else path=$(dirname "$file")/$path; fi
            if [ ! -e "$path" ]; then
                echo "$file: there is no such file: $link"
            elif [ -n "$anchor" ] && [[ $path == *.md ]] && ! anchors "$path" | grep -qxF -- "$anchor"; then
                echo "$file: there is no such heading: $link"
            fi
        done
    done
}

# The paths that a document cites, one a line. docs/glossary.md has abbreviations. NAME, FOLDER and XX stand for any name.
paths() { # FILE
    local abbreviations=()
    if [ "$1" = docs/glossary.md ]; then abbreviations=(-e 's,^hub/,server-stub/hub/,' -e 's,^proto/([a-z]+\.proto),proto/tidemark/v1/\1,'); fi
    grep -oE '`(app|cmake|core|docs|hub|proto|resources|server-stub|tests|tools|ui)/[A-Za-z0-9_./-]+`' "$1" | tr -d '`' |
        grep -vE 'NAME|FOLDER|XX' | sed -E -e 's,/$,,' "${abbreviations[@]}" | sort -u || true
}

path_breaches() {
    local file path
    # Other tools check the tests that these tables name, with paths below tests/.
    documents | grep -vE '^docs/(failures|features|invariants|promises)\.md$' | while read -r file; do
        paths "$file" | while read -r path; do
            # Some documents leave out the ending of a test.
            [ -e "$path" ] || [ -e "$path.cpp" ] || echo "$file: there is no such path: $path"
        done
    done
}

# A clone without history cannot know the commits.
commit_breaches() {
    local file commit
    [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" = false ] || return 0
    documents | while read -r file; do
        { grep -oE 'git show [0-9a-f]{7,40}' "$file" || true; } | sed 's/.* //' | while read -r commit; do
            git cat-file -e "$commit^{commit}" 2>/dev/null || echo "$file: there is no such commit: $commit"
        done
    done
}

record_breaches() {
    local file headings
    for file in docs/adr/[0-9]*.md; do
        [ -f "$file" ] || continue
        headings=$(sed -n 's/^## //p' "$file" | tr '\n' ' ')
        [[ $headings =~ ^"Status Context Decision Consequences "("Rejected ")?$ ]] ||
            echo "$file: the headings are not Status, Context, Decision, Consequences and perhaps Rejected"
        [[ $(head -n 1 "$file") == "# $(basename "$file" | cut -c 1-4): "[A-Z]* ]] ||
            echo "$file: the title is not '# NUMBER: Title'"
    done
}

readme_breaches() {
    awk -v max="$max_readme_lines" '
        function finish() { if (lines > max) print "README.md:" first ": a paragraph of " lines " lines"; lines = 0 }
        /^$/ || /^(    |#|\||\[)/ { finish(); next }
        /^- / { finish() }
        { if (lines++ == 0) first = FNR }
        END { finish() }' README.md
}

picture_breaches() {
    find docs -name '*.gif' -size +"$max_gif_bytes"c -printf '%p: larger than 1 MB\n'
}

# The requests that the table of all requests lacks.
request_breaches() {
    [ -f proto/tidemark/v1/envelope.proto ] || return 0
    local listed
    listed=$(sed -n '/^### All requests/,/^## /p' docs/PROTOCOL.md | grep -oE '`[A-Z][A-Za-z]+`' | tr -d '`' | sort -u)
    sed -n '/^message ClientEnvelope/,/^}/p' proto/tidemark/v1/envelope.proto | sed -nE 's/^    ([A-Z][A-Za-z]+) [a-z_]+ = .*/\1/p' |
        grep -vxF -f <(echo "$listed") | sed 's/^/docs\/PROTOCOL.md: the table of all requests lacks /' || true
}

breaches() {
    link_breaches
    path_breaches
    commit_breaches
    record_breaches
    readme_breaches
    picture_breaches
    request_breaches
}

check() {
    cd "$1"
    local found
    found=$(breaches)
    [ -z "$found" ] || { echo "$found"; echo "documents: $(wc -l <<<"$found") breaches"; return 1; }
    echo "documents: clean"
}

# Makes a small tree without a breach.
make_example() {
    mkdir -p "$1/docs/adr" "$1/proto/tidemark/v1"
    printf 'message ClientEnvelope {\n    Join join = 3;\n' >"$1/proto/tidemark/v1/envelope.proto"
    printf '# P\n\n### All requests\n\n| `Join` |\n\n## Next\n' >"$1/docs/PROTOCOL.md"
    printf '# Example\n\n## How to "begin", in 2 steps\n\none\ntwo\nthree\nfour\nfive\n\n[a](docs/a.md#what-it-is) [b](#how-to-begin-in-2-steps)\n' >"$1/README.md"
    printf '# A\n\n## What it is\n\n[up](../README.md) [web](https://example.org/none.md)\n\n    [code](none.md)\n' >"$1/docs/a.md"
    printf '\n`docs/adr/`, `docs/adr/NAME.md`, `docs/adr/0001-one.md`\n' >>"$1/docs/a.md"
    printf '# 0001: One\n\n## Status\n\n## Context\n\n## Decision\n\n### A part\n\n## Consequences\n' >"$1/docs/adr/0001-one.md"
}

self_test() {
    top=$(mktemp -d)
    trap 'rm -rf "$top"' EXIT
    make_example "$top"
    cd "$top"
    git init -q .
    local found wrong=0
    found=$(breaches)
    [ -z "$found" ] || { echo "documents: stops where all is well: $found"; wrong=1; }

    printf '\n1\n2\n3\n4\n5\n6\n' >>README.md
    printf '[c](c.md) [d](../README.md#end) `docs/adr/0003-three.md` `git show 0123456`\n' >>docs/a.md
    printf '## Notes\n' >>docs/adr/0001-one.md
    printf '# 2. two\n\n## Status\n\n## Context\n\n## Decision\n\n## Consequences\n\n## Rejected\n' >docs/adr/0002-two.md
    truncate -s 1000001 docs/a.gif
    printf '    Leave leave = 4;\n}\n' >>proto/tidemark/v1/envelope.proto
    found=$(breaches)
    diff - <(echo "$found") <<'END' || wrong=1
docs/a.md: there is no such heading: ../README.md#end
docs/a.md: there is no such file: c.md
docs/a.md: there is no such path: docs/adr/0003-three.md
docs/a.md: there is no such commit: 0123456
docs/adr/0001-one.md: the headings are not Status, Context, Decision, Consequences and perhaps Rejected
docs/adr/0002-two.md: the title is not '# NUMBER: Title'
README.md:13: a paragraph of 6 lines
docs/a.gif: larger than 1 MB
docs/PROTOCOL.md: the table of all requests lacks Leave
END
    [ $wrong = 0 ] && echo "documents: every example is found" || return 1
}

case ${1:-} in
--self-test) self_test ;;
"" | -*) echo "usage: documents.sh TOP | --self-test" >&2; exit 2 ;;
*) check "$1" ;;
esac
