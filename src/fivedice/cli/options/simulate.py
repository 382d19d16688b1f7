"""Options of `fivedice simulate`."""

from pathlib import Path

from fivedice.bots import BOTS
from fivedice.cli.shared import arguments
from fivedice.runtime.options import Options, option

BEGINNERS = "greedy,greedy"


class SimulateOptions(Options):
    """Play many matches between bots and show scores, wins and lengths.

    \b
    Examples:
      fivedice simulate traditional --seats random,greedy --matches 1000 --seed 7
      fivedice simulate showdown --seats greedy,greedy,random --matches 50 --json
      fivedice simulate junior --seats random,random --matches 10 --records made
      fivedice simulate traditional --best --matches 1000000
    """

    game: str = arguments.game
    seats: str = option(BEGINNERS, f"Bots, separated by commas: {', '.join(BOTS)}; {arguments.GUESTS}.")
    matches: int = arguments.matches
    seed: int | None = arguments.seed("matches")
    options: tuple[str, ...] = arguments.house_option
    games: int = arguments.games
    first: str = arguments.first
    patience: float = arguments.patience
    records: Path | None = option(None, "A folder for the record of each match.")
    best: bool = option(
        False, "Play a score card alone with compiled best play, fast enough for millions of games."
    )
    as_json: bool = arguments.json_of("figures")
