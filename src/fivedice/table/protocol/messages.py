"""The messages of the protocol (protocol.md), each a JSON object with its `type`.

`after` in a move is the number of the last entry that its sender has seen.
"""

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from fivedice.analysis.hints import Choice
from fivedice.core.rules import Feat, shortened
from fivedice.notation.read import BadText
from fivedice.table.protocol import schema as shapes

Aim = Literal["score", "wins"]
"""What choices are ranked by: the game's own unit, or the chance to win."""
LONGEST_SENTENCE = 1000
"""The longest answer of all names every use there is; what is longer quotes somebody."""


class In(Struct, frozen=True, forbid_unknown_fields=True, tag=str.lower, tag_field="type"):
    """A message to the table."""


class Hello(In, frozen=True):
    """The first message of every connection: the token of a seat, or none to look on."""

    token: str = ""


class Throw(In, frozen=True):
    """I throw the dice."""

    after: int


class Keep(In, frozen=True):
    """I keep these dice and throw the others; all five: I stop."""

    dice: str
    after: int


class Use(In, frozen=True):
    """I use my final dice for this; with dice left to throw, I stop and use them."""

    use: str
    after: int


class Choose(In, frozen=True):
    """I choose this."""

    option: str
    after: int


class Hint(In, frozen=True):
    """I ask what my choices are worth, ranked by this; by the score where no chance to win is known."""

    after: int
    aim: Aim = "score"


class Say(In, frozen=True):
    """I say the phrase with this number."""

    phrase: int


class Leave(In, frozen=True):
    """I leave for a while, and the game plays for me; before the match I give my chair back."""


class Back(In, frozen=True):
    """I am back."""


class There(In, frozen=True):
    """I ask whether anybody is there: a connection that leads nowhere any more is only silent."""


Move = Throw | Keep | Use | Choose | Hint
Wish = Hello | Move | Say | Leave | Back
"""What is for the table to do."""
FromClient = Wish | There


class Out(Struct, frozen=True, tag=str.lower, tag_field="type"):
    """A message from the table."""


class Line(Struct, frozen=True, omit_defaults=True):
    """What entry `number` was told as, and its kind: of an event what it is, and whose; else its name."""

    number: int
    kind: str
    told: tuple[str, ...]
    seat: int | None = None


class Table(Out, frozen=True):
    """The whole table as you may see it, the seconds left of a clock, and what was told lately."""

    picture: msgspec.Raw
    you: msgspec.Raw
    left: float | None = None
    log: tuple[Line, ...] = ()


class Revealed(Struct, frozen=True, omit_defaults=True):
    """What a seat keeps, or uses its dice for."""

    seat: int
    keep: str = ""
    use: str = ""
    title: str = ""
    pays: int = 0


class Told(Out, frozen=True):
    """Entry `number` of the log as you may see it, told in sentences, and the table after it.

    `revealed` are the decisions on dice that are seen with it; `feats` what was achieved.
    """

    number: int
    entry: msgspec.Raw
    told: tuple[str, ...]
    picture: msgspec.Raw
    you: msgspec.Raw
    left: float | None = None
    revealed: tuple[Revealed, ...] = ()
    feats: tuple[Feat, ...] = ()


class Missed(Out, frozen=True):
    """Who is gone while others are here, seat by seat, and the seconds until the game plays for them.

    Where nobody of a match is here it `rests`; only onlookers are told.
    """

    seats: dict[int, float]
    rests: bool = False


class Refused(Out, frozen=True):
    """What you sent was not done, and why; `stale` if the table had moved on."""

    sentence: str
    stale: bool = False


class Hinted(Out, frozen=True):
    """Your choices, the best first.

    `aim` is what a worth counts; `exact` whether it is solved; `chances` which of the numbers beside it are.
    `mixed` says how to decide where the other may foresee it, if that is known; `aims` what can be asked for.
    `note` says why the choices are ranked by another aim than was asked for.
    """

    number: int
    aim: str
    exact: bool
    choices: tuple[Choice, ...]
    chances: tuple[str, ...] = ()
    mixed: str = ""
    aims: tuple[Aim, ...] = ("score",)
    note: str = ""


class Here(Out, frozen=True):
    """Somebody is."""


FromTable = Table | Told | Missed | Refused | Hinted | Here

_decoder = msgspec.json.Decoder(FromClient)


def read(data: str | bytes) -> FromClient:
    """A client's message. Raises `BadText` with a sentence for anything else."""
    try:
        message: FromClient = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadText(f"This is no message of the protocol: {shortened(str(error), 120)}.") from None
    return message


def in_a_line(sentence: str) -> str:
    """A sentence that quotes what others wrote, as it can be shown."""
    return shortened(sentence, LONGEST_SENTENCE)


def schema() -> dict[str, Any]:
    """The JSON schema of all messages, made from these types."""
    to_table, from_table = get_args(FromClient), get_args(FromTable)
    ways_of, definitions = _components((*to_table, *from_table), "{name}")
    seen, of_seen = _components((shapes.Picture, shapes.You), "{name}")
    (entry,), of_entry = _components((shapes.Entry,), "Entry{name}")
    for message in ("Table", "Told"):
        definitions[message]["properties"] |= {"picture": seen[0], "you": seen[1]}
    definitions["Told"]["properties"]["entry"] = entry
    ways = {
        "FromClient": {"anyOf": list(ways_of[: len(to_table)])},
        "FromTable": {"anyOf": list(ways_of[len(to_table) :])},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fivedice table protocol",
        "anyOf": [{"$ref": f"#/$defs/{way}"} for way in ways],
        "$defs": {**definitions, **of_seen, **of_entry, **ways},
    }


def _components(types: tuple[Any, ...], named: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The schemas of types, and of the types in them under names like that."""
    found, inner = msgspec.json.schema_components(types, ref_template=f"#/$defs/{named}")
    return found, {named.format(name=name): shape for name, shape in inner.items()}
