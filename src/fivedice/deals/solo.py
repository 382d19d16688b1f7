"""Solo matches on the dice of one seat in a match of several players."""

from collections import defaultdict
from contextlib import suppress
from typing import cast

from msgspec.structs import replace

from fivedice.core.rules import IllegalMove
from fivedice.deals.places import Trail
from fivedice.games.cardgame import CardGame
from fivedice.language import mark, tr
from fivedice.match.events import Throw
from fivedice.match.match import EventMatch, begin
from fivedice.match.setup import Player, Promise, Setup
from fivedice.match.state import may_enter, step

Openings = dict[int, list[tuple[int, int]]]
"""The visit and number of each turn, by seat."""
NOT_FIXED = mark("The dice of this match were not fixed beforehand, so nobody can play them again.")


def setup(match: EventMatch, seat: int) -> Setup:
    """The setup of a solo match on a seat's dice. Raises `IllegalMove` if it would meet other dice."""
    _check(match)
    return _setup(match, seat, _openings(match)[seat])


def seats(match: EventMatch) -> list[int]:
    """The seats of a finished match whose dice one player can meet alone."""
    playable = list[int]()
    with suppress(IllegalMove):
        _check(match)
        for seat, turns in sorted(_openings(match).items()):
            with suppress(IllegalMove):
                _setup(match, seat, turns)
                playable.append(seat)
    return playable


def _check(match: EventMatch) -> None:
    """Raises `IllegalMove` if no seat of the match can be played alone."""
    game, position = match.setup.game, match.setup.position
    if match.setup.dice is None:
        raise IllegalMove(tr(NOT_FIXED))
    if not isinstance(game, CardGame) or game.shares_throws or 1 not in game.seats:
        raise IllegalMove(tr("A seat of {game} cannot be played alone.", game=game.title))
    if position is not None:
        raise IllegalMove(tr("A match that began in the middle of a game cannot be played alone."))
    if len(match.setup.players) == 1:
        raise IllegalMove(tr("This match already had only one player."))


def _setup(match: EventMatch, seat: int, turns: list[tuple[int, int]]) -> Setup:
    """The setup, if each turn but the first opens a visit, and no visit comes in between."""
    original = match.setup
    (visit, number), most = turns[0] if turns else (0, 0), original.games * original.game.most_turns
    if turns != [(visit, number), *((visit + later, 1) for later in range(1, most))]:
        apart = mark(
            "These dice cannot be played alone: this seat had two turns in a row, or a roll-off between two."
        )
        raise IllegalMove(tr(apart))
    dice = replace(cast(Promise, original.dice), opens=f"{seat}/{visit}/{number}")
    return replace(original, players=(Player(original.players[seat].name),), first=0, dice=dice)


def _openings(match: EventMatch) -> Openings:
    now, trail = begin(match.setup).state, Trail()
    openings: Openings = defaultdict(list)
    for event in match.events:
        opens = isinstance(event, Throw) and event.seat in may_enter(now)
        trail, now = trail.after(now, event), step(now, event)
        if opens:
            openings[event.seat].append((dict(trail.visits)[event.seat], trail.fives))
    return openings
