"""The terms of a table: the game, its options, the chairs and the house rules of play."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from fivedice import bots
from fivedice.core.rules import Game, IllegalMove
from fivedice.core.turn import NO_DICE, Turn
from fivedice.deals import solo
from fivedice.games.cardgame import card_of
from fivedice.language import mark, tr
from fivedice.match import questions
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Promise, Setup, check, game_called, options_of
from fivedice.match.state import State, begin
from fivedice.notation import read, write

LONGEST_CLOCK = 3600
LONGEST_ABSENCE = 3600
"""Seconds, for tables where people play at the same time."""
USUAL_ABSENCE = 60
"""Seconds before the game plays for a missing player; default for people and hosts."""
MOST_DAYS = 14

ABSENCES = (15, 60, 300)
DAYS = {
    1: mark("Correspondence (1 day per decision)"),
    3: mark("Correspondence (3 days per decision)"),
    7: mark("Correspondence (7 days per decision)"),
}
"""The values that the form for a new table offers; the API accepts any up to the limits."""


Dice = Literal["program", "own"]
"""The source of the dice: the program, or people who throw real dice and enter them."""
Detail = Literal["every", "final", "score"]
"""The entries for a turn with real dice: every throw, only the final dice, or only the score."""

BY_PROGRAM = mark("The program throws the dice of this table; nothing is entered.")


class FormControl(Struct, frozen=True):
    """How the form for a new table offers an option, and what the line of agreed terms says about it."""

    label: str
    sentences: dict[Any, str] = {}
    """What the line says for a value, if anything."""
    choices: dict[Any, str] = {}
    """The values to choose from, in words; none: a check box."""
    needs: str = ""
    """The option without which this one has no effect."""
    without: str = ""
    """The option with which this one has no effect."""


class TableOptions(Struct, frozen=True, kw_only=True):
    """The options of a table besides the game; everyone who joins accepts them.

    The request that opens a table, the picture, the protocol page and the form follow from these fields.
    Options without a `FormControl` have a form of their own (`web/lobby`), or none; the order is the form's.
    """

    games: Annotated[int, Meta(description="Games on one score card.")] = 1
    first: Annotated[
        int | Literal["roll", "random"] | None,
        Meta(description="The seat that starts, or how it is drawn; null: as usual in the game."),
    ] = None
    clock: Annotated[
        int,
        Meta(description="Seconds for a decision before the game makes it; 0: no limit."),
        FormControl(
            mark("Clock"),
            choices={
                0: mark("No clock"),
                15: mark("15 seconds per decision"),
                30: mark("30 seconds"),
                60: mark("One minute"),
                180: mark("Three minutes"),
            },
            without="days",
        ),
    ] = 0
    hints: Annotated[
        bool,
        Meta(description="Whether hints are allowed; everyone sees when one is taken."),
        FormControl(mark("Allow hints"), {True: mark("Hints allowed"), False: mark("No hints")}),
    ] = True
    costs: Annotated[
        bool,
        Meta(description="Whether everyone sees the cost of each choice right after it; needs `hints`."),
        FormControl(
            mark("Show what each choice cost"),
            {True: mark("The cost of each choice is shown")},
            needs="hints",
        ),
    ] = False
    watching: Annotated[
        bool,
        Meta(description="Whether others may look on."),
        FormControl(
            mark("Allow spectators"), {True: mark("Spectators allowed"), False: mark("No spectators")}
        ),
    ] = True
    contributed: Annotated[
        bool, Meta(description="Whether everybody who sits down must contribute to the dice.")
    ] = False
    dice: Annotated[
        Dice, Meta(description="`own`: people throw real dice and enter them, without `clock` and `days`.")
    ] = "program"
    detail: Annotated[
        Detail,
        Meta(description="What people enter of a turn at first: `every` throw, its `final` dice or `score`."),
    ] = "every"
    absence: Annotated[
        int, Meta(description="Seconds that a player may be gone before the game takes over; 0: the host's.")
    ] = 0
    days: Annotated[
        int,
        Meta(description="Days for a decision by correspondence, without `clock` and `absence`; 0: live."),
    ] = 0


class Terms(TableOptions, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The whole agreement: the game, the chairs, what the table agrees on, and where the match begins."""

    game: str
    chairs: tuple[str, ...]
    """One entry per chair: the name of its bot, or "" for a person."""
    options: dict[str, Any] = {}
    position: str = ""
    """The position to begin at, if not the game's start; `turn` has the dice of an unfinished turn."""
    turn: str = ""
    promise: Promise | None = None
    """The source of the program's dice. It has contributions only if the dice are those of another match,
    because the contributions then do not come from the chairs."""
    same: str = ""
    """The code of the match whose dice these are, if somebody plays them again."""
    club: str = field(default="", name="evening")
    """The code of the club night that the table belongs to. Stored logs call it `evening`."""

    def table_options(self) -> TableOptions:
        """The public part of the agreement."""
        return TableOptions(**{name: getattr(self, name) for name in TableOptions.__struct_fields__})

    def rules(self) -> Game:
        """The game with its options. Raises `IllegalMove`."""
        return game_called(self.game, self.options)

    def setup(self, players: tuple[Player, ...]) -> Setup:
        """The setup for these players. Raises `IllegalMove` if it cannot be played."""
        game = self.rules()
        position = read.position(game, self.position) if self.position else None
        turn = read.turn(self.turn) if self.turn else None
        return playable_setup(game, players, self.games, self.first, position, turn)


def of_setup(setup: Setup) -> Terms:
    """The terms that led to a setup."""
    chairs, start = tuple(player.bot for player in setup.players), _start(setup.position, setup.turn)
    return Terms(
        setup.game.name, chairs, options_of(setup.game), *start, games=setup.games, first=setup.first
    )


def from_here(state: State, seat: int, bot: str) -> Terms:
    """Terms for playing a match on from `state` in one seat, with new dice.

    The other seats keep their bots; `bot` replaces persons and external bots, which no server has. Raises
    `IllegalMove` at the end of the match.
    """
    setup = state.setup
    if questions.is_over(state):
        raise IllegalMove(tr("The match is over here; go back a step to play on."))
    _check_seat(setup, seat)
    chairs = _alone_in(seat, setup, bot)
    first = setup.first if state.position is None else state.first
    start = _start(state.position, state.turn)
    return Terms(setup.game.name, chairs, options_of(setup.game), *start, first=first)


def on_same_dice(setup: Setup, seat: int, bot: str, code: str) -> Terms:
    """Terms for playing the dice of the match `code` again in one seat; `bot` replaces the other persons, and
    external bots. Raises `IllegalMove`.
    """
    if setup.dice is None:
        raise IllegalMove(tr(solo.NOT_FIXED))
    _check_seat(setup, seat)
    return replace(of_setup(setup), chairs=_alone_in(seat, setup, bot), promise=setup.dice, same=code)


def alone_on_same_dice(match: EventMatch, seat: int, code: str) -> Terms:
    """Terms for a solo match on the dice of one seat of the match `code`. Raises `IllegalMove`."""
    _check_seat(match.setup, seat)
    setup = solo.setup(match, seat)
    return replace(of_setup(setup), promise=setup.dice, same=code)


def _check_seat(setup: Setup, seat: int) -> None:
    if not 0 <= seat < len(setup.players):
        raise IllegalMove(tr("There is no seat {seat} in this match.", seat=seat))


def _alone_in(seat: int, setup: Setup, bot: str) -> tuple[str, ...]:
    """The chairs with a person in this seat only."""
    others = (player.bot if bots.is_bot(player.bot) else bot for player in setup.players)
    return tuple("" if place == seat else other for place, other in enumerate(others))


def _start(position: Any, turn: Turn | None) -> tuple[str, str]:
    """Position and turn as texts; a turn without dice starts by itself and is left out."""
    if position is None:
        return "", ""
    fresh = turn is None or set(turn.hands) == {NO_DICE}
    return write.position(position), "" if fresh or turn is None else write.turn(turn)


def playable_setup(
    game: Game,
    players: tuple[Player, ...],
    games: int,
    first: int | Literal["roll", "random"] | None,
    position: Any = None,
    turn: Turn | None = None,
) -> Setup:
    """A playable setup. Raises `IllegalMove`. `first` defaults to the game's usual opening."""
    opening = read.first(game.openings[0]) if first is None else first
    setup = Setup(game, players, games, opening, position, turn)
    begin(setup)
    return setup


LIMITS = {
    "clock": (LONGEST_CLOCK, mark("The clock is 0 to {most} seconds, not {given}.")),
    "absence": (LONGEST_ABSENCE, mark("An absence is 0 to {most} seconds, not {given}.")),
    "days": (MOST_DAYS, mark("By correspondence, the days per decision are 1 to {most}, not {given}.")),
}
ONLY_DAYS = mark("A correspondence table counts only days: it has no clock and no absence limit.")


def check_terms(terms: Terms) -> None:
    """Raises `IllegalMove` for terms that allow no match."""
    for name, (most, sentence) in LIMITS.items():
        if not 0 <= (given := getattr(terms, name)) <= most:
            raise IllegalMove(tr(sentence, most=most, given=given))
    if terms.days and (terms.clock or terms.absence):
        raise IllegalMove(tr(ONLY_DAYS))
    if terms.costs and not terms.hints:
        raise IllegalMove(tr("The cost of choices can be shown only at a table that allows hints."))
    if terms.contributed and terms.dice == "own":
        raise IllegalMove(tr("Nobody can contribute to real dice."))
    check_detail(terms, terms.detail)
    if terms.dice == "own" and (terms.clock or terms.days):
        raise IllegalMove(tr("With real dice there is no clock and no correspondence play."))
    if all(terms.chairs):
        raise IllegalMove(tr("A table needs a chair for a person."))
    for bot in filter(None, terms.chairs):
        bots.check(bot)
    setup = expected_setup(terms)
    check(setup)
    terms.setup(setup.players)


def check_detail(terms: Terms, detail: Detail) -> None:
    """Raises `IllegalMove` for a detail that a table with these terms cannot be played with."""
    if detail != "every" and terms.dice != "own":
        raise IllegalMove(tr(BY_PROGRAM))
    if detail == "score" and card_of(terms.rules()) is None:
        raise IllegalMove(tr("A score pad is for games with a score card; here the final dice are needed."))


def expected_setup(terms: Terms) -> Setup:
    """The setup once every chair is taken, with placeholder names."""
    players = tuple(Player(f"Chair {place}", bot) for place, bot in enumerate(terms.chairs))
    return Setup(terms.rules(), players, terms.games)
