#!/usr/bin/env bash
# install_packages.sh PACKAGE...: run as root by tools/setup. Installs the packages with apt. Whatever the packages do by default, no
# new service starts or is enabled, and PostgreSQL creates no database. All changes to the system for the time of the
# installation are undone, also on an interrupt.
set -euo pipefail

say() { echo "tools/setup: $*" >&2; }

policy=/usr/sbin/policy-rc.d
cluster_settings=/etc/postgresql-common/createcluster.conf
cluster_folder=/etc/postgresql-common/createcluster.d
cluster_file=$cluster_folder/zz-tidemark-setup.conf
mark="Made by Tidemark's tools/setup for the time of an installation"

installed() { dpkg-query --show --showformat='${db:Status-Abbrev}${binary:Package}\n' 2>/dev/null | sed -n 's/^ii //p' | sort; }

# The names of all installed services, without the suffixes of systemd.
services() {
    { find /etc/init.d /etc/systemd/system /usr/lib/systemd/system -maxdepth 1 ! -type d -printf '%f\n' 2>/dev/null || true; } |
        sed -E 's/@?\.(service|socket|timer|path|target|mount)$//' | sort -u
}

before=$(mktemp)
installed >"$before"

# Debian's scripts ask this program before they start a service. It refuses new services, and only while this process is
# alive: if it is killed, the next start of a service is not refused.
made_policy=false
refuse_new_services() {
    if [ -e "$policy" ] && ! grep -qF "$mark" "$policy"; then
        return # the person's own decides
    fi
    made_policy=true
    {
        echo "#!/bin/sh"
        echo "# $mark: refuses to start services that were not there before. You may remove it."
        echo "kill -0 $$ 2>/dev/null || exit 0"
        echo 'while [ "${1#--}" != "${1:-}" ]; do shift; done'
        echo 'name=${1%.*}'
        echo 'case "${2:-}" in *start*) ;; *) exit 0 ;; esac'
        echo 'case "${name%%@*}" in'
        services | sed -E "s/[^A-Za-z0-9_.-]/?/g; s/\$/) exit 0 ;;/"
        echo 'esac'
        echo 'exit 101'
    } >"$policy.new"
    chmod 0755 "$policy.new"
    mv "$policy.new" "$policy"
}

# PostgreSQL's server packages read this folder at their first installation.
made_cluster_folder=false
create_no_cluster() {
    if [ ! -d "$cluster_folder" ]; then
        mkdir -p "$cluster_folder"
        made_cluster_folder=true
    fi
    printf '# %s. You may remove it.\ncreate_main_cluster = false\n' "$mark" >"$cluster_file"
    if [ -e "$cluster_settings" ] && command -v pg_conftool >/dev/null &&
        [ "$(pg_conftool "$cluster_settings" show -bs create_main_cluster 2>/dev/null)" != off ]; then
        say "$cluster_settings does not read $cluster_folder, so that the installation would create a database."
        say "Put \"create_main_cluster = false\" into it, or install the package postgresql yourself, and try again."
        exit 1
    fi
}

# Removes the links by which systemd and init would start the services of new packages. The packages treat that as the
# administrator's decision, so an upgrade does not enable the services either.
disable_new_services() {
    local files file unit disabled=()
    files=$(installed | comm -13 "$before" - | { grep -vE '^systemd(:|$)' || true; } | xargs -r dpkg-query --listfiles 2>/dev/null) || true
    while read -r file; do
        unit=${file##*/}
        if [ -n "$(find /etc/systemd/system /etc/systemd/user -type l -lname "*/$unit" -print -delete 2>/dev/null)" ]; then
            disabled+=("$unit")
        fi
    done < <(grep -E '/systemd/(system|user)/[^/]+\.(service|socket|timer|path)$' <<<"$files")
    # Scripts that only prepare the system at its start (Default-Start: S) run nothing afterwards.
    while read -r file; do
        if [ -e "$file" ] && ! grep -qE '^# Default-Start:[[:space:]]*S?[[:space:]]*$' "$file"; then
            update-rc.d "${file##*/}" disable >/dev/null 2>&1 || true
        fi
    done < <(grep -E '^/etc/init\.d/[^/]+$' <<<"$files")
    [ ${#disabled[@]} -gt 0 ] || return 0
    find /etc/systemd/system /etc/systemd/user -mindepth 1 -type d -name '*.wants' -empty -delete 2>/dev/null || true
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload || true
        # The system's own policy-rc.d may have let them start.
        for unit in "${disabled[@]}"; do
            if [[ $unit != *@* ]]; then systemctl --quiet stop "$unit" 2>/dev/null || true; fi
        done
    fi
    say "installed, but neither enabled nor started: ${disabled[*]}"
}

undo() {
    local status=$?
    trap '' INT TERM HUP
    trap - EXIT
    disable_new_services
    rm -f "$cluster_file"
    if $made_cluster_folder && ! dpkg-query --search "$cluster_folder" >/dev/null 2>&1; then
        rmdir --parents --ignore-fail-on-non-empty "$cluster_folder" || true
    fi
    if $made_policy; then rm -f "$policy" "$policy.new"; fi
    rm -f "$before"
    exit "$status"
}
trap undo EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

apt() { DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@"; }

apt update || say "apt-get update failed; trying with the package lists at hand"
LC_ALL=C apt-get install --assume-no --no-install-recommends "$@" 2>/dev/null |
    sed -nE 's/^[0-9]+ upgraded, ([0-9]+) newly installed.*/with what they need: \1 packages/p
        s/^Need to get (.*) of archives.*/to download: \1/p; s/^After this operation, (.*) of additional.*/on the disk: \1/p' |
    while read -r line; do say "$line"; done || true
refuse_new_services
if [[ " $*" == *" postgresql"* ]]; then create_no_cluster; fi
say "installing; no service is started or enabled ..."
apt install --yes --no-install-recommends "$@" >/dev/null
