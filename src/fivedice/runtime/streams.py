"""Standard input and output: always open, and able to print any letter.

Where an encoding lacks a letter the plainest one that is like it is written instead.
"""

import codecs
import os
import sys
import unicodedata
from io import TextIOWrapper
from typing import TextIO

PLAINLY = "fivedice.plainly"
"""What the handler of letters that cannot be encoded is registered as."""

_LIKE = str.maketrans("–—−‘’“”·•★☼×ß⁄", "---''\"\"-***xs/")
_UNKNOWN = "?"


def prepare() -> None:
    """A stream that is closed becomes one that leads nowhere; all of them take whatever comes."""
    codecs.register_error(PLAINLY, _plainly)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - to the end
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if mode == "r" else PLAINLY)


def is_unicode() -> bool:
    """Whether what is printed can have any sign."""
    return sys.stdout.encoding.lower().startswith("utf")


def drop(*streams: TextIO) -> None:
    """Nothing more is written there: what waits to be would only fail once more as the process ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream.fileno())


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """What is written in place of letters that cannot be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_plain(letter) for letter in letters), error.end


def _plain(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter).translate(_LIKE)
    return parts.encode("ascii", "ignore").decode() or _UNKNOWN
