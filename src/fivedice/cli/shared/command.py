"""Commands made of their options, and their help in the language that is spoken."""

import inspect
import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any

import click

from fivedice.language import mark, tr
from fivedice.language.lines import cells, wrapped
from fivedice.runtime.options import Options, parameters
from fivedice.runtime.program import NAME, program

HELP_NAMES = {"help_option_names": ["-h", "--help"]}
HEADINGS = {"Options": mark("Options:"), "Positional arguments": mark("Arguments:")}
HEADINGS |= {"Examples": mark("Examples:"), "Commands": mark("Commands:")}
"""What click calls the parts of a help."""
CLICKS = (mark("Show this message and exit."), mark("Show the version and exit."))
"""Click's own sentences in a help."""
PLACEHOLDER = re.compile("[A-Z]{2,}")
TYPED = "placeholder for what you type"
"""The context of placeholders, such as FILE."""
CALLED = re.compile(rf"(?<![\w/]){NAME}(?= [a-z])")


def placeholders(text: str) -> str:
    """The text with its placeholders in the language."""
    return PLACEHOLDER.sub(lambda word: tr(word[0], TYPED), text)


def callable_here(text: str) -> str:
    """The text with the program named as it can be typed here."""
    return CALLED.sub(lambda _: program(), text)


def split(text: str | None) -> tuple[list[str], list[str]]:
    """The paragraphs of a help, each on one line, and the lines of its examples."""
    told, _, examples = inspect.cleandoc(text or "").partition("\b\nExamples:\n")
    return [" ".join(one.split()) for one in told.strip().split("\n\n")], examples.splitlines()


class HelpFormatter(click.HelpFormatter):
    """Click's formatter, in the language that is spoken, which wraps by the width of letters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Writes the usage with its placeholders."""
        super().write_usage(prog, placeholders(args), prefix or tr("Usage: "))

    def write_heading(self, heading: str) -> None:
        """Writes the heading of a part."""
        self.write(f"{tr(HEADINGS[heading])}\n")

    def write_text(self, text: str) -> None:
        """Writes a paragraph."""
        indent = " " * self.current_indent
        self.write("\n".join(wrapped(indent + text, indent, self.width)) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Writes terms, such as options, beside what they mean."""
        terms = [(placeholders(term), tr(text)) for term, text in rows]
        column = min(max(cells(term) for term, _ in terms), col_max) + col_spacing + self.current_indent
        for term, text in terms:
            start = " " * self.current_indent + term
            gap = column - cells(start)
            start += " " * gap if gap >= col_spacing else "\n" + " " * column
            self.write(start + f"\n{' ' * column}".join(wrapped(text, "", self.width - column)) + "\n")


class Context(click.Context):
    """Click's context, with our formatter."""

    formatter_class = HelpFormatter


class LocalizedCommand(click.Command):
    """A command with its help in the language that is spoken."""

    context_class = Context

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002 - as click calls it
        """The first paragraph of the help, which is one sentence."""
        return tr(split(self.help)[0][0])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Writes the paragraphs and the examples."""
        told, examples = split(self.help)
        for paragraph in told:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(callable_here(tr(paragraph)))
        if examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"{callable_here(line)}\n" for line in examples))


class OptionsCommand(LocalizedCommand):
    """A command that loads its module of `cli` when it runs, and calls the function with its name there."""

    def __init__(self, name: str, options: type[Options], module: str) -> None:
        def run(**values: Any) -> None:
            typed = options(**values)
            typed.need()
            getattr(import_module(f"fivedice.cli.{module}"), name.replace("-", "_"))(typed)

        settings = {**HELP_NAMES, "auto_envvar_prefix": options.environment or None}
        self.options = options
        super().__init__(name, settings, run, parameters(options), options.__doc__)


class CommandGroup(LocalizedCommand, click.Group):
    """All commands, for the help."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click calls it
        """Lists commands in the order in which they are given, not alphabetically."""
        return [*self.commands]
