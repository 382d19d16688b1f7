"""The match that `import fivedice` hands out: that of `play`, and what takes files, chance or solvers.

What those need is loaded when it is first needed, so that the import stays light.
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Self

import msgspec

from fivedice.api import coerce
from fivedice.api.coerce import Playable, Source
from fivedice.core import texts
from fivedice.core.rules import quoted
from fivedice.core.texts import AnyDice
from fivedice.core.turn import Turn
from fivedice.games import Position
from fivedice.match import match
from fivedice.match.events import Throw
from fivedice.match.setup import Player, Setup
from fivedice.names import check_new_names
from fivedice.notation import record
from fivedice.runtime import chance

if TYPE_CHECKING:
    from numpy.random import Generator

    from fivedice.api.hints import Hints
    from fivedice.api.review import Review


class Match(match.Match, frozen=True):
    """One play of a game. Every step gives a new match; one that the rules do not allow raises `IllegalMove`.

    >>> match = start("traditional", "Ann", "Ben").throw("23452").keep("22")
    >>> match
    <Match of traditional: Ann 0, Ben 0; waits for Ann to throw 3 dice>
    """

    @classmethod
    def of(cls, played: match.Match) -> Self:
        """The same match, with all that this door offers.

        >>> from fivedice.match import match
        >>> Match.of(match.start("junior", "Ann")).awaited.kind
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
        """A match that begins at a position, with dice on the table if there are; its record says so too.

        The position is a text, in words or exact (record.md), or a value of the game's own; "" is the
        start for the fewest seats. `throw` says after which of the three throws the dice lie. Raises
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
        """The match after the throw, or the draw of a first seat, that it waits for, by a generator.

        A `random.Random` or numpy's; the operating system's without one. Raises `IllegalMove` where it waits
        for something else, and `TypeError` for what is no generator, such as a number.

        >>> from random import Random
        >>> start("junior", "Ann").roll(Random(7)).awaited
        Awaited(kind='keep', seats=(0,), dice=0)
        """
        if self.awaited.kind not in ("throw", "first"):
            return self.step(Throw(self._seat(), ()))
        return self.step(chance.happen(self.awaited, chance.handed(rng)))

    def record(self) -> str:
        """The text that `read` takes back; without a result while the match goes on.

        >>> print(start("junior", "Ann").throw("12334").record(), end="")
        {"fivedice": 1, "game": "junior", "options": {}, "games": 1, "first": 0, "players": [{"name": "Ann"}]}
        {"throw": "12334", "seat": 0}
        """
        return record.text(self)

    def hints(
        self, seat: int | None = None, *, aim: str = "score", reach: int | None = None, chances: bool = False
    ) -> "Hints":
        """Every choice of a seat that is asked, the best first, with what it is worth, its cost and why.

        `aim` is "score" or "wins"; `reach` is a total to end with instead. With `chances` those of the bonus
        and to win stand beside each choice also where they must be worked out. What has to be solved first is
        kept in the user's folder, and no event says that hints were taken. Raises `IllegalMove` where there
        is no such seat, nothing to choose or nothing known.

        >>> hint = Match.at("junior", "", "22213").hints()[0]
        >>> hint.decision, hint.cost
        (Keep(seat=0, dice=(1, 2, 2, 2)), 0.0)
        """
        from fivedice.api import hints  # noqa: PLC0415 - loaded only where needed

        return hints.hints(self, self._asked(seat), aim, reach, chances=chances)

    def review(self, aim: str = "score") -> "Review":
        """The match looked back at: what every choice cost and every throw brought; print it.

        `aim` is "score" or "wins". Raises `IllegalMove` where nothing is known.

        >>> looked_back = start("junior", "Ann").throw("22213").keep("222").review()
        >>> looked_back.accounts[0].cost > 0
        True
        """
        from fivedice.api import review  # noqa: PLC0415 - loaded only where needed

        return review.review(self, aim)

    def __str__(self) -> str:
        """The sheet and the table in plain text."""
        from fivedice.api import text  # noqa: PLC0415 - loaded only where needed

        return text.match(self)

    def __repr__(self) -> str:
        """What is played, by whom, and what the match waits for, in one line."""
        from fivedice.narration import sentences  # noqa: PLC0415 - loaded only where needed

        over = self.awaited.kind == "over"
        now = "over" if over else f"waits for {sentences.waiting(self.state)}"
        return f"<Match of {self.setup.game.name}: {sentences.standing(self.state)}; {now}>"

    def _repr_html_(self) -> str:
        """The same for notebooks."""
        from fivedice.api import html  # noqa: PLC0415 - loaded only where needed

        return html.match(self)


def begin(setup: Setup) -> Match:
    """A match before its first event. Raises `IllegalMove` when the setup cannot be played, and `TypeError`
    for what is no setup.

    >>> begin(start("junior", "Ann").setup)
    <Match of junior: Ann 0; waits for Ann to throw 5 dice>
    """
    if not isinstance(setup, Setup):
        raise TypeError(f"A match begins with a setup, such as match.setup, not with {quoted(setup)}.")
    return Match.of(match.begin(setup))


def start(game: Playable, *names: str, first: int | str = 0, games: int = 1, **options: object) -> Match:
    """A match between these names, of a game by its name, a game as a value, or a card.

    `first` is a seat from 0, "roll" for a roll-off or "random". Raises `IllegalMove`.

    >>> start("traditional", "Ann", "Ben", joker="free").setup.game
    Traditional(joker='free')
    """
    check_new_names(names)
    players = tuple(map(Player, names))
    return begin(Setup(coerce.game(game, **options), players, texts.whole(games), texts.first(first)))


def read(source: Source) -> Match:
    """The match that a record tells: its text, or the file that holds it.

    Raises `BadRecord` with a sentence for what is no record or breaks the rules, `OSError` for a file that
    cannot be read.

    >>> match = start("junior", "Ann").throw("12334")
    >>> read(match.record()) == match
    True
    """
    return Match.of(record.replay(coerce.data(source)).match)
