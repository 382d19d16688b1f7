"""Addresses to listen on."""

import errno
import socket
from contextlib import ExitStack
from typing import NoReturn

from fivedice.cli.shared import console
from fivedice.runtime import store


def bound(host: str, port: int) -> socket.socket:
    """The listening socket. Ends the command if the address cannot be used."""
    try:
        return _listening(host, port)
    except OSError as error:
        cannot_listen(host, port, error)


def is_busy(host: str, port: int) -> bool:
    """Whether another program listens there. Ends the command if the address cannot be used."""
    try:
        _listening(host, port).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            cannot_listen(host, port, error)
        return True
    return False


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens on this address. Raises `OSError`."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    with ExitStack() as unless_bound:
        bound = unless_bound.enter_context(socket.socket(family))
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen()  # an early client waits for the server
        bound.set_inheritable(True)
        unless_bound.pop_all()
    return bound


def cannot_listen(host: str, port: int, error: OSError) -> NoReturn:
    """Ends the command."""
    way_out = "; --port can name another port" if error.errno == errno.EADDRINUSE else ""
    console.fail(f"Cannot listen on {address_text(host, port)}: {store.reason(error)}{way_out}.")


def address_text(host: str, port: int) -> str:
    """An address as text."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
