"""The words in which a game states its scores, plain choices and acts: English messages for `tr`."""

from msgspec import Struct

from fivedice.language import mark


class Unit(Struct, frozen=True):
    """A unit of scores and its messages, each of which may name it as {unit}.

    `total` is a score whose number is `count`, `amount` a mean or a loss whose number is `worth`, `at_end`
    what a worth counts; `expected` says the same to researchers, in English only.
    """

    name: str
    """The name in protocols and figures, and a word of its own: "points"."""
    decimals: int = 1
    """The decimals of printed worths."""
    mistakes: tuple[float, float, float] = (1.0, 3.0, 8.0)
    """The printed costs from which a choice is marked ?!, ? and ??."""
    total: str = "{score} {unit}"
    amount: str = "{number} {unit}"
    per_game: str = "{number} {unit} per game"
    at_end: str = "{unit} at the end"
    expected: str = "expected {unit} at the end"


UNITS: dict[str, Unit] = {}
"""The units of all games that exist, by name; `Game` enters them."""


def unit_named(name: str) -> Unit:
    """The unit with this name, which need not belong to a game."""
    return UNITS.get(name) or Unit(name)


class OptionWords(Struct, frozen=True):
    """An option of a plain choice, which messages may name as {option}; its `label` is the option by default.
    `next` says what follows if no turn with five dice does: "throw the red die again".
    """

    label: str = ""
    chooses: str = mark("{name} chooses to {option}.")
    chose: str = mark("chose to {option}")
    game_chose: str = mark("the game chose to {option}")
    better: str = mark("You chose to {choice}; to {best} would have been worth {gain} more.")
    next: str = ""


class Act(Struct, frozen=True):
    """What a use does in a game without boxes: "place {card}", "{name} places {card} for {chips}.", "place
    {card} for {chips}" (by default, the phrase) and "Place {box}". The gain is named like the game's unit.
    """

    phrase: str
    sentence: str
    gain: str = ""
    title: str = ""
