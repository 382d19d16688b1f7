"""The commands: their output, the files they write, and one sentence for each error."""

import codecs
import io
import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from fivedice.__main__ import COMMANDS as TABLE
from fivedice.__main__ import run
from fivedice.api import coerce
from fivedice.api.match import Match, start
from fivedice.folders import HOME_VARIABLE
from fivedice.games import GAMES
from fivedice.notation import record
from fivedice.runtime import store
from tests.commands import fivedice, printed, refused


@pytest.fixture
def made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A complete record of a junior match."""
    assert run(["simulate", "junior", "--matches", "1", "--seed", "3", "--records", str(tmp_path)]) == 0
    capsys.readouterr()
    return next(tmp_path.glob("*.jsonl"))


@pytest.mark.parametrize("command", TABLE)
def test_every_command_helps_with_examples(command: str) -> None:
    help_text = printed(command, "--help")
    assert printed(command, "-h") == help_text
    assert re.search(rf"Examples:\n .*fivedice {command}", help_text)


def test_the_commands_are_listed_in_the_order_of_their_table() -> None:
    help_text = printed()
    assert printed("-h") == printed("--help") == help_text
    rows = re.findall(r"(?m)^  (\S+) +(.+(?:\n {9,}.+)*)", help_text.partition("Commands:\n")[2])
    assert [name for name, _ in rows] == [*TABLE]
    for name, line in rows:
        assert " ".join(line.split()) in " ".join(printed(name, "--help").split())


def test_help_tells_of_arguments_as_of_options() -> None:
    arguments, _, options = printed("simulate", "--help").partition("Options:\n")
    told = " ".join(arguments.split())
    assert re.search(r"GAME The game: traditional, .+ or FILE\.toml with your own card\.", told)
    assert re.search(r"\n  --matches INTEGER .+Default: 1000\.", options, re.DOTALL)
    arguments = printed("hint", "--help").partition("Options:\n")[0]
    assert re.search(r"\n  \[TURN\] +The dice, by number or by face", arguments)


def test_only_the_command_that_runs_is_loaded() -> None:
    code = (
        "import sys; from fivedice.__main__ import run; run(['rules', 'junior']);"
        " print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(done.stderr.splitlines())
    shared = ("arguments", "command", "console", "open_game", "usage_errors")
    needed = ("rules", "options", "options.games", "shared", *(f"shared.{name}" for name in shared))
    commands = {name for name in loaded if name.startswith("fivedice.cli.")}
    assert commands == {f"fivedice.cli.{name}" for name in needed}
    assert not {"numpy", "rich", "fivedice.bots", "fivedice.runtime.library"} & loaded


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_told_for_every_game(game: str) -> None:
    told = printed("rules", game)
    assert GAMES[game].rules.splitlines()[0] in told
    assert "1 is" in told


def test_rules_of_no_game_list_the_games() -> None:
    told = printed("rules").splitlines()
    assert told == [f"{name}: {game.line}" for name, game in GAMES.items()]


NONSENSE = [
    ["play", "chess"],
    ["play", "traditional", "--seats", "A,B", "--option", "joker=wild"],
    ["play", "traditional", "--seats", "A,B", "--games", "7"],
    ["play", "traditional", "--seats", ",".join("ABCDEFGHIJK")],
    ["play", "showdown", "--seats", "A"],
    ["play", "showdown", "--seats", "A,B", "--option", "pawns=0,1"],
    ["play", "piecepack", "--seats", "A", "--option", "suits=sun,sun,sun,moon,arms"],
    ["play", "challenge", "--seats", "A,B", "--first", "roll"],
    ["play", "junior", "--seats", "A", "--faces", "runes"],
    ["play", "--games", "2"],
    ["play", "junior", "--seats", "A", "--manual-dice", "--seed", "1"],
    ["print", "pad", "traditional", "-o", "nowhere/pad.pdf"],
    ["review", "--output", "nowhere/page.html"],
    ["verify"],
    ["verify", "no-such-file"],
    ["show", "no-such-file"],
    ["resume", "no-such-file"],
    ["resume"],
]


@pytest.mark.parametrize("arguments", NONSENSE, ids=" ".join)
def test_nonsense_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str], home: Path) -> None:
    assert run(arguments) == 2
    told = capsys.readouterr()
    lines = (told.err or told.out).strip().splitlines()
    assert len(lines) == 1
    assert "Traceback" not in told.err
    assert not list(home.glob("*")) if home.exists() else True


@pytest.mark.parametrize("command", ["verify", "show", "review", "hint"])
def test_every_command_ends_alike_where_the_rules_are_broken(command: str, made: Path) -> None:
    whole = made.read_text()
    made.write_text(whole.replace('"seat": 0}', '"seat": 1}', 1))
    assert run([command, str(made)]) == 1
    made.write_text(whole[:40])
    assert run([command, str(made)]) == 2


def test_one_event_is_no_events(made: Path) -> None:
    made.write_text("".join(made.read_text().splitlines(keepends=True)[:2]))
    assert ": valid so far, 1 event. The match waits for " in printed("verify", "--unfinished", str(made))


READING = (["verify"], ["verify", "--unfinished"], ["show"], ["resume"], ["hint"], ["review"])


@pytest.mark.parametrize("command", READING)
def test_a_file_that_is_empty_or_longer_than_any_record_is_refused(
    command: list[str], made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "endless.jsonl"
    with path.open("wb") as file:
        file.write(made.read_bytes())
        file.truncate(20_000_000)
    assert run([*command, str(path)]) == 2
    told = "".join(capsys.readouterr()).removeprefix("fivedice: ")
    assert told == f"{path} has more than 10,000,000 bytes, so it is not a record.\n"
    assert path.stat().st_size == 20_000_000
    path.write_bytes(b"")
    assert run([*command, str(path)]) == 2
    assert "".join(capsys.readouterr()).endswith("endless.jsonl: line 1: The record is empty.\n")


def test_a_match_from_a_position_is_shown_with_where_it_began(tmp_path: Path) -> None:
    match = Match.at("traditional", "1,2,-,4,5,6,7,8,0,30,40,50,-+0 0", "33345", 3, names=("Ann",))
    path = tmp_path / "late.jsonl"
    path.write_text(record.text(match.use("chance")))
    before, _, after = printed("show", str(path)).partition("Starting position:")
    assert "Traditional" in before
    began, event, _ = after.partition("1  Ann: Chance 18.")
    assert "Large Straight: Ann 40" in began
    assert "Ann, your dice are final: 3 3 3 4 5." in began
    assert event


@pytest.mark.parametrize("command", [["show"], ["verify"], ["review", "--json"], ["hint", "--json"]])
def test_a_dash_is_standard_input(command: list[str], made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(name: str) -> str:
        return printed(*command, name).replace(f"{name}: ", "")

    typed = io.BytesIO(codecs.BOM_UTF8 + made.read_bytes())
    with io.TextIOWrapper(typed) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert told("-") == told(str(made))


def test_the_same_seed_gives_the_same_records(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        arguments = ["--seats", "random,greedy", "--matches", "2", "--seed", "7", "--records"]
        assert run(["simulate", "challenge", *arguments, str(tmp_path / folder)]) == 0
    one, two = (sorted((tmp_path / folder).glob("*.jsonl")) for folder in ("one", "two"))
    assert [path.read_text() for path in one] == [path.read_text() for path in two]
    assert len(one) == 2
    assert all(record.replay(path.read_bytes()).complete for path in one)


def test_without_a_seed_a_simulation_tells_the_one_it_drew() -> None:
    command = ["simulate", "junior", "--seats", "random", "--matches", "2", "--json"]

    one, two = (json.loads(printed(*command)) for _ in range(2))
    assert one["seed"] != two["seed"]
    assert json.loads(printed(*command, "--seed", str(one["seed"]))) == one


def test_simulated_means_are_told_with_how_surely_they_are_known() -> None:
    played = ["simulate", "junior", "--seats", "random,greedy", "--seed", "1", "--matches"]
    found = json.loads(printed(*played, "20", "--json"))
    assert found["confidence"] == 0.95
    for seat in found["seats"]:
        margin = 2.09302 * seat["deviation"] / 19**0.5
        assert seat["score"]["value"] == seat["mean"]
        assert seat["score"]["high"] - seat["mean"] == pytest.approx(margin, rel=1e-4)
        assert seat["share"]["value"] == pytest.approx((seat["wins"] - seat["shared"] / 2) / 20)
        assert seat["share"]["low"] <= seat["share"]["value"] <= seat["share"]["high"]
    told = printed(*played, "20")
    assert "\nWith 95% intervals:\n" in told
    for seat in found["seats"]:
        mean, share = seat["score"], seat["share"]
        assert f"  {seat['name']}: mean {mean['value']:.2f} ({mean['low']:.2f} to {mean['high']:.2f})" in told
        assert f"({100 * share['low']:.2f} to {100 * share['high']:.2f}) of the wins\n" in told
        assert all(type(score) is int for score in seat["percentiles"].values())
    assert "intervals" not in printed(*played, "1")


def test_play_asks_what_it_is_not_told() -> None:
    typed = "chess\ntrad\nAnn,greedy\nyes\nwild\nfree\n9\n2\nAnn\nquit\n"
    ran = fivedice("play", "--plain", typed=typed)
    assert "Which game" in ran.stdout
    assert "There is no game 'chess'" in ran.stdout
    assert "The option joker cannot be 'wild'" in ran.stdout
    assert "Traditional, joker free, 2 games: Ann, greedy" in ran.stdout
    assert "fivedice resume" in ran.stdout
    assert ran.returncode == 0


def test_a_line_cut_short_by_a_crash_is_dropped_on_resume(home: Path) -> None:
    fivedice("play", "junior", "--seats", "Ann", "--plain", "--seed", "1", typed="stop\n1\n")
    (path,) = store.records(home)
    path.write_bytes(path.read_bytes() + b'{"keep": "1')
    fivedice("resume", path.name, "--plain", typed="stop\n1\n" * 10)
    assert run(["verify", str(path)]) == 0


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv(HOME_VARIABLE, str(blocked))
    for command in (["play", "junior", "--seats", "Ann", "--plain"], ["serve"]):
        told = refused(*command)
        assert re.match("fivedice: (No record can be kept|Tables cannot be stored) in .*: .*", told)
        assert told.endswith(". FIVEDICE_HOME can name another folder.\n")


NOBODY = """
import os, pwd, sys

def unknown(uid):
    raise KeyError(uid)

pwd.getpwuid = unknown
from fivedice.__main__ import every_command, run
for words in (["play", "junior", "--seats", "greedy"], ["records"], ["show"], ["resume"], ["serve"]):
    assert run(words) == 2
for words in (["show", sys.argv[1]], ["hint", "junior", "-", "22213"]):
    assert run(words) == 0
"""
"""Commands of a user of whom the system knows no home."""
PLACES = ("HOME", "XDG_", "FIVEDICE_")
"""How variables begin that say where somebody's files are."""


def test_who_has_no_home_is_told_so_where_something_is_kept(tmp_path: Path) -> None:
    """As in a container: commands that need records say what to set; others work and leave no files."""
    (tmp_path / "match.jsonl").write_text(start("junior", "Ann").record())
    env = {name: kept for name, kept in os.environ.items() if not name.startswith(PLACES)}
    code = [sys.executable, "-c", NOBODY, "match.jsonl"]
    done = subprocess.run(code, cwd=tmp_path, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    sentence = "fivedice: Your home folder cannot be found; FIVEDICE_HOME can name a folder instead."
    assert done.stderr.splitlines() == [sentence] * 5
    assert "keep Minnie(2)" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["match.jsonl"]


def test_a_home_may_be_written_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(HOME_VARIABLE, "~/dice")
    assert (store.folder(), store.tables()) == (tmp_path / "dice/records", tmp_path / "dice/tables")
    monkeypatch.setenv(HOME_VARIABLE, "~no-such-user/dice")
    with pytest.raises(store.StoreError, match="no such user"):
        store.folder()


def test_a_full_disk_loses_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = store.Log.create(home, "junior", "first")
    real = os.write
    monkeypatch.setattr(os, "write", lambda file, data: (real(file, data[:3]), _full())[0])
    with pytest.raises(store.StoreError, match="no space left"):
        log.append("second")
    monkeypatch.setattr(os, "write", real)
    assert log.path.read_text() == "first\n"
    log.append("second")
    assert log.path.read_text() == "first\nsecond\n"


def _full() -> None:
    raise OSError(28, "No space left on device")


def test_the_version_is_told() -> None:
    assert printed("--version") == f"fivedice {version('fivedice')}\n"
    assert "--version" in printed("--help")


@pytest.mark.parametrize("arguments", [["rules", "showdown"], ["--help"], ["show", "match"]])
def test_a_reader_who_leaves_ends_the_command_quietly(arguments: list[str], made: Path) -> None:
    """As with other Unix tools, the exit code is that of SIGPIPE."""
    given = [str(made) if word == "match" else word for word in arguments]
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "fivedice", *given]
    done = subprocess.run(command, check=False, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("name", ["Traditional", "TRADITIONAL", "yahtzee", "Yahtzee"])
def test_a_game_is_called_in_any_case_and_as_people_know_it(name: str) -> None:
    assert json.loads(printed("hint", name, "aces=3", "22345", "--json"))["game"] == "traditional"
    assert coerce.game(name) == GAMES["traditional"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("traditonal", "traditional"), ("yatzee", "traditional"), ("Yaztzy", "yatzy")]
)
@pytest.mark.parametrize("command", ["play", "hint", "rules", "solve"])
def test_a_game_that_is_mistyped_is_asked_back(command: str, typed: str, meant: str) -> None:
    assert f"Did you mean {meant}?" in refused(command, typed)


def test_a_word_like_no_game_is_asked_back_for_none() -> None:
    assert "Did you mean" not in refused("rules", "chess")
