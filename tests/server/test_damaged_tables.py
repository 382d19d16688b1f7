"""What a server makes of stored tables, and of damaged ones: nothing else is lost."""

import logging
import time
from pathlib import Path

import pytest

from fivedice.core.rules import IllegalMove
from fivedice.notation import record
from fivedice.server.storage import table_rows
from fivedice.server.storage.errors import Damaged
from fivedice.server.tables.codes import digest
from fivedice.table.protocol import visibility
from tests.commands import printed, refused
from tests.golden import make
from tests.server.sample import ANN, LEFT, OVER, PLAYED, UPLOAD
from tests.server.stored import registry_over


async def test_stored_tables_and_records_are_found_and_played_on(sample: str) -> None:
    """The server over it: each is what it was; what has ended is summed up when somebody asks."""
    async with registry_over(sample) as registry:
        assert (await registry.table(LEFT)).state.closed
        assert (await registry.table(PLAYED)).state.number == 11
        assert (await registry.find(OVER)).is_over
        uploaded = await registry.find(UPLOAD)
        assert uploaded.match is not None
        assert record.text(uploaded.match) == (make.FOLDER / "junior-2seats.jsonl").read_text()
        found = await registry.summaries([LEFT, OVER, PLAYED, UPLOAD, "ZZZZZZ"])
        assert {code: one.fields["stage"] for code, one in found.items()} == {
            LEFT: "gathering",
            OVER: "over",
            PLAYED: "playing",
            UPLOAD: "over",
        }
        assert found[OVER].chair_of(digest(ANN)) == 0
        assert set(await registry._storage.ask(table_rows.summaries, [LEFT, OVER, PLAYED, UPLOAD])) == {
            LEFT,
            OVER,
            UPLOAD,
        }
        assert await registry._storage.ask(table_rows.idle, time.time() + 1e9) == (PLAYED,)
        with pytest.raises(IllegalMove):
            visibility.ended(await registry.find(PLAYED), None)


async def test_a_server_loses_what_is_damaged_and_nothing_else(
    harmed: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Lists leave it out, who asks for it is told, the house is kept; a summary is made again."""
    async with registry_over(harmed) as registry:
        for _ in range(2):
            assert set(await registry.summaries([LEFT, OVER, PLAYED, UPLOAD])) == {OVER, UPLOAD}
            with pytest.raises(Damaged, match=f"The data of {PLAYED} is damaged and cannot be read."):
                await registry.table(PLAYED)
            await registry.play_overdue()
            await registry.close_left(time.time() + 1e9)
    lines = [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.ERROR]
    assert sorted(line.partition(" cannot be read (")[0] for line in lines) == sorted(
        f"The data of {code}" for code in (LEFT, OVER, PLAYED)
    )


def test_whoever_serves_is_told_what_is_damaged(harmed: str, tmp_path: Path) -> None:
    """All else is listed and written out."""
    lines = printed("tables", "--database", harmed).splitlines()
    assert [line[8:24] for line in lines if line.startswith(OVER)] == ["at unknown time "]
    told = {line[:6]: line[26:] for line in lines}
    assert {told[code] for code in (LEFT, PLAYED)} == {"Damaged and unreadable."}
    assert all(told[code].endswith(" Over.") for code in (OVER, UPLOAD))
    sentence = refused("tables", "--database", harmed, "--records", str(tmp_path / "out"))
    assert sentence == f"fivedice: Damaged and unreadable: {LEFT} and {PLAYED}.\n"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"fivedice-{code}.jsonl" for code in (OVER, UPLOAD)
    }
