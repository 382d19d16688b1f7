#!/bin/sh
# Installs the versions of requirements/NAME.txt and this checkout for `make NAME`: with uv, which takes a quarter
# of the time, or with pip where uv cannot be had. The Makefile calls it: requirements/install.sh NAME EXTRA
set -eu
name=$1 extra=$2 folder=.venv
[ "$name" != app ] || folder=.venv/app # without the tools of the tests
python=${PYTHON:-python3} here=$folder/bin/python
PATH=$PATH:$PWD/.venv/bin:$PWD/$folder/bin # finds a uv that was installed here before
export PIP_ONLY_BINARY=numba,llvmlite,uv UV_NO_BUILD_PACKAGE="numba llvmlite" # slow or impossible to build

find_pip() { # that of Python if it installs into other environments, or a new one, which takes some seconds
    pip="$python -m pip --python $here"
    if "$python" -c 'import pip, sys; sys.exit(int(pip.__version__[:2]) < 23)' 2>/dev/null; then return; fi
    pip="$here -m pip"
    "$here" -c 'import pip' 2>/dev/null || "$here" -m ensurepip >/dev/null 2>&1 ||
        echo "$python has no pip. On Debian and Ubuntu: sudo apt install python3-venv"
}
with_pip() { $pip install --disable-pip-version-check --no-compile "$@"; }
with_uv() { uv pip install --python "$here" "$@"; }
has_uv() {
    if uv --version >/dev/null 2>&1; then return; fi
    echo "Fetching uv, which installs them faster than pip."
    find_pip
    with_pip --quiet --require-hashes -r requirements/uv.txt
}
install_with() {
    if [ "${VERSIONS:-tested}" = any ]; then "$1" pip --editable ".[$extra]"; return; fi
    "$1" --require-hashes -r "requirements/$name.txt" && "$1" --no-deps --no-build-isolation --editable .
}

echo "Installing the packages for make $name into $folder; later starts skip this."
[ -x "$here" ] || .venv/bin/python -m venv --without-pip "$folder"
if has_uv && install_with with_uv; then exit; fi
echo "That did not work with uv; trying pip, which may take a minute."
find_pip
if install_with with_pip; then exit; fi
echo "The packages cannot be installed, as the lines above say. Is the network up?
If only the tested versions do not fit this computer, take others: make $name VERSIONS=any" >&2
exit 1
