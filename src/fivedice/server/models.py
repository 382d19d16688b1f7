"""Request and response bodies for OpenAPI, dependencies, and refusals, which all REST routes share."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, create_model

from fivedice.cards.written import LONGEST_TEXT
from fivedice.names import LONGEST_NAME
from fivedice.server.settings import Settings
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.schema import VERSION
from fivedice.server.tables import codes
from fivedice.server.tables.registry import Brought, TableRegistry
from fivedice.table.terms import TableOptions

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Code = Annotated[str, Field(max_length=16)]
Token = Annotated[str, Field(max_length=64)]
SeatPair = Annotated[tuple[Code, Token], Field(strict=False)]
"""A code and a token; a list, because JSON has no tuples."""
Option = Annotated[str, Field(max_length=100)]
Endpoint = Annotated[str, Field(max_length=1000)]

Toml = Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_TEXT})]
"""No `max_length` here: the card parser reports a long card in clearer words."""


class Body(BaseModel):
    """A request body; unknown fields are refused, and values of another type than the field's."""

    model_config = ConfigDict(extra="forbid", strict=True)


Hex16 = Annotated[str, Field(pattern="^([0-9a-f]{32})?$")]
Hex32 = Annotated[str, Field(pattern="^([0-9a-f]{64})?$")]


class Contributing(Body):
    """A player's contribution to verifiable dice (docs/reference/dice.md)."""

    contribution: Hex16 = ""
    """16 random bytes in hexadecimal, drawn by the player's own program; "" for none."""

    def bringing(self, colours: Mapping[str, str]) -> Brought:
        """The contribution, any commitment, and the colours of the players of this device."""
        return Brought(**self.model_dump(include={"contribution", "commitment"}), colours=colours)


class Bringing(Contributing):
    """A player's contribution to the dice of a new table."""

    commitment: Hex32 = ""
    """The commitment that `POST /api/deals` returned; "" lets the server draw new dice."""


def _table_options() -> type[Bringing]:
    """The fields of `TableOptions` as those of a body; `check_terms` holds their limits."""
    fields = {one.name: (one.type, one.default) for one in msgspec.structs.fields(TableOptions)}
    return create_model("TableOptions", __base__=Bringing, **fields)  # type: ignore[no-any-return,call-overload]


class Opening(_table_options()):  # type: ignore[misc] # its base follows from `TableOptions`
    """A table to open, and the name of the player who opens it."""

    game: Annotated[str, Field(max_length=20)]
    chairs: Annotated[list[Annotated[str, Field(max_length=20)]], Field(min_length=1, max_length=10)]
    """One entry per chair: a bot's name, or "" for a person."""
    name: Name
    options: Annotated[dict[Option, Option], Field(max_length=10, default_factory=dict)]
    written: Toml = ""
    """For the game `card`: your own card as TOML."""


class OwnCardText(Body):
    """Your own card as TOML."""

    written: Toml


class SeatRequest(Contributing):
    """A player who takes the chair `chair`; default: the next open one."""

    name: Name
    chair: Annotated[int, Field(ge=0, le=9)] | None = None


class TryRequest(Bringing):
    """A request to continue a match from step `number` in one of its seats."""

    number: Annotated[int, Field(ge=0)]
    seat: Annotated[int, Field(ge=0, le=9)]
    name: Name


class Repeating(Body):
    """A request to play the dice of a match again in one of its seats; with `alone`, without opponents."""

    seat: Annotated[int, Field(ge=0, le=9)]
    name: Name
    alone: bool = False


class Tried(Body):
    """The table `practice`, which continued a match from step `number`, and the `token` of its player."""

    number: Annotated[int, Field(ge=0)]
    practice: Code
    token: Token


class Holding(Body):
    """The token that proves who holds a seat."""

    token: Token


class Arranging(Holding):
    """Gives a chair to `bot`, or opens it; `name` is the person who loses it, if any."""

    bot: Annotated[str, Field(max_length=20)] = ""
    name: Name = ""


class Starting(Holding):
    """Starts the match. The bot `fill` takes the open chairs; without a bot they are removed."""

    fill: Annotated[str, Field(max_length=20)] = ""


class RematchRequest(Bringing):
    """The token of a seat whose player wants a rematch."""

    token: Token


class Offered(BaseModel):
    """The commitment to new dice. A player who opens a table with it can contribute after seeing it."""

    commitment: str


class Passing(Body):
    """A pass that moves a seat to this device."""

    code: Annotated[str, Field(max_length=64, alias="pass")]


class QrRequest(Body):
    """The text of a QR code."""

    text: Annotated[str, Field(min_length=1, max_length=800)]


class Mine(Body):
    """Your tables as pairs of code and token, and your uploaded records by code."""

    tokens: Annotated[list[SeatPair], Field(max_length=100)] = []
    codes: Annotated[list[Code], Field(max_length=100)] = []


class SubscriptionKeys(Body):
    """The encryption keys of a push subscription."""

    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=40)]


class Calling(Body):
    """A push subscription, and its seats as pairs of code and token."""

    endpoint: Endpoint
    keys: SubscriptionKeys
    tokens: Annotated[list[SeatPair], Field(max_length=100)] = []


class Silence(Body):
    """A push subscription to cancel."""

    endpoint: Endpoint


class Pass(BaseModel):
    """A pass, and the seconds for which it is valid. It is shown only once."""

    code: Annotated[str, Field(serialization_alias="pass")]
    seconds: float


class QrDrawing(BaseModel):
    """A QR code of `size` by `size` modules; `path` is an SVG path of the dark ones."""

    size: int
    path: str


class ReachAddress(BaseModel):
    """The address at which others reach this server; if there is none, `sentence` says why."""

    origin: str
    sentence: str


class Alive(BaseModel):
    """The process is alive, whatever the state of its database; see `Health`."""

    alive: Literal[True] = True


class Health(BaseModel):
    """Whether the server can serve players, the schema of its database, and any reason why it cannot."""

    ready: bool
    schema_version: int = VERSION
    reason: Literal["", "database", "disk", "tables"] = ""
    sentence: str = ""


class Uploaded(BaseModel):
    """The code of an uploaded record."""

    code: str


class Sentence(BaseModel):
    """The reason for a refusal."""

    sentence: str


# --- Dependencies of routes ------------------------------------------------------------------------------


def of_app(name: str) -> Any:
    """The dependency on a part of the application's state."""

    async def part(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(part)


Registry = Annotated[TableRegistry, of_app("registry")]
Storage = Annotated[AsyncDatabase, of_app("storage")]
ServerSettings = Annotated[Settings, of_app("settings")]

COOKIE = "fivedice_seat"
"""For links and downloads, which cannot send a header; the pages set it for the paths of one table."""

_bearer = HTTPBearer(auto_error=False, description="The token of a seat at this table.")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="The same token, for links in the pages.")


def _holder(
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    cookie: Annotated[str | None, Depends(_cookie)],
) -> str:
    return codes.digest(bearer.credentials if bearer else cookie or "")


Holder = Annotated[str, Depends(_holder)]
"""The digest of a request's token, which may hold a seat; "" without a token."""

SENTENCE = {"application/json": {"schema": {"$ref": "#/components/schemas/Sentence"}}}
"""Only status 400 has the model: building it for every status of every route would slow down the start."""
REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Sentence},
    **{status: {"content": SENTENCE} for status in (403, 404, 405, 408, 409, 413, 421, 422, 429, 431, 503)},
}
