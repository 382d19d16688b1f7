"""Standard input and output: always open, and any character can be printed, if need be as a similar one."""

import codecs
import os
import sys
import unicodedata
from io import TextIOWrapper
from typing import TextIO

PLAINLY = "fivedice.plainly"
"""The name under which the handler of encoding errors is registered."""

_LIKE = str.maketrans("–—−‘’“”·•★☼×ß⁄", "---''\"\"-***xs/")
_UNKNOWN = "?"


def prepare() -> None:
    """Replaces closed streams by the null device, and makes all of them accept any character."""
    codecs.register_error(PLAINLY, _plainly)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - stays open
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if mode == "r" else PLAINLY)


def is_unicode() -> bool:
    """Whether standard output can print any character."""
    return sys.stdout.encoding.lower().startswith("utf")


def drop(*streams: TextIO) -> None:
    """Redirects streams to the null device: buffered output would fail again as the process ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream.fileno())


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """The replacement of characters that cannot be encoded, and the place after them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_plain(letter) for letter in letters), error.end


def _plain(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter).translate(_LIKE)
    return parts.encode("ascii", "ignore").decode() or _UNKNOWN
