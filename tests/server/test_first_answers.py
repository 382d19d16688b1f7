"""What bots and hints answer first on a new server: no card has to be solved for it."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from fivedice import bots
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import Game
from fivedice.games import GAMES
from fivedice.match.events import Decision
from fivedice.match.questions import decisions, view
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, step
from fivedice.runtime.chance import happen
from fivedice.runtime.library import Library
from fivedice.server.compute.bot_runner import AIMS, BotRunner
from fivedice.server.compute.solving import SMALLEST, SolverPool
from fivedice.solve.cards import remaining, table
from fivedice.solve.cards.endgame import LastRounds
from fivedice.table.protocol.messages import HintedMessage
from tests.server.serving import in_thread, unlimited
from tests.server.test_thinking import PATIENCE
from tests.spread import spread

KNOWN = [name for name, game in GAMES.items() if game.solver]


def first_question(game: Game) -> State:
    """Two players sit down, and dice fall until somebody has to decide."""
    state = begin(Setup(game, (Player("A"), Player("B")), 1, 0))
    while state.awaited.kind == "throw":
        state = step(state, happen(state.awaited, Random(1)))
    return state


async def asked(folder: Path, game: Game) -> tuple[list[Decision], list[HintedMessage]]:
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
    """Its numbers come from the compiled solver, as those of any card that is not shipped."""
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
    """Every bot's and both hints'; one by points tells the chance to win at cards, too."""
    game, compiled = GAMES[name], list[LastRounds]()
    monkeypatch.setattr(remaining, "work_out", None)
    monkeypatch.setattr(table, "solve", None)
    monkeypatch.setattr(Library, "prepare", lambda *_: None)  # for later hints
    monkeypatch.setattr(LastRounds, "compile_endings", lambda known: compiled.append(known))  # noqa: PLW0108
    decided, (by_score, by_wins) = asyncio.run(asked(tmp_path, game))
    state = first_question(game)
    seat = state.awaited.seats[0]
    assert all(decision in decisions(view(state, seat), seat) for decision in decided)
    assert (by_wins.aim, by_wins.note) == ("wins", "")
    if game.solver == "cards":
        assert by_score.chances == ("wins",)
        assert len(compiled) == 1
