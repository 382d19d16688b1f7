"""The state of an evening: its players, and the tables and results of each round.

An `Evening` is the fold of its log: `after` returns the next state or refuses the entry with a sentence.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from fivedice.club import pairing
from fivedice.club.entries import (
    DealPlayed,
    Entry,
    EveningEnded,
    EveningOpened,
    EveningPlan,
    PlayerArrived,
    PlayerLeft,
    ResultCorrected,
    RoundBegun,
    RoundOver,
    TableDealt,
    TableResult,
)
from fivedice.club.pairing import Group, Pairing, Past
from fivedice.core.rules import Game, IllegalMove, quoted
from fivedice.match.setup import game_called
from fivedice.names import check_name

LIMITS = {"rounds": (1, 20), "deals": (1, 10), "minutes": (0, 240)}
MOST_PLAYERS = 100
"""The most players of one evening, including those who have left."""
ENDED = "This evening is over."
T = TypeVar("T")


class EveningPlayer(Struct, frozen=True):
    """A player who has arrived at least once. The player's number is the index in `Evening.players`."""

    name: str
    guest: str
    here: bool = True


class EveningTable(Struct, frozen=True):
    """A table of a round: its players by chair, and its deals so far."""

    players: Group
    codes: tuple[str, ...] = ()
    """The code of the table at which each deal is or was played."""
    results: tuple[TableResult | None, ...] = ()
    """The result of each finished deal, or None for one that counts as not played."""


class EveningRound(Struct, frozen=True):
    """A round. Its clock runs out at the time `ends` (0: never). One `commitment` covers all its dice."""

    tables: tuple[EveningTable, ...]
    byes: Group = ()
    ends: int = 0
    commitment: str = ""
    over: bool = False

    def table_of(self, player: int) -> int | None:
        """The number of a player's table, or None."""
        return next((number for number, table in enumerate(self.tables) if player in table.players), None)


class Evening(Struct, frozen=True):
    """An evening after `number` entries."""

    plan: EveningPlan
    seal: str
    number: int = 1
    players: tuple[EveningPlayer, ...] = ()
    rounds: tuple[EveningRound, ...] = ()
    ended: bool = False

    def after(self, entry: Entry) -> "Evening":
        """The evening with one more entry. Raises `IllegalMove` if it is not allowed."""
        if self.ended and not isinstance(entry, ResultCorrected):
            raise IllegalMove(ENDED)
        return replace(_after(self, entry), number=self.number + 1)

    @property
    def game(self) -> Game:
        """The game with its options."""
        return game_called(self.plan.game, self.plan.options)

    @property
    def sizes(self) -> range:
        """The allowed numbers of players per table. A player sits alone only if every table has one seat."""
        most = self.plan.seats
        return range(1, 2) if most == 1 else range(max(2, self.game.seats[0]), most + 1)

    @property
    def present(self) -> Group:
        """The numbers of the present players, in order of arrival."""
        return tuple(number for number, player in enumerate(self.players) if player.here)

    @property
    def round(self) -> EveningRound | None:
        """The round that is being played."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].over else None

    def player_of(self, guest: str) -> int | None:
        """The number of the player with this guest id, or None."""
        return next((number for number, one in enumerate(self.players) if one.guest == guest), None)


def opened(entry: EveningOpened) -> Evening:
    """A new evening without players. Raises `IllegalMove` for a plan that cannot be played."""
    plan = entry.plan
    game = game_called(plan.game, plan.options)
    if plan.seats not in game.seats:
        most = f"{game.seats[0]} to {game.seats[-1]}"
        raise IllegalMove(f"{game.title} has tables of {most} players, not {plan.seats}.")
    for name, (least, most_of) in LIMITS.items():
        if not least <= getattr(plan, name) <= most_of:
            raise IllegalMove(f"The {name} must be {least} to {most_of}, not {getattr(plan, name)}.")
    return Evening(plan, entry.seal)


def folded(entries: Iterable[Entry]) -> Evening:
    """The evening of a log. Raises `IllegalMove` if it does not begin with `EveningOpened`."""
    first, *others = entries
    if not isinstance(first, EveningOpened):
        raise IllegalMove("The log of an evening must begin with its opening.")
    evening = opened(first)
    for entry in others:
        evening = evening.after(entry)
    return evening


def next_round(evening: Evening) -> Pairing:
    """The pairing of the next round. Raises `IllegalMove` if there is none."""
    _check_can_begin(evening)
    pair = pairing.stay if evening.plan.pairing == "stay" else pairing.swiss
    paired = pair(evening.present, evening.sizes, past(evening))
    if not paired.tables:
        raise IllegalMove(f"A round needs at least {evening.sizes[0]} players who are present.")
    return paired


def past(evening: Evening) -> Past:
    """The results so far, in the form that pairing needs."""
    played = [table.players for one in evening.rounds for table in one.tables]
    return Past(
        tables=tuple(table.players for table in evening.rounds[-1].tables) if evening.rounds else (),
        met=Counter(pair for players in played for pair in combinations(sorted(players), 2)),
        byes=Counter(player for one in evening.rounds for player in one.byes),
        points=match_points(evening),
        chairs=Counter((player, chair) for players in played for chair, player in enumerate(players)),
    )


def match_points(evening: Evening) -> dict[int, float]:
    """One point for each match won, shared by equal winners; a bye counts as a round of wins."""
    points = dict.fromkeys(range(len(evening.players)), 0.0)
    for one in evening.rounds:
        for player in one.byes:
            points[player] += evening.plan.deals
        for table in one.tables:
            for result in filter(None, table.results):
                for chair in result.winners:
                    points[table.players[chair]] += 1 / len(result.winners)
    return points


# --- Entries one by one ----------------------------------------------------------------------------------


def _after(evening: Evening, entry: Entry) -> Evening:
    match entry:
        case EveningOpened():
            raise IllegalMove("This evening is already open.")
        case PlayerArrived() | PlayerLeft():
            return _moved(evening, entry)
        case RoundBegun():
            return _begun(evening, entry)
        case TableDealt() | DealPlayed():
            return _at_table(evening, entry)
        case ResultCorrected():
            return _corrected(evening, entry)
        case _:
            return _finished(evening, entry)


def _moved(evening: Evening, entry: PlayerArrived | PlayerLeft) -> Evening:
    if isinstance(entry, PlayerLeft):
        if not 0 <= entry.player < len(evening.players) or not evening.players[entry.player].here:
            raise IllegalMove("This player is not there.")
        return _with_player(evening, entry.player, here=False)
    known = evening.player_of(entry.guest)
    if known is None:
        return _welcomed(evening, entry)
    if evening.players[known].here:
        raise IllegalMove("You are already there.")
    return _with_player(evening, known, here=True)


def _welcomed(evening: Evening, entry: PlayerArrived) -> Evening:
    if len(evening.players) == MOST_PLAYERS:
        raise IllegalMove(f"An evening has at most {MOST_PLAYERS} players.")
    check_name(entry.name)
    if entry.name in [player.name for player in evening.players]:
        raise IllegalMove(f"Somebody here is already called {quoted(entry.name)}.")
    return replace(evening, players=(*evening.players, EveningPlayer(entry.name, entry.guest)))


def _with_player(evening: Evening, number: int, *, here: bool) -> Evening:
    changed = replace(evening.players[number], here=here)
    return replace(evening, players=_with(evening.players, number, changed))


def _check_can_begin(evening: Evening) -> None:
    if evening.ended:
        raise IllegalMove(ENDED)
    if evening.round:
        raise IllegalMove("The round is not over yet.")
    if len(evening.rounds) == evening.plan.rounds:
        raise IllegalMove("All rounds have been played.")


def _begun(evening: Evening, entry: RoundBegun) -> Evening:
    _check_can_begin(evening)
    placed = Counter([*(player for table in entry.tables for player in table), *entry.byes])
    if placed != Counter(evening.present):
        raise IllegalMove("A round must have each present player exactly once, and nobody else.")
    if not entry.tables or any(len(table) not in evening.sizes for table in entry.tables):
        raise IllegalMove("A table of this round has too many or too few players.")
    begun = EveningRound(tuple(map(EveningTable, entry.tables)), entry.byes, entry.ends, entry.commitment)
    return replace(evening, rounds=(*evening.rounds, begun))


def _at_table(evening: Evening, entry: TableDealt | DealPlayed) -> Evening:
    now = evening.round
    if now is None:
        raise IllegalMove("No round is being played.")
    table = _of(now.tables, entry.table, "table")
    is_playing = len(table.codes) > len(table.results)
    if isinstance(entry, TableDealt):
        if is_playing or len(table.codes) == evening.plan.deals:
            raise IllegalMove("This table has no deal to begin.")
        table = replace(table, codes=(*table.codes, entry.code))
    else:
        if not is_playing:
            raise IllegalMove("This table has no deal in progress.")
        _check_result(table, entry.result)
        table = replace(table, results=(*table.results, entry.result))
    return _with_round(evening, replace(now, tables=_with(now.tables, entry.table, table)))


def _corrected(evening: Evening, entry: ResultCorrected) -> Evening:
    one = _of(evening.rounds, entry.round, "round")
    table = _of(one.tables, entry.table, "table")
    _of(table.results, entry.deal, "result")
    _check_result(table, entry.result)
    table = replace(table, results=_with(table.results, entry.deal, entry.result))
    one = replace(one, tables=_with(one.tables, entry.table, table))
    return replace(evening, rounds=_with(evening.rounds, entry.round, one))


def _check_result(table: EveningTable, result: TableResult | None) -> None:
    if result is None:
        return
    chairs = range(len(table.players))
    if len(result.scores) != len(chairs):
        raise IllegalMove(f"A result of this table must have {len(chairs)} scores.")
    if not result.winners or not set(result.winners) <= set(chairs):
        raise IllegalMove("The winners of a result must sit at the table.")


def _finished(evening: Evening, entry: RoundOver | EveningEnded) -> Evening:
    now = evening.round
    if isinstance(entry, EveningEnded):
        if now:
            raise IllegalMove("The round is not over yet.")
        return replace(evening, ended=True)
    if now is None:
        raise IllegalMove("No round is being played.")
    unplayed = tuple(
        replace(table, results=(*table.results, *[None] * (evening.plan.deals - len(table.results))))
        for table in now.tables
    )
    return _with_round(evening, replace(now, tables=unplayed, over=True))


def _with_round(evening: Evening, changed: EveningRound) -> Evening:
    return replace(evening, rounds=(*evening.rounds[:-1], changed))


def _of(items: tuple[T, ...], number: int, what: str) -> T:
    if not 0 <= number < len(items):
        raise IllegalMove(f"There is no {what} {number + 1}.")
    return items[number]


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
