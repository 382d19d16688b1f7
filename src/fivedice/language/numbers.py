"""Numbers in the form of a language, and its plurals (Unicode CLDR)."""

import re
from functools import lru_cache

from fivedice.language.languages import LANGUAGES

RELATION = re.compile(r"(\w)(?: mod (\d+))?( not)? in (\S+)")
"""One of the conditions of a rule, such as "i mod 10 in 2..4"."""


def number(value: float, digits: int, language: str, sign: bool = False) -> str:
    """A number with so many decimals, with its sign if asked; as `Intl.NumberFormat`, with "−" for "-"."""
    if type(value) is int and not (digits or sign) and 0 <= value < 1_000:
        return str(value)
    form = LANGUAGES[language]
    plain = f"{value:{'+' if sign else ''}{',' if abs(value) >= form.fewest_grouped else ''}.{digits}f}"
    return plain.translate({ord(","): form.thousands_mark, ord("."): form.decimal_mark, ord("-"): "−"})


@lru_cache(4096, typed=True)
def plural(value: float, language: str) -> str:
    """The plural category of a number, which is shown with one decimal unless it is an integer."""
    whole, _, decimals = (str(abs(value)) if isinstance(value, int) else f"{abs(value):.1f}").partition(".")
    digits = decimals.rstrip("0")
    operands = {"n": float(f"{whole}.{decimals}"), "i": int(whole), "v": len(decimals), "w": len(digits)}
    operands |= {"f": int(decimals or 0), "t": int(digits or 0), "e": 0, "c": 0}
    rules = LANGUAGES[language].plurals.items()
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
