"""A match as a transcript: what stands in it and how it is parted."""

from itertools import groupby

import pytest

from fivedice.bots.greedy import greedy
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.events import Spend, Throw
from fivedice.match.setup import Player, Setup
from fivedice.narration import sentences
from fivedice.runtime.simulation import play


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_a_turn_is_a_paragraph(game: str) -> None:
    match = play(Setup(GAMES[game], (Player("Ann"), Player("Ben"))), [greedy, greedy], 1, 1)
    told = list(sentences.numbered(match, "digits"))
    paragraphs = [list(lines) for blank, lines in groupby(told, key=lambda line: not line[1]) if not blank]
    events = [
        [match.events[number - 1] for number, _ in lines if number is not None] for lines in paragraphs[1:]
    ]
    throws = [[event for event in paragraph if isinstance(event, Throw)] for paragraph in events]
    assert all(isinstance(paragraph[0], Throw) for paragraph in events)
    assert max(map(len, throws)) > 2
    if game == "showdown":
        assert all(len(paragraph) == 1 for paragraph in throws if len(paragraph[0].dice) == 1)
        return
    uses = sum(isinstance(event, Spend) for event in match.events)
    assert len(throws) == uses / (2 if game == "challenge" else 1)
