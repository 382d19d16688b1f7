"""One table that somebody looks at: stores every entry before anyone hears of it, lets bots and dice play.

Knows the room, the database and the clients' queues; no socket and no page.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random

import msgspec

from fivedice import chance
from fivedice.notation.read import BadText
from fivedice.play.events import Event
from fivedice.play.state import Awaited
from fivedice.room import entries as log
from fivedice.room.entries import Back, Entry, Left, happened
from fivedice.room.room import Due, Room, Stale, asked, due
from fivedice.rules import IllegalMove
from fivedice.store import StoreError
from fivedice.web.clerk import Clerk
from fivedice.web.client import Client
from fivedice.web.database import Conflict
from fivedice.web.thinking import Thinking
from fivedice.wire import moves, picture, spoken
from fivedice.wire.messages import FromClient, Hint, Refused, Table, Told

Make = Callable[[Room], Sequence[Entry]]
"""Entries that follow the newest room; raises `IllegalMove` where they cannot."""

GRACE = 15.0
"""Seconds that a person may be gone before the game plays for the seat."""
LATE = 1.0
"""Seconds that a decision may come after the clock has run out, for the way it travels."""
TRIES = 20
"""How often an entry is tried against other workers' before the sender is told."""
ANSWER = 2.0
"""Seconds in which another worker says that a person is connected there."""
WHO, HERE = "who", "here"
"""What workers ask and tell each other of a seat."""
MANNERS = 0.3
"""Seconds that another worker's table is left to it before this one plays on."""


class Live:
    """A table with its clients. All changes go through `act`, one at a time."""

    def __init__(
        self,
        code: str,
        room: Room,
        clerk: Clerk,
        thinking: Thinking,
        dice: Random,
        grace: float = GRACE,
    ) -> None:
        """Nobody looks on yet."""
        self.code, self.room = code, room
        self.clients: dict[Client, str] = {}
        self._clerk, self._thinking, self._dice, self._grace = clerk, thinking, dice, grace
        self._lock = asyncio.Lock()
        self._driver: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._timed, self._ends = 0, 0.0
        self._elsewhere: dict[int, float] = {}

    # --- Clients -----------------------------------------------------------------------------------------

    async def join(self, client: Client, holder: str) -> None:
        """A client looks on, from the seat of this holder if there is one; it gets the whole table."""
        self.clients[client] = holder
        self.show(client)
        seat = self.seat_of(client)
        if seat is not None:
            await self._clerk.call(f"{self.code} {HERE} {seat}")
            await self._return(seat)
        self.watch_absent()
        self._start_clock()
        self._go_on()

    def leave(self, client: Client) -> None:
        """A client is gone; its seat is left to the game after a while."""
        seat = self.seat_of(client)
        del self.clients[client]
        if seat is not None and seat not in self._seats_here:
            self._later(self._grace, lambda: self._miss(seat))

    def seat_of(self, client: Client) -> int | None:
        """The seat of a client, or None for an onlooker."""
        return self.room.chair_of(self.clients[client])

    def show(self, client: Client) -> None:
        """Sends the whole table to one client."""
        common = msgspec.Raw(msgspec.json.encode(picture.picture(self.room, self.code)))
        you = _raw(picture.seen_by(self.room, self.seat_of(client)))
        client.send(Table(common, you, self._left(self.room)))

    @property
    def _seats_here(self) -> set[int]:
        """The seats whose persons are connected here."""
        return {seat for client in self.clients if (seat := self.seat_of(client)) is not None}

    # --- Changes -----------------------------------------------------------------------------------------

    async def act(self, make: Make) -> Room:
        """Appends the entries that `make` gives for the newest room, with the chance that follows them.

        Raises what `make` raises and `StoreError`; then nothing has changed. When another writer was
        quicker, its entries are read and `make` is asked again.
        """
        async with self._lock:
            for _ in range(TRIES):
                before = self.room
                rooms = self._rooms(before, make(before))
                if not rooms:
                    return before
                texts = [log.text(entry) for entry, _ in rooms]
                try:
                    await self._clerk.append(self.code, before.number, texts)
                except Conflict:
                    await self._read()
                    continue
                self._tell(before, rooms)
                break
            else:
                raise StoreError("The table is too busy; try again.")
        self._go_on()
        return self.room

    async def hear(self, client: Client, message: FromClient) -> None:
        """Does what a client's message says; what cannot be done is told to that client alone."""
        try:
            await self.act(lambda room: moves.entries(message, room, self.seat_of(client), self._happen))
            if isinstance(message, Hint):
                await self._give_hint(client)
        except Stale as error:
            client.send(Refused(str(error), stale=True))
        except (IllegalMove, BadText, StoreError) as error:
            client.send(Refused(str(error)))

    async def _give_hint(self, client: Client) -> None:
        seat, room = self.seat_of(client), self.room
        if seat is not None and room.match is not None and seat in room.match.awaited.seats:
            client.send(await self._thinking.hint(room.match.state, seat, room.number))

    async def catch_up(self) -> None:
        """Reads what other workers have appended."""
        async with self._lock:
            await self._read()
        self._later(MANNERS, self._play_on)

    async def _play_on(self) -> None:
        self._go_on()

    def _rooms(self, before: Room, entries: Sequence[Entry]) -> list[tuple[Entry, Room]]:
        """Each entry with the room after it; then chance events, as long as nobody is to cause them."""
        rooms: list[tuple[Entry, Room]] = []
        room = before
        for entry in entries:
            room = room.after(entry)
            rooms.append((entry, room))
        while rooms and self._is_played and (next_ := due(room)) and next_.kind == "chance":
            entry = self._chance_event(room)
            room = room.after(entry)
            rooms.append((entry, room))
        return rooms

    def _chance_event(self, room: Room) -> Entry:
        assert room.match is not None
        return happened(self._happen(room.match.awaited))

    def _happen(self, awaited: Awaited) -> Event:
        return chance.happen(awaited, self._dice)

    def _tell(self, before: Room, rooms: list[tuple[Entry, Room]]) -> None:
        for entry, room in rooms:
            common = msgspec.Raw(msgspec.json.encode(picture.picture(room, self.code)))
            sentences = spoken.told(entry, before, room)
            messages: dict[int | None, bytes] = {}
            for client, holder in self.clients.items():
                seat = room.chair_of(holder)
                if seat not in messages:
                    seen, you = spoken.seen(entry, room, seat), picture.seen_by(room, seat)
                    told = Told(room.number, _raw(seen), sentences, common, _raw(you), self._left(room))
                    messages[seat] = msgspec.json.encode(told)
                client.send_bytes(messages[seat])
            before = room
        self.room = before
        self._start_clock()

    async def _read(self) -> None:
        texts = await self._clerk.since(self.code, self.room.number)
        rooms, room = [], self.room
        for text in texts:
            entry = log.entry(text)
            room = room.after(entry)
            rooms.append((entry, room))
        self._tell(self.room, rooms)

    # --- Bots and the absent -----------------------------------------------------------------------------

    @property
    def _is_played(self) -> bool:
        """Whether a person of this table is connected here: a table that nobody sits at rests."""
        return bool(self._seats_here)

    def _go_on(self) -> None:
        """Lets happen what needs no person, if it is not happening already."""
        if self._is_played and due(self.room) and (self._driver is None or self._driver.done()):
            self._driver = self._spawn(self._drive())

    async def _drive(self) -> None:
        while self._is_played and (next_ := due(self.room)):
            room = self.room
            try:
                await self.act(await self._automatic(room, next_))
            except StoreError:
                await asyncio.sleep(1)

    async def _automatic(self, room: Room, next_: Due) -> Make:
        """What is due, unless the table has moved on by then."""
        assert room.match is not None
        if next_.kind == "chance":
            return lambda now: [self._chance_event(now)] if due(now) == next_ else []
        bot = room.chairs[next_.seat].bot
        decision = await self._thinking.decide(room.match.state, next_.seat, bot)
        return lambda now: [happened(decision)] if now.match is room.match and due(now) == next_ else []

    async def _return(self, seat: int) -> None:
        """Who is connected is back, as far as anybody knew of an absence."""
        if self._clerk.is_shared:
            await self.catch_up()
        if self.room.chairs[seat].away:
            await self.act(lambda room: [Back(seat)] if room.chairs[seat].away else [])

    def watch_absent(self) -> None:
        """Persons that are not here when others are, are waited for no longer than anybody who leaves."""
        for seat in set(self.room.people) - self._seats_here:
            if self._is_missed(seat):
                self._later(self._grace, lambda seat=seat: self._miss(seat))  # type: ignore[misc]

    async def _miss(self, seat: int) -> None:
        """The seat is left to the game if its person is still gone and another's is not."""
        if self._is_missed(seat) and not await self._is_elsewhere(seat) and self._is_missed(seat):
            await self.act(lambda room: [] if room.chairs[seat].away else [Left(seat)])

    def _is_missed(self, seat: int) -> bool:
        """Whether a match waits for a person who is not here, with another who is."""
        room = self.room
        gone = seat not in self._seats_here and self._is_played
        return gone and room.match is not None and not room.is_over and not room.chairs[seat].away

    async def _is_elsewhere(self, seat: int) -> bool:
        """Whether another worker answers that the person is connected there."""
        if not self._clerk.is_shared:
            return False
        since = asyncio.get_running_loop().time()
        await self._clerk.call(f"{self.code} {WHO} {seat}")
        await asyncio.sleep(ANSWER)
        return self._elsewhere.get(seat, 0.0) > since

    async def called(self, word: str, seat: int) -> None:
        """A worker asks whether a seat's person is connected anywhere, or says that it is so there."""
        if word == WHO and seat in self._seats_here:
            await self._clerk.call(f"{self.code} {HERE} {seat}")
        elif word == HERE:
            self._elsewhere[seat] = asyncio.get_running_loop().time()

    def _start_clock(self) -> None:
        """The clock of the question that is open now, where there is one and a clock was agreed."""
        room = self.room
        if room.terms.clock and asked(room) and self._timed != room.asked_since:
            self._timed = room.asked_since
            self._ends = asyncio.get_running_loop().time() + room.terms.clock
            self._later(room.terms.clock + LATE, lambda: self._run_out(room.asked_since))

    def _left(self, room: Room) -> float | None:
        """Seconds left for the question that is open in this room; None without a clock."""
        if not room.terms.clock or not asked(room):
            return None
        if room.asked_since != self._timed:
            return float(room.terms.clock)
        return max(0.0, self._ends - asyncio.get_running_loop().time())

    async def _run_out(self, question: int) -> None:
        """The game plays for those who have not decided in time."""

        def slow(room: Room) -> list[Entry]:
            return [Left(seat) for seat in asked(room)] if room.asked_since == question else []

        await self.act(slow)

    # --- Tasks -------------------------------------------------------------------------------------------

    def _later(self, seconds: float, do: Callable[[], Awaitable[None]]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            await do()

        self._spawn(wait())

    def _spawn(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks and nothing is under way."""
        return not self.clients and not self._tasks and not self._lock.locked()

    def close(self) -> None:
        """Nothing more is played here."""
        for task in self._tasks:
            task.cancel()


async def _quietly(work: Awaitable[None]) -> None:
    """What cannot be kept now is tried again by whoever looks next; what is illegal was overtaken."""
    try:
        await work
    except (IllegalMove, StoreError):
        return


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
