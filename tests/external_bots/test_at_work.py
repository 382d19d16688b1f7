"""Bots that people bring, at work in the commands: arena, simulate, play, resume; and refused by a server."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fivedice.__main__ import run
from fivedice.arena.figures import figures
from fivedice.arena.plan import ArenaPlan
from fivedice.arena.played import PlayedDeal
from fivedice.core.rules import IllegalMove
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match import match as matches
from fivedice.match.setup import Player
from fivedice.notation import record
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.runtime.store import HOME_VARIABLE, Log
from fivedice.server.tables.policy import TablePolicy
from fivedice.table.log import Started
from fivedice.table.state import opened
from fivedice.table.terms import Terms
from fivedice.terminal import asking
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.local_sitting import LocalSitting
from tests.commands import fivedice, printed
from tests.external_bots.programs import FUNCTIONS, WRONG, program, runs, started
from tests.patience import PATIENCE, awaited

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "hasty.js"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The present folder and home, with a module of functions."""
    (tmp_path / "mine.py").write_text(FUNCTIONS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path


def arena(*arguments: str) -> dict[str, dict[str, Any]]:
    return {
        bot["name"]: bot
        for bot in json.loads(printed("arena", *arguments, "--json", "--patience", "60"))["bots"]
    }


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_the_example_in_another_language_plays(game: str) -> None:
    beside = Path(sys.executable).with_name("node")
    node = str(beside) if beside.exists() else shutil.which("node")
    found = arena(game, f"program:{node} {EXAMPLE}", "random", "--matches", "1", "--jobs", "1")
    assert {name: bot["forfeits"] for name, bot in found.items()} == {"node hasty.js": 0, "random": 0}
    assert len(EXAMPLE.read_text().splitlines()) <= 20


def test_the_commands_of_the_guide_run_as_they_stand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the examples lie, with the function of the guide in a file."""
    guide = (ROOT / "docs" / "guide" / "own-bot.md").read_text(encoding="utf-8")
    commands, bot = re.findall(r"^```(?:python)?\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "mybots.py").write_text(bot, encoding="utf-8")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    for line in commands.splitlines():
        words = shlex.split(re.sub(r"--matches \d+", "--matches 2", line))[1:]
        ran = fivedice(*words, typed="quit\n")
        assert (ran.returncode, ran.stderr, "forfeit" in ran.stdout) == (0, "", False), line


def test_an_arena_counts_a_forfeited_match_as_lost(folder: Path) -> None:
    """It goes on to its end in two processes; file and figures say so, and the file is gone on with."""
    dead = program(folder, WRONG["dead"])
    command = ["junior", dead, "mine:first", "random", "--duplicate", "--jobs", "2", "--record", "its.arena"]
    found = arena(*command, "--matches", "6")
    assert {name.split()[0]: bot["forfeits"] for name, bot in found.items()} == {
        Path(sys.executable).name: 6,
        "first": 0,
        "random": 0,
    }
    assert next(iter(found.values()))["wins"]["value"] == 0
    header, *lines = (folder / "its.arena").read_text().splitlines()
    assert json.loads(header)["patience"] == 60
    assert [json.loads(line)["forfeited"] for line in lines] == [[[0]] * 3] * 2
    assert "I know no such game" in json.loads(lines[0])["why"][0]
    assert arena(*command, "--matches", "6") == found
    assert not any(map(runs, started(folder)))


def test_everybody_is_ahead_of_who_has_forfeited() -> None:
    """Whatever it scored: of three bots the one that forfeited has no points against the others."""
    players = tuple(Player(name, "random") for name in "abc")
    plan = ArenaPlan(GAMES["junior"], players, 1, duplicate=False)
    played = [PlayedDeal(1, ((20, 10, 15),), ((2,),), ((0,),), ("a is slow.",))]
    points = {(pair.name, pair.against): pair.points.value for pair in figures(plan, played).pairs}
    assert points == {
        ("a", "b"): 0,
        ("a", "c"): 0,
        ("b", "a"): 1,
        ("b", "c"): 0,
        ("c", "a"): 1,
        ("c", "b"): 1,
    }


def test_a_simulation_counts_them_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table and JSON say how many matches were forfeited, and none of these is won; the first is told
    at once, with its reason, beside either.
    """
    seats = f"mine:raises,random,{program(folder)}"
    command = ["simulate", "junior", "--seats", seats, "--matches", "2", "--patience", "60"]
    assert run([*command, "--json"]) == 0
    told = capsys.readouterr()
    found = json.loads(told.out)["seats"]
    assert told.err.count("the first with a forfeit") == 1
    assert "Match 1 is the first with a forfeit. raises ended with exit code 1. " in told.err
    assert [(seat["forfeits"], seat["wins"] * seat["forfeits"]) for seat in found] == [(2, 0), (0, 0), (0, 0)]
    assert run(command) == 0
    again = capsys.readouterr()
    assert "Forfeits" in again.out
    assert again.err.count("Match 1 is the first with a forfeit.") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["arena", "simulate"])
def test_a_signal_ends_a_command_with_all_that_it_has_started(
    command: str, number: signal.Signals, folder: Path
) -> None:
    """Though its programs would never answer: nothing of them is left."""
    bots = [program(folder, WRONG["slow"]), "random"]
    seats = [*bots, "--jobs", "2"] if command == "arena" else ["--seats", ",".join(bots)]
    slow = [sys.executable, "-m", "fivedice", command, "junior", *seats, "--patience", "3000"]
    with subprocess.Popen(
        slow, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as begun:
        # One program is started to see whether it can be, and one plays the first match.
        awaited(lambda: len(started(folder)) == 2 and sum(map(runs, started(folder))) == 1)
        begun.send_signal(number)
        said = begun.communicate(timeout=PATIENCE)[1].decode()
    assert (begun.returncode, "Traceback" in said) == (130 if number == signal.SIGINT else -number, False)
    awaited(lambda: not any(map(runs, started(folder))))


# --- At a table ---------------------------------------------------------------------------------------------


def test_at_a_table_the_game_plays_for_a_bot_that_forfeits(folder: Path) -> None:
    told = printed("play", "junior", "--seats", "mine:raises,mine:first", "--plain", "--seed", "1")
    assert told.count("It forfeits; the computer plays for raises from now on.") == 1
    assert "no idea" in told
    (kept,) = (folder / "home" / "records").glob("*.jsonl")
    replay = record.replay(kept.read_bytes())
    assert (replay.complete, replay.match.setup.players[0].bot) == (True, "mine:raises")


def test_a_sitting_is_told_of_a_forfeit(folder: Path) -> None:
    setup = asking.agree(GAMES["junior"], asking.players("mine:raises,Ann"))
    log = Log.create(folder, "junior", record.header(setup))
    sitting = LocalSitting(matches.begin(setup), log, LocalDice(chance.seeded(1)), Library(folder), "none")
    for _ in range(2):
        event = sitting.automatic()
        assert event is not None
        sitting.step(event)
    assert sitting.table.chairs[0].away
    assert ["raises" in told for told in sitting.notices()] == [True]
    assert sitting.notices() == ()
    log.close()


RECORD = """\
{"fivedice": 1, "game": "junior", "options": {}, "games": 1, "first": 0, \
"players": [{"name": "touch", "bot": "program:touch started"}, {"name": "greedy", "bot": "greedy"}]}
"""


@pytest.mark.parametrize(
    ("answer", "flags", "starts"),
    [("no\n", [], False), ("", [], False), ("yes\n", [], True), ("", ["--start-guests"], True)],
)
def test_a_record_starts_no_program_unasked(
    answer: str, flags: list[str], starts: bool, folder: Path
) -> None:
    """Whoever goes on with somebody's record is shown what would be started, and says yes first."""
    (folder / "a.jsonl").write_text(RECORD)
    command = [sys.executable, "-m", "fivedice", "resume", "a.jsonl", "--plain", *flags]
    done = subprocess.run(command, input=answer, capture_output=True, text=True, check=False, env=os.environ)
    assert (done.returncode == 0, (folder / "started").exists()) == (starts, starts)
    assert starts or "program:touch started" in done.stdout


# --- At a server --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["program:touch started", "mine:first"])
def test_a_server_takes_no_guests(bot: str) -> None:
    """Neither in a chair nor to fill the open ones: a stranger starts no program."""
    with pytest.raises(IllegalMove, match="There is no bot"):
        TablePolicy().check(Terms("junior", ("", bot)))
    with pytest.raises(IllegalMove, match="There is no bot"):
        opened(Terms("junior", ("", ""))).after(Started(fill=bot))
