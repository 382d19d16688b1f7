"""`fivedice hint`: every choice in a position, ranked, with what it is worth and why."""

import shlex
from typing import TYPE_CHECKING, Any

import click

from fivedice.analysis.solver_api import Beside, Knowledge
from fivedice.cli.shared import arguments, console, in_record, json_output, open_game
from fivedice.cli.shared.arguments import argument, flag
from fivedice.core import extras
from fivedice.core.faces import as_typed
from fivedice.core.rules import Game, IllegalMove
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.match.setup import game_meant
from fivedice.match.state import State
from fivedice.notation.paper import position as paper
from fivedice.notation.read import BadText
from fivedice.runtime import store
from fivedice.runtime.waiting import working
from fivedice.terminal.asking_position import ask_state

if TYPE_CHECKING:
    from fivedice.analysis.evaluate import Rated, Share
    from fivedice.analysis.hints import Choice

SHOWN = 10
GAME_HELP = "The game, FILE.toml with your own card, or a record (- is the standard input); else the newest."
POSITION_HELP = (
    "What stands on the cards or the board, with / between seats (from 0); prompted for if not given."
)
CHANCES_HELP = "With these chances also where they must be worked out first, which may take a while."
MORE = "There are chances that must be worked out first; add --chances for them."
MORE_LATER = str(extras.Lacking("solve", "To give the chances as well"))
AT_HELP = (
    "In a record: before this event, as `show` numbers them; where somebody last had to decide if not said."
)
TURN_HELP = (
    "The dice as they lie, by number or by what they show, and @ with the throw they are at if it is not the "
    "first: 22345@2, 'n n 3 a a@2'."
)


@arguments.command
@argument("game", GAME_HELP, default="", shell_complete=arguments.complete_game)
@argument("position", POSITION_HELP, default="")
@argument("turn", TURN_HELP, default="")
@arguments.house_option
@click.option("--at", "event", type=int, help=AT_HELP)
@arguments.aim
@arguments.reach
@flag("--all", "everything", line=f"Every choice, not only the best {SHOWN}.")
@flag("--chances", line=CHANCES_HELP)
@arguments.json_of("choices")
def hint(
    game: str,
    position: str,
    turn: str,
    option: tuple[str, ...],
    event: int | None,
    aim: str,
    reach: int | None,
    everything: bool,
    chances: bool,
    as_json: bool,
) -> None:
    """Rank every legal choice by what it is worth. Each has its cost against the best, and why.

    The chance to win stands beside each choice, and on score cards that of the Upper bonus, where it is known
    by now or --chances asks for it. The exact text of a position (docs/reference/record.md) is taken as well.

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
    if game_meant(game) in GAMES or position or open_game.is_file(game):
        rules = open_game.named(game, option)
        if event is not None:
            console.fail("--at names an event of a record; a position has none.")
        state = _said(rules, game, position, turn)
    else:
        point = in_record.to_decide(game, event)
        if option:
            console.fail("-o is for a game that is named; a record has its own house options.")
        state = point.state
        if not as_json:
            console.say(f"{store.shown(point.path.name)}, before event {point.event}.")
    arguments.check_aim(aim, len(state.setup.players))
    known, others, tells_all = _known(state, aim, reach, chances=chances)
    working.begin("weighing the choices")
    from fivedice.analysis import evaluate, hints  # noqa: PLC0415 - loads numpy, which the help can do without

    rated = evaluate.rate(state, state.awaited.seats[0], known)
    mixed = hints.mixture(state, state.awaited.seats[0], console.library())
    if as_json:
        console.say(_json(state, rated, known, others, mixed))
    elif reach is not None and not rated[0].worth:
        console.say(f"{reach} {state.setup.game.unit} cannot be reached from here, whatever is chosen.")
    else:
        _print(state, rated if everything else rated[:SHOWN], known, others, mixed)
        if not chances and not tells_all:
            console.tell(_more(state.setup.game))


def _more(game: Game) -> str:
    """How the other chances are had: those of cards alone take what may not be installed."""
    return MORE if card_of(game) is None or extras.has("solve") else MORE_LATER


def _said(game: Game, named: str, position: str, turn: str) -> State:
    """The state that is given or prompted for. Whatever is wrong with it ends with a right example."""
    try:
        state = paper.state(game, position, turn) if position.strip() or turn else _prompted(game)
        return in_record.decided_on(state)
    except (BadText, IllegalMove) as error:
        console.fail(f"{error} For example: {_example(game, named, position.count('/') + 1)}")


def _prompted(game: Game) -> State:
    try:
        return ask_state(console.ask, console.tell, game)
    except EOFError:
        raise BadText("Say how the game stands.") from None


def _example(game: Game, named: str, seats: int) -> str:
    """A command line that is accepted, for so many seats where it can be."""
    return shlex.join(["fivedice", "hint", named, *paper.example(game, seats)])


def _known(
    state: State, aim: str, reach: int | None, *, chances: bool
) -> tuple[Knowledge, tuple[Beside, ...], bool]:
    """What choices are ranked by, what is given beside it, and whether that is all there is."""
    library = console.library()
    game = state.setup.game
    wanted = game, len(state.setup.players), aim
    known = library(*wanted) if reach is None else library.reach(game, reach)
    return known, library.beside(*wanted, make=chances), library.tells_all(*wanted)


def _print(
    state: State,
    rated: "tuple[Rated, ...]",
    known: Knowledge,
    others: tuple[Beside, ...],
    mixed: "tuple[Share, ...]",
) -> None:
    from fivedice.report import hint_text  # noqa: PLC0415 - as above

    for line in hint_text.lines(state, state.awaited.seats[0], rated, known, others, mixed):
        console.tell(line)


def _json(
    state: State,
    rated: "tuple[Rated, ...]",
    known: Knowledge,
    others: tuple[Beside, ...],
    mixed: "tuple[Share, ...]",
) -> str:
    from fivedice.analysis import evaluate, hints  # noqa: PLC0415 - as above

    seat = state.awaited.seats[0]
    hint = {
        "game": state.setup.game.name,
        "seat": seat,
        "aim": known.aim,
        "exact": evaluate.is_exact(state, known),
        "choices": list(map(_as_dict, hints.choices(state, seat, rated, known, others))),
        "mixed": hints.mixed(mixed),
        "said": hints.said(mixed, as_typed(state.setup.game.faces)),
    }
    return json_output.text("hint", hint)


def _as_dict(choice: "Choice") -> dict[str, Any]:
    """All of a choice on one level."""
    shown = {"worth": choice.worth, "cost": choice.cost, **choice.beside, "why": choice.why}
    return {**choice.event, **shown}
