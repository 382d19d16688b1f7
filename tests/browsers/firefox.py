"""Firefox, driven by WebDriver BiDi over its own socket. Knows no page."""

import base64
import json
import re
import shutil
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.browsers.browser import ended, gesture, stroke

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""
PREFERENCES = """\
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.w3c_touch_events.enabled", 1);
user_pref("remote.active-protocols", 1);
user_pref("toolkit.telemetry.enabled", false);
"""
HAS_LOADED = "() => location.href !== 'about:blank' && document.readyState === 'complete'"
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


def program() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """One window of it, with a profile of its own."""

    name = "firefox"

    def __init__(self, folder: Path) -> None:
        """Starts it; the profile is kept in the folder."""
        (folder / "user.js").write_text(PREFERENCES)
        self.complaints: list[str] = []
        self._number = 0
        own = ["--profile", str(folder), "--no-remote", "--remote-debugging-port", "0"]
        with ExitStack() as opening:
            firefox = subprocess.Popen(
                [str(program()), "--headless", *own, "about:blank"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            opening.callback(ended, firefox)
            self._socket = opening.enter_context(connect(f"{listens(firefox)}/session", max_size=None))
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=["log.entryAdded"])
            # The first tab may still be loading its about:blank; a tab that is created has loaded it.
            self._window = {"context": self._ask("browsingContext.create", type="tab")["context"]}
            self._ends = opening.pop_all()

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(PATIENCE))
            if message.get("method") == "log.entryAdded":
                self._hear(message["params"])
            elif message.get("id") == self._number:
                assert message["type"] == "success", message
                return message["result"]

    def _hear(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn"):
            self.complaints.append(entry["text"])

    def size(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", **self._window, viewport={"width": width, "height": height})

    def go(self, url: str) -> None:
        """Goes to a page and waits until it is loaded; a busy Firefox answers before it is."""
        self._ask("browsingContext.navigate", **self._window, url=url, wait="complete")
        until = time.monotonic() + PATIENCE
        while not self.run(HAS_LOADED):
            assert time.monotonic() < until, f"Firefox does not come to {url}"
            time.sleep(0.05)

    def run(self, function: str, *given: Any) -> Any:
        """What a function of JavaScript gives for these values, as JSON; promises are waited for."""
        whole = f"async () => JSON.stringify(await ({function})(...{json.dumps(given)})) ?? 'null'"
        answer = self._ask(
            "script.callFunction", functionDeclaration=whole, target=self._window, awaitPromise=True
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def press(self, x: float, y: float, *, finger: bool) -> None:
        self._ask("input.performActions", **self._window, actions=gesture(x, y, finger=finger))

    def type(self, key: str) -> None:
        self._ask("input.performActions", **self._window, actions=stroke(key))

    def shot(self, path: Path) -> None:
        path.write_bytes(
            base64.b64decode(self._ask("browsingContext.captureScreenshot", **self._window)["data"])
        )

    def end(self) -> None:
        self._ends.close()


def listens(firefox: subprocess.Popen[str]) -> str:
    """Where it hears, as it says when it has started."""
    assert firefox.stderr is not None
    for line in firefox.stderr:
        if found := LISTENS.search(line):
            return found[1]
    raise AssertionError("Firefox has ended")
