"""The full-screen table: a match at this keyboard, drawn with Textual."""

from fivedice.term.screen.app import FivediceApp
from fivedice.term.sitting import Sitting

__all__ = ["FivediceApp", "play"]


def play(sitting: Sitting, face_set: str) -> None:
    """Runs the table on a match already begun, until it is over or the people leave; the record stays."""
    FivediceApp(sitting, face_set).run()
