#!/bin/sh
# Installs what the tests need besides Python packages, where it is missing: Chromium for the pages,
# PostgreSQL for several workers, and a font, since a bare machine has none to draw letters with.
set -eu

missing=""
need() { # COMMAND-OR-FILE PACKAGE
    if ! command -v "$1" >/dev/null 2>&1 && ! ls $1 >/dev/null 2>&1; then
        missing="$missing $2"
    fi
}
if command -v chromium >/dev/null 2>&1; then # would do; where nobody is asked, the lighter one comes beside it
    if [ "$(id -u)" -eq 0 ] && ! command -v chromium-headless-shell >/dev/null 2>&1; then
        { apt-get update -qq && apt-get install -qq --yes --no-install-recommends chromium-headless-shell; } \
            >/dev/null 2>&1 || true
    fi
else
    need chromium-headless-shell chromium-headless-shell
fi
need '/usr/lib/postgresql/*/bin/initdb' postgresql
need '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf' fonts-liberation

if [ -z "$missing" ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "The tests need$missing; please install them (this machine has no apt-get to do it with)." >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "The tests need$missing; please install them as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root="sudo"
fi
echo "Installing for the tests:$missing" >&2
log=$(mktemp)
quietly() {
    if ! $as_root env DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1; then
        cat "$log" >&2
        echo "The tests need$missing, which could not be installed." >&2
        exit 1
    fi
}
quietly apt-get update -qq
if ! apt-cache show chromium-headless-shell >/dev/null 2>&1; then # some only have the whole browser
    missing=$(echo "$missing" | sed s/chromium-headless-shell/chromium/)
fi
# shellcheck disable=SC2086 - one word for each package
quietly apt-get install -qq --yes --no-install-recommends $missing
rm -f "$log"
