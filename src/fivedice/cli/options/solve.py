"""Options of `fivedice solve`."""

from fivedice.cli.shared import arguments
from fivedice.cli.shared.arguments import Aim
from fivedice.runtime.options import Options, option


class SolveOptions(Options):
    """Show the worth of a game's start under best play. The game is solved first; its table is stored for
    hints and bots. With --reach nothing is stored: the chance is computed each time, which can take a minute.

    \b
    Examples:
      fivedice solve traditional
      fivedice solve traditional --option joker=free --distribution
      fivedice solve junior --seats 2 --aim wins --json
      fivedice solve traditional --reach 300
    """

    game: str = arguments.game
    seats: int | None = option(None, "The number of seats; default: the fewest that the game allows.")
    options: tuple[str, ...] = arguments.house_option
    aim: Aim = arguments.aim
    reach: int | None = arguments.reach
    distribution: bool = option(
        False, "Add the distribution of the final total when playing for the mean; for score cards only."
    )
    again: bool = option(False, "Solve the game again to measure the time; nothing is stored.")
    as_json: bool = arguments.json_of("figures")
