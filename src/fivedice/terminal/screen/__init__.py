"""The full-screen table: a match at this keyboard, drawn with Textual."""

from fivedice.runtime.stopping import Stopped
from fivedice.terminal.screen.app import FivediceApp
from fivedice.terminal.sitting import Sitting

__all__ = ["FivediceApp", "play"]


def play(sitting: Sitting, face_set: str) -> bool:
    """Runs the table until the match is over or the players leave.

    False after an internal error, which Textual has shown. Raises `Stopped` after a signal, once the terminal
    is restored.
    """
    app = FivediceApp(sitting, face_set)
    app.run()
    if app.stopped_by:
        raise Stopped(app.stopped_by)
    return not app.return_code
