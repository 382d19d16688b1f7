"""Everyone at a table is told in their own language; nothing is made twice for clients of one language."""

from typing import Any

import msgspec
import pytest

from fivedice import language
from fivedice.language.languages import LANGUAGES
from fivedice.server.compute.catalog import offers
from fivedice.server.protection import middleware
from fivedice.server.storage import summary
from fivedice.server.tables.subscribers import Client, Subscribers
from fivedice.table.log import Closed, SeatLeft, SeatTaken
from fivedice.table.protocol.narrated import RecentEntries
from fivedice.table.state import opened
from fivedice.table.terms import Terms

SITS = "{name} sits down."
SHUT = "The host closed this table: {reason}"
CATALOGUES = {
    "de": {("", SITS): "{name} setzt sich.", ("", SHUT): "Geschlossen: {reason}"},
    "sv": {("", SITS): "{name} sätter sig."},
}


@pytest.fixture(autouse=True)
def _catalogues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "messages", lambda tag, _: CATALOGUES.get(tag, {}))


class Listening(Client):
    def __init__(self, language: str = "en") -> None:
        super().__init__(language)
        self.heard: list[str] = []

    def send_text(self, message: str) -> None:
        self.heard.append(message)

    def last(self) -> Any:
        return msgspec.json.decode(self.heard[-1])


def test_an_entry_is_told_in_the_language_of_each_client() -> None:
    clients = {tag: Listening(tag) for tag in ("de", "sv", "en")}
    table = opened(Terms("traditional", ("", "")))
    subscribers = Subscribers("ABC234", RecentEntries(table))
    for client in [*clients.values(), also := Listening("de")]:
        subscribers.clients.add(client)
    sits = table.after(SeatTaken(0, "Eva", "digest of Eva"))
    subscribers.tell(SeatTaken(0, "Eva", "digest of Eva"), table, sits, None)
    told = {tag: client.last()["told"][0] for tag, client in clients.items()}
    assert told == {"de": "Eva setzt sich.", "sv": "Eva sätter sig.", "en": "Eva sits down."}
    assert also.heard[-1] is clients["de"].heard[-1]


def test_who_comes_later_reads_earlier_lines_in_their_own_language() -> None:
    table = opened(Terms("traditional", ("", "")))
    subscribers = Subscribers("ABC234", RecentEntries(table))
    entry = SeatTaken(0, "Eva", "digest of Eva")
    subscribers.tell(entry, table, after := table.after(entry), None)
    subscribers.tell(SeatLeft(0), after, after.after(SeatLeft(0)), None)
    subscribers.tell_costs(1, lambda: (language.tr(SITS, name="Cost"),))
    late = Listening("de")
    subscribers.clients.add(late)
    subscribers.show(late, after, None)
    assert [line["told"][0] for line in late.last()["log"][:2]] == ["Eva setzt sich.", "Cost setzt sich."]


def test_a_stored_summary_has_no_language_and_is_told_in_that_of_its_reader() -> None:
    table = opened(Terms("traditional", ("", ""))).after(Closed("Bye."))
    with language.speaking("de"):
        kept = summary.read("ABC234", summary.text(summary.of(table, "ABC234")))
        assert summary.worded(kept.fields)["closed_told"] == "Geschlossen: Bye."
    assert "Geschlossen" not in str(kept.fields)
    assert summary.worded(kept.fields)["closed_told"] == "The host closed this table: Bye."
    old = {key: value for key, value in kept.fields.items() if key != "because"}
    assert summary.worded({**old, "closed_told": "Zu."})["closed_told"] == "Zu."


@pytest.mark.parametrize(
    ("cookie", "preferred", "spoken"),
    [
        ("", "sv, de", "sv"),
        ("player=x; language=de", "sv", "de"),
        ("language=tlh", "sv", "sv"),
        ("", "", "en"),
    ],
)
def test_the_language_chosen_on_a_page_precedes_those_of_the_browser(
    cookie: str, preferred: str, spoken: str
) -> None:
    headers = [(b"cookie", cookie.encode()), (b"accept-language", preferred.encode())]
    assert middleware._language({"type": "http", "headers": headers}) == spoken


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_language_brings_its_own_card_first(tag: str) -> None:
    """Such as Kniffel before the games of the five sheets; elsewhere traditional is first."""
    with language.speaking(tag):
        first = offers(60.0)["games"][0]
    assert (first["name"], first["more"]) == (LANGUAGES[tag].card or "traditional", False)
