"""Options of commands about games: rules, hints, worths and reviews."""

from pathlib import Path

from fivedice.analysis.solver_api import HINT_CHOICES, Aim
from fivedice.cli.shared import arguments
from fivedice.runtime.options import Options, argument, option


class RulesOptions(Options):
    """Print the rules of a game, enough to play by, or list all games.

    \b
    Examples:
      fivedice rules
      fivedice rules showdown
      fivedice rules junior --plain
      fivedice rules our-card.toml
    """

    game: str = arguments.optional_game
    language: str | None = arguments.language
    plain: bool = option(False, "Plain text, without colour.")


class HintOptions(Options):
    """Rank every legal choice by its worth, with its cost compared with the best choice and the reason.

    Each choice also shows the chance to win and, on score cards, the chance of the Upper bonus, if these are
    known or --chances asks for them. You can also give a position as exact text (docs/reference/record.md).

    \b
    Examples:
      fivedice hint
      fivedice hint traditional
      fivedice hint traditional 'fives=25, yahtzee=50, 1 bonus, chance 22' 22345@2
      fivedice hint junior 'goofy=4, pluto=0 / daisy=3' 12334 --aim wins
      fivedice hint showdown 'pawn 13, aces 2 on 13 / pawn 2; seat 1 to play' 22345
      fivedice hint match.jsonl --at 17 --chances
      fivedice hint piecepack '-,6,9,-,15,-,-,20,25,-,-,-,22+0 0' 44456@1 --reach 250
    """

    game: str = argument(
        "",
        "The game, FILE.toml with your own card, or a record (- is standard input); default: the newest"
        " record.",
        shell_complete=arguments.complete_game,
    )
    position: str = argument(
        "", "The score cards or the board, with / between seats (from 0); default: you are asked."
    )
    turn: str = argument(
        "",
        "The dice, by number or by face, then @ and the throw, as in 22345@2 or 'n n 3 a a@2'; default: the"
        " first throw.",
    )
    house: tuple[str, ...] = arguments.house_option
    event: int | None = option(
        None,
        "In a record: the position before this event, numbered as in `show`; default: the last decision.",
        "--at",
    )
    aim: Aim = arguments.aim
    reach: int | None = arguments.reach
    everything: bool = option(
        False, "Every choice, not only the best {most}.", "--all", values={"most": HINT_CHOICES}
    )
    chances: bool = option(False, "Also give chances that are not computed yet, which may take a while.")
    language: str | None = arguments.language
    as_json: bool = arguments.as_json


class SolveOptions(Options):
    """Show the worth of a game's start under best play.

    The game is solved first; its table is stored for hints and bots. With --reach nothing is stored: the
    chance is computed each time, which can take a minute.

    \b
    Examples:
      fivedice solve traditional
      fivedice solve traditional --option joker=free --distribution
      fivedice solve junior --seats 2 --aim wins --json
      fivedice solve traditional --reach 300
    """

    game: str = arguments.game
    seats: int | None = option(None, "The number of seats; default: the fewest that the game allows.")
    house: tuple[str, ...] = arguments.house_option
    aim: Aim = arguments.aim
    reach: int | None = arguments.reach
    distribution: bool = option(
        False, "Add the distribution of the final total when playing for the mean; for score cards only."
    )
    again: bool = option(False, "Solve the game again to measure the time; nothing is stored.")
    as_json: bool = arguments.as_json


class ReviewOptions(Options):
    """Review a match: the cost of every choice, the luck of every throw, and the turning points.

    A player's result is the worth at the start, plus luck, minus the cost of the choices.

    \b
    Examples:
      fivedice review
      fivedice review match.jsonl
      fivedice review match.jsonl --seat Ann --all
      fivedice review match.jsonl --output match.html
      fivedice review match.jsonl --json
    """

    file: str = arguments.record
    seat: str = option("", "Show only this player's choices and throws.", metavar="NAME")
    everything: bool = option(
        False, "Show every throw with its luck and every choice with its cost.", "--all"
    )
    aim: Aim = arguments.aim
    target: Path | None = arguments.output(
        arguments.PAGE, "Write the review as a page with charts to this file; it works offline."
    )
    as_json: bool = arguments.as_json
    faces: str = arguments.faces
    language: str | None = arguments.language
