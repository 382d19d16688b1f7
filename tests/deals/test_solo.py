"""Solo matches on the dice of one seat: who decides as that seat did meets the same dice to the last."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from fivedice.bots import random as at_random
from fivedice.cards import written
from fivedice.core.rules import Game, IllegalMove
from fivedice.deals import solo, verify
from fivedice.deals.deal import SERVER, Deal
from fivedice.deals.source import Dealer
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.match.events import Keep, Spend, Throw
from fivedice.match.match import EventMatch, begin, played
from fivedice.match.setup import Player, Setup
from fivedice.match.state import step
from fivedice.notation import read, record

FOR_TWO = 'title = "Two"\nseats = [2, 4]\n[[sections]]\ntitle = "All"\nboxes = [{ name = "Luck" }]\n'


def deal_of(seats: int, chance: Random) -> Deal:
    """A deal of a person, bots and a program that sends nothing."""
    given = [chance.randbytes(16).hex(), SERVER, "", SERVER][:seats]
    return Deal(chance.randbytes(32), tuple(given), chance.choice([1, 3]))


def finished(game: Game, deal: Deal, chance: Random, first: str = "0", games: int = 1) -> EventMatch:
    players = tuple(Player(f"P{seat}") for seat in range(len(deal.contributions)))
    setup = Setup(game, players, games, read.first(first), dice=deal.promise)
    return played(setup, Dealer(deal).happen, lambda seen, seat: at_random(seen, seat, chance))


def thrown_in_turns(match: EventMatch, seat: int) -> list[tuple[int, ...]]:
    """The dice that a seat threw, without roll-offs."""
    now, dice = begin(match.setup).state, []
    for event in match.events:
        if isinstance(event, Throw) and event.seat == seat and not now.rolloff:
            dice.append(event.dice)
        now = step(now, event)
    return dice


def replayed(match: EventMatch, seat: int, deal: Deal) -> EventMatch:
    """The solo match that decides as this seat did."""
    own = (event for event in match.events if isinstance(event, Keep | Spend) and event.seat == seat)
    return played(solo.setup(match, seat), Dealer(deal).happen, lambda *_: replace(next(own), seat=0))


def matches(chance: Random) -> Iterator[tuple[EventMatch, Deal]]:
    """With two to four seats and every opening, some of two games."""
    for game in (GAMES["traditional"], GAMES["piecepack"]):
        for seats in (2, 3, 4):
            for first in sorted({"0", str(seats - 1), *game.openings}):
                for games in {1, min(2, game.max_games)}:
                    deal = deal_of(seats, chance)
                    yield finished(game, deal, chance, first, games), deal


def test_whoever_decides_as_the_seat_did_meets_its_dice() -> None:
    chance, numbers = Random(5), set[str]()
    for match, deal in matches(chance):
        seats = solo.seats(match)
        assert match.setup.games > 1 or seats == list(range(len(match.setup.players)))
        for seat in seats:
            again = replayed(match, seat, deal)
            assert thrown_in_turns(again, 0) == thrown_in_turns(match, seat)
            assert again.setup.dice is not None
            numbers.add(again.setup.dice.opens.rpartition("/")[2])
    assert {"1", "2"} <= numbers  # of a first turn, and of one right after a roll-off


def test_its_record_proves_the_dice_and_says_whose_they_are() -> None:
    deal = deal_of(3, Random(4))
    again = replayed(finished(GAMES["yatzy"], deal, Random(4)), 2, deal)
    text = record.text(again, deal.secret.hex())
    check = verify.check(record.replay(text))
    assert check.verdict == "verified"
    assert check.sentence.endswith("They are the dice that seat 2 met in another match.")
    assert record.text(record.replay(text).match, deal.secret.hex()) == text


def test_a_seat_with_two_turns_in_a_row_is_refused() -> None:
    """Of two players, the second begins the second game; so its next turn follows its last one."""
    match = finished(GAMES["traditional"], deal_of(2, Random(1)), Random(1), games=2)
    assert solo.seats(match) == [0]
    with pytest.raises(IllegalMove, match="two turns in a row"):
        solo.setup(match, 1)


@pytest.mark.parametrize(
    ("game", "seats", "sentence"),
    [
        (GAMES["challenge"], 2, "A seat of Challenge cannot be played alone."),
        (GAMES["showdown"], 2, "A seat of Showdown cannot be played alone."),
        (GAMES["junior"], 2, "A seat of Junior cannot be played alone."),
        (OwnCard(written.read(FOR_TWO)), 2, "A seat of Two cannot be played alone."),
        (GAMES["piecepack"], 1, "This match already had only one player."),
    ],
)
def test_other_games_cannot_be_played_alone(game: Game, seats: int, sentence: str) -> None:
    match = finished(game, deal_of(seats, Random(2)), Random(2))
    assert solo.seats(match) == []
    with pytest.raises(IllegalMove) as refused:
        solo.setup(match, 0)
    assert str(refused.value) == sentence


def test_other_beginnings_cannot_be_played_alone() -> None:
    real = Setup(GAMES["piecepack"], (Player("P0"), Player("P1")))
    position = begin(real).state.position
    middle = Setup(real.game, real.players, position=position, dice=deal_of(2, Random(3)).promise)
    for setup, sentence in ((real, "not fixed beforehand"), (middle, "in the middle of a game")):
        assert solo.seats(begin(setup)) == []
        with pytest.raises(IllegalMove, match=sentence):
            solo.setup(begin(setup), 0)


# --- The golden vectors of docs/reference/dice.md -----------------------------------------------------------


VECTORS = json.loads(
    (Path(__file__).parents[2] / "docs/reference/dice-vectors.json").read_text(encoding="utf-8")
)


def changed(text: str, wrong: dict[str, Any]) -> str:
    lines = text.splitlines()
    lines[wrong["line"] - 1] = wrong["to"]
    return "\n".join(lines) + "\n"


def found(text: str) -> int | None:
    """The line at which the reader or the check of the dice stops; None if all is right."""
    try:
        return verify.check(record.replay(text)).line
    except record.BadRecord as error:
        return error.line


def test_every_die_of_the_vectors() -> None:
    for one in VECTORS["dice"]:
        deal = Deal(bytes.fromhex(one["secret"]), tuple(one["contributions"]), one["match"])
        assert deal.draw(one["place"], one["sides"]) == one["number"]


@pytest.mark.parametrize("one", VECTORS["records"], ids=lambda one: one["name"])
def test_records_of_the_vectors_follow_from_their_secrets(one: dict[str, Any]) -> None:
    checked = verify.check(record.replay(one["record"]))
    assert checked.verdict == "verified", checked.sentence


@pytest.mark.parametrize("one", VECTORS["records"], ids=lambda one: one["name"])
def test_any_change_is_found_in_its_line(one: dict[str, Any]) -> None:
    for wrong in one["wrong"]:
        line = found(changed(one["record"], wrong))
        assert line == wrong["found"] if wrong["found"] else line is not None, wrong["what"]
