#!/bin/sh
# Installs missing programs for the tests, other than Python packages: Chromium for the pages, PostgreSQL for
# several workers, nginx and Caddy as reverse proxies, and a font, which a bare machine lacks.
set -eu
. "$(dirname "$0")/installing.sh"

if command -v chromium >/dev/null 2>&1; then # enough; root also gets the lighter one
    if [ "$(id -u)" -eq 0 ] && ! command -v chromium-headless-shell >/dev/null 2>&1; then
        echo "Looking for a lighter Chromium for the tests."
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
