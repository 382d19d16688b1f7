"""A program that answers a line with a line: started, asked within a time, ended.

It runs in a session of its own, so that Ctrl+C at the keyboard is not its business and that whatever it has
started itself ends with it. A thread writes and reads, for either may block for ever; who asks waits for that
thread as long as there is patience, and then ends the program, which ends the thread.
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

from fivedice.runtime.waiting import when_let_go

LONGEST_ANSWER = 10_000
"""Bytes of an answer; the longest that is one has less than a hundred."""
LAST_LINES = 5
"""So many lines of what a program said last on its error output are kept."""
LONGEST_LINE = 300
MARKS = b" \t\r\n^~"
"""What a line that only points at another one is made of, as in what Python says of an exception."""
GRACE = 0.5
"""Seconds that a program has to end by itself once nobody asks any more."""


class Failed(Exception):  # noqa: N818 - a state of affairs
    """Why there is no answer, as the end of a sentence that begins with the program."""


class Process:
    """One running program."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts it. Raises `Failed`."""
        pipe = subprocess.PIPE
        try:
            popen = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise Failed(f"cannot be started: {error.strerror or error}") from None
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
        """The line that it answers. Raises `Failed` where none comes within so many seconds."""
        self._asked.put(line)
        try:
            answer = self._answered.get(timeout=patience)
        except Empty:
            self._late.set()
            within = "a second" if patience == 1 else f"{patience:g} seconds"
            raise Failed(f"gave no answer within {within}") from None
        if isinstance(answer, Failed):
            raise answer
        return answer

    def end(self) -> str:
        """Ends it, with all that it has started. Returns what it said last on its error output, in a line."""
        self._end()
        return " | ".join(self._errors)


_running = WeakSet[Process]()


def end_all() -> None:
    """Ends every program that runs: for a process that ends without Python's own farewell."""
    for process in list(_running):
        process.end()


when_let_go(end_all)


# --- The threads of a program -----------------------------------------------------------------------------


def _converse(
    popen: "subprocess.Popen[bytes]", asked: SimpleQueue[bytes], answered: SimpleQueue[bytes | Failed]
) -> None:
    """Hands over each question and brings its answer, until the program fails or nobody asks any more."""
    assert popen.stdin is not None
    assert popen.stdout is not None
    with popen.stdin as stdin, popen.stdout as stdout:
        while line := asked.get():
            try:
                stdin.write(line)
                answered.put(_line(stdout.fileno()))
            except Failed as failed:
                answered.put(failed)
                break
            except (OSError, EOFError):
                answered.put(_ended(popen))
                break


def _line(source: int) -> bytes:
    """The one line that is said. Raises `Failed` for another thing, and `EOFError` at the end."""
    said = b""
    while b"\n" not in said:
        if len(said) > LONGEST_ANSWER:
            raise Failed("answered with a line without end")
        more = os.read(source, LONGEST_ANSWER)
        if not more:
            raise EOFError
        said += more
    if not said.endswith(b"\n") or said.count(b"\n") > 1:
        raise Failed("said more than one line for a question")
    return said


def _ended(popen: "subprocess.Popen[bytes]") -> Failed:
    """How it ended; one that only closed its output is waited for a moment."""
    with suppress(subprocess.TimeoutExpired):
        code = popen.wait(GRACE)
        return Failed(f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}")
    return Failed("closed its output")


def _keep_errors(popen: "subprocess.Popen[bytes]", lines: deque[str]) -> None:
    """Keeps the last lines of the error output, and keeps it from filling up."""
    assert popen.stderr is not None
    with popen.stderr as stderr:
        for line in iter(lambda: stderr.readline(LONGEST_LINE), b""):
            if line.strip(MARKS):
                lines.append(line.decode(errors="replace").strip())


def _end(
    popen: "subprocess.Popen[bytes]", asked: SimpleQueue[bytes], late: Event, threads: Sequence[Thread]
) -> None:
    """Lets a program that owes no answer end by itself at the end of its input; ends whatever is left."""
    asked.put(b"")
    if not late.is_set():
        with suppress(subprocess.TimeoutExpired):
            popen.wait(GRACE)
    with suppress(OSError):
        _kill(popen)
    popen.wait()
    for thread in threads:
        thread.join(GRACE)


def _kill(popen: "subprocess.Popen[bytes]") -> None:
    """The program, and all in the session that it leads."""
    if hasattr(os, "killpg"):
        os.killpg(popen.pid, signal.SIGKILL)
    else:
        popen.kill()
