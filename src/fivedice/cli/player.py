"""`fivedice player`: your name and colour in this terminal, and the servers that know you."""

import re
from contextlib import suppress

from fivedice.cli.options.play import PlayerOptions
from fivedice.cli.shared import console, output
from fivedice.core.rules import IllegalMove
from fivedice.language import comma, mark, tr
from fivedice.names import check_new_name
from fivedice.runtime import identity, server_client
from fivedice.runtime.identity import COLOURS, Identity

PASS = "#pass="
ASKED = mark("Your twelve words, or the link from another device (not shown):")
TWELVE = 12
WORD = re.compile(r"[^\W\d_]+")


def player(options: PlayerOptions) -> None:
    """Changes your identity, connects it, and prints it."""
    known = identity.load()
    if options.name is not None:
        check_new_name(options.name)
        known.name = options.name
    if options.colour is not None:
        if options.colour not in COLOURS:
            raise IllegalMove(tr("A colour is one of: {colours}.", colours=comma(COLOURS)))
        known.colour = options.colour
    if options.name is not None or options.colour is not None:
        known.save()
    if options.connect:
        _connect(known, server_client.address(options.connect))
    if options.disconnect:
        _disconnect(known, server_client.address(options.disconnect))
    if options.as_json:
        fields = {"name": known.name, "colour": known.colour, "servers": [*known.servers]}
        console.say(output.json_text("player", fields))
        return
    name = known.name or tr("You have no name yet")
    console.tell(tr("{sentence}.", sentence=comma(filter(None, [name, known.colour]))))
    for server in known.servers:
        console.tell(tr("Connected to {server}.", server=server))


def _connect(known: Identity, server: str) -> None:
    answer = _ask_identity()
    path, body = "player/restore", {"words": answer}
    if _is_link(answer):
        path, body = "player/move", {"pass": answer.rpartition(PASS)[2].strip()}
    profile = server_client.ask(known, server, path, body)
    if not known.name:
        known.name, known.colour = profile["name"], profile["colour"]
        known.save()


def _ask_identity() -> str:
    """Twelve words on one line or several, or a link. An empty line ends them."""
    with console.unseen() as hidden:
        answer = console.ask(f"{tr(ASKED)} ", hidden)
        with suppress(EOFError):
            while answer and not _is_link(answer) and (count := len(WORD.findall(answer))) < TWELVE:
                prompt = f"{tr('Word {number}:', number=count + 1)} "
                if not (line := console.ask(prompt if hidden else f"\n{prompt}", hidden)):
                    break
                answer += f"\n{line}"
    return answer


def _is_link(text: str) -> bool:
    return PASS in text or "://" in text


def _disconnect(known: Identity, server: str) -> None:
    if server not in known.servers:
        console.fail(tr("This terminal is not connected to {server}.", server=server))
    profile = server_client.ask(known, server, "player")
    if profile:
        server_client.ask(known, server, "player/out", {"player": profile["id"]})
    if known.servers.pop(server, None):
        known.save()
