"""Numbers in the form of a language, and its plurals (Unicode CLDR)."""

import re
from functools import lru_cache

MARKS = {
    "de": (",", "."),
    "nl": (",", "."),
    "fr": (",", "\N{NARROW NO-BREAK SPACE}"),
    "es": (",", "."),
    "sv": (",", "\N{NO-BREAK SPACE}"),
}
"""The decimal mark and the mark between thousands, where they differ from English."""
FEWEST_GROUPED = {"es": 10_000}
"""The smallest number whose thousands are set apart, if it is not 1,000."""
MINUS = {"sv": "\N{MINUS SIGN}"}
"""The minus sign, where it is not a hyphen."""
MILLIONS = "e in 0 and i not in 0 and i mod 1000000 in 0 and v in 0 or e not in 0..5"
PLURALS: dict[str, dict[str, str]] = {
    "en": {"one": "i in 1 and v in 0"},
    "de": {"one": "i in 1 and v in 0"},
    "nl": {"one": "i in 1 and v in 0"},
    "fr": {"one": "i in 0..1", "many": MILLIONS},
    "es": {"one": "n in 1", "many": MILLIONS},
    "sv": {"one": "i in 1 and v in 0"},
    "ja": {},
    "zh": {},
}
"""The rule of each plural category; "other" is for the rest. A test compares them with CLDR."""
RELATION = re.compile(r"(\w)(?: mod (\d+))?( not)? in (\S+)")
"""One of the conditions of a rule, such as "i mod 10 in 2..4"."""


def number(value: float, digits: int, language: str, sign: bool = False) -> str:
    """A number with so many decimals, and with its sign if asked; equal to `Intl.NumberFormat`."""
    if type(value) is int and not (digits or sign) and 0 <= value < 1_000:
        return str(value)
    mark, thousands = MARKS.get(language, (".", ","))
    grouped = abs(value) >= FEWEST_GROUPED.get(language, 1_000)
    plain = f"{value:{'+' if sign else ''}{',' if grouped else ''}.{digits}f}"
    return plain.translate({ord(","): thousands, ord("."): mark, ord("-"): MINUS.get(language, "-")})


@lru_cache(4096, typed=True)
def plural(value: float, language: str) -> str:
    """The plural category of a number, which is shown with one decimal unless it is an integer."""
    whole, _, decimals = (str(abs(value)) if isinstance(value, int) else f"{abs(value):.1f}").partition(".")
    digits = decimals.rstrip("0")
    operands = {"n": float(f"{whole}.{decimals}"), "i": int(whole), "v": len(decimals), "w": len(digits)}
    operands |= {"f": int(decimals or 0), "t": int(digits or 0), "e": 0, "c": 0}
    rules = PLURALS.get(language, {}).items()
    return next((category for category, rule in rules if _holds(rule, operands)), "other")


def _holds(rule: str, operands: dict[str, float]) -> bool:
    alternatives = (part.split(" and ") for part in rule.split(" or "))
    return any(all(_is_true(condition, operands) for condition in each) for each in alternatives)


def _is_true(condition: str, operands: dict[str, float]) -> bool:
    relation = RELATION.fullmatch(condition)
    assert relation
    name, modulus, negated, ranges = relation.groups()
    value = operands[name] % int(modulus) if modulus else operands[name]
    bounds = (each.partition("..") for each in ranges.split(","))
    inside = value == int(value) and any(int(low) <= value <= int(high or low) for low, _, high in bounds)
    return inside != bool(negated)
