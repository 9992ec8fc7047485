#!/usr/bin/env bash
# Checks what belongs to the package. check.sh sources TOP BUILD: icon, desktop entry, metadata and manual pages, by the
# validators of those who read them. check.sh package TOP BUILD: what is installed, and a package of it, by lintian.
set -euo pipefail
export LC_ALL=C.UTF-8
mode=$1 top=$2 build=$3
cd "$top"
id=io.github.tidemark_chat.Tidemark
problems=0
problem() { echo "$*"; problems=$((problems + 1)); }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt | head -n 1)

# quiet COMMAND...: reports a problem unless the command succeeds without output.
quiet() {
    local said status=0
    said=$("$@" 2>&1) || status=$?
    [ "$status" -eq 0 ] && [ -z "$said" ] || problem "$* ($status): $said"
}

check_sources() {
    quiet desktop-file-validate resources/desktop/$id.desktop
    # Version 1.0 also fails for a home page that is missing, and the project has none.
    appstreamcli validate --no-net resources/desktop/$id.metainfo.xml >"$work/appstream" 2>&1 ||
        [ "$(grep -E '^[EW]:' "$work/appstream" | sed 's/.* //')" = url-homepage-missing ] || problem "$(cat "$work/appstream")"
    grep -q "<release version=\"$version\"" resources/desktop/$id.metainfo.xml || problem "the metadata does not know $version"
    [ "$(dpkg-parsechangelog -l resources/debian/changelog -S Version)" = "$version" ] || problem "the changelog does not know $version"
    grep -q '^MemoryMax=' resources/systemd/tidemark-server.service || problem "the unit has no bound of memory"
    quiet tools/icons --check
    quiet tools/manual --check --build "$build"
    local page program option
    for page in resources/man/*.1; do
        quiet mandoc -T lint -W warning "$page"
        man --warnings --no-justification --local-file --troff-device=utf8 --ditroff "$page" 2>"$work/man" >/dev/null || true
        [ ! -s "$work/man" ] || problem "$page: $(cat "$work/man")"
        program=$(basename "$page" .1)
        # The manual knows every option that the help knows.
        "$build/bin/$program" --help >"$work/help"
        if [ "$program" = tidemark-server ]; then
            for option in serve config user backup restore migrate check stats restored new-epoch announce dot certificate; do "$build/bin/$program" $option --help; done >>"$work/help"
        fi
        for option in $(grep -oE '^ +(-[a-z], )?--[a-z-]+' "$work/help" | grep -oE '[a-z][a-z-]+$' | sort -u); do
            grep -qE "^\.(It|Op).* -$option( |\$)" "$page" || problem "$page does not tell of --$option"
        done
    done
    # Every command of the command line client, too.
    "$build/bin/tidemark-cli" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\).*/\1/p' >"$work/commands"
    while read -r option; do
        [ -n "$option" ] || continue
        grep -qE "^\.It Cm $option( |\$)" resources/man/tidemark-cli.1 || problem "tidemark-cli.1 does not tell of $option"
        grep -qF "\`$option\`" docs/command-line.md || problem "docs/command-line.md does not name $option"
        check_command "$option"
    done <"$work/commands"
}

# The options and the fields that the help of a command names stand in its part of the manual.
check_command() {
    local help part found
    help=$("$build/bin/tidemark-cli" "$1" --help)
    part=$(awk -v command="$1" '/^\.It Cm / { inside = $3 == command } inside' resources/man/tidemark-cli.1)
    for found in $(grep -oE '^  --[a-z-]+' <<<"$help"); do
        grep -qE "^\.It Fl ${found#-}( |\$)" <<<"$part" || problem "tidemark-cli.1 does not tell of $1 $found"
    done
    for found in $(grep -oE '"[a-z_0-9]+"' <<<"$help" | sort -u); do
        grep -qF "$found" <<<"$part" || problem "tidemark-cli.1 does not tell of the field $found of $1"
    done
}

check_package() {
    DESTDIR=$work/root cmake --install "$build" --prefix /usr >"$work/install" || problem "$(cat "$work/install")"
    (cd "$work/root" && find . -type f -printf '%m %P\n' | sort -k 2) >"$work/files"
    diff -u tests/package/files.txt "$work/files" || problem "other files are installed than tests/package/files.txt names"
    local package
    package=$(tools/package --build "$build" --output "$work/out" 2>"$work/cpack") || { problem "$(cat "$work/cpack")"; return; }
    lintian --fail-on error,warning "$package" >"$work/lintian" || problem "$(cat "$work/lintian")"
    # Libraries that the programs load at run time, and libraries that they link.
    for needed in libqt6sql6-sqlite qt6-image-formats-plugins libseccomp2 libqt6gui6 libqt6websockets6 libsodium23; do
        dpkg-deb --field "$package" Depends | grep -q "$needed" || problem "the package does not depend on $needed"
    done
}

case $mode in
sources) check_sources ;;
package) check_package ;;
*) echo "usage: check.sh sources|package TOP BUILD" >&2; exit 2 ;;
esac
[ "$problems" -eq 0 ] || { echo "$problems problems"; exit 1; }
