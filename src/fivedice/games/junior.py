"""Junior: character dice with a wild one; each seat has a token for every row of a shared scoreboard."""

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from fivedice.core.dice import Dice
from fivedice.core.rules import (
    Awaits,
    Feat,
    Game,
    Hands,
    IllegalMove,
    Observed,
    Over,
    RollOff,
    Sheet,
    SheetRow,
    Use,
    check_seats,
    check_turns,
    leaders,
    title,
)
from fivedice.core.words import Unit
from fivedice.games.pages import RulesPage
from fivedice.language import Localized, comma, mark, sentences, tr

WILD = 1
CHARACTERS = ("minnie-mouse", "donald-duck", "daisy-duck", "goofy", "pluto")
"""The rows of the scoreboard; the dice show them as 2 to 6."""
PICTURE = 0
"""The picture column, worth zero."""
IN_PICTURE = mark("a zero in the picture column")
"""The note on a use of the picture column."""
TURNS = {1: 5, 2: 5, 3: 4, 4: 3}
"""The number of turns of each seat, by the number of seats."""

COLUMNS = Unit(
    mark("columns"),
    decimals=2,
    mistakes=(0.05, 0.2, 0.5),
    total=mark("{count, plural, one {{score} column} other {{score} columns}}"),
    amount=mark("{worth, plural, one {{number} columns} other {{number} columns}}"),
    per_game=mark("{number} columns per game"),
    at_end=mark("columns at the end"),
    expected="expected sum of columns",
)

KEPT_USES = 256
"""Size of the cache of uses."""

Tokens = tuple[int | None, ...]


class JuniorPosition(Struct, frozen=True, gc=False):
    """Every seat's tokens by row (a column or None), the seat to play, and the winner of a tie."""

    tokens: tuple[Tokens, ...]
    seat: int
    winner: int | None = None


def _columns(position: JuniorPosition, seat: int) -> Tokens:
    return position.tokens[seat]


class Junior(Game, frozen=True):
    """The 1988 game for the youngest players."""

    name: ClassVar[str] = "junior"
    title: ClassVar = Localized("Junior")
    line: ClassVar = Localized("Character dice with a wild one, tokens on a shared scoreboard")
    solver: ClassVar[str] = "junior"
    for_children: ClassVar[bool] = True
    seats: ClassVar[range] = range(1, 5)
    most_turns: ClassVar[int] = TURNS[1]
    board: ClassVar[str] = "scoreboard"
    pieces: ClassVar[tuple[str, ...]] = ("scoreboard", "tokens")
    own_sheets: ClassVar[bool] = False
    page_words: ClassVar[Mapping[str, str]] = {
        **Game.page_words,
        "wanted": mark("Choose a row"),
        "take": mark("Place on {title}: {pays}"),
        "taken": mark("Placed on {title}: {pays}"),
    }
    score_unit: ClassVar[Unit] = COLUMNS
    faces: ClassVar[str] = "characters"
    wild: ClassVar[int] = WILD
    observed: ClassVar = Observed(CHARACTERS, (5,) * 5, _columns)
    sections: ClassVar[RulesPage] = RulesPage("junior")
    position: ClassVar[type] = JuniorPosition

    def start(self, seats: int, first: int) -> JuniorPosition:
        """An empty scoreboard."""
        return JuniorPosition(((None,) * 5,) * seats, first)

    def check(self, position: JuniorPosition) -> None:
        """Raises `IllegalMove` for shared columns, wrong turns, or a first token that did not score (R16)."""
        check_seats(self, len(position.tokens))
        if any(len(tokens) != len(CHARACTERS) for tokens in position.tokens):
            raise IllegalMove(tr("Every seat has {tokens} tokens.", tokens=len(CHARACTERS)))
        for row in zip(*position.tokens, strict=True):
            columns = [column for column in row if column]
            if wrong := [column for column in columns if not 0 < column <= 5]:
                outside = mark("A token is in column 1 to 5 or on the picture, not in {column}.")
                raise IllegalMove(tr(outside, column=wrong[0]))
            if len(set(columns)) < len(columns):
                raise IllegalMove(tr("In a row, each of the columns 1 to 5 holds only one token."))
        placed = tuple(5 - tokens.count(None) for tokens in position.tokens)
        if max(placed) > TURNS[len(placed)]:
            most = mark("Nobody has more than {turns} turns in this game.")
            raise IllegalMove(tr(most, turns=TURNS[len(placed)]))
        check_turns(placed, position.seat)
        if any(count and not any(tokens) for count, tokens in zip(placed, position.tokens, strict=True)):
            # no zero while five rows are open: it needs five taken spaces or a row that no longer counts
            raise IllegalMove(tr("Somebody's tokens are all on pictures, but a first token always scores."))
        if position.winner is not None:
            waits = self.awaits(replace(position, winner=None))
            if not isinstance(waits, RollOff) or position.winner not in waits.seats:
                raise IllegalMove(tr("Only a seat that ties at the end can have won the roll-off."))

    def awaits(self, position: JuniorPosition) -> Awaits:
        """A turn of the seat to play; after the last turn, a roll-off of those who tie (R17)."""
        seats = len(position.tokens)
        if 5 - position.tokens[position.seat].count(None) < TURNS[seats]:
            return Hands((position.seat,), position.seat)
        tied = leaders(self.scores(position))
        if len(tied) > 1 and position.winner is None:
            return RollOff(tied)
        return Over()

    def uses(self, position: JuniorPosition, seat: int, roll: Dice) -> tuple[Use, ...]:
        """The characters that can be scored; if there are none, a zero for any token left (R16)."""
        wild = roll.count(WILD)
        uses = [by_count[roll.count(face) + wild] for face, by_count in _by_count(position, seat)]
        return tuple([use for use in uses if use.pays] or uses)

    def explain(self, position: JuniorPosition, seat: int, roll: Dice, use: str = "") -> str:
        """A sentence on spaces taken by others, and on the scores of the dice instead (R15)."""
        another = mark("{character} {column} is taken: {next} is next.")
        none = mark("{character} {column} is taken: none is left.")
        taken = (
            tr(another if counts else none, character=title(name), column=column, next=counts)
            for row, name in enumerate(CHARACTERS)
            if position.tokens[seat][row] is None and use in ("", name)
            if (column := matching(row, roll)) != (counts := landing(position, row, roll))
        )
        return sentences(*taken)

    def use(self, position: JuniorPosition, seat: int, roll: Dice, name: str) -> JuniorPosition:
        """The token is placed and never moves again; play passes clockwise."""
        row = CHARACTERS.index(name)
        mine = position.tokens[seat]
        placed = (*mine[:row], landing(position, row, roll), *mine[row + 1 :])
        tokens = (*position.tokens[:seat], placed, *position.tokens[seat + 1 :])
        return JuniorPosition(tokens, (seat + 1) % len(tokens))

    def feats(
        self, position: JuniorPosition, seat: int, roll: Dice, use: Use, names: tuple[str, ...]
    ) -> tuple[Feat, ...]:
        """The column that the token takes."""
        return (Feat("column", seat, use.text, use.pays),) if use.pays else ()

    def scores(self, position: JuniorPosition) -> tuple[int, ...]:
        """The sums of the columns."""
        return tuple(sum(filter(None, tokens)) for tokens in position.tokens)

    def winners(self, position: JuniorPosition) -> tuple[int, ...]:
        """The seats with the highest sum; a roll-off breaks a tie."""
        return leaders(self.scores(position)) if position.winner is None else (position.winner,)

    def settle(self, position: JuniorPosition, seat: int) -> JuniorPosition:
        """The position after the seat has won the roll-off."""
        return replace(position, winner=seat)

    def sheet(self, position: JuniorPosition, names: tuple[str, ...]) -> Sheet:
        """The scoreboard, one row per character; a cell names the players whose tokens are there."""

        def cell(row: int, column: int) -> str:
            return comma(n for n, tokens in zip(names, position.tokens, strict=True) if tokens[row] == column)

        rows = tuple(
            SheetRow("box", title(name), tuple(cell(row, column) for column in range(6)), row + 2, name)
            for row, name in enumerate(CHARACTERS)
        )
        return Sheet((tr("Character"), tr("Picture"), "1", "2", "3", "4", "5"), rows)

    def aloud(self, position: JuniorPosition, names: tuple[str, ...]) -> tuple[str, ...]:
        """The players and columns of each row."""
        rows = zip(CHARACTERS, zip(*position.tokens, strict=True), strict=True)
        return tuple(
            tr("{row}: {tokens}", row=title(row), tokens=comma(tokens))
            if (tokens := [_standing(n, c) for n, c in zip(names, columns, strict=True) if c is not None])
            else tr("{row}: open", row=title(row))
            for row, columns in rows
        )


def _standing(name: str, column: int) -> str:
    if column:
        return tr("{name} in column {column}", name=name, column=column)
    return tr("{name} on the picture", name=name)


def matching(row: int, roll: Dice) -> int:
    """The number of dice with the row's character, wild dice included (R14)."""
    return roll.count(row + 2) + roll.count(WILD)


@lru_cache(maxsize=KEPT_USES)
def _by_count(position: JuniorPosition, seat: int) -> list[tuple[int, list[Use]]]:
    """For each token left, its face and its use by the number of dice that count for it."""
    counts, left = range(6), [row for row, token in enumerate(position.tokens[seat]) if token is None]
    return [
        (row + 2, [_use(row, landing(position, row, (WILD,) * count)) for count in counts]) for row in left
    ]


def _use(row: int, column: int) -> Use:
    return Use(CHARACTERS[row], column, () if column else ((IN_PICTURE, 0, ""),))


def landing(position: JuniorPosition, row: int, roll: Dice) -> int:
    """The column for a token of this row: the count of the dice, or the next open column to the left, or the
    picture (R15).
    """
    column = matching(row, roll)
    others = [tokens[row] for tokens in position.tokens]
    while column in others and column != PICTURE:
        column -= 1
    return column
