#!/bin/sh
# Installs what the tests need besides Python packages, where it is missing: Chromium for the pages,
# PostgreSQL for several workers, nginx and Caddy to stand before the server, and a font, since a bare machine has none to draw letters with.
set -eu
. "$(dirname "$0")/installing.sh"

if command -v chromium >/dev/null 2>&1; then # would do; where nobody is asked, the lighter one comes beside it
    if [ "$(id -u)" -eq 0 ] && ! command -v chromium-headless-shell >/dev/null 2>&1; then
        { apt-get update -qq && apt-get install -qq --yes --no-install-recommends chromium-headless-shell; } \
            >/dev/null 2>&1 || true
    fi
else
    need chromium-headless-shell chromium-headless-shell
fi
need /usr/sbin/nginx nginx-light
need caddy caddy
need '/usr/lib/postgresql/*/bin/initdb' postgresql
need '/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf' fonts-liberation

install_missing
