"""Saves what solving gives for each score card, for docs/explanation/values.md.

Run: python -m research.card_values [GAME ...]   (a few seconds a card, from the tables in the package)
"""

import json
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

from benchmarks.results import FOLDER

FILE = FOLDER / "card_values.json"
CARDS = (
    "traditional",
    "traditional --option joker=free",
    "piecepack",
    "yatzy",
    "kniffel",
    "yams",
    "yacht",
    "yacht-dice",
)
"""The arguments of `fivedice solve`."""
DIGITS = 9


def figures(told: dict[str, Any]) -> dict[str, Any]:
    """What `fivedice solve --json` prints, rounded, and without what differs from run to run."""
    spread = {name: value for name, value in told["distribution"].items() if name != "seconds"}
    figures = {name: told[name] for name in ("game", "worth", "positions")} | {"distribution": spread}
    return dict(json.loads(json.dumps(figures), parse_float=lambda text: round(float(text), DIGITS)))


def solved(card: str) -> dict[str, Any]:
    """The figures of a card."""
    command = [sys.executable, "-m", "fivedice", "solve", *card.split(), "--distribution", "--json"]
    return figures(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def main() -> None:
    """Saves the values of all cards, or replaces those of some games."""
    saved = json.loads(FILE.read_text(encoding="utf-8"))["cards"] if FILE.exists() else {}
    for card in CARDS:
        if not sys.argv[1:] or card.split()[0] in sys.argv[1:]:
            saved[card] = solved(card)
            print(f"{saved[card]['worth']:>14.7f} {card}", flush=True)
    told = {"date": datetime.now(UTC).date().isoformat(), "cards": {card: saved[card] for card in CARDS}}
    FILE.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
