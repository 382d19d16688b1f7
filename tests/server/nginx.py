"""nginx before several servers, configured as the host's guide says."""

import re
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.server.serving import PATIENCE, answers

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "hosting.md"
BLOCK = re.compile(r"(?:^ {4}.*\n)+", re.MULTILINE)
SERVERS = ("127.0.0.1:8001", "127.0.0.1:8002")
"""The two servers of the guide."""
WHOLE = """
daemon off; master_process off; pid nginx.pid; error_log errors.txt;
events {{ }}
http {{
    access_log off; {folders}
    {upstream}
    server {{ listen 127.0.0.1:{port}; {location} }}
}}
"""
FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@contextmanager
def nginx(folder: Path, ports: Sequence[int]) -> Iterator[str]:
    """The address of an nginx that shares the tables out to the servers at these two ports."""
    port = _free_port()
    folder.mkdir()
    (folder / "nginx.conf").write_text(_configuration(port, ports))
    command = ["nginx", "-p", str(folder), "-c", "nginx.conf", "-e", "errors.txt"]
    process = subprocess.Popen(command, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    try:
        url = f"http://127.0.0.1:{port}"
        until = time.monotonic() + PATIENCE
        while not answers(url):
            assert process.poll() is None, "nginx has ended"
            assert time.monotonic() < until, "nginx does not answer"
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _configuration(port: int, ports: Sequence[int]) -> str:
    """The guide's way to several servers in the guide's proxy, with other ports."""
    blocks = BLOCK.findall(GUIDE.read_text())
    (upstream,) = (block for block in blocks if "hash $table" in block)
    (location,) = (block for block in blocks if "proxy_http_version" in block)
    for written, own in zip(SERVERS, ports, strict=True):
        upstream = upstream.replace(f"server {written};", f"server 127.0.0.1:{own};")
    location = location.replace("http://127.0.0.1:8000", "http://fivedice")
    folders = " ".join(f"{name}_temp_path {name};" for name in FOLDERS)
    return WHOLE.format(folders=folders, upstream=upstream, port=port, location=location)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])
