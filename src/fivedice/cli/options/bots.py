"""Options of commands that let bots play: `fivedice simulate` and `arena`."""

from pathlib import Path

from fivedice.bots import BOTS
from fivedice.cli.shared import arguments
from fivedice.runtime.options import IntRange, Options, argument, option

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
    seed: int | None = arguments.seed
    house: tuple[str, ...] = arguments.house_option
    games: int = arguments.games
    first: str = arguments.first
    patience: float = arguments.patience
    records: Path | None = option(None, "A folder for the record of each match.")
    best: bool = option(
        False, "Play a score card alone with compiled best play, fast enough for millions of games."
    )
    as_json: bool = arguments.as_json


class ArenaOptions(Options):
    """Compare the strength of bots over many matches.

    Every figure has an interval. The bots change seats from match to match. With --duplicate they also play
    the same dice from every seat, which removes much of the luck. With --adjusted the known luck of the dice
    is subtracted from each result; the mean stays the same. The same seed gives the same results with any
    number of processes. You can bring your own bot (docs/guide/own-bot.md); if it is slow, breaks a rule or
    exits, it forfeits the match.

    \b
    Examples:
      fivedice arena traditional expert greedy --matches 2000 --duplicate
      fivedice arena showdown champion expert greedy --matches 300 --record showdown.arena --plot showdown.svg
      fivedice arena junior champion expert --matches 100000 --cluster tcp://192.168.1.5:8786 --json
      fivedice arena traditional mybots:hasty "program:node examples/hasty.js" greedy --patience 2
    """

    game: str = arguments.game
    bots: tuple[str, ...] = argument(
        ...,
        f"The bots: {', '.join(BOTS)}; {arguments.GUESTS}; or solved, with a table of two players.",
        metavar="BOT BOT...",
        shell_complete=arguments.one_of(BOTS),
    )
    matches: int = arguments.matches
    jobs: int | None = option(None, "The number of processes; default: one per processor.", type=IntRange(1))
    duplicate: bool = option(
        False, "Play each set of dice once in every seating; rounds the matches up to whole sets."
    )
    adjusted: bool = option(
        False, "Subtract the known luck of the dice from every result, for narrower intervals."
    )
    seed: int | None = arguments.seed
    house: tuple[str, ...] = arguments.house_option
    games: int = arguments.games
    first: str = arguments.first
    patience: float = arguments.patience
    record: Path | None = option(
        None, "A file for the results; the same command continues it.", metavar="FILE"
    )
    plot: Path | None = option(None, "A file for a plot: .svg or .png.", metavar="FILE")
    cluster: str = option(
        "",
        "The address of a Dask scheduler that plays the matches instead of this machine.",
        metavar="ADDRESS",
    )
    as_json: bool = arguments.as_json
