"""Prompts in lines for a position, seat by seat, and for the dice."""

import re

from fivedice.core.rules import Game, IllegalMove, check_seats
from fivedice.match.state import State
from fivedice.notation.paper import position as paper
from fivedice.notation.paper.games import Paper, paper_of
from fivedice.notation.read import BadText
from fivedice.terminal.asking import Ask, Say, until

DICE = "The dice as they lie, and after which throw, for example 22345@2: "


def ask_state(ask: Ask, say: Say, game: Game) -> State:
    """Prompts until a state is given that can be; says what is wrong, and prompts again."""
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
    """What the seats have, one after another, as one text."""
    least, most = game.seats[0], game.seats[-1]

    def seats_of(answer: str) -> int:
        if not re.fullmatch(r"\d{0,3}", answer):
            raise BadText(f"The number of seats is {least} to {most}.")
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
    """Prompts for what does not follow from the rest."""
    while True:
        try:
            return paper.state(game, said, dice)
        except paper.Missing as missing:
            say(str(missing))
            answer = ask(f"Please say {missing.question} [{missing.ending}]: ").strip() or missing.ending
            ending = re.sub(r"\d+", answer, missing.ending) if answer.isdecimal() else answer
            said = f"{said}; {ending}"
