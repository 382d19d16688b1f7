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


def player(given: PlayerOptions) -> None:
    """Changes your identity, connects it, and prints it."""
    known = identity.load()
    if given.name is not None:
        check_new_name(given.name)
        known.name = given.name
    if given.colour is not None:
        if given.colour not in COLOURS:
            raise IllegalMove(tr("A colour is one of: {colours}.", colours=", ".join(COLOURS)))
        known.colour = given.colour
    if given.name is not None or given.colour is not None:
        known.save()
    if given.connect:
        _connect(known, server_client.address(given.connect))
    if given.disconnect:
        _disconnect(known, server_client.address(given.disconnect))
    if given.as_json:
        fields = {"name": known.name, "colour": known.colour, "servers": [*known.servers]}
        console.say(output.json_text("player", fields))
        return
    name = known.name or tr("You have no name yet")
    console.tell(f"{comma(filter(None, [name, known.colour]))}.")
    for server in known.servers:
        console.tell(tr("Connected to {server}.", server=server))


def _connect(known: Identity, server: str) -> None:
    given = _given()
    path, body = "player/restore", {"words": given}
    if _is_link(given):
        path, body = "player/move", {"pass": given.rpartition(PASS)[2].strip()}
    found = server_client.ask(known, server, path, body)
    if not known.name:
        known.name, known.colour = found["name"], found["colour"]
        known.save()


def _given() -> str:
    """Twelve words on one line or several, or a link. An empty line ends them."""
    with console.unseen() as hidden:
        given = console.ask(f"{tr(ASKED)} ", hidden)
        with suppress(EOFError):
            while given and not _is_link(given) and (count := len(WORD.findall(given))) < TWELVE:
                prompt = f"{tr('Word {number}:', number=count + 1)} "
                if not (line := console.ask(prompt if hidden else f"\n{prompt}", hidden)):
                    break
                given += f"\n{line}"
    return given


def _is_link(text: str) -> bool:
    return PASS in text or "://" in text


def _disconnect(known: Identity, server: str) -> None:
    if server not in known.servers:
        console.fail(tr("This terminal is not connected to {server}.", server=server))
    found = server_client.ask(known, server, "player")
    if found:
        server_client.ask(known, server, "player/out", {"player": found["id"]})
    if known.servers.pop(server, None):
        known.save()
