"""External bots as players: each move is asked for by a line, within a time limit."""

from random import Random
from threading import Lock

from fivedice import bots
from fivedice.analysis.solver_api import Knowing
from fivedice.bots import Bot
from fivedice.bots.forfeits import Forfeit
from fivedice.core.rules import IllegalMove, quoted, shortened
from fivedice.external_bots import function, protocol
from fivedice.external_bots.process import Failed, Process
from fivedice.match import external_bots
from fivedice.match.events import Decision
from fivedice.match.external_bots import PATIENCE
from fivedice.match.state import State
from fivedice.notation.read import BadText
from fivedice.runtime import chance

STARTING = 10.0
"""Seconds more for the first answer of a program that has just been started."""
LONGEST_REASON = 500


def make(bot: str, knowing: Knowing, patience: float = PATIENCE) -> Bot:
    """The bot of that name, of the house or a guest. Raises `IllegalMove` where there is none."""
    return Guest(bot, patience) if external_bots.is_guest(bot) else bots.make(bot, knowing)


def check(bot: str) -> None:
    """Raises `IllegalMove` for a bot that there is not, or one that cannot be started here."""
    if external_bots.is_guest(bot):
        Guest(bot, PATIENCE).begin()
    else:
        bots.check(bot)


class Guest:
    """One guest, a bot like any other: its program is started when it is asked, and again after it failed."""

    def __init__(self, bot: str, patience: float) -> None:
        """Nothing is started yet. Raises `IllegalMove` for a command that cannot be read."""
        external_bots.check(bot)
        self._bot, self._patience = bot, patience
        self._is_program = bot.startswith(external_bots.PROGRAM)
        self._process: Process | None = None
        self._lock = Lock()

    def __call__(self, seen: State, seat: int, source: Random) -> Decision:
        """What it decides. Raises `Forfeit` where it is slow, wrong or dead, and ends it.

        Its chance is drawn from the source but tells nothing of it, nor of the dice.
        """
        asks = protocol.question if self._is_program else function.question
        line = asks(seen, seat, chance.for_bot(source))
        with self._lock:
            answer = b""
            try:
                answer = self._ask(line)
                return protocol.answer(answer, seen, seat)
            except Failed as why:
                raise Forfeit(self._reason(str(why))) from None
            except BadText as why:
                wrong = answer.decode(errors="replace").strip()
                raise Forfeit(self._reason(f"answered {quoted(wrong)}. {why}")) from None

    def begin(self) -> None:
        """Starts it. Raises `IllegalMove` where that cannot be done."""
        with self._lock:
            try:
                self._start()
            except Failed as why:
                raise IllegalMove(self._reason(str(why))) from None

    def end(self) -> str:
        """Ends its program, if one runs. Returns what that said last on its error output."""
        process, self._process = self._process, None
        return process.end() if process else ""

    def _ask(self, line: bytes) -> bytes:
        """A program is silent until it is asked, and may still be starting then."""
        starting = STARTING if self._process is None and self._is_program else 0
        return (self._process or self._start()).ask(line, self._patience + starting)

    def _start(self) -> Process:
        """A function says when it is loaded."""
        words = external_bots.command(self._bot) if self._is_program else function.command(self._bot)
        self._process = Process(words)
        if not self._is_program:
            self._process.ask(function.BEGIN, self._patience + STARTING)
        return self._process

    def _reason(self, why: str) -> str:
        """Why there is no decision, in a sentence with what the program said last; the program is ended."""
        said = self.end()
        sentence = f"{external_bots.called(self._bot)} {why.rstrip('.')}."
        return shortened(f"{sentence} It said: {said}" if said else sentence, LONGEST_REASON)
