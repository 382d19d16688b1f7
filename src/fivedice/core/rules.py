"""The questions every game answers: who plays, what it waits for, what dice may be used for, the score.

A game is a value; its fields are its house options. It knows about boxes, cards and tokens, but not about
throws and keeps: the match handles these, and asks the game only about final dice.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal, NamedTuple
from unicodedata import combining, normalize

from msgspec import Struct

from fivedice.core.dice import Dice
from fivedice.core.words import UNITS, Act, OptionWords, Unit
from fivedice.language import cached, comma, knows, mark, spoken, tr, with_label
from fivedice.language.languages import SOURCE


class IllegalMove(ValueError):  # noqa: N818 - a move, not a fault of the program
    """A move that the rules do not allow, explained in a sentence for players, in their language."""


class Untranslated(Exception):  # noqa: N818 - says how it speaks
    """Base of errors that only programmers, researchers and hosts meet; their sentences stay English."""


class WrongCall(Untranslated, IllegalMove):
    """A call that asks for something impossible; its sentence is for programmers."""


def shortened(text: str, longest: int) -> str:
    """A user's text for use in a sentence: on one line, cut if it is too long."""
    line = "".join(sign if sign.isprintable() else " " for sign in text[:longest])
    return line if len(text) <= longest else line[:-1] + "…"


def quoted(value: object, longest: int = 40) -> str:
    """A user's value for use in a sentence: text in the quotation marks of the language."""
    text = repr(value)
    if isinstance(value, str) and spoken() != SOURCE:
        # Translators: the quotation marks around what somebody typed.
        return tr("'{text}'", text=shortened(text[1:-1], longest - 2))
    return shortened(text, longest)


CARD = "name on a score card"
"""The context of names of boxes and sections in catalogues."""
WITH_BONUS = mark("with {points} {title} bonus")
"""The note on a bonus, for example "with 35 Upper bonus"."""


class Use(Struct, frozen=True, gc=False):
    """One possible use of the final dice, and how much it adds to the seat's own score."""

    name: str
    """The name to use the dice by, such as "full-house"."""
    pays: int
    """The points that it adds to the seat's own score, bonuses included."""
    notes: tuple[tuple[str, int, str], ...] = ()
    """What is special, such as a bonus in `pays`: each a message, its points, and a name on the card."""
    waives: str = ""
    """For a zero by choice: the scoring use of the same box."""
    card: tuple[str, ...] = ()
    """The names of all boxes of its card, which are translated together."""

    @property
    def note(self) -> str:
        """The notes in the reader's language: "with 100 Yahtzee bonus, with 35 Upper bonus"."""
        if not self.notes:
            return ""
        return comma([tr(note, points=points, title=tr(name, CARD)) for note, points, name in self.notes])

    @property
    def title(self) -> str:
        """The use for display: "Full House", "Zero Full House"."""
        return title(self.name, self.card)

    @property
    def box(self) -> str:
        """The name of its box for display, also for a zero by choice."""
        return title(self.waives or self.name, self.card)

    @property
    def text(self) -> str:
        """The use with its points: "Full House 25"; a zero by choice is its own figure."""
        if self.note:
            return tr("{box} {points} ({note})", box=self.title, points=self.pays, note=self.note)
        return self.title if self.waives else tr("{box} {points}", box=self.title, points=self.pays)


class Feat(Struct, frozen=True):
    """An achievement worth announcing at the table."""

    kind: Literal["yahtzee", "straight", "bonus", "steal", "column", "comeback"]
    seat: int
    what: str
    """For example "Large Straight" or "Full House from Ben"."""
    pays: int = 0


class Hands(Struct, frozen=True, gc=False):
    """The game waits for a turn of these seats; several seats share the dice that `thrower` throws."""

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


class SheetRow(Struct, frozen=True, gc=False):
    """One row of a sheet: its title and the text of each column."""

    kind: Literal["box", "sum", "bonus", "total"]
    """A box; a sum of boxes; a bonus for a sum; the grand total."""
    title: str
    cells: tuple[str, ...]
    face: int = 0
    """The number whose dice count here, or 0."""
    use: str = ""
    """The name of the use that fills this row."""
    goal: int = 0
    """For a sum: the points that earn the bonus."""
    note: str = ""
    """A note, such as "35 at 63"."""
    needs: str = ""
    """For a box of a score card: the dice that it needs, as a card's file states it."""

    @property
    def heading(self) -> str:
        """The title with its note: "Bonus (35 at 63)"."""
        return tr("{title} ({note})", title=self.title, note=self.note) if self.note else self.title


class Sheet(Struct, frozen=True, gc=False):
    """A position as a table; the first heading is for the titles."""

    headings: tuple[str, ...]
    rows: tuple[SheetRow, ...]


class RulesSection(NamedTuple):
    """A section of the rules in Markdown, and what else is known of it (see `games.pages`)."""

    text: str
    marks: tuple[str, ...] = ()


class Observed(NamedTuple):
    """A game as numbers, for programs that learn."""

    actions: tuple[str, ...]
    """All uses without zeros by choice, then the options of plain choices."""
    most: tuple[int, ...]
    """The most points that each of a seat's boxes, tokens or cards can hold."""
    points: Callable[[Any, int], Sequence[int | None]]
    """What each of them holds in a position for a seat; None for an open one."""
    further: Callable[[Any, int], tuple[float, ...]] | None = None
    """What else the seat sees of a position, from 0 to 1."""


POINTS = Unit(
    mark("points"),
    total=mark("{count, plural, one {{score} point} other {{score} points}}"),
    amount=mark("{worth, plural, one {{number} points} other {{number} points}}"),
    per_game=mark("{number} points per game"),
    at_end=mark("points at the end"),
    expected="expected final total",
)


class Game(Struct, frozen=True):
    """The questions every game answers. Positions are immutable; every step returns a new one.

    A game is a value: its fields are its house options. It answers what is abstract here itself, and the rest
    where the default does not fit.
    """

    max_games: ClassVar[int] = 1
    """The most games in one match."""
    openings: ClassVar[tuple[str, ...]] = ("0", "random", "roll")
    """Ways to choose who starts, the default first: "roll" (highest total), "random", or "0" (the first
    seat). Any seat may be chosen, too.
    """
    score_unit: ClassVar[Unit] = POINTS
    """The unit of scores."""
    solver: ClassVar[str] = ""
    """The package of `fivedice.solve` that solves the game with these options, or ""."""
    position: ClassVar[type]
    """The type of its positions."""
    board: ClassVar[str] = "cards"
    """What a page draws: "cards", or the name of a board that only this game has."""
    pieces: ClassVar[tuple[str, ...]] = ()
    """What it is played with besides five dice and score cards: see `fivedice.printing.pieces`."""
    pads_on_sheet: ClassVar[int] = 1
    """The number of score pads on a printed sheet."""
    own_sheets: ClassVar[bool] = True
    """Whether each seat scores on a sheet of its own, so that no use changes what another can score."""
    acts: ClassVar[Mapping[str, Act]] = {}
    """What uses do, by the first word of their names; none if each use fills a box."""
    choices: ClassVar[Mapping[str, OptionWords]] = {}
    """The words for the options of a `Choice`. An option itself is an English word, which players type."""
    choice_headline: ClassVar[str] = mark("{name} · a choice")
    """The headline during a `Choice`."""
    red_die_prompt: ClassVar[str] = mark("Throw the red die")
    """What a `RedDie` asks its seat to do."""
    page_words: ClassVar[Mapping[str, str]] = {
        "opens": mark("Throw five dice."),
        "wanted": mark("Choose a box"),
        "take": mark("Take {title}: {pays}"),
        "taken": mark("{title}: {pays} taken"),
        "choice": mark("Choose"),
    }
    """What a page says of a turn: how it opens, what is wanted of final dice, a use before and after it is
    chosen, and a `Choice`; also the answers that have words of their own, by their names.
    """
    for_children: ClassVar[bool] = False
    """Whether hints give their reasons without figures."""
    shares_throws: ClassVar[bool] = False
    """Whether all seats decide at once about common throws."""
    steals: ClassVar[bool] = False
    """Whether a seat can take what another has scored."""
    wild: ClassVar[int] = 0
    """The wild face, or 0."""

    def __init_subclass__(cls) -> None:
        """Enters the unit, and the titles of acts, for code that has only a name."""
        UNITS[cls.score_unit.name] = cls.score_unit
        ACTS.update((name, act.title) for name, act in cls.acts.items() if act.title)

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the game on the command line and in records."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The name of the game for display."""

    @property
    @abstractmethod
    def line(self) -> str:
        """A description in one line."""

    @property
    @abstractmethod
    def sections(self) -> tuple[RulesSection, ...]:
        """The rules: the title with an introduction, then a section for each heading."""

    @property
    def rules(self) -> str:
        """The rules in Markdown."""
        return "\n\n".join(section.text for section in self.sections) + "\n"

    @property
    @abstractmethod
    def seats(self) -> range:
        """The possible numbers of players."""

    @property
    @abstractmethod
    def most_turns(self) -> int:
        """An upper bound for the turns of a seat in one game."""

    @property
    def unit(self) -> str:
        """The name of the unit of scores, such as "points"."""
        return self.score_unit.name

    @property
    def fills_boxes(self) -> bool:
        """Whether a use fills a box, if need be with a zero; else it is an act, such as "place Aces"."""
        return not self.acts

    @property
    def faces(self) -> str:
        """The face set of its dice: a key of `fivedice.core.faces.FACE_SETS`."""
        return "pips"

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits of the five dice, if any; they never count."""
        return ()

    @property
    def observed(self) -> Observed | None:
        """The game as numbers, if programs can learn it."""
        return None

    @property
    def is_own_card(self) -> bool:
        """Whether a player has written its card, which can be any."""
        return False

    @property
    def options(self) -> Mapping[str, str]:
        """The meaning of each house option in a line, by field name."""
        return {}

    @abstractmethod
    def start(self, seats: int, first: int) -> Any:
        """The position before the first turn."""

    def next_first(self, first: int, seats: int) -> int:
        """The first seat of the next game of a match, when no roll-off decides it: the next one (R18)."""
        return (first + 1) % seats

    @abstractmethod
    def check(self, position: Any) -> None:
        """Raises `IllegalMove` for a position that no match can reach, as far as the position shows."""

    @abstractmethod
    def awaits(self, position: Any) -> Awaits:
        """The kind of event that the game waits for."""

    @abstractmethod
    def uses(self, position: Any, seat: int, roll: Dice) -> tuple[Use, ...]:
        """The possible uses of these final dice; never empty."""

    @abstractmethod
    def use(self, position: Any, seat: int, roll: Dice, name: str) -> Any:
        """The position after a use that `uses` offers."""

    @abstractmethod
    def scores(self, position: Any) -> tuple[int, ...]:
        """The current score of every seat, in the game's unit."""

    def winners(self, position: Any) -> tuple[int, ...]:
        """The seats that lead, or have won once the game is over: those with the highest score (R4, R13)."""
        return leaders(self.scores(position))

    def alike(self, position: Any) -> Any:
        """A position that offers the seat to play the same uses for every roll, the same one for many."""
        return position

    # --- For a game that awaits more than turns -------------------------------------------------------------

    def move(self, position: Any, face: int) -> Any:
        """The position after a `RedDie`."""
        raise NotImplementedError

    def choose(self, position: Any, option: str) -> Any:
        """The position after a `Choice`."""
        raise NotImplementedError

    def settle(self, position: Any, seat: int) -> Any:
        """The position after the seat has won a `RollOff`."""
        raise NotImplementedError

    def rolloff_count(self, roll: Dice) -> int:
        """The number of its wild dice, most of which win a roll-off (R17)."""
        return roll.count(self.wild)

    # --- In words -------------------------------------------------------------------------------------------

    @abstractmethod
    def sheet(self, position: Any, names: tuple[str, ...]) -> Sheet:
        """The position as a table."""

    def aloud(self, position: Any, names: tuple[str, ...]) -> tuple[str, ...]:
        """The position line by line, to be read aloud: each row's title, then its entries."""
        sheet = self.sheet(position, names)
        columns = sheet.headings[1:]
        lines = []
        for row in sheet.rows:
            cells = zip(columns, row.cells, strict=True)
            entries = comma(tr("{name} {score}", name=name, score=cell) for name, cell in cells if cell)
            lines.append(with_label(row.heading, entries or tr("open", "a box of the card")))
        return tuple(lines)

    def feats(
        self, position: Any, seat: int, roll: Dice, use: Use, names: tuple[str, ...]
    ) -> tuple[Feat, ...]:
        """The achievements of a use that `uses` offers."""
        return ()

    def explain(self, position: Any, seat: int, roll: Dice, use: str = "") -> str:
        """Explains why a use is missing or does not pay what the dice show, or why a red die leaves nothing
        to decide; or returns "".
        """
        return ""

    def option_words(self, option: str) -> OptionWords:
        """The words for an option of a plain choice."""
        return self.choices.get(option) or OptionWords()

    def act_phrase(self, name: str) -> str:
        """An act without its gain, such as "place Large Straight"."""
        act, _, card = name.partition("-")
        return tr(self.acts[act].phrase, card=title(card))

    def gain_phrase(self, use: Use, name: str = "") -> str:
        """An act as a phrase, "place Large Straight for 7 chips", or with a player's name as a sentence: "Ann
        places Large Straight for 7 chips."; "" for a use that fills a box.
        """
        act, _, card = use.name.partition("-")
        if act not in self.acts:
            return ""
        words = self.acts[act]
        message = words.sentence if name else words.gain or words.phrase
        return tr(message, name=name, card=title(card), **{self.unit: use.pays})

    def last_turns(self, position: Any, names: tuple[str, ...]) -> str:
        """A sentence about who has the last turns, the current one first; "" before they begin."""
        return ""

    def where(self, position: Any, seat: int, names: tuple[str, ...]) -> str:
        """The space of a seat's pawn after a `RedDie`, as the end of a sentence."""
        raise NotImplementedError


def check_turns(played: tuple[int, ...], seat: int) -> None:
    """Raises `IllegalMove` unless seats that take turns can have had these numbers of turns."""
    if not 0 <= seat < len(played):
        raise IllegalMove(
            tr("There is no seat {seat}: the seats are 0 to {last}.", seat=seat, last=len(played) - 1)
        )
    from_next = played[seat:] + played[:seat]
    if list(from_next) != sorted(from_next) or from_next[-1] - from_next[0] > 1:
        raise IllegalMove(tr("The seats cannot have had these numbers of turns if this one plays next."))


def check_seats(game: Game, number: int) -> None:
    """Raises `IllegalMove` for a number of seats that the game does not allow."""
    if number not in game.seats:
        only = mark("{game} is for {players}, not {number}.")
        raise IllegalMove(tr(only, game=game.title, players=players(game.seats), number=number))


def players(seats: range) -> str:
    """For example "1 to 6 players" or "1 player"."""
    least, most = seats[0], seats[-1]
    if most > least:
        return tr("{least} to {most} players", least=least, most=most)
    return tr("{count, plural, one {# player} other {# players}}", count=most)


def leaders(scores: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the highest score; equal scores share the win (R4, R13)."""
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


def plain_letters(name: str) -> str:
    """A name without diacritics, in lower case: "große-straße" is "grosse-strasse"."""
    parts = normalize("NFD", name.casefold())
    return "".join(letter for letter in parts if not combining(letter))


ACTS = {"zero": mark("Zero {box}")}
"""What names of uses begin with, such as "zero-chance"; `Game` enters those of its acts."""


@cached(1024)  # also for names on cards of unknown users
def title(name: str, card: tuple[str, ...] = ()) -> str:
    """The name of a box for display: "3 of a Kind". The names of a `card` stay as written, such as those of
    Kniffel, unless catalogues have them all.
    """
    act, _, box = name.partition("-")
    if box and act in ACTS:
        return tr(ACTS[act], box=title(box, card))
    english = english_title(name)
    return tr(english, CARD) if all(knows(english_title(one), CARD) for one in card) else english


@lru_cache(maxsize=1024)  # also for names on cards of unknown users
def english_title(name: str) -> str:
    """A name for display: "3-of-a-kind" becomes "3 of a Kind"; a final "a" is a letter, as in "Deuces A"."""
    if name == "yahtzee":
        return "YAHTZEE"
    small = {"of", "a"}
    *before, last = name.split("-")
    words = [word if place and word in small else word.capitalize() for place, word in enumerate(before)]
    return " ".join([*words, last.capitalize()])
