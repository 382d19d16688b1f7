"""A family with real dice in browsers: two people share a tablet, each of the others has a phone."""

import json
import re
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from fivedice.match import questions
from fivedice.match.events import Spend, Throw
from fivedice.match.match import EventMatch, begin
from fivedice.runtime.library import Library
from fivedice.table.terms import Detail
from tests.server import clients
from tests.server.browsing import MAIN, MEANT, PHONE, WIDE, Arrives, Look, Person
from tests.server.serving import Process
from tests.table.test_evening import in_full, messages

TABLET: Look = {**PHONE, "viewport": {"width": 820, "height": 1180}}
ANSWERS = {"move": "Move on", "stay": "Stay and raise", "nothing": "End the turn"}
POINTS = ".player .points, .plate .score"
ECHO = 500
"""Milliseconds after which a press is not taken for an echo of the one before."""
SETTINGS = {"taking": "now", "pace": "instant"}
LEADS = """() => document.querySelector('.cover .button')?.textContent.slice('I am '.length)
    ?? document.querySelector('.player:has(small) .name, .plate:has(.you, .your-turn) b')?.textContent"""
"""Whose table the page shows, or who is asked to take the device."""
TO_PRESS = """kept => {
    const left = [...kept]
    const take = (die, at = left.indexOf(die.dice)) => at >= 0 && left.splice(at, 1)
    const all = [...document.querySelectorAll('.tray button.hold')].map((die, slot) =>
        ({slot, dice: /: (.+?)( of |$)/.exec(die.ariaLabel)[1].toLowerCase(),
            aside: die.ariaPressed === 'true'}))
    const stay = all.filter(die => die.aside && take(die))
    const more = all.filter(die => !die.aside && take(die))
    return all.filter(die => more.includes(die) || (die.aside && !stay.includes(die))).map(({slot}) => slot)
}"""
"""The slots to press so that exactly these dice are set aside."""


class Evening:
    """The devices of a family at one table."""

    def __init__(self, server: Process, arrives: Arrives, thrown: EventMatch, detail: Detail) -> None:
        self.thrown, self.detail = thrown, detail
        self.names = [player.name for player in thrown.setup.players]
        game = thrown.setup.game.name
        first, second, *others = clients.opened(server.url, game, *self.names, dice="own", detail=detail)
        self.code = str(first["code"])
        tablet = arrives(server.url, TABLET)
        phones = [arrives(server.url, PHONE) for _ in others]
        self.at = [tablet, tablet, *phones]
        for person, seat, also in [
            (tablet, first, {"also": [second["token"]]}),
            *((phone, seat, {}) for phone, seat in zip(phones, others, strict=True)),
        ]:
            person.keeps("settings", SETTINGS)
            person.keeps("seats", [{**seat, "game": game, "when": 1, **also}])
            person.goes(f"/t/{self.code}")
            person.page.locator(".doing").wait_for()
        self.faces = [name.lower() for _, name in clients.get(server.url, f"tables/{self.code}")["faces"]]

    def enters(self, turns: int) -> EventMatch:
        """So many turns at this level, a shared one counted for each; the match then."""
        together: list[Step] = []
        now = start = begin(self.thrown.setup)
        for event in self.thrown.events:
            if isinstance(event, Throw) and now.state.turn and now.state.turn.step == 1:
                start = now
            for seat, kind, fields in messages(now, event, self.detail):
                step = Step(now, start, seat, kind, fields)
                if together and not step.joins(together):
                    self._made(together)
                together.append(step)
            now = now.step(event)
            turns -= isinstance(event, Spend)
            if not turns:
                break
        self._made(together)
        return now

    def _made(self, together: list["Step"]) -> None:
        """Steps of one shared turn are made in the order in which a device asks for them."""
        while together:
            shown = self._shown([self.names[one.seat] for one in together if one.seat < 2])
            step = next(step for step in together if shown in ("", self.names[step.seat]))
            together.remove(step)
            self._makes(self.at[step.seat], step)

    def _shown(self, names: list[str]) -> str:
        """Which of these the tablet asks; it may have to do something else first."""
        asks = f"names => names.find(name => name === ({LEADS})())"
        return str(self.at[0].page.wait_for_function(asks, arg=names).json_value()) if names else ""

    def _makes(self, person: Person, step: "Step") -> None:
        page, fields = person.page, step.fields
        cover = page.get_by_role("button", name=f"I am {self.names[step.seat]}", exact=True)
        if cover.is_visible():
            person.press(cover)
        match step.kind:
            case "throw" | "final":
                page.locator(".prompt", has_text=f"0 of {len(fields['dice'])}").wait_for()
                for die in fields["dice"]:
                    person.press(page.locator(".pad-key").nth(int(die) - 1))
                person.press("Enter")
            case "keep":
                expect(page.locator("button.hold[aria-disabled=false]")).to_have_count(5)
                for slot in page.evaluate(TO_PRESS, [self.faces[int(die) - 1] for die in fields["dice"]]):
                    person.press(page.locator("button.hold").nth(slot))
                page.wait_for_timeout(ECHO)
                person.press(page.locator(MAIN))
            case "score":
                box, cell, asks = step.scored()
                person.press(page.locator(f'[data-row="{box}"] .enters:visible'))
                person.press(page.locator(".pad-key").get_by_text(cell, exact=True))
                if asks:
                    person.press("Yes" if fields["five"] else "No")
            case _:
                name = str(fields.get("use") or fields["option"])
                expect(page.locator(".prompt")).not_to_contain_text("keep")  # it is heard
                if name.startswith("zero-"):
                    page.get_by_label("Cross out a box instead").check()
                words = ANSWERS.get(name)
                answer = page.locator(".board .answer", has_text=words)
                person.press(answer if words else page.locator(f'[data-use="{name}"]:visible'))
                if step.kind == "use" and not questions.used(step.now.state, Spend(step.seat, name)).pays:
                    page.wait_for_timeout(ECHO)
                    if page.locator(MEANT).is_visible():
                        person.press(page.locator(MEANT))


class Step(NamedTuple):
    """What a player enters, and the match then and at the start of the turn."""

    now: EventMatch
    start: EventMatch
    seat: int
    kind: str
    fields: clients.Message

    def joins(self, others: list["Step"]) -> bool:
        """Whether it may be made before these: decisions of a shared turn."""
        turn = self.now.state.turn
        is_shared = self.kind != "throw" and turn is not None and len(turn.hands) > 1
        return is_shared and all((one.kind, one.seat != self.seat) == (self.kind, True) for one in others)

    def scored(self) -> tuple[str, str, bool]:
        """The box and the cell of a score, and whether it is asked about five of a kind."""
        offers = questions.possible_scores(self.start.state, self.seat)
        wanted = self.fields["use"], self.fields["pays"]
        made = next(one for one in offers if (one.score.use, one.score.pays) == wanted)
        alike = [one for one in offers if (one.box, one.cell) == (made.box, made.cell)]
        return made.box, made.cell, len(alike) > 1


@pytest.mark.parametrize(
    ("game", "detail"), [("junior", "every"), ("showdown", "final"), ("challenge", "score")]
)
def test_a_family_of_three_plays_on_two_devices(
    game: str, detail: Detail, server: Process, arrives: Arrives, library: Library
) -> None:
    """Two rounds at each level, tap by tap: every device shows the points of what was thrown."""
    thrown = in_full(game, library, "Ann", "Ben", "Cy")
    evening = Evening(server, arrives, thrown, detail)
    now = evening.enters(turns=6)
    for person in evening.at:
        expect(person.page.locator(POINTS)).to_have_text(
            [re.compile(rf"^\s*{points}\b") for points in now.scores]
        )


MINE = ".player.on:has(small) .name"
"""The name of the player who has this device, when it is that player's turn."""


def test_two_play_on_one_device(server: Process, arrives: Arrives) -> None:
    """Ann and Ben share a tablet; Ben goes on at his own phone, and comes back."""
    tablet, phone = arrives(server.url, WIDE), arrives(server.url, PHONE)
    tablet.goes("/kitchen")
    tablet.page.get_by_label("Player 1", exact=True).fill("Ann")
    tablet.page.get_by_label("Player 2", exact=True).fill("Ben")
    tablet.page.get_by_label("Real dice").check()
    tablet.press("Start")
    tablet.press("Ben")  # starts, by mistake
    tablet.press("Take back")
    tablet.press("Ann")
    on = tablet.page.locator(MINE)

    def plays() -> None:
        tablet.press(tablet.page.locator(".pays.enters:visible").first)
        tablet.press(tablet.page.locator(".pad-key").nth(1))

    expect(on).to_have_text("Ann")
    plays()
    tablet.page.get_by_text("Ben’s turn: choose a box").wait_for()
    assert not tablet.page.get_by_text("Hand it to").count()
    expect(on).to_have_text("Ben")
    code = tablet.page.url[-6:]
    tablet.press("This table")
    tablet.press("Move Ben to another device")
    link = tablet.page.get_by_role("img", name="QR code of the link").get_attribute("data-text") or ""
    phone.goes(link)
    phone.page.locator(MINE, has_text="Ben").wait_for()
    tablet.press("Ben plays on another device now")
    tablet.page.locator(".player:has(small) .name", has_text="Ann").wait_for()
    phone.press("This table")
    phone.press("Continue on another device")
    link = phone.page.get_by_role("img", name="QR code of the link").get_attribute("data-text") or ""
    phone.closes()
    tablet.page.goto("/")
    tablet.page.goto(link)
    expect(on).to_have_text("Ben", timeout=15_000)  # before the connection is looked at
    plays()
    expect(on).to_have_text("Ann")
    tablet.page.reload()
    expect(on).to_have_text("Ann")
    kept = json.loads(tablet.page.evaluate("localStorage['fivedice.seats']"))
    assert [(seat["code"], len(seat["also"])) for seat in kept] == [(code, 1)]
