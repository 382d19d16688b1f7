"""A whole match over the network in 40 lines: python examples/bot.py http://localhost:8000 traditional"""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(url: str, body: dict[str, Any]) -> Any:
    """The JSON answer to a POST request."""
    with urlopen(Request(url, json.dumps(body).encode(), {"content-type": "application/json"})) as answer:
        return json.load(answer)


def move(picture: dict[str, Any], you: dict[str, Any]) -> dict[str, Any] | None:
    """The next message: keeps the most frequent face, and uses the dice where they pay most."""
    if you["asked"] == "keep":
        hand = picture["turn"]["hands"][str(you["seat"])]
        return {"type": "keep", "dice": max((face * hand.count(face) for face in hand), key=len)}
    if you["asked"] == "use":
        return {"type": "use", "use": max(you["uses"], key=lambda use: use["pays"])["name"]}
    return {"throw": {"type": "throw"}, "choose": {"type": "choose", "option": "stay"}}.get(you["asked"])


def main(server: str, game: str) -> None:
    """Opens a table against the greedy bot and plays the match to its end."""
    seat = post(f"{server}/api/tables", {"game": game, "chairs": ["", "greedy"], "name": "Forty lines"})
    with connect(f"{server.replace('http', 'ws', 1)}/ws/{seat['code']}") as socket:
        socket.send(json.dumps({"type": "hello", "token": seat["token"]}))
        for message in map(json.loads, socket):
            print(*message.get("told", [message.get("sentence", "")]), sep="\n")
            if "picture" in message and message["picture"]["stage"] == "over":
                return
            if "picture" in message and (chosen := move(message["picture"], message["you"])):
                socket.send(json.dumps({**chosen, "after": message["picture"]["number"]}))


main(*sys.argv[1:]) if len(sys.argv) == 3 else sys.exit(__doc__)
