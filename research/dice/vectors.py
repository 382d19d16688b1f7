"""Writes docs/reference/dice-vectors.json: dice by place, and records with one change each.

Run: python -m research.dice.vectors. It computes the dice from the text of the page, independently of the
package, so the vectors test the implementation.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

from msgspec.structs import replace

from fivedice.bots import random as at_random
from fivedice.core.turn import Turn
from fivedice.deals.deal import SERVER, Deal
from fivedice.deals.source import Dealer
from fivedice.games import GAMES
from fivedice.match import match
from fivedice.match.events import First, Throw
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State
from fivedice.notation import read, record

FILE = Path(__file__).parents[2] / "docs/reference/dice-vectors.json"
PLACES = ("0/1/five/1/1/0", "1/3/five/1/2/4", "2/12/one/2/1/0", "0/1/five/13/3/2")
EVENTS = 45
"""Where records are cut off to keep them short; a secret may follow an abandoned match."""
SETUPS: tuple[dict[str, Any], ...] = (
    {"game": "junior", "seats": 1},
    {"game": "traditional", "seats": 3, "first": "roll", "nth": 7},
    {"game": "challenge", "seats": 3, "first": "random"},
    {"game": "showdown", "seats": 2},
    {"game": "piecepack", "seats": 2, "position": True},
    {"game": "yatzy", "seats": 3, "nth": 2, "opens": "1/2/2"},
)


def secret(number: int) -> bytes:
    """A secret of the vectors."""
    return hashlib.sha256(f"vector {number}".encode()).digest()


def drawn(key: bytes, number: int, contributions: Sequence[str], place: str, sides: int) -> int:
    """A number from 0 as the page defines it."""
    counter = 0
    while True:
        text = f"fivedice dice\n{number}\n{','.join(contributions)}\n{place}\n{counter}"
        found = hmac.digest(key, text.encode(), "sha256")[0] // (256 // sides)
        if found < sides:
            return found
        counter += 1


def dice() -> list[dict[str, Any]]:
    """Dice by place, including discarded bytes, and draws of a first seat."""
    listed: list[dict[str, Any]] = []
    for number in range(40):
        given = [hashlib.sha256(f"seat {seat}".encode()).hexdigest()[:32] for seat in range(number % 3)]
        match, contributions = 1 + number % 2, [*given, SERVER, ""]
        place = f"{PLACES[number % 4]}" if number < 30 else "first"
        sides = 6 if number < 30 else 2 + number % 9
        value = drawn(secret(number), match, contributions, place, sides)
        one = {"secret": secret(number).hex(), "match": match, "contributions": contributions}
        listed.append({**one, "place": place, "sides": sides, "number": value})
    return listed


def records() -> list[dict[str, Any]]:
    """Correct records, each with a change to one line that makes another line wrong."""
    return [_record(number, **agreed) for number, agreed in enumerate(SETUPS)]


def alone(key: bytes, nth: int, contributions: Sequence[str], opens: str) -> Callable[[State], Throw]:
    """The dice of a solo match on the deal of a seat in another match, as the page defines them."""
    seat, visit, number = map(int, opens.split("/"))
    turns = -1

    def happen(state: State) -> Throw:
        nonlocal turns
        now = cast(Turn, state.turn)
        turns += now.step == 1
        opening = f"{seat}/{visit + turns}/five/{1 if turns else number}/{now.step}"
        slots = [slot for slot, die in enumerate(now.hands[0]) if not die]
        dice = [1 + drawn(key, nth, contributions, f"{opening}/{slot}", 6) for slot in slots]
        return Throw(0, tuple(dice))

    return happen


def _record(
    number: int,
    game: str,
    seats: int,
    first: Any = 0,
    nth: int = 1,
    opens: str = "",
    *,
    position: bool = False,
) -> dict[str, Any]:
    given = tuple(hashlib.sha256(f"{game} {seat}".encode()).hexdigest()[:32] for seat in range(seats - 1))
    deal = Deal(secret(100 + number), (*given, SERVER), nth)
    players = (*(Player(f"P{seat}") for seat in range(seats - 1)), Player("Bot", "random"))
    agreed = Setup(GAMES[game], players, first=first, dice=deal.promise)
    if position:
        start = read.position(GAMES[game], "-,-,9,-,-,-,-,-,-,-,-,-,-+0/-,-,-,-,-,-,-,-,-,-,-,-,-+0 1")
        agreed = Setup(GAMES[game], players, position=start, turn=read.turn("22...@2"), dice=deal.promise)
    happen: Callable[[State], Throw | First] = Dealer(deal).happen
    if opens:
        agreed = Setup(GAMES[game], players[:1], dice=replace(deal.promise, opens=opens))
        happen = alone(deal.secret, nth, deal.contributions, opens)
    source = Random(number)
    played = match.played(agreed, happen, lambda seen, seat: at_random(seen, seat, source))
    cut = match.EventMatch(agreed, played.events.first(EVENTS), played.state)
    text = (
        record.header(agreed)
        + "\n"
        + "".join(line + "\n" for line in record.text(cut).splitlines()[1 : EVENTS + 1])
    )
    return {"name": game, "record": text + record.revealed(deal.secret.hex()) + "\n", "wrong": _wrong(text)}


def _wrong(text: str) -> list[dict[str, Any]]:
    """Changes, each with the first line that no longer follows; None stands for one of the first throws."""
    lines = text.splitlines()
    throws = [number for number, line in enumerate(lines, 1) if line.startswith('{"throw"')]
    late = throws[len(throws) // 2]
    die = lines[late - 1][11]
    changed = lines[late - 1].replace(die, str(int(die) % 6 + 1), 1)
    last = len(lines) + 1
    header = json.loads(lines[0])
    listed = [
        {"what": "a die", "line": late, "to": changed, "found": late},
        {"what": "the secret", "line": last, "to": record.revealed("0" * 64), "found": last},
    ]
    other = {"contributions": ["", *header["dice"]["contributions"][1:]], "match": 99, "opens": "1/3/2"}
    changes = {"contributions": "a contribution", "match": "the number of the match"}
    if "opens" in header["dice"]:
        changes["opens"] = "the visit of the first turn"
    for change, what in changes.items():
        line = json.dumps({**header, "dice": {**header["dice"], change: other[change]}})
        listed.append({"what": what, "line": 1, "to": line, "found": None})
    return listed


def main() -> None:
    """Writes the file."""
    FILE.write_text(json.dumps({"dice": dice(), "records": records()}, indent=1) + "\n", encoding="utf-8")
    print(f"{FILE.name}: {len(dice())} dice, {len(records())} records")


if __name__ == "__main__":
    main()
