"""Numbers in the form of a language, and its plurals (Unicode CLDR 45)."""

MARKS = {
    "de": (",", "."),
    "fr": (",", "\N{NARROW NO-BREAK SPACE}"),
    "es": (",", "."),
    "sv": (",", "\N{NO-BREAK SPACE}"),
}
"""The decimal mark and the mark between thousands, where they differ from English."""
FEWEST_GROUPED = {"es": 10_000}
"""The smallest number whose thousands are set apart, if it is not 1,000."""
MINUS = {"sv": "\N{MINUS SIGN}"}
"""The minus sign, where it is not a hyphen."""


def number(value: float, digits: int, language: str, sign: bool = False) -> str:
    """A number with so many decimals, and with its sign if asked; equal to `Intl.NumberFormat`."""
    if type(value) is int and not (digits or sign) and 0 <= value < 1_000:
        return str(value)
    mark, thousands = MARKS.get(language, (".", ","))
    grouped = abs(value) >= FEWEST_GROUPED.get(language, 1_000)
    plain = f"{value:{'+' if sign else ''}{',' if grouped else ''}.{digits}f}"
    return plain.translate({ord(","): thousands, ord("."): mark, ord("-"): MINUS.get(language, "-")})


def plural(value: float, language: str) -> str:
    """The plural category of a number. Other languages than these count like English."""
    if language in ("ja", "zh"):
        return "other"
    if language == "fr":
        return "one" if abs(value) < 2 else "other"
    return "one" if value == 1 and isinstance(value, int) else "other"
