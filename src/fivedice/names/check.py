"""Checks of player names: what every record may hold, and what a new name must fulfil besides.

New names follow Unicode UTS #39 (look-alikes, mixed scripts, stacked marks); joiners stand where UAX #31 has
them. Names in older records only have to pass the weaker check.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from unicodedata import category

from fivedice.core.rules import IllegalMove, quoted
from fivedice.names.unicode import (
    JOINERS,
    ZERO_WIDTH_JOINER,
    as_seen,
    is_seen,
    look_alike,
    mixed_scripts,
    most_marks,
)

LONGEST_NAME = 40
MOST_MARKS = 4
"""Nonspacing marks on one letter: no orthography of today needs more (UTS #39, 5.4)."""
AS_PICTURE = "\ufe0f"
"""What chooses the look of a picture for a character before it."""
UNREAD = frozenset(map(chr, range(0xDC80, 0xDD00)))
"""What Python has instead of bytes that are no letters in the locale of the terminal."""


def check_name(name: object) -> None:
    """Raises `IllegalMove` where no player can be called so, in whatever record.

    Joiners are printed nowhere but between letters whose script needs them; what joins emoji is refused, for
    terminals do not agree on how wide such a picture is.
    """
    if not isinstance(name, str):
        raise IllegalMove(f"A player's name is a text, not {quoted(name)}.")
    if not name:
        raise IllegalMove("Every player needs a name; one here is empty.")
    wrong = {
        f"the name has more than {LONGEST_NAME} characters": len(name) > LONGEST_NAME,
        "in this locale it cannot be read; in one of UTF-8 it may be": not UNREAD.isdisjoint(name),
        "the name has an emoji joined of several, which terminals show in different widths": _joins_emoji(
            name
        ),
        "the name has an invisible joiner where no script needs one": _has_stray_joiner(name),
        "the name has characters that are not printed": not _is_printed(name),
        "the name begins or ends with a space": name != name.strip(),
    }
    _refuse(name, wrong)


def check_new_name(name: object) -> None:
    """Raises `IllegalMove` for a name that nobody can take now, though records of before may have it."""
    check_name(name)
    assert isinstance(name, str)
    if not is_seen(name):
        raise IllegalMove(f"Nothing would be seen of the name {name!a}; please take another name.")
    mixed = mixed_scripts(name)
    _refuse(
        name,
        {
            f"more than {MOST_MARKS} marks stand on one of its letters": most_marks(name) > MOST_MARKS,
            f"it mixes letters of different scripts ({', '.join(mixed)}), which may look alike": bool(mixed),
        },
    )


def check_apart(name: str, others: Iterable[str]) -> None:
    """Raises `IllegalMove` for a name that is somebody's at the table already, or looks like theirs."""
    for other in others:
        if as_seen(name) == as_seen(other):
            raise IllegalMove(f"Somebody at this table is already called {quoted(other)}.")
        if look_alike(name, other):
            raise IllegalMove(f"{quoted(name)} looks like {quoted(other)}, who is here already.")


def check_new_names(names: Sequence[str]) -> None:
    """Raises `IllegalMove` for new names of which one looks like another; two that are the same are no matter
    of looks, and refused with the setup.
    """
    for place, name in enumerate(names):
        check_new_name(name)
        check_apart(name, (other for other in names[:place] if other != name))


def _is_printed(name: str) -> bool:
    return all(letter.isprintable() or letter in JOINERS for letter in name)


def _joins_emoji(name: str) -> bool:
    """Whether a joiner follows a picture, its skin tone (Sk) or what chooses its look."""
    before = [first for first, second in pairwise(name) if second == ZERO_WIDTH_JOINER]
    return any(category(first) in ("So", "Sk") or first == AS_PICTURE for first in before)


def _has_stray_joiner(name: str) -> bool:
    return any(letter in JOINERS and not _joins(name, place) for place, letter in enumerate(name))


def _joins(name: str, place: int) -> bool:
    """Whether a joiner stands where a script needs one: rules A1, A2 and B of UAX #31, as in domain names."""
    import idna  # noqa: PLC0415 - loaded only where needed

    try:
        return idna.core.valid_contextj(name, place)
    except (ValueError, idna.IDNAError):
        return False


def _refuse(name: str, wrong: dict[str, bool]) -> None:
    """Raises `IllegalMove` with the first reason that holds."""
    for why, holds in wrong.items():
        if holds:
            raise IllegalMove(f"Nobody can be called {quoted(name)}: {why}.")
