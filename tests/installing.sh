# Functions that install missing programs for the tests, other than Python packages; sourced by other scripts.
missing=""
need() { # COMMAND-OR-FILE PACKAGE
    if ! command -v "$1" >/dev/null 2>&1 && ! ls $1 >/dev/null 2>&1; then
        missing="$missing $2"
    fi
}

install_missing() {
    if [ -z "$missing" ]; then
        return 0
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
    if ! apt-cache show chromium-headless-shell >/dev/null 2>&1; then # some systems only have the whole browser
        missing=$(echo "$missing" | sed s/chromium-headless-shell/chromium/)
    fi
    # shellcheck disable=SC2086 - one word for each package
    quietly apt-get install -qq --yes --no-install-recommends $missing
    rm -f "$log"
}
