"""What is asked of any browser: to go somewhere, to run a script, to press and type, to be looked at."""

import subprocess
from pathlib import Path
from typing import Any, Protocol


class Subscription(Protocol):
    """A browser with one window; what its console complains of is kept."""

    name: str
    complaints: list[str]

    def size(self, width: int, height: int) -> None:
        """The page is so large from now on."""

    def go(self, url: str) -> None:
        """Goes to a page, and waits until it is loaded."""

    def run(self, function: str, *given: Any) -> Any:
        """What a function of JavaScript gives for these values; promises are waited for."""

    def press(self, x: float, y: float, *, finger: bool) -> None:
        """A click there, or a tap."""

    def type(self, key: str) -> None:
        """A key is pressed and let go."""

    def shot(self, path: Path) -> None:
        """A picture of the page as it can be seen."""

    def end(self) -> None:
        """The browser is closed."""


def ended(process: subprocess.Popen[Any]) -> None:
    """Ends what was started for a browser."""
    process.terminate()
    process.wait()
    if process.stderr is not None:
        process.stderr.close()


KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015", "ArrowRight": "\ue014", "Tab": "\ue004"}
"""Keys without a letter, as WebDriver has them; both protocols share its numbers."""


def key_of(name: str) -> str:
    """A key as it goes over the wire."""
    return KEYS.get(name, name)


def gesture(x: float, y: float, *, finger: bool) -> list[dict[str, Any]]:
    """The actions of a click or a tap, which both protocols have alike."""
    steps: list[dict[str, Any]] = [
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pause", "duration": 30},
        {"type": "pointerUp", "button": 0},
    ]
    kind = "touch" if finger else "mouse"
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}]


def stroke(key: str) -> list[dict[str, Any]]:
    """The actions of a key."""
    value = key_of(key)
    actions = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
    return [{"type": "key", "id": "keys", "actions": actions}]
