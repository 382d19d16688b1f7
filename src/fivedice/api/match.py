"""The match of the public API: `fivedice.match` with files, random dice, solvers and playing bots.

Heavy parts are loaded when first needed, so that the import stays fast.
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Self

import msgspec

from fivedice.analysis.solver_api import Aim
from fivedice.api import coerce, text
from fivedice.api.coerce import Playable, Source
from fivedice.core import texts
from fivedice.core.rules import Use, quoted
from fivedice.core.texts import AnyDice, AnyFirst
from fivedice.core.turn import Turn
from fivedice.games import Position
from fivedice.match import match, questions
from fivedice.match.events import Decision, Throw
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State
from fivedice.names import check_new_names
from fivedice.narration import moves, results
from fivedice.notation import record
from fivedice.runtime import chance

if TYPE_CHECKING:
    from numpy.random import Generator

    from fivedice.api.analysis import Hints, Review


class Match(match.EventMatch, frozen=True):
    """A match. Every step returns a new match; a step against the rules raises `IllegalMove`.

    >>> match = start("traditional", "Ann", "Ben").throw("23452").keep("22")
    >>> match
    <Match of traditional: Ann 0, Ben 0; waits for Ann to throw 3 dice>
    """

    secret: str = ""
    """The secret of the dice of a finished match, in hexadecimal, if its record reveals it."""

    @classmethod
    def of(cls, played: match.EventMatch) -> Self:
        """Converts a match of `fivedice.match`.

        >>> from fivedice.match.match import begin
        >>> Match.of(begin(start("junior", "Ann").setup)).awaited.kind
        'throw'
        """
        return cls(*msgspec.structs.astuple(played))

    @classmethod
    def at(
        cls,
        game: Playable,
        position: Position | str | None = "",
        dice: AnyDice | Turn = "",
        throw: int = 1,
        *,
        names: str | Sequence[str] = (),
        **options: object,
    ) -> Self:
        """A match that begins at a position, optionally with dice on the table; its record includes both.

        `position` is text in words or in exact form (docs/reference/record.md), or the game's own type; ""
        is the start for the fewest seats. `throw` is the number of the throw that gave `dice`. Raises
        `BadText` and `IllegalMove`.

        >>> Match.at("junior", "minnie=4", "12334", 2).decisions()[-1]
        Keep(seat=0, dice=(4,))
        """
        rules = coerce.game(game, **options)
        under_way = not isinstance(dice, str) or bool(dice)
        reached = coerce.position(rules, position, dice=under_way)
        players = tuple(map(Player, coerce.names(names, len(rules.scores(reached)))))
        now = coerce.turn(rules.awaits(reached), dice, throw, rules.faces)
        return cls.of(match.begin(Setup(rules, players, position=reached, turn=now)))

    def roll(self, rng: "Random | Generator | None" = None) -> Self:
        """The match after the throw, or the draw of the first seat, that it waits for.

        `rng` is a `random.Random` or a numpy generator; default: the operating system's. Raises `IllegalMove`
        if the match waits for something else, and `TypeError` for other types, such as a number.

        >>> from random import Random
        >>> start("junior", "Ann").roll(Random(7)).awaited
        Awaited(kind='keep', seats=(0,), dice=0)
        """
        if self.awaited.kind not in ("throw", "first"):
            return self.step(Throw(self._seat(), ()))
        return self.step(chance.happen(self.awaited, chance.generator_from(rng)))

    def record(self) -> str:
        """The record as text, which `read` parses; without a result while the match is unfinished.

        >>> print(start("junior", "Ann").throw("12334").record(), end="")
        {"fivedice": 1, "game": "junior", "options": {}, "games": 1, "first": 0, "players": [{"name": "Ann"}]}
        {"throw": "12334", "seat": 0}
        """
        return record.text(self, self.secret)

    def hints(
        self, seat: int | None = None, *, aim: Aim = "score", reach: int | None = None, chances: bool = False
    ) -> "Hints":
        """Every choice of a seat, best first, with its worth, its cost and the reason.

        `aim` is "score" or "wins"; `reach` is a total to reach instead. With `chances`, each choice also
        shows the chances of the bonus and of winning, even if they must be computed. Solved games are stored
        in the user's folder. The match does not note that a hint was taken. Raises `IllegalMove` for an
        unknown seat, if there is nothing to choose, or if the game has no solver.

        >>> hint = Match.at("junior", "", "22213").hints()[0]
        >>> hint.decision, hint.cost
        (Keep(seat=0, dice=(1, 2, 2, 2)), 0.0)
        """
        from fivedice.api import analysis  # noqa: PLC0415 - loaded only where needed

        return analysis.hints(self, self._valid_seat(seat), aim, reach, chances=chances)

    def review(self, aim: Aim = "score") -> "Review":
        """A review: the cost of every choice and the luck of every throw. Print it to read it.

        `aim` is "score" or "wins". Raises `IllegalMove` if the game has no solver.

        >>> looked_back = start("junior", "Ann").throw("22213").keep("222").review()
        >>> looked_back.accounts[0].cost > 0
        True
        """
        from fivedice.api import analysis  # noqa: PLC0415 - loaded only where needed

        return analysis.review(self, aim)

    def __str__(self) -> str:
        """The score sheet and the dice as plain text."""
        return text.match(self)

    def __repr__(self) -> str:
        """The game, the scores and the next event, in one line."""
        now = "over" if self.over else f"waits for {moves.waiting(self.state)}"
        return f"<Match of {self.setup.game.name}: {results.standing(self.state)}; {now}>"

    def _repr_html_(self) -> str:
        """The score sheet and the dice as HTML for notebooks."""
        return text.html(self)


def begin(setup: Setup) -> Match:
    """A match before its first event. Raises `IllegalMove` if the setup cannot be played.

    >>> begin(start("junior", "Ann").setup)
    <Match of junior: Ann 0; waits for Ann to throw 5 dice>
    """
    if not isinstance(setup, Setup):
        raise TypeError(f"`begin` needs a setup, such as match.setup, not {quoted(setup)}.")
    return Match.of(match.begin(setup))


def start(game: Playable, *names: str, first: AnyFirst = 0, games: int = 1, **options: object) -> Match:
    """A match between players of these names, of a game by name or value, or of a score card.

    `first` is a seat from 0, "roll" for a roll-off, or "random". Raises `IllegalMove`.

    >>> start("traditional", "Ann", "Ben", joker="free").setup.game
    Traditional(joker='free')
    """
    check_new_names(names)
    players = tuple(map(Player, names))
    return begin(Setup(coerce.game(game, **options), players, texts.whole(games), texts.first(first)))


def read(source: Source) -> Match:
    """The match of a record, from its text or file.

    Raises `BadRecord` with a sentence if the record is invalid or breaks the rules, and `OSError` for a file
    that cannot be read.

    >>> match = start("junior", "Ann").throw("12334")
    >>> read(match.record()) == match
    True
    """
    replayed = record.replay(coerce.data(source))
    return msgspec.structs.replace(Match.of(replayed.match), secret=replayed.secret)


def decisions(state: State, seat: int) -> tuple[Decision, ...]:
    """Every decision that a seat may make now; empty if the match does not wait for it.

    Raises `IllegalMove` for an unknown seat.

    >>> decisions(start("junior", "Ann").throw("12334").state, 0)[-1]
    Keep(seat=0, dice=(4,))
    """
    return questions.decisions(state, _seat(state, seat))


def uses(state: State, seat: int) -> tuple[Use, ...]:
    """The uses of a seat's dice if they were final; empty without five dice.

    Raises `IllegalMove` for an unknown seat.

    >>> [use.pays for use in uses(start("junior", "Ann").throw("12334").state, 0)]
    [2, 3, 2, 1, 1]
    """
    return questions.uses(state, _seat(state, seat))


def _seat(state: State, seat: int) -> int:
    """The seat as a valid `int`."""
    if not isinstance(state, State):
        raise TypeError(f"This needs a state, such as match.state, not {quoted(state)}.")
    return questions.seat_of(state, texts.whole(seat))
