"""Tells one long key press from several: terminals report repeats, but no release."""

from time import monotonic

REPEAT = 0.25
"""Seconds: a key that is held comes again sooner, and nobody who looks at dice between two presses does."""
DELAY = 0.7
"""Seconds after which a key that is held has come again for the first time, as most terminals are set."""


class Press:
    """The last press of what throws."""

    def __init__(self) -> None:
        """Nothing has been pressed."""
        self._heard = self._acted = -DELAY

    def goes_on(self) -> bool:
        """Whether what is heard now is still the same press."""
        now, before = monotonic(), self._heard
        self._heard = now
        return now - before < REPEAT or now - self._acted < DELAY

    def acts(self) -> None:
        """The press has done something."""
        self._acted = self._heard
