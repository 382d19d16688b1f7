"""What both ways to drive a browser have in common."""

import subprocess
from typing import Any


def ended(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    process.wait()
    if process.stderr is not None:
        process.stderr.close()


ARROW_RIGHT = "\ue014"
"""A key without a letter, as WebDriver has it."""


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
    actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
    return [{"type": "key", "id": "keys", "actions": actions}]
