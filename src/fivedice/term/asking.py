"""Asks in lines what a match needs to be agreed: game, players, options. Plays nothing."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from fivedice.bots import BOTS, is_bot
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.library import check_bots
from fivedice.notation import read
from fivedice.notation.read import BadText
from fivedice.play.setup import Player, Setup, check, game_called, house_options, with_options
from fivedice.play.state import begin
from fivedice.rules import Game, IllegalMove

Ask = Callable[[str], str]
Say = Callable[[str], None]
Answer = TypeVar("Answer")

USUAL_SEATS = "Player,greedy"


def players(seats: str) -> tuple[Player, ...]:
    """The players named in a list such as "Ann,Ben,greedy": the name of a bot is that bot.

    Bots of one kind are numbered, so that every player has a name of the own.
    """
    found: list[Player] = []
    for name in map(str.strip, seats.split(",")):
        same = sum(player.bot == name for player in found)
        numbered = f"{name} {same + 1}" if same else name
        found.append(Player(numbered, name) if is_bot(name) else Player(name))
    return tuple(found)


def agree(game: Game, seated: tuple[Player, ...], games: int = 1, first: str | None = None) -> Setup:
    """A setup that can be played, or `IllegalMove` or `BadText`. `first` may also be a player's name."""
    names = [player.name for player in seated]
    starts = game.openings[0] if first is None else first
    setup = Setup(game, seated, games, names.index(starts) if starts in names else read.first(starts))
    begin(setup)
    check_bots(setup)
    return setup


def ask_setup(ask: Ask, say: Say, game: Game | None = None, seats: str | None = None) -> Setup:
    """Asks for what is not given; Enter takes what stands in brackets."""
    game = game or _until(ask, say, _game_question(), _game)
    least, most = game.seats[0], game.seats[-1]
    who = f"Who plays, {least} to {most}? Names with commas; bots are {' and '.join(BOTS)} [{USUAL_SEATS}] "

    def seated(answer: str) -> tuple[Player, ...]:
        found = players(answer or USUAL_SEATS)
        check(Setup(game, found))
        check_bots(Setup(game, found))
        return found

    sitting = seated(seats) if seats else _until(ask, say, who, seated)
    agreed = _until(ask, say, "Any house options? (yes or no) [no] ", _yes)
    if not agreed:
        return agree(game, sitting)
    return _ask_options(ask, say, game, sitting)


def _ask_options(ask: Ask, say: Say, game: Game, sitting: tuple[Player, ...]) -> Setup:
    values: dict[str, str] = {}
    for name in house_options(game):

        def valid(answer: str, name: str = name) -> Mapping[str, str]:
            given = {name: answer} if answer else {}
            with_options(game, given)
            return given

        values |= _until(ask, say, f"{name}: {game.options[name]} [as usual] ", valid)
    games = 1
    if game.max_games > 1:
        games = _until(ask, say, f"How many games, 1 to {game.max_games}? [1] ", _games_of(game))
    starts = ", ".join([*(p.name for p in sitting), *(o for o in game.openings if not o.isdecimal())])
    question = f"Who starts: {starts}? [{_opening(game, sitting)}] "
    return _until(
        ask, say, question, lambda text: agree(with_options(game, values), sitting, games, text or None)
    )


def _games_of(game: Game) -> Callable[[str], int]:
    """Reads how many games of this kind a match may have."""

    def understood(answer: str) -> int:
        number = int(answer or 1)
        if not 1 <= number <= game.max_games:
            raise BadText(f"A match of {game.title} has 1 to {game.max_games} games.")
        return number

    return understood


def _until(ask: Ask, say: Say, question: str, understood: Callable[[str], Answer]) -> Answer:
    """Asks until the answer is understood; what is wrong with one is said in a sentence."""
    while True:
        answer = ask(question).strip()
        try:
            return understood(answer)
        except (IllegalMove, BadText) as error:
            say(str(error))
        except ValueError:
            say(f"{answer!r} is no answer to that.")


def _game_question() -> str:
    more = [name for name in GAMES if name not in FIVE_GAMES]
    return f"Which game: {', '.join(FIVE_GAMES)}? More cards: {', '.join(more)}. "


def _game(answer: str) -> Game:
    fitting = [name for name in GAMES if answer and name.startswith(answer.lower())]
    return GAMES[fitting[0]] if len(fitting) == 1 else game_called(answer)


def _yes(answer: str) -> bool:
    return answer.lower().startswith("y")


def _opening(game: Game, sitting: tuple[Player, ...]) -> str:
    usual = game.openings[0]
    return sitting[int(usual)].name if usual.isdecimal() else usual
