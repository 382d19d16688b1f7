"""What a game answers: who plays, what it waits for, what final dice may be used for, how it stands.

A game is a value; its fields are its house options. It knows boxes, cards and tokens, but never a throw
or a keep: the match throws, and asks the game only what the final dice are good for.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, Protocol, cast
from unicodedata import combining, normalize

from msgspec import Struct

from fivedice.core.dice import Dice


class IllegalMove(ValueError):  # noqa: N818 - a move, not a fault of the program
    """Something that the rules do not allow, explained in a sentence that a player understands."""


def shortened(text: str, longest: int) -> str:
    """What somebody else wrote, as a sentence can hold it: on one line, and cut where it is too long."""
    line = "".join(sign if sign.isprintable() else " " for sign in text[:longest])
    return line if len(text) <= longest else line[:-1] + "…"


def quoted(value: object) -> str:
    """A value that somebody else gave, as a sentence quotes it."""
    return shortened(repr(value), 40)


class Use(Struct, frozen=True, gc=False):
    """One thing the final dice may be spent on, and by how much it raises the seat's own score."""

    name: str
    pays: int
    note: str = ""
    """What in `pays` is not the combination's own value, for example a bonus."""
    waives: str = ""
    """For a zero by choice: the use of the same box that it is taken instead of."""


class Feat(Struct, frozen=True):
    """Something that a use of dice achieved and a table makes much of."""

    kind: Literal["yahtzee", "straight", "bonus", "steal", "column"]
    seat: int
    what: str
    """What it was, in a few words: "Large Straight", "Full House from Ben"."""
    pays: int = 0


class Hands(Struct, frozen=True, gc=False):
    """The game waits for a turn of these seats; with several, all use the dice `thrower` throws."""

    seats: tuple[int, ...]
    thrower: int


class RedDie(Struct, frozen=True, gc=False):
    """The game waits for one die that moves something: `move` takes its face."""

    seat: int


class Choice(Struct, frozen=True, gc=False):
    """The game waits for a plain choice between options: `choose` takes it."""

    seat: int
    options: tuple[str, ...]


class RollOff(Struct, frozen=True, gc=False):
    """The game waits for a roll-off of these seats: `settle` takes the seat that won it."""

    seats: tuple[int, ...]


class Over(Struct, frozen=True, gc=False):
    """The game has ended."""


Awaits = Hands | RedDie | Choice | RollOff | Over


class Row(Struct, frozen=True):
    """One row of a sheet: its title, and a text for each column."""

    kind: Literal["box", "sum", "bonus", "total"]
    """Something that dice are used for; what some of these come to; what is added for that; all of it."""
    title: str
    cells: tuple[str, ...]
    face: int = 0
    """The number whose dice count here, if it is one."""
    use: str = ""
    """What dice are used for that are booked here, by its name."""
    goal: int = 0
    """For a sum: the points that earn the bonus."""
    note: str = ""
    """What there is to say of it besides: "35 at 63"."""

    @property
    def heading(self) -> str:
        """The title with its note, as it is printed: "Bonus (35 at 63)"."""
        return f"{self.title} ({self.note})" if self.note else self.title


class Sheet(Struct, frozen=True):
    """How a position looks, as a table: one heading a column, that of the titles first."""

    headings: tuple[str, ...]
    rows: tuple[Row, ...]


class Game(Protocol):
    """The questions every game answers. Positions are frozen; every step returns a new one."""

    @property
    def name(self) -> str:
        """What it is called where it is typed."""

    @property
    def title(self) -> str:
        """What it is called where it is printed."""

    @property
    def line(self) -> str:
        """What it is, in one line."""

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def max_games(self) -> int:
        """How many games one match may hold."""

    @property
    def board(self) -> str:
        """What it is played on: "cards", or by its name a board that only this game has."""

    @property
    def most_turns(self) -> int:
        """The most turns of a seat in one game; where the rules set no bound, far more than it ever has."""

    @property
    def openings(self) -> tuple[str, ...]:
        """Besides a chosen seat: "roll" (highest total starts) and "random", the default first.

        "0", the first seat, stands there where it is the default.
        """

    @property
    def unit(self) -> str:
        """What a score counts."""

    @property
    def steals(self) -> bool:
        """Whether a seat can take what another has scored."""

    @property
    def faces(self) -> str:
        """The set of faces that its dice show: a key of `fivedice.core.faces.FACE_SETS`."""

    @property
    def options(self) -> Mapping[str, str]:
        """What each house option means, in a line, by the name of its field."""

    @property
    def rules(self) -> str:
        """The rules to play by, in Markdown."""

    @property
    def position(self) -> type:
        """The type of its positions."""

    @property
    def solver(self) -> str:
        """The room of `fivedice.solve` that knows the game with these options; "" where none does."""

    def __hash__(self) -> int: ...

    def start(self, seats: int, first: int) -> Any:
        """The position before the first turn."""

    def next_first(self, first: int, seats: int) -> int:
        """The first seat of the next game of a match, when no roll-off decides it."""

    def check(self, position: Any) -> None:
        """Raises `IllegalMove` when no match can come to this position, as far as it shows."""

    def awaits(self, position: Any) -> Awaits:
        """What the game waits for."""

    def uses(self, position: Any, seat: int, roll: Dice) -> tuple[Use, ...]:
        """What this seat may use these final dice for; never empty."""

    def use(self, position: Any, seat: int, roll: Dice, name: str) -> Any:
        """The position after a use that `uses` offers."""

    def feats(
        self, position: Any, seat: int, roll: Dice, used: Use, names: tuple[str, ...]
    ) -> tuple[Feat, ...]:
        """What a use that `uses` offers achieves."""

    def scores(self, position: Any) -> tuple[int, ...]:
        """What every seat has now, in the game's unit."""

    def winners(self, position: Any) -> tuple[int, ...]:
        """The seats that lead; who wins, once the game is over."""

    def sheet(self, position: Any, names: tuple[str, ...]) -> Sheet:
        """The position as a table."""


class Explains(Protocol):
    """What a game answers besides in which final dice are not always good for what they show."""

    def explained(self, position: Any, seat: int, roll: Dice, used: str = "") -> str:
        """Why a use is missing or pays something else, as a sentence; of one use if it is named. Else ""."""


def explained(game: Game, position: Any, seat: int, roll: Dice, used: str = "") -> str:
    """The same of any game."""
    of_game = getattr(game, "explained", None)
    return cast(Explains, game).explained(position, seat, roll, used) if of_game else ""


class MovesPawns(Protocol):
    """What a game that waits for a `RedDie` answers besides."""

    def move(self, position: Any, face: int) -> Any:
        """The position after the red die."""

    def passed(self, position: Any, face: int) -> str:
        """Why nobody is asked anything where the red die moves the pawn to, as a sentence; else ""."""

    def where(self, position: Any, seat: int, names: tuple[str, ...]) -> str:
        """Where the seat's pawn stands, as the end of a sentence."""

    def gains(self, used: Use) -> str:
        """What a use does, in a few words: "place Large Straight for 7 chips"."""

    def gained(self, used: Use) -> str:
        """The same of somebody, as the end of a sentence: "places Large Straight for 7 chips"."""

    def last_turns(self, position: Any, names: tuple[str, ...]) -> str:
        """Who has the last turns of the game, as a sentence, the present one first; empty before them."""


class ReadAloud(Protocol):
    """What a game answers besides whose board is no table to the ear."""

    def aloud(self, position: Any, names: tuple[str, ...]) -> tuple[str, ...]:
        """The board line by line, as somebody would read it to another."""


class Chooses(Protocol):
    """What a game that waits for a `Choice` answers besides."""

    def choose(self, position: Any, option: str) -> Any:
        """The position after the choice."""


class RollsOff(Protocol):
    """What a game that waits for a `RollOff` answers besides."""

    @property
    def rolled_off(self) -> str:
        """How the roll-off is won, in a few words: "most wild dice win"."""

    def counts(self, roll: Dice) -> int:
        """What a roll counts for in the roll-off."""

    def counted(self, roll: Dice) -> str:
        """The same in words: "2 wild"."""

    def settle(self, position: Any, seat: int) -> Any:
        """The position after the seat has won the roll-off."""


def check_turns(played: tuple[int, ...], seat: int) -> None:
    """Raises `IllegalMove` unless seats that play in turn can have played so often with this one next."""
    if not 0 <= seat < len(played):
        raise IllegalMove(f"There is no seat {seat}: the seats are 0 to {len(played) - 1}.")
    from_next = played[seat:] + played[:seat]
    if list(from_next) != sorted(from_next) or from_next[-1] - from_next[0] > 1:
        raise IllegalMove("The seats cannot have had these numbers of turns with this one to play.")


def wild(game: Game) -> int:
    """The face that is wild in a game, 0 where none is."""
    number: int = getattr(game, "wild", 0)
    return number


def check_seats(game: Game, number: int) -> None:
    """Raises `IllegalMove` for a number of seats that the game is not for."""
    if number not in game.seats:
        raise IllegalMove(f"{game.title} is for {players(game.seats)}, not {number}.")


def players(seats: range) -> str:
    """So many players: "1 to 6 players", "1 player"."""
    least, most = seats[0], seats[-1]
    number = f"{least} to {most}" if most > least else f"{most}"
    return f"{number} player{'s'[: most > 1]}"


def leaders(scores: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the highest score; equal scores share the win (R4, R13)."""
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


def plain_letters(name: str) -> str:
    """A name as it can be typed on any keyboard: "große-straße" is "grosse-strasse"."""
    parts = normalize("NFD", name.casefold())
    return "".join(letter for letter in parts if not combining(letter))


@lru_cache(maxsize=1024)  # of cards that strangers bring, too
def title(name: str) -> str:
    """A name as it is printed: "3-of-a-kind" is "3 of a Kind". At its end "a" is a letter: "Deuces A"."""
    if name == "yahtzee":
        return "YAHTZEE"
    small = {"of", "a"}
    *before, last = name.split("-")
    words = [word if place and word in small else word.capitalize() for place, word in enumerate(before)]
    return " ".join([*words, last.capitalize()])
