"""Options of `fivedice play` and `fivedice resume`."""

from fivedice.bots import BOTS
from fivedice.cli.shared import arguments
from fivedice.runtime.options import Options, argument, option
from fivedice.table.terms import Detail

DETAIL = option(
    None,
    "The entries for a turn with real dice: every throw, only the final dice, or only the score;"
    " implies --manual-dice.",
)
SEED = option(None, "A seed for the dice, for a demonstration; default: random dice.")


class PlayOptions(Options):
    """Play a match at this keyboard. You are asked for everything that you leave out.

    Every event is stored on disk before the match goes on, so `fivedice resume` can always continue it.

    \b
    Examples:
      fivedice play
      fivedice play showdown --seats Ann,Ben,greedy
      fivedice play traditional --seats Ann,greedy --option joker=free --games 3 --first roll
      fivedice play junior --seats Ann,Ben --manual-dice --plain
      fivedice play traditional --seats Ann,Ben --detail score
      fivedice play our-card.toml --seats Ann,champion
      fivedice play --same https://example.org/same/ABC234 --seats Ben --alone
      fivedice play yatzy --seats "Ann,program:node bot.js"
    """

    game: str = arguments.game_or("you are asked")
    seats: str = option(
        "",
        "Names and bots, separated by commas: Ann,Ben,greedy."
        f" The bots: {', '.join(BOTS)}; {arguments.GUESTS}.",
    )
    options: tuple[str, ...] = arguments.house_option
    games: int = arguments.games
    first: str = arguments.first
    faces: str = arguments.faces
    language: str | None = arguments.language
    plain: bool = arguments.plain
    manual_dice: bool = option(
        False, "You throw real dice and type what they show. Without --first you are asked who starts."
    )
    detail: Detail | None = DETAIL
    same: str | None = option(
        None,
        "Play the dice of this finished record again: its file, or a link to the match on a server.",
        metavar="RECORD",
    )
    alone: bool = option(False, "With --same: play without the other seats.")
    seed: int | None = SEED
    patience: float = arguments.patience


class ResumeOptions(Options):
    """Continue an unfinished match, even one whose terminal was closed.

    A match can be played in one terminal at a time. A damaged record continues from its last good line; the
    damaged file is saved beside it. External bots start only if you agree, because a record may come from
    somebody else. If you typed real dice before, you type them again, in the same detail.

    \b
    Examples:
      fivedice resume
      fivedice resume 2026-11-21-191530Z-showdown.jsonl --plain
    """

    file: str = argument(
        "", "The record; default: the newest unfinished one that is not open elsewhere.", type=arguments.FILE
    )
    faces: str = arguments.faces
    language: str | None = arguments.language
    plain: bool = arguments.plain
    manual_dice: bool | None = option(
        None,
        "Whether you throw real dice and type what they show; default: as before.",
        "--manual-dice/--no-manual-dice",
    )
    detail: Detail | None = DETAIL
    salvage: bool = option(False, "Continue a damaged record from its last good line without asking.")
    seed: int | None = SEED
    patience: float = arguments.patience
    start_guests: bool = option(False, "Start the external bots of the record without asking.")
