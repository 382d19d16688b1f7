"""What was made lately, under the keys that were asked for, and no more of it than so many. Makes nothing."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


class Lately(Generic[Key, Result]):
    """What was made of the keys that were looked at last; nothing of others."""

    def __init__(self, most: int) -> None:
        """Nothing yet."""
        self._most = most
        self._made: OrderedDict[Key, Result] = OrderedDict()

    def of(self, key: Key) -> Result | None:
        """What was made of this key, if it is still kept."""
        if key in self._made:
            self._made.move_to_end(key)
        return self._made.get(key)

    def keep(self, key: Key, made: Result) -> Result:
        """Keeps something, and lets go of what nobody has looked at for the longest time."""
        self._made[key] = made
        if len(self._made) > self._most:
            self._made.popitem(last=False)
        return made
