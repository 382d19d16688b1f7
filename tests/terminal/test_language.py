"""The table in the terminal speaks the reader's language, and understands answers in it."""

from collections.abc import Iterator

import pytest

from fivedice import language
from fivedice.language import speaking, tr
from fivedice.language.languages import LANGUAGES
from fivedice.language.lines import cells
from fivedice.terminal import answers, asking
from fivedice.terminal.screen import prompts
from fivedice.terminal.screen.view import LEAST_DICE
from tests.language import messages
from tests.terminal.seated import Seated, at_table_of

GERMAN = {
    ("", "yes"): "ja",
    ("", "no"): "nein",
    ("what a key does", "Help"): "Hilfe",
    ("a key", "Space"): "Leertaste",
    ("", "{name} · throw {step} of {most}"): "{name} · {step}. von {most} Würfen",
    ("", "Leave the table?"): "Den Tisch verlassen?",
}


@pytest.fixture
def _german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(language, "messages", lambda tag, _side: GERMAN if tag == "de" else {})
    with speaking("de"):
        yield


@pytest.mark.usefixtures("_german")
@pytest.mark.parametrize(
    ("answer", "agrees"), [("ja", True), ("J", True), ("yes", True), ("nein", False), ("n", False)]
)
def test_yes_and_no_are_understood_in_the_language_and_in_english(answer: str, agrees: bool) -> None:
    """And their first letters."""
    assert asking.yes(answer) == answers.is_yes(answer) == agrees
    assert answers.is_no(answer) != agrees


def test_an_answer_may_lack_its_accents() -> None:
    """Spanish says "sí"."""
    with speaking("es"):
        assert [answers.is_yes(one) for one in ("si", "SÍ", "so")] == [True, True, False]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_advice_fits_above_the_dice_of_a_small_terminal(tag: str) -> None:
    fixed = [
        one.english
        for one in messages.program()
        if "terminal/screen/prompts.py" in one.files and "{" not in one.english
    ]
    with speaking(tag):
        lines = [*map(tr, fixed), f"{tr('r: rematch.')} {tr(prompts.FIXED['over'])}"]
        lines += [f"{tr(one)} {tr('Wrong? u takes it back.')}" for one in prompts.WHILE_MISTYPED.values()]
    assert [line for line in lines if cells(line) > LEAST_DICE - 2] == []


@pytest.mark.usefixtures("_german")
@at_table_of()
async def test_the_screen_names_keys_stages_and_questions_in_the_language(seated: Seated) -> None:
    """What the catalogue lacks is English."""
    assert await seated.shows("Ann · 1. von 3 Würfen")
    assert await seated.shows("? Hilfe q Quit Leertaste Throw")
    await seated.press("q")
    assert await seated.shows("Den Tisch verlassen? The match is saved.")
