"""What a list of my tables says of them: how long they wait yet and have waited, and who is at a rematch."""

from typing import Any

import httpx
import pytest

from fivedice.server.tables.clock import DAY
from tests.server import clients
from tests.server.clients import Message, opened, post, start
from tests.server.serving import Process


@pytest.fixture(scope="module")
def over(server: Process) -> list[Message]:
    """The seats of Ann and Ben, whose match has ended."""
    return clients.over(server.url, "Ann", "Ben")


def listed(server: Process, *seats: Message) -> list[dict[str, Any]]:
    """What the server says of these seats."""
    found: list[dict[str, Any]] = post(
        server.url, "mine", {"tokens": [[seat["code"], seat["token"]] for seat in seats]}
    )
    return found


def test_a_table_by_correspondence_says_how_long_it_waits_yet(server: Process) -> None:
    """In seconds, to all who sit there; of a table without days, or that waits for players, nothing."""
    ann, ben = opened(server.url, "junior", "Ann", "Ben", days=3)
    for seat in (ann, ben):
        assert 2.9 * DAY < listed(server, seat)[0]["left"] <= 3 * DAY
    others = opened(server.url, "junior", "Ann", "Ben")[0], opened(server.url, "junior", "Ann", free=1)[0]
    assert all("left" not in one for one in listed(server, *others))


def test_where_a_match_goes_on_the_list_says_how_long_ago_somebody_moved(
    server: Process, over: list[Message]
) -> None:
    """In seconds, with days and without; of a match that is over, or waits for players, nothing."""
    days, none = (
        opened(server.url, "junior", "Ann", "Ben", days=3),
        opened(server.url, "junior", "Ann", "Ben"),
    )
    told = [one["ago"] for one in listed(server, days[0], none[0])]
    assert all(0 <= ago < 60 for ago in told)
    assert listed(server, days[0])[0]["ago"] > told[0]
    others = over[0], opened(server.url, "junior", "Ann", free=1)[0]
    assert all("ago" not in one for one in listed(server, *others))


def test_who_asks_for_a_rematch_is_named_until_it_begins(server: Process, over: list[Message]) -> None:
    """To who is not there; who has come is told nothing, and nobody once the rematch is played."""
    ann, ben = over
    assert "at_rematch" not in listed(server, ann)[0]
    rematch = post(server.url, f"tables/{ben['code']}/again", {"token": ben["token"]})
    (told,) = listed(server, ann)
    assert (told["next"], told["at_rematch"]) == (rematch["code"], ["Ben"])
    assert all("at_rematch" not in one for one in listed(server, ben, rematch))
    post(server.url, f"tables/{rematch['code']}/chairs", {"name": "Ann"})
    assert listed(server, ann)[0]["at_rematch"] == []


def test_another_rematch_takes_the_place_of_one_that_began_without_me(server: Process) -> None:
    """Not for who waits or plays there: they are asked to the other."""
    ann, ben = clients.over(server.url, "Ann", "Ben")
    ask = [(f"tables/{seat['code']}/again", {"token": seat["token"]}) for seat in (ann, ben)]
    alone = post(server.url, *ask[0])
    assert httpx.post(f"{server.url}/api/{ask[0][0]}", json=ask[0][1]).status_code == 409
    start(server.url, alone)
    assert httpx.post(f"{server.url}/api/{ask[0][0]}", json=ask[0][1]).status_code == 409
    other = post(server.url, *ask[1])
    (told,) = listed(server, ann)
    assert (told["next"], told["at_rematch"]) == (other["code"], ["Ben"])
