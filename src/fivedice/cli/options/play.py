"""Options of commands to play, train, and say who you are."""

from fivedice.bots import BOTS
from fivedice.cli.shared import arguments
from fivedice.core import extras
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.runtime.identity import COLOURS
from fivedice.runtime.options import IntRange, Options, argument, option
from fivedice.table.terms import Detail

DETAIL = option(
    None,
    "The entries for a turn with real dice: every throw, only the final dice, or only the score;"
    " implies --manual-dice.",
)
SEED = option(None, "A seed for the dice, for a demonstration; default: random dice.")


class PlayOptions(Options):
    """Play a match at this keyboard.

    You are asked for everything that you leave out. Every event is stored on disk before the match goes on,
    so `fivedice resume` can always continue it.

    \b
    Examples:
      fivedice play
      fivedice play showdown --seats Ann,Ben,greedy
      fivedice play traditional --seats Ann,greedy --option joker=free --games 3 --first roll
      fivedice play junior --seats Ann,Ben --manual-dice --plain
      fivedice play traditional --seats Ann,Ben --detail score
      fivedice play our-card.toml --seats Ann,champion
      fivedice play --same https://example.org/same/ABC234 --seats Ben --alone
      fivedice play yatzy --seats "Ann,program:node examples/hasty.js"
    """

    game: str = arguments.optional_game
    seats: str = option(
        "",
        "Names and bots, separated by commas: Ann,Ben,greedy. The bots: {bots}; or your own, module:function"
        " or program:COMMAND.",
        values={"bots": BOTS},
    )
    house: tuple[str, ...] = arguments.house_option
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


class DailyOptions(Options):
    """Play the deal of a day: the same dice for everyone who plays it.

    On a server your first attempt on the day counts, and the board is shown afterwards. Without a server the
    deal follows from the date, so anyone can compute its dice beforehand. Everybody with the same date and
    game gets the same dice.

    \b
    Examples:
      fivedice daily
      fivedice daily yatzy --date 2026-11-25
      fivedice daily traditional --server https://dice.example
    """

    game: str = argument(
        "",
        "The game: {games}; default: {usual}.",
        values={"games": GAMES, "usual": FIVE_GAMES[0]},
        shell_complete=arguments.complete_game,
    )
    server: str = option("", "Play the deals of this server; without a game, they are listed.", metavar="URL")
    date: str = option("", "The day, such as 2026-11-25; default: today.", metavar="DATE")
    practice: bool = option(
        False, "On a server: play a deal again, or one of a past day; this does not count."
    )
    faces: str = arguments.faces
    language: str | None = arguments.language
    plain: bool = arguments.plain
    patience: float = arguments.patience


class TrainOptions(Options):
    """Train: decide in positions of real games, and see what your choice costs and why.

    Positions that you get wrong come back soon, others later. A choice is right if it is as good as the best.

    \b
    Examples:
      fivedice train
      fivedice train junior --number 10
      fivedice train --add match.jsonl
      fivedice train --test --seed friday
    """

    game: str = argument(
        FIVE_GAMES[0],
        "The game: {games}; default: {usual}.",
        values={"games": FIVE_GAMES, "usual": FIVE_GAMES[0]},
    )
    number: int | None = option(
        None,
        "The number of drills to answer; default: the rest of the daily goal, at least one.",
        type=IntRange(1, 100),
    )
    goal: int | None = option(None, "Change the daily goal of drills.", type=IntRange(1, 100))
    record: str | None = option(
        None,
        "Add the costliest choices of the people in this record to your drills.",
        "--add",
        type=arguments.FILE,
        metavar="RECORD",
    )
    test: bool = option(False, "Estimate how many points you lose per game, with at most 40 positions.")
    seed: str | None = option(
        None,
        "With --test: everyone with the same seed gets the same positions; default: a new one.",
        metavar="TEXT",
    )
    language: str | None = arguments.language
    plain: bool = option(False, "Plain lines, without colour or cursor movement: training has no other form.")

    def need(self) -> None:
        """Raises `Lacking` if the scheduler of drills is missing."""
        extras.need("train")


class PlayerOptions(Options):
    """Show or change who you are in this terminal, or connect it to your player on a server.

    Your identity is stored in a private file. To connect, you are asked for your twelve words, or for the
    link that the page "You" of the server shows on another device; neither is shown or stored.

    \b
    Examples:
      fivedice player
      fivedice player --name Ann --colour teal
      fivedice player --connect https://dice.example
    """

    name: str | None = option(None, "Your name.", metavar="NAME")
    colour: str | None = option(
        None, "Your colour: {colours}.", values={"colours": COLOURS}, metavar="COLOUR"
    )
    connect: str = option("", "A server on which you play.", metavar="URL")
    disconnect: str = option("", "A server to disconnect this terminal from.", metavar="URL")
    language: str | None = arguments.language
    as_json: bool = arguments.as_json
