"""Who you are in a terminal: a private file with your name, your colour, and your secret for each server.

`Identity.ask` sends a request to a server as its player.
"""

import http.client
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct, field

from fivedice import private_files
from fivedice.runtime import store
from fivedice.runtime.store import StoreError

FILE = "player.json"
COOKIE = "fivedice_player"
"""The cookie with a player's secret."""
COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink")
"""The colours that a player may choose."""
PATIENCE = 30.0
"""Seconds that a server may take to answer."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A secret is for one server only."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Follows no redirect."""


_opener = urllib.request.build_opener(_NoRedirects)


class Identity(Struct):
    """You, as this computer knows you."""

    name: str = ""
    colour: str = ""
    servers: dict[str, str] = field(default_factory=dict)
    """Your secret for each server, by its address."""

    def save(self) -> None:
        """Writes the file, which only this user can read. Raises `StoreError`."""
        path = store.folder().with_name(FILE)
        store.make_folder(path.parent)
        store.write_bytes(path, msgspec.json.encode(self), private=True)
        private_files.tighten(path)

    def ask(self, server: str, path: str, body: Any = None, method: str = "") -> Any:
        """The answer of a server's REST API, such as `ask("https://dice.example", "player/profile")`.

        Stores a new secret. Raises `StoreError` with the server's sentence if it refuses.
        """
        data = None if body is None else msgspec.json.encode(body)
        asked = urllib.request.Request(f"{server}/api/{path}", data, method=method or None)
        asked.add_header("Content-Type", "application/json")
        if server in self.servers:
            asked.add_header("Cookie", f"{COOKIE}={self.servers[server]}")
        try:
            with _opener.open(asked, timeout=PATIENCE) as answer:
                self._keep(server, answer.headers.get_all("Set-Cookie", []))
                return msgspec.json.decode(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                raise StoreError(_sentence(error)) from None
        except (OSError, http.client.HTTPException, msgspec.DecodeError):
            raise StoreError(f"The server {server} cannot be reached.") from None

    def _keep(self, server: str, cookies: list[str]) -> None:
        for text in cookies:
            morsel = SimpleCookie(text).get(COOKIE)
            if morsel and morsel.value != self.servers.get(server, ""):
                self.servers.pop(server, None)
                if morsel.value:
                    self.servers[server] = morsel.value
                self.save()


def load() -> Identity:
    """Your identity; an empty one if there is no file. Raises `StoreError`."""
    path = store.folder().with_name(FILE)
    if not path.exists():
        return Identity()
    private_files.tighten(path)
    try:
        return msgspec.json.decode(store.read(path), type=Identity)
    except msgspec.DecodeError:
        raise StoreError(f"{store.shown(path)} is damaged; remove it to begin anew.") from None


def address(text: str) -> str:
    """The address of a server, from any link to its pages. Raises `StoreError`."""
    parts = urlsplit(text if "://" in text else f"http://{text}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise StoreError(f"{text!r} is not the address of a server.")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/').removesuffix('/me')}"


def _sentence(error: urllib.error.HTTPError) -> str:
    try:
        return str(msgspec.json.decode(error.read())["sentence"])
    except (msgspec.DecodeError, KeyError, TypeError, OSError):
        return f"The server answered with status {error.code}."
