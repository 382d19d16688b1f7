"""Commands that solve something first: they show progress, and Ctrl+C ends them at once."""

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.exceptions import Exit

from fivedice import private_files
from fivedice.cli.shared import console, rich_output
from fivedice.folders import COMPILED_VARIABLE, HOME_VARIABLE
from fivedice.runtime import waiting
from fivedice.solve.kernel import tables
from fivedice.study.arena import work
from tests.cards.documents import INLINE
from tests.commands import Terminal
from tests.terminal.terminal import terminal

MATCH = """\
{"fivedice": 1, "game": "traditional", "options": {"joker": "forced"}, "games": 1, "first": 0, \
"players": [{"name": "Ann"}, {"name": "Ben"}]}
{"throw": "55515", "seat": 0}
{"keep": "15555", "seat": 0}
{"use": "fives", "seat": 0}
"""
SENDS = """
import os, signal, threading, time

def sends(number):
    def later():
        time.sleep(0.3)
        os.kill(os.getpid(), number)

    threading.Thread(target=later, daemon=True).start()
"""
"""A program sends itself a signal, in the midst of what it does then."""
BUSY = """
import hashlib
from fivedice.study.arena import plan, work

def works(number):
    sends(number)
    hashlib.pbkdf2_hmac("sha256", b"", b"", 300_000_000)
"""
"""Like compiled code, this cannot be interrupted; it takes minutes."""
FIRST_DEAL = """
from fivedice.__main__ import main

plan.play = lambda *_: works(signal.SIGINT)
main(["arena", "junior", "greedy", "greedy", "--jobs", "2"])
"""
FURTHER_DEALS = """
work._timed = lambda *_: works(signal.SIGTERM)
work._leave_interrupts_to_the_parent()
work._waited_for(None, range(1))
"""
PRESSED_AGAIN = """
from fivedice.runtime import waiting

threading.Thread(target=time.sleep, args=[30]).start()
sends(signal.SIGINT)
waiting.leave(130)
"""
"""Python waits for this thread before it ends."""
WHILE_LOADING = """
import os, signal, sys, time
import fivedice_command

at = sys.argv.pop()

class Pressed:
    def find_spec(self, name, *_):
        if name == at:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1000)

sys.meta_path.insert(0, Pressed())
fivedice_command.main()
"""
"""The command, with Ctrl+C pressed when it comes to load the module that is named last."""
LITTLE = 5.0
"""Seconds of processor time; to be done with the work takes more."""
PATIENCE = 60.0
"""Seconds after which what does not come on a busy machine is missed."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of processes that begin with one match and no compiled code."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.delenv(COMPILED_VARIABLE, raising=False)
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "match.jsonl").write_text(MATCH)
    return tmp_path


def small_card(home: Path) -> str:
    """A card of four boxes, of which nothing comes with the package."""
    card = home / "small.toml"
    card.write_text(INLINE, encoding="utf-8")
    return str(card)


def begun(home: Path, *arguments: str, program: str = "") -> "subprocess.Popen[str]":
    """Starts the command as a process with this home, which has no compiled code."""
    what = ["-c", program] if program else ["-m", "fivedice"]
    command = [sys.executable, *what, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=home, text=True, stdin=pipe, stdout=pipe, stderr=pipe)


@pytest.mark.parametrize(
    "arguments",
    [
        ("hint", "traditional", "fives 15 / -", "22345", "--chances"),
        pytest.param(("solve", "traditional", "--reach", "300"), marks=pytest.mark.proof),
    ],
)
def test_ctrl_c_ends_what_is_being_compiled(arguments: tuple[str, ...], home: Path) -> None:
    with terminal("-m", "fivedice", *arguments) as window:
        window.until("compiling")
        before = sum(os.times()[2:4])
        worked = Path(f"/proc/{window.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        window.process.send_signal(signal.SIGINT)
        assert window.ends() == 130
    assert sum(os.times()[2:4]) - before - sum(map(int, worked)) / os.sysconf("SC_CLK_TCK") < LITTLE
    assert b"\rfivedice: Stopped." in window.written
    assert b"Traceback" not in window.written
    left = [path for path in (home / "tables").iterdir() if path.is_file()]
    assert all(path.suffix == ".table" for path in left)


@pytest.mark.parametrize(
    ("program", "code", "told"),
    [
        (BUSY + FIRST_DEAL, 130, "fivedice: Stopped; without --record FILE, the results are lost.\n"),
        pytest.param(BUSY + FURTHER_DEALS, 128 + signal.SIGTERM, "", marks=pytest.mark.proof),
        pytest.param(PRESSED_AGAIN, -signal.SIGINT, "", marks=pytest.mark.proof),
    ],
    ids=["first deal", "further deals", "pressed again"],
)
def test_an_arena_is_left_at_once(program: str, code: int, told: str, home: Path) -> None:
    with begun(home, program=SENDS + program) as process:
        assert process.communicate(timeout=PATIENCE)[1] == told
    assert process.returncode == code


def test_a_process_of_an_arena_never_hears_ctrl_c() -> None:
    asks = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"

    class Pool:
        def submit(self, *_: object) -> str:
            return subprocess.check_output([sys.executable, "-c", asks], text=True).strip()

    submit: Any = work._submit
    assert submit(Pool(), None, range(1)) == "True"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.proof
def test_a_table_at_play_is_left_at_once_while_a_hint_is_worked_out(home: Path) -> None:
    with terminal("-m", "fivedice", "play", small_card(home), "--seats", "Ann", "--plain") as window:
        window.types("hint\n")
        window.until("compiling")
        window.process.send_signal(signal.SIGINT)
        window.ends()
    assert b"fivedice resume" in window.written
    assert b"Traceback" not in window.written


@pytest.mark.proof
@pytest.mark.parametrize(
    "arguments",
    [
        *(("review",), ("hint", "small.toml", "-", "22345"), ("solve", "small.toml")),
        ("arena", "small.toml", "expert", "greedy", "--matches", "2"),
        ("simulate", "small.toml", "--best", "--matches", "1000"),
    ],
    ids=" ".join,
)
def test_a_terminal_sees_why_it_waits_and_a_pipe_gets_results_alone(
    arguments: tuple[str, ...], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with nothing compiled yet, and with a match of a card that nobody has solved."""
    small_card(home)
    with begun(home, "play", "small.toml", "--seats", "greedy,random", "--plain") as process:
        process.communicate(timeout=PATIENCE)
    with begun(home, *arguments) as process:
        assert process.communicate(timeout=PATIENCE)[1] == ""
    shutil.rmtree(home / "tables")
    monkeypatch.chdir(home)
    with terminal("-m", "fivedice", *arguments) as window:
        assert window.ends() == 0
    assert re.search(rb"compiling|\d%", window.written), window.written


@pytest.mark.proof
def test_nothing_is_drawn_over_a_question() -> None:
    with terminal("-m", "fivedice", "hint", "junior") as window:
        window.until("How many seats")
        time.sleep(2 * waiting.SILENT)
        window.process.send_signal(signal.SIGINT)
        assert window.ends() == 130
        assert b"\nfivedice: Stopped" in window.written  # on a line of its own
        assert b"Getting ready" not in window.written


def test_the_line_of_the_work_is_gone_before_anything_else_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    width, lines = 40, _Window()
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys, "stderr", lines)
    monkeypatch.setattr(sys, "stdout", lines)
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n" * 2))

    def works() -> None:
        for says in (
            lambda: console.say("Said."),
            lambda: console.ask("Asked? "),
            lambda: console.fail("Failed."),
        ):
            waiting.working.begin("counting all the grains of sand on the beach")
            lines.drawn.wait(PATIENCE)
            lines.drawn.clear()
            says()

    with pytest.raises(Exit):
        waiting.wait_for(works)
    told = lines.getvalue()
    wiped = "\r" + " " * (width - 1) + "\r"
    for says in ("Said.", "Asked? ", "fivedice: Failed."):
        before = told[: told.index(says)]
        assert before.endswith(wiped)
    assert max(len(line) for line in re.split("[\r\n]", told)) < width


class _Window(Terminal):
    """A terminal that remembers all, and knows when a line of work is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn = threading.Event()

    def write(self, text: str) -> int:
        written = super().write(text)
        if "Getting ready" in text:
            self.drawn.set()
        return written


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_progress_bar_replaces_the_line_at_a_terminal(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe gets neither of them."""
    stream = Terminal() if is_terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(waiting, "SILENT", 0.0)

    def works() -> None:
        with rich_output.Bar() as bar:
            waiting.working.begin("counting all the grains of sand on the beach")
            bar.add_task("Counting", total=2)
            time.sleep(3 * waiting.BETWEEN)

    waiting.wait_for(works)
    assert ("Counting" in stream.getvalue()) == is_terminal
    assert "Getting ready" not in stream.getvalue()
    assert is_terminal or not stream.getvalue()


def test_what_is_half_written_is_removed_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "tables" / "x.table"
    place.parent.mkdir()
    monkeypatch.setattr(tables, "_bytes", lambda table: private_files.drop_unfinished() or table.tobytes())
    assert not tables.write(place, "made", np.zeros(3))
    assert list(place.parent.iterdir()) == []


def test_what_goes_wrong_in_the_work_is_told_where_it_is_waited_for() -> None:
    with pytest.raises(ZeroDivisionError):
        waiting.wait_for(lambda: 1 // 0)


@pytest.mark.parametrize(
    ("module", "told"), [("fivedice.games", ""), ("fivedice.cli.records", "fivedice: Stopped.\n")]
)
def test_ctrl_c_ends_a_command_that_is_being_loaded(module: str, told: str, home: Path) -> None:
    with begun(home, "records", module, program=WHILE_LOADING) as process:
        said = process.communicate(timeout=PATIENCE)[1]
    assert (process.returncode, said) == (130, told)
