"""Two kinds of errors: players read theirs in their language; those of programmers and hosts stay English."""

import ast
import re

import pytest

from fivedice.core.rules import IllegalMove, Untranslated, WrongCall
from fivedice.core.texts import BadText, WrongValue
from fivedice.language import speaking
from fivedice.notation import read
from tests.language.exceptions import Raised, is_said, literal, parsed, raised, translated, untranslated
from tests.language.messages import SOURCE, called

WORDS = re.compile(r"[A-Za-z]{2,}\W+[a-z]")
ROOMS = {
    "api": "a program calls these functions",
    "study": "environments, arenas and tables of researchers",
    "server/storage": "opening a database, before anybody plays; while they play, `DatabaseFailed` is raised",
    "server/maintenance.py": "a host's commands",
}
"""Folders and files where only programmers, researchers and hosts are told something."""
PLACES = {
    "bots/__init__.py": "the name of a bot is text wherever players type it",
    "cards/faults.py": "the types of a card from a file or record are checked before its fields are",
    "cli/shared/on_database.py": "a host's commands",
    "club/entries.py": "the log of a database, whose faults players read as `Damaged`",
    "club/night.py": "as above",
    "core/texts.py": "players type text, not numbers",
    "match/events.py": "the dice of an event that was parsed are faces",
    "match/state.py": "events that were parsed have one of the known types",
    "server/compute/bot_runner.py": "a bot's failure, for the log",
    "server/push/sender.py": "a host's key for push messages",
    "server/tables/archive.py": "a host closes tables",
    "server/tables/policy.py": "a host's list of refused names",
    "table/log.py": "the log of a database, whose faults players read as `Damaged`",
    "table/state.py": "the reason with which a host closes a table",
}
"""Other files that raise an English sentence, and why no player reads it."""
COMMANDS = ("cli/arena.py", "cli/export.py")
"""English commands that use the rooms of programmers."""
TYPED = {"2 turns left", "seat  to play"}
"""What players type in any language."""
OF_LIBRARIES = {"DecodeError"}
"""Errors of libraries that are quoted as the detail of a translated sentence."""


def test_the_sentences_for_players_are_translated() -> None:
    past = [
        f"{one}: {literal(part)!r}"
        for one in raised()
        if one.kind in translated()
        for part in one.parts
        if not isinstance(part, ast.Call) and WORDS.search(literal(part)) and literal(part) not in TYPED
    ]
    assert past == []


def test_the_sentences_for_programmers_are_in_no_catalogue() -> None:
    assert [
        str(one) for one in raised() if one.kind in untranslated() for part in one.parts if is_said(part)
    ] == []


def test_an_english_sentence_is_raised_only_where_no_player_meets_it() -> None:
    def is_known(one: Raised) -> bool:
        name = one.path.relative_to(SOURCE).as_posix()
        return name in PLACES or name.startswith(tuple(ROOMS))

    english = [one for one in raised() if one.kind in untranslated()]
    assert [str(one) for one in english if not is_known(one)] == []
    assert PLACES.keys() - {one.path.relative_to(SOURCE).as_posix() for one in english} == set()


def test_no_player_uses_the_rooms_of_programmers() -> None:
    """Apart from the researchers' own commands, nothing imports the rooms where English is spoken."""
    rooms = {f"fivedice.{room}" for room in ROOMS if "/" not in room}
    own = tuple(str(SOURCE / name) for name in ("__init__.py", "api", "study", *COMMANDS))
    found = [
        f"{path.relative_to(SOURCE)}: {node.module}"
        for path, tree in parsed().items()
        if not str(path).startswith(own)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and ".".join((node.module or "").split(".")[:2]) in rooms
    ]
    assert found == []


def test_an_error_that_is_passed_on_to_players_is_one_of_theirs() -> None:
    """`raise IllegalMove(str(error))` needs an error whose sentence is translated."""
    foreign = [
        f"{path.relative_to(SOURCE)}:{handler.lineno}: {sorted(kinds)}"
        for path, tree in parsed().items()
        for handler in ast.walk(tree)
        if isinstance(handler, ast.ExceptHandler)
        and handler.type
        and handler.name
        and (kinds := _kinds(handler.type) - translated() - OF_LIBRARIES)
        for node in ast.walk(handler)
        if isinstance(node, ast.Call) and called(node) in translated() and _says(node, handler.name)
    ]
    assert foreign == []


def _kinds(caught: ast.expr) -> set[str]:
    each = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return {getattr(one, "attr", getattr(one, "id", "")) for one in each}


def _says(call: ast.Call, error: str) -> bool:
    """Whether the sentence of a caught error is part of the new one."""
    values = [node for one in call.args for node in ast.walk(one)] + call.keywords
    quotes = (ast.keyword, ast.FormattedValue)
    return any(
        _is(node.args[0] if isinstance(node, ast.Call) else node.value, error)
        for node in values
        if isinstance(node, quotes) or (isinstance(node, ast.Call) and called(node) == "str")
    )


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def test_programs_catch_both_kinds_alike() -> None:
    assert issubclass(WrongCall, IllegalMove)
    assert issubclass(WrongValue, BadText)


@pytest.mark.parametrize(
    "line", ['{"keep": 6, "seat": 0}', '{"throw": "07", "seat": 0}', "[]", '{"hint": "0"}']
)
def test_what_a_client_sends_is_refused_in_its_language(line: str) -> None:
    with speaking("de"), pytest.raises((BadText, IllegalMove)) as refused:
        read.event(line)
    assert not isinstance(refused.value, Untranslated)
    assert str(refused.value) != _in_english(line)


def _in_english(line: str) -> str:
    with pytest.raises((BadText, IllegalMove)) as refused:
        read.event(line)
    return str(refused.value)
