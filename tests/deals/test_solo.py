"""Solo matches on the dice of one seat; the check of dice in the pages says what `deals.verify` says."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from fivedice.bots import random as at_random
from fivedice.cards import written
from fivedice.core.rules import Game, IllegalMove
from fivedice.core.turn import EMPTY
from fivedice.deals import solo, verify
from fivedice.deals.deal import SERVER, Deal
from fivedice.deals.source import Dealer
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.match.events import Final, First, Keep, Spend, Throw
from fivedice.match.match import EventMatch, begin, played
from fivedice.match.questions import is_over, view
from fivedice.match.setup import Player, Setup
from fivedice.match.state import may_enter, step
from fivedice.notation import read, record
from tests.javascript.test_javascript import NODE, QUIET, ROOT
from tests.spread import one_in

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
    assert check.sentence.endswith("They are the dice that player 3 met in another match.")
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


MOST = 80
"""Events of a match; some thousand throws in all."""
STARTS = 8
"""Matches of each game that begin in the middle of another one."""


def dealt(chance: Random, seats: int) -> Deal:
    """A deal of seats with a contribution, without one, and of a bot."""
    given = [chance.choice([chance.randbytes(16).hex(), "", SERVER]) for _ in range(seats)]
    return Deal(chance.randbytes(32), tuple(given), chance.choice([1, 1, 2, 30]))


def some_events(setup: Setup, deal: Deal, chance: Random, most: int = MOST) -> EventMatch:
    """A match between random bots as far as so many events; seats are asked in any order."""
    match, dealer = begin(setup), Dealer(deal)
    while not is_over(match.state) and len(match.events) < most:
        if match.awaited.kind in ("throw", "first"):
            match = match.step(dealer.happen(match.state))
        else:
            seat = chance.choice(match.awaited.seats)
            match = match.step(at_random(view(match.state, seat), seat, chance))
    return match


def checked_matches(chance: Random) -> Iterator[tuple[EventMatch, Deal]]:
    """Of every game with every number of seats and opening, on the dice of a seat of another match, and from
    turns under way.
    """
    for game in GAMES.values():
        for seats in game.seats:
            players = tuple(Player(f"P{seat}") for seat in range(seats))
            for first in sorted({"0", str(seats - 1), *game.openings}):
                deal = dealt(chance, seats)
                games = chance.randint(1, min(2, game.max_games))
                yield (
                    some_events(
                        Setup(game, players, games, read.first(first), dice=deal.promise), deal, chance
                    ),
                    deal,
                )
        if 1 in game.seats:
            deal = dealt(chance, 3)
            promise = replace(deal.promise, opens=chance.choice(["0/1/1", "2/1/3", "1/20/2"]))
            yield some_events(Setup(game, (Player("P0"),), dice=promise), deal, chance), deal
        for _ in range(STARTS):
            players = tuple(Player(f"P{seat}") for seat in range(chance.choice(game.seats)))
            deal = dealt(chance, len(players))
            yield some_events(middle(Setup(game, players, dice=deal.promise), chance), deal, chance), deal


def middle(setup: Setup, chance: Random) -> Setup:
    """The setup of a match that begins somewhere in the middle of this one, and maybe of a turn."""
    deal = dealt(chance, len(setup.players))
    state = some_events(setup, deal, chance, chance.randint(1, MOST)).state
    if state.position is None or state.rolloff is not None or any(state.pending):
        return setup
    now = state.turn
    if now is None or (now.step == 1 and EMPTY in now.hands[0]):
        return Setup(setup.game, setup.players, position=state.position, dice=setup.dice)
    return Setup(setup.game, setup.players, position=state.position, turn=now, dice=setup.dice)


def wrong(match: EventMatch, deal: Deal, chance: Random) -> Iterator[str]:
    """Records of the match that are not right, but whose moves are legal: their ends are cut off."""
    throws = [number for number, event in enumerate(match.events) if isinstance(event, Throw | First)]
    if not throws:
        return
    starts = [number for number in throws if isinstance(tuple(match.events)[number], First)]
    number = chance.choice(starts if starts and chance.random() < 0.5 else throws)
    before = begin(match.setup)
    for event in match.events.first(number):
        before = before.step(event)
    event = tuple(match.events)[number]
    if isinstance(event, Throw):
        slot = chance.randrange(len(event.dice))
        dice = [*event.dice]
        dice[slot] = dice[slot] % 6 + 1
        other: Any = Throw(event.seat, tuple(dice))
    else:
        other = First((event.seat + 1) % len(match.setup.players))
    changed = before.step(other)
    if chance.random() < 0.3 and may_enter(before.state):
        changed = before.step(Final(next(iter(may_enter(before.state))), (1, 2, 3, 4, 5)))
    yield record.text(changed, deal.secret.hex())
    yield record.text(before, chance.randbytes(32).hex())
    yield record.text(changed)
    yield record.text(EventMatch(real(match.setup), changed.events, changed.state))


def real(setup: Setup) -> Setup:
    return Setup(setup.game, setup.players, setup.games, setup.first, setup.position, setup.turn)


def told(texts: list[str]) -> list[dict[str, Any]]:
    command, given = [str(NODE), QUIET, "tests/javascript/check-dice.js"], json.dumps(texts)
    return list(json.loads(subprocess.check_output(command, input=given, text=True, cwd=ROOT, timeout=60)))


@pytest.mark.parametrize("many", one_in(2, [3, 1]))
def test_the_pages_say_what_the_terminal_says(many: int) -> None:
    chance = Random(1)
    texts = []
    for match, deal in [*checked_matches(chance)][::many]:
        texts += [record.text(match, deal.secret.hex()), *wrong(match, deal, chance)]
    here = [verify.check(record.replay(text)) for text in texts]
    there = told(texts)
    for text, one, other in zip(texts, here, there, strict=True):
        assert other == {"verdict": one.verdict, "sentence": one.sentence, "line": one.line}, text
    sentences = " ".join(one.sentence for one in here)
    whole = verify.REAL, verify.UNKNOWN, verify.HIDDEN, verify.NOT_PROMISED
    for said in (*whole, "All", "met in another match", "fixed for", "fixed to", "by hand"):
        assert said in sentences, said


SOLO: dict[str, Any] = {
    **{"fivedice": 3, "game": "piecepack", "options": {}, "games": 1, "first": 0},
    "players": [{"name": "Ann"}],
    "dice": {"commitment": "a1" * 32, "contributions": ["", "server"], "opens": "1/2/1"},
}
"""The first line of a solo match on the dice of another."""


def with_dice(**more: Any) -> dict[str, Any]:
    """The same with other dice."""
    return {**SOLO, "dice": {**SOLO["dice"], **more}}


TWO = {**SOLO, "players": [{"name": "Ann"}, {"name": "Ben"}]}
EMPTY_CARD = "-,-,-,-,-,-,-,-,-,-,-,-,-+0 0"
FORM = "'opens' is SEAT/VISIT/NUMBER, such as '1/2/1', of a seat with a contribution."
ALONE = "Only a solo match that begins at its start has 'opens' in its dice."
NO_TEXT = "'dice' must be an object with a 'commitment' and 'contributions', not "


WRONG: list[tuple[dict[str, Any], str]] = [
    *((with_dice(opens=text), FORM) for text in ("1", "1/2", "1/2/1/1", "a/2/1", "-1/2/1", " 1/2/1")),
    *(
        (with_dice(opens=text), FORM)
        for text in ("1/0/1", "1/2/0", "01/2/1", "1/2/10000", "1/2/1\n", "²/2/1")
    ),
    (with_dice(opens="2/2/1"), FORM),
    (with_dice(contributions=[]), FORM),
    (with_dice(opens=""), "The dice have one contribution for each seat."),
    (TWO, ALONE),
    ({**SOLO, "position": EMPTY_CARD}, ALONE),
    *((with_dice(opens=other), NO_TEXT) for other in (None, 1, ["1/2/1"], False)),
]
"""What no solo match on the dice of another has, and what the reader says of it."""


def test_dice_of_another_match_open_at_a_turn_of_a_seat() -> None:
    texts = [json.dumps(header) + "\n" for header, _ in [(SOLO, ""), *WRONG]]
    assert [one["line"] for one in told(texts)] == [None, *[1] * len(WRONG)]
    assert record.replay(texts[0])
    for text, (_, sentence) in zip(texts[1:], WRONG, strict=True):
        with pytest.raises(record.BadRecord) as refused:
            record.replay(text)
        assert sentence in str(refused.value)
        assert refused.value.line == 1
