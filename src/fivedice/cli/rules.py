"""`fivedice rules`: the rules of a game."""

import sys

from fivedice.cli.options.games import RulesOptions
from fivedice.cli.shared import console, open_game
from fivedice.core.faces import legend
from fivedice.games import GAMES
from fivedice.language import tr, with_label
from fivedice.language.lines import broken


def rules(options: RulesOptions) -> None:
    """Prints the rules of a game, or a line about each."""
    if not options.game:
        for name, one in GAMES.items():
            console.tell(with_label(name, one.line))
        return
    the_game = open_game.by_name(options.game)
    faces = "\n".join(f"* {line}" for line in legend(the_game.faces, the_game.wild))
    text = f"{the_game.rules.rstrip()}\n\n{tr('## The faces of its dice')}\n\n{faces}\n"
    if options.plain or not sys.stdout.isatty():
        console.say(text)
    else:
        from rich.console import Console  # noqa: PLC0415 - slow to load, and only needed here
        from rich.markdown import Markdown  # noqa: PLC0415

        Console().print(Markdown(broken(text, console.columns())))
