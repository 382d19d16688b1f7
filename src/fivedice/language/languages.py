"""The languages. A new one needs its line here and its catalogues."""

from collections.abc import Mapping
from typing import NamedTuple

SOURCE = "en"
"""The language in which the code is written."""
MILLIONS = {"many": "e in 0 and i not in 0 and i mod 1000000 in 0 and v in 0 or e not in 0..5"}


class Language(NamedTuple):
    """A language by its own name, with its numbers and plurals (a test compares them with Unicode CLDR)."""

    name: str
    decimal_mark: str = "."
    thousands_mark: str = ","
    plurals: Mapping[str, str] = {"one": "i in 1 and v in 0"}  # by category; "other" is for the rest
    fewest_grouped: int = 1_000  # the smallest number whose thousands are set apart
    tag: str = ""  # what pages have as `lang`, if the language alone does not say the script
    card: str = ""  # the one that people know by its own name; it comes first


LANGUAGES = {
    SOURCE: Language("English"),
    "de": Language("Deutsch", ",", ".", card="kniffel"),
    "fr": Language("Français", ",", "\u202f", {"one": "i in 0..1", **MILLIONS}, card="yams"),
    "es": Language("Español", ",", ".", {"one": "n in 1", **MILLIONS}, 10_000),
    "sv": Language("Svenska", ",", "\u00a0", card="yatzy"),
    "nl": Language("Nederlands", ",", "."),
    "ja": Language("日本語", plurals={}, card="yacht-dice"),
    "zh": Language("简体中文", plurals={}, tag="zh-Hans", card="yacht-dice"),
}
