"""Log lines for programs."""

import json
import logging
import sys

from fivedice.server.monitoring import JsonLines


def test_a_line_is_one_object() -> None:
    """Whatever the message and the traceback contain."""
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("fivedice.x", logging.ERROR, "", 1, "a\n%s", ("九",), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    fields = json.loads(line)
    assert (fields["level"], fields["logger"], fields["message"]) == ("error", "fivedice.x", "a\n九")
    assert fields["traceback"].endswith("ValueError: two\nlines")
    assert fields["time"].endswith("+00:00")
