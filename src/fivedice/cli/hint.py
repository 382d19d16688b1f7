"""`fivedice hint`: ranks every choice in a position, with its worth and the reason."""

import re
import shlex
from typing import Any

from fivedice.analysis import evaluate
from fivedice.analysis.evaluate import Share
from fivedice.analysis.solver_api import HINT_CHOICES, Beside, Knowledge, unit_of
from fivedice.cli.options.games import HintOptions
from fivedice.cli.shared import arguments, console, open_game, open_record, output, solvers
from fivedice.core import extras
from fivedice.core.faces import as_typed
from fivedice.core.rules import Game, IllegalMove, check_seats
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.language import mark, tr
from fivedice.match.setup import game_meant
from fivedice.match.state import State
from fivedice.narration import hints
from fivedice.notation import paper, write
from fivedice.notation.paper.games import Paper, paper_of
from fivedice.notation.read import BadText
from fivedice.report import hint_text
from fivedice.runtime import store
from fivedice.runtime.library import Library
from fivedice.runtime.program import program
from fivedice.runtime.waiting import working
from fivedice.terminal.asking import Ask, Say, until

MORE = mark("More chances can be computed; add --chances for them.")
MORE_LATER = mark("To give the chances as well")


def hint(options: HintOptions) -> None:
    """Ranks the choices in a position."""
    state = _state(options)
    arguments.check_aim(options.aim, len(state.setup.players))
    library = solvers.library()
    known, others, tells_all = _known(state, options, library)
    working.begin(mark("weighing the choices"))
    seat = state.awaited.seats[0]
    rated = evaluate.rate(state, seat, known)
    mixed = hints.mixture(state, seat, library)
    listed = rated if options.everything or options.as_json else rated[:HINT_CHOICES]
    choices = hints.choices(state, seat, listed, known, others)
    if options.as_json:
        console.say(_json(state, choices, known, mixed))
    elif options.reach is not None and not rated[0].worth:
        beyond = mark("{total} {unit} cannot be reached from here, whatever you choose.")
        console.say(tr(beyond, total=options.reach, unit=unit_of(state.setup.game.unit)))
    else:
        for line in hint_text.lines(state, seat, choices, known, others, mixed):
            console.tell(line)
        if not options.chances and not tells_all:
            console.tell(_more(state.setup.game))


def _state(options: HintOptions) -> State:
    """The position from the arguments, from prompts or from a record."""
    if game_meant(options.game) in GAMES or options.position or open_game.is_file(options.game):
        rules = open_game.by_name(options.game, options.house)
        if options.event is not None:
            console.fail(tr("--at needs a record; a position has no events."))
        return _state_of(rules, options.game, options.position, options.turn)
    point = open_record.to_decide(options.game, options.event)
    if options.house:
        console.fail(tr("--option needs the name of a game; a record has its own house options."))
    if not options.as_json:
        console.say(
            tr("{file}, before event {event}.", file=store.printable(point.path.name), event=point.event)
        )
    return point.state


def _more(game: Game) -> str:
    """How to get the other chances; score cards need an extra for them."""
    is_there = card_of(game) is None or extras.has("solve")
    return tr(MORE) if is_there else str(extras.Lacking("solve", tr(MORE_LATER)))


def _state_of(game: Game, name: str, position: str, turn: str) -> State:
    """The state from the arguments or from prompts. Errors end the command with an example."""
    try:
        state = paper.state(game, position, turn) if position.strip() or turn else _prompted(game)
        return open_record.decided_on(state)
    except (BadText, IllegalMove) as error:
        example = tr("For example: {example}", example=_example(game, name, position.count("/") + 1))
        console.fail(f"{error} {example}")


def _prompted(game: Game) -> State:
    try:
        return ask_state(console.ask, console.tell, game)
    except EOFError:
        raise BadText(tr("A position is needed.")) from None


def _example(game: Game, name: str, seats: int) -> str:
    """A valid command line, for this number of seats if possible."""
    return f"{program()} {shlex.join(['hint', name, *paper.example(game, seats)])}"


def _known(
    state: State, options: HintOptions, library: Library
) -> tuple[Knowledge, tuple[Beside, ...], bool]:
    """The figure that ranks the choices, the chances shown beside it, and whether there are no others."""
    game = state.setup.game
    wanted = game, len(state.setup.players), options.aim
    known = library(*wanted) if options.reach is None else library.reach(game, options.reach)
    return known, library.beside(*wanted, make=options.chances), library.tells_all(*wanted)


def _json(state: State, choices: tuple[hints.Hint, ...], known: Knowledge, mixed: tuple[Share, ...]) -> str:
    seat = state.awaited.seats[0]
    hint = {
        "game": state.setup.game.name,
        "seat": seat,
        "aim": known.aim,
        "exact": evaluate.is_exact(state, known),
        "choices": list(map(_as_dict, choices)),
        "mixed": hints.mixed(mixed),
        "said": hints.describe_mix(mixed, as_typed(state.setup.game.faces)),
    }
    return output.json_text("hint", hint)


def _as_dict(choice: hints.Hint) -> dict[str, Any]:
    figures = {"worth": choice.worth, "cost": choice.cost, **choice.beside, "why": choice.why}
    return {**write.fields(choice.decision), **figures}


# --- Prompts ----------------------------------------------------------------------------------------------

DICE = mark("The dice and the number of the throw, for example 22345@2:")


def ask_state(ask: Ask, say: Say, game: Game) -> State:
    """Prompts for a position until it is valid."""
    on_paper = paper_of(game)

    def dice_typed(answer: str) -> str:
        if answer:
            paper.turn(answer, None, game.faces)
        return answer

    while True:
        as_text = tr("The position as text:")
        position = _ask_seats(ask, say, game, on_paper) if on_paper else ask(f"{as_text} ")
        dice = until(ask, say, tr(DICE), dice_typed)
        try:
            return _ask_missing(ask, say, game, position, dice)
        except (BadText, IllegalMove) as error:
            say(str(error))


def _ask_seats(ask: Ask, say: Say, game: Game, on_paper: Paper) -> str:
    least, most = game.seats[0], game.seats[-1]

    def seats_of(answer: str) -> int:
        if not re.fullmatch(r"\d{0,3}", answer):
            raise BadText(tr("The number of seats must be {least} to {most}.", least=least, most=most))
        number = int(answer or least)
        check_seats(game, number)
        return number

    def part(answer: str) -> str:
        on_paper.part(answer)
        if 1 in game.seats:
            paper.at_position(game, answer, dice=False)
        return answer

    seats = tr("How many seats, {least} to {most}? [{least}]", least=least, most=most)
    number = until(ask, say, seats, seats_of)
    say(tr(on_paper.holds, example=on_paper.part_example))
    return " / ".join(until(ask, say, tr("Seat {seat}:", seat=seat), part) for seat in range(number))


def _ask_missing(ask: Ask, say: Say, game: Game, position: str, dice: str) -> State:
    """Prompts for the facts that the rest of the position leaves open."""
    while True:
        try:
            return paper.state(game, position, dice)
        except paper.Missing as missing:
            say(str(missing))
            answer = ask(f"{missing.question} [{missing.ending}]: ").strip() or missing.ending
            ending = re.sub(r"\d+", answer, missing.ending) if answer.isdecimal() else answer
            position = f"{position}; {ending}"
