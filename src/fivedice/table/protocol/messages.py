"""The JSON messages of the table protocol (docs/reference/protocol.md), each with its `type`.

In a move, `after` is the number of the last log entry that the client has seen.
"""

import inspect
from typing import Any, get_args

import msgspec
from msgspec import Struct

from fivedice.analysis.solver_api import Aim
from fivedice.core.rules import Feat, shortened
from fivedice.core.texts import BadText
from fivedice.language import tr
from fivedice.language.languages import SOURCE
from fivedice.table import terms
from fivedice.table.protocol.picture import Picture, SeenEntry, You


def _type(name: str) -> str:
    """The `type` of a message on the wire: the name of its class without "Message", in lower case."""
    return name.removesuffix("Message").lower()


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag=_type, tag_field="type"):
    """A message from a client."""


class HelloMessage(ClientMessage, frozen=True):
    """The first message of a connection: the token of a seat, or "" for a spectator, and the language in
    which to be told; one we do not speak counts as English.
    """

    token: str = ""
    language: str = SOURCE


class ThrowMessage(ClientMessage, frozen=True):
    """Throw the dice; with real dice, `dice` are what they show, for your own seat or for that of a bot or of
    somebody absent.
    """

    after: int
    dice: str = ""


class FinalMessage(ClientMessage, frozen=True):
    """With real dice: the final dice of a turn, whose throws are not entered."""

    dice: str
    seat: int
    after: int


class ScoreMessage(ClientMessage, frozen=True):
    """With real dice: what a turn scored, without its dice. `five`: they were five of a kind."""

    use: str
    pays: int
    seat: int
    after: int
    five: bool = False


class FirstMessage(ClientMessage, frozen=True):
    """With real dice, where the table asks for it: the seat that starts."""

    seat: int
    after: int


class DetailMessage(ClientMessage, frozen=True):
    """With real dice: what is entered of a turn from now on."""

    detail: terms.Detail


class TakebackMessage(ClientMessage, frozen=True):
    """With real dice: take back the last entry."""

    after: int


class KeepMessage(ClientMessage, frozen=True):
    """Keep these dice and throw the others; keeping all five ends the throws."""

    dice: str
    after: int


class UseMessage(ClientMessage, frozen=True):
    """Use the dice for this; with throws left, stop and use them."""

    use: str
    after: int


class ChooseMessage(ClientMessage, frozen=True):
    """Make this choice."""

    option: str
    after: int


class HintMessage(ClientMessage, frozen=True):
    """Ask for the worth of your choices, ranked by `aim`, or by score if the chance to win is unknown."""

    after: int
    aim: Aim = "score"


class SayMessage(ClientMessage, frozen=True):
    """Say the phrase with this number."""

    phrase: int


class LeaveMessage(ClientMessage, frozen=True):
    """Leave: the computer plays for you. Before the match, give your chair back."""


class BackMessage(ClientMessage, frozen=True):
    """Return to your seat."""


class ThereMessage(ClientMessage, frozen=True):
    """Ask for a `HereMessage`, to detect a connection that has silently failed."""


Move = (
    ThrowMessage
    | FinalMessage
    | ScoreMessage
    | FirstMessage
    | KeepMessage
    | UseMessage
    | ChooseMessage
    | HintMessage
)
Wish = HelloMessage | Move | DetailMessage | TakebackMessage | SayMessage | LeaveMessage | BackMessage
"""Messages that act on the table."""
FromClient = Wish | ThereMessage


class ServerMessage(Struct, frozen=True, tag=_type, tag_field="type"):
    """A message from the server."""


class LogLine(Struct, frozen=True, omit_defaults=True):
    """Log entry `number` in sentences; `kind` names the entry or its event, `seat` is that of the event.

    `kind` is "cost" for the costs of choices that became public with the entry.
    """

    number: int
    kind: str
    told: tuple[str, ...]
    seat: int | None = None


class TableMessage(ServerMessage, frozen=True):
    """The table as you may see it, the seconds left on the clock, and the latest log lines."""

    picture: Picture
    you: You
    left: float | None = None
    log: tuple[LogLine, ...] = ()


class Revealed(Struct, frozen=True, omit_defaults=True):
    """A decision on dice that is now public."""

    seat: int
    keep: str = ""
    use: str = ""
    title: str = ""
    pays: int = 0


class ToldMessage(ServerMessage, frozen=True):
    """Log entry `number` as you may see it, in sentences, and the table after it.

    `revealed` lists the decisions that become public with it, `feats` the achievements.
    """

    number: int
    entry: SeenEntry
    told: tuple[str, ...]
    picture: Picture
    you: You
    left: float | None = None
    revealed: tuple[Revealed, ...] = ()
    feats: tuple[Feat, ...] = ()


class CostedMessage(ServerMessage, frozen=True):
    """The costs of the choices that became public with log entry `number`, in sentences."""

    number: int
    told: tuple[str, ...]


class MissedMessage(ServerMessage, frozen=True):
    """Missing players by seat, with the seconds until the computer plays for them.

    `rests` means that no player is connected; only spectators receive that.
    """

    seats: dict[int, float]
    rests: bool = False


class RefusedMessage(ServerMessage, frozen=True):
    """Your message was rejected for the reason in `sentence`; `stale` means that the table had moved on."""

    sentence: str
    stale: bool = False


class HintedChoice(Struct, frozen=True):
    """A legal choice as in a record, its worth and cost, other figures by name, and the reason in a line."""

    event: dict[str, Any]
    worth: float
    cost: float
    beside: dict[str, float]
    why: str


class ChoiceText(Struct, frozen=True, omit_defaults=True):
    """A choice of a hint in figures: its worth, its loss compared with the best, and its other chances."""

    worth: str
    loss: str = ""
    also: tuple[str, ...] = ()


class HintedMessage(ServerMessage, frozen=True):
    """Your choices, best first.

    `aim` is what a worth measures; `exact` tells whether worths are solved or estimated; `chances` names the
    fields that are chances. `mixed` explains how to choose at random where an opponent could predict you.
    `aims` lists the aims that can be requested; `note` says why a different aim was used. `texts` has the
    formatted figures of each choice; `counts` says what they measure, and `legend` what the chances mean.
    `advice` is the reason for the first choice, without figures.
    """

    number: int
    aim: str
    exact: bool
    choices: tuple[HintedChoice, ...]
    chances: tuple[str, ...] = ()
    mixed: str = ""
    aims: tuple[Aim, ...] = ("score",)
    note: str = ""
    texts: tuple[ChoiceText, ...] = ()
    counts: str = ""
    legend: str = ""
    advice: str = ""


class HereMessage(ServerMessage, frozen=True):
    """The answer to `ThereMessage`."""


FromTable = (
    TableMessage | ToldMessage | CostedMessage | MissedMessage | RefusedMessage | HintedMessage | HereMessage
)

_decoder = msgspec.json.Decoder(FromClient)


def read(data: str | bytes) -> FromClient:
    """Parses a client's message. Raises `BadText`."""
    try:
        message: FromClient = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        fault = shortened(str(error), 120)
        raise BadText(tr("This is not a message of the protocol: {fault}.", fault=fault)) from None
    return message


def schema() -> dict[str, Any]:
    """The JSON schema of all messages, generated from these types."""
    both = (*get_args(FromClient), *get_args(FromTable))
    shapes, definitions = msgspec.json.schema_components(both, ref_template="#/$defs/{name}")
    for shape in definitions.values():  # msgspec before 0.23 leaves the indents of docstrings in them
        shape["description"] = inspect.cleandoc(shape["description"])
    number = len(get_args(FromClient))
    ways = {"FromClient": {"anyOf": shapes[:number]}, "FromTable": {"anyOf": shapes[number:]}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fivedice table protocol",
        "anyOf": [{"$ref": f"#/$defs/{way}"} for way in ways],
        "$defs": {**definitions, **ways},
    }
