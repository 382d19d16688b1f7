"""Sentences for wrong command lines and environment variables, in place of click's own."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click
from click.core import ParameterSource

from fivedice.cli.shared.command import callable_here, placeholders, split
from fivedice.core.rules import quoted
from fivedice.language import mark, one_of, tr

EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)
NO_COMMAND = re.compile(r"No such command '(.*)'\.", re.DOTALL)
WANTED = {
    "integer": mark("{name} must be a whole number, not {typed}."),
    "integer of at least": mark("{name} must be a whole number of at least {low}, not {typed}."),
    "integer in": mark("{name} must be a whole number from {low} to {high}, not {typed}."),
    "float above": mark("{name} must be a number above {low}, at most {high}, not {typed}."),
    "float in": mark("{name} must be a number from {low} to {high}, not {typed}."),
    "boolean": mark("{name} must be yes or no, not {typed}."),
}
"""The sentence for each type of values, if click's own is not best."""

UNKNOWN = {
    "command": (
        mark("There is no command {typed}; see {command} --help."),
        mark("There is no command {typed} (did you mean {near}?); see {command} --help."),
    ),
    "option": (
        mark("There is no option {typed}; see {command} --help."),
        mark("There is no option {typed} (did you mean {near}?); see {command} --help."),
    ),
}
"""The sentences without and with a word that was probably meant."""


def sentence(error: click.ClickException) -> str:
    """Explains the error in one sentence."""
    context: click.Context | None = getattr(error, "ctx", None)
    if isinstance(error, click.BadOptionUsage):
        wrong = (
            mark("{name} takes no value.") if "not take" in error.message else mark("{name} needs a value.")
        )
        return tr(wrong, name=error.option_name)
    own = context and (_of_parameter(error, context) or _of_words(error.message, context))
    return own or error.format_message()


def _of_parameter(error: click.ClickException, context: click.Context) -> str:
    match error:
        case click.MissingParameter(param=click.Parameter() as missing):
            lacks = mark('{name} is missing; for example "{command}".')
            return tr(lacks, name=_name(missing, context), command=_example(context))
        case click.BadParameter(param=click.Parameter() as wrong):
            typed = quoted(error.message.partition(" is not ")[0].strip("'"))
            return _wanted(wrong.type, name=_name(wrong, context), typed=typed)
        case click.NoSuchOption():
            return _unknown("option", error.option_name, error.possibilities or (), context)
    return ""


def _of_words(message: str, context: click.Context) -> str:
    """The sentence for an unknown command or an extra word, for which click has no exception of its own."""
    if extra := EXTRA.match(message):
        more = mark("{words} is more than {command} takes; see {command} --help.")
        return tr(more, words=quoted(extra[1]), command=context.command_path)
    if unknown := NO_COMMAND.match(message):
        return _unknown("command", unknown[1], getattr(context.command, "commands", ()), context)
    return ""


def _example(context: click.Context) -> str:
    """The first example of a command's help."""
    examples = split(context.command.help)[1]
    return callable_here(examples[0].strip()) if examples else context.command_path


def _unknown(what: str, typed: str, known: Iterable[str], context: click.Context) -> str:
    near = get_close_matches(typed, known, 1)
    return tr(
        UNKNOWN[what][bool(near)], typed=quoted(typed), near="".join(near), command=context.command_path
    )


def _name(parameter: click.Parameter, context: click.Context) -> str:
    """The option, the argument, or the environment variable that the value came from."""
    if context.get_parameter_source(parameter.name or "") is ParameterSource.ENVIRONMENT:
        return str(parameter.envvar or f"{context.auto_envvar_prefix}_{parameter.name}".upper())
    is_option = isinstance(parameter, click.Option)
    return max(parameter.opts, key=len) if is_option else placeholders(parameter.human_readable_name)


def _wanted(kind: Any, **values: str) -> str:
    """The values that a type accepts; empty if click's own sentence is best."""
    if isinstance(kind, click.Choice):
        wanted = one_of(map(str, kind.choices))
        return tr("{name} must be {wanted}, not {typed}.", wanted=wanted, **values)
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    form = kind.name
    if low is not None:
        form += " of at least" if high is None else " above" if kind.min_open else " in"
    return tr(WANTED[form], low=str(low), high=str(high), **values) if form in WANTED else ""
