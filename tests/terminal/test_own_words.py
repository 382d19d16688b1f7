"""A game of another author is played, hinted, reviewed and profiled in its own words."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from msgspec import Struct
from textual.widgets import OptionList

from fivedice.analysis import evaluate, luck_and_cost
from fivedice.core.dice import Dice
from fivedice.core.rules import (
    Awaits,
    Choice,
    Game,
    Hands,
    Over,
    RulesSection,
    Sheet,
    SheetRow,
    Use,
    WrongCall,
    check_seats,
)
from fivedice.core.words import Act, OptionWords, Unit
from fivedice.games import GAMES
from fivedice.language import speaking
from fivedice.match.events import Choose, Decision
from fivedice.match.match import EventMatch
from fivedice.match.state import State
from fivedice.narration import moves
from fivedice.narration.costs import endings
from fivedice.report import review_json, text
from fivedice.runtime.simulation import play
from fivedice.statistics.figures import figures
from fivedice.statistics.profile import profile
from fivedice.study.observing import Encoding
from tests.report.conftest import Blank
from tests.terminal.lines import Lines, agreed
from tests.terminal.seated import at_table, sit
from tests.typed import as_a


class PearlPosition(Struct, frozen=True):
    """Every seat's pearls, the seat to play, the turns left, and how deep the seat dives, or 0."""

    totals: tuple[int, ...]
    seat: int
    left: int
    depth: int = 0


class Pearls(Game, frozen=True):
    """Before each turn you dive for twice the total, stay near the shore, or let the turn pass."""

    name: ClassVar[str] = "pearls"
    title: ClassVar[str] = "Pearls"
    line: ClassVar[str] = "Five dives for pearls"
    sections: ClassVar[tuple[RulesSection, ...]] = (RulesSection("# Pearls"),)
    seats: ClassVar[range] = range(1, 3)
    most_turns: ClassVar[int] = 5
    position: ClassVar[type] = PearlPosition
    score_unit: ClassVar[Unit] = Unit("pearls", decimals=0, mistakes=(2.0, 5.0, 10.0))
    acts: ClassVar[dict[str, Act]] = {
        "open": Act("open a {card}", "{name} opens a {card}: {pearls}.", "open a {card} for {pearls}"),
        "nothing": Act("find nothing", "{name} finds nothing."),
    }
    choices: ClassVar[dict[str, OptionWords]] = {
        "dive": OptionWords("Dive deep"),
        "rest": OptionWords(next="the turn passes"),
    }

    def start(self, seats: int, first: int) -> PearlPosition:
        return PearlPosition((0,) * seats, first, 5 * seats)

    def check(self, position: PearlPosition) -> None:
        check_seats(self, len(position.totals))

    def scores(self, position: PearlPosition) -> tuple[int, ...]:
        return position.totals

    def sheet(self, position: PearlPosition, names: tuple[str, ...]) -> Sheet:
        return Sheet(("", *names), (SheetRow("total", "Total", tuple(map(str, position.totals))),))

    def awaits(self, position: PearlPosition) -> Awaits:
        if not position.left:
            return Over()
        at = position.seat
        return Hands((at,), at) if position.depth else Choice(at, ("dive", "paddle", "rest"))

    def choose(self, position: PearlPosition, option: str) -> PearlPosition:
        if option == "rest":
            return self._next(position, 0)
        return PearlPosition(position.totals, position.seat, position.left, 2 if option == "dive" else 1)

    def uses(self, position: PearlPosition, _seat: int, roll: Dice) -> tuple[Use, ...]:
        return (Use("open-shell", position.depth * sum(roll)), Use("nothing", 0))

    def use(self, position: PearlPosition, _seat: int, roll: Dice, name: str) -> PearlPosition:
        return self._next(position, 0 if name == "nothing" else position.depth * sum(roll))

    def _next(self, position: PearlPosition, gain: int) -> PearlPosition:
        totals = list(position.totals)
        totals[position.seat] += gain
        return PearlPosition(tuple(totals), (position.seat + 1) % len(totals), position.left - 1)


class Diver(Blank):
    """Expects twenty pearls of each depth."""

    def worth(self, position: PearlPosition, seat: int) -> float:
        ahead = 20.0 * (position.depth or 2) if position.left and seat == position.seat else 0.0
        return position.totals[seat] + ahead

    def uses(self, position: PearlPosition, seat: int, roll: tuple[int, ...]) -> dict[str, float]:
        offered = self.game.uses(position, seat, roll)
        return {use.name: position.totals[seat] + use.pays for use in offered}


def shy(state: State, seat: int, _source: Random) -> Decision:
    """Ann paddles and Ben rests."""
    if state.awaited.kind == "choose":
        return Choose(seat, ("paddle", "rest")[seat])
    return evaluate.best(state, seat, Diver(state.setup.game))


def knowing(game: Game, _seats: int, _aim: str) -> Diver:
    return Diver(game)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Pearls:
    added = Pearls()
    monkeypatch.setitem(GAMES, added.name, added)
    return added


@pytest.fixture
def match(game: Pearls) -> EventMatch:
    return play(agreed(game.name, "Ann,Ben"), [shy] * 2, 5, 1)


def test_it_is_played_by_hints_in_lines(game: Pearls, home: Path) -> None:
    def answers() -> Iterator[str]:
        yield from ("swim", "hint", "dive", "hint", "stop", "hint", "open-shell")
        yield from ("pad", "stop", "nothing", "yes", "quit")

    lines = Lines(agreed(game.name, "Ann"), home, answers())
    lines.sitting.knowing = knowing
    assert not lines.play()
    assert "Ann, dive, paddle or rest? " in lines.asked
    assert "Please type dive, paddle or rest." in lines.text()
    assert "type dive: 40.00, the best" in lines.text()
    assert "chance to open a Shell" in lines.text()
    assert "Ann chooses to paddle." in lines.text()
    assert "Ann finds nothing." in lines.text()


async def test_it_is_played_by_hints_on_the_screen(game: Pearls, home: Path) -> None:
    sitting = sit(agreed(game.name, "Ann,random"), home)
    sitting.knowing = knowing

    async with at_table(sitting) as seated:
        assert await seated.shows("Ann · a choice")
        assert await seated.shows("Paddle")
        await seated.press("h")
        listed = as_a(OptionList, seated.app.screen.query_one(OptionList)).options
        assert [str(one.prompt).partition(":")[0].strip() for one in listed] == [
            "choose Dive deep",
            "choose Paddle",
            "choose Rest",
        ]
        await seated.press("enter")
        assert sitting.match.events[-1] == Choose(0, "dive")
        await seated.play_on()
        assert await seated.shows("pearls")


@pytest.mark.parametrize("language", ["en", "de"])
def test_its_review_and_profile_are_in_its_words(match: EventMatch, language: str) -> None:
    known = Diver(match.setup.game)
    review = luck_and_cost.review(match, known)
    with speaking(language):
        reviewed = "\n".join(text.lines(review, known, "digits", everything=True))
        assert json.loads(review_json.text(review, known, "digits"))
        told = [ending.choice for ending in endings(review, "digits")]
        (kind,) = profile([figures(match, seat, review) for seat in (0, 1)]).kinds
        said = "\n".join(moves.transcript(match, "digits"))
    assert "pearls at the end" in reviewed
    assert all("dive" in sentence and "pearls" in sentence for sentence in told)
    assert any("pearls per game" in line.value for line in kind.lines)
    if language == "en":
        assert "chose to paddle" in reviewed
        assert "Ann opens a Shell: " in said
        assert "Ben chooses to rest." in said
        assert "chosen: the turn passes" in reviewed
        assert "You chose to rest; to dive would have been worth 40 pearls more." in told


def test_what_learns_from_numbers_refuses_it(game: Pearls) -> None:
    with pytest.raises(WrongCall, match="Pearls cannot be observed as numbers"):
        Encoding(game, 2)
