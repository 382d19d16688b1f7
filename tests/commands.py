"""Commands that run in this process, and what they print."""

import io
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest

from fivedice.__main__ import run

JOINTS = re.compile(r"(?<!\.)\.\.(?!\.)|[:;,。]\.")
"""Two ends of a sentence in a row, where one sentence was put into another."""


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def fivedice(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command, with typed lines as its input."""
    told, complaints = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(told), redirect_stderr(complaints):
        patch.setattr(sys, "stdin", io.StringIO(typed))
        code = run([*arguments])
    return subprocess.CompletedProcess(arguments, code, told.getvalue(), complaints.getvalue())


def printed(*arguments: str, code: int = 0) -> str:
    """The output of a command that ends with this code."""
    return _ended(arguments, code)[0]


def refused(*arguments: str, code: int = 2) -> str:
    """What a command complains of that ends with this code."""
    return _ended(arguments, code)[1]


def complaint(*arguments: str, code: int = 2) -> str:
    """The sentence with which a command ends that prints nothing else."""
    told, complaints = _ended(arguments, code)
    assert (told, complaints[:10], complaints.count("\n")) == ("", "fivedice: ", 1), (told, complaints)
    return complaints[10:-1]


def _ended(arguments: tuple[str, ...], code: int) -> tuple[str, str]:
    told, complaints = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(told), redirect_stderr(complaints):
        assert run([*arguments]) == code
    texts = told.buffer.getvalue().decode(), complaints.buffer.getvalue().decode()
    assert not JOINTS.search(re.sub("'[^']*'", "", texts[1])), texts[1]
    return texts
