"""Commands speak the language of their option, or else of the terminal."""

import pytest

from fivedice import __main__
from fivedice.cli.options.games import ReviewOptions
from fivedice.cli.shared.arguments import Command
from fivedice.language import spoken
from fivedice.runtime.waiting import begun

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
    """The variables count in the usual order; JSON is English unless the option says otherwise."""
    for name, value in (USUAL | environment).items():
        monkeypatch.setenv(name, value)
    with Command("review", ReviewOptions, "review").make_context("review", given.split()):
        assert spoken() == begun(spoken).result() == speaks
    assert spoken() == "en"


def test_a_language_that_nobody_translated_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """With those that there are."""
    assert __main__.run(["play", "--language", "xx"]) == 2
    assert "en, de, fr, es, sv, ja or zh" in capsys.readouterr().err
