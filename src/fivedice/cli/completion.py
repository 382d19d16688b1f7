"""`fivedice completion`: prints the completion script of a shell."""

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class, shell_complete

from fivedice.cli.shared import arguments, console
from fivedice.cli.shared.arguments import COMPLETION
from fivedice.runtime.options import Options, argument

PROGRAM = "fivedice"
SHELLS = ("bash", "zsh", "fish")


class CompletionOptions(Options):
    """Print the script that lets your shell complete fivedice commands.

    \b
    Examples:
      eval "$(fivedice completion bash)"      # in ~/.bashrc
      eval "$(fivedice completion zsh)"       # in ~/.zshrc
      fivedice completion fish | source       # in ~/.config/fish/config.fish
    """

    shell: str = argument(
        "",
        f"The shell: {', '.join(SHELLS)}; default: the one in the variable SHELL.",
        shell_complete=arguments.one_of(SHELLS),
    )


def completion(options: CompletionOptions) -> None:
    """Prints the script for the named shell, or the user's."""
    shell = options.shell or Path(os.environ.get("SHELL", "")).name
    script = get_completion_class(shell) if shell in SHELLS else None
    if script is None:
        console.fail(
            f"There is no completion for {shell or 'this shell'}; supported shells: {', '.join(SHELLS)}."
        )
    console.say(script(click.get_current_context().command, {}, PROGRAM, COMPLETION).source().rstrip())


def answer(every: click.Group) -> int:
    """Answers a shell's request for completions; returns the exit code."""
    return shell_complete(every, {}, PROGRAM, COMPLETION, os.environ[COMPLETION])
