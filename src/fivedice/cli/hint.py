"""`fivedice hint`: ranks every choice in a position, with its worth and the reason."""

import re
import shlex
from typing import TYPE_CHECKING, Any

import click

from fivedice.analysis.solver_api import HINT_CHOICES, Beside, Knowledge
from fivedice.cli.shared import arguments, console, open_game, open_record, output
from fivedice.cli.shared.arguments import argument, flag
from fivedice.core import extras
from fivedice.core.faces import as_typed
from fivedice.core.rules import Game, IllegalMove, check_seats
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.match.setup import game_meant
from fivedice.match.state import State
from fivedice.notation import paper
from fivedice.notation.paper.games import Paper, paper_of
from fivedice.notation.read import BadText
from fivedice.runtime import store
from fivedice.runtime.waiting import working
from fivedice.terminal.asking import Ask, Say, until

if TYPE_CHECKING:
    from fivedice.analysis.evaluate import Rated, Share
    from fivedice.analysis.hints import Choice

GAME_HELP = (
    "The game, FILE.toml with your own card, or a record (- is standard input); default: the newest record."
)
POSITION_HELP = "The score cards or the board, with / between seats (from 0); default: you are asked."
CHANCES_HELP = "Also give chances that are not computed yet, which may take a while."
MORE = "More chances can be computed; add --chances for them."
MORE_LATER = str(extras.Lacking("solve", "To give the chances as well"))
AT_HELP = "In a record: the position before this event, numbered as in `show`; default: the last decision."
TURN_HELP = (
    "The dice, by number or by face, then @ and the throw, as in 22345@2 or 'n n 3 a a@2'; default: the first"
    " throw."
)


@arguments.command
@argument("game", GAME_HELP, default="", shell_complete=arguments.complete_game)
@argument("position", POSITION_HELP, default="")
@argument("turn", TURN_HELP, default="")
@arguments.house_option
@click.option("--at", "event", type=int, help=AT_HELP)
@arguments.aim
@arguments.reach
@flag("--all", "everything", line=f"Every choice, not only the best {HINT_CHOICES}.")
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
    if game_meant(game) in GAMES or position or open_game.is_file(game):
        rules = open_game.named(game, option)
        if event is not None:
            console.fail("--at needs a record; a position has no events.")
        state = _said(rules, game, position, turn)
    else:
        state = _recorded(game, event, option, as_json=as_json)
    arguments.check_aim(aim, len(state.setup.players))
    known, others, tells_all = _known(state, aim, reach, chances=chances)
    working.begin("weighing the choices")
    from fivedice.analysis import evaluate, hints  # noqa: PLC0415 - loads numpy, which the help can do without

    seat = state.awaited.seats[0]
    rated = evaluate.rate(state, seat, known)
    mixed = hints.mixture(state, seat, console.library())
    if as_json:
        console.say(_json(state, rated, known, others, mixed))
    elif reach is not None and not rated[0].worth:
        console.say(f"{reach} {state.setup.game.unit} cannot be reached from here, whatever you choose.")
    else:
        from fivedice.report import hint_text  # noqa: PLC0415 - as above

        shown = rated if everything else rated[:HINT_CHOICES]
        for line in hint_text.lines(state, seat, shown, known, others, mixed):
            console.tell(line)
        if not chances and not tells_all:
            console.tell(_more(state.setup.game))


def _more(game: Game) -> str:
    """How to get the other chances; score cards need an extra for them."""
    return MORE if card_of(game) is None or extras.has("solve") else MORE_LATER


def _recorded(named: str, event: int | None, option: tuple[str, ...], *, as_json: bool) -> State:
    """The state before an event of a record."""
    point = open_record.to_decide(named, event)
    if option:
        console.fail("--option needs the name of a game; a record has its own house options.")
    if not as_json:
        console.say(f"{store.shown(point.path.name)}, before event {point.event}.")
    return point.state


def _said(game: Game, named: str, position: str, turn: str) -> State:
    """The state from the arguments or from prompts. Errors end the command with an example."""
    try:
        state = paper.state(game, position, turn) if position.strip() or turn else _prompted(game)
        return open_record.decided_on(state)
    except (BadText, IllegalMove) as error:
        console.fail(f"{error} For example: {_example(game, named, position.count('/') + 1)}")


def _prompted(game: Game) -> State:
    try:
        return ask_state(console.ask, console.tell, game)
    except EOFError:
        raise BadText("A position is needed.") from None


def _example(game: Game, named: str, seats: int) -> str:
    """A valid command line, for this number of seats if possible."""
    return shlex.join(["fivedice", "hint", named, *paper.example(game, seats)])


def _known(
    state: State, aim: str, reach: int | None, *, chances: bool
) -> tuple[Knowledge, tuple[Beside, ...], bool]:
    """The figure that ranks the choices, the chances shown beside it, and whether there are no others."""
    library = console.library()
    game = state.setup.game
    wanted = game, len(state.setup.players), aim
    known = library(*wanted) if reach is None else library.reach(game, reach)
    return known, library.beside(*wanted, make=chances), library.tells_all(*wanted)


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
    return output.json_text("hint", hint)


def _as_dict(choice: "Choice") -> dict[str, Any]:
    shown = {"worth": choice.worth, "cost": choice.cost, **choice.beside, "why": choice.why}
    return {**choice.event, **shown}


# --- Prompts ----------------------------------------------------------------------------------------------

DICE = "The dice and the number of the throw, for example 22345@2: "


def ask_state(ask: Ask, say: Say, game: Game) -> State:
    """Prompts for a position until it is valid."""
    on_paper = paper_of(game)

    def dice_typed(answer: str) -> str:
        if answer:
            paper.turn(answer, None, game.faces)
        return answer

    while True:
        said = _ask_seats(ask, say, game, on_paper) if on_paper else ask("The position as text: ")
        dice = until(ask, say, DICE, dice_typed)
        try:
            return _ask_missing(ask, say, game, said, dice)
        except (BadText, IllegalMove) as error:
            say(str(error))


def _ask_seats(ask: Ask, say: Say, game: Game, on_paper: Paper) -> str:
    least, most = game.seats[0], game.seats[-1]

    def seats_of(answer: str) -> int:
        if not re.fullmatch(r"\d{0,3}", answer):
            raise BadText(f"The number of seats must be {least} to {most}.")
        number = int(answer or least)
        check_seats(game, number)
        return number

    def part(answer: str) -> str:
        on_paper.part(answer)
        if 1 in game.seats:
            paper.at_position(game, answer, dice=False)
        return answer

    number = until(ask, say, f"How many seats, {least} to {most}? [{least}] ", seats_of)
    say(f"Each seat has {on_paper.holds}; for example: {on_paper.part_example}.")
    return " / ".join(until(ask, say, f"Seat {seat}: ", part) for seat in range(number))


def _ask_missing(ask: Ask, say: Say, game: Game, said: str, dice: str) -> State:
    """Prompts for the facts that the rest of the position leaves open."""
    while True:
        try:
            return paper.state(game, said, dice)
        except paper.Missing as missing:
            say(str(missing))
            answer = ask(f"Please say {missing.question} [{missing.ending}]: ").strip() or missing.ending
            ending = re.sub(r"\d+", answer, missing.ending) if answer.isdecimal() else answer
            said = f"{said}; {ending}"
