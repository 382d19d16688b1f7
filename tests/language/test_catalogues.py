"""Catalogues say what English says, and a match told in another language is the same match."""

import re
from collections import Counter
from decimal import Decimal

import pytest
from babel import Locale
from babel.numbers import format_decimal

from fivedice.bots.greedy import greedy
from fivedice.core.faces import DRAWN
from fivedice.core.rules import title
from fivedice.games import GAMES
from fivedice.language import numbers, speaking, tr
from fivedice.language.catalogue import SIDES, read
from fivedice.language.languages import LANGUAGES, Language
from fivedice.match.events import Spend
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup
from fivedice.match.state import begin, step
from fivedice.narration import moves
from fivedice.runtime import simulation
from tests.language import catalogues
from tests.language.catalogues import OTHERS, updated
from tests.language.messages import Message

NAMES = "Xaver", "Ylva"
FACTS = re.compile(r"\d+|Xaver|Ylva")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_messages_in_use_with_the_same_values(language: str, side: str) -> None:
    assert catalogues.faults(language, side) == []


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_message_once_it_has_nine_tenths(language: str, side: str) -> None:
    lacking = catalogues.missing(language, side)
    assert not lacking or len(lacking) > len(catalogues.WANTED[side]()) / 10


def test_a_catalogue_is_read_as_it_was_written() -> None:
    """Contexts, quotes, line breaks and comments survive; an empty translation counts as none."""
    wanted = [
        Message("Keep", "a button", ("table/x.js", "table/y.js"), "Five dice lie there."),
        Message('He said "no".\nNever.'),
        Message("Throw"),
    ]
    text = updated("de", "", wanted)
    text = text.replace('"Keep"\nmsgstr ""', '"Keep"\nmsgstr "Behalten"')
    text = text.replace('Never."\nmsgstr ""', 'Never."\nmsgstr "Er sagte \\"nein\\".\\nNie."')
    assert read(text) == {
        ("a button", "Keep"): "Behalten",
        ("", 'He said "no".\nNever.'): 'Er sagte "nein".\nNie.',
    }
    assert updated("de", text, wanted) == text


def test_a_changed_sentence_keeps_its_translation_until_somebody_has_checked_it() -> None:
    """It is not used meanwhile, because it may say something else now."""
    before = updated("de", "", [Message("The server stores the match on its disk.")])
    before = before.replace('disk."\nmsgstr ""', 'disk."\nmsgstr "Der Server speichert die Partie."')
    changed = [Message("The server keeps the match on its disk.")]
    fuzzy = updated("de", before, changed)
    assert '#, fuzzy\n#| msgid "The server stores the match on its disk."\n' in fuzzy
    assert "Der Server speichert" in fuzzy
    assert read(fuzzy) == {}
    assert updated("de", fuzzy, changed) == fuzzy
    checked = updated("de", fuzzy.replace("#, fuzzy\n", ""), changed)
    assert [*read(checked).values()] == ["Der Server speichert die Partie."]
    assert "stores" not in checked


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_counts_and_writes_numbers_as_cldr_says(language: str) -> None:
    locale = Locale.parse(language)
    assert LANGUAGES[language].plurals == dict(locale.plural_form.rules)
    for value in (*range(0, 201), 1_000_000, 1.0, 1.5, 2.5):
        assert numbers.plural(value, language) == locale.plural_form(Decimal(str(value))), value
    for value in (0.5, 12_345.6, 1_234_567.8):
        assert numbers.number(value, 1, language) == format_decimal(value, "#,##0.0", locale), value


def test_plurals_of_any_language_follow_from_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Polish and Arabic have most categories."""
    for language in ("pl", "ar", "ru", "da"):
        rule = Locale.parse(language).plural_form
        monkeypatch.setitem(LANGUAGES, language, Language(language, plurals=dict(rule.rules)))
        for value in (*range(0, 125), 1_000_000, 1.0, 1.5, 0.1):
            assert numbers.plural(value, language) == rule(Decimal(str(value))), (language, value)


def test_what_a_language_lacks_appears_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, "pl", Language("Polski"))
    with speaking("pl"):
        assert tr("{count, plural, one {# point} other {# points}}", count=2) == "2 points"


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_told_sentence_by_sentence_in_every_language(game: str) -> None:
    setup = Setup(GAMES[game], tuple(Player(name, "greedy") for name in NAMES))
    match = simulation.play(setup, [greedy] * 2, seed=5, number=0)
    english = told(match)
    for language in OTHERS:
        with speaking(language):
            other = told(match)
        assert len(other) == len(english)
        assert not [(one, own) for one, own in zip(english, other, strict=True) if facts(one) - facts(own)]


def told(match: EventMatch) -> list[str]:
    """Everything that is told of a match, without names of boxes, which may hold figures: "3 of a Kind"."""
    state, lines = begin(match.setup), list[str]()
    uses = {event.use for event in match.events if isinstance(event, Spend)}
    boxes = {title(name) for use in uses for name in (use, use.partition("-")[2])} - {""}
    named = re.compile("|".join(map(re.escape, sorted(boxes, key=len, reverse=True))))
    for event in match.events:
        after = step(state, event)
        lines += [named.sub("", line) for line in moves.describe(state, event, after, DRAWN)]
        state = after
    return lines


def facts(sentence: str) -> Counter[str]:
    """The names and figures of a sentence, with how often each stands there."""
    return Counter(FACTS.findall(sentence))
