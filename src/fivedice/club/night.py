"""The state of a club night as the fold of its log: its players, and the tables and results of each round."""

from collections import Counter
from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from fivedice.club import entries, pairing
from fivedice.club.pairing import Group, Pairing, Past
from fivedice.core.rules import Game, IllegalMove, WrongCall, quoted
from fivedice.language import mark, tr
from fivedice.match.setup import game_called
from fivedice.names import check_name

MOST_PLAYERS = 100
"""The most players of one club night, including those who have left."""
ENDED = mark("This club night is over.")
UNKNOWN = {
    "table": mark("There is no table {number}."),
    "round": mark("There is no round {number}."),
    "result": mark("There is no result {number}."),
}
LIMITS = {
    "rounds": (1, 20, mark("The rounds must be {least} to {most}, not {number}.")),
    "deals": (1, 10, mark("The deals must be {least} to {most}, not {number}.")),
    "minutes": (0, 240, mark("The minutes must be {least} to {most}, not {number}.")),
}
T = TypeVar("T")


class ClubPlayer(Struct, frozen=True):
    """A player who has arrived at least once. The player's number is the index in `ClubNight.players`."""

    name: str
    guest: str
    holders: tuple[str, ...] = ()
    here: bool = True


class ClubTable(Struct, frozen=True):
    """A table of a round: its players by chair, and its deals so far."""

    players: Group
    codes: tuple[str, ...] = ()
    """The code of the table at which each deal is or was played."""
    results: tuple[entries.TableResult | None, ...] = ()
    """The result of each finished deal, or None for one that counts as not played."""


class ClubRound(Struct, frozen=True):
    """A round. Its clock runs out at the time `ends` (0: never). One `commitment` covers all its dice."""

    tables: tuple[ClubTable, ...]
    byes: Group = ()
    ends: int = 0
    commitment: str = ""
    over: bool = False

    def table_of(self, player: int) -> int | None:
        """The number of a player's table, or None."""
        return next((number for number, table in enumerate(self.tables) if player in table.players), None)


class ClubNight(Struct, frozen=True):
    """A club night after `number` entries."""

    plan: entries.ClubPlan
    number: int = 1
    players: tuple[ClubPlayer, ...] = ()
    rounds: tuple[ClubRound, ...] = ()
    ended: bool = False

    def after(self, entry: entries.Entry) -> "ClubNight":
        """The club night with one more entry. Raises `IllegalMove` if it is not allowed."""
        if self.ended and not isinstance(entry, entries.ResultCorrected):
            raise IllegalMove(tr(ENDED))
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
    def round(self) -> ClubRound | None:
        """The round that is being played."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].over else None

    def player_of(self, guest: str) -> int | None:
        """The number of the player with this guest id, or None."""
        return next((number for number, one in enumerate(self.players) if one.guest == guest), None)


def open_night(entry: entries.ClubOpened) -> ClubNight:
    """A new club night without players. Raises `IllegalMove` for a plan that cannot be played."""
    plan = entry.plan
    game = game_called(plan.game, plan.options)
    if plan.seats not in game.seats:
        wrong = mark("{game} has tables of {least} to {most} players, not {seats}.")
        least, most = game.seats[0], game.seats[-1]
        raise IllegalMove(tr(wrong, game=game.title, least=least, most=most, seats=plan.seats))
    for name, (least, most, wrong) in LIMITS.items():
        number: int = getattr(plan, name)
        if not least <= number <= most:
            raise IllegalMove(tr(wrong, least=least, most=most, number=number))
    return ClubNight(plan)


def folded(log: Iterable[entries.Entry]) -> ClubNight:
    """The club night of a log. Raises `IllegalMove` if it does not begin with `ClubOpened`."""
    first, *others = log
    if not isinstance(first, entries.ClubOpened):
        raise WrongCall("The log of a club night must begin with its opening.")
    return reduce(ClubNight.after, others, open_night(first))


def next_round(night: ClubNight) -> Pairing:
    """The pairing of the next round. Raises `IllegalMove` if there is none."""
    _check_can_begin(night)
    pair = pairing.stay if night.plan.pairing == "stay" else pairing.swiss
    tables = pair(night.present, night.sizes, past(night))
    if not tables.tables:
        raise IllegalMove(tr("A round needs at least {least} players who are present.", least=night.sizes[0]))
    return tables


def past(night: ClubNight) -> Past:
    """The results so far, in the form that pairing needs."""
    groups = [table.players for one in night.rounds for table in one.tables]
    return Past(
        tables=tuple(table.players for table in night.rounds[-1].tables) if night.rounds else (),
        met=Counter(pair for players in groups for pair in combinations(sorted(players), 2)),
        byes=Counter(player for one in night.rounds for player in one.byes),
        points=match_points(night),
        chairs=Counter((player, chair) for players in groups for chair, player in enumerate(players)),
    )


def match_points(night: ClubNight) -> dict[int, float]:
    """One point for each match won, shared by equal winners; a bye counts as a round of wins."""
    points = dict.fromkeys(range(len(night.players)), 0.0)
    for one in night.rounds:
        for player in one.byes:
            points[player] += night.plan.deals
        for table in one.tables:
            for result in filter(None, table.results):
                for chair in result.winners:
                    points[table.players[chair]] += 1 / len(result.winners)
    return points


# --- Entries one by one ----------------------------------------------------------------------------------


def _after(night: ClubNight, entry: entries.Entry) -> ClubNight:
    match entry:
        case entries.ClubOpened():
            raise IllegalMove(tr("This club night is already open."))
        case entries.PlayerArrived() | entries.PlayerLeft():
            return _move_player(night, entry)
        case entries.RoundBegun():
            return _begin_round(night, entry)
        case entries.TableDealt() | entries.DealPlayed():
            return _at_table(night, entry)
        case entries.ResultCorrected():
            return _correct(night, entry)
        case _:
            return _finish(night, entry)


def _move_player(night: ClubNight, entry: entries.PlayerArrived | entries.PlayerLeft) -> ClubNight:
    if isinstance(entry, entries.PlayerLeft):
        if not 0 <= entry.player < len(night.players) or not night.players[entry.player].here:
            raise IllegalMove(tr("This player is not there."))
        return _with_player(night, entry.player, replace(night.players[entry.player], here=False))
    number = night.player_of(entry.guest)
    if number is not None:
        returned = replace(night.players[number], here=True, holders=entry.holders)
        if returned == night.players[number]:
            raise IllegalMove(tr("You are already there."))
        return _with_player(night, number, returned)
    if len(night.players) == MOST_PLAYERS:
        raise IllegalMove(tr("A club night has at most {most} players.", most=MOST_PLAYERS))
    check_name(entry.name)
    if entry.name in [player.name for player in night.players]:
        raise IllegalMove(tr("Somebody here is already called {name}.", name=quoted(entry.name)))
    return replace(night, players=(*night.players, ClubPlayer(entry.name, entry.guest, entry.holders)))


def _with_player(night: ClubNight, number: int, changed: ClubPlayer) -> ClubNight:
    return replace(night, players=_with(night.players, number, changed))


def _check_can_begin(night: ClubNight) -> None:
    if night.ended:
        raise IllegalMove(tr(ENDED))
    if night.round:
        raise IllegalMove(tr("The round is not over yet."))
    if len(night.rounds) == night.plan.rounds:
        raise IllegalMove(tr("All rounds have been played."))


def _begin_round(night: ClubNight, entry: entries.RoundBegun) -> ClubNight:
    _check_can_begin(night)
    seated = Counter([*(player for table in entry.tables for player in table), *entry.byes])
    if seated != Counter(night.present):
        raise IllegalMove(tr("A round must have each present player exactly once, and nobody else."))
    if not entry.tables or any(len(table) not in night.sizes for table in entry.tables):
        raise IllegalMove(tr("A table of this round has too many or too few players."))
    new = ClubRound(tuple(map(ClubTable, entry.tables)), entry.byes, entry.ends, entry.commitment)
    return replace(night, rounds=(*night.rounds, new))


def _at_table(night: ClubNight, entry: entries.TableDealt | entries.DealPlayed) -> ClubNight:
    now = night.round
    if now is None:
        raise IllegalMove(tr("No round is being played."))
    table = _of(now.tables, entry.table, "table")
    is_playing = len(table.codes) > len(table.results)
    if isinstance(entry, entries.TableDealt):
        if is_playing or len(table.codes) == night.plan.deals:
            raise IllegalMove(tr("This table has no deal to begin."))
        table = replace(table, codes=(*table.codes, entry.code))
    else:
        if not is_playing:
            raise IllegalMove(tr("This table has no deal in progress."))
        _check_result(table, entry.result)
        table = replace(table, results=(*table.results, entry.result))
    return _with_round(night, replace(now, tables=_with(now.tables, entry.table, table)))


def _correct(night: ClubNight, entry: entries.ResultCorrected) -> ClubNight:
    one = _of(night.rounds, entry.round, "round")
    table = _of(one.tables, entry.table, "table")
    _of(table.results, entry.deal, "result")
    _check_result(table, entry.result)
    table = replace(table, results=_with(table.results, entry.deal, entry.result))
    one = replace(one, tables=_with(one.tables, entry.table, table))
    return replace(night, rounds=_with(night.rounds, entry.round, one))


def _check_result(table: ClubTable, result: entries.TableResult | None) -> None:
    if result is None:
        return
    chairs = range(len(table.players))
    if len(result.scores) != len(chairs):
        raise IllegalMove(tr("A result of this table must have {count} scores.", count=len(chairs)))
    if not result.winners or not set(result.winners) <= set(chairs):
        raise IllegalMove(tr("The winners of a result must sit at the table."))


def _finish(night: ClubNight, entry: entries.RoundOver | entries.ClubEnded) -> ClubNight:
    now = night.round
    if isinstance(entry, entries.ClubEnded):
        if now:
            raise IllegalMove(tr("The round is not over yet."))
        return replace(night, ended=True)
    if now is None:
        raise IllegalMove(tr("No round is being played."))
    unplayed = tuple(
        replace(table, results=(*table.results, *[None] * (night.plan.deals - len(table.results))))
        for table in now.tables
    )
    return _with_round(night, replace(now, tables=unplayed, over=True))


def _with_round(night: ClubNight, changed: ClubRound) -> ClubNight:
    return replace(night, rounds=(*night.rounds[:-1], changed))


def _of(items: tuple[T, ...], number: int, what: str) -> T:
    if not 0 <= number < len(items):
        raise IllegalMove(tr(UNKNOWN[what], number=number + 1))
    return items[number]


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
