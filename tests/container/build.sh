#!/bin/sh
# Builds the image of the Containerfile with buildah and starts it, read-only and without root. Where no registry of
# images is reached, its base is a Debian made here by mmdebstrap. Run as root: make container
set -eu
cd "$(dirname "$0")/../.."
echo "Building an image and starting it, which takes some minutes."
. tests/installing.sh
need buildah buildah
need mmdebstrap mmdebstrap
install_missing

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
buildah="buildah --storage-driver vfs --root $work/images --runroot $work/run"

mmdebstrap --quiet --variant=minbase --include=python3-venv,ca-certificates bookworm "$work/base.tar"
base=$($buildah from scratch)
$buildah add --quiet "$base" "$work/base.tar" / >/dev/null
$buildah commit --quiet "$base" localhost/python >/dev/null
$buildah rm "$base" >/dev/null

here="" # what this machine needs to reach its packages
for file in /etc/pip.conf /etc/ssl/certs /etc/resolv.conf /etc/hosts; do
    [ ! -e "$file" ] || here="$here --volume $file:$file:ro"
done
$buildah bud --isolation chroot --format docker --network host --build-arg PYTHON=localhost/python $here --tag fivedice .
$buildah images localhost/fivedice
$buildah push --quiet localhost/fivedice "oci-archive:$work/image.tar"
size=$(($(stat --format %s "$work/image.tar") / 1000000))
echo "$size MB to download"
[ "$size" -le 300 ]

started=$($buildah from localhost/fivedice)
$buildah run --isolation chroot "$started" -- fivedice serve --check
$buildah run --isolation chroot "$started" -- sh -c '
    test "$(id -u)" = 10001
    ! touch /opt/fivedice/written 2>/dev/null
    fivedice serve --port 18000 & server=$!
    for _ in $(seq 60); do
        sleep 1
        python3 -c "from urllib.request import urlopen; urlopen(\"http://127.0.0.1:18000/readyz\")" 2>/dev/null && break
    done
    python3 -c "
from urllib.request import urlopen
for path in (\"healthz\", \"readyz\", \"docs/\", \"\"):
    print(path, urlopen(f\"http://127.0.0.1:18000/{path}\").status)"
    kill $server'
echo "The image was built and serves."
