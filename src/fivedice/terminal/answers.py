"""Parses answers in the line mode: dice to keep, a use, an option, a throw."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from fivedice.cards.boxes import ZERO
from fivedice.core import texts
from fivedice.core.dice import Dice
from fivedice.core.faces import numbers, typed, words
from fivedice.core.rules import Use, title
from fivedice.language import comma, mark, one_of, tr
from fivedice.match import questions
from fivedice.match.events import Keep, Score
from fivedice.match.questions import PossibleScore
from fivedice.match.state import State
from fivedice.notation import read
from fivedice.notation.read import BadText
from fivedice.report.hint_text import NONE, STOP

SECRET = mark("That cannot be entered.")
"""The error for an entry that must stay secret."""
ALL = "all"
YES, NO = mark("yes"), mark("no")
"""Answers to a question. They may also be typed in English, or as their first letter."""


def keep(answer: str, state: State, seat: int, face_set: str) -> Keep:
    """The dice to keep. Raises `BadText`."""
    text = answer.lower().removeprefix("keep ").strip()
    if text in (STOP, ALL, "="):
        return questions.stops(state, seat)
    if text in (NONE, "0", "-"):
        return Keep(seat, ())
    if not text:
        raise BadText(tr("Nothing was typed."))
    return Keep(seat, _dice(text, face_set))


def are_faces(answer: str, face_set: str) -> bool:
    """Whether the answer consists of faces: "null null ace"."""
    typed_words = words(answer)
    return bool(typed_words) and typed(face_set).keys() >= set(typed_words)


def _dice(answer: str, face_set: str) -> Dice:
    return read.dice(numbers(answer, face_set))


def throw(answer: str, number: int, face_set: str) -> Dice:
    """A throw of this number of dice. Raises `BadText`."""
    dice = _dice(answer, face_set)
    if len(dice) != number:
        wrong = mark("This throw has {number, plural, one {one die} other {# dice}}, not {typed}.")
        if not dice:
            wrong = mark(
                "This throw has {number, plural, one {one die} other {# dice}}, but nothing was typed."
            )
        raise BadText(tr(wrong, number=number, typed=len(dice)))
    return dice


def score(answer: str, possible: Sequence[PossibleScore]) -> list[Score]:
    """The scores that "fours 12" means, two if five of a kind count differently. Raises `BadText`."""
    name, _, points = answer.strip().rpartition(" ")
    if not points.isdecimal():
        name, points = answer.strip(), ""
    boxes = [Use(box, 1) for box in dict.fromkeys(one.box for one in possible)]
    meant = [use for use in boxes if use.name == name] or uses_called(name, boxes)
    if len(meant) != 1:
        raise BadText(which(meant) if meant else tr("Type an open box and its score, such as chance 20."))
    box = meant[0].name
    scores = [one.score for one in possible if one.box == box and points and int(points) == int(one.cell)]
    if not scores:
        raise BadText(tr("{box} can score {scores}.", box=title(box), scores=cells(possible, box)))
    return sorted(scores, key=lambda score: score.five)


def cells(possible: Sequence[PossibleScore], box: str) -> str:
    """The scores that fit a box: "0, 25"."""
    return comma(dict.fromkeys(one.cell for one in possible if one.box == box))


def asks_for(state: State, name: str) -> str:
    """The prompt for the throw that the match awaits of a player."""
    asks = mark("{name}, throw the red die and type what it shows:")
    if state.rolloff:
        asks = mark("{name}, throw {number} dice for who starts and type what they show:")
    elif state.turn:
        asks = mark(
            "{name}, throw {number, plural, one {one die and type what it shows} "
            "other {# dice and type what they show}}:"
        )
    return tr(asks, name=name, number=state.awaited.dice)


def uses_called(answer: str, offered: Sequence[Use]) -> tuple[Use, ...]:
    """The uses that the answer may mean: the one with this name, or those with a word that begins with it.

    The word "zero" may precede any zero; a zero by choice needs it.
    """
    wanted = texts.spaced(answer)
    if wanted in (NONE, STOP, ALL) or is_no(wanted) or not wanted.strip("123456 "):
        return ()
    spelt = texts.in_words(answer)  # a card may have both "Fünf" and "Funf"
    meant = [use for use in offered if spelt in _names(use, texts.in_words)]
    meant = meant or [use for use in offered if wanted in _names(use)]
    meant = meant or [use for use in offered if wanted in _labels(use)]
    if len(wanted) < 2:
        return tuple(meant)
    beginning = [use for use in offered if _begins(wanted, _names(use))]
    beginning = beginning or [use for use in offered if _begins(wanted, _labels(use))]
    within = [use for use in offered if _begins(wanted, _later_words(use))]
    return tuple(meant or beginning or within)


def which(uses: Sequence[Use]) -> str:
    """The question if an answer may mean several uses: "Donald Duck or Daisy Duck?"."""
    return asks_which(use.title for use in uses)


def asks_which(words: Iterable[str]) -> str:
    """The question for one of several: "Ann or Ben?"."""
    return tr("{alternatives}?", alternatives=one_of(words))


def uses_meant(answer: str, offered: Sequence[Use]) -> tuple[Use, ...]:
    """The uses that the answer may mean: the one with this number, "3" or "3.", or those that it calls."""
    digits = answer.removesuffix(".")
    place = int(digits) - 1 if digits.isdecimal() and len(digits) < 4 else -1
    by_number = numbered(offered)[place : place + 1] if place >= 0 else ()
    return by_number or uses_called(answer, offered)


def numbered(offered: Sequence[Use]) -> tuple[Use, ...]:
    """The numbered uses: all listed ones, unless the name of one is a number."""
    uses = listed(offered)
    return () if any(use.name.isdecimal() for use in uses) else uses


def listed(offered: Sequence[Use]) -> tuple[Use, ...]:
    """The listed uses: all but zeros by choice."""
    return tuple(use for use in offered if not use.waives)


def is_yes(answer: str) -> bool:
    """Whether the answer is yes."""
    return _is(answer, YES)


def is_no(answer: str) -> bool:
    """Whether the answer is no."""
    return _is(answer, NO)


def _is(answer: str, english: str) -> bool:
    translation = texts.spaced(tr(english))
    return texts.spaced(answer) in (english, english[0], translation, translation[0])


def option(answer: str, options: Mapping[str, str]) -> str | None:
    """The option with this name or in these words, or the only one that begins so."""
    beginning = texts.spaced(answer)
    forms = {one: (texts.spaced(one), texts.spaced(words)) for one, words in options.items()}
    fitting = [one for one in options if beginning in forms[one]]
    fitting = fitting or [one for one in options if beginning and _begins(beginning, forms[one])]
    return fitting[0] if len(fitting) == 1 else None


def _names(use: Use, words: Callable[[str], str] = texts.spaced) -> tuple[str, ...]:
    """The names of a use, without accents unless `words` keeps them. What pays nothing is also a zero."""
    names = (use.name,) if use.pays or use.waives else (use.name, ZERO + use.name)
    return tuple(map(words, names))


def _labels(use: Use) -> tuple[str, ...]:
    """Other names of a use, such as its title: "ones" for Aces, "zero ones" for a zero there."""
    name = use.name.removeprefix(ZERO)
    labels = tuple(map(texts.spaced, (*texts.labels_of(name), use.box)))
    zeros = tuple(texts.spaced(ZERO + label) for label in labels)
    if use.waives:
        return zeros
    return labels if use.pays else (*labels, *zeros)


def _later_words(use: Use) -> tuple[str, ...]:
    """The name from its second word, third word and so on; none for a zero by choice."""
    name = [] if use.waives else texts.spaced(use.name).split()
    return tuple(" ".join(name[place:]) for place in range(1, len(name)))


def _begins(wanted: str, names: Sequence[str]) -> bool:
    return any(name.startswith(wanted) for name in names)
