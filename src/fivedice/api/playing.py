"""Whole matches between bots."""

from collections.abc import Callable
from random import Random

import msgspec
from numpy.random import Generator

from fivedice.api import coerce, solvers
from fivedice.api.coerce import Playable
from fivedice.api.match import Match
from fivedice.bots import make
from fivedice.core import extras, texts
from fivedice.core.rules import WrongCall, quoted
from fivedice.core.texts import AnyFirst
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State
from fivedice.runtime import chance, simulation
from fivedice.runtime.library import check_bots, check_ready

Bot = Callable[[State, int, Random], Decision]
"""Takes the state as its seat sees it, the seat and a random generator; returns a decision."""


def play(
    game: Playable,
    *players: str | Bot,
    seed: int | Random | Generator | None = None,
    first: AnyFirst = 0,
    games: int = 1,
    **options: object,
) -> Match:
    """A match between bots, played to its end.

    A bot is a name such as "greedy", "casual:7" or "champion", or any callable that takes the state as its
    seat sees it, the seat and a random generator, and returns one of the `decisions`. An integer `seed` gives
    the same match each time, the first one of `fivedice simulate --seed`. The record reveals the secret of
    the dice, so they can be verified. Raises `IllegalMove` for an unknown bot or illegal decision, and
    `TypeError` for a seed that is neither an integer nor a generator.

    >>> def last(state, seat, chance):
    ...     return decisions(state, seat)[-1]
    >>> match = play("traditional", "greedy", last, seed=7)
    >>> match.awaited.kind, [player.name for player in match.setup.players]
    ('over', ['greedy', 'last'])
    """
    setup = Setup(coerce.game(game, **options), _seated(players), texts.whole(games), texts.first(first))
    bots, source = _bots(setup, players), texts.whole(seed)
    if type(source) is int:
        dice, thinking = simulation.deal_of(setup, source, 1), simulation.thinking(source, 1)
    else:
        thinking = chance.generator_from(source)
        dice = simulation.deal_by(setup, thinking)
    promised = msgspec.structs.replace(setup, dice=dice.promise)
    played = Match.of(simulation.play_on(promised, bots, dice, thinking))
    return msgspec.structs.replace(played, secret=dice.secret.hex())


def _seated(players: tuple[str | Bot, ...]) -> tuple[Player, ...]:
    """The players by seat; repeated names get a number."""
    seated: list[Player] = []
    names: list[str] = []
    for bot in players:
        name = bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
        names.append(name)
        same = names.count(name)
        seated.append(Player(f"{name} {same}" if same > 1 else name, bot if isinstance(bot, str) else ""))
    return tuple(seated)


def _bots(setup: Setup, players: tuple[str | Bot, ...]) -> list[Bot]:
    playing = [make(bot, solvers.library()) if isinstance(bot, str) else _checked(bot) for bot in players]
    check_bots(setup)
    if not extras.has("solve"):
        check_ready(setup, solvers.library())
    return playing


def _checked(bot: Bot) -> Bot:
    """The bot with a random generator of its own, which reveals nothing about the dice.

    Raises `IllegalMove` unless it returns a decision of its seat.
    """
    if not callable(bot):
        raise WrongCall(f"A bot is a name or a callable, not {quoted(bot)}.")

    def decide(state: State, seat: int, luck: Random) -> Decision:
        decision = bot(state, seat, chance.for_bot(luck))
        if not isinstance(decision, Keep | Spend | Choose) or decision.seat != seat:
            raise WrongCall(f"A bot must return a decision of its seat {seat}, not {quoted(decision)}.")
        return decision

    return decide
