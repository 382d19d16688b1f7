"""The solved values of every game, loaded when first needed, with tables cached on disk."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from msgspec.structs import replace

from fivedice import bots
from fivedice.analysis.solver_api import Beside, Knowing, Knowledge
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.extras import Lacking, has, need
from fivedice.core.rules import Game, IllegalMove
from fivedice.games.cardgame import card_of
from fivedice.games.challenge import Challenge
from fivedice.games.junior import Junior
from fivedice.games.owncard import OWN
from fivedice.games.showdown import Showdown
from fivedice.language import all_of, mark, tr
from fivedice.match.setup import Setup
from fivedice.solve.cards import bonus, distribution, remaining
from fivedice.solve.cards.columns import columns
from fivedice.solve.cards.endgame import CardsLastRound, LastRounds
from fivedice.solve.cards.table import MOST_CARDS, CardPoints, file_of, load_or_solve
from fivedice.solve.cards.wins import CardWins
from fivedice.solve.kernel import tables

if TYPE_CHECKING:
    from fivedice.solve.cards.reach import TargetChance
    from fivedice.solve.junior.exact import JuniorKnowledge

Key = TypeVar("Key")
Known = TypeVar("Known")

Progress = Callable[[int, int], None]
"""Called with the number of solved parts of a table and of all its parts."""

Other = tuple[bool, Callable[[], tuple[Beside, ...]]]
"""A figure shown beside worths: whether it is available at once, and how to get it."""

Stage = Callable[[str], None]
"""Called with the name of the next stage, such as "solving the score cards"."""


SOLVED = (Challenge("forced"), Challenge("free"), Junior(), Showdown())
"""The games whose rules the solvers know that do not take any score card. Pawns may start on any corners."""

ANY_CARD = ("cards",)
"""Solvers of any score card: the chance to win is a table, solved for many seconds and with a compiler."""

FORESEEN = (("junior", 3),)
"""Solvers and numbers of seats whose late positions are solved on demand, or in advance."""

ASK_NOTHING = ("greedy", "random")
"""The bots that play any game, solved or not."""


_most_fillings: dict[str, int] = {}


def limit_own_cards(most: int) -> None:
    """Limits the size of players' own cards that this process solves to this number of different fillings.

    For servers, where strangers bring cards: the largest card that can be solved takes over a gigabyte.
    """
    _most_fillings[OWN] = most


def known_card(game: Game) -> ScoreCard:
    """The card of a game that can be solved. Raises `IllegalMove` for any other game."""
    _check_solver(game)
    card = card_of(game)
    if card is None:
        raise IllegalMove(tr("Only games with score cards have this, and {game} has none.", game=game.title))

    most = _most_fillings.get(game.name, MOST_CARDS)
    if columns(card).cards > most:
        large = mark("This card is too large to be solved: it has more than {most} different fillings.")
        raise IllegalMove(tr(large, most=most))
    return card


def _check_solver(game: Game) -> None:
    if not game.solver:
        raise IllegalMove(tr("There is no solver for {game}.", game=game.title))
    played = replace(game, pawns=()) if isinstance(game, Showdown) else game
    if game.solver not in ANY_CARD and played not in SOLVED:
        raise IllegalMove(tr("There is no solver for {game} with these house options.", game=game.title))


def is_foreseen(game: Game, seats: int) -> bool:
    """Whether hints are faster if positions are prepared in advance as they occur."""
    return (game.solver, seats) in FORESEEN


def check_known(game: Game) -> None:
    """Raises `IllegalMove` for a game without solver, or with rules or a card that cannot be solved."""
    _check_solver(game)
    if card_of(game) is not None:
        known_card(game)


def check_reach(game: Game, total: int) -> None:
    """Raises `IllegalMove` for a game without a card that can be solved, or a negative total."""
    known_card(game)
    if total < 0:
        raise IllegalMove(tr("The total to reach must be at least 0, not {total}.", total=total))


def check_bots(setup: Setup, title_of: Callable[[str], str] = str) -> None:
    """Raises `IllegalMove` for a bot that needs solved values its game lacks; `title_of` names the bot."""
    game, players = setup.game, setup.players
    asking = [player.bot for player in players if bots.aims(player.bot)]
    if asking:
        try:
            check_known(game)
        except IllegalMove as error:
            able = all_of(map(title_of, ASK_NOTHING))
            so = mark("{error} So {bot} cannot play it; {able} can.")
            raise IllegalMove(tr(so, error=error, bot=title_of(asking[0]), able=able)) from None


def check_ready(setup: Setup, knowing: Knowing) -> None:
    """Loads everything that the bots of a match need. Raises `Lacking` if an extra is not installed."""
    for player in setup.players:
        for aim in bots.aims(player.bot):
            try:
                knowing(setup.game, len(setup.players), aim)
            except Lacking as error:
                raise Lacking(error.extra, tr("For {bot} to play", bot=player.bot)) from None


def make_room(known: dict[Key, Known]) -> dict[Key, Known]:
    """Makes room for one more entry by dropping the oldest ones."""
    while len(known) >= KEPT_CARDS:
        del known[next(iter(known))]
    return known


class Library:
    """Knowledge by game, seats and aim; reads or solves each table once."""

    def __init__(
        self,
        folder: Path,
        progress: Progress | None = None,
        stage: Stage = lambda _: None,
        *,
        shipped: bool = True,
        many: bool = False,
        whole: bool = False,
    ) -> None:
        """A library that keeps tables in a folder and uses those in the package only if `shipped`.

        With `many`, for callers with many positions, it compiles as much as possible at the first question.
        With `whole`, it also solves and stores parts that a first answer does not need, if it can compile.
        """
        self._shipped = shipped
        self._whole = whole and has("solve")
        self._many = many and has("solve")
        self._stage = stage
        self._folder = folder
        self._progress = progress
        self._known: dict[tuple[Game, int, str], Knowledge] = {}
        self._points: dict[ScoreCard, CardPoints] = {}
        self._bonus: dict[ScoreCard, tuple[bonus.CardBonus, ...]] = {}
        self._wins: dict[ScoreCard, CardWins] = {}
        self._reach: TargetChance | None = None
        self._finders: dict[str, Callable[[Game, int, str], Knowledge]] = {
            "cards": self._card,
            "challenge": self._challenge,
            "junior": self._junior,
            "showdown": self._showdown,
        }
        """By the folder of `fivedice.solve` that the game names as its solver."""

    def __call__(self, game: Game, seats: int, aim: str) -> Knowledge:
        """The knowledge of a game. Raises `IllegalMove` as `check_known` does."""
        wanted = (game, seats, "score" if seats == 1 else aim)
        if wanted not in self._known:
            check_known(game)
            make_room(self._known)[wanted] = self._finders[game.solver](*wanted)
        return self._known[wanted]

    @staticmethod
    def has_wins(game: Game, seats: int) -> bool:
        """Whether choices can be ranked by the chance to win with the installed extras."""
        return seats > 1 and bool(game.solver) and (game.solver not in ANY_CARD or has("solve"))

    def beside(self, game: Game, seats: int, aim: str, *, make: bool = False) -> tuple[Beside, ...]:
        """The figures that a hint shows beside the worths for this aim: those in memory or on disk, or with
        `make` all of them. For score cards these are the chance of the Upper bonus, and the points if the aim
        is to win. For other games it is the chance to win.
        """
        figures = self._others(game, seats, aim)
        return tuple(other for at_hand, find in figures if at_hand or make for other in find())

    def tells_all(self, game: Game, seats: int, aim: str) -> bool:
        """Whether `beside` returns everything even without `make`."""
        return all(at_hand for at_hand, _ in self._others(game, seats, aim))

    def prepare(self, game: Game) -> None:
        """Computes the figures that hints on a card show beside worths, except the slow chance to win."""
        with suppress(IllegalMove):
            self._card_bonus(known_card(game))

    def takes_long(self, game: Game, aim: str) -> bool:
        """Whether this knowledge of a game must first be computed, for many seconds."""
        return aim == "wins" and game.solver in ANY_CARD and has("solve") and not self._has_wins(game, 2)

    def foresee(self, game: Game, position: Any) -> None:
        """Computes in advance what hints on a position and its successors need."""
        seats = len(game.scores(position))
        if is_foreseen(game, seats):
            for aim in ("score", *(["wins"] if self._has_wins(game, seats) else [])):
                cast("JuniorKnowledge", self(game, seats, aim)).foresee(position)

    def forget(self, game: Game) -> None:
        """Frees the memory of a game's values; tables on disk are read again when needed."""
        for wanted in [*self._known]:
            if wanted[0] == game:
                self._known.pop(wanted, None)
        card = card_of(game)
        if card is not None:
            self._points.pop(card, None)
            self._bonus.pop(card, None)
            self._wins.pop(card, None)

    def distribution(self, game: Game) -> distribution.Distribution:
        """The distribution of the final total under best play; see `known_card`."""
        known = self._card_points(known_card(game))
        self._stage(mark("following best play to its totals"))
        self._bring(file_of(known.table.form, "totals", self._folder))
        return distribution.load_or_work_out(known.table, self._folder, progress=self._progress)

    def reach(self, game: Game, total: int) -> "TargetChance":
        """The knowledge for the aim to end with at least this total; the last is kept. See `check_reach`."""
        check_reach(game, total)
        from fivedice.solve.cards.reach import TargetChance  # noqa: PLC0415 - loads the compiler

        card = known_card(game)
        self._stage(mark("working out the chance of the total"))
        if self._reach is None or (self._reach.form, self._reach.target) != (card, total):
            self._reach = TargetChance(card, total, progress=self._progress)
        return self._reach

    def points(self, game: Game) -> CardPoints:
        """The values of a game's card in points; see `known_card`."""
        return self._card_points(known_card(game))

    def _card(self, game: Game, seats: int, aim: str) -> Knowledge:
        if aim != "wins":
            return self.points(game)

        if seats == 2:
            need("solve")  # fails before the match rather than in its last rounds
        known = self._card_wins(known_card(game))
        return LastRounds(known) if seats == 2 else CardsLastRound(known)

    def _challenge(self, game: Game, seats: int, aim: str) -> Knowledge:
        from fivedice.solve.challenge import wins  # noqa: PLC0415 - only games of this solver need it

        known = self.points(game)
        if aim != "wins":
            return known
        self._stage(mark("preparing the chances of common rounds"))
        common = wins.CommonWins(known.table)
        return wins.ChallengeLastRound(common) if seats == wins.ChallengeLastRound.seats else common

    def _junior(self, _: Game, seats: int, aim: str) -> Knowledge:
        from fivedice.solve.junior import exact  # noqa: PLC0415 - as above

        self._stage(mark("solving junior"))
        if seats == 1 or aim == "wins":
            self._bring(exact.file_of(seats, self._folder))
            whole = self._whole or not self._shipped
            return exact.knowledge(seats, self._folder, self._progress, whole=whole, many=self._many)
        return exact.own_score(seats, self._progress, whole=not self._shipped)

    def _showdown(self, _: Game, seats: int, aim: str) -> Knowledge:
        from fivedice.solve.showdown.own_turn import knowledge  # noqa: PLC0415 - as above

        self._stage(mark("preparing the worths of showdown"))
        counts = "wins" if aim == "wins" else "chips"
        return knowledge(seats, counts)

    def _has_wins(self, game: Game, seats: int) -> bool:
        """Whether the chance to win is available without solving."""
        if game.solver in ANY_CARD:
            card = known_card(game)
            is_here = card in self._wins or self._is_shipped(card, remaining.FILE)
            return is_here or remaining.is_kept(card, self._folder)
        return (game, seats, "wins") in self._known

    def _card_points(self, card: ScoreCard) -> CardPoints:
        if card not in self._points:
            self._stage(mark("solving the score cards"))
            self._bring(file_of(card, "worths", self._folder))
            table = load_or_solve(card, self._folder, progress=self._progress)
            make_room(self._points)[card] = CardPoints(table)
        return self._points[card]

    def _card_wins(self, card: ScoreCard) -> CardWins:
        if card not in self._wins:
            table = self._card_points(card).table
            self._stage(mark("working out the chance to win"))
            self._bring(file_of(card, remaining.FILE, self._folder))
            to_come = remaining.load_or_work_out(table, self._folder, progress=self._progress)
            make_room(self._wins)[card] = CardWins(table, to_come)
        return self._wins[card]

    def _bring(self, path: Path) -> None:
        """Unpacks the table in the package with this file's name, if there is one."""
        if self._shipped:
            tables.install(path)

    def _is_shipped(self, card: ScoreCard, what: str) -> bool:
        return self._shipped and bool(tables.shipped_head(file_of(card, what, self._folder).name))

    def _card_bonus(self, card: ScoreCard) -> tuple[bonus.CardBonus, ...]:
        if card not in self._bonus:
            table = self._card_points(card).table
            self._stage(mark("working out the chance of the bonus"))
            bonuses = bonus.load_or_work_out(table, self._folder, progress=self._progress)
            make_room(self._bonus)[card] = bonuses
        return self._bonus[card]

    def _others(self, game: Game, seats: int, aim: str) -> list[Other]:
        """The figures that can be shown beside the worths for this aim."""
        others: list[Other] = []
        card = card_of(game) if game.solver else None
        if card is not None:
            has_bonus = card in self._bonus or bonus.is_kept(card, self._folder)
            others.append((has_bonus, lambda: self._card_bonus(card)))
        if seats == 1:
            return others
        if aim == "wins":
            return [*others, (True, lambda: (self._card_points(card),))] if card is not None else others
        if game.shares_throws:
            return [*others, (True, lambda: (self._common_chance(game),))]
        at_hand = self._has_wins(game, seats)
        if card is not None:  # the chance if everybody plays for the mean
            return [*others, (at_hand, lambda: (self._card_wins(card),))]
        return [(at_hand, lambda: (self(game, seats, "wins"),))]

    def _common_chance(self, game: Game) -> Beside:
        from fivedice.solve.challenge.chance import CommonChance  # noqa: PLC0415 - as above

        return CommonChance(self.points(game).table)
