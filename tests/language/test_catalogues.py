"""Every catalogue is complete, and a match told in another language is the same match."""

import re
from collections import Counter

import pytest

from fivedice.bots.greedy import greedy
from fivedice.core.faces import DRAWN
from fivedice.core.rules import title
from fivedice.games import GAMES
from fivedice.language import speaking
from fivedice.language.catalogue import LANGUAGES, SIDES, SOURCE
from fivedice.match.events import Spend
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup
from fivedice.match.state import begin, step
from fivedice.narration import moves
from fivedice.runtime import simulation
from tests.language import catalogues

OTHERS = sorted(LANGUAGES.keys() - {SOURCE})
NAMES = "Xaver", "Ylva"
FACTS = re.compile(r"\d+|Xaver|Ylva")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_message_with_the_same_values(language: str, side: str) -> None:
    assert catalogues.faults(language, side) == []


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
