#!/usr/bin/env bash
# Runs tidemark-lab as a user does, and checks what it prints and with which status it ends. program.sh PROGRAM
set -uo pipefail
export LC_ALL=C.UTF-8
lab=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
problems=0
# expect STATUS WORDS COMMAND...: the command ends so, and what it says contains the words.
expect() {
    local status=0
    "$lab" "${@:3}" >"$work/said" 2>&1 || status=$?
    if [ "$status" -ne "$1" ] || ! { [ -z "$2" ] || grep -qF -- "$2" "$work/said"; }; then
        echo "tidemark-lab ${*:3}: status $status and not $1, or it does not say '$2':"
        head -n 20 "$work/said"
        problems=$((problems + 1))
    fi
}

expect 0 "first-read" list
expect 0 "tidemark-scenario 1" show read-offline
expect 0 "all numbers are right" run read-offline
expect 1 "something is wrong" run read-offline --way script
expect 1 "the true number is 2" run read-offline --way all --report "$work/report.json"
grep -q '"shown": 0' "$work/report.json" || { echo "the report lacks a number"; problems=$((problems + 1)); }
expect 0 "all numbers are right" run first-read --devices 8
expect 0 "phone shows crew: 0" trace read-offline
expect 0 "" chart read-offline --from 4 --to 12 --out "$work/chart.svg"
grep -q '^<svg ' "$work/chart.svg" || { echo "there is no chart"; problems=$((problems + 1)); }
# A defect that nobody told about is found, made small, saved, and found again by the saved file.
expect 0 "at " shrink --defect own-counted --out "$work/small.scenario"
expect 1 "something is wrong" run "$work/small.scenario" --defect own-counted
expect 0 "all numbers are right" run "$work/small.scenario"
expect 0 "something is wrong" shrink --way two-steps --out "$work/counters.scenario"
expect 1 "something is wrong" run "$work/counters.scenario" --way two-steps
expect 1 "nothing is wrong" shrink --seeds 2
printf 'tidemark-scenario 1\ntitle A\nperson ada phone\nat 1 tower open crew\n' >"$work/bad.scenario"
expect 2 "bad.scenario, line 4: 'tower' is not a device" run "$work/bad.scenario"
expect 2 "there is no scenario" run nothing-of-this-name
expect 2 "unknown way" run read-offline --way none
expect 2 "unknown option" run read-offline --colour red
expect 2 "--devices must be" run read-offline --devices 1000
expect 2 "tidemark-lab list" wrong
# The window refuses wrong use before it needs a display.
export QT_QPA_PLATFORM=none-of-this-name
expect 2 "there is no scenario" open nothing-of-this-name
expect 2 "bad.scenario, line 4" open "$work/bad.scenario"
expect 2 "--theme must be" open --theme red
expect 2 "--language must be" open --language xx
expect 2 "name one scenario" open first-read read-offline
expect 2 "unknown option" open --colour red
expect 2 "--theme needs a value" open --theme
expect 0 "tidemark-lab" --version
[ "$problems" -eq 0 ]
