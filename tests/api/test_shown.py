"""The front door as it is shown: the tour in python.md, the examples of docstrings, and its types."""

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import get_args, get_type_hints

import pytest

import fivedice
from fivedice.api import coerce, match, worths
from fivedice.match.events import HintTaken

ROOT = Path(__file__).parents[2]
PUBLIC = {name: getattr(fivedice, name) for name in fivedice.__all__}
GIVEN = {"Worths", "Hint", "Hints", "Review"}
"""Types of the front door that functions give, and nobody makes."""
OWN = {"State.rolloff", "State.game_awaits"}
"""What docs/guide/python.md says is the house's own."""

PROGRAM = '''
"""A program that somebody might write."""

from random import Random

import fivedice


def last(state: fivedice.State, seat: int, chance: Random) -> fivedice.Decision:
    return fivedice.decisions(state, seat)[-1]


def costs(review: fivedice.Review) -> dict[int, float]:
    return {account.seat: account.cost for account in review.accounts}


match: fivedice.Match = fivedice.start("yatzy", "Ann", "Ben").throw("23452").keep("22").roll(Random(3))
best: fivedice.Hint = match.hints()[0]
match = match.step(best.decision)
worth: float = best.worth
others: tuple[fivedice.Hint, ...] = match.hints()[1:]
again: fivedice.Match = fivedice.read(match.record())
card: fivedice.ScoreCard = fivedice.card("house.toml").card
mean: float = fivedice.distribution(card).mean
highest: float = fivedice.worths("yatzy").keeps[2].max()
cost: float = fivedice.play("yatzy", "greedy", last, seed=1).review().accounts[0].cost
awaited: fivedice.Awaited = match.awaited
dearest: fivedice.Use = max(match.uses(), key=lambda use: use.pays)
'''

TYPOS = """
from fivedice import NoSuchThing

fivedice.strat("yatzy", "Ann")
match.rol()
"""


def test_the_tour_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tour = str(ROOT / "docs" / "guide" / "python.md")
    found = doctest.testfile(tour, module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 20
    assert not found.failed


@pytest.mark.parametrize("module", [coerce, match, worths], ids=lambda module: module.__name__)
def test_the_examples_of_docstrings_run(module: ModuleType) -> None:
    found = doctest.testmod(module, extraglobs=PUBLIC)
    assert found.attempted > 0
    assert not found.failed


def test_every_function_offered_has_an_example() -> None:
    doors = {
        name: thing
        for name, thing in PUBLIC.items()
        if getattr(thing, "__module__", "").startswith("fivedice.api")
    }
    methods = {name: thing for name, thing in vars(fivedice.Match).items() if not name.startswith("_")}
    documented = {**doors, **methods}
    assert {"read", "play", "worths", "distribution", "card", "at", "roll", "hints"} <= documented.keys()
    for name, thing in documented.items():
        if callable(thing) or isinstance(thing, classmethod):
            assert name in GIVEN or ">>> " in (thing.__doc__ or ""), name


def test_what_is_offered_is_listed_whether_it_is_loaded_or_not() -> None:
    """Who looks round at the prompt finds every name that programs need and none of the house's own; to look
    loads nothing.
    """
    code = "import sys, fivedice; print(*dir(fivedice)); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    names, loaded = done.stdout.splitlines()
    assert set(names.split()) == {*fivedice.__all__, "__version__"}
    assert loaded == "False"


def given_by(thing: object) -> list[object]:
    """What a function gives, or a type by its fields, properties and methods, as the annotations say it."""
    known = {**PUBLIC, "Generator": object}
    functions = [thing]
    fields: list[object] = []
    if isinstance(thing, type):
        parts = [part for base in thing.__mro__ for name, part in vars(base).items() if name[0] != "_"]
        functions = [getattr(part, "fget", getattr(part, "__func__", part)) for part in parts]
        annotated = get_type_hints(thing, localns=known).items()
        fields = [kind for name, kind in annotated if f"{thing.__name__}.{name}" not in OWN]
    hints = [get_type_hints(function, localns=known) for function in functions if isfunction(function)]
    return fields + [told["return"] for told in hints if "return" in told]


def types_in(annotation: object) -> Iterator[type]:
    if isinstance(annotation, type) and annotation.__module__.startswith("fivedice."):
        yield annotation
    for part in get_args(annotation):
        yield from types_in(part)


def test_every_type_that_is_given_has_a_name() -> None:
    public = (*PUBLIC.values(), *get_args(fivedice.Position))
    named = {base for kind in public if isinstance(kind, type) for base in kind.__mro__}
    looked_into = [thing for name, thing in PUBLIC.items() if name not in ("Game", "OwnCard")]
    given = {kind for thing in looked_into for told in given_by(thing) for kind in types_in(told)}
    assert fivedice.Awaited in given
    assert given - named == {HintTaken}
    page = (ROOT / "docs" / "guide" / "python.md").read_text(encoding="utf-8")
    assert all(f"`{own.split('.')[1]}`" in page for own in OWN)


def shown_bot() -> str:
    page = (ROOT / "docs" / "guide" / "own-bot.md").read_text(encoding="utf-8")
    (whole,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    return str(whole)


def test_a_program_is_checked_with_the_types_of_the_package(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    bot = tmp_path / "bot.py"
    bot.write_text(shown_bot(), encoding="utf-8")
    cache = ROOT / ".mypy_cache"  # `make types` has filled it
    check = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(cache), str(program)]
    found = subprocess.run([*check, str(bot)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.stdout == "Success: no issues found in 2 source files\n"
    program.write_text(PROGRAM + TYPOS, encoding="utf-8")
    found = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=False)
    wrong = re.findall(r'error: (.* has no attribute "\w+")', found.stdout)
    assert wrong == [
        'Module "fivedice" has no attribute "NoSuchThing"',
        'Module has no attribute "strat"',
        '"Match" has no attribute "rol"',
    ]
