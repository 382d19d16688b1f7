"""Bots that people bring: what they are shown, what they may answer, and how they end."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fivedice import external_bots
from fivedice.__main__ import run
from fivedice.api.match import start
from fivedice.bots import forfeits, greedy, random
from fivedice.bots.forfeits import Forfeit, Seated
from fivedice.core.rules import IllegalMove
from fivedice.external_bots import Guest, protocol
from fivedice.external_bots.process import Failed, Process
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.language import speaking
from fivedice.match import match as matches
from fivedice.match import questions
from fivedice.match.events import Keep, Throw
from fivedice.match.external_bots import display_name, is_guest
from fivedice.match.questions import view
from fivedice.match.setup import Player
from fivedice.match.state import State
from fivedice.notation import record
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
from fivedice.runtime.store import Log
from fivedice.server.tables.policy import TablePolicy
from fivedice.study.arena.figures import figures
from fivedice.study.arena.plan import ArenaPlan, PlayedDeal
from fivedice.table.log import Happened, SeatTaken, Started
from fivedice.table.protocol import player_view
from fivedice.table.state import opened
from fivedice.table.terms import Terms
from fivedice.terminal import asking
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.local_sitting import LocalSitting
from tests.commands import fivedice, printed
from tests.external_bots.programs import FIRST, FUNCTIONS, WRONG, program, runs, started
from tests.patience import PATIENCE, awaited
from tests.server.stored import as_json
from tests.spread import one_in

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENT = (DOCS / "guide" / "own-bot.md").read_text(encoding="utf-8")
PICTURE = (DOCS / "reference" / "protocol.md").read_text(encoding="utf-8").partition("### The picture")[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The present folder, with a module of functions; at the end nothing that was started there runs."""
    (tmp_path / "mine.py").write_text(FUNCTIONS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    external_bots.end_all()
    awaited(lambda: not any(map(runs, started(tmp_path))))


def asked(game: str = "challenge") -> State:
    return start(game, "Ann", "Ben").throw("12345").state


# --- How they are written -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("program:node examples/hasty.js --fast", "node hasty.js --fast"),
        ("program:./bot", "bot"),
        ("program:'my bots/one' two", "one two"),
        ("mine:first", "first"),
        ("a.package.mine:first", "first"),
    ],
)
def test_a_guest_is_called_by_its_function_or_its_command(bot: str, name: str) -> None:
    assert is_guest(bot)
    assert display_name(bot) == name
    assert len(display_name(bot + 100 * " x")) < 40


@pytest.mark.parametrize("name", ["Ann", "greedy", "casual:7", "Ann: here", "Ann:", "gredy:3"])
def test_persons_and_bots_of_the_house_are_no_guests(name: str) -> None:
    assert not is_guest(name)


@pytest.mark.usefixtures("folder")
def test_guests_of_one_name_are_numbered() -> None:
    names = [player.name for player in asking.players("mine:first,Ann,mine:first,mine:drawn,greedy,greedy")]
    assert names == ["first", "Ann", "first 2", "drawn", "greedy", "greedy 2"]


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("program:./no-such/bot --deep", r"^\./no-such/bot --deep cannot be started"),
        ("program:", "written program:COMMAND"),
        ("program:'", "written program:COMMAND"),
        ("program:" + "x" * 400, "at most 300"),
        ("mine:nothing", "has no function nothing"),
        ("nobody.knows:me", r"^There is no module nobody\.knows: neither in this folder nor "),
        ("wrong:me", r"^The module wrong cannot be imported: NameError: name 'nobody' is not defined\.$"),
        ("unmade:me", r"^The module unmade cannot be imported: SyntaxError: .+\.$"),
        ("lacks:me", r"The module lacks cannot be imported: ModuleNotFoundError: No module named 'nobody'\."),
    ],
)
def test_a_guest_that_does_not_start_is_refused_before_anything_is_played(
    bot: str, sentence: str, folder: Path
) -> None:
    for module, line in {"wrong": "nobody", "unmade": "def", "lacks": "import nobody"}.items():
        (folder / f"{module}.py").write_text(f"{line}\n")
    with pytest.raises(IllegalMove, match=sentence):
        external_bots.check(bot)


# --- What they see ------------------------------------------------------------------------------------------


def test_a_question_has_what_a_person_in_the_seat_sees_and_the_decisions() -> None:
    found = json.loads(protocol.question(asked(), 0, Random(1)))
    assert list(found) == ["fivedice_bot", "seat", "asked", "decisions", "chance", "picture", "you"]
    assert (found["seat"], found["asked"], found["you"]["asked"]) == (0, "keep", "keep")
    assert found["picture"]["turn"]["hands"] == {"0": "12345", "1": "12345"}
    assert {use["name"] for use in found["you"]["uses"]} >= {"small-straight", "large-straight"}
    assert {"keep": "12345", "seat": 0} in found["decisions"]
    assert len(found["decisions"]) == 2**5
    assert [key for key in found if f"`{key}`" not in DOCUMENT] == []
    assert [key for key in found["you"] if f"`{key}`" not in PICTURE] == []


def test_what_another_has_decided_and_not_shown_is_not_to_be_seen(folder: Path) -> None:
    match = start("challenge", "Ann", "Ben").throw("12345")
    questions_ = [protocol.question(view(match.keep(dice, 0).state, 1), 1, Random(1)) for dice in ("1", "23")]
    assert questions_[0] == questions_[1]
    assert json.loads(questions_[0])["picture"]["turn"]["decided"] == [0]
    (folder / "looks.py").write_text(
        "from fivedice import decisions\n"
        "def look(state, seat, chance):\n"
        "    assert state.pending[0] in (None, 'hidden'), state.pending\n"
        "    return decisions(state, seat)[-1]\n"
    )
    seated = Seated([random, Guest("looks:look", 30)])
    ended = play(match.setup, [seated.decide] * 2, 1, 1)
    assert (ended.awaited.kind, seated.forfeited) == ("over", {})


def test_the_chance_that_a_bot_is_given_tells_nothing_of_where_it_comes_from() -> None:
    """Python's generator is linear in its state, so what it gave leads back to the state and to the seed; a
    bot's chance is not.
    """
    states = [Random(seed).getstate() for seed in (1, 2)]
    words = [tuple(a ^ b for a, b in zip(*(state[1][:-1] for state in states), strict=True))]
    one, two, both = Random(1), Random(2), Random()
    both.setstate((3, (*words[0], 624), None))
    copies = [Random() for _ in range(3)]
    for copy, source in zip(copies, (one, two, both), strict=True):
        copy.setstate(source.getstate())
    first, second, third = (copy.getrandbits(64) for copy in copies)
    assert first ^ second == third
    first, second, third = (chance.for_bot(source).getrandbits(64) for source in (one, two, both))
    assert first ^ second != third


def test_a_guest_is_given_that_chance(folder: Path) -> None:
    (folder / "tells.py").write_text(
        "from fivedice import decisions\n"
        "def tell(state, seat, chance):\n"
        "    open('chance', 'a').write(f'{chance.getrandbits(64)}\\n')\n"
        "    return decisions(state, seat)[0]\n"
    )
    tells = f"open({str(folder / 'chance')!r}, 'a').write(str(question['chance']) + chr(10)); {FIRST}"
    for bot in (Guest("tells:tell", 30), Guest(program(folder, tells), 30)):
        for _ in range(2):
            bot(asked(), 0, Random(1))
    told = (folder / "chance").read_text().split()
    own = chance.for_bot(Random(1))
    assert told[:2] == [str(Random(own.getrandbits(64)).getrandbits(64))] * 2
    assert told[2:] == [str(chance.for_bot(Random(1)).random())] * 2


def test_the_picture_is_that_of_a_table() -> None:
    found = json.loads(protocol.question(asked("traditional"), 0, Random(1)))
    room = opened(Terms("traditional", ("", ""), first=0))
    for place, name in enumerate(("Ann", "Ben")):
        room = room.after(SeatTaken(place, name, name))
    room = room.after(Started()).after(Happened(Throw(0, (1, 2, 3, 4, 5))))
    shown = as_json(player_view.picture(room, "")) | {"number": 0}
    assert shown.pop("chairs")[0] == found["picture"].pop("chairs")[0]
    assert shown == found["picture"]
    assert as_json(player_view.seen_by(room, 0)) == found["you"]


# --- What they answer ---------------------------------------------------------------------------------------


def test_any_game_is_played_by_a_function_and_by_a_program(folder: Path) -> None:
    bots = [Guest(bot, 30) for bot in ("mine:drawn", program(folder))]
    for game in FIVE_GAMES:
        ends = []
        for _ in range(2 if game == "showdown" else 1):
            seated = Seated(bots)
            ends.append(play(start(game, "Ann", "Ben").setup, [seated.decide] * 2, 1, 1))
            assert (ends[-1].awaited.kind, seated.forfeited) == ("over", {})
        assert ends[0] == ends[-1]
    assert len(started(folder)) == 1


def test_dice_may_be_named_in_any_order() -> None:
    assert protocol.answer(b'{"keep": "531", "seat": 0}\n', asked(), 0) == Keep(0, (1, 3, 5))


@pytest.mark.parametrize("does", WRONG.values(), ids=[*WRONG])
def test_a_program_that_is_slow_wrong_or_dead_forfeits(
    does: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external_bots, "STARTING", 0.2 if does == WRONG["slow"] else 30)
    with pytest.raises(Forfeit, match=r"^/.*/python[\w.]* .*bot\.py .*\."):
        Guest(program(folder, does), 0.1)(asked(), 0, Random(1))
    assert not any(map(runs, started(folder)))


def test_a_guest_that_has_forfeited_is_started_again(folder: Path) -> None:
    bot = Guest(program(folder, WRONG["dead"]), 30)
    for times in (1, 2):
        with pytest.raises(Forfeit):
            bot(asked(), 0, Random(1))
        assert len(started(folder)) == times


@pytest.mark.parametrize("function", ["spins", "exits", "raises", "silent"])
@pytest.mark.usefixtures("folder")
def test_a_function_that_is_slow_wrong_or_dead_forfeits(function: str) -> None:
    bot = Guest(f"mine:{function}", 0.1 if function == "spins" else 30)
    with pytest.raises(Forfeit, match=f"^{function} "):
        bot(asked(), 0, Random(1))


def test_a_wrong_answer_is_told_and_what_is_wrong_with_it(folder: Path) -> None:
    with pytest.raises(
        Forfeit, match=r"answered '\{.*\}'\. It is not one of the decisions in the question\.$"
    ):
        Guest(program(folder, WRONG["another's seat"]), 30)(asked(), 0, Random(1))


def test_what_a_program_said_last_is_told(folder: Path) -> None:
    with pytest.raises(Forfeit, match=r'ended with exit code 1\. It said: "I know no such game"\.$'):
        Guest(program(folder, WRONG["dead"]), 30)(asked(), 0, Random(1))
    german = r"beendet\. Die Meldung dazu: „I know no such game“\.$"
    with speaking("de"), pytest.raises(Forfeit, match=german):
        Guest(program(folder, WRONG["dead"]), 30)(asked(), 0, Random(1))
    with pytest.raises(Forfeit, match="ValueError: no idea") as raised:
        Guest("mine:raises", 30)(asked(), 0, Random(1))
    assert "^" not in str(raised.value)


@pytest.mark.parametrize(("patience", "within"), one_in(2, [(0.1, "0.1 seconds"), (1.0, "a second")]))
def test_how_long_was_waited_is_told(patience: float, within: str) -> None:
    silent = Process(["sleep", "1000"])
    try:
        with pytest.raises(Failed, match="gave no answer") as failed:
            silent.ask(b"", patience)
        assert failed.value.sentence("It") == f"It gave no answer within {within}."
    finally:
        silent.end()


def test_a_program_ends_with_all_that_it_has_started(folder: Path) -> None:
    starts = f"sleep 1000 & echo > {shlex.quote(str(folder))}/$!.pid; read question; echo nothing"
    with pytest.raises(Forfeit):
        Guest(f"program:{shlex.join(['sh', '-c', starts])}", 30)(asked(), 0, Random(1))
    assert len(started(folder)) == 1


# --- What forfeiting means ----------------------------------------------------------------------------------


def test_the_game_plays_on_for_who_has_forfeited() -> None:
    """By the rule for who is away (R6), to the end of the match; it is not asked again."""
    times = []

    def fails(_: State, seat: int, __: Random) -> Keep:
        times.append(seat)
        raise Forfeit("It has no idea.")

    seated = Seated([greedy.greedy, fails])
    ended = play(start("yatzy", "Ann", "Ben").setup, [seated.decide] * 2, 1, 1)
    assert (times, seated.forfeited) == ([1], {1: "It has no idea."})
    kept = [event for event in ended.events if isinstance(event, Keep) and event.seat == 1]
    assert all(len(keep.dice) == 5 for keep in kept)
    assert len([event for event in ended.events if isinstance(event, Throw) and event.seat == 1]) == 15


@pytest.mark.parametrize(
    ("lost", "won"), [((), (0,)), ((0,), (2,)), ((2,), (0,)), ((0, 2), (1,)), ((0, 1, 2), (0, 1, 2))]
)
def test_a_match_that_is_forfeited_is_lost(lost: tuple[int, ...], won: tuple[int, ...]) -> None:
    ended = play(start("junior", "Ann", "Ben", "Cid").setup, [random] * 3, 4, 27)
    assert (ended.scores, questions.winners(ended.state)) == ((8, 7, 8), (0,))
    assert forfeits.winners(ended.state, lost) == won


# --- At work in the commands --------------------------------------------------------------------------------


ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "hasty.js"


def arena(*arguments: str) -> dict[str, dict[str, Any]]:
    return {
        bot["name"]: bot
        for bot in json.loads(printed("arena", *arguments, "--json", "--patience", "60"))["bots"]
    }


@pytest.mark.parametrize("game", one_in(2, FIVE_GAMES))
def test_the_example_in_another_language_plays(game: str) -> None:
    beside = Path(sys.executable).with_name("node")
    node = str(beside) if beside.exists() else shutil.which("node")
    found = arena(game, f"program:{node} {EXAMPLE}", "random", "--matches", "1", "--jobs", "1")
    assert {name: bot["forfeits"] for name, bot in found.items()} == {"node hasty.js": 0, "random": 0}
    assert len(EXAMPLE.read_text().splitlines()) <= 20


@pytest.mark.proof
def test_the_commands_of_the_guide_run_as_they_stand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert [bot["forfeits"] for bot in found.values()] == [6, 0, 0]
    assert next(iter(found.values()))["wins"]["value"] == 0
    header, *lines = (folder / "its.arena").read_text().splitlines()
    assert json.loads(header)["patience"] == 60
    assert [json.loads(line)["forfeited"] for line in lines] == [[[0]] * 3] * 2
    assert "I know no such game" in json.loads(lines[0])["why"][0]
    assert arena(*command, "--matches", "6") == found
    assert not any(map(runs, started(folder)))


def test_everybody_is_ahead_of_who_has_forfeited() -> None:
    players = tuple(Player(name, "random") for name in "abc")
    plan = ArenaPlan(GAMES["junior"], players, 1, duplicate=False)
    played = [PlayedDeal(1, ((20, 10, 15),), ((2,),), ((0,),), ("a is slow.",))]
    points = {(pair.name, pair.against): pair.points.value for pair in figures(plan, played).pairs}
    assert {pair for pair, share in points.items() if share == 1} == {("b", "a"), ("c", "a"), ("c", "b")}
    assert sum(points.values()) == 3


def test_a_simulation_counts_them_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


@pytest.mark.parametrize(
    ("command", "number"),
    one_in(3, [*product(("arena", "simulate"), (signal.SIGINT, signal.SIGTERM))]),
)
def test_a_signal_ends_a_command_with_all_that_it_has_started(
    command: str, number: signal.Signals, folder: Path
) -> None:
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
    one_in(2, [("no\n", [], False), ("", [], False), ("yes\n", [], True), ("", ["--start-guests"], True)]),
)
def test_a_record_starts_no_program_unasked(
    answer: str, flags: list[str], starts: bool, folder: Path
) -> None:
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
