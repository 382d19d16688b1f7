"""All tables of this worker. Tables with clients have a session in memory; the others are only stored."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import msgspec
from cachetools import LRUCache

from fivedice.core.rules import IllegalMove
from fivedice.deals import deal
from fivedice.language import mark, tr
from fivedice.match.match import EventMatch
from fivedice.match.setup import Promise
from fivedice.match.state import State
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord
from fivedice.runtime import chance
from fivedice.runtime.days import DAY
from fivedice.runtime.store import StoreError
from fivedice.server.compute.reading import RecordReader
from fivedice.server.compute.reviewing import ReviewRunner
from fivedice.server.storage import deadlines, deals, errors, summary, table_rows
from fivedice.server.storage.append_entries import Append, Conflict
from fivedice.server.storage.errors import Damaged
from fivedice.server.storage.summary import TableSummary
from fivedice.server.tables import clock, codes, passes
from fivedice.server.tables.clock import ClockMonitor, ServedTime
from fivedice.server.tables.codes import TakenSeat
from fivedice.server.tables.policy import TablePolicy
from fivedice.server.tables.session import LoadedTable, TableServices, TableSession
from fivedice.table import log
from fivedice.table.log import Arranged, Closed, RematchOpened, SeatMoved, SeatTaken, Started
from fivedice.table.protocol import visibility
from fivedice.table.seating import check_twin
from fivedice.table.state import TableState, check_arranges, open_chair, opened
from fivedice.table.terms import Terms

CLOSED_AFTER = 7 * DAY
"""Seconds after its last entry until a table is closed, unless the clock has jumped."""
UNFINISHED = mark("This match is not over. Finish it where it began, then upload its record.")
GRACES_PER_ROUND, LONGEST_ROUND = 2.0, 30.0
"""A maintenance round takes place every 2 grace periods, and at least every 30 seconds."""
ROUNDS_PER_CLOSING = 100
"""Rounds between two searches for abandoned tables."""
SUMMARIES = 1000
"""The number of cached summaries of open tables."""
RENAMED = "renamed"
"""The notice that a person of a table was deleted."""
AT_ONCE = 50
"""Overdue correspondence tables per round."""


class NoTable(Exception):  # noqa: N818 - a client's mistake
    """No such table; the message is for the client."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A player's contribution to the dice of a table, and the colours of this device's players by name. To
    open a table, also the commitment to dice that were offered.
    """

    contribution: str = ""
    commitment: str = ""
    colours: Mapping[str, str] = field(default_factory=dict)

    def to_sit(self, name: str) -> tuple[str, str]:
        """The contribution, and the colour of the player who sits down under this name."""
        return self.contribution, self.colours.get(name, "")


NOTHING_BROUGHT = Brought()


class TableRegistry:
    """The tables of one worker."""

    def __init__(
        self,
        services: TableServices,
        policy: TablePolicy | None = None,
        clock_monitor: ClockMonitor | None = None,
        served: ServedTime | None = None,
    ) -> None:
        self.runner, self.post, self._storage = services.runner, services.post, services.storage
        self.reading, self.policy = RecordReader(services.storage), policy or TablePolicy()
        self.reviewing = ReviewRunner(self.reading, self.runner.solving)
        self._services = services
        self._tables: dict[str, TableSession] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._summaries = LRUCache[tuple[str, int], TableSummary](SUMMARIES)
        self._clock_monitor = clock_monitor or ClockMonitor()
        self._served = served or ServedTime(self._storage)

    # --- Finding -----------------------------------------------------------------------------------------

    async def table(self, code: str) -> TableSession:
        """The session of a table. Raises `NoTable`."""
        if not codes.is_code(code):
            raise NoTable(tr("A code has {length} letters and digits.", length=codes.LENGTH))
        lock = self._loading.setdefault(code, asyncio.Lock())
        try:
            async with lock:
                if code not in self._tables:
                    loaded = await self._stored(code)
                    if loaded is None:
                        raise NoTable(tr("There is no table {code}.", code=code))
                    self._tables[code] = TableSession(code, loaded, self._services)
                session = self._tables[code]
                if session.is_behind:
                    await session.catch_up()
                return session
        finally:
            if not lock.locked():
                self._loading.pop(code, None)

    def board(self, code: str) -> str:
        """The kind of board of a table in memory; "" for others."""
        table = self._tables.get(code)
        return table.state.game.board if table and table.state.match else ""

    async def find(self, code: str) -> TableState:
        """The state of a table or of an uploaded record. Raises `NoTable`."""
        if codes.is_code(code):
            uploaded = await self.reading.uploaded(code)
            if uploaded is not None:
                return uploaded
        return (await self.table(code)).state

    async def ended(self, code: str, holder: str) -> tuple[TableState, EventMatch]:
        """A table and its finished match. Raises as `find` and `visibility.ended` do."""
        table = await self.find(code)
        return table, visibility.ended(table, table.seat_of(holder))

    async def revealed(self, code: str) -> str:
        """The secret of the dice of a record, or of a match that has ended; "" if there is none. Raises
        `NoTable`.
        """
        table = await self.find(code)
        promise = table.terms.promise
        if promise is None or not (table.is_over or table.closed):
            return table.secret
        return (await self._storage.ask(deals.find, promise.commitment)).revealed

    async def summaries(self, wanted: Sequence[str]) -> dict[str, TableSummary]:
        """The summaries of tables and records by code; unknown codes are left out."""
        wanted = [code for code in wanted if codes.is_code(code)]
        texts = await self._storage.ask(table_rows.summaries, wanted)
        summaries = {code: known for code, text in texts.items() if (known := self._read(code, text))}
        missing = [code for code in wanted if code not in summaries]
        numbers = await self._storage.ask(table_rows.numbers, missing)
        for code in missing:
            known = self._summaries.get((code, numbers.get(code, 0)))
            with suppress(NoTable, BadRecord, Damaged):
                summaries[code] = known or await self._sum_up(code)
        return summaries

    def _read(self, code: str, text: str) -> TableSummary | None:
        """A stored summary; None if it is damaged, which is logged. The caller makes a new one."""
        try:
            return summary.read(code, text)
        except Damaged as damaged:
            self._storage.outages.add(damaged)
            return None

    async def _sum_up(self, code: str) -> TableSummary:
        """Makes a summary, and stores it if the table no longer changes."""
        state = await self.find(code)
        new = self._summaries[code, state.number] = summary.of(state, code)
        if not summary.changes(state):
            with suppress(Conflict):  # another worker has just stored the same
                await self._storage.ask(table_rows.sum_up, code, summary.text(new))
        return new

    # --- Opening -----------------------------------------------------------------------------------------

    async def open(
        self, terms: Terms, name: str, brought: Brought = NOTHING_BROUGHT, chair: int | None = None
    ) -> TakenSeat:
        """Opens a table and seats a player in this or the first open chair. Raises `IllegalMove`."""
        self.policy.check_name(name)
        await self.reading.measure(terms.rules())
        self.policy.check(terms)
        token = codes.new_token()
        terms, dice = _with_dice(terms, brought.commitment)
        empty = opened(terms)
        place = open_chair(empty) if chair is None else chair
        first = SeatTaken(place, name, codes.digest(token), *brought.to_sit(name))
        code = await self._store(terms, [first, *_start_when_full(empty.after(first))], dice)
        return TakenSeat(code, first.chair, token)

    async def open_seated(self, terms: Terms, seats: Sequence[tuple[str, str]]) -> str:
        """Opens a table whose match begins at once, on promised dice; returns its code. A seat is a
        name and the digest of a token. Raises `IllegalMove`.
        """
        await self.reading.measure(terms.rules())
        sat = [SeatTaken(chair, name, holder) for chair, (name, holder) in enumerate(seats)]
        return await self._store(terms, [*sat, Started()])

    async def _store(
        self, terms: Terms, entries: Sequence[log.Entry], dice: tuple[str, bytes] | None = None
    ) -> str:
        """Stores a new table with its first entries; returns its code."""
        empty = state = opened(terms)
        for entry in entries:
            state = state.after(entry)
        text = msgspec.json.encode(terms).decode()
        first = [log.text(entry) for entry in entries], "", state.asked_since, clock.within(empty, state)
        return await under_a_new_code(
            lambda code: self._storage.ask(table_rows.open_table, text, Append(code, 0, *first), dice)
        )

    async def play_on(
        self, state: State, seat: int, name: str, watching: bool, brought: Brought
    ) -> TakenSeat:
        """Opens a table that continues a match from `state`. Raises `IllegalMove`."""
        await self.reading.measure(state.setup.game)
        terms = self.policy.from_here(state, seat)
        return await self.open(msgspec.structs.replace(terms, watching=watching), name, brought)

    async def play_same(self, code: str, terms: Terms, name: str, brought: Brought) -> TakenSeat:
        """Opens a table with these terms on the dice of a match that is over. Raises `IllegalMove`."""
        secret = await self.revealed(code)
        if not secret:
            raise IllegalMove(tr("The secret of these dice is not revealed, so nobody can play them again."))
        await self._storage.ask(deals.keep, bytes.fromhex(secret))
        return await self.open(terms, name, brought)

    async def sit(
        self, code: str, name: str, chair: int | None = None, brought: Brought = NOTHING_BROUGHT
    ) -> TakenSeat:
        """Takes this or the next open chair. The last chair begins the match. Raises `IllegalMove`."""
        self.policy.check_name(name)
        token = codes.new_token()

        def take(state: TableState) -> list[log.Entry]:
            free = open_chair(state)
            place = free if chair is None else chair
            sat = SeatTaken(place, name, codes.digest(token), *brought.to_sit(name))
            check_twin(state.chairs, name)
            return [sat, *_start_when_full(state.after(sat))]

        state = await (await self.table(code)).act(take)
        return TakenSeat(code, held_chair(state, token), token)

    async def arrange(self, code: str, token: str, chair: int, bot: str, name: str) -> None:
        """Gives a chair to a bot, or opens it. `name` is the person who loses it. Raises `IllegalMove`."""
        table = await self.table(code)
        await self.reading.measure(table.state.terms.rules())

        def change(state: TableState) -> list[log.Entry]:
            check_arranges(state, held_chair(state, token), chair, name)
            arranged = Arranged(chair, bot)
            after = state.after(arranged)
            self.policy.check(after.terms_now)
            return [arranged, *_start_when_full(after)]

        await table.act(change)

    async def start(self, code: str, token: str, fill: str) -> None:
        """Starts the match; the bot `fill` takes the open chairs. Raises `IllegalMove`."""

        table = await self.table(code)
        await self.reading.measure(table.state.terms.rules())

        def begin(state: TableState) -> list[log.Entry]:
            held_chair(state, token)
            self.policy.check_fill(state.terms, fill)
            return [Started(fill)]

        await table.act(begin)

    async def again(self, code: str, token: str, brought: Brought = NOTHING_BROUGHT) -> TakenSeat:
        """Takes a chair at the open rematch, or opens a new one. Raises `IllegalMove`.

        A player named among the brought colours gets that colour; others keep theirs.

        Everybody keeps their chair there if it is open, so that the start passes on.

        A new rematch replaces a rematch that began without this player or was closed before it began.
        """
        table = await self.table(code)
        state = table.state
        chair = held_chair(state, token)
        mine = state.chairs[chair]
        name = mine.name
        brought = replace(brought, colours={name: mine.colour, **brought.colours})
        known = (await self.summaries([state.next])).get(state.next)
        is_there = known is not None and known.seats(name) and not known.never_began
        if known and known.gathers and not is_there:
            chairs = (await self.table(state.next)).state.chairs
            is_free = chair < len(chairs) and chairs[chair].is_open
            return await self.sit(state.next, name, chair if is_free else None, brought)
        instead = "" if is_there else state.next
        state.after(RematchOpened("", instead))
        seat = await self.open(state.rematch_terms, name, brought, chair)
        try:
            await table.act(lambda _: [RematchOpened(seat.code, instead)])
        except IllegalMove:  # another player was faster
            await (await self.table(seat.code)).act(lambda _: [Closed()])
            return await self.again(code, token, replace(brought, commitment=""))
        return seat

    async def give_pass(self, code: str, token: str) -> str:
        """Makes a pass that moves a seat to another device. Raises `IllegalMove`."""
        held_chair((await self.table(code)).state, token)
        return await self._storage.ask(passes.give, code, token)

    async def take_pass(self, code: str, pass_: str) -> TakenSeat:
        """Redeems a pass for its seat, which moves to this device. Raises `NoTable`."""
        owner_and_token = await self._storage.ask(passes.take, pass_, [code])
        if owner_and_token is None:
            raise NoTable(tr("This link was already used or has expired. Make a new one at the table."))
        before, table = owner_and_token[1], await self.table(code)
        token = before if table.state.closed else codes.elsewhere(before)
        moved, device = token != before, codes.digest(token).partition(".")[2]
        state = await table.act(lambda now: [SeatMoved(held_chair(now, before), device)] if moved else [])
        return TakenSeat(code, held_chair(state, token), token)

    async def upload(self, text: bytes, count_card: Callable[[], None] = lambda: None) -> str:
        """Stores the record of a finished match and returns its code.

        Calls `count_card` for a player's own card. Raises `BadRecord`, and `IllegalMove` for an unfinished
        match, because its review would be a hint.
        """
        state = await self.reading.record(text)
        self.policy.check_game(state.game)
        if state.game.is_own_card:
            count_card()
        if not state.is_over:
            raise IllegalMove(tr(UNFINISHED))
        return await under_a_new_code(
            lambda code: self._storage.upload(code, text.decode(), summary.text(summary.of(state, code)))
        )

    # --- Maintenance -------------------------------------------------------------------------------------

    async def on_notice(self, notice: str) -> None:
        """Handles a notice from another worker: new entries ("CODE 17" and lines), or presence."""
        head, *entries = notice.split("\n")
        code, *words, number = head.split(" ")
        if words == [RENAMED]:
            await self.reload(code)
        elif code in self._tables and words:
            await self._tables[code].presence.on_notice(words[0], int(number))
        elif code in self._tables:
            await self._tables[code].on_entries(int(number), entries)

    async def reload(self, code: str) -> None:
        """Reads a table again after a change other than new entries, and sends it to its clients."""
        for key in [key for key in self._summaries if key[0] == code]:
            del self._summaries[key]
        self.reading.forget(code)
        session = self._tables.get(code)
        if session and not await session.renew(lambda: self._stored(code)):
            self._tables.pop(code, None)  # a notice may have removed it meanwhile
            session.close()

    async def catch_up(self) -> None:
        """Reads new entries of every table, because notices were missed or, with SQLite, do not exist."""
        for table in tuple(self._tables.values()):
            await table.catch_up()

    async def maintain(self) -> None:
        """Until cancelled: plays overdue tables, forgets idle ones, and closes abandoned ones.

        Closing happens rarely because it looks at every open table.
        """
        rounds = 0
        while True:
            with suppress(StoreError):
                await self.play_overdue()
                if rounds >= ROUNDS_PER_CLOSING:
                    rounds = 0
                    await self.close_old()
            await asyncio.sleep(min(GRACES_PER_ROUND * self._services.grace, LONGEST_ROUND))
            rounds += 1
            for table in tuple(self._tables.values()):
                table.presence.watch()
            self.forget_idle()

    async def play_overdue(self) -> None:
        """Adds the served time, and lets the game decide at overdue correspondence tables."""
        await self._served.pass_()
        for late in await self._storage.ask(deadlines.overdue, AT_ONCE):
            with suppress(NoTable, IllegalMove, BadText, Damaged):
                goes_on = await (await self.table(late.code)).overdue(late.question)
                await self._storage.ask(deadlines.settle, late, clock.RETRY if goes_on else None)

    def figures(self) -> tuple[int, int]:
        """The number of tables in memory, and of the clients connected to them."""
        return len(self._tables), sum(len(table.subscribers.clients) for table in self._tables.values())

    def forget_idle(self) -> None:
        """Removes tables without clients from memory."""
        for code, table in tuple(self._tables.items()):
            if table.is_idle and code not in self._loading:
                del self._tables[code]

    async def close_old(self) -> None:
        """Closes tables that have had no entry for at least `CLOSED_AFTER` seconds."""
        before = self._clock_monitor.ago(CLOSED_AFTER)
        if before is not None:
            await self.close_left(before)

    async def close_left(self, before: float) -> None:
        """Closes open tables without an entry since `before`."""
        for code in await self._storage.ask(table_rows.idle, before):
            with suppress(Damaged):
                table = await self.table(code)
                if not table.subscribers.clients:
                    await table.act(lambda state: [] if state.closed else [Closed()])

    def close(self) -> None:
        """Ends all sessions."""
        for table in self._tables.values():
            table.close()
        self.reviewing.close()

    async def _stored(self, code: str) -> LoadedTable | None:
        """A stored table. Raises `Damaged`."""
        stored = await self._storage.ask(table_rows.load, code)
        if stored is None:
            return None
        try:
            with errors.reading(code):
                return LoadedTable(*await self.reading.table(stored), stored.left, stored.secret)
        except Damaged as damaged:
            self._storage.outages.add(damaged)
            raise


def _with_dice(terms: Terms, commitment: str) -> tuple[Terms, tuple[str, bytes] | None]:
    """The terms with the promise of their dice, and the arguments for `deals.take`. There are none for real
    dice or the dice of another match. Without a commitment, the dice are new.
    """
    if terms.dice == "own" or terms.promise:
        return terms, None
    secret = b"" if commitment else chance.new_secret()
    promise = Promise(commitment or deal.commitment(secret))
    return msgspec.structs.replace(terms, promise=promise), (commitment, secret)


def _start_when_full(state: TableState) -> list[log.Entry]:
    return [] if any(chair.is_open for chair in state.chairs) else [Started()]


def held_chair(state: TableState, token: str) -> int:
    """The chair of a token. Raises `IllegalMove`."""
    chair = state.chair_of(codes.digest(token))
    if chair is None:
        raise IllegalMove(tr("This token does not hold a chair here."))
    return chair


async def under_a_new_code(keep: Callable[[str], Awaitable[None]]) -> str:
    """Stores something under a new code."""
    while True:
        with suppress(Conflict):
            await keep(code := codes.new_code())
            return code
