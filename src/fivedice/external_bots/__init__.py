"""Bots supplied by users: Python functions, or programs that answer lines of JSON within a time limit."""

from random import Random
from threading import Lock

from fivedice import bots
from fivedice.analysis.solver_api import Knowing
from fivedice.bots import Bot
from fivedice.bots.forfeits import Forfeit
from fivedice.core.rules import IllegalMove, quoted, shortened
from fivedice.external_bots import function, protocol
from fivedice.external_bots.process import Failed, Process, end_all
from fivedice.language import mark, tr
from fivedice.match import external_bots
from fivedice.match.events import Decision
from fivedice.match.external_bots import PATIENCE
from fivedice.match.state import State
from fivedice.notation.read import BadText
from fivedice.runtime import chance

STARTING = 10.0
"""Additional seconds for the first answer of a program that has just been started."""


def make(bot: str, knowing: Knowing, patience: float = PATIENCE) -> Bot:
    """The bot of that name, built-in or external. Raises `IllegalMove` for an unknown one."""
    return Guest(bot, patience) if external_bots.is_guest(bot) else bots.make(bot, knowing)


def check(bot: str) -> None:
    """Raises `IllegalMove` for an unknown bot or one that cannot be started here."""
    if not external_bots.is_guest(bot):
        bots.check(bot)
        return
    try:
        Guest(bot, PATIENCE).begin()
    except IllegalMove as error:
        kind = bot.partition(":")[0]
        if bots.is_bot(kind) and str(error) == tr(function.NO_MODULE, module=kind):
            bots.check(bot)  # "casual:x" is a bot with a wrong strength
        raise


class Guest:
    """An external bot. Its program starts at the first question, and again after a failure."""

    def __init__(self, bot: str, patience: float) -> None:
        """Starts nothing yet. Raises `IllegalMove` for a malformed command."""
        external_bots.check(bot)
        self._bot, self._patience = bot, patience
        self._is_program = bot.startswith(external_bots.PROGRAM)
        self._process: Process | None = None
        self._lock = Lock()

    def __call__(self, view: State, seat: int, source: Random) -> Decision:
        """The bot's decision. Ends the program and raises `Forfeit` if the answer is late, wrong or missing.

        The bot gets a random number that is drawn from `source` but reveals nothing about it or the dice.
        """
        asks = protocol.question if self._is_program else function.question
        line = asks(view, seat, chance.for_bot(source))
        with self._lock:
            answer = b""
            try:
                answer = self._ask(line)
                return protocol.answer(answer, view, seat)
            except Failed as why:
                raise Forfeit(self._reason(why)) from None
            except BadText as why:
                wrong = answer.decode(errors="replace").strip()
                failed = Failed(mark("{name} answered {answer}. {why}"), answer=quoted(wrong), why=why)
                raise Forfeit(self._reason(failed)) from None

    def begin(self) -> None:
        """Starts the bot. Raises `IllegalMove` if that fails."""
        with self._lock:
            try:
                self._start()
            except Failed as why:
                raise IllegalMove(self._reason(why)) from None

    def end(self) -> str:
        """Ends the bot's program if it runs. Returns the last lines of its error output."""
        process, self._process = self._process, None
        return process.end() if process else ""

    def _ask(self, line: bytes) -> bytes:
        """Asks one question. A program does not say when it is ready, so its first answer may take longer."""
        starting = STARTING if self._process is None and self._is_program else 0
        return (self._process or self._start()).ask(line, self._patience + starting)

    def _start(self) -> Process:
        """Starts the process and, for a function, waits until it is loaded."""
        words = external_bots.command(self._bot) if self._is_program else function.command(self._bot)
        self._process = Process(words)
        if not self._is_program:
            answer = self._process.ask(function.BEGIN, self._patience + STARTING)
            if answer != function.READY:
                self.end()
                raise Failed("{reason}", reason=answer.decode().strip())
        return self._process

    def _reason(self, why: Failed) -> str:
        """Ends the program and says in a sentence why there is no decision, with its last output."""
        output = self.end()
        whole = self._bot.removeprefix(external_bots.PROGRAM)  # with its path, unlike its name at the table
        name = whole if self._is_program else external_bots.display_name(self._bot)
        sentence, output = why.sentence(name), shortened(output, function.LONGEST_REASON)
        return tr('{sentence} It said: "{said}".', sentence=sentence, said=output) if output else sentence


__all__ = ["Guest", "check", "end_all", "make"]
