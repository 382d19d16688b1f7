"""Bots and hints of many tables: nobody waits for what others need, and nobody peeps."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Event
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from msgspec.structs import replace

from fivedice import Match, bots
from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Beside, Knowledge
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import Game, IllegalMove
from fivedice.core.ties import SAME
from fivedice.core.worth import Worth
from fivedice.games import GAMES
from fivedice.match.events import Decision, Keep, Throw
from fivedice.match.questions import decisions, view
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, step
from fivedice.runtime.chance import happen
from fivedice.runtime.library import Library
from fivedice.server.compute.bot_runner import AIMS, NOT_YET, THREADS, BotRunner
from fivedice.server.compute.solving import SMALLEST, SolverPool, Threads
from fivedice.solve.cards import remaining, table
from fivedice.solve.cards.endgame import LastRounds
from fivedice.table.protocol.messages import HintedMessage
from tests.patience import PATIENCE
from tests.server import clients
from tests.server.clients import Client, Message, at_table, opened
from tests.server.serving import Process, in_thread, unlimited
from tests.server.test_absent import is_entry
from tests.spread import spread

JUNIOR, TRADITIONAL, CHALLENGE = (GAMES[name] for name in ("junior", "traditional", "challenge"))


@dataclass(frozen=True)
class Guess(Knowledge):
    """Knowledge of nothing, quickly made."""

    game: Game
    exact: bool = False
    aim: str = "points"

    def worth(self, position: Any, seat: int) -> float:  # noqa: ARG002 - as it is asked
        return 0.0

    def rolls(self, position: Any, seat: int) -> Worth:  # noqa: ARG002 - as it is asked
        return np.arange(252.0)

    def uses(self, position: Any, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        return {use.name: float(use.pays) for use in self.game.uses(position, seat, roll)}


class Shelf(Library):
    """Notes what is solved; what it holds back is solved when it is let go."""

    def __init__(self, folder: Path, *held: Game) -> None:
        super().__init__(folder)
        self.asked: list[tuple[str, int, str]] = []
        self.held, self.let_go = held, Event()
        self.knows = True
        self.slow: tuple[Game, ...] = ()
        self.wins_later: tuple[Game, ...] = ()
        self.prepared: list[Game] = []

    def __call__(self, game: Game, seats: int, aim: str) -> Knowledge:
        self.asked.append((game.name, seats, aim))
        if game in self.held or self.takes_long(game, aim):
            assert self.let_go.wait(PATIENCE)
        if not self.knows:
            raise IllegalMove("There is no solver.")
        return Guess(game, aim="wins" if aim == "wins" else "points")

    def takes_long(self, game: Game, aim: str) -> bool:
        """The chances to win at the games that are named so, until all is let go."""
        return aim == "wins" and game in self.wins_later and not self.let_go.is_set()

    async def is_asked(self) -> None:
        while not self.asked:
            await asyncio.sleep(0.005)

    def beside(self, game: Game, seats: int, aim: str, *, make: bool = False) -> tuple[Beside, ...]:  # noqa: ARG002
        """Nothing more is told before it is prepared."""
        return (Guess(game, aim="bonus"),) if game in self.prepared else ()

    def prepare(self, game: Game) -> None:
        """What takes until all is let go, where this game is prepared slowly."""
        if game in self.slow:
            assert self.let_go.wait(PATIENCE)
            self.prepared.append(game)


def thrown(game: Game, seats: int = 2) -> State:
    state = begin(Setup(game, tuple(Player(f"Player {seat}") for seat in range(seats)), 1, 0))
    return step(state, Throw(state.awaited.seats[0], (6, 6, 1, 2, 3)))


@asynccontextmanager
async def thinking(library: Shelf) -> AsyncIterator[BotRunner]:
    try:
        async with asyncio.timeout(PATIENCE):
            yield BotRunner(library, Random(1))
    finally:
        library.let_go.set()


async def test_who_needs_other_knowledge_does_not_wait(tmp_path: Path) -> None:
    """While more bots than there are threads wait for one game, an expert of another game decides."""
    library = Shelf(tmp_path, JUNIOR)
    async with thinking(library) as runner:
        waits = [asyncio.create_task(runner.decide(thrown(JUNIOR), 0, "expert")) for _ in range(2 * THREADS)]
        hint = asyncio.create_task(runner.hint(thrown(JUNIOR), 0, 1))
        await library.is_asked()
        assert isinstance(await runner.decide(thrown(TRADITIONAL), 0, "expert"), Keep)
        assert not any(wait.done() for wait in [*waits, hint])
        library.let_go.set()
        assert all(isinstance(decision, Keep) for decision in await asyncio.gather(*waits))
        assert (await hint).choices
    assert sorted(library.asked) == [("junior", 2, "score"), ("traditional", 1, "score")]


async def test_a_hint_does_not_wait_for_what_is_told_besides(tmp_path: Path) -> None:
    library = Shelf(tmp_path)
    library.slow = (TRADITIONAL,)
    async with thinking(library) as runner:
        first, second = [await runner.hint(thrown(TRADITIONAL), 0, number) for number in (1, 2)]
        assert first.chances == second.chances == ()
        library.let_go.set()
        while not library.prepared:
            await asyncio.sleep(0.005)
        assert (await runner.hint(thrown(TRADITIONAL), 0, 3)).chances == ("bonus",)


def test_positions_are_foreseen_where_a_hint_would_have_to_wait(
    lenient: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As soon as they come about at a table where somebody sits: of junior for three, and of nothing else."""
    seen, all_seen = list[Any](), Event()

    def foresee(_: Library, game: Game, position: Any) -> None:
        seen.append(position)
        assert (game, len(position.tokens)) == (JUNIOR, 3)
        if position.seat == 1:
            all_seen.set()

    monkeypatch.setattr(Library, "foresee", foresee)
    for game, names in (("traditional", "AB"), ("junior", "AB"), ("junior", "ABC")):
        seats = clients.opened(lenient, game, *names)
        clients.run(clients.play_on(lenient, seats, 1, lambda picture: picture["awaits"]["seats"] == [1]))
    assert all_seen.wait(PATIENCE)
    assert seen[0] == JUNIOR.start(3, 0)


async def test_who_goes_away_spoils_nothing_for_the_others(tmp_path: Path) -> None:
    library = Shelf(tmp_path, JUNIOR)
    async with thinking(library) as runner:
        first, second = (asyncio.create_task(runner.decide(thrown(JUNIOR), 0, "expert")) for _ in range(2))
        await library.is_asked()
        first.cancel()
        await asyncio.sleep(0)
        library.let_go.set()
        assert isinstance(await second, Keep)
    assert library.asked == [("junior", 2, "score")]


async def test_what_builds_on_the_points_of_a_card_waits_for_them(tmp_path: Path) -> None:
    """For any number of seats they are solved once, and before the chances to win that are made of them."""
    library = Shelf(tmp_path)
    async with thinking(library) as runner:
        table = thrown(TRADITIONAL)
        wishes = [(table, "champion"), (table, "expert"), (thrown(TRADITIONAL, 3), "expert")]
        await asyncio.gather(*(runner.decide(state, 0, bot) for state, bot in wishes))
    assert library.asked == [("traditional", 1, "score"), ("traditional", 2, "wins")]


async def test_nobody_waits_for_chances_to_win_that_take_long(tmp_path: Path) -> None:
    """While they are worked out, once, a champion plays for points and a hint says why it ranks by them."""
    library = Shelf(tmp_path)
    library.wins_later = (TRADITIONAL,)
    async with thinking(library) as runner:
        table = thrown(TRADITIONAL)
        for number in (1, 2):
            assert isinstance(await runner.decide(table, 0, "champion"), Keep)
            hint = await runner.hint(table, 0, number, "wins")
            assert (hint.aim, hint.note, hint.aims) == ("points", NOT_YET, ("score", "wins"))
        library.let_go.set()
        while (hint := await runner.hint(table, 0, 3, "wins")).note:
            await asyncio.sleep(0.005)
        assert hint.aim == "wins"
    assert library.asked == [("traditional", 1, "score"), ("traditional", 2, "wins")]


async def test_where_nothing_is_known_all_are_told_and_may_ask_again(tmp_path: Path) -> None:
    library = Shelf(tmp_path, JUNIOR)
    library.knows = False
    async with thinking(library) as runner:
        impatient = asyncio.create_task(runner.decide(thrown(JUNIOR), 0, "expert"))
        await library.is_asked()
        impatient.cancel()
        await asyncio.sleep(0)
        library.let_go.set()
        wishes = (runner.decide(thrown(JUNIOR), 0, "expert") for _ in range(3))
        told = await asyncio.gather(*wishes, return_exceptions=True)
        assert all(isinstance(error, IllegalMove) for error in told)
        library.knows = True
        assert isinstance(await runner.decide(thrown(JUNIOR), 0, "expert"), Keep)


@pytest.mark.parametrize("others", [1, 2])
async def test_a_hint_does_not_depend_on_what_others_decided_unseen(
    others: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R5: whatever other seats have handed in, the hint is the same, and the judge is shown none of it."""
    rate = Mock(wraps=evaluate.rate)
    monkeypatch.setattr(evaluate, "rate", rate)
    table = thrown(CHALLENGE, 3)
    async with thinking(Shelf(tmp_path)) as runner:
        hints = []
        for kept in ((), (6, 6), (1, 2, 3, 6, 6)):
            state = table
            for seat in range(1, 1 + others):
                state = step(state, Keep(seat, kept))
            hints.append(await runner.hint(state, 0, 5))
            assert rate.call_args.args[0] == view(state, 0) != state
        assert hints[0] == hints[1] == hints[2]
        judged = [call.args[0] for call in rate.call_args_list]
        assert judged[0] == judged[1] == judged[2] != replace(judged[0], pending=table.pending)


@asynccontextmanager
async def held_up() -> AsyncIterator[tuple[Threads, Event]]:
    """One thread, and what work in it waits for."""
    go_on = Event()
    try:
        async with asyncio.timeout(PATIENCE):
            yield Threads(1), go_on
    finally:
        go_on.set()


def held(go_on: Event, begun: list[str], name: str) -> Callable[[], str]:
    def work() -> str:
        begun.append(name)
        go_on.wait(PATIENCE)
        return name

    return work


async def test_what_somebody_waited_for_keeps_its_thread_when_they_go() -> None:
    async with held_up() as (threads, go_on):
        begun: list[str] = []
        first = asyncio.create_task(threads.do(held(go_on, begun, "first")))
        while not begun:
            await asyncio.sleep(0.01)
        first.cancel()
        second = asyncio.create_task(threads.do(held(go_on, begun, "second")))
        await asyncio.wait([first, second], timeout=0.2)
        assert (first.cancelled(), begun) == (True, ["first"])
        go_on.set()
        assert await second == "second"


async def test_what_is_given_up_leaves_its_turn_to_the_next() -> None:
    async with held_up() as (threads, go_on):
        begun: list[str] = []
        with pytest.raises(TimeoutError, match=r"no result after 0\.05 seconds"):
            await threads.do_within(0.05, held(go_on, begun, "first"))
        assert await threads.do(lambda: "second") == "second"
        assert not go_on.is_set()


async def test_what_work_raises_is_raised_where_it_is_waited_for() -> None:
    async with held_up() as (threads, _):
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await threads.do(lambda: 1 / 0)


KNOWN = [name for name, game in GAMES.items() if game.solver]


def first_question(game: Game) -> State:
    """Two players sit down, and dice fall until somebody has to decide."""
    state = begin(Setup(game, (Player("A"), Player("B")), 1, 0))
    while state.awaited.kind == "throw":
        state = step(state, happen(state.awaited, Random(1)))
    return state


async def first_answers(folder: Path, game: Game) -> tuple[list[Decision], list[HintedMessage]]:
    """What all bots decide and what hints say of the first question, from an empty folder."""
    runner, state = BotRunner(Library(folder), Random(1)), first_question(game)
    seat = state.awaited.seats[0]
    async with asyncio.timeout(PATIENCE):
        decided = [await runner.decide(state, seat, bot) for bot in bots.BOTS]
        hinted = [await runner.hint(state, seat, 1, aim) for aim in AIMS]
    return decided, hinted


def test_a_server_for_own_cards_compiles_what_solves_them_when_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling takes seven seconds: nobody waits for it who brings a card later. Others never need it."""
    begun = list[None]()
    monkeypatch.setattr(SolverPool, "compile_solver", lambda _: begun.append(None))
    for brought in (False, True):
        with in_thread(unlimited(tmp_path, own_cards=brought)):
            assert bool(begun) == brought


async def test_what_solves_cards_is_compiled_by_solving_the_smallest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved = list[ScoreCard]()
    solve = table.solve
    monkeypatch.setattr(table, "solve", lambda form, *more: solved.append(form) or solve(form, *more))
    SolverPool(Library(tmp_path)).compile_solver()
    async with asyncio.timeout(PATIENCE):
        while not solved:
            await asyncio.sleep(0.005)
    assert solved == [SMALLEST.card]


@pytest.mark.parametrize("name", spread(KNOWN, "traditional", "showdown", "junior"))
def test_first_answers_come_without_solving_cards(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, compiled = GAMES[name], list[LastRounds]()
    monkeypatch.setattr(remaining, "work_out", None)
    monkeypatch.setattr(table, "solve", None)
    monkeypatch.setattr(Library, "prepare", lambda *_: None)  # for later hints
    monkeypatch.setattr(LastRounds, "compile_endings", lambda known: compiled.append(known))  # noqa: PLW0108
    decided, (by_score, by_wins) = asyncio.run(first_answers(tmp_path, game))
    state = first_question(game)
    seat = state.awaited.seats[0]
    assert all(decision in decisions(view(state, seat), seat) for decision in decided)
    assert (by_wins.aim, by_wins.note) == ("wins", "")
    if game.solver == "cards":
        assert by_score.chances == ("wins",)
        assert len(compiled) == 1


async def asked(client: Client) -> None:
    """Throws, as dice are hinted on that lie there."""
    await client.asked()
    await client.say("throw")
    await client.until(lambda _: client.you["asked"] == "keep")


async def hinted(client: Client) -> Message:
    return await client.until(lambda message: message["type"] == "hinted")


async def test_a_hint_is_ranked_by_what_is_asked_for(server: Process) -> None:
    """By the score where nothing is said, or by the chance to win; it says which, and which there are.

    The choices come to the asker alone; everybody is told that a hint was taken.
    """
    async with at_table(server.url, opened(server.url, "junior", "Ann", "Ben")) as (ann, ben):
        await asked(ann)
        for fields, aim in (({}, "columns"), ({"aim": "wins"}, "wins"), ({"aim": "score"}, "columns")):
            await ann.say("hint", **fields)
            hint = await hinted(ann)
            assert (hint["aim"], hint["aims"]) == (aim, ["score", "wins"])
            worths = [choice["worth"] for choice in hint["choices"]]
            assert all(after <= before + SAME for before, after in pairwise(worths))
            assert (max(worths) < 1) == (aim == "wins")
            assert hint["choices"][0]["cost"] == 0
        await ben.until(lambda message: message.get("entry", {}).get("event") == {"hint": 0})
        await ben.say("say", phrase=0)
        await ben.until(is_entry("said"))
        assert all(message["type"] != "hinted" for message in ben.heard)


LAST_ROUND = "3,6,9,12,15,18,20,0,25,30,40,0,-+0/3,6,9,12,15,18,21,0,25,30,40,0,-+0 0"


async def test_a_hint_says_how_to_draw_where_the_other_may_foresee_a_keep(server: Process) -> None:
    last = Match.at("challenge", LAST_ROUND, "23566/23566", 2, names=("Ann", "Ben"))
    for seat in (0, 1):
        last = last.keep("23566", seat)
    last = last.use("chance", 0).use("chance", 1)
    code = clients.brought(server.url, last.record())
    seat = clients.post(server.url, f"tables/{code}/try", {"number": 0, "seat": 0, "name": "Ann"})
    async with Client(server.url, seat["code"], seat["token"]) as ann:
        await ann.asked()
        await ann.say("hint")
        assert (await hinted(ann))["mixed"].startswith("Best to win: 62% keep ")


async def test_alone_there_is_nothing_to_win(server: Process) -> None:
    (seat,) = opened(server.url, "junior", "Ann")
    async with Client(server.url, seat["code"], seat["token"]) as ann:
        await asked(ann)
        await ann.say("hint", aim="wins")
        hint = await hinted(ann)
        assert (hint["aim"], hint["aims"]) == ("columns", ["score"])


async def test_no_move_waits_for_a_hint(lenient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known, let_go = Library.__call__, Event()

    def slow(library: Library, game: Game, seats: int, aim: str) -> Knowledge:
        if aim == "wins":
            assert let_go.wait(PATIENCE)
        return known(library, game, seats, aim)

    monkeypatch.setattr(Library, "__call__", slow)
    seat, _ = opened(lenient, "junior", "Ann", "Ben")
    try:
        async with Client(lenient, seat["code"], seat["token"]) as ann:
            await asked(ann)
            await ann.say("hint", aim="wins")
            await ann.say("keep", dice="")
            await ann.until(lambda _: ann.picture["turn"]["step"] == 2 and ann.you["asked"] == "keep")
            await ann.say("hint", aim="wins")
            await ann.say("hint")
            assert (await hinted(ann))["aim"] == "columns"
            let_go.set()
            await ann.say("hint", aim="wins")
            hint = await hinted(ann)
            assert (hint["aim"], hint["number"]) == ("wins", ann.picture["number"])
            assert [message["type"] for message in ann.heard].count("hinted") == 2
    finally:
        let_go.set()


@pytest.mark.parametrize("costs", [True, False])
async def test_what_a_choice_cost_is_told_to_everyone_who_agreed_to_it(costs: bool, server: Process) -> None:
    seat, _ = opened(server.url, "junior", "Ann", "Ben", costs=costs)
    async with (
        Client(server.url, seat["code"], seat["token"]) as ann,
        Client(server.url, seat["code"]) as eve,
    ):
        assert ann.picture["terms"]["costs"] == costs
        await asked(ann)
        await ann.say("keep", dice="")
        await ann.until(lambda _: ann.picture["turn"]["step"] == 2 and ann.you["asked"] == "keep")
        if not costs:
            await ann.say("hint")  # it is computed after the choice, too
            await hinted(ann)
            assert "costed" not in [message["type"] for message in ann.heard]
            return
        told = [await costed(client) for client in (ann, eve)]
        assert told[0] == told[1]
        assert told[0]["told"][0].startswith("Ann's choice ")
    async with Client(server.url, seat["code"]) as late:
        (line,) = (line for line in late.heard[0]["log"] if line["kind"] == "cost")
        assert (line["number"], line["told"]) == (told[0]["number"], told[0]["told"])


async def costed(client: Client) -> Message:
    """What a choice cost, heard already or next."""
    heard = [message for message in client.heard if message["type"] == "costed"]
    return heard[0] if heard else await client.until(lambda message: message["type"] == "costed")
