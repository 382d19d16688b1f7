"""Wrong command lines and variables get one sentence of our own each; shells complete right ones."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from fivedice.__main__ import COMMANDS, every_command, run
from fivedice.cli.completion import SHELLS
from fivedice.cli.shared.arguments import COMPLETION
from tests.commands import printed, refused

CLICKS_OWN = re.compile("<=|Invalid value|No such|Missing|Got unexpected|requires an|is not (one|a valid|in)")
WRONG = {
    "frobnicate": "There is no command 'frobnicate'; see fivedice --help.",
    "plya": "There is no command 'plya' (did you mean play?); see fivedice --help.",
    "--frob": "There is no option '--frob'; see fivedice --help.",
    "play --sets Ann": "There is no option '--sets' (did you mean --seats?); see fivedice play --help.",
    "play -o joker=free": "There is no option '-o'; see fivedice play --help.",
    "print pad yatzy -o": "-o needs a value.",
    "play --plain=3": "--plain takes no value.",
    "play junior extra": "'extra' is more than fivedice play takes; see fivedice play --help.",
    "rules a b c": "'b c' is more than fivedice rules takes; see fivedice rules --help.",
    "solve": 'GAME is missing; for example "fivedice solve traditional".',
    "backup": 'FILE is missing; for example "fivedice backup tables-today.sqlite3".',
    "simulate junior --matches 1.5": "--matches must be a whole number of at least 1, not '1.5'.",
    "simulate junior --games many": "--games must be a whole number, not 'many'.",
    "serve --port 70000": "--port must be a whole number from 0 to 65535, not '70000'.",
    "serve --patience nan": "--patience must be a number from 0.1 to 3600, not 'nan'.",
    "arena yatzy random greedy --patience 0": "--patience must be a number above 0, at most 3600, not '0.0'.",
    f"serve --guesses {'9' * 400}": f"--guesses must be a whole number from 1 to 1000000, not '{'9' * 38}….",
    "print pad yatzy --paper a5": "--paper must be a4 or letter, not 'a5'.",
    "hint traditional --aim luck": "--aim must be score or wins, not 'luck'.",
}


@pytest.mark.parametrize("typed", WRONG)
def test_a_wrong_command_line_is_told_in_our_words(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(typed.split()) == 2
    assert capsys.readouterr() == ("", f"fivedice: {WRONG[typed]}\n")


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("PORT", "abc", "FIVEDICE_PORT must be a whole number from 0 to 65535, not 'abc'."),
        ("WORKERS", "0", "FIVEDICE_WORKERS must be a whole number from 1 to 64, not '0'."),
        ("GRACE", "long", "FIVEDICE_GRACE must be a number from 0.1 to 86400, not 'long'."),
        ("LOG", "xml", "FIVEDICE_LOG must be text or json, not 'xml'."),
        ("OWN_CARDS", "maybe", "FIVEDICE_OWN_CARDS must be yes or no, not 'maybe'."),
    ],
)
def test_a_wrong_variable_is_named(
    variable: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"FIVEDICE_{variable}", value)
    assert refused("serve", "--check") == f"fivedice: {sentence}\n"


def wrong_for_each() -> list[list[str]]:
    """Every command with an unknown option, with too many words, and each option with a wrong value."""
    lines = [[name, *more] for name in COMMANDS for more in (["--nonsense"], ["-%"])]
    for name, command in every_command().commands.items():
        arguments = [each for each in command.params if isinstance(each, click.Argument)]
        if all(each.nargs == 1 for each in arguments):
            lines.append([name, *["x"] * (len(arguments) + 1)])
        for option in command.params:
            if isinstance(option, click.Option) and not option.is_flag:
                lines.append([name, option.opts[0]] if option.flag_value is None else [name, "--nonsense"])
                if isinstance(option.type, click.Choice) or option.type.name in ("integer", "float"):
                    lines.append([name, option.opts[0], "?"])
    return lines


def test_no_sentence_of_the_library_reaches_anyone(capsys: pytest.CaptureFixture[str]) -> None:
    for typed in wrong_for_each():
        code, (out, told) = run(typed), capsys.readouterr()
        assert (code, out, told.count("\n")) == (2, "", 1), (typed, told)
        assert re.fullmatch(r"fivedice: ([A-Z'-]|--).+\.\n", told), (typed, told)
        assert not CLICKS_OWN.search(told), (typed, told)


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
def test_words_are_completed(words: list[str], offered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(monkeypatch, *words) == offered


def test_every_command_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(monkeypatch, "") == [*COMMANDS]


@pytest.mark.proof
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
            bash, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=True
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
