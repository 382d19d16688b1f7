"""Names that the host refuses: what a list refuses, when it is read again, and who hears of it."""

import os
from pathlib import Path

import httpx
import pytest

from fivedice.core.rules import IllegalMove
from fivedice.server.tables.policy import RefusedNames
from tests.commands import complaint
from tests.golden import make
from tests.server.clients import brought, opened, post
from tests.server.serving import in_thread, unlimited
from tests.table.refusals import assert_sentence

LIST = """\ufeff# The list of the club
Mallory
  *troll*  # also in the middle of a name
Bad #1 fan
J*n D*e
Rude*
. *
!?
か
"""
REFUSED = [
    "Mallory",
    "mallory",
    "MALLORY",
    "Mа11оry",  # the second letter is Cyrillic
    "Troll",
    "The Trollop",
    "TR0LL king",
    "Bad",
    "Jon Doe",
    "jan de",
    "Ru.de",
    "r u d e",
    "Rüde",
    "R\u0332u\u0332d\u0332e\u20dd",
    "-rúdé- Ann",
    "!?",
]
ALLOWED = [
    "Mallor",
    "Mallory K",
    "Rolltop",
    "club",
    "also in the middle of a name",
    "Jon",
    "*",
    "#",
    "R4de",
    "Rue de",
    "?!",
    "が",
]


def written(file: Path, text: str) -> None:
    """Writes a list; a second one at once has another time, as on a slower clock."""
    before = file.stat().st_mtime_ns if file.exists() else 0
    file.write_text(text, encoding="utf-8")
    os.utime(file, ns=(before + 10**9, before + 10**9))


def refuses(names: RefusedNames, name: str) -> bool:
    try:
        names.check(name)
    except IllegalMove as refusal:
        assert_sentence(str(refusal))
        return True
    return False


def test_names_are_compared_as_they_look(tmp_path: Path) -> None:
    """Whatever their case and script; a star stands for any text, and comments are no names."""
    written(tmp_path / "names.txt", LIST)
    names = RefusedNames(str(tmp_path / "names.txt"))
    assert [name for name in REFUSED if not refuses(names, name)] == []
    assert [name for name in ALLOWED if refuses(names, name)] == []
    assert not refuses(RefusedNames(), "Mallory")


def test_a_pattern_of_many_stars_holds_nobody_up(tmp_path: Path) -> None:
    written(tmp_path / "names.txt", f"{'*a' * 19}*b\n")
    names = RefusedNames(str(tmp_path / "names.txt"))
    assert not refuses(names, "a" * 40)
    assert refuses(names, "a" * 39 + "b")


def test_a_list_that_changes_is_read_again(tmp_path: Path) -> None:
    """Also when another file takes its place, as editors do it."""
    written(file := tmp_path / "names.txt", "Mallory\n")
    names = RefusedNames(str(file))
    assert refuses(names, "Mallory")
    written(file, "Trudy\n")
    assert [refuses(names, name) for name in ("Mallory", "Trudy")] == [False, True]
    written(other := tmp_path / "other.txt", "Mallory\nTrudy\n")
    other.replace(file)
    assert [refuses(names, name) for name in ("Mallory", "Trudy")] == [True, True]


def test_a_list_that_cannot_be_read_any_more_stays_in_force(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The log says so once for each reason, and again after it was read in between."""
    written(file := tmp_path / "names.txt", "Mallory\n")
    names = RefusedNames(str(file))
    assert refuses(names, "Mallory")
    text = file.read_bytes()
    file.unlink()
    for _ in range(2):
        assert [refuses(names, name) for name in ("Mallory", "Ann")] == [True, False]
    os.mkfifo(file)
    assert [refuses(names, name) for name in ("Mallory", "Ann")] == [True, False]
    file.unlink()
    file.write_bytes(b"\xff\xfe")
    assert refuses(names, "Mallory")
    begin = f"The list of refused names {file} cannot be read: "
    ends = ["no such file or directory.", "it is not a file.", "it is not UTF-8 text."]
    assert caplog.messages == [f"{begin}{end} The previous list stays in effect." for end in ends]
    file.write_bytes(text)
    assert refuses(names, "Mallory")
    file.unlink()
    assert refuses(names, "Mallory")
    assert caplog.messages[3:] == caplog.messages[:1]


def test_whoever_opens_sits_down_or_continues_is_refused_and_bots_are_not(tmp_path: Path) -> None:
    """Also after the list has changed, for a rematch too; who sits there already stays."""
    written(file := tmp_path / "names.txt", "Mallory\nPip\ngreedy\n")
    settings = unlimited(tmp_path, refused_names=str(file))
    record = (make.FOLDER / "junior-2seats.jsonl").read_bytes()
    with in_thread(settings) as url:
        (seat,) = opened(url, "junior", "Ann", bots=1, free=1)
        code = brought(url, record)
        sentence = "The host of this server refuses the name 'Mallory'; please choose another one."
        for path, body in (
            ("tables", {"game": "junior", "chairs": ["", ""]}),
            (f"tables/{seat['code']}/chairs", {}),
            (f"tables/{code}/try", {"number": 3, "seat": 0}),
        ):
            answer = httpx.post(f"{url}/api/{path}", json={**body, "name": "Mallory"})
            assert (answer.status_code, answer.json()) == (409, {"sentence": sentence})
            post(url, path, {**body, "name": "Ben"})
        written(file, "Ben\n")
        (alone,) = opened(url, "junior", "Mallory", free=1)
        answer = httpx.post(f"{url}/api/tables/{alone['code']}/chairs", json={"name": "Ben"})
        assert answer.status_code == 409


@pytest.mark.parametrize("contents", [None, b"\xff\xfe"], ids=["missing", "not text"])
@pytest.mark.parametrize("more", [[], ["--check"]])
def test_a_server_does_not_start_without_its_list(
    contents: bytes | None, more: list[str], tmp_path: Path
) -> None:
    """One sentence, before anything is made."""
    file, database = tmp_path / "names.txt", tmp_path / "t.sqlite3"
    if contents is not None:
        file.write_bytes(contents)
    given = ["--port", "0", "--database", f"sqlite:///{database}", "--refused-names", str(file)]
    told = complaint("serve", *given, *more)
    assert told.startswith(f"The list of refused names {file} cannot be read: ")
    assert_sentence(told)
    assert not database.exists()
