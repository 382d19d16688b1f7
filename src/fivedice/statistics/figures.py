"""The figures of one seat in a finished match, computed in one pass over its review."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from fivedice.analysis.annotate import ROUNDING, Moment, used
from fivedice.analysis.luck_and_cost import Account, MatchReview
from fivedice.cards import filling
from fivedice.core.dice import YAHTZEES
from fivedice.core.rules import Use
from fivedice.core.worth import Worth
from fivedice.games.cardgame import card_of
from fivedice.match import questions
from fivedice.match.events import Decision, Entry, HintTaken, Keep, Score, Spend
from fivedice.match.match import EventMatch
from fivedice.match.state import used_roll
from fivedice.statistics import kinds

DIGITS = 5
"""The decimals of costs by kind, box and habit."""


class Opponent(Struct, frozen=True, omit_defaults=True, gc=False):
    """Another player of a match; `bot` is empty for a person."""

    name: str
    place: int
    bot: str = ""
    credited: bool = True
    """Whether the opponent made most of the seat's decisions (R6)."""


class MatchFigures(Struct, frozen=True, omit_defaults=True, gc=False):
    """The figures of one seat. Costs, luck and worths are in the game's unit, and for the whole match."""

    kind: str
    title: str
    unit: str
    seat: int
    games: int
    totals: tuple[int, ...]
    """The score of each game."""
    place: int
    """The place, from 1; players with the same score share it."""
    won: float
    """The share of the win; 0 for a player alone."""
    opponents: tuple[Opponent, ...] = ()
    at: float = 0.0
    """The time of the match in seconds; for an imported record, the time of the import."""
    code: str = ""
    """The code of the table, or the file of the record."""
    record: str = ""
    """A digest of the record."""
    imported: bool = False
    credited: bool = True
    """Whether the player made most of the decisions (R6)."""
    hints: int = 0
    decisions: int = 0
    """The number of the player's own choices."""
    by_game: int = 0
    """The number of choices that the game made for the absent player."""
    bonuses: int | None = None
    """The number of section bonuses earned; None if the card has none."""
    yahtzees: int | None = None
    """The number of games that scored five of a kind as such; None if the card has no box for it."""
    start: float | None = None
    """The worth of best play at the start; None for a game without a solver."""
    luck: float | None = None
    """The sum of luck; None without a solver or if turns were entered without throws."""
    cost: float | None = None
    """The cost of the player's choices; None in the same cases as `luck`."""
    others: float = 0.0
    """The change in worth while others acted."""
    exact: bool = False
    """Whether solved values rate the choices."""
    alone: bool = False
    """Whether no other player can change the score."""
    by_kind: dict[str, float] = {}
    """The cost by kind of decision."""
    by_box: dict[str, float] = {}
    """The cost by the box that the turn filled."""
    habits: dict[str, float] = {}
    """The cost by difference from the best choice; see `differences`."""
    better: tuple[float, ...] = ()
    """For each game, the share of games of best play with a lower total, if known."""

    @property
    def counts(self) -> bool:
        """Whether `cost` measures the player's own play: all choices by the player, without hints."""
        return self.cost is not None and self.credited and not self.by_game and not self.hints

    @property
    def cost_a_game(self) -> float:
        """The cost per game; call it only if `cost` is known."""
        assert self.cost is not None
        return self.cost / self.games


def is_whole(match: EventMatch) -> bool:
    """Whether a match counts: it is over and did not begin at a position."""
    return match.setup.position is None and questions.is_over(match.state)


def places(match: EventMatch) -> tuple[int, ...]:
    """The place of each seat, from 1: winners first, the others by score."""
    order = [(seat in match.winners, score) for seat, score in enumerate(match.scores)]
    return tuple(1 + sum(other > own for other in order) for own in order)


def figures(
    match: EventMatch,
    seat: int,
    review: MatchReview | None = None,
    chances: Worth | None = None,
    *,
    credited: Sequence[bool] = (),
) -> MatchFigures:
    """The figures of a seat in a whole match, without its place and time.

    `review` is for the aim "score"; None for a game without a solver. `chances` is the distribution of the
    totals of best play. `credited` tells for each seat whether its player made most of its decisions.
    """
    setup, game = match.setup, match.setup.game
    made_most = credited or [True] * len(setup.players)
    totals = tuple(scores[seat] for scores in match.state.finished)
    place, others = _order(match, seat, made_most)
    return MatchFigures(
        kinds.kind(setup),
        kinds.title(setup),
        game.unit,
        seat,
        setup.games,
        totals,
        place,
        (seat in match.winners) / len(match.winners) if others else 0.0,
        others,
        credited=made_most[seat],
        hints=sum(isinstance(event, HintTaken) and event.seat == seat for event in match.events),
        alone=game.own_sheets,
        better=() if chances is None else tuple(float(chances[:total].sum()) for total in totals),
        **(_reviewed(review, seat) if review else {}),
    )


def _order(match: EventMatch, seat: int, made_most: Sequence[bool]) -> tuple[int, tuple[Opponent, ...]]:
    """The place of the seat, and its opponents with their places."""
    each = zip(match.setup.players, places(match), made_most, strict=True)
    players = [Opponent(one.name, place, one.bot, credited) for one, place, credited in each]
    return players.pop(seat).place, tuple(players)


def _reviewed(review: MatchReview, seat: int) -> dict[str, Any]:
    """The figures that only a review knows."""
    moments = [one for one in review.moments if one.seat == seat]
    choices = [one for one in moments if one.kind]
    bonuses, yahtzees = _bonuses_and_yahtzees(review.match, moments)
    return {
        "decisions": sum(not one.by_game for one in choices),
        "by_game": sum(one.by_game for one in choices),
        "bonuses": bonuses,
        "yahtzees": yahtzees,
        "habits": _costly(_habits(choices)),
        **_terms(review.accounts[seat], review),
    }


def _terms(account: Account, review: MatchReview) -> dict[str, Any]:
    """The terms of the account; without luck and cost if turns were entered without throws."""
    known = {"start": account.start, "others": account.others, "exact": review.exact}
    if any(isinstance(one.event, Entry) for one in review.moments if one.seat == account.seat):
        return known
    by = {"by_kind": _costly(account.by_kind), "by_box": _costly(account.by_box)}
    return {**known, "luck": account.luck, "cost": account.cost, **by}


def _costly(costs: dict[str, float]) -> dict[str, float]:
    """The costs without zeros and rounded, because they are stored for every match."""
    return {about: round(cost, DIGITS) for about, cost in costs.items() if cost > ROUNDING}


def _bonuses_and_yahtzees(match: EventMatch, moments: Iterable[Moment]) -> tuple[int | None, int | None]:
    """The number of section bonuses, and of games with five of a kind in its box or paid by a bonus."""
    form = card_of(match.setup.game)
    if form is None:
        return None, None
    fives = {box.name for box in form.boxes if box.needs == "5 alike"}
    bonuses, with_five = 0, set[int]()
    for one in moments:
        if not isinstance(one.event, Spend | Score):
            continue
        position: Any = one.state.position
        card, roll = position.cards[one.seat], used_roll(one.state, one.event)
        earned = filling.achieved(form, card, roll, one.event.use)
        further = filling.further_bonus(form, card, roll)
        bonuses += sum(kind == "bonus" for kind, *_ in earned) - bool(further)
        if roll in YAHTZEES and (further or (one.event.use in fives)):
            with_five.add(one.game)
    has_bonus = any(section.bonus for section in form.sections)
    return bonuses if has_bonus else None, len(with_five) if fives else None


# --- Habits ------------------------------------------------------------------------------------------------


def _habits(choices: Iterable[Moment]) -> dict[str, float]:
    costs = defaultdict[str, float](float)
    for one in choices:
        if one.best is not None and not one.by_game and one.cost > ROUNDING:
            for habit in differences(one, one.best):
                costs[habit] += one.cost
    return costs


def differences(moment: Moment, best: Decision) -> Iterator[str]:
    """How a choice differed from the best, as "about:how".

    A keep has fewer, more or other dice than the best one. A use fills its box too "early" or gives it up too
    soon ("zero"), and the box of the best use is filled too "late" or given up too late ("kept").
    """
    match moment.event, best:
        case Keep(dice=kept), Keep(dice=wanted):
            more = len(kept) - len(wanted)
            yield f"{moment.kind}:{'more' if more > 0 else 'fewer' if more else 'other'}"
        case Spend(), Spend():
            box, pays = _filled(used(moment))
            wanted_box, wanted_pays = _filled(questions.used(moment.state, best))
            yield f"{box}:{'early' if pays else 'zero'}"
            if wanted_box != box:
                yield f"{wanted_box}:{'late' if wanted_pays else 'kept'}"


def _filled(use: Use) -> tuple[str, bool]:
    """The box that a use fills, and whether it scores there."""
    return use.waives or use.name, bool(use.pays) and not use.waives
