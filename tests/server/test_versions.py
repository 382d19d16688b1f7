"""A database of another version is refused at a start, in one sentence."""

import pytest

from fivedice.__main__ import run
from fivedice.cli.shared import console
from fivedice.server.storage import schema
from tests.server.sample import execute

SENTENCE = "The database was made by another version of fivedice; start that one."


@pytest.mark.parametrize("command", ["serve --port 0", "serve --check", "tables", "doctor"])
def test_a_database_of_another_version_is_refused(
    command: str, sample: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a server, and by the commands that read it."""
    execute(sample, f"UPDATE fivedice_schema SET version = {schema.VERSION + 1}")
    assert run([*command.split(), "--database", sample]) == console.BAD_INPUT
    assert capsys.readouterr() == ("", f"fivedice: {SENTENCE}\n")
