"""The lines of a table's log: as databases of older versions have them, and no others."""

import pytest

from fivedice.match.events import Choose, First, HintTaken, Keep, Spend, Throw
from fivedice.notation.read import BadText
from fivedice.table.log import (
    Arranged,
    Closed,
    Entry,
    Happened,
    PhraseSaid,
    RematchOpened,
    SeatGivenUp,
    SeatLeft,
    SeatMoved,
    SeatReturned,
    SeatTaken,
    Started,
    text,
)
from fivedice.table.log import entry as read

OLD_LINES: dict[str, Entry] = {
    r'{"entry":"sat","chair":0,"name":"Ann","holder":"d1ge5t"}': SeatTaken(0, "Ann", "d1ge5t"),
    r'{"entry":"rose","chair":1}': SeatGivenUp(1),
    r'{"entry":"started","fill":"greedy"}': Started("greedy"),
    r'{"entry":"happened","event":"{\"first\": 1}"}': Happened(First(1)),
    r'{"entry":"happened","event":"{\"throw\": \"51622\", \"seat\": 0}"}': Happened(
        Throw(0, (5, 1, 6, 2, 2))
    ),
    r'{"entry":"happened","event":"{\"keep\": \"22\", \"seat\": 0}"}': Happened(Keep(0, (2, 2))),
    r'{"entry":"happened","event":"{\"use\": \"zero-chance\", \"seat\": 0}"}': Happened(
        Spend(0, "zero-chance")
    ),
    r'{"entry":"happened","event":"{\"choose\": \"stay\", \"seat\": 1}"}': Happened(Choose(1, "stay")),
    r'{"entry":"happened","event":"{\"hint\": 1}"}': Happened(HintTaken(1)),
    r'{"entry":"left","chair":0}': SeatLeft(0),
    r'{"entry":"left","chair":0,"meant":true}': SeatLeft(0, meant=True),
    r'{"entry":"left","chair":0,"late":true}': SeatLeft(0, late=True),
    r'{"entry":"back","chair":0}': SeatReturned(0),
    r'{"entry":"said","chair":0,"phrase":3}': PhraseSaid(0, 3),
    r'{"entry":"again","code":"ABCDEF"}': RematchOpened("ABCDEF"),
    r'{"entry":"closed"}': Closed(),
}
"""What version 0.1.0 wrote into its database, and what it means."""


NEW_LINES: dict[str, Entry] = {
    r'{"entry":"sat","chair":0,"name":"Ann","holder":"d1ge5t","colour":"teal"}': SeatTaken(
        0, "Ann", "d1ge5t", colour="teal"
    ),
    r'{"entry":"sat","chair":0,"name":"Ann","holder":"d1ge5t","contribution":"a1b2"}': SeatTaken(
        0, "Ann", "d1ge5t", "a1b2"
    ),
    r'{"entry":"closed","reason":"Names."}': Closed("Names."),
    r'{"entry":"arranged","chair":1}': Arranged(1),
    r'{"entry":"moved","chair":1,"device":"d1ge5t"}': SeatMoved(1, "d1ge5t"),
    r'{"entry":"moved","chair":1}': SeatMoved(1),
    r'{"entry":"arranged","chair":1,"bot":"greedy"}': Arranged(1, "greedy"),
}
"""What later versions added; an older one reads a new field without it, and no new entry."""
LINES = {**OLD_LINES, **NEW_LINES}


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_an_older_database_is_read_and_written_alike(line: str) -> None:
    """A table that was begun with an older version goes on, and no line in its database has to change."""
    assert read(line) == LINES[line]
    assert text(LINES[line]) == line


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
        read(line)
