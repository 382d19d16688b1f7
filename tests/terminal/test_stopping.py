"""However a match in a terminal ends, the terminal is restored and the match is stored."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fivedice.notation import record
from fivedice.runtime import stopping, store
from tests.spread import one_in
from tests.terminal.terminal import terminal

ALT_SCREEN = "\x1b[?1049h"
ON_SCREEN = ("-m", "fivedice", "play", "junior", "--seats", "Ann,greedy")
IN_LINES = ("-m", "fivedice", "play", "challenge", "--seats", "Ann,Ben", "--plain")
ERRORS_ELSEWHERE = """
import os, sys
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
BROKEN = """
from fivedice.__main__ import main
from fivedice.terminal.screen.table import TableScreen

def fails(table):
    raise ZeroDivisionError("a fault")

TableScreen.action_help = fails
main(["play", "junior", "--seats", "Ann"])
"""
PAUSED_WHILE_WRITING = """
import os, queue, signal
from fivedice.__main__ import main

put = queue.Queue._put

def pauses(writes, text):
    put(writes, text)
    if "Space throws five dice" in str(text):
        queue.Queue._put = put
        os.kill(os.getpid(), signal.SIGTSTP)

queue.Queue._put = pauses
main(["play", "junior", "--seats", "Ann,greedy"])
"""
"""The signal arrives where the thread that writes is just given its text, which is locked against others."""
HEARD_BY_ANOTHER = """
import getpass, signal, sys, threading, time
from fivedice.__main__ import main

asks = getpass.getpass

def sends():
    time.sleep(0.3)
    signal.pthread_kill(threading.get_ident(), int(sys.argv.pop()))

def asked(prompt):
    threading.Thread(target=sends, daemon=True).start()
    return asks(prompt)

getpass.getpass = asked
main(["play", "challenge", "--seats", "Ann,Ben", "--plain"])
"""
"""The signal interrupts another thread than the one that waits, like one just before the wait."""
IN_A_SHELL = """
import os
os.execve("/bin/sh", ["sh", "-i"], {**os.environ, "PS1": "ready> ", "ENV": ""})
"""
ENDING = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT]


def is_kept(home: Path) -> bool:
    (path,) = store.records(home)
    return not record.replay(path.read_bytes()).complete


@pytest.mark.parametrize("sent", one_in(3, ENDING), ids=lambda sent: sent.name)
def test_a_signal_at_the_full_screen_leaves_the_terminal_as_it_was(sent: signal.Signals, home: Path) -> None:
    with terminal(*ON_SCREEN) as window:
        window.until("Space throws five dice")
        assert not window.is_as_before()
        window.process.send_signal(sent)
        assert window.ends() == -sent
        assert window.is_as_before()
        assert "Continue with: fivedice resume" in window.written.decode().rpartition("\x1b[?1049l")[2]
        assert b"Traceback" not in window.written
    assert is_kept(home)


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT], ids=lambda sent: sent.name)
def test_a_signal_while_the_table_opens_is_no_exception(sent: signal.Signals, home: Path) -> None:
    with terminal(*ON_SCREEN) as window:
        window.until(ALT_SCREEN)
        window.process.send_signal(sent)
        assert window.ends() == -sent
        assert window.is_as_before()
    assert is_kept(home)


@pytest.mark.parametrize("sent", ENDING[:2], ids=lambda sent: sent.name)
def test_a_signal_while_typing_unseen_brings_the_echo_back(sent: signal.Signals, home: Path) -> None:
    with terminal(*IN_LINES) as window:
        window.until("typed unseen")
        window.until_modes_differ()
        window.process.send_signal(sent)
        assert window.ends() == -sent
        assert window.is_as_before()
        assert b"Continue with: fivedice resume" in window.written
    assert is_kept(home)


def test_a_signal_that_interrupts_no_wait_is_heard_all_the_same(home: Path) -> None:
    with terminal("-c", HEARD_BY_ANOTHER, str(int(signal.SIGTERM))) as window:
        window.until("typed unseen")
        assert window.ends() == -signal.SIGTERM
        assert window.is_as_before()
    assert is_kept(home)


def test_where_errors_go_elsewhere_the_match_is_played_in_lines(home: Path) -> None:
    """Textual draws on standard error: with `2>FILE` the window would stay empty."""
    with terminal("-c", ERRORS_ELSEWHERE, *ON_SCREEN) as window:
        window.until("Ann, which dice do you keep?")
        window.types("quit\n")
        assert window.ends() == 0
    assert is_kept(home)


@pytest.mark.parametrize("command", [ON_SCREEN, IN_LINES], ids=["screen", "lines"])
def test_a_closed_window_ends_the_process(command: tuple[str, ...], home: Path) -> None:
    with terminal(*command) as window:
        window.until("which dice do you keep?" if command is IN_LINES else "Space throws five dice")
        window.hangs_up()
        assert window.process.wait(60) in (-signal.SIGHUP, 128 + signal.SIGHUP)
    assert is_kept(home)


@pytest.mark.parametrize("command", [ON_SCREEN, IN_LINES], ids=["screen", "lines"])
def test_a_terminal_that_is_gone_before_its_signal_ends_the_process(
    command: tuple[str, ...], home: Path
) -> None:
    """One that does not control the process never sends the signal, as where `make` leads the session."""
    master, slave = os.openpty()
    ours = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored, here and in the process
    words, environment = [sys.executable, *command], {**os.environ, "TERM": "xterm-256color"}
    process = subprocess.Popen(
        words, start_new_session=True, stdin=slave, stdout=slave, stderr=slave, env=environment
    )
    signal.signal(signal.SIGHUP, ours)
    os.close(slave)
    shown = b""
    while (b"which dice do you keep?" if command is IN_LINES else b"Space throws five dice") not in shown:
        shown += os.read(master, 1000)
    os.close(master)
    assert process.wait(60) in (-signal.SIGHUP, 128 + signal.SIGHUP)
    assert is_kept(home)


def test_a_stopped_table_gives_the_terminal_back_and_comes_again(home: Path) -> None:
    with terminal(*ON_SCREEN) as window:
        window.until("Space throws five dice")
        window.process.send_signal(signal.SIGTSTP)
        window.until_stopped()
        window.until_is_as_before()
        shown = window.written.count(ALT_SCREEN.encode())
        window.process.send_signal(signal.SIGCONT)
        window.until(ALT_SCREEN, shown + 1)
        window.process.send_signal(signal.SIGTERM)
        assert window.ends() == -signal.SIGTERM
        assert window.is_as_before()
    assert is_kept(home)


def test_the_key_gives_the_shell_its_turn_and_fg_shows_the_table_again(home: Path) -> None:
    with terminal("-c", IN_A_SHELL) as window:
        window.until("ready> ")
        window.types(" ".join(map(shlex.quote, (sys.executable, *ON_SCREEN))) + "\n")
        window.until("Space throws five dice")
        window.types("\x1a")
        window.until("ready> ", 2)
        window.types("fg\n")
        window.until(ALT_SCREEN, 2)
        window.until("Space throws five dice", 2)
        window.types("qy")
        window.until("Continue with: fivedice resume")
        window.types("exit\n")
        assert window.ends() == 0
    assert is_kept(home)


def test_the_key_does_nothing_where_no_shell_would_wake_the_table(home: Path) -> None:
    """Otherwise nothing could resume the table."""
    with terminal(*ON_SCREEN) as window:
        window.until("Space throws five dice")
        window.types("\x1aqy")
        assert window.ends() == 0
        assert window.is_as_before()
    assert is_kept(home)


def test_a_table_stopped_while_it_writes_comes_again(home: Path) -> None:
    with terminal("-c", PAUSED_WHILE_WRITING) as window:
        window.until_stopped()
        window.until_is_as_before()
        window.process.send_signal(signal.SIGCONT)
        window.until(ALT_SCREEN, 2)
        window.process.send_signal(signal.SIGTERM)
        assert window.ends() == -signal.SIGTERM
    assert is_kept(home)


def test_a_fault_of_the_program_leaves_the_terminal_as_it_was(home: Path) -> None:
    with terminal("-c", BROKEN) as window:
        window.until("Space throws five dice")
        window.types("?")
        assert window.ends() == 1
        assert window.is_as_before()
        after = window.written.decode().rpartition("\x1b[?1049l")[2]
        assert "a fault" in after
        assert "Continue with: fivedice resume" in after
    assert is_kept(home)


def test_a_signal_that_the_program_was_started_to_ignore_is_still_ignored() -> None:
    hangup, end = signal.signal(signal.SIGHUP, signal.SIG_IGN), signal.getsignal(signal.SIGTERM)
    try:
        with stopping.signals_raised():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            with pytest.raises(stopping.Stopped):
                signal.raise_signal(signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) == end
    finally:
        signal.signal(signal.SIGHUP, hangup)
