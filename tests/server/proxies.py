"""nginx and Caddy before a server, configured by the examples of the hosting guide."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.patience import PATIENCE, awaited

GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "hosting.md").read_text(encoding="utf-8")
BACKEND = "127.0.0.1:8000"
"""The server in the examples."""
SERVERS = ("127.0.0.1:8001", "127.0.0.1:8002")
"""The two servers of the example with several."""
NGINX = """daemon off; pid {folder}/pid; error_log stderr; events {{}}
http {{ access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {outside}
    server {{ listen 127.0.0.1:{port}; {site} }}
}}"""
CADDY = "{{\n admin off\n auto_https off\n}}\nhttp://127.0.0.1:{port} {{\n{site}\n}}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        port: int = bound.getsockname()[1]
        return port


def nginx_location(heading: str = "For nginx, inside a `server`") -> str:
    """The `location` of the guide."""
    block = GUIDE.split(heading, 1)[1].split("\n\n", 2)[1]
    return "\n".join(line.removeprefix("    ") for line in block.splitlines())


@contextmanager
def several(ports: Sequence[int], folder: Path) -> Iterator[str]:
    """The address of an nginx that shares the tables out to the servers at these two ports."""
    block = next(part for part in GUIDE.split("\n\n") if "hash $table" in part)
    for example, port in zip(SERVERS, ports, strict=True):
        block = block.replace(f"server {example} ", f"server 127.0.0.1:{port} ")
    location = nginx_location().replace(BACKEND, "fivedice")
    with running("nginx", location, 0, folder, block) as url:
        yield url


def below_root(proxy: str) -> tuple[str, str]:
    """How a proxy keeps the path /dice and how it removes it, by the guide."""
    if proxy == "Caddy":
        keeps = next(part for part in GUIDE.split("\n\n") if "handle /dice/*" in part)
        return keeps, keeps.replace("handle ", "handle_path ")
    row = next(line for line in GUIDE.splitlines() if line.startswith(f"| {proxy} | `"))
    kept, removed = (re.findall(r"`([^`]+)`", cell) for cell in row.split("|")[2:4])
    location = nginx_location().replace("location / {", kept[0])
    passes = f"proxy_pass http://{BACKEND};"
    return location.replace(passes, kept[1]), location.replace(passes, removed[0])


@contextmanager
def running(proxy: str, site: str, backend: int, folder: Path, outside: str = "") -> Iterator[str]:
    """The address of a proxy with this configuration of a site."""
    port, site = free_port(), site.replace(BACKEND, f"127.0.0.1:{backend}")
    folder.mkdir(exist_ok=True)
    config = folder / "config"
    text = NGINX if proxy == "nginx" else CADDY
    config.write_text(text.format(folder=folder, port=port, site=site, outside=outside))
    command = {
        "nginx": ["nginx", "-c", str(config), "-p", str(folder)],
        "Caddy": ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"],
    }[proxy]
    program = shutil.which(command[0], path="/usr/sbin:/usr/bin:/usr/local/bin") or command[0]
    own = {**os.environ, "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    started = subprocess.Popen([program, *command[1:]], env=own, stderr=subprocess.PIPE, text=True)
    try:
        _await(port, started)
        yield f"http://127.0.0.1:{port}"
    finally:
        started.terminate()
        started.communicate(timeout=PATIENCE)


def _await(port: int, started: subprocess.Popen[str]) -> None:
    def listens() -> bool:
        assert started.poll() is None, started.communicate()[1]
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        return False

    awaited(listens)
