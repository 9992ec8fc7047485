# shellcheck shell=bash
# Sourced by tools/package-check and tools/try-in: names the supported releases of Debian, and makes a clean one.
# Expects: tool (the name of the caller).

# release_of NUMBER|NAME: prints the name of a supported release.
release_of() {
    case $1 in
    12 | bookworm) echo bookworm ;;
    13 | trixie) echo trixie ;;
    *) return 1 ;;
    esac
}

# clean_debian RELEASE FOLDER OPTION...: makes the release with mmdebstrap and discards it afterwards; hooks among the options
# use it. Mirrors and proxies come from apt's configuration here, never from the sources. FOLDER is for temporary files. The
# system may start services like a normal one, which mmdebstrap prevents by default.
clean_debian() {
    local release=$1 folder=$2
    shift 2
    apt-get indextargets 'Created-By: Packages' --format '$(REPO_URI) $(CODENAME) $(RELEASE) $(COMPONENT) $(ORIGIN)' |
        awk -v release="$release" '
            {
                suite = index($2, "$") ? $3 : $2
                if ($4 != "main" || (index($5, "$") == 0 && $5 != "Debian")) next
                if (!sub(/^(bookworm|trixie)($|-)/, "&", suite)) next
                sub(/^[a-z]+/, release, suite)
                line = "deb " $1 " " suite " main"
                if (suite ~ /^[a-z]+(-updates|-security)?$/ && !seen[line]++) print line
            }' >"$folder/sources.list"
    if ! grep -q " $release main" "$folder/sources.list"; then
        echo "$tool: apt knows no mirror of Debian here (bookworm or trixie, component main)." >&2
        return 1
    fi
    # The file stays empty if apt has none of these settings.
    apt-config dump | grep -iE '^Acquire::(https?::(Proxy|Timeout)|Retries|Check-Valid-Until|Check-Date)\b' >"$folder/apt.conf" || true
    local proxy
    for proxy in http https; do
        local variable=${proxy}_proxy
        if [ -n "${!variable:-}" ]; then echo "Acquire::$proxy::Proxy \"${!variable}\";" >>"$folder/apt.conf"; fi
    done
    local own=()
    if [ "$(id -u)" -eq 0 ]; then
        # mmdebstrap would mount in its caller's namespace. In a namespace of its own all mounts and processes end with it.
        # Without root it makes one by itself.
        own=(env TMPDIR="$folder" unshare --mount --pid --fork --kill-child --mount-proc)
    fi
    "${own[@]}" mmdebstrap --quiet --variant=apt --format=null --aptopt="$folder/apt.conf" \
        --skip=chroot/policy-rc.d,chroot/start-stop-daemon "$@" "$release" /dev/null "$folder/sources.list"
}

# end_clean_debian GROUP FOLDER: ends the process group in which clean_debian runs, and removes its folder.
end_clean_debian() {
    kill -TERM -- "-$1" 2>/dev/null || true
    local deadline=$((SECONDS + 20))
    # As root there is nothing to undo; otherwise mmdebstrap removes its own folder first.
    [ "$(id -u)" -ne 0 ] || deadline=$SECONDS
    while kill -0 -- "-$1" 2>/dev/null; do
        [ $SECONDS -lt $deadline ] || kill -KILL -- "-$1" 2>/dev/null || true
        sleep 0.2
    done
    rm -rf --one-file-system "$2" 2>/dev/null || { sleep 2; rm -rf --one-file-system "$2"; }
}
