"""Options of a command as fields of a class: name, type, default and help in one place.

    class Solve(Options):
        game: str = argument(..., "The game: {names}.", values={"names": "yatzy, junior"})
        seats: int | None = option(None, "The number of seats; default: the fewest.")

`parameters` makes click's parameters of them, with their help in the language that is spoken.
"""

import math
from copy import copy
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from types import UnionType
from typing import Any, ClassVar, Literal, Union, dataclass_transform, get_args, get_origin

import click

from fivedice.language import comma, tr


class IntRange(click.IntRange):
    """Click's range, called an integer in error messages."""

    name = "integer"


class FloatRange(click.FloatRange):
    """A range of floating-point numbers; rejects NaN, which click accepts."""

    name = "float"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Converts the typed text to a number."""
        number = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is not a number.", param, ctx) if math.isnan(number) else number


def option(default: Any, line: str, *names: str, **settings: Any) -> Any:
    """Declares an option with its help, by default named like its field. `settings` are those of click, and
    the `values` of the help, which is a message.
    """
    return field(default=default, metadata={"class": click.Option, "names": names, "help": line} | settings)


def argument(default: Any, line: str, **settings: Any) -> Any:
    """Declares an argument with its help; without a default (`...`) it is required."""
    return field(default=default, metadata={"class": click.Argument, "help": line} | settings)


def several(line: str, *names: str, metavar: str) -> Any:
    """Declares an option that may be given several times, or once with words between commas."""
    line = f"{line}; may be given several times, or as a list with commas."
    return option((), line, *names, metavar=metavar, callback=_words)


def _words(_context: click.Context, _option: click.Parameter, typed: tuple[str, ...]) -> tuple[str, ...]:
    """All words. Without any, the input is returned unchanged, and the command refuses it."""
    words = (word.strip() for text in typed for word in text.split(","))
    return tuple(word for word in words if word) or typed


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Options:
    """Base class of options; makes each subclass a frozen dataclass. Several may share a declaration."""

    environment: ClassVar[str] = ""
    """How the variables begin that set the options; "" if the environment sets none."""

    def __init_subclass__(cls) -> None:
        """Copies shared declarations, because a dataclass keeps the name of a field in them."""
        for name in cls.__annotations__:
            if isinstance(declared := getattr(cls, name), Field):
                setattr(cls, name, copy(declared))
        dataclass(frozen=True)(cls)

    def need(self) -> None:
        """Raises `Lacking` if an extra is missing without which the command can do nothing."""


def parameters(options: type[Options]) -> list[click.Parameter]:
    """The arguments and options, in the order of their fields. A field without a help is neither."""
    more = {"show_envvar": True} if options.environment else {}
    return [_parameter(one, more) for one in fields(options) if one.metadata]


def _parameter(declared: "Field[Any]", more: dict[str, bool]) -> click.Parameter:
    settings = more | _settings(declared.type) | declared.metadata
    kind, names = settings.pop("class"), settings.pop("names", ())
    values = settings.pop("values", {}).items()
    said = {name: value if isinstance(value, str | int) else comma(value) for name, value in values}
    settings["help"] = tr(settings["help"], **said)
    if kind is click.Argument:
        settings["required"] = declared.default is ...
        if settings.pop("multiple", False):
            settings["nargs"] = -1
        elif not settings["required"]:
            settings["default"] = declared.default
        return click.Argument([declared.name], **settings)
    if declared.default not in (None, "", ()) and declared.type is not bool:
        usual = str(declared.default).removesuffix(".0")
        settings["help"] = tr("{help} Default: {value}.", help=settings["help"], value=usual)
    names = names or (f"--{declared.name.replace('_', '-')}",)
    return click.Option([*names, declared.name], default=declared.default, **settings)


def _settings(kind: Any) -> dict[str, Any]:
    """Click's settings for the type of a field."""
    if get_origin(kind) in (Union, UnionType):
        (kind,) = (one for one in get_args(kind) if one is not type(None))
        return {} if kind is bool else _settings(kind)
    if get_origin(kind) is Literal:
        return {"type": click.Choice(get_args(kind))}
    if get_origin(kind) is tuple:
        return {"multiple": True}
    if kind is Path:
        return {"type": click.Path(path_type=Path)}
    return {"is_flag": True} if kind is bool else {"type": kind}
