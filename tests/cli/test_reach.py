"""`--reach`: the best chance of a total, at the start and for each choice."""

import json
from pathlib import Path

import pytest

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.rules import IllegalMove
from fivedice.games.cardgame import CardPosition
from fivedice.games.junior import Junior
from fivedice.games.piecepack import Piecepack
from fivedice.games.traditional import Traditional
from fivedice.notation import write
from fivedice.runtime.library import Library, known_card
from tests.commands import printed, refused
from tests.thirteen import FORCED, NONE

ONLY_CHANCE = Card((3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 0, None))


def test_only_score_cards_have_totals_to_reach() -> None:
    known = Library(Path("nowhere"))
    with pytest.raises(IllegalMove, match="score cards have this"):
        known.reach(Junior(), 10)
    with pytest.raises(IllegalMove, match="at least 0, not -1"):
        known.reach(Traditional(), -1)
    assert known_card(Piecepack()) == NONE


def test_solve_tells_the_chance_at_the_start() -> None:
    found = json.loads(printed("solve", "piecepack", "--reach", "372", "--json"))
    assert (found["aim"], found["exact"], found["solved_now"]) == ("reach 372", True, True)
    assert found["worth"] == pytest.approx(2.5546544936e-12, rel=1e-9)
    assert found["positions"] == 50119  # the needs of a card are solved as an interval
    assert "Chance of reaching 0 or more, best play, Traditional, forced joker: 1\n" in printed(
        "solve", "traditional", "--reach", "0"
    )


def test_a_total_out_of_reach_is_told_in_a_sentence() -> None:
    position = write.position(CardPosition((ONLY_CHANCE,), 0))
    asked = ["hint", "traditional", position, "55666@2", "--reach", "9999"]
    assert printed(*asked) == "9,999 points cannot be reached from here, whatever you choose.\n"
    assert {choice["worth"] for choice in json.loads(printed(*asked, "--json"))["choices"]} == {0.0}


def test_a_hint_ranks_by_the_chance() -> None:
    position = write.position(CardPosition((ONLY_CHANCE,), 0))
    target = str(filling.total(FORCED, ONLY_CHANCE) + 30)
    asked = ["hint", "traditional", position, "55666@2", "--reach", target]
    found = json.loads(printed(*asked, "--json"))
    assert (found["aim"], found["exact"]) == (f"reach {target}", True)
    assert (found["choices"][0]["keep"], found["choices"][0]["worth"]) == ("666", pytest.approx(1 / 36))
    told = printed(*asked)
    assert f"exact worth in chance of reaching {target}" in told
    assert "1 keep 6 6 6: 2.78%, the best" in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "traditional", "--seats", "11"], "players, not 11"),
        (["solve", "traditional", "--seats", "-1"], "players, not -1"),
        (["solve", "junior", "--distribution"], "score cards have this"),
        (["solve", "junior", "--reach", "9"], "score cards have this"),
        (["solve", "traditional", "--reach", "-1"], "at least 0, not -1"),
        (["solve", "traditional", "--reach", "many"], "must be a whole number, not"),
        (["solve", "traditional", "--reach", "300", "--distribution"], "is about play for the mean"),
        (["hint", "junior", "-+-+-+-+-/-+-+-+-+- 0 -", "12334@1", "--reach", "9"], "score cards have this"),
    ],
)
def test_bad_arguments_are_told_in_a_sentence(arguments: list[str], sentence: str) -> None:
    told = refused(*arguments)
    assert sentence in told
    assert told.count("\n") == 1
