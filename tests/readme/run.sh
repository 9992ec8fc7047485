#!/usr/bin/env bash
# Runs every command that README and the pages for users name, once. See --help.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
    cat <<EOF
usage: tests/readme/run.sh [--no-demo] BUILD_DIR
       tests/readme/run.sh --names

Runs every command of README.md, docs/using.md, docs/command-line.md and docs/building.md, once and with small sizes, with
the programs in BUILD_DIR/bin and on data of its own. A command that is not run needs a line with the reason in
tests/readme/elsewhere.tsv: a new command in these pages fails here until it is run or has a reason.

  --no-demo    leaves out tools/demo, which builds the preset release and needs a virtual display

Exit status 0: all commands work; 1: one failed, or is neither run nor explained; 2: wrong use.
EOF
}

demo=true names=false build=''
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help) usage; exit 0 ;;
    --no-demo) demo=false ;;
    --names) names=true ;;
    -*) echo "run.sh: unknown option: $1 (see --help)" >&2; exit 2 ;;
    *) build=$1 ;;
    esac
    shift
done
$names || [ -d "$build/bin" ] || { echo "run.sh: $build/bin is not a folder (see --help)" >&2; exit 2; }

pages=(README.md docs/using.md docs/command-line.md docs/building.md)
readme_commands() {
    {
        # The lines of code blocks without their comments, one command a line.
        grep -h '^    ' "${pages[@]}" | sed -E 's/^    //; s/[[:space:]]+#.*$//; s/ && /\n/g'
        # Commands in running text.
        grep -hv '^    ' "${pages[@]}" | tr '\n' ' ' | grep -oE '`[^`]+`' | tr -d '`' |
            grep -E '^(tools/|cmake |build/|apt |(tidemark|tidemark-[a-z]+) )'
    } | sed -E 's/[[:space:]]+/ /g; s/ $//' | grep . | sort -u
}

# The commands of the pages that this file runs: the first word after try, window, demo and stands_for.
commands_here() { sed -nE 's/^ *(try|window|demo|stands_for) "([^"$]+)".*/\2/p' tests/readme/run.sh | sort -u; }
reasons() { grep -v '^#' tests/readme/elsewhere.tsv; }
check_names() {
    local command reason missing=0
    while read -r command; do
        commands_here | grep -qxF -- "$command" && continue
        reason=$(reasons | awk -F '\t' -v command="$command" '$1 == command { print $2 }')
        if [ -n "$reason" ]; then
            echo "not here: $command: $reason"
        else
            echo "FAILED the pages name a command that nothing runs: $command"
            echo "  run it in tests/readme/run.sh, or give the reason in tests/readme/elsewhere.tsv"
            missing=1
        fi
    done < <(readme_commands)
    while read -r command; do
        readme_commands | grep -qxF -- "$command" || { echo "FAILED the pages no longer name: $command"; missing=1; }
    done < <(commands_here; reasons | cut -f 1)
    return $missing
}
check_names
! $names || exit 0

build=$(realpath "$build")
bin=$build/bin top=$PWD

work=$(mktemp -d "${TMPDIR:-/tmp}/tidemark-readme-XXXXXX")
pids=()
clean_up() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM
# The programs see no data of the user who runs this.
mkdir -m 700 "$work/run" "$work/tmp"
# Root starts PostgreSQL as another user, which must be able to enter.
chmod o+x "$work" "$work/tmp"
export HOME=$work/home XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache
# The commands must work without the chat logs that lie beside some checkouts.
export TIDEMARK_CORPUS=$work/no-corpus
export XDG_RUNTIME_DIR=$work/run TMPDIR=$work/tmp LC_ALL=C.UTF-8 PATH=$bin:$PATH
unset DBUS_SESSION_BUS_ADDRESS
mkdir -p "$HOME" "$XDG_DATA_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"

failed() {
    echo "FAILED $1"
    tail -n 80 "$work/log" 2>/dev/null || true
    exit 1
}
until_true() { # SECONDS COMMAND...
    local deadline=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $deadline ] || return 1
        sleep 0.1
    done
}

# A command of the pages that the lines below run.
stands_for() { :; }
# try COMMAND ACTUAL...: runs ACTUAL, which stands for COMMAND of the pages, in the folder of this run.
try() {
    local command=$1 begin=$SECONDS
    shift
    (cd "$work" && "$@") >"$work/log" 2>&1 </dev/null || failed "$command (as: $*)"
    echo "ok $command ($((SECONDS - begin)) s)"
}
# also ACTUAL...: runs a command that the pages name by its first words alone.
also() {
    (cd "$work" && "$@") >"$work/log" 2>&1 </dev/null || failed "$*"
    echo "ok $*"
}

# ---- a server, accounts and the operator's commands
head -c 18 /dev/urandom | base64 >"$work/pw"
chmod 600 "$work/pw"
: >"$work/server.out"
(cd "$work" && exec tidemark-server serve --listen 127.0.0.1:0 --database server.db --metrics 127.0.0.1:0) \
    >"$work/server.out" 2>"$work/server.log" &
server=$!
pids+=("$server")
is_listening() { url=$(sed -n 's/^listening on //p' "$work/server.out") && [ -n "$url" ]; }
until_true 15 is_listening || { cp "$work/server.log" "$work/log"; failed "tidemark-server serve"; }
stands_for "tidemark-server serve --listen 127.0.0.1:7000 --database server.db"
echo "ok tidemark-server serve"

also tidemark-server user add --database server.db --password-file pw anna
also tidemark-server user add --database server.db --password-file pw ben
also tidemark-server user list --database server.db
also tidemark-server user disable --database server.db ben
also tidemark-server user enable --database server.db ben

cli() { tidemark-cli --server "$url" --password-file pw "$@"; }
anna() { cli --user anna --profile anna-cli "$@"; }
ben() { cli --user ben --profile ben-cli "$@"; }
try "tidemark-cli --help" tidemark-cli --help
try "tidemark-cli --server ws://127.0.0.1:7000 --user anna --password-file pw --profile anna-cli unread" \
    tidemark-cli --server "$url" --user anna --password-file pw --profile anna-cli unread
also ben unread
also ben direct anna
also anna create-group "Readers" ben
conversation=$(cd "$work" && anna conversations | sed -n 's/.*"conversation":\([0-9]*\).*"title":"Readers".*/\1/p')
[ -n "$conversation" ] || failed "tidemark-cli conversations"
also anna send "$conversation" "hello @ben"
also ben history "$conversation"
also ben why "$conversation"
also ben about-me
also ben read "$conversation"
also ben mark-unread "$conversation" --from 2
also anna members "$conversation"
also anna read-by "$conversation" 2
also anna devices
also anna audit
also anna status
also anna export "$conversation" --output export.jsonl
also anna import "$top/tools/demo-data/script.jsonl" --as-participants
also anna channels
also ben feed
try "tidemark-cli --trace DIR …" ben --trace trace read "$conversation"
try "tidemark-sim --replay DIR" tidemark-sim --replay trace

also tidemark-server announce --database server.db "It works."
also tidemark-server dot --database server.db whats-new
also tidemark-server certificate --certificate server.pem --key server.key --hosts chat.example.org
also tidemark-server config check --database server.db --listen 127.0.0.1:0
also tidemark-server backup --database server.db backup.db
also tidemark-server stats --database server.db
metrics=$(sed -n 's/.*metrics on //p' "$work/server.log")
also curl -sf "$metrics"
also curl -sf "${metrics%/metrics}/health"

# ---- the window
export QT_QPA_PLATFORM=offscreen
# window COMMAND ACTUAL...: starts the window, waits until a second start could find it, and ends it with --quit.
window() {
    local command=$1 pid status=0
    shift
    (cd "$work" && exec "$@") >"$work/log" 2>&1 </dev/null &
    pid=$!
    pids+=("$pid")
    ends() { tidemark --quit >>"$work/log" 2>&1 && ! kill -0 "$pid" 2>/dev/null; }
    sleep 2
    kill -0 "$pid" 2>/dev/null || failed "$command"
    until_true 20 ends || failed "tidemark --quit"
    wait "$pid" || status=$?
    [ "$status" -eq 0 ] || failed "$command (exit status $status)"
    echo "ok $command"
}
window "tidemark --server ws://127.0.0.1:7000" tidemark --server "$url"
window "tidemark --trace DIR" tidemark --server "$url" --user anna --password-file pw --trace window-trace
stands_for "tidemark --quit"

kill "$server"
wait "$server" || failed "tidemark-server serve, ended by SIGTERM"
also tidemark-server check --database server.db
also tidemark-server restore --database server.db backup.db

# ---- checks and figures
try "build/release/bin/tidemark-sim --seeds 20000 --from 5000" tidemark-sim --seeds 20 --from 5000
for kind in client server; do
    try "build/release/bin/tidemark-oracle client --seeds 1000" tidemark-oracle "$kind" --seeds 2
done
also tidemark-load idle --brief
try "build/release/bin/tidemark-bench" tidemark-bench --brief
try "tools/soak --hours 8" "$top/tools/soak" --seconds 5 --only sim --only oracle --bin "$bin"
try "cmake --install build/release --prefix ~/.local" cmake --install "$build" --prefix "$work/prefix"
also "$work/prefix/bin/tidemark-server" --version

# ---- the demo, each kind under a virtual display
demo() {
    local command=$1
    shift
    if ! $demo; then
        echo "skipped $command (--no-demo)"
        return
    fi
    # It builds, so it needs the settings of the caller.
    tools/demo --headless --output "$work/demo-$((++demos))" "$@" >"$work/log" 2>&1 </dev/null || failed "$command"
    echo "ok $command"
}
demos=0
unset QT_QPA_PLATFORM
demo "tools/demo --headless"
demo "tools/demo --cluster" --cluster
demo "tools/demo --log FILE.jsonl" --log tools/demo-data/script.jsonl
