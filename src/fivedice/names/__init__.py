"""Player names: checks for acceptable names, and for names that look alike.

New names follow Unicode UTS #39 (look-alikes, mixed scripts, stacked marks); joiners are accepted where UAX
#31 allows them. Names in older records pass a weaker check. The Unicode data is loaded when first needed and
leaves out script extensions, which concern hardly any letter.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain, count, groupby, pairwise
from operator import itemgetter
from unicodedata import category, combining, normalize

import msgspec

from fivedice.core.rules import IllegalMove, quoted
from fivedice.language import comma, mark, tr

LONGEST_NAME = 40
MOST_MARKS = 4
"""The most nonspacing marks on one letter; no modern orthography needs more (UTS #39, 5.4)."""
AS_PICTURE = "\ufe0f"
"""The variation selector for emoji."""
UNREAD = frozenset(map(chr, range(0xDC80, 0xDD00)))
"""Surrogates that Python decodes from bytes invalid in the terminal's locale."""


SOMEONE = mark("someone", "a forgotten player")
FORGOTTEN = re.compile(rf"{SOMEONE}( \d+)?")
"""The stored name of a player who was deleted; a number may follow."""


def localized(name: str) -> str:
    """A name for readers: a forgotten player is "someone" in their language."""
    is_forgotten = FORGOTTEN.fullmatch(name)
    return name.replace(SOMEONE, tr(SOMEONE, "a forgotten player")) if is_forgotten else name


def numbered(name: str, before: str = " ") -> Iterator[str]:
    """A name, then the same with the numbers from 2 on, for who needs one that is free."""
    return chain((name,), (f"{name}{before}{number}" for number in count(2)))


def check_name(name: object) -> None:
    """Raises `IllegalMove` for a name that no record may hold. Joiners are only allowed between letters that
    need them. Joined emoji are rejected, as terminals disagree about their width.
    """
    if not isinstance(name, str):
        raise IllegalMove(tr("A player's name is text, not {name}.", name=quoted(name)))
    if not name:
        raise IllegalMove(tr("Every player needs a name; one here is empty."))
    wrong = {
        tr("the name has more than {most} characters", most=LONGEST_NAME): len(name) > LONGEST_NAME,
        tr("the terminal's locale cannot read it; a UTF-8 locale can"): not UNREAD.isdisjoint(name),
        tr("the name has an emoji joined from several, which terminals show in different widths"): (
            _joins_emoji(name)
        ),
        tr("the name has an invisible joiner where no script needs one"): any(
            letter in JOINERS and not _joins(name, place) for place, letter in enumerate(name)
        ),
        tr("the name contains unprintable characters"): (
            not all(letter.isprintable() or letter in JOINERS for letter in name)
        ),
        tr("the name begins or ends with a space"): name != name.strip(),
    }
    _refuse(name, wrong)


def check_new_name(name: object) -> None:
    """Raises `IllegalMove` for a name that a new player may not take; older records may hold it."""
    check_name(name)
    assert isinstance(name, str)
    if not any(category(letter)[0] in "LNPS" for letter in name if letter not in UNSEEN):
        unseen = mark("The name {name} would be invisible; please choose another one.")
        raise IllegalMove(tr(unseen, name=ascii(name)))
    mixed = mixed_scripts(name)
    scripts = mark("it mixes letters of different scripts ({scripts}), which may look alike")
    marks = tr("one of its letters has more than {most} marks", most=MOST_MARKS)
    _refuse(name, {marks: most_marks(name) > MOST_MARKS, tr(scripts, scripts=comma(mixed)): bool(mixed)})


def check_apart(name: str, others: Iterable[str]) -> None:
    """Raises `IllegalMove` for a name that equals or resembles another at the table."""
    for other in others:
        if as_seen(name) == as_seen(other):
            raise IllegalMove(tr("Somebody at this table is already called {name}.", name=quoted(other)))
        if look_alike(name, other):
            alike = mark("{name} looks like {other}, who is here already.")
            raise IllegalMove(tr(alike, name=quoted(name), other=quoted(other)))


def check_new_names(names: Sequence[str]) -> None:
    """Raises `IllegalMove` for new names that resemble each other; the setup rejects equal ones."""
    for place, name in enumerate(names):
        check_new_name(name)
        check_apart(name, (other for other in names[:place] if other != name))


def _joins_emoji(name: str) -> bool:
    """Whether a joiner follows an emoji, its skin tone (Sk) or its variation selector."""
    before = [first for first, second in pairwise(name) if second == ZERO_WIDTH_JOINER]
    return any(category(first) in ("So", "Sk") or first == AS_PICTURE for first in before)


def _joins(name: str, place: int) -> bool:
    """Whether a joiner is where a script needs one: rules A1, A2 and B of UAX #31."""
    import idna  # noqa: PLC0415 - loaded only where needed

    try:
        return idna.core.valid_contextj(name, place)
    except (ValueError, idna.IDNAError):
        return False


def _refuse(name: str, wrong: dict[str, bool]) -> None:
    """Raises `IllegalMove` with the first reason that holds."""
    for why, holds in wrong.items():
        if holds:
            # Translators: the reason is one of the messages above, such as "the name begins with a space".
            raise IllegalMove(tr("Nobody can be called {name}: {why}.", name=quoted(name), why=why))


# --- Unicode -----------------------------------------------------------------------------------------------


ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER = "\u200c", "\u200d"
JOINERS = frozenset((ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER))
UNSEEN = JOINERS | frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Invisible characters: joiners, fillers, blanks, variation selectors."""
WRITTEN_TOGETHER = (
    frozenset(("Latin", "Han", "Hiragana", "Katakana")),
    frozenset(("Latin", "Han", "Bopomofo")),
    frozenset(("Latin", "Han", "Hangul")),
)
"""Scripts that one word may mix: the restriction level "highly restrictive" of UTS #39."""
ACCENTS = 200
"""The lowest combining class of marks above and below letters."""
KEPT = 1024
"""Size of the cache of skeletons."""


class _Data(msgspec.Struct):
    """The data file: ranges of characters by script, and look-alike characters by prototype."""

    scripts: dict[str, str]
    look_alikes: dict[str, str]


def as_seen(text: str) -> str:
    """A text without differences of width and case."""
    return "".join(letter for letter in normalize("NFKC", text) if letter not in UNSEEN).strip().casefold()


def skeleton(text: str) -> str:
    """The skeleton of UTS #39: equal exactly for texts that look alike. Not for display."""
    visible = (letter for letter in normalize("NFD", text) if letter not in UNSEEN)
    return normalize("NFD", "".join(_prototypes().get(letter, letter) for letter in visible))


def look_alike(one: str, other: str) -> bool:
    """Whether two texts look alike, in upper or lower case."""
    return any(mine == theirs for mine, theirs in zip(_looks(one), _looks(other), strict=True))


def resembles(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Tests whether a text, also without accents, spaces and marks, looks like a pattern; * is any text."""
    patterns = [*patterns]
    bare = ["*".join(map(_bare, pattern.split("*"))) for pattern in patterns]
    whole, letters = _resembles(patterns), _resembles(one for one in bare if one.strip("*"))
    return lambda text: whole(text) or letters(_bare(text))


def _bare(text: str) -> str:
    """A text without spaces, punctuation and accents; vowel signs and marks of Japanese letters stay."""
    return "".join(
        letter
        for letter in normalize("NFKD", text)
        if not (combining(letter) >= ACCENTS or category(letter) == "Me" or category(letter)[0] in "ZP")
    )


def _resembles(patterns: Iterable[str]) -> Callable[[str], bool]:
    looks = [
        re.compile("|".join(map(_wild, same)), re.DOTALL) for same in zip(*map(_looks, patterns), strict=True)
    ]
    return lambda text: any(same.fullmatch(look) for same, look in zip(looks, _looks(text), strict=False))


def _wild(pattern: str) -> str:
    """A regular expression for a pattern, without backtracking over several stars."""
    first, *others = map(re.escape, pattern.split("*"))
    middle = "".join(f"(?>.*?{part})" for part in others[:-1])
    return f"{first}{middle}.*{others[-1]}" if others else first


@lru_cache(maxsize=KEPT)
def _looks(text: str) -> tuple[str, str, str]:
    """Skeletons with and without case: I looks like l only as a capital, and 0 like o only in lower case."""
    stands = skeleton(normalize("NFKC", text).strip())
    return stands, skeleton(as_seen(text)), skeleton(stands.casefold())


def mixed_scripts(text: str) -> tuple[str, ...]:
    """The scripts of a text if no orthography mixes them, else empty."""
    scripts = {script for letter in text if letter not in UNSEEN and (script := _script(letter))}
    fits = len(scripts) <= 1 or any(scripts <= together for together in WRITTEN_TOGETHER)
    return () if fits else tuple(sorted(script.replace("_", " ") for script in scripts))


def most_marks(text: str) -> int:
    """The most nonspacing marks on one letter."""
    marks = groupby(normalize("NFD", text), key=lambda letter: category(letter) in ("Mn", "Me"))
    return max((len(list(some)) for are_marks, some in marks if are_marks), default=0)


def _script(letter: str) -> str:
    """The script of a character, or "" for characters of several scripts."""
    if letter.isascii():
        return "Latin" if letter.isalpha() else ""
    place = bisect(_scripts(), ord(letter), key=itemgetter(0)) - 1
    _, last, script = _scripts()[place] if place >= 0 else (0, -1, "")
    return script if ord(letter) <= last else ""


@cache
def _data() -> _Data:
    return msgspec.json.decode(files(__package__).joinpath("unicode.json").read_bytes(), type=_Data)


@cache
def _prototypes() -> dict[str, str]:
    return {letter: prototype for prototype, letters in _data().look_alikes.items() for letter in letters}


@cache
def _scripts() -> list[tuple[int, int, str]]:
    """The first and last character of each range in order, with its script."""
    return sorted(
        (int(first, 16), int(last, 16), script)
        for script, spans in _data().scripts.items()
        for first, last in (span.split("-") for span in spans.split())
    )
