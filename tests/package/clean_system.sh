#!/bin/bash
# Run as root in a system that is thrown away afterwards, by tools/package-check: installs the package, uses its programs as an
# ordinary user, and removes it.
set -euo pipefail
package=$1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
home=/home/tester

say() { echo "  $*" >&2; }
fail() { echo "  FAILED: $*" >&2; exit 1; }
as_user() { runuser -u tester -- env HOME=$home XDG_RUNTIME_DIR=$home/run "$@"; }
# begin NAME COMMAND...: starts the command as the user. Its id is in NAME.pid, because this system may share its processes
# with the system around it.
begin() {
    rm -f "$home/$1.pid"
    as_user sh -c 'echo $$ >"$HOME/$0.pid"; exec "$@"' "$@" &
}

until_true() {
    local deadline=$((SECONDS + 30))
    until "$@"; do
        [ $SECONDS -lt $deadline ] || return 1
        sleep 0.1
    done
}

ours() {
    find / \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path $home \) -prune -o -iname '*tidemark*' -print
    grep -rls tidemark /etc /usr/share/applications /usr/share/icons /var/lib/dpkg/info /var/lib/systemd || true
}
[ -z "$(ours)" ] || fail "this system is not clean: $(ours)"

# try_window PLATFORM: signs in, shows the message of the command line client, receives a second start and a link, and ends.
try_window() {
    local state=$home/state-$1.json window
    begin window env QT_QPA_PLATFORM="$1" tidemark --server "$url" --user ben --password-file $home/password --profile "$1" \
        --dump-state "$state" >"$home/window.log" 2>&1
    window=$!
    # Wait until it handles the signal.
    listens() { compgen -G "$home/run/tidemark/*" >/dev/null; }
    until_true listens || { cat "$home/window.log" >&2; fail "the window ($1) does not start"; }
    shows() { kill -USR1 "$(cat $home/window.pid)" && grep -qs '"connection": "online"' "$state" && grep -qs "$1" "$state"; }
    until_true shows '"title": "Harbour"' || { cat "$home/window.log" >&2; fail "the window ($1) does not show what there is"; }
    as_user env QT_QPA_PLATFORM="$1" tidemark --profile "$1" "tidemark:conversation/$conversation" ||
        fail "a second start ($1) does not hand over"
    until_true shows "\"open\": $conversation" || fail "a link ($1) is not opened"
    as_user tidemark --profile "$1" --quit || fail "the window ($1) does not quit"
    wait "$window" || fail "the window ($1) did not end well"
    # This platform has no windows to raise and no tray, and prints that.
    ! grep -vE "This plugin does not support raise\(\)|No such signal QPlatformNativeInterface::systemTray" "$home/window.log" || fail "the window ($1) had something to complain of"
}

say "installing"
apt-get -qq update
apt-get -qq install --yes --no-install-recommends "$package" >/dev/null
useradd --create-home tester
install -d -o tester -m 0700 $home/run
printf 'a password for trying\n' >$home/password
chown tester $home/password

say "server and command line"
begin server tidemark-server serve --listen 127.0.0.1:0 --database $home/server.db >$home/server.out 2>$home/server.log
server=$!
until_true grep -q '^listening on' $home/server.out || { cat $home/server.log >&2; fail "the server does not start"; }
url=$(sed -n 's/^listening on //p' $home/server.out)
cli() { as_user tidemark-cli --server "$url" --user "$1" --password-file $home/password --profile "$home/cli-$1" "${@:2}"; }
cli ann register >/dev/null
cli ben register >/dev/null
cli ben direct ann >/dev/null
conversation=$(cli ann create-group Harbour ben | tr -dc 0-9)
cli ann send "$conversation" "high water at noon" >/dev/null
cli ben unread | grep -q '"total":1' || fail "the command line client does not count"

say "window without a display"
try_window offscreen

say "window on a display"
apt-get -qq install --yes --no-install-recommends xvfb >/dev/null
Xvfb :7 -screen 0 1280x800x24 -nolisten tcp >/dev/null 2>&1 &
display=$!
until_true test -S /tmp/.X11-unix/X7 || fail "the display does not start"
export DISPLAY=:7
try_window xcb
kill "$display"
wait "$display" || true

kill "$(cat $home/server.pid)"
wait "$server" || fail "the server did not end well"
as_user tidemark-server check --database $home/server.db >/dev/null || fail "the server's database is not right"

say "removing"
userdel --remove tester 2>/dev/null
apt-get -qq purge --yes tidemark >/dev/null
[ -z "$(ours)" ] || fail "left behind: $(ours)"
! dpkg-query --show tidemark 2>/dev/null || fail "dpkg still knows it"
say "installed, used and removed"
