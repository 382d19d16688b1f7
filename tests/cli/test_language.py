"""Commands speak the language of their option, or else of the terminal."""

import re
from pathlib import Path

import pytest

from fivedice import __main__
from fivedice.__main__ import COMMANDS, options_of
from fivedice.cli import rules
from fivedice.folders import HOME_VARIABLE
from fivedice.language import one_of, spoken
from fivedice.language.languages import LANGUAGES
from fivedice.runtime.program import program
from fivedice.runtime.waiting import run_in_thread
from tests.commands import fivedice
from tests.language.catalogues import OTHERS, missing

GOLDEN = Path(__file__).parents[1] / "golden"
USUAL = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}


@pytest.mark.parametrize(
    ("given", "environment", "speaks"),
    [
        ("", {}, "en"),
        ("", {"LANG": "de_DE.UTF-8"}, "de"),
        ("", {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr"}, "fr"),
        ("", {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr", "LC_ALL": "C"}, "en"),
        ("--language sv", {"LC_ALL": "de_DE.UTF-8"}, "sv"),
        ("--language=sv", {"LC_ALL": "de_DE.UTF-8"}, "sv"),
    ],
)
def test_a_command_speaks_the_language_of_its_option_or_of_the_terminal(
    given: str, environment: dict[str, str], speaks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (USUAL | environment).items():
        monkeypatch.setenv(name, value)
    said: list[str] = []
    monkeypatch.setattr(rules, "rules", lambda _: said.extend([spoken(), run_in_thread(spoken).result()]))
    assert __main__.run(["rules", *given.split()]) == 0
    assert (said, spoken()) == ([speaks] * 2, "en")


@pytest.mark.parametrize(
    ("typed", "speaks"),
    [
        *(("", "de"), ("--help", "de"), ("nonsense", "de"), ("show", "de"), ("serve --help", "en")),
        *(("show --json", "en"), ("show --json --language ja", "ja"), ("simulate --language ja", "en")),
    ],
)
def test_json_and_the_commands_of_hosts_are_english(
    typed: str, speaks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(__main__, "_run", lambda _: said.append(spoken()))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    __main__.run(typed.split())
    assert said == [speaks]


@pytest.mark.parametrize("language", [one for one in OTHERS if not missing(one, "program")])
def test_no_help_and_no_complaint_of_a_players_command_has_an_english_line(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click.formatting.FORCED_WIDTH", 1_000)

    def said(*words: str) -> set[str]:
        ran = fivedice(*words)
        lines = {line.strip() for line in f"{ran.stdout}{ran.stderr}".splitlines() if line.count(" ") > 4}
        return {line for line in lines if not line.startswith(f"{program()} ")}

    for name in (name for name in COMMANDS if "language" in options_of(name).__annotations__):
        for wrong in (["--help"], ["--nonsense"], ["--languag"], [*"abcdef"], ["--plain=3"]):
            assert not said(name, *wrong, "--language", language) & said(name, *wrong, "--language=en")


def test_a_language_that_nobody_translated_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.run(["play", "--language", "xx"]) == 2
    assert one_of(LANGUAGES) in capsys.readouterr().err


ENGLISH = re.compile(
    r"\b(the|is|are|not|and|with|must|there|cannot|has|have|its|your|you|that|this|which|before|only|needs"
    r"|choose|Stopped|Seat|Example)\b",
    re.IGNORECASE,
)
QUOTED = re.compile(r"„[^“]*“|'[^']*'|\"[^\"]*\"|`[^`]*`|\[[^]]*\]|/\S+")
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
        *("player", "player --disconnect nowhere.example", "", "plya", "foo", "--foo", "train --number 900"),
        *("records", "show", "show none", "show golden.jsonl", "show begun.jsonl", "show broken.jsonl"),
        *("stats", "stats -o figures.txt", "stats -o nowhere/figures.csv", "verify", "verify --page a.html"),
        *("verify golden.jsonl", "verify broken.jsonl none.jsonl", "verify begun.jsonl --unfinished"),
        *("verify begun.jsonl folder.toml", "print", "print pad yatzy --paper a5", "review golden.jsonl"),
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
    golden = (GOLDEN / "junior-2seats.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "golden.jsonl").write_text("".join(golden))
    (tmp_path / "begun.jsonl").write_text("".join(golden[:9]))
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
