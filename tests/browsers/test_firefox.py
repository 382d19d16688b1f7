"""Firefox as it is driven: a page is there before anything is asked of it."""

import json
from typing import Any

from tests.browsers.firefox import Firefox


class Busy(Firefox):
    """A Firefox that answers before the page is there; no process runs."""

    def __init__(self) -> None:
        """At about:blank."""
        self._window = {"context": "1"}
        self.looks = 0

    def _ask(self, method: str, **params: Any) -> Any:  # noqa: ARG002
        """Only the third look finds the page."""
        self.looks += method == "script.callFunction"
        return {"type": "success", "result": {"value": json.dumps(self.looks > 2)}}


def test_a_page_has_loaded_when_firefox_has_gone_to_it() -> None:
    """Else the first function would run at about:blank, which has no storage."""
    firefox = Busy()
    firefox.go("http://127.0.0.1/")
    assert firefox.looks == 3
