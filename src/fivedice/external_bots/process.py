"""Starts, asks and ends a program that answers each line with a line, within a time limit.

It runs in its own session: Ctrl+C at the keyboard does not reach it, and processes that it starts end with
it. Writing and reading may block forever, so a thread does both. A caller that waits too long ends the
program, which ends the thread.
"""

import os
import signal
import subprocess
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from weakref import WeakSet, finalize

from fivedice.language import mark, tr
from fivedice.runtime.store import reason
from fivedice.runtime.waiting import when_let_go

LONGEST_ANSWER = 10_000
"""The maximum length of an answer in bytes; the longest legal one has fewer than a hundred."""
LAST_LINES = 5
"""The number of last lines of the error output to keep."""
LONGEST_LINE = 300
MARKS = b" \t\r\n^~"
"""Characters of lines that only mark a place in another line, as in a Python traceback."""
GRACE = 0.5
"""Seconds that a program has to end by itself after its last question."""


class Failed(Exception):  # noqa: N818 - a state of affairs
    """There is no answer; the message is a sentence about the program, in which {name} stands for it."""

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence)
        self._values = values

    def sentence(self, name: str) -> str:
        """The sentence in the reader's language."""
        return tr(str(self), name=name, **self._values)


class Process:
    """One running program."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the program. Raises `Failed`."""
        pipe = subprocess.PIPE
        try:
            popen = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise Failed(mark("{name} cannot be started: {reason}."), reason=reason(error)) from None
        self._asked, self._answered = SimpleQueue[bytes](), SimpleQueue[bytes | Failed]()
        self._errors = deque[str](maxlen=LAST_LINES)
        self._late = Event()
        threads = (
            Thread(target=_converse, args=(popen, self._asked, self._answered), daemon=True),
            Thread(target=_keep_errors, args=(popen, self._errors), daemon=True),
        )
        for thread in threads:
            thread.start()
        self._end = finalize(self, _end, popen, self._asked, self._late, threads)
        _running.add(self)

    def ask(self, line: bytes, patience: float) -> bytes:
        """The program's answer. Raises `Failed` if none comes within `patience` seconds."""
        self._asked.put(line)
        try:
            answer = self._answered.get(timeout=patience)
        except Empty:
            self._late.set()
            late = mark("{name} gave no answer within {seconds, plural, one {a second} other {# seconds}}.")
            raise Failed(late, seconds=patience if patience % 1 else int(patience)) from None
        if isinstance(answer, Failed):
            raise answer
        return answer

    def end(self) -> str:
        """Ends the program and every process it started. Returns its last error output in one line."""
        self._end()
        return " | ".join(self._errors)


_running = WeakSet[Process]()


def end_all() -> None:
    """Ends every program, for a process that exits without Python's own cleanup."""
    for process in list(_running):
        process.end()


when_let_go(end_all)


# --- The threads of a program -----------------------------------------------------------------------------


def _converse(
    popen: "subprocess.Popen[bytes]", questions: SimpleQueue[bytes], answers: SimpleQueue[bytes | Failed]
) -> None:
    """Passes on questions and answers until the program fails or the last question is answered."""
    assert popen.stdin is not None
    assert popen.stdout is not None
    with popen.stdin as stdin, popen.stdout as stdout:
        while line := questions.get():
            try:
                stdin.write(line)
                answers.put(_line(stdout.fileno()))
            except Failed as failed:
                answers.put(failed)
                break
            except (OSError, EOFError):
                answers.put(_ended(popen))
                break


def _line(source: int) -> bytes:
    """The next line. Raises `Failed` if the output is not a single line, `EOFError` at its end."""
    line = b""
    while b"\n" not in line:
        if len(line) > LONGEST_ANSWER:
            raise Failed(mark("{name} answered with a line that does not end."))
        more = os.read(source, LONGEST_ANSWER)
        if not more:
            raise EOFError
        line += more
    if not line.endswith(b"\n") or line.count(b"\n") > 1:
        raise Failed(mark("{name} answered a question with more than one line."))
    return line


def _ended(popen: "subprocess.Popen[bytes]") -> Failed:
    """How the program ended; waits a moment if it has only closed its output."""
    with suppress(subprocess.TimeoutExpired):
        code = popen.wait(GRACE)
        ended, killed = (
            mark("{name} ended with exit code {code}."),
            mark("{name} was ended by signal {code}."),
        )
        return Failed(ended if code >= 0 else killed, code=str(abs(code)))
    return Failed(mark("{name} closed its output."))


def _keep_errors(popen: "subprocess.Popen[bytes]", lines: deque[str]) -> None:
    """Drains the error output and keeps its last lines."""
    assert popen.stderr is not None
    with popen.stderr as stderr:
        for line in iter(lambda: stderr.readline(LONGEST_LINE), b""):
            if line.strip(MARKS):
                lines.append(line.decode(errors="replace").strip())


def _end(
    popen: "subprocess.Popen[bytes]", questions: SimpleQueue[bytes], late: Event, threads: Sequence[Thread]
) -> None:
    """Closes the input, gives a program without an open question time to end, and kills what still runs."""
    questions.put(b"")
    if not late.is_set():
        with suppress(subprocess.TimeoutExpired):
            popen.wait(GRACE)
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(popen.pid, signal.SIGKILL)
        else:
            popen.kill()
    popen.wait()
    for thread in threads:
        thread.join(GRACE)
