#!/bin/sh
# Installs what `make browsers` needs besides what the other tests do: Firefox, WebKit with what drives it, and a
# screen that nobody sees. Where there is no apt-get it says what is missing.
set -eu
. "$(dirname "$0")/../installing.sh"
need firefox-esr firefox-esr
need WebKitWebDriver webkit2gtk-driver
need Xvfb xvfb
install_missing
