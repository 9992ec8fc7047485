#!/bin/bash
# Run as root in a system that is thrown away afterwards, by tools/try-in: clones the sources from /tmp/tidemark.bundle and runs
# the command in /tmp/command there, as an ordinary user. The user's folder result keeps the log, the exit status and the results.
set -euo pipefail
export LC_ALL=C.UTF-8
home=/home/tester

useradd --create-home --shell /bin/bash tester
echo 'tester ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/tester
chmod 0440 /etc/sudoers.d/tester
grep -q "[[:space:]]$(hostname)\$" /etc/hosts 2>/dev/null || echo "127.0.0.1 localhost $(hostname)" >>/etc/hosts

as_user() { runuser -u tester -- env -i HOME=$home USER=tester LC_ALL=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin:/usr/games "$@"; }
as_user mkdir $home/result
mapfile -d '' -t command </tmp/command
status=0
{
    as_user git clone --quiet /tmp/tidemark.bundle $home/tidemark &&
        as_user sh -c 'cd "$HOME/tidemark" && exec "$@"' sh "${command[@]}"
} > >(tee $home/result/log.txt) 2>&1 || status=$?
# The logs of a build and of the tests are worth keeping; what they have built is not.
if [ -d $home/tidemark/build ]; then
    find $home/tidemark/build -maxdepth 1 -name '*.log' -exec cp {} $home/result/ \;
    if [ -d $home/tidemark/build/logs ]; then cp -r $home/tidemark/build/logs $home/result/; fi
fi
echo "$status" >$home/result/status
