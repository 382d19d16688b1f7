"""Real dice in the terminal: three levels of detail, and taking back step by step."""

import json
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest
from msgspec.structs import replace

from fivedice.__main__ import run
from fivedice.games.cardgame import CardPosition as Cards
from fivedice.match.events import Final, First, Score, Spend, Throw
from fivedice.match.match import begin
from fivedice.match.setup import game_called
from fivedice.notation import record
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.runtime.store import Log
from fivedice.table.terms import Detail
from fivedice.terminal import asking
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.screen.dialogs import Detailing, Typed
from tests.commands import fivedice
from tests.rules.tables import card
from tests.spread import one_in
from tests.terminal.lines import Lines, agreed, quits
from tests.terminal.seated import Seated, at_table_of, replayed


def typed(answers: list[str], home: Path, game: str = "traditional", seats: str = "Ann") -> Lines:
    return quits(answers, home, agreed(game, seats), manual=True)


def stored(lines: Lines) -> bytes:
    data = lines.sitting.log.path.read_bytes()
    assert record.replay(data).match == lines.sitting.match
    return data


def by_prompt(lines: Lines) -> Iterator[str]:
    """Answers that play any game at any level: the first box with its last score, the first use."""
    while True:
        prompt = lines.asked[-1]
        if "a box and its score" in prompt:
            seat = lines.sitting.entering()
            assert seat is not None
            yield lines.sitting.match.possible_scores(seat)[0].box + " 0"
        elif "five of a kind" in prompt.lower():
            yield "no"
        elif "final dice" in prompt:
            yield "12345"
        elif "and type what" in prompt:
            yield "1" if " die and" in prompt else "12345"[: int(prompt.split("throw ")[1][0])]
        elif "which dice do you keep" in prompt:
            yield "stop"
        elif "use them for" in prompt:
            yield "1"
        elif "zero" in prompt or "throws are left" in prompt:
            yield "yes"
        else:
            yield "move" if "move" in prompt else ""


def test_who_starts_is_typed(home: Path) -> None:
    """A name or the first letters of one name; a mistake is taken back."""
    setup = asking.agree(game_called("traditional"), asking.players("Ann,Anna,Ben"), real=True)
    lines = quits(["hint", "ann x", "be", "undo", "an", "ann", "66512"], home, setup, manual=True)
    assert lines.asked[0] == "Who starts, Ann, Anna or Ben? "
    assert [line for line in lines.said if "starts" in line] == [
        "Ben starts.",
        "Taken back: Ben starts.",
        "Ann starts.",
    ]
    assert lines.sitting.match.events == (First(0), Throw(0, (6, 6, 5, 1, 2)))
    stored(lines)


def test_a_match_with_real_dice_asks_who_starts_unless_it_is_said() -> None:
    """A roll-off stays possible, and one player is not asked."""
    game = game_called("traditional")

    def first(seats: str, said: str = "") -> object:
        return asking.agree(game, asking.players(seats), 1, said, real=True).first

    assert [first("Ann,Ben"), first("Ann,Ben", "roll"), first("Ann,Ben", "Ben"), first("Ann")] == [
        *("random", "roll", 1, "roll")
    ]


@at_table_of("piecepack", "Ann,Ben", manual=True, first="random")
async def test_the_screen_lists_who_may_start(seated: Seated, sitting: LocalSitting) -> None:
    """Arrows and Enter pick a name; u takes it back."""
    assert await seated.shows("Who starts?")
    await seated.press("down", "down", "enter")
    assert sitting.match.events == (First(1),)
    await seated.press("escape", "u")
    assert sitting.match.events == ()


LEVELS: list[tuple[str, Detail]] = [
    *((game, "final") for game in ("traditional", "challenge", "piecepack", "junior")),
    *((game, "score") for game in ("traditional", "challenge", "piecepack")),
]


@pytest.mark.parametrize(("game", "detail"), one_in(3, LEVELS))
@pytest.mark.parametrize("seats", ["Ann,Ben", "Ann,greedy"])
def test_every_game_is_typed_at_every_level(game: str, detail: Detail, seats: str, home: Path) -> None:
    """Bots get every throw; the record on disk has version 2 from its first line, and verifies."""
    answers: list[Iterator[str]] = []
    later = (next(answers[0]) for _ in repeat(None))
    lines = Lines(agreed(game, seats), home, chain([f"detail {detail}"], later), manual=True)
    answers.append(by_prompt(lines))
    assert lines.play()
    entered = {type(event) for event in lines.sitting.match.events if event.seat == 0}
    shared = game == "challenge" and "greedy" in seats
    assert (Score if detail == "score" else Final) in entered or shared
    assert not any(
        isinstance(event, Final | Score) and event.seat for event in lines.sitting.match.events
    ) or ("Ben" in seats)
    assert json.loads(stored(lines).partition(b"\n")[0])["fivedice"] == (1 if shared else 2)
    assert run(["verify", str(lines.sitting.log.path)]) == 0


def test_a_score_is_typed_as_box_and_points(home: Path) -> None:
    """By any name of the box; what no dice score gets a sentence, and the question again."""
    said = [
        "detail score",
        "fours 12",
        "full house 0",
        "4 of a kind 31",
        "fives",
        "chance",
        "chance 4",
        "what",
    ]
    lines = typed([*said, "three 9", "uses"], home)
    assert lines.sitting.match.events == (
        Score(0, "fours", 12),
        Score(0, "full-house", 0),
        Score(0, "threes", 9),
    )
    assert lines.said[1] == "From the next turn on, you type the box and score of each turn."
    assert "Ann: Fours 12, 12 in total (score only)." in lines.said
    for sentence in (
        "4 of a Kind can score 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,"
        " 24, 25, 26, 27, 28, 29, 30.",
        "Fives can score 0, 5, 10, 15, 20, 25.",
        "Type an open box and its score, such as chance 20.",
        "  Small Straight: 0, 30",
    ):
        assert sentence in lines.said
    assert not any(said.startswith("  Fours:") for said in lines.said)
    stored(lines)


@pytest.mark.parametrize(("answer", "five"), [("yes", True), ("no", False)])
def test_five_of_a_kind_is_asked_only_where_it_matters(answer: str, five: bool, home: Path) -> None:
    """Once the Yahtzee box holds points, five of a kind earn a bonus."""
    setup = replace(agreed("traditional", "Ann"), position=Cards((card({"yahtzee": 50, "sixes": 18}),), 0))
    lines = quits(["detail score", "full house 25", answer], home, setup, manual=True)
    assert [prompt for prompt in lines.asked if "Five of a kind?" in prompt] == [lines.asked[2]]
    (event,) = lines.sitting.match.events
    assert event == Score(0, "full-house", 125 if five else 25, five)
    lines = typed(["detail score", "full house 25"], home)
    assert not any("Five of a kind?" in prompt for prompt in lines.asked)


def test_final_dice_are_used_like_thrown_ones(home: Path) -> None:
    lines = typed(["detail final", "1234", "12347", "55522", "full"], home)
    assert lines.sitting.match.events == (Final(0, (5, 5, 5, 2, 2)), Spend(0, "full-house"))
    assert "This throw has 5 dice, not 4." in lines.said
    assert "Dice are digits from 1 to 6, not '12347'." in lines.said


def test_the_red_die_is_typed_before_final_dice(home: Path) -> None:
    lines = typed(["detail final", "3", "33321"], home, "showdown", "Ann,Ben")
    assert lines.sitting.match.events == (Throw(0, (3,)), Final(0, (3, 3, 3, 2, 1)))
    assert "use them for" in lines.asked[-1]


def test_everything_is_taken_back_step_by_step_across_levels(home: Path) -> None:
    """What bots decided goes with the dice that they decided on; the record follows."""
    said = [
        "66123",
        "detail score",
        "66",
        "detail final",
        "undo",
        "undo",
        "detail score",
        "chance 20",
        "undo",
    ]
    lines = typed([*said, "chance 21"], home)
    assert lines.sitting.match.events == (Score(0, "chance", 21),)
    assert "Taken back: Ann: Chance 20 (score only)." in lines.said
    stored(lines)
    lines = typed(["detail score", "chance 20", "11111", *["undo"] * 4], home, seats="Ann,greedy")
    assert lines.sitting.match.events == ()
    assert [said.split(":")[1] for said in lines.said if "Taken back" in said] == [
        " greedy throws 1 1 1 1 1.",
        " Ann",
    ]
    assert lines.said[-2:] == ["There is nothing to take back."] * 2
    stored(lines)


def test_a_shared_turn_is_entered_in_secret(home: Path) -> None:
    """No answer, refusal or undo tells what another player has entered."""
    said = ["detail score", "chance 20", "chance", "chance 40", "undo", "chance 21", "aces 3"]
    lines = typed(said, home, "challenge", "Ann,Ben")
    assert all(lines.hidden[1:])
    assert lines.said.count("That cannot be entered.") == 2
    assert "Taken back: Ann has entered a turn." in lines.said
    told = lines.text().partition("Ann has entered a turn.")[2].partition("Ben: Aces 3")[0]
    assert "20" not in told
    assert "Ann: Chance 21" in lines.text()


def test_what_cannot_be_changed_is_told_in_a_sentence(home: Path) -> None:
    lines = typed(["detail", "detail score", "detail every", "hint"], home, "showdown", "Ann,Ben")
    assert "Type detail every, detail final or detail score." in lines.said
    assert "A score pad is for games with a score card; here the final dice are needed." in lines.said
    thrown = quits(["detail final"], home, "junior")
    assert "The program throws the dice of this table; nothing is entered." in thrown.said
    hinted = typed(["detail final", "hint"], home)
    assert hinted.said[-1] == "Hints on what to keep need the detail every."


def test_an_older_record_gets_the_new_version_with_its_first_entry(home: Path) -> None:
    """Its other lines stay as they are; what was thrown before this sitting is never taken back."""
    setup = agreed("junior", "Ann")
    first = begin(setup).throw("11123").keep("11123").use("minnie-mouse")
    log = Log.create(home, "junior", record.header(setup))
    log.append(*record.text(first).splitlines()[1:])
    sitting = LocalSitting(first, log, LocalDice(chance.seeded(1)), Library(home), "every", detail="final")
    assert sitting.last_entered() is None
    sitting.step(Final(0, (2, 2, 2, 2, 3)))
    before, after = record.text(first), log.path.read_text()
    assert after == before.replace('"fivedice": 1', '"fivedice": 2') + '{"final": "22223", "seat": 0}\n'
    assert replayed(sitting)[0] == sitting.match
    sitting.take_back()
    assert sitting.match.events == first.events
    sitting.step(Throw(0, (1, 1, 1, 1, 1)))
    assert replayed(sitting)[0] == sitting.match


# --- Commands ----------------------------------------------------------------------------------------------


def test_a_match_that_goes_on_keeps_its_level_and_its_eraser(home: Path) -> None:
    played = ("play", "traditional", "--seats", "Ann,Ben", "--plain", "--detail", "score", "--first", "0")
    fivedice(*played, typed="fours 12\nquit\n")
    (path,) = home.glob("*.jsonl")
    assert path.read_bytes().startswith(b'{"fivedice": 2')
    told = fivedice("resume", "--plain", typed="undo\nfours 8\nsixes 24\ndetail final\nquit\n").stdout
    assert "Taken back: Ann: Fours 12" in told
    assert "Ann, type your final dice" in fivedice("resume", "--plain", typed="quit\n").stdout
    assert "type what they show" in fivedice("resume", "--plain", "--detail", "every", typed="quit\n").stdout
    for said in (("--no-manual-dice",), ()):
        assert "type what they show" not in fivedice("resume", "--plain", *said, typed="quit\n").stdout
    kept = record.replay(path.read_bytes()).match
    assert kept.events[:2] == (Score(0, "fours", 8), Score(1, "sixes", 24))
    for command in ("show", "review"):
        assert fivedice(command, path.name).returncode == 0
    assert fivedice("verify", "--unfinished", path.name).returncode == 0


def test_an_empty_mark_of_an_older_version_means_every_throw(home: Path) -> None:
    fivedice("play", "junior", "--seats", "Ann", "--plain", "--manual-dice", typed="66123\nquit\n")
    (path,) = home.glob("*.jsonl")
    path.with_suffix(".real-dice").write_text("")
    told = fivedice("resume", "--plain", typed="undo\nstop\n1\nquit\n").stdout
    assert "There is nothing to take back." in told
    assert "type what they show" in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "showdown", "--seats", "Ann,Ben", "--detail", "score"), "A score pad is for games"),
        (("play", "junior", "--seats", "Ann", "--detail", "final", "--seed", "1"), "--seed has no effect"),
        (("resume", "--no-manual-dice", "--detail", "final"), "--detail has no effect"),
    ],
)
def test_a_level_that_cannot_be_is_refused_before_anything_is_stored(
    arguments: tuple[str, ...], sentence: str, home: Path
) -> None:
    if arguments[0] == "resume":
        fivedice("play", "junior", "--seats", "Ann", "--plain", typed="quit\n")
    before = sorted(home.glob("*"))
    refused = fivedice(*arguments, "--plain", typed="quit\n")
    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert sorted(home.glob("*")) == before


# --- The full screen ---------------------------------------------------------------------------------------


@at_table_of("traditional", "Ann,greedy", manual=True)
async def test_the_level_is_changed_by_a_key(seated: Seated, sitting: LocalSitting) -> None:
    await seated.press("escape", "d")
    assert isinstance(seated.app.screen, Detailing)
    await seated.press("down", "down", "enter")
    assert await seated.shows("Ann, type a box and its score:")
    assert await seated.shows("A box alone lists its scores.")
    await seated.press(*"fours", "enter")
    assert await seated.shows("Fours can score 0, 4, 8, 12, 16, 20.")
    await seated.press("space", *"13", "enter")
    assert sitting.match.events == ()
    await seated.press("backspace", "2", "enter")
    assert sitting.match.events == (Score(0, "fours", 12),)
    assert await seated.shows("greedy, throw 5 dice and type what they show:")
    assert await seated.shows("Esc, then u takes back the last entry")
    await seated.press("escape", "u")
    assert sitting.match.events == ()
    assert isinstance(seated.app.screen, Typed)
    await seated.press("escape")
    assert await seated.shows("Play your dice, then Space types the turn.")
    assert await seated.shows("Ann · the whole turn")
    await seated.press("d", "down", "enter", *"55522", "enter", "up", "enter", "y")
    assert isinstance(sitting.match.events[0], Final)
    assert isinstance(sitting.match.events[1], Spend)
    assert replayed(sitting)[0] == sitting.match


@at_table_of("challenge", "Ann,Ben", manual=True)
async def test_a_shared_turn_is_typed_in_secret(seated: Seated, sitting: LocalSitting) -> None:
    await seated.press("escape", "d", "down", "down", "enter", *"chance", "space", *"20", "enter")
    assert await seated.shows("Ben, type a box and its score:")
    await seated.press(*"chance", "space", *"21")
    assert await seated.shows("•" * len("chance 21"))
    await seated.press("0", "enter")
    assert await seated.shows("That cannot be entered.")
    await seated.press("backspace", "enter")
    assert sitting.match.events == (Score(0, "chance", 20), Score(1, "chance", 21))
