"""The check of dice in the pages says of any record what `deals.verify` says, in the same sentences."""

import json
import subprocess
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from fivedice.bots import random as at_random
from fivedice.core.turn import EMPTY
from fivedice.deals import verify
from fivedice.deals.deal import SERVER, Deal
from fivedice.deals.source import Dealer
from fivedice.games import GAMES
from fivedice.match.events import Final, First, Throw
from fivedice.match.match import EventMatch, begin
from fivedice.match.questions import is_over, view
from fivedice.match.setup import Player, Setup
from fivedice.match.state import may_enter
from fivedice.notation import read, record
from tests.javascript.test_javascript import NODE, QUIET, ROOT
from tests.spread import one_in

MOST = 80
"""Events of a match; some thousand throws in all."""
STARTS = 8
"""Matches of each game that begin in the middle of another one."""


def dealt(chance: Random, seats: int) -> Deal:
    """A deal of seats with a contribution, without one, and of a bot."""
    given = [chance.choice([chance.randbytes(16).hex(), "", SERVER]) for _ in range(seats)]
    return Deal(chance.randbytes(32), tuple(given), chance.choice([1, 1, 2, 30]))


def played(setup: Setup, deal: Deal, chance: Random, most: int = MOST) -> EventMatch:
    """A match between random bots as far as so many events; seats are asked in any order."""
    match, dealer = begin(setup), Dealer(deal)
    while not is_over(match.state) and len(match.events) < most:
        if match.awaited.kind in ("throw", "first"):
            match = match.step(dealer.happen(match.state))
        else:
            seat = chance.choice(match.awaited.seats)
            match = match.step(at_random(view(match.state, seat), seat, chance))
    return match


def matches(chance: Random) -> Iterator[tuple[EventMatch, Deal]]:
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
                    played(Setup(game, players, games, read.first(first), dice=deal.promise), deal, chance),
                    deal,
                )
        if 1 in game.seats:
            deal = dealt(chance, 3)
            promise = replace(deal.promise, opens=chance.choice(["0/1/1", "2/1/3", "1/20/2"]))
            yield played(Setup(game, (Player("P0"),), dice=promise), deal, chance), deal
        for _ in range(STARTS):
            players = tuple(Player(f"P{seat}") for seat in range(chance.choice(game.seats)))
            deal = dealt(chance, len(players))
            yield played(middle(Setup(game, players, dice=deal.promise), chance), deal, chance), deal


def middle(setup: Setup, chance: Random) -> Setup:
    """The setup of a match that begins somewhere in the middle of this one, and maybe of a turn."""
    deal = dealt(chance, len(setup.players))
    state = played(setup, deal, chance, chance.randint(1, MOST)).state
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
    number = chance.choice(throws)
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
    for match, deal in [*matches(chance)][::many]:
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
