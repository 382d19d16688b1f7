"""The protocol: what is a message and what is not, its schema in the documents; the lines of a log."""

import json
import re
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fivedice.match.events import Choose, First, HintTaken, Keep, Spend, Throw
from fivedice.notation.read import BadText
from fivedice.table import log
from fivedice.table.protocol import messages
from fivedice.table.protocol.messages import FromClient, HintedChoice, HintedMessage, RefusedMessage
from tests.table.anything import any_message
from tests.table.protocol import FILE, FROM_CLIENT, FROM_TABLE, RENEW, TYPES, text, types
from tests.table.refusals import refusal

law = settings(derandomize=True, deadline=None, max_examples=50, database=None)
PAGE = (FILE.parent / "reference" / "protocol.md").read_text(encoding="utf-8")

any_json = st.recursive(
    st.none() | st.booleans() | st.floats().filter(lambda number: number % 1) | st.integers() | st.text(),
    lambda part: (
        st.lists(part) | st.dictionaries(st.sampled_from(["type", "after", "dice"]) | st.text(), part)
    ),
    max_leaves=5,
)
nearly = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["hello", "throw", "keep", "use", "choose", "hint", "say", "leave", "back", "there", "x"]
        )
    },
    optional={
        **dict.fromkeys(("after", "dice", "use", "option", "phrase", "token", "seat"), any_json),
        "aim": st.sampled_from(["score", "wins", "wins ", "points", ""]) | any_json,
    },
)


def assert_read_or_refused(data: str | bytes) -> None:
    """A message of the protocol, or `BadText` with a sentence; nothing else."""
    assert isinstance(refusal(messages.read, data), BadText | None)


@law
@given(st.binary() | st.text())
@example(b"\xff")
@example("\ud800")
@example('{"type": "hello", "token": "\\ud800"}')
@example('{"type": "hello", "a\\nb": 1}')
@example('{"type": "a\\u0085b"}')
@example(b'{"type": "say", "phrase": 1' + b"0" * 5000 + b"}")
@example(b"[" * 100_000)
def test_any_text_is_a_message_or_refused(data: str | bytes) -> None:
    assert_read_or_refused(data)


@law
@given(any_json | nearly)
def test_any_json_is_a_message_or_refused_and_the_schema_says_which(value: Any) -> None:
    data = json.dumps(value)
    assert_read_or_refused(data)
    if "NaN" not in data and "Infinity" not in data:
        assert (refusal(messages.read, data) is None) == FROM_CLIENT.is_valid(json.loads(data))


@law
@given(any_message(7))
def test_every_message_reads_back_and_is_as_the_schema_says(message: FromClient) -> None:
    data = msgspec.json.encode(message)
    assert messages.read(data) == message
    assert messages.read(data.decode()) == message
    FROM_CLIENT.validate(json.loads(data))


def test_refusals_and_hints_are_as_the_schema_says() -> None:
    choice = HintedChoice({"keep": "66", "seat": 0}, worth=12.5, cost=0.0, beside={"wins": 0.5}, why="Two.")
    for message in (
        RefusedMessage("No."),
        RefusedMessage("No.", stale=True),
        HintedMessage(3, "points", True, (choice,)),
    ):
        assert [*FROM_TABLE.iter_errors(json.loads(msgspec.json.encode(message)))] == []


def test_the_schema_in_the_documents_is_the_code() -> None:
    """docs/protocol.schema.json is made from the types of the messages, and so are the types of scripts."""
    for file, made in ((FILE, text()), (TYPES, types())):
        assert file.read_text(encoding="utf-8") == made, f"{file} is out of date; renew it with: {RENEW}"


def test_every_message_stands_in_the_page() -> None:
    shown = {type(messages.read(line)) for line in re.findall(r'`(\{"type".*?\})`', PAGE)}
    assert shown == set(get_args(FromClient))
    for kind in get_args(messages.FromTable):
        assert f"`{kind.__struct_config__.tag}`" in PAGE


def test_every_field_of_a_picture_stands_in_the_page() -> None:
    """And of its parts, and of what a seat sees: no message has any other, as tests hold them all to."""
    shapes = messages.schema()["$defs"]
    named = set(re.findall(r"`(\w+)`", PAGE.partition("### The picture")[2]))
    for kind in (
        *("Picture", "TableOptions", "SeenChair", "SeenAwaited", "SeenTurn", "RollOffState"),
        *("Sheet", "SheetRow", "You", "SeenUse", "SeenCredit"),
    ):
        assert set(shapes[kind]["properties"]) <= named, kind


@pytest.mark.parametrize(
    "wrong", ['{"type": "EVIL"}', '{"type": "leave", "EVIL": 1}', '{"type": "hello", "token": ["EVIL"]}']
)
@pytest.mark.parametrize("evil", ["x" * 50_000, "\\u001b[2J\\u202e"])
def test_a_refusal_quotes_little(wrong: str, evil: str) -> None:
    with pytest.raises(BadText) as raised:
        messages.read(wrong.replace("EVIL", evil))
    assert len(str(raised.value)) < 200
    assert str(raised.value).isprintable()


OLD_LINES: dict[str, log.Entry] = {
    r'{"entry":"sat","chair":0,"name":"Ann","holder":"d1ge5t"}': log.SeatTaken(0, "Ann", "d1ge5t"),
    r'{"entry":"rose","chair":1}': log.SeatGivenUp(1),
    r'{"entry":"started","fill":"greedy"}': log.Started("greedy"),
    r'{"entry":"happened","event":"{\"first\": 1}"}': log.Happened(First(1)),
    r'{"entry":"happened","event":"{\"throw\": \"51622\", \"seat\": 0}"}': log.Happened(
        Throw(0, (5, 1, 6, 2, 2))
    ),
    r'{"entry":"happened","event":"{\"keep\": \"22\", \"seat\": 0}"}': log.Happened(Keep(0, (2, 2))),
    r'{"entry":"happened","event":"{\"use\": \"zero-chance\", \"seat\": 0}"}': log.Happened(
        Spend(0, "zero-chance")
    ),
    r'{"entry":"happened","event":"{\"choose\": \"stay\", \"seat\": 1}"}': log.Happened(Choose(1, "stay")),
    r'{"entry":"happened","event":"{\"hint\": 1}"}': log.Happened(HintTaken(1)),
    r'{"entry":"left","chair":0}': log.SeatLeft(0),
    r'{"entry":"left","chair":0,"meant":true}': log.SeatLeft(0, meant=True),
    r'{"entry":"left","chair":0,"late":true}': log.SeatLeft(0, late=True),
    r'{"entry":"back","chair":0}': log.SeatReturned(0),
    r'{"entry":"said","chair":0,"phrase":3}': log.PhraseSaid(0, 3),
    r'{"entry":"again","code":"ABCDEF"}': log.RematchOpened("ABCDEF"),
    r'{"entry":"closed"}': log.Closed(),
}
"""What version 0.1.0 wrote into its database, and what it means."""


NEW_LINES: dict[str, log.Entry] = {
    r'{"entry":"sat","chair":0,"name":"Ann","holder":"d1ge5t","colour":"teal"}': log.SeatTaken(
        0, "Ann", "d1ge5t", colour="teal"
    ),
    r'{"entry":"sat","chair":0,"name":"Ann","holder":"d1ge5t","contribution":"a1b2"}': log.SeatTaken(
        0, "Ann", "d1ge5t", "a1b2"
    ),
    r'{"entry":"closed","reason":"Names."}': log.Closed("Names."),
    r'{"entry":"arranged","chair":1}': log.Arranged(1),
    r'{"entry":"moved","chair":1,"device":"d1ge5t"}': log.SeatMoved(1, "d1ge5t"),
    r'{"entry":"moved","chair":1}': log.SeatMoved(1),
    r'{"entry":"arranged","chair":1,"bot":"greedy"}': log.Arranged(1, "greedy"),
}
"""What later versions added; an older one reads a new field without it, and no new entry."""
LINES = {**OLD_LINES, **NEW_LINES}


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_an_older_database_is_read_and_written_alike(line: str) -> None:
    """A table that was begun with an older version goes on, and no line in its database has to change."""
    assert log.entry(line) == LINES[line]
    assert log.text(LINES[line]) == line


@pytest.mark.parametrize(
    "line",
    [
        r'{"entry":"happened","event":"{\"throw\": \"51722\", \"seat\": 0}"}',
        r'{"entry":"happened","event":"{\"roll\": 1}"}',
        r'{"entry":"happened","event":"keep 22"}',
        r'{"entry":"happened","event":{"hint": 1}}',
        r'{"entry":"happened"}',
        r'{"entry":"danced","chair":0}',
        r'{"chair":0}',
        "",
    ],
)
def test_any_other_line_is_refused_in_a_sentence(line: str) -> None:
    with pytest.raises(BadText, match=r"\.$"):
        log.entry(line)
