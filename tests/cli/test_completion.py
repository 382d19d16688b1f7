"""`fivedice completion`: shell completion."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fivedice.__main__ import COMMANDS
from fivedice.cli.completion import SHELLS
from fivedice.cli.shared.arguments import COMPLETION
from tests.commands import printed, refused


def completed(monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """What bash is offered for the last of these words."""
    monkeypatch.setenv(COMPLETION, "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["fivedice", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    return [line.partition(",")[2] for line in printed().split()]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["re"], ["resume", "restore", "review", "records"]),
        (["hint", "tr"], ["traditional", "tr"]),
        (["hint", "Tr"], ["traditional", "Tr"]),
        (["solve", "junior", "--aim", "w"], ["wins"]),
        (["arena", "junior", "champ"], ["champion"]),
        (["show", "match.j"], ["match.j"]),
        (["show", "--fa"], ["--faces"]),
    ],
    ids=" ".join,
)
def test_commands_games_bots_and_files_are_completed(
    words: list[str], offered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert completed(monkeypatch, *words) == offered


def test_every_command_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(monkeypatch, "") == [*COMMANDS]


def test_bash_runs_the_script_that_it_is_given(tmp_path: Path) -> None:
    program = tmp_path / "fivedice"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m fivedice "$@"\n')
    program.chmod(0o755)
    typed = 'eval "$(fivedice completion bash)"; COMP_WORDS=(fivedice si); COMP_CWORD=1; '
    typed += '_fivedice_completion fivedice; echo "${COMPREPLY[@]}"'
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    bash = [str(shutil.which("bash")), "--norc", "-c", typed]
    assert (
        subprocess.run(
            bash, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
        ).stdout
        == "simulate\n"
    )


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_a_script(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    named = printed("completion", shell)
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    assert printed("completion") == named
    assert COMPLETION in named


def test_another_shell_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/ksh")
    assert "no completion for ksh; supported shells: bash, zsh, fish." in refused("completion")
