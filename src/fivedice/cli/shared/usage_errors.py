"""Sentences for wrong command lines and environment variables, in place of click's own."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click
from click.core import ParameterSource

from fivedice.core.rules import quoted

EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)
NO_COMMAND = re.compile(r"No such command '(.*)'\.", re.DOTALL)
NUMBERS = {"integer": "a whole number", "float": "a number", "boolean": "yes or no"}


def sentence(error: click.ClickException) -> str:
    """Explains the error in one sentence."""
    context: click.Context | None = getattr(error, "ctx", None)
    if isinstance(error, click.BadOptionUsage):
        return f"{error.option_name} {'takes no' if 'not take' in error.message else 'needs a'} value."
    own = context and (_of_parameter(error, context) or _of_words(error.message, context))
    return own or error.format_message()


def _of_parameter(error: click.ClickException, context: click.Context) -> str:
    match error:
        case click.MissingParameter(param=click.Parameter() as missing):
            return f"{_name(missing, context)} is missing; for example {_example(context)}."
        case click.BadParameter(param=click.Parameter() as wrong) if wanted := _wanted(wrong.type):
            typed = error.message.partition(" is not ")[0].strip("'")
            return f"{_name(wrong, context)} must be {wanted}, not {quoted(typed)}."
        case click.NoSuchOption():
            known = [name for each in context.command.params for name in (*each.opts, *each.secondary_opts)]
            return _unknown("option", error.option_name, known, context)
    return ""


def _of_words(message: str, context: click.Context) -> str:
    """The sentence for an unknown command or an extra word, for which click has no exception of its own."""
    path = context.command_path
    if extra := EXTRA.match(message):
        return f"{quoted(extra[1])} is more than {path} takes; see {path} --help."
    if unknown := NO_COMMAND.match(message):
        return _unknown("command", unknown[1], getattr(context.command, "commands", ()), context)
    return ""


def _example(context: click.Context) -> str:
    """The first example of a command's help, in quotes."""
    lines = (context.command.help or "").partition("Examples:")[2].split("\n")
    return f'"{next(filter(None, map(str.strip, lines)), context.command_path)}"'


def _unknown(what: str, typed: str, known: Iterable[str], context: click.Context) -> str:
    near = get_close_matches(typed, known, 1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"There is no {what} {quoted(typed)}{meant}; see {context.command_path} --help."


def _name(parameter: click.Parameter, context: click.Context) -> str:
    """The option, the argument, or the environment variable that the value came from."""
    if context.get_parameter_source(parameter.name or "") is ParameterSource.ENVIRONMENT:
        return str(parameter.envvar or f"{context.auto_envvar_prefix}_{parameter.name}".upper())
    is_option = isinstance(parameter, click.Option)
    return max(parameter.opts, key=len) if is_option else parameter.human_readable_name


def _wanted(kind: Any) -> str:
    """The values that a type accepts; empty if click's own sentence is best."""
    if isinstance(kind, click.Choice):
        *others, last = map(str, kind.choices)
        return f"{', '.join(others)} or {last}" if others else last
    number = NUMBERS.get(kind.name, "")
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    if low is None:
        return number
    if high is None:
        return f"{number} of at least {low}"
    return f"{number} above {low}, at most {high}" if kind.min_open else f"{number} from {low} to {high}"
