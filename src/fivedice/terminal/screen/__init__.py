"""The full-screen table: a match at this keyboard, drawn with Textual."""

from fivedice.runtime.stopping import Stopped
from fivedice.terminal.screen.app import FivediceApp
from fivedice.terminal.sitting import Sitting

__all__ = ["FivediceApp", "play"]


def play(sitting: Sitting, face_set: str) -> bool:
    """Runs the table on a match already begun, until it is over or the people leave; the record stays.

    False after a fault of the program, which Textual has shown. Raises `Stopped` after a signal, once the
    terminal is as it was.
    """
    app = FivediceApp(sitting, face_set)
    app.run()
    if app.stopped_by:
        raise Stopped(app.stopped_by)
    return not app.return_code
