"""Runs the club nights of this server: begins rounds, opens tables on shared dice, and collects the results.

A club night advances when somebody requests it. Nothing is lost if nobody does, or if the server stops: the
pending steps follow from the log.
"""

import asyncio
import base64
import hmac
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any

from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from fivedice.club import entries, standings
from fivedice.club.night import ClubNight, ClubRound, next_round, open_night
from fivedice.core.rules import IllegalMove, leaders
from fivedice.deals.deal import commitment
from fivedice.language import mark, tr
from fivedice.match.setup import Promise
from fivedice.names import check_apart
from fivedice.runtime import chance
from fivedice.server.club import store
from fivedice.server.players.store import KnownPlayer
from fivedice.server.storage import deals, summary, table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.async_database import AsyncDatabase, retry_on_conflict
from fivedice.server.storage.errors import Damaged
from fivedice.server.tables import codes
from fivedice.server.tables.registry import NoTable, TableRegistry, under_a_new_code
from fivedice.table.log import Closed
from fivedice.table.terms import Terms

KEPT = 50
"""The most club nights in memory."""
FRESH = 30.0
"""Seconds until a club night is read again from its first entry, with changed names and new costs."""
LENGTH = 22
"""Characters of a token of 128 bits, the length of random tokens."""
NEVER = 1e12
"""The time until which the dice of a round without a clock stay secret, unless the round ends."""
ROUND_OVER = mark("The round is over; this match counts as not played.")
ONLY_HOST = mark("Only the host of this club night may do this.")
Make = Callable[[ClubNight], Sequence[entries.Entry]]
"""Makes the entries that follow the newest state, or raises `IllegalMove`."""


class KnownClubNight(Struct, frozen=True):
    """A club night, the time at which its whole log was last read, and its ranking."""

    night: ClubNight
    at: float
    costs: standings.Costs = standings.NO_COSTS
    order: tuple[standings.Standing, ...] = ()
    luck: float | None = None


class ClubNights:
    """The club nights of one worker."""

    def __init__(self, registry: TableRegistry, storage: AsyncDatabase) -> None:
        self._registry, self._storage = registry, storage
        self._known = LRUCache[str, KnownClubNight](KEPT)
        self._going_on = LRUCache[str, asyncio.Lock](KEPT)
        self._writing = LRUCache[str, asyncio.Lock](KEPT)

    async def open(self, plan: entries.ClubPlan, player: str) -> str:
        """Opens a club night; returns its code. Raises `IllegalMove`."""
        first = entries.ClubOpened(plan)
        self._registry.policy.check(_terms(open_night(first), plan.seats))

        def keep(connection: Connection, code: str) -> None:
            table_rows.append(connection, [Append(code, 0, [entries.text(first)])])
            store.welcome(connection, code, player, store.HOST)

        return await under_a_new_code(lambda code: self._storage.ask(keep, code))

    async def now(self, code: str) -> KnownClubNight:
        """A club night after all steps that need no person. Raises `NoTable`."""
        async with self._going_on.setdefault(code, asyncio.Lock()):
            with suppress(IllegalMove, Conflict, Damaged):  # another worker was faster
                await self._go_on(code)
            return await self._find(code)

    async def live_scores(self, code: str) -> dict[str, tuple[int, ...]]:
        """The scores of the matches in progress, by the codes of their tables."""
        now = (await self._find(code)).night.round
        playing = [one.codes[-1] for one in now.tables if len(one.codes) > len(one.results)] if now else []
        states = {at: (await self._registry.table(at)).state for at in playing}
        return {at: table.match.scores for at, table in states.items() if table.match}

    async def guests_of(self, code: str, player: str) -> set[str]:
        """See `store.guests_of`."""
        return await self._storage.ask(store.guests_of, code, player)

    # --- Actions of people -------------------------------------------------------------------------------

    async def arrive(self, code: str, player: KnownPlayer, name: str) -> None:
        """A player arrives, or returns under the first name. Raises `IllegalMove`."""
        # first: a player whose name is refused tries again as the same guest
        guest = await self._storage.ask(store.welcome, code, player.id, secrets.token_hex(8))

        def come(night: ClubNight) -> list[entries.Entry]:
            if night.player_of(guest) is None:
                check_apart(name, [one.name for one in night.players])
            return [entries.PlayerArrived(name, guest, holders(code, night, player))]

        await self._act(code, come)

    async def renew(self, code: str, player: KnownPlayer, guests: set[str]) -> None:
        """Gives a present player new tokens if the key has changed, as for two players who were joined."""

        def again(night: ClubNight) -> list[entries.Entry]:
            new = holders(code, night, player)
            stale = [one for one in night.players if one.here and one.guest in guests and one.holders != new]
            return [] if night.ended else [entries.PlayerArrived(one.name, one.guest, new) for one in stale]

        await self._act(code, again)

    async def leave(self, code: str, player: str, number: int | None) -> None:
        """A player leaves, or the host reports that player `number` has left. Raises `IllegalMove`."""
        mine = await self.guests_of(code, player)
        night = (await self._find(code)).night
        own = next((n for n, one in enumerate(night.players) if one.guest in mine), None)
        if number not in (None, own) and store.HOST not in mine:
            raise IllegalMove(tr(ONLY_HOST))
        leaving = own if number is None else number
        await self._act(code, lambda _: [entries.PlayerLeft(-1 if leaving is None else leaving)])

    async def begin(self, code: str) -> None:
        """Begins the next round. Raises `IllegalMove`."""
        night, secret = (await self._find(code)).night, chance.new_secret()
        paired = await asyncio.to_thread(next_round, night)
        ends = int(time.time()) + 60 * night.plan.minutes if night.plan.minutes else 0

        def start(now: ClubNight) -> list[entries.Entry]:
            if now.present != night.present:
                raise Conflict  # somebody has just arrived or left
            return [entries.RoundBegun(paired.tables, paired.byes, ends, commitment(secret))]

        await self._storage.ask(deals.keep, secret, float(ends or NEVER))
        await self._act(code, start)

    async def end_round(self, code: str) -> None:
        """Ends the round, even if matches are still in progress. Raises `IllegalMove`."""
        night = await self._act(code, lambda _: [entries.RoundOver()])
        await self._clear(night.rounds[-1])

    async def end_abandoned(self, host: str) -> None:
        """Ends the rounds of a host who will be forgotten and beside whom nobody is present."""
        for code in await self._storage.ask(store.abandoned, host):
            with suppress(IllegalMove):  # it has just ended
                await self.end_round(code)

    async def end(self, code: str) -> None:
        """Ends the club night. Raises `IllegalMove`."""
        await self._act(code, lambda _: [entries.ClubEnded()])

    async def correct(self, code: str, place: tuple[int, int, int], scores: tuple[int, ...] | None) -> None:
        """Replaces the result of a round, table and deal; None counts as not played. Raises `IllegalMove`."""
        result = entries.TableResult(scores, leaders(scores)) if scores else None
        await self._act(code, lambda _: [entries.ResultCorrected(*place, result)])

    # --- Automatic steps ---------------------------------------------------------------------------------

    async def _go_on(self, code: str) -> None:
        night = (await self._find(code)).night
        if night.round is None:
            return
        night = await self._collect(code, night.round)
        now, deals = night.round, night.plan.deals
        if now is None:
            return
        finished = all(len(table.results) == deals for table in now.tables)
        if finished or (now.ends and time.time() >= now.ends):
            await self.end_round(code)
            return
        waiting = [n for n, one in enumerate(now.tables) if len(one.codes) == len(one.results) < deals]
        dealt = [entries.TableDealt(table, await self._deal(code, night, now, table)) for table in waiting]
        await self._act(code, lambda _: dealt)

    async def _collect(self, code: str, now: ClubRound) -> ClubNight:
        tables = enumerate(now.tables)
        playing = {one.codes[-1]: number for number, one in tables if len(one.codes) > len(one.results)}
        summaries = await self._storage.ask(table_rows.summaries, list(playing))
        results = {playing[at]: _result(summary.read(at, text).fields) for at, text in summaries.items()}
        new = [entries.DealPlayed(table, result) for table, result in sorted(results.items())]
        return await self._act(code, lambda _: new)

    async def _deal(self, code: str, night: ClubNight, now: ClubRound, number: int) -> str:
        """Opens the table for the next deal, with its players in their chairs."""
        table = now.tables[number]
        deal = len(table.results)
        promise = Promise(now.commitment, ("",) * len(table.players), deal + 1)
        players = [night.players[player] for player in table.players]
        nobody = codes.digest(codes.new_token())  # for players who have not looked since an earlier version
        seats = [(one.name, one.holders[_place(night, deal)] if one.holders else nobody) for one in players]
        terms = replace(_terms(night, len(seats)), promise=promise, club=code)
        return await self._registry.open_seated(terms, seats)

    async def _clear(self, over: ClubRound) -> None:
        """Reveals the dice of a round, and closes the tables that have not finished."""
        await self._storage.ask(deals.reveal, over.commitment)
        for table in over.tables:
            played = zip(table.codes, table.results, strict=False)
            for code in [code for code, result in played if result is None]:
                with suppress(NoTable, Damaged):
                    session = await self._registry.table(code)
                    await session.act(lambda now: [] if now.is_over or now.closed else [Closed(ROUND_OVER)])

    # --- The log -----------------------------------------------------------------------------------------

    async def _find(self, code: str) -> KnownClubNight:
        """The newest state of a club night. Raises `NoTable`."""
        known = self._known.get(code)
        if known and time.monotonic() < known.at + FRESH:
            new = await self._storage.ask(table_rows.since, code, known.night.number)
            return await self._keep(code, known, new) if new else known
        log = await self._storage.ask(store.log_of, code) if codes.is_code(code) else ()
        if not log:
            raise NoTable(tr("There is no club night {code}.", code=code))
        night = await asyncio.to_thread(store.read, code, log)
        played = [code for one in night.rounds for table in one.tables for code in table.codes]
        costs = await self._storage.ask(store.costs, played)
        return await self._keep(code, KnownClubNight(night, time.monotonic(), costs))

    async def _keep(self, code: str, known: KnownClubNight, new: Iterable[str] = ()) -> KnownClubNight:
        def ranked() -> KnownClubNight:
            night = reduce(ClubNight.after, map(entries.entry, new), known.night)
            order, luck = standings.standings(night, known.costs), standings.luck(night)
            return replace(known, night=night, order=order, luck=luck)

        self._known[code] = newest = await asyncio.to_thread(ranked)
        return newest

    async def _act(self, code: str, make: Make) -> ClubNight:
        """Appends the entries of `make` for the newest state. Raises `IllegalMove` and `NoTable`."""
        async with self._writing.setdefault(code, asyncio.Lock()):
            refusal = tr("The club night is too busy; try again.")
            return await retry_on_conflict(lambda: self._append(code, make), refusal)

    async def _append(self, code: str, make: Make) -> ClubNight:
        night = (await self._find(code)).night
        new = make(night)
        if not new:
            return night
        reduce(ClubNight.after, new, night)  # refuses what is not allowed
        await self._storage.append(Append(code, night.number, [entries.text(entry) for entry in new]))
        return (await self._find(code)).night


def holders(code: str, night: ClubNight, player: KnownPlayer) -> tuple[str, ...]:
    """The digests of a player's tokens for all deals of a club night."""
    deals = range(night.plan.rounds * night.plan.deals)
    return tuple(codes.digest(_token(code, player, deal)) for deal in deals)


def seat_of(code: str, night: ClubNight, number: int, player: KnownPlayer) -> codes.TakenSeat | None:
    """The seat in which player `number` plays now."""
    now = night.round
    at = now.table_of(number) if now else None
    if now is None or at is None:
        return None
    table = now.tables[at]
    if len(table.codes) == len(table.results):
        return None
    token = _token(code, player, _place(night, len(table.codes) - 1))
    return codes.TakenSeat(table.codes[-1], table.players.index(number), token)


def _place(night: ClubNight, deal: int) -> int:
    """The place of a deal of the newest round among all deals of the night."""
    return (len(night.rounds) - 1) * night.plan.deals + deal


def _token(code: str, player: KnownPlayer, deal: int) -> str:
    """A player's token for a deal. The player can get it on any device and after any restart."""
    secret = hmac.digest(player.key.encode(), f"club {code} {deal}".encode(), "sha256")
    return base64.urlsafe_b64encode(secret).decode()[:LENGTH]


def _terms(night: ClubNight, seats: int) -> Terms:
    plan = night.plan
    return Terms(plan.game, ("",) * seats, plan.options, hints=False, watching=False)


def _result(fields: dict[str, Any]) -> entries.TableResult | None:
    """The result of a finished table; None for a closed table."""
    is_over = fields["stage"] == "over"
    return entries.TableResult(tuple(fields["scores"]), tuple(fields["winners"])) if is_over else None
