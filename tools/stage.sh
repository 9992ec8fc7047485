# shellcheck shell=bash
# Sourced by tools/demo and tools/screenshots: makes a server, a display and accounts, and removes them afterwards.
# Expects: tool (the name of the caller); the top of the sources as the current folder. Leaves: work, pids, bin, url.

say() { echo "$tool: $*" >&2; }

build_release() {
    local build_log=build/${tool##*/}-build.log begin=$SECONDS
    mkdir -p build
    say "building a release (first time: some minutes) ..."
    if ! { cmake --preset release &&
        cmake --build --preset release; } >"$build_log" 2>&1 </dev/null; then
        tail -n 40 "$build_log" >&2
        say "FAILED: the build; the whole log is in $build_log"
        exit 1
    fi
    say "built in $((SECONDS - begin)) s"
    bin=$PWD/build/release/bin
}

work=$(mktemp -d "${TMPDIR:-/tmp}/tidemark-stage.XXXXXX")
pids=()
finish() {
    local status=$?
    trap - EXIT INT TERM
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    rm -rf "$work"
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
export XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache
mkdir -p "$XDG_DATA_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME" "$work/profiles"

# until_true SECONDS COMMAND...: waits for the command to succeed.
until_true() {
    local deadline=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $deadline ] || return 1
        sleep 0.1
    done
}

# start_server NAME [OPTION...]: leaves server (its process) and url.
database=$work/server.db
start_server() {
    local name=$1
    shift
    : >"$work/$name.out"
    "$bin/tidemark-server" serve --listen 127.0.0.1:0 --database "$database" "$@" >"$work/$name.out" 2>"$work/$name.log" &
    server=$!
    pids+=("$server")
    listening() { url=$(sed -n 's/^listening on //p' "$work/$name.out") && [ -n "$url" ]; }
    until_true 60 listening || { say "FAILED: the server did not start:"; cat "$work/$name.log" >&2; exit 1; }
}

# Starts a PostgreSQL on a socket only, for the servers that are started next.
start_postgres() {
    local programs as=()
    programs=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2>/dev/null | sort -V | tail -n 1)
    [ -n "$programs" ] || { say "FAILED: PostgreSQL is not installed (tools/setup cluster installs it)"; exit 1; }
    mkdir "$work/postgres"
    if [ "$(id -u)" = 0 ]; then
        as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
        chmod o+x "$work"
        chown postgres "$work/postgres"
    fi
    (cd / && "${as[@]}" "$programs/initdb" -D "$work/postgres/data" -U tidemark -A trust -E UTF8 --locale=C.UTF-8) >"$work/initdb.log" 2>&1 ||
        { say "FAILED: initdb:"; cat "$work/initdb.log" >&2; exit 1; }
    (cd / && exec "${as[@]}" "$programs/postgres" -D "$work/postgres/data" -k "$work/postgres" -c listen_addresses=) >"$work/postgres.log" 2>&1 &
    pids+=($!)
    until_true 30 grep -q "ready to accept connections" "$work/postgres.log" ||
        { say "FAILED: PostgreSQL did not start:"; cat "$work/postgres.log" >&2; exit 1; }
    database="postgres://tidemark@/postgres?host=$work/postgres"
}

# cli PROFILE ARGUMENT...
cli() {
    local profile=$1
    shift
    "$bin/tidemark-cli" --server "$url" --profile "$work/profiles/$profile" "$@"
}

new_password() { # FILE
    head -c 18 /dev/urandom | base64 >"$1"
    chmod 600 "$1"
}

# start_display WxH: starts a virtual display with a window manager, apart from the user's own session.
start_display() {
    unset WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_CURRENT_DESKTOP QT_SCALE_FACTOR
    # -r: a held key does not repeat, so a busy machine types the same as a quick one. -noreset: without it the display
    # begins anew when its last client leaves, and refuses the window manager if that comes just then.
    Xvfb -r -noreset -displayfd 3 -screen 0 "$1x24" -nolisten tcp 3>"$work/display" 2>"$work/xvfb.log" &
    pids+=($!)
    until_true 60 test -s "$work/display" || { say "FAILED: the virtual display did not start"; cat "$work/xvfb.log" >&2; exit 1; }
    DISPLAY=:$(cat "$work/display")
    export DISPLAY QT_QPA_PLATFORM=xcb
    openbox --sm-disable >"$work/openbox.log" 2>&1 &
    pids+=($!)
    until_true 60 sh -c 'xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q "window id"' ||
        { say "FAILED: the window manager did not start:"; cat "$work/openbox.log" >&2; exit 1; }
}
