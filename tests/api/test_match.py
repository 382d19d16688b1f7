"""Matches at the front door: read, recorded, thrown by a generator, begun at a position."""

import json
import pickle
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import fivedice
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.notation import write
from tests.api.house import HOUSE


def test_the_import_is_light() -> None:
    heavy = {"numpy", "numba", "fastapi", "textual", "matplotlib", "rich", "sqlalchemy", "click"}
    code = "import sys, fivedice; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not heavy & set(loaded.split())


def test_every_public_name_is_there() -> None:
    assert all(getattr(fivedice, name) is not None for name in fivedice.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        untyped.nothing  # noqa: B018 - it is looked up


def test_importing_every_subpackage_leaves_the_public_names_alone() -> None:
    assert not {module.name for module in pkgutil.iter_modules(fivedice.__path__)} & set(fivedice.__all__)


@pytest.mark.parametrize("name", FIVE_GAMES)
def test_a_record_is_read_from_its_text_and_from_its_file(name: str, tmp_path: Path) -> None:
    seats = GAMES[name].seats[0]
    match = fivedice.play(name, *["greedy"] * seats, seed=4)
    file = tmp_path / "match.jsonl"
    file.write_text(match.record(), encoding="utf-8")
    sources = (match.record(), match.record().encode(), file, str(file))
    assert all(fivedice.read(source) == match for source in sources)


def test_a_record_that_reveals_its_dice_reads_back_with_their_secret() -> None:
    vectors = json.loads(Path("docs/reference/dice-vectors.json").read_text(encoding="utf-8"))
    for one in vectors["records"]:
        match = fivedice.read(one["record"])
        assert match.record() == one["record"]
        assert match.secret in one["record"].splitlines()[-1]


def test_a_match_on_an_own_card_reads_back_on_that_card() -> None:
    match = fivedice.start(fivedice.card(HOUSE), "Ann").throw("66123").keep("66").throw("612")
    again = fivedice.read(match.record())
    assert again == match
    assert again.setup.game.title == "House <1>"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: The record is empty."),
        ("{}", "line 1: The line is cut off: it does not end with a line feed."),
        ("{}\n", "line 1: This is not a record of version 1 to 3: its first line does not say so."),
        (
            '{"fivedice_arena": 1}\n',
            "line 1: These are the results of an arena, not a match; continue them with `fivedice arena`.",
        ),
    ],
)
def test_what_is_no_record_is_told_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(fivedice.BadRecord) as fault:
        fivedice.read(text)
    assert str(fault.value) == sentence


def test_what_is_longer_than_any_record_is_none_and_no_card(tmp_path: Path) -> None:
    path = tmp_path / "endless"
    with path.open("wb") as file:
        file.truncate(20_000_000)
    for source in (path, b"\n" * 10_000_001):
        with pytest.raises(fivedice.BadRecord, match="line 1: The record is longer than 10,000,000 bytes"):
            fivedice.read(source)
    with pytest.raises(fivedice.BadCard, match="at most 10,000 characters"):
        fivedice.card(path)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        fivedice.read(tmp_path / "none.jsonl")


def test_a_step_stays_at_the_front_door() -> None:
    match = fivedice.start("yatzy", "Ann", "Ben", first="random").draw_first(1).throw("12345").keep("12345")
    assert type(match.step(match.decisions()[0])) is fivedice.Match
    assert type(match.use("chance")) is fivedice.Match


@pytest.mark.parametrize("rng", [Random(1), np.random.default_rng(1), None])
def test_a_generator_throws_the_awaited_dice(rng: Random | None) -> None:
    match = fivedice.start("traditional", "Ann", "Ben", first="random").roll(rng).roll(rng)
    assert match.awaited.kind == "keep"
    assert match.keep("").roll(rng).awaited.kind == "keep"


def test_the_same_generator_throws_the_same_dice() -> None:
    for make in (Random, np.random.default_rng):
        one, other = make(5), make(5)
        match = fivedice.start("junior", "Ann")
        assert match.roll(one) == match.roll(other)
        assert match.roll(one).events != match.roll(make(5)).events


def test_nothing_is_thrown_where_a_decision_is_awaited() -> None:
    with pytest.raises(fivedice.IllegalMove, match="waits for a keep from seat 0, not for a throw"):
        fivedice.start("junior", "Ann").throw("12334").roll()
    with pytest.raises(fivedice.IllegalMove, match="The match is over"):
        fivedice.play("junior", "random", seed=1).roll()


def test_a_match_begins_at_a_position() -> None:
    match = fivedice.Match.at(fivedice.card(HOUSE), "6,-+0/-,-+0 1", "66123", 2, names=("Ann", "Ben"))
    assert match.scores == (6, 0)
    assert match.awaited.seats == (1,)
    assert match.keep("66").throw("666").use("sixes").scores == (6, 30)


@pytest.mark.parametrize("name", FIVE_GAMES)
def test_the_record_of_a_match_from_a_position_reads_back(name: str) -> None:
    before = fivedice.play(name, *["greedy"] * GAMES[name].seats[0], seed=9)
    half = before
    for at in range(len(before.events) // 2, len(before.events)):
        half = fivedice.read("\n".join(before.record().splitlines()[: at + 1]) + "\n")
        if half.awaited.kind == "throw" and half.state.turn and half.state.turn.step == 1:
            break
    at_position = fivedice.Match.at(half.setup.game, half.state.position)
    assert at_position.scores == half.scores
    thrown = at_position.roll(Random(2))
    assert fivedice.read(thrown.record()) == thrown
    assert '"position": ' in thrown.record().splitlines()[0]
    assert '"turn": ' not in thrown.record()


def test_a_turn_under_way_is_in_the_record_too() -> None:
    match = fivedice.Match.at("junior", "4+-+-+-+- 0 -", "12334", 2)
    assert '"position": "4+-+-+-+- 0 -", "turn": "12334@2"' in match.record()
    assert fivedice.read(match.record()) == match
    assert fivedice.Match.at("junior", "4+-+-+-+- 0 -", "12334@2") == match


@pytest.mark.parametrize(
    ("position", "dice", "sentence"),
    [
        (
            "nonsense",
            "",
            "'nonsense' is not a character; choose from: .* For example: 'goofy=4, pluto=0 / daisy=3'",
        ),
        ("9+-+-+-+- 0 -", "", "A token is in column 1 to 5 or on the picture"),
        ("4+-+-+-+- 0 -", "1233", "A hand has five dice, not '1233'."),
        ("4+-+-+-+- 0 -", "12334@4", "the number of its throw, 1 to 3, such as 22233@2, not '12334@4'"),
        ("4+-+-+-+- 0 -", "12334/12334", "There is no such turn in this position."),
        ("4+-+-+-+- 0 -", "12337", "Dice are digits from 1 to 6"),
        ("4+4+4+4+4 0 -", "12334", "The game is over in this position."),
        ("4+4+4+4+4 0 0", "", "Only a seat that ties at the end can have won the roll-off."),
        ("1+2+1+2+-/2+1+2+1+- 0 9", "", "Only a seat that ties at the end can have won the roll-off."),
    ],
)
def test_a_position_that_cannot_be_is_told_in_a_sentence(position: str, dice: str, sentence: str) -> None:
    with pytest.raises((fivedice.BadText, fivedice.IllegalMove), match=sentence):
        fivedice.Match.at("junior", position, dice)


def begun_at(turn: str) -> tuple[Callable[[], fivedice.Match], ...]:
    """A challenge for as many seats as there are hands, with this turn: at the door and in a record."""
    begun = fivedice.start("challenge", *("Ann", "Ben")[: len(turn.split("/"))])
    position = write.position(begun.state.position)
    header = json.loads(begun.record()) | {"position": position, "turn": turn}
    return (
        lambda: fivedice.Match.at("challenge", position, turn),
        lambda: fivedice.read(json.dumps(header) + "\n"),
    )


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ("1234.@1", "The first throw of a turn has all five dice."),
        ("12345/.....@1", "The first throw of a turn has all five dice."),
        ("1..../.....@1", "The first throw of a turn has all five dice."),
        ("12345/66666@1", "The first throw of a turn is the same for all seats."),
    ],
)
def test_a_first_throw_that_cannot_lie_is_refused(turn: str, sentence: str) -> None:
    for begun in begun_at(turn):
        with pytest.raises(ValueError, match=sentence):
            begun()


@pytest.mark.parametrize("turn", ["12345/54321@1", "12345/66666@2", "1234.@2", "...../.....@1", ".....@2"])
def test_a_turn_that_can_be_is_taken_as_it_is_said(turn: str) -> None:
    for begun in begun_at(turn):
        reached = begun().state.turn
        assert reached is not None
        assert write.turn(reached) == turn


def test_names_and_seats_of_a_position_agree() -> None:
    with pytest.raises(fivedice.IllegalMove, match="This is not a position of 2 seats"):
        fivedice.Match.at("junior", "4+-+-+-+- 0 -", names=("Ann", "Ben"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ('"turn": "12334@2", ', "line 1: A turn in progress needs the position that it belongs to."),
        ('"position": null, ', "line 1: The first line is not the header of a match"),
        ('"position": "", ', "line 1: This is not a position of junior: ''."),
        ('"position": "4+-+-+-+- 0 -", "turn": "", ', "line 1: A turn is its dice and the number of its"),
    ],
)
def test_a_header_with_half_a_position_is_refused(fields: str, sentence: str) -> None:
    header = fivedice.start("junior", "Ann").record()
    with pytest.raises(fivedice.BadRecord) as fault:
        fivedice.read(header.replace('"players"', fields + '"players"'))
    assert str(fault.value).startswith(sentence)


def test_a_position_has_no_roll_off_before_it() -> None:
    match = fivedice.Match.at("junior", "4+-+-+-+- 0 -")
    with pytest.raises(fivedice.BadRecord, match="has no draw or roll for who starts"):
        fivedice.read(match.record().replace('"first": 0', '"first": "roll"'))


@pytest.mark.parametrize("name", FIVE_GAMES)
def test_what_no_dice_lie_for_is_used_for_nothing(name: str) -> None:
    match = fivedice.start(name, "Ann", "Ben")
    while match.awaited.kind != "keep":
        assert match.uses() == fivedice.uses(match.state, 1) == ()
        match = match.roll(Random(1))
    assert match.uses()
    assert [match.uses(seat) != () for seat in range(2)] == [seat in match.awaited.seats for seat in range(2)]
    for seat in match.awaited.seats:
        match = match.keep("", seat)
    assert match.uses() == ()
    assert fivedice.play(name, "random", "random", seed=1).uses() == ()


def test_dice_may_be_what_they_show() -> None:
    for game, position, said, dice in (
        ("piecepack", "aces=1", "AA2N3", "11263"),
        ("junior", "-", "goofy 12 3 pluto", "51236"),
    ):
        assert fivedice.Match.at(game, position, said, 2) == fivedice.Match.at(game, position, dice, 2)


def test_dice_may_be_numbers() -> None:
    match = fivedice.start("yatzy", "Ann").throw("23452").keep("22")
    for kind in (tuple, list, np.array):
        numbers = fivedice.start("yatzy", "Ann").throw(kind([2, 3, 4, 5, 2])).keep(kind([2, 2]))
        assert numbers == match
        assert numbers.record() == match.record()
        assert fivedice.Match.at("junior", "", kind([1, 2, 3, 3, 4])) == fivedice.Match.at(
            "junior", "", "12334"
        )
    assert fivedice.worths("junior").of((2, 2, 2), left=1) == fivedice.worths("junior").of("222", left=1)


def test_one_name_needs_no_tuple() -> None:
    match = fivedice.Match.at("junior", "4+-+-+-+- 0 -", names="Ann")
    assert [player.name for player in match.setup.players] == ["Ann"]


untyped: Any = fivedice
THROWN: Any = fivedice.start("traditional", "Ann").throw("12345")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda: untyped.start("traditional", "Ann", games=2.0), "has 1 to 6 games, not 2.0"),
        (lambda: fivedice.start("traditional", "Ann", games=True), "has 1 to 6 games, not True"),
        (lambda: untyped.start("yatzy", ["Ann", "Ben"]), r"A player's name is text, not \['Ann', 'Ben'\]"),
        (lambda: untyped.start(5, "Ann"), "A game is a name, a game or a card, not 5"),
        (lambda: fivedice.begin(replace(THROWN.setup, first=True)), "does not open with True"),
        (lambda: untyped.play("traditional", 5), "A bot is a name or a callable, not 5"),
        (lambda: untyped.Match.at("junior", 5), "A position of junior is text or a value of its own type"),
        (lambda: untyped.start("traditional", "Ann").throw(12345), "Dice are digits in quotes, .* not 12345"),
        (lambda: fivedice.start("traditional", "Ann").throw((1, 2, 3, 4, 7)), "numbers from 1 to 6, not"),
        (lambda: THROWN.keep(12), "Dice are digits in quotes, such as '14466', or .*, not 12"),
        (lambda: THROWN.keep("12", seat=False), "waits for a keep from seat 0, not .* of seat False"),
        (lambda: THROWN.step("x"), "A match continues with events, .*, not with 'x'"),
        *[
            (lambda event=event, dice=dice: event(0, dice), "Dice are a tuple of numbers from 1 to 6")
            for event in (untyped.Throw, untyped.Keep, untyped.Final)
            for dice in ("123", (9,), [1], (1, "1"), 5, None)
        ],
        (lambda: THROWN.hints(reach=300.5), "The total to reach must be a whole number, not 300.5"),
        (lambda: THROWN.uses(9), "There is no seat 9: seats are numbers from 0 to 0"),
        (lambda: THROWN.decisions(-1), "There is no seat -1"),
        (lambda: THROWN.hints(seat=True), "There is no seat True"),
        (lambda: fivedice.uses(THROWN.state, 9), "There is no seat 9"),
        (lambda: untyped.decisions(THROWN.state, "Ann"), "There is no seat 'Ann'"),
        (lambda: THROWN.hints(aim="wins", reach=200), "a total to reach or the aim wins, not both"),
        (lambda: THROWN.hints(aim="wins"), "there is nobody to win against"),
        (lambda: THROWN.hints(reach=True), "The total to reach must be a whole number, not True"),
        (lambda: fivedice.worths("junior", seat=False), "It is the turn of seat 0, not False"),
        (lambda: fivedice.worths("junior").of("22", left=True), "up to five kept dice with 1 or 2"),
    ],
)
def test_what_a_match_cannot_be_asked_is_told_in_a_sentence(
    asked: Callable[[], object], sentence: str
) -> None:
    with pytest.raises((fivedice.IllegalMove, fivedice.BadText), match=sentence):
        asked()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda: fivedice.decisions(THROWN, 0), "needs a state, such as match.state, not <Match of trad"),
        (lambda: fivedice.uses(THROWN, 0), "needs a state, such as match.state, not <Match of trad"),
        (lambda: untyped.begin("yatzy"), "needs a setup, such as match.setup, not 'yatzy'"),
        (lambda: fivedice.play("junior", "random", seed=True), "Random numbers come from .*, not True"),
    ],
)
def test_what_is_of_another_kind_has_a_sentence(asked: Callable[[], object], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        asked()


def numbers(kind: Any) -> tuple[Any, ...]:
    """What a match comes to whose whole numbers are all of one kind."""
    match = fivedice.start("yatzy", "Ann", "Ben", games=kind(2), first=kind(1))
    match = match.throw("12334").keep("33", seat=kind(1)).throw("333").step(fivedice.Keep(kind(1), (3, 3)))
    given = fivedice.Match.at("junior", "", "12334", throw=kind(2)).hints(seat=kind(0))
    worths = fivedice.worths("junior", seat=kind(0))
    played = fivedice.play("yatzy", "random", "random", seed=kind(3), games=kind(2), first=kind(1))
    decided = fivedice.decisions(match.throw("334").state, kind(1)), match.throw("334").decisions(kind(1))
    return match, match.record(), given, worths.of("33", left=kind(1)), played.record(), decided


def test_whole_numbers_of_any_kind_are_stored_as_plain_ones() -> None:
    plain, others = numbers(int), numbers(np.int64)
    assert others == plain
    assert pickle.dumps(others[0]) == pickle.dumps(plain[0])
    assert {type(one.seat) for one in (*others[0].events, *others[5][0], *others[5][1])} == {int}
    assert (type(others[0].setup.games), type(others[0].setup.first)) == (int, int)
    assert type(others[2].seat) is int
    assert {type(hint.decision.seat) for hint in others[2]} == {int}
