"""Bodies of REST requests and responses, described by OpenAPI."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fivedice.cards.written import LONGEST_TEXT
from fivedice.names import LONGEST_NAME
from fivedice.table.terms import LONGEST_ABSENCE, LONGEST_CLOCK, MOST_DAYS

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Code = Annotated[str, Field(max_length=16)]
Token = Annotated[str, Field(max_length=64)]
Option = Annotated[str, Field(max_length=100)]
Endpoint = Annotated[str, Field(max_length=1000)]

Toml = Annotated[str, Field(json_schema_extra={"maxLength": LONGEST_TEXT})]
"""Whoever reads the card says that it is too long, in words for whoever wrote it."""


class Body(BaseModel):
    """Nothing that is not described."""

    model_config = ConfigDict(extra="forbid")


class Opening(Body):
    """A table to be opened, and who opens it."""

    game: Annotated[str, Field(max_length=20)]
    chairs: Annotated[list[Annotated[str, Field(max_length=20)]], Field(min_length=1, max_length=10)]
    """A chair each: the bot that sits there, or nothing where a person may."""
    name: Name
    options: Annotated[dict[Option, Option], Field(max_length=10)] = {}
    written: Toml = ""
    """For the game `card`: the card of one's own, as its TOML."""
    games: Annotated[int, Field(ge=1, le=6)] = 1
    first: Annotated[int, Field(ge=0, le=9)] | Literal["roll", "random"] | None = None
    hints: bool = True
    watching: bool = True
    clock: Annotated[int, Field(ge=0, le=LONGEST_CLOCK)] = 0
    absence: Annotated[int, Field(ge=0, le=LONGEST_ABSENCE)] = 0
    """Seconds that a person may be gone; 0 is as usual at this server."""
    days: Annotated[int, Field(ge=0, le=MOST_DAYS)] = 0
    """By correspondence: days for a decision."""


class OwnCard(Body):
    """A card of one's own, as its TOML."""

    written: Toml


class Sitting(Body):
    """Somebody who takes a chair."""

    name: Name


class Trying(Body):
    """Somebody who plays a match on from one of its steps, in a seat of it."""

    number: Annotated[int, Field(ge=0)]
    seat: Annotated[int, Field(ge=0, le=9)]
    name: Name


class Starting(Body):
    """The match is to begin; open chairs go to this bot, or away."""

    token: Token
    fill: Annotated[str, Field(max_length=20)] = ""


class Holding(Body):
    """Who shows that a seat is held."""

    token: Token


class Passing(Body):
    """What brings a seat to this device."""

    code: Annotated[str, Field(max_length=64, alias="pass")]


class Drawing(Body):
    """What is to be read by a camera."""

    text: Annotated[str, Field(min_length=1, max_length=300)]


class Mine(Body):
    """The tables that I hold seats at, by token, and records that I have uploaded, by code."""

    tokens: Annotated[list[tuple[Code, Token]], Field(max_length=100)] = []
    codes: Annotated[list[Code], Field(max_length=100)] = []


class Keys(Body):
    """With what is sealed for one browser, as it makes them itself."""

    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=40)]


class Calling(Body):
    """A browser that is to be called when it is somebody's turn, and the seats held there, by token."""

    endpoint: Endpoint
    keys: Keys
    tokens: Annotated[list[tuple[Code, Token]], Field(max_length=100)] = []


class Silence(Body):
    """A browser that is to be called no more."""

    endpoint: Endpoint


class Seat(BaseModel):
    """A chair that has been taken; the token is shown this once."""

    code: str
    chair: int
    token: str


class Pass(BaseModel):
    """A pass, and how many seconds it is good for; it is shown this once."""

    code: Annotated[str, Field(serialization_alias="pass")]
    seconds: float


class Drawn(BaseModel):
    """A square of so many fields a side, its dark ones as a path of SVG."""

    size: int
    path: str


class Reach(BaseModel):
    """Under which address others find this server; with none, a sentence says why."""

    origin: str
    sentence: str


class Uploaded(BaseModel):
    """Where an uploaded record is found."""

    code: str


class Sentence(BaseModel):
    """Why something was not done."""

    sentence: str
