#!/bin/bash
# Run as root in a system that is thrown away afterwards, by `tools/try-in RELEASE setup`: shows that tools/setup installs
# everything, starts and enables no service that is new, leaves those alone that were there, creates no PostgreSQL database,
# and takes back what it changes for the time of the installation, also when it is interrupted.
set -euo pipefail
cd "$(dirname "$0")/../.."
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

say() { echo "check_setup: $*" >&2; }
problems=0
problem() { say "PROBLEM: $*"; problems=$((problems + 1)); }

links() { find /etc/systemd/system /etc/systemd/user /etc/rc?.d -type l \( -path '/etc/systemd/*' -o -name 'S*' \) 2>/dev/null | sort; }
processes() { cat /proc/[0-9]*/comm 2>/dev/null | grep -E '^(postgres|haproxy)$' | sort -u; }

check() { # WHEN
    local found
    [ ! -e /usr/sbin/policy-rc.d ] || problem "$1: /usr/sbin/policy-rc.d is left behind"
    [ -z "$(ls -A /etc/postgresql-common/createcluster.d 2>/dev/null)" ] || problem "$1: settings of PostgreSQL are left behind"
    found=$(compgen -G '/etc/postgresql/*/*') && problem "$1: there is a PostgreSQL database: $found"
    found=$(links | grep -E 'postgresql|haproxy') && problem "$1: enabled: $found"
    found=$(processes) && problem "$1: running: $found"
    [ "$(readlink -f /etc/systemd/system/multi-user.target.wants/cron.service)" = "$(readlink -f /usr/lib/systemd/system/cron.service)" ] ||
        problem "$1: a service that was enabled before is not any more"
    say "checked $1"
}

apt-get -qq update
# A service that the user had before.
apt-get -qq install --yes --no-install-recommends cron >/dev/null
check "before"

# The tool is interrupted as soon as it refuses services.
tools/install_packages.sh haproxy &
pid=$!
until [ -e /usr/sbin/policy-rc.d ] || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
[ -e /usr/sbin/policy-rc.d ] || problem "services are not refused during an installation"
! /usr/sbin/policy-rc.d haproxy start || problem "a new service may start during an installation"
/usr/sbin/policy-rc.d cron restart || problem "a service that was there may not restart during an installation"
kill -TERM $pid
wait $pid && problem "an interrupted installation does not say so"
check "after an interrupt"

# The tool is killed. Its files refuse no service any more, and the next run removes them.
if dpkg-query --show --showformat='${db:Status-Status}' haproxy 2>/dev/null | grep -qx installed; then
    apt-get -qq purge --yes --auto-remove haproxy >/dev/null
fi
tools/install_packages.sh haproxy &
pid=$!
until [ -e /usr/sbin/policy-rc.d ] || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
kill -KILL $pid
wait $pid 2>/dev/null || true
/usr/sbin/policy-rc.d anything start || problem "services are refused after the installation was killed"
while [ -n "$(cat /proc/[0-9]*/comm 2>/dev/null | grep -E '^(apt-get|dpkg)$')" ]; do sleep 0.2; done
apt-get -qq purge --yes --auto-remove haproxy >/dev/null

tools/setup all
check "after tools/setup"
[ -z "$(tools/setup all 2>&1)" ] || problem "tools/setup is not content with what it has installed"
[ "$(tools/setup --list run | grep -cE 'postgres|haproxy|clang|lintian|mmdebstrap|xvfb')" -eq 0 ] ||
    problem "building and running needs what only tests need"

# An upgrade does this.
mapfile -t servers < <(dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' 'postgresql-*' haproxy |
    sed -n 's/^installed //p' | grep -v client)
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod 0755 /usr/sbin/policy-rc.d
apt-get -qq install --reinstall --yes "${servers[@]}" >/dev/null
rm /usr/sbin/policy-rc.d
check "after installing the servers again (${servers[*]})"

[ "$problems" -eq 0 ] || { say "FAILED: $problems problems"; exit 1; }
say "passed"
