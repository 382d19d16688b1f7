"""Options of `fivedice hint`."""

from fivedice.analysis.solver_api import HINT_CHOICES
from fivedice.cli.shared import arguments
from fivedice.cli.shared.arguments import Aim
from fivedice.runtime.options import Options, argument, option


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
    options: tuple[str, ...] = arguments.house_option
    event: int | None = option(
        None,
        "In a record: the position before this event, numbered as in `show`; default: the last decision.",
        "--at",
    )
    aim: Aim = arguments.aim
    reach: int | None = arguments.reach
    everything: bool = option(False, f"Every choice, not only the best {HINT_CHOICES}.", "--all")
    chances: bool = option(False, "Also give chances that are not computed yet, which may take a while.")
    language: str | None = arguments.language
    as_json: bool = arguments.json_of("choices")
