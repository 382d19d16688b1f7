"""The parser of records accepts exactly what docs/reference/record.md says."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from fivedice import bots
from fivedice.analysis.solver_api import Knowing
from fivedice.bots import BOTS
from fivedice.cards import written
from fivedice.games.owncard import OwnCard
from fivedice.match import match, setup
from fivedice.notation import record
from fivedice.notation.record import BadRecord
from tests.laws.test_texts import law
from tests.test_docs import WHOLE

RECORDS = {"page": WHOLE}
PAWNS = (
    '{"fivedice": 1, "game": "showdown", "options": {"pawns": [0, 4]}, "games": 1, "first": 0, "players": '
)
PAWNS += '[{"name": "Ann"}, {"name": "Ben", "bot": "casual:10"}]}\n{"throw": "3", "seat": 0}\n'
RECORDS["pawns"] = PAWNS

CARD = """
title = "Short"
[[sections]]
title = "All"
boxes = [{ name = "Ones", needs = "face 1", pays = "these dice" }]
"""
RECORDS["card"] = record.text(match.begin(setup.Setup(OwnCard(written.read(CARD)), (setup.Player("Ann"),))))


def refused(text: str | bytes) -> BadRecord:
    """Why a record is refused, in one short sentence that can be printed."""
    with pytest.raises(BadRecord) as raised:
        record.replay(text)
    sentence = str(raised.value)
    assert sentence.isprintable()
    assert sentence.endswith(".")
    assert len(sentence) < 600
    return raised.value


WRONG = {
    "a throw given twice": ('"throw": "55162"', '"throw": "666666", "throw": "55162"'),
    "a seat given twice": ('"seat": 0}', '"seat": 0, "seat": 0}'),
    "a name given twice": ('"name": "Ann"', '"name": "Ann", "name": "Ann"'),
    "a total with a point": ('"totals": [18]', '"totals": [18.0]'),
    "a winner by yes or no": ('"winners": [0]', '"winners": [false]'),
    "scores with a point": ('"scores": [[18]]', '"scores": [[1.8e1]]'),
    "a first seat with a point": ('"first": 0', '"first": 0.0'),
    "a version by yes or no": ('"fivedice": 1', '"fivedice": true'),
    "a pawn as a text": ('"pawns": [0, 4]', '"pawns": ["0", 4]'),
    "a strength there is not": ("casual:10", "casual:99"),
    "a strength in another spelling": ("casual:10", "casual:010"),
    "no strength": ("casual:10", "casual:"),
    "a bot there is not": ("casual:10", "grandmaster"),
    "a bot without a name": ("casual:10", ""),
    "a name with a space before it": ('"Ann"', '" Ann"'),
    "a name of half a letter": ('"Ann"', '"\\ud800"'),
    "a first seat of half a letter": ('"first": 0', '"first": "\\ud800"'),
    "a field of half a letter": ('"games": 1', '"\\ud800": 1'),
    "a card of half a letter": ('"ones"', '"\\ud800"'),
    "a name of a whole half letter": ('"Ann"', '"\ud800"'),
    "a name that turns the line round": ('"Ann"', '"A\\u202enn"'),
    "no number": ('"seat": 0', '"seat": NaN'),
    "an endless number": ('"seat": 0', '"seat": 1e999'),
    "a number without end": ('"seat": 0', f'"seat": {"9" * 5000}'),
    "a second mark before the first line": ('{"fivedice"', '\ufeff\ufeff{"fivedice"'),
    "a mark before another line": ('{"throw"', '\ufeff{"throw"'),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_the_page_does_not_allow_is_refused_by_its_line(wrong: str) -> None:
    right, instead = WRONG[wrong]
    name = next(name for name, text in RECORDS.items() if right in text)
    before, _, after = RECORDS[name].partition(right)
    assert refused(before + instead + after).line == before.count("\n") + 1


HEADER = "The first line is not the header of a match: "
SPELLED = "An option is written in one way only: "


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        ("page", '"game": "junior", ', "", HEADER + "'game' is missing; it must be the name of the game"),
        ("page", '"games": 1', '"games": true', HEADER + "'games' must be a whole number, not true."),
        ("page", '"first": 0', '"first": "Ann"', HEADER + "'first' must be a seat, 'roll' or 'random', not"),
        ("page", '"games": 1', '"games": 1, "x": 1', HEADER + "'x' is not one of its fields."),
        ("card", ', "goal": 0', "", SPELLED + "written.sections[0] has title, boxes, goal, bonus, in this "),
        ("card", '"goal": 0', '"goal": "0"', "This card cannot be played: "),
        ("pawns", "[0, 4]", '"0,4"', f'{SPELLED}pawns is [0, 4], not "0,4".'),
        ("pawns", "[0, 4]", "[false, 4]", "The option pawns cannot be "),
    ],
)
def test_a_wrong_first_line_is_named_by_its_key(name: str, old: str, new: str, sentence: str) -> None:
    assert old in RECORDS[name]
    assert str(refused(RECORDS[name].replace(old, new, 1))).startswith(f"line 1: {sentence}")


BOX = "written.sections[0].boxes[0]"
PAYS = "'pays' is a whole number, 'all dice' or 'these dice'"


@pytest.mark.parametrize(
    ("old", "new", "sentence", "place"),
    [
        ('"goal": 0', '"goal": "0"', "'goal' is a whole number, not \"0\"", "written.sections[0].goal"),
        ('"these dice"', "true", f"{PAYS}, not true", f"{BOX}.pays"),
        ('"these dice"', "[1]", f"{PAYS}, not a list", f"{BOX}.pays"),
        ('"these dice"', "{}", f"{PAYS}, not an object", f"{BOX}.pays"),
        ('"these dice"', "501", "A box pays 0 to 500, not 501", f"{BOX}.pays"),
        ('"pays"', '"costs"', "A box has no 'costs'; it has name, needs, pays", f"{BOX}.costs"),
        ('"title": "Short", ', "", "A card needs 'title'; it must be text in quotes", "written.title"),
    ],
)
def test_a_wrong_card_is_told_with_its_place(old: str, new: str, sentence: str, place: str) -> None:
    assert old in RECORDS["card"]
    told = str(refused(RECORDS["card"].replace(old, new, 1)))
    assert told == f"line 1: This card cannot be played: {sentence} (at {place})."


@pytest.mark.parametrize(("given", "told"), [(None, "null"), ([], "a list"), ("Yatzy", '"Yatzy"')])
def test_what_is_no_card_at_all_is_told_so(given: object, told: str) -> None:
    header = json.loads(RECORDS["card"].splitlines()[0]) | {"options": {"written": given}}
    sentence = f"This card cannot be played: A card is an object, not {told} (at written)."
    assert str(refused(json.dumps(header) + "\n")) == f"line 1: {sentence}"


def test_a_wrong_result_is_told_with_the_line_that_is_right() -> None:
    *lines, last = WHOLE.splitlines()
    told = str(refused("\n".join([*lines, last.replace("[18]", "[19]", 1)]) + "\n"))
    assert told == f"line {len(lines) + 1}: The result does not match the events, which lead to {last}."
    assert "Only the secret of the dice may follow the result" in str(refused(WHOLE + lines[1] + "\n"))


@pytest.mark.parametrize(
    "place", ['"55162"', '"goofy"', '"Ann"', '"junior"', '"seat"', "0}\n", "{}", '"options"']
)
@pytest.mark.parametrize("evil", ["\\u001b]0;x\\u0007", "x" * 100_000, "\\u202e" * 50, "[" * 50_000])
def test_a_hostile_line_is_not_echoed(place: str, evil: str) -> None:
    for changed in (f'"{evil}"', place[:-1] + evil + place[-1:]):
        sentence = str(refused(RECORDS["page"].replace(place, changed, 1)))
        assert json.loads(f'"{evil}"') not in sentence


ANYTHING: tuple[Any, ...] = (
    *(None, True, False, 0.0, 1.0, -1, 2**70, "0", "", "\ud800", "\x1b[2J"),
    *(" ", [], [[0]], {}, {"seat": 0}, float("nan")),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the values of a line are, the inner ones too."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


def changed(value: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """A line with the value in one place changed."""
    if not path:
        return change(value)
    copy = value.copy()
    copy[path[0]] = changed(value[path[0]], path[1:], change)
    return copy


def in_another_type(value: Any) -> list[Any]:
    """What might be taken for the same value by a careless reader."""
    if isinstance(value, list):
        return [",".join(map(str, value)), dict(enumerate(value)), [*value, 0]]
    numbers = [float(value), bool(value), -value] if isinstance(value, int) else []
    return [str(value), f" {value}", [value], *numbers]


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A record with something in one line changed: a value, its type, a field given twice, a letter."""
    lines = RECORDS[draw(st.sampled_from(sorted(RECORDS)))].splitlines()
    number = draw(st.integers(0, len(lines) - 1) | st.sampled_from([0, len(lines) - 1]))
    line = json.loads(lines[number])
    path = draw(st.sampled_from(list(places(line))))
    if draw(st.booleans()):
        lines[number] = json.dumps(
            changed(line, path, lambda value: draw(st.sampled_from([*in_another_type(value), *ANYTHING])))
        )
    else:
        place = draw(st.integers(0, len(lines[number])))
        letter = draw(st.sampled_from([*'"01,} \t\r\x00e-\\é', ".0", '"seat": 0, ']))
        lines[number] = lines[number][:place] + letter + lines[number][place + draw(st.integers(0, 1)) :]
    return "\n".join(lines) + "\n"


def canonical(text: str) -> list[str]:
    """The lines with their fields in order and all options named; numbers keep their types."""
    header, *lines = map(json.loads, text.removesuffix("\n").split("\n"))
    game: Any = setup.game_called(header["game"], header["options"])
    header["options"] = asdict(game) | header["options"]
    return [json.dumps(line, sort_keys=True) for line in (header, *lines)]


@settings(law, max_examples=120)
@given(text=mutants())
def test_what_is_accepted_is_the_same_match_when_it_is_written_again(text: str) -> None:
    try:
        replayed = record.replay(text)
    except BadRecord:
        refused(text)
        return
    again = record.text(replayed.match)
    assert canonical(text) == canonical(again)[: len(canonical(text))]
    assert record.replay(again).match == replayed.match


def test_every_bot_of_a_record_can_be_made(known_nothing: Knowing) -> None:
    assert {name.partition(":")[0] for name in setup.BOT_NAMES} == set(BOTS)
    for name in setup.BOT_NAMES:
        bots.make(name, known_nothing)


@pytest.fixture
def known_nothing() -> Knowing:
    """Bots are made, and ask nothing yet."""

    def asked(*_: object) -> Any:
        raise AssertionError("A bot asked before it was its turn.")

    return asked
