"""Parses the text form of events, positions, setups and dice: wrong text is a `BadText`. Checks no rules."""

import json
import re
from collections.abc import Callable, Iterable
from types import NoneType, UnionType
from typing import Any, Literal, NoReturn, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType

from fivedice.core.rules import Game, quoted, shortened
from fivedice.core.texts import LONGEST_NUMBER, BadText, dice, first
from fivedice.core.turn import Turn
from fivedice.language import mark, tr
from fivedice.match.events import Choose, Event, Final, First, HintTaken, Keep, Score, Spend, Throw
from fivedice.match.external_bots import is_guest
from fivedice.match.setup import BOT_NAMES, Player, Promise, Setup, game_called, options_of
from fivedice.notation.write import DEPTHS, EMPTY_SLOT, NOTHING

__all__ = ["BadText", "dice", "event", "first", "json_object", "position", "setup", "turn"]

OF_A_SEAT: dict[str, Callable[[int, str], Event]] = {
    "throw": lambda seat, text: Throw(seat, dice(text)),
    "keep": lambda seat, text: Keep(seat, dice(text)),
    "use": Spend,
    "choose": Choose,
    "final": lambda seat, text: Final(seat, dice(text)),
}
SEAT_ALONE: dict[str, Callable[[int], Event]] = {"first": First, "hint": HintTaken}
NO_EVENT = mark(
    "This is not an event: an event has throw, keep, use, choose, final or score with a seat, or first, or "
    "hint."
)
NO_SCORE = mark(
    "A score has a use in quotes, the whole number that it pays, a seat, and after five of a kind also "
    '`"five": true`.'
)


def event(line: str | bytes) -> Event:
    """An event from its line of JSON."""
    fields = json_object(line)
    if "score" in fields:
        return _score(fields)
    if len(fields) == 2 and type(fields.get("seat")) is int:
        seat = fields.pop("seat")
        ((kind, text),) = fields.items()
        if kind in OF_A_SEAT and type(text) is str:
            return OF_A_SEAT[kind](seat, text)
    elif len(fields) == 1:
        ((kind, seat),) = fields.items()
        if kind in SEAT_ALONE and type(seat) is int:
            return SEAT_ALONE[kind](seat)
    raise BadText(tr(NO_EVENT))


def _score(fields: dict[str, Any]) -> Score:
    try:
        score = msgspec.convert(fields, _Score)
    except msgspec.ValidationError:
        raise BadText(tr(NO_SCORE)) from None
    return Score(score.seat, score.score, score.pays, score.five is True)


def json_object(line: str | bytes) -> dict[str, Any]:
    """One JSON object without duplicate fields; its numbers are integers of at most nine digits."""
    try:
        text = line.decode() if isinstance(line, bytes) else line
        fields = _json.decode(text)
        if "\\u" in text:
            _check_letters(fields)
    except BadText:
        raise
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise BadText(tr("This is not a line of a record: each line is a JSON object."))
    return fields


def _check_letters(fields: Any) -> None:
    """Raises `BadText` for a lone surrogate, which JSON can escape."""
    try:
        json.dumps(fields, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadText(tr("This line has an incomplete character, which cannot be read.")) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise BadText(tr("A field is given twice."))
    return fields


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= LONGEST_NUMBER else _no_number(digits)


def _no_number(text: str) -> NoReturn:
    wrong = mark("A number must be whole and have at most {most} digits, not {text}.")
    raise BadText(tr(wrong, most=LONGEST_NUMBER, text=quoted(text)))


_json = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_no_number, parse_constant=_no_number
)


class _Score(msgspec.Struct, forbid_unknown_fields=True):
    score: str
    pays: int
    seat: int
    five: Literal[True] | UnsetType = UNSET


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    options: dict[str, Any]
    games: int
    first: int | Literal["roll", "random"]
    players: tuple[Player, ...]
    position: str | UnsetType = UNSET
    turn: str | UnsetType = UNSET
    dice: Promise | UnsetType = UNSET


_SAYS = {
    "game": mark("the name of the game in quotes"),
    "options": mark("an object"),
    "games": mark("a whole number"),
    "first": mark("a seat, 'roll' or 'random'"),
    "players": mark("a list of objects, each with a 'name' in quotes and, for a bot, a 'bot'"),
    "position": mark("text in quotes"),
    "turn": mark("text in quotes"),
    "dice": mark("an object with a 'commitment' and 'contributions'"),
}
"""The expected value of each field of the first line."""


def setup(fields: dict[str, Any]) -> Setup:
    """The setup from a first line. Raises `BadText`, or `IllegalMove` for an unknown game or option."""
    try:
        header = msgspec.convert(fields, _Header)
    except msgspec.ValidationError as error:
        wrong = mark("The first line is not the header of a match: {fault}.")
        raise BadText(tr(wrong, fault=_misses(fields, error))) from None
    game = game_called(header.game, header.options)
    _check_options(options_of(game), header.options)
    _check_bots(fields["players"])
    begins, dice = _begins(game, header), _promise(header)
    return Setup(game, header.players, header.games, header.first, *begins, dice=dice)


def _promise(header: _Header) -> Promise | None:
    """The promised dice. Raises `BadText` unless each seat has one well-formed contribution."""
    if header.dice is UNSET:
        return None
    if header.dice.opens:
        if len(header.players) > 1 or header.position is not UNSET:
            raise BadText(tr("Only a solo match that begins at its start has 'opens' in its dice."))
    elif len(header.dice.contributions) != len(header.players):
        raise BadText(tr("The dice have one contribution for each seat."))
    check_promise(header.dice)
    return header.dice


_COMMITMENT, _CONTRIBUTION = re.compile("[0-9a-f]{64}"), re.compile("([0-9a-f]{32}|server)?")
_OPENS = re.compile("(0|[1-9][0-9]?)(/[1-9][0-9]{0,3}){2}")


def check_promise(promise: Promise) -> None:
    """Raises `BadText` for a promise with impossible values."""
    if not _COMMITMENT.fullmatch(promise.commitment):
        raise BadText(tr("A commitment is 64 hexadecimal digits in lower case."))
    if promise.match < 1:
        raise BadText(tr("The number of the match on its dice is at least 1."))
    for text in promise.contributions:
        check_contribution(text)
    seat = promise.opens.partition("/")[0]
    if promise.opens and not (_OPENS.fullmatch(promise.opens) and int(seat) < len(promise.contributions)):
        raise BadText(tr("'opens' is SEAT/VISIT/NUMBER, such as '1/2/1', of a seat with a contribution."))


def check_contribution(text: str) -> None:
    """Raises `BadText` unless this is a valid contribution of a seat to its dice."""
    if not _CONTRIBUTION.fullmatch(text):
        raise BadText(tr("A contribution is 32 hexadecimal digits in lower case, 'server', or empty."))


def _misses(fields: dict[str, Any], error: msgspec.ValidationError) -> str:
    known = msgspec.structs.fields(_Header)
    lacking = [field.name for field in known if field.required and field.name not in fields]
    if lacking:
        missing = mark("{name} is missing; it must be {wanted}")
        return tr(missing, name=quoted(lacking[0]), wanted=tr(_SAYS[lacking[0]]))
    unknown = [name for name in fields if name not in _SAYS]
    if unknown:
        return tr("{name} is not one of its fields", name=quoted(unknown[0]))
    name = str(error).rpartition(" - at `$.")[2].rstrip("`").partition(".")[0].partition("[")[0]
    wrong = mark("{name} must be {wanted}, not {given}")
    return tr(wrong, name=quoted(name), wanted=tr(_SAYS[name]), given=_spelled(fields[name]))


def _begins(game: Game, header: _Header) -> tuple[Any, Turn | None]:
    """The position and turn where the first game begins, if it does not begin at its start."""
    if header.position is UNSET:
        if header.turn is not UNSET:
            raise BadText(tr("A turn in progress needs the position that it belongs to."))
        return None, None
    under_way = None if header.turn is UNSET else turn(header.turn)
    return position(game, header.position), under_way


def _check_options(normal: dict[str, Any], given: dict[str, Any]) -> None:
    """Raises `BadText` for an option that is not stored with its type, for example a number as text."""
    for option, value in given.items():
        wrong = _misspelled(option, value, json.loads(json.dumps(normal[option])))
        if wrong:
            raise BadText(tr("An option is written in one way only: {wrong}.", wrong=wrong))


def _misspelled(where: str, given: Any, normal: Any) -> str:
    """The first place where a value differs from its normal form, or ""."""
    if isinstance(given, dict) and isinstance(normal, dict):
        if list(given) != list(normal):
            order = mark("{name} has {wanted}, in this order, not {given}")
            return tr(order, name=where, wanted=_listed(normal), given=_listed(given))
        parts = [(f"{where}.{key}", given[key], normal[key]) for key in normal]
    elif isinstance(given, list) and isinstance(normal, list) and len(given) == len(normal):
        parts = [(f"{where}[{at}]", *both) for at, both in enumerate(zip(given, normal, strict=True))]
    else:
        same = json.dumps(given) == json.dumps(normal)
        wrong = mark("{name} is {wanted}, not {given}")
        return "" if same else tr(wrong, name=where, wanted=_spelled(normal), given=_spelled(given))
    return next(filter(None, (_misspelled(*part) for part in parts)), "")


def _listed(keys: Iterable[str]) -> str:
    return ", ".join(shortened(key, 40) for key in keys)


def _spelled(value: Any) -> str:
    return shortened(json.dumps(value), 40)


def _check_bots(players: list[dict[str, Any]]) -> None:
    for player in players:
        if player.get("bot", "random") not in BOT_NAMES and not is_guest(player["bot"]):
            raise BadText(tr("There is no bot {name}.", name=quoted(player["bot"])))


def position(game: Game, text: str) -> Any:
    """A position of this game from its text."""
    try:
        return _part(game.position, text, 0)
    except (ValueError, IndexError, TypeError, RecursionError):
        wrong = mark("This is not a position of {game}: {text}.")
        raise BadText(tr(wrong, game=game.name, text=quoted(text))) from None


def turn(text: str) -> Turn:
    """The hands of a turn and its step: `22233@3`."""
    hands, _, step = text.partition("@")
    if step not in ("1", "2", "3"):
        wrong = mark("A turn is its dice and the number of its throw, 1 to 3, such as 22233@2, not {text}.")
        raise BadText(tr(wrong, text=quoted(text)))
    slots = tuple(tuple(map(_slot, hand)) for hand in hands.split("/"))
    if any(len(hand) != 5 for hand in slots):
        raise BadText(tr("A hand has five dice, not {hands}.", hands=quoted(hands)))
    return Turn(slots, int(step))


def _part(kind: Any, text: str, depth: int) -> Any:
    """A value of this type from its text."""
    if get_origin(kind) in (Union, UnionType):
        options = [option for option in get_args(kind) if option is not NoneType]
        return None if text == NOTHING else _part(options[0], text, depth)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        types = [field.type for field in msgspec.structs.fields(kind)]
        parts = text.split(DEPTHS[depth])
        return kind(*(_part(one, part, depth + 1) for one, part in zip(types, parts, strict=True)))
    if get_origin(kind) is tuple:
        return tuple(_part(get_args(kind)[0], part, depth + 1) for part in text.split(DEPTHS[depth]))
    return msgspec.convert(text, kind, strict=False)


def _slot(die: str) -> int:
    return 0 if die == EMPTY_SLOT else dice(die)[0]
