"""Commands speak the language of their option, or else of the terminal."""

import re
from pathlib import Path

import pytest

from fivedice import __main__
from fivedice.cli.options.games import ReviewOptions
from fivedice.cli.shared.arguments import Command
from fivedice.folders import HOME_VARIABLE
from fivedice.language import one_of, spoken
from fivedice.language.languages import LANGUAGES
from fivedice.runtime.waiting import run_in_thread
from tests.commands import fivedice

USUAL = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}


@pytest.mark.parametrize(
    ("given", "environment", "speaks"),
    [
        ("", {}, "en"),
        ("", {"LANG": "de_DE.UTF-8"}, "de"),
        ("", {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr"}, "fr"),
        ("", {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr", "LC_ALL": "C"}, "en"),
        ("--language sv", {"LC_ALL": "de_DE.UTF-8"}, "sv"),
        ("--json", {"LANG": "de_DE.UTF-8"}, "en"),
        ("--json --language ja", {}, "ja"),
    ],
)
def test_a_command_speaks_the_language_of_its_option_or_of_the_terminal(
    given: str, environment: dict[str, str], speaks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (USUAL | environment).items():
        monkeypatch.setenv(name, value)
    with Command("review", ReviewOptions, "review").make_context("review", given.split()):
        assert spoken() == run_in_thread(spoken).result() == speaks
    assert spoken() == "en"


def test_a_language_that_nobody_translated_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.run(["play", "--language", "xx"]) == 2
    assert one_of(LANGUAGES) in capsys.readouterr().err


ENGLISH = re.compile(
    r"\b(the|is|are|not|and|with|must|there|cannot|has|have|its|your|you|that|this|which|before|only|needs"
    r"|choose|Stopped|Seat|Example)\b",
    re.IGNORECASE,
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\[[^]]*\]|/\S+")
"""What is typed at a prompt or in a file, which no language changes."""
PLAYED = {
    "play junior --seats Ann,greedy --plain": "?\nxx\nstop\nhint\n1\nuses\nquit\n",
    "play challenge --seats Ann,Ben --plain --detail score": "Ann\n?\n12345\nchance 20\nquit\n",
    "resume": "quit\n",
    "resume broken.jsonl": "no\n",
    "hint showdown": "\n?\npawn 13, foo\npawn 13\npawn 2\n9\n22345@2\n\n",
    "hint junior": "7\n2\ngoofy=4\n\n12345\n",
    "train junior": "?\nxx\ncard\nquit\n",
    "train junior --test --seed a": "stop\n1\nquit\n",
    "daily junior": "stop\nquit\n",
}
PLAYED |= dict.fromkeys(
    (
        *("play", "play --games 2", "play --alone", "play chess"),
        *("play junior --seats A --faces runes", "play junior --seats A --option joker"),
        *("play junior --seats A --manual-dice --seed 1", "play --same none.jsonl", "resume none"),
        *("resume nothing.jsonl", "review", "review broken.jsonl", "review -o nowhere/page.html"),
        *("hint", "hint none", "hint --at 1", "hint --at 400", "hint broken.jsonl"),
        *("hint traditional --at 5", "hint traditional fives=24 22345"),
        *("hint traditional foo=20 22345", "hint traditional 1,2 22345"),
        *("hint traditional fives=20 22345@7", "hint traditional fives=20 22345 --aim wins"),
        *("hint yatzy ones=3 22345@2 --reach 9000", "rules", "rules none.toml", "play folder.toml"),
        *("review faulty.jsonl", "rules junior --plain", "print pad", "print board yatzy"),
        *("print pad yatzy -o pad.pdf", "train yatzy", "daily --practice", "player --colour brown"),
        *("player", "player --disconnect nowhere.example"),
    ),
    "",
)
"""Commands, and what is typed at each."""


def test_no_command_speaks_english_in_germany(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {**USUAL, "LANG": "de_DE.UTF-8", HOME_VARIABLE: str(tmp_path / "home")}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nothing.jsonl").write_text("nothing\n")
    rest = '"games": 1, "first": 0, "players": [{"name": "A"}]}'
    header = '{"fivedice": 1, "game": "junior", "options": {}, ' + rest
    (tmp_path / "broken.jsonl").write_text(f'{header}\n{{"use": "pluto", "seat": 0}}\n')
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "faulty.jsonl").write_text(
        header.replace("junior", "own").replace("{}", '{"written": 1}') + "\n"
    )
    found = {}
    for words, typed in PLAYED.items():
        ran = fivedice(*words.split(), typed=typed)
        assert ran.stdout[-1:] in ("", "\n"), words  # so that an error has a line of its own
        printed = QUOTED.sub("", f"{ran.stdout}\n{ran.stderr}")
        if english := [line for line in printed.splitlines() if ENGLISH.search(line)]:
            found[words] = english
    assert found == {}
