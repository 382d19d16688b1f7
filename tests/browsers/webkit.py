"""WebKit as GTK has it, the kin of Safari, driven by WebDriver over HTTP. Knows no page."""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from tests.browsers.browser import ended, gesture, stroke

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""
CALL = """const done = arguments[arguments.length - 1]
;(async () => JSON.stringify(await (%s)(...JSON.parse(arguments[0]))) ?? 'null')().then(
  value => done({value}), error => done({error: String(error)}))"""

SIZED = """async width => {
    while (innerWidth !== width) await new Promise(drawn => setTimeout(drawn, 50))
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
}"""
HEAR = """() => {
    window.complaints = []
    const hear = (...said) => void complaints.push(said.map(String).join(' '))
    addEventListener('error', event => hear(event.message))
    addEventListener('unhandledrejection', event => hear(event.reason))
    Object.assign(console, {error: hear, warn: hear})
}"""
"""Its driver does not tell what the console says; so it is heard in the page, once that is loaded."""


def program() -> str | None:
    return shutil.which("WebKitWebDriver")


class WebKit:
    """One window of it, on a screen that nobody sees."""

    name = "webkit"

    def __init__(self, folder: Path) -> None:
        """Starts it; the folder is its home."""
        number, port = screen(), free_port()
        own = {"DISPLAY": f":{number}", "HOME": str(folder), "GDK_BACKEND": "x11"}
        own |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # it runs as root in a container, too
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with ExitStack() as opening:
            seen = ["Xvfb", f":{number}", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
            opening.callback(ended, subprocess.Popen(seen, **quiet))
            driver = [str(program()), f"--port={port}"]
            opening.callback(ended, subprocess.Popen(driver, env={**os.environ, **own}, **quiet))
            self._web = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
            opening.enter_context(self._web)
            self._session = ""
            self._session = f"/session/{self._begin()['sessionId']}"
            opening.callback(self._ask, "DELETE", "")
            self._ends = opening.pop_all()

    def _begin(self) -> Any:
        options = {"binary": mini(), "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._ask("POST", "/session", asked)
            except httpx.TransportError:
                assert time.monotonic() < until
                time.sleep(0.1)

    @property
    def complaints(self) -> list[str]:
        return [str(said) for said in self.run("() => window.complaints ?? []")]

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = self._web.request(method, self._session + path, json=body)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def size(self, width: int, height: int) -> None:
        """As in Firefox; it is as narrow as its window can be, which has a frame besides."""
        frame, (_, page) = self._ask("GET", "/window/rect"), self.run("() => [innerWidth, innerHeight]")
        wanted = {"width": width, "height": height + frame["height"] - page}
        self.run(SIZED, self._ask("POST", "/window/rect", wanted)["width"])

    def go(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})
        self.run(HEAR)

    def run(self, function: str, *given: Any) -> Any:
        body = {"script": CALL % function, "args": [json.dumps(given)]}
        told = self._ask("POST", "/execute/async", body)
        assert "error" not in told, told
        return json.loads(told["value"])

    def press(self, x: float, y: float, *, finger: bool) -> None:
        self._ask("POST", "/actions", {"actions": gesture(x, y, finger=finger)})

    def type(self, key: str) -> None:
        self._ask("POST", "/actions", {"actions": stroke(key)})

    def shot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

    def end(self) -> None:
        self._ends.close()


def mini() -> str:
    """The small browser that comes with WebKit."""
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return str(found[-1])


def screen() -> int:
    """A number that no screen of this machine has."""
    return next(number for number in range(90, 200) if not Path(f"/tmp/.X11-unix/X{number}").exists())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])
