"""A database in which some texts have become anything: of these tables it is said, all others go on."""

import logging
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from fivedice.__main__ import run
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import Damaged
from fivedice.server.tables.registry import TableRegistry
from tests.server.test_migration import LEFT, OVER, PLAYED, UPLOAD, old, over  # noqa: F401 - a fixture

HARM = (
    f"UPDATE fivedice_tables SET terms = 'null' WHERE code = '{LEFT}'",
    f"UPDATE fivedice_entries SET entry = '' WHERE code = '{PLAYED}' AND number = 3",
    f"INSERT INTO fivedice_summaries VALUES ('{OVER}', '{{}}')",
    f"UPDATE fivedice_tables SET opened = 1e300 WHERE code = '{OVER}'",
)


@pytest.fixture
def harmed(old: str) -> str:  # noqa: F811
    """The address of a database with two tables that are damaged, a summary that is, and a record."""
    database = Database(old)
    with database._begin() as connection:
        for harm in HARM:
            connection.execute(text(harm))
    database.close()
    return old


def test_a_server_loses_what_is_damaged_and_nothing_else(
    harmed: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Lists leave it out, who asks for it is told, the house is kept; a summary is made again."""

    async def test(registry: TableRegistry) -> None:
        for _ in range(2):
            assert set(await registry.summaries([LEFT, OVER, PLAYED, UPLOAD])) == {OVER, UPLOAD}
            with pytest.raises(Damaged, match=f"The data of {PLAYED} is damaged and cannot be read."):
                await registry.table(PLAYED)
            await registry.play_overdue()
            await registry.close_left(time.time() + 1e9)

    over(harmed, test)
    lines = [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.ERROR]
    assert sorted(line.partition(" cannot be read: ")[0] for line in lines) == sorted(
        f"The data of {code}" for code in (LEFT, OVER, PLAYED)
    )


def test_whoever_serves_is_told_what_is_damaged(
    harmed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All else is listed and written out."""
    assert run(["tables", "--database", harmed]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[8:24] for line in lines if line.startswith(OVER)] == ["at unknown time "]
    told = {line[:6]: line[26:] for line in lines}
    assert {told[code] for code in (LEFT, PLAYED)} == {"Damaged and unreadable."}
    assert all(told[code].endswith(" Over.") for code in (OVER, UPLOAD))
    assert run(["tables", "--database", harmed, "--records", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == f"fivedice: Damaged and unreadable: {LEFT} and {PLAYED}.\n"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"fivedice-{code}.jsonl" for code in (OVER, UPLOAD)
    }
