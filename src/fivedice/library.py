"""The knowledge of every game, solved when first asked for and kept on disk. Solves nothing itself."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from fivedice import bots
from fivedice.games import scorecard
from fivedice.games.challenge import Challenge
from fivedice.games.junior import Junior
from fivedice.games.piecepack import BOXES as PIECEPACK_BOXES
from fivedice.games.piecepack import Piecepack
from fivedice.games.scorecard import Joker
from fivedice.games.showdown import Showdown
from fivedice.games.traditional import Traditional
from fivedice.knowledge import Beside, Knowledge
from fivedice.play.setup import Setup
from fivedice.rules import Game, IllegalMove
from fivedice.solve.kept import keep_compiled_in

if TYPE_CHECKING:
    from fivedice.solve.bonus import CardBonus
    from fivedice.solve.common_chance import CommonChance
    from fivedice.solve.common_wins import CommonWins
    from fivedice.solve.distribution import Distribution
    from fivedice.solve.points import CardPoints
    from fivedice.solve.reach import Reach
    from fivedice.solve.wins import CardWins

ScoreCards = Traditional | Challenge | Piecepack

Progress = Callable[[int, int], None]
"""Told how many of how many parts of a table are solved."""

Stage = Callable[[str], None]
"""Told what is worked out next, such as "solving the score cards"."""


def joker_of(game: ScoreCards) -> Joker:
    """The reading of the Joker rules by which a game's cards are filled; piecepack has none."""
    return "none" if isinstance(game, Piecepack) else game.joker


def boxes_of(game: ScoreCards) -> tuple[str, ...]:
    """The names of the thirteen boxes of a game's cards."""
    return PIECEPACK_BOXES if isinstance(game, Piecepack) else scorecard.BOXES


class Size(Struct, frozen=True):
    """How many positions knowledge answers for from a table, and how many bytes that takes, if it has one."""

    positions: int | None
    memory: int | None


def size_of(knowledge: Knowledge) -> Size:
    """The size of what knowledge stands on: its `table`, or itself."""
    table = getattr(knowledge, "table", knowledge)
    return Size(getattr(table, "positions", None), getattr(table, "memory", None))


def check_spread(game: Game) -> None:
    """Raises `IllegalMove` for a game whose final total has no solved distribution: all but score cards."""
    if not isinstance(game, Traditional | Challenge | Piecepack):
        raise IllegalMove(
            f"How the final score comes out is not known for {game.name}, only for score cards."
        )


def check_reach(game: Game, total: int) -> None:
    """Raises `IllegalMove` for a game without score cards, or a total that no score can be."""
    if not isinstance(game, Traditional | Challenge | Piecepack):
        raise IllegalMove(f"The chance to reach a total is not known for {game.name}, only for score cards.")
    if total < 0:
        raise IllegalMove(f"A total to reach is 0 or more, not {total}.")


def check_bots(setup: Setup) -> None:
    """Raises `IllegalMove` for a bot that would have to know a game of which nothing is known."""
    game, players = setup.game, setup.players
    if not isinstance(game, Traditional | Challenge | Piecepack | Junior | Showdown):
        for bot in (player.bot for player in players if player.bot and bots.asks(player.bot)):
            raise IllegalMove(f"Nothing is known of {game.name}, so {bot} cannot play it.")


class Library:
    """Knowledge by game, seats and aim; each table is read or solved once."""

    def __init__(self, folder: Path, progress: Progress | None = None, stage: Stage = lambda _: None) -> None:
        """A library whose tables are kept in a folder."""
        self._stage = stage
        self._folder = folder
        keep_compiled_in(folder / "compiled")
        self._progress = progress
        self._known: dict[tuple[Game, int, str], Knowledge] = {}
        self._cards_of: dict[ScoreCards, CardPoints] = {}
        self._bonus: dict[Joker, CardBonus] = {}

    def __call__(self, game: Game, seats: int, aim: str) -> Knowledge:
        """The knowledge of a game. Raises `IllegalMove` for a game that nothing is known of."""
        wanted = (game, seats, "score" if seats == 1 else aim)
        if wanted not in self._known:
            self._known[wanted] = self._find(*wanted)
        return self._known[wanted]

    def beside(self, game: Game, seats: int, aim: str, *, make: bool = False) -> tuple[Beside, ...]:
        """What a hint tells beside the worths for this aim.

        For score cards the chance of the Upper bonus, and the points where the aim is to win. Else the chance
        to win: if it is known by now or on disk, or else with `make`.
        """
        told: list[Beside] = []
        if isinstance(game, Traditional | Challenge | Piecepack):
            cards = self._cards(game)
            told += [self._card_bonus(cards), *([cards] if aim == "wins" and seats > 1 else [])]
        if isinstance(game, Challenge) and seats > 1:
            told += [self._common_chance(game)] if aim != "wins" else []
        elif aim != "wins" and seats > 1 and (make or self._has_wins(game, seats)):
            told.append(self(game, seats, "wins"))
        return tuple(told)

    def distribution(self, game: Game) -> "tuple[tuple[str, ...], Distribution]":
        """The names of the boxes and how the final total comes out under best play; see `check_spread`."""
        check_spread(game)
        from fivedice.solve.distribution import load_or_work_out  # noqa: PLC0415 - loaded only where asked

        known = self._cards(cast(ScoreCards, game))
        self._stage("following best play to its totals")
        return known.boxes, load_or_work_out(known.table, self._folder, progress=self._progress)

    def reach(self, game: Game, total: int) -> "Reach":
        """What is known for the aim to end a game with a total or more; see `check_reach`."""
        check_reach(game, total)
        from fivedice.solve.reach import Reach  # noqa: PLC0415 - loaded only where asked

        cards = cast(ScoreCards, game)
        self._stage("working out the chance of the total")
        return Reach(joker_of(cards), boxes_of(cards), total, progress=self._progress)

    def _find(self, game: Game, seats: int, aim: str) -> Knowledge:
        match game:
            case Challenge() if aim == "wins":
                return self._common_wins(self._cards(game))
            case Traditional() | Challenge() | Piecepack():
                return self._card_wins(self._cards(game)) if aim == "wins" else self._cards(game)
            case Junior():
                return self._junior(seats, aim)
            case Showdown():
                return self._showdown(seats, aim)
        raise IllegalMove(f"Nothing is known of {game.name} yet, for {seats} seats and {aim}.")

    def _junior(self, seats: int, aim: str) -> Knowledge:
        from fivedice.solve import junior  # noqa: PLC0415 - loaded only where it is asked
        from fivedice.solve.own_columns import OwnColumns  # noqa: PLC0415

        self._stage("solving junior")
        if seats == 1 or aim == "wins":
            return junior.knowledge(seats, self._folder, self._progress)
        return OwnColumns(seats, self._progress)

    def _showdown(self, seats: int, aim: str) -> Knowledge:
        from fivedice.solve import showdown  # noqa: PLC0415 - loaded only where it is asked

        self._stage("preparing the worths of showdown")
        try:
            return showdown.knowledge(seats, "wins" if aim == "wins" else "chips", self._progress)
        except ValueError as error:
            raise IllegalMove(str(error)) from None

    def _has_wins(self, game: Game, seats: int) -> bool:
        """Whether the chance to win takes no solving."""
        if isinstance(game, Traditional | Piecepack):
            from fivedice.solve.spread import is_kept  # noqa: PLC0415 - loaded only where it is asked

            return (game, seats, "wins") in self._known or is_kept(joker_of(game), self._folder)
        return (game, seats, "wins") in self._known

    def _cards(self, game: ScoreCards) -> "CardPoints":
        from fivedice.solve.cards import load_or_solve  # noqa: PLC0415 - loaded only where it is asked
        from fivedice.solve.points import CardPoints  # noqa: PLC0415

        if game not in self._cards_of:
            self._stage("solving the score cards")
            table = load_or_solve(joker_of(game), self._folder, progress=self._progress)
            self._cards_of[game] = CardPoints(table, boxes_of(game))
        return self._cards_of[game]

    def _card_bonus(self, cards: "CardPoints") -> "CardBonus":
        from fivedice.solve.bonus import CardBonus, load_or_work_out  # noqa: PLC0415 - as above

        joker = cards.table.joker
        if joker not in self._bonus:
            self._stage("working out the chance of the bonus")
            found = load_or_work_out(cards.table, self._folder, progress=self._progress)
            self._bonus[joker] = CardBonus(found)
        return self._bonus[joker]

    def _common_wins(self, cards: "CardPoints") -> "CommonWins":
        from fivedice.solve.common_wins import CommonWins  # noqa: PLC0415 - loaded only where it is asked

        self._stage("preparing the chances of common rounds")
        return CommonWins(cards.table, cards.boxes)

    def _common_chance(self, game: Challenge) -> "CommonChance":
        from fivedice.solve.common_chance import CommonChance  # noqa: PLC0415 - loaded only where it is asked

        return CommonChance(self._cards(game).table)

    def _card_wins(self, cards: "CardPoints") -> "CardWins":
        from fivedice.solve.spread import load_or_work_out  # noqa: PLC0415 - loaded only where it is asked
        from fivedice.solve.wins import CardWins  # noqa: PLC0415

        self._stage("working out the chance to win")
        spread = load_or_work_out(cards.table, self._folder, progress=self._progress)
        return CardWins(cards.table, spread, cards.boxes)
