"""Ten tasks of visitors in a real browser, at desktop and phone size.

With `WAYFRAME_SCREENSHOTS` set to a folder, how each ends is kept there as a picture, to be looked at.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from browser import LONGEST

pytestmark = pytest.mark.long

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 850}, "reduced_motion": "reduce"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "reduced_motion": "reduce"},
}
ROUTE = "From Montreal to Tokyo or Berlin, between August 20 and September 10, two adults"


class Visitor:
    """Somebody with a browser who wants something."""

    def __init__(self, browser: Any, root: str, size: str) -> None:
        self.browser, self.root, self.size = browser, root, size
        self.page = browser.new_context(**SIZES[size]).new_page()
        self.page.set_default_timeout(LONGEST)
        self.page.goto(root)

    def say(self, *texts: str) -> None:
        """Say lines, each after the answer to the one before."""
        if self.page.locator(".views").count():
            self.look_at("Chat")
        for text in texts:
            turns = self.page.locator(".exchange").count()
            self.page.fill("#text", text)
            self.page.keyboard.press("Enter")
            self.page.locator(".exchange").nth(turns).wait_for()
            self.page.wait_for_load_state()  # the first answer comes as a page

    def look_at(self, view: str) -> None:
        """Go to the chat or the options; where there is room, both are in sight."""
        if self.size == "phone":
            self.page.get_by_role("link", name=view).first.click()

    def press(self, name: str, place: str = "body") -> None:
        """Press the last button of a name that can be seen."""
        self.page.locator(place).get_by_role("button", name=name).locator("visible=true").last.click()

    def answered(self, name: str) -> None:
        """Press a button that is a turn, wait for the answer: on a phone, it stands in the chat."""
        turns = self.page.locator(".exchange").count()
        self.press(name)
        self.page.locator(".exchange").nth(turns).wait_for()

    @property
    def trips(self) -> Any:
        self.look_at("Options")
        return self.page.get_by_role("region", name="My trips")

    @property
    def reply(self) -> Any:
        return self.page.locator(".exchange .wizard").last

    @property
    def understood(self) -> Any:
        return self.page.locator("#wishes .chips > li > button:not([popovertarget=add-wish])")

    def wishes(self) -> str:
        """What was understood in the end, wish by wish."""
        return " / ".join(self.understood.all_inner_texts())


@pytest.fixture(params=SIZES)
def visitor(request: pytest.FixtureRequest, browser: Any, root: str) -> Iterator[Visitor]:
    visitor = Visitor(browser, root, request.param)
    yield visitor
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not visitor.page.evaluate(wide)
    if folder := os.environ.get("WAYFRAME_SCREENSHOTS"):
        name = request.node.name.removeprefix("test_").partition("[")[0]
        visitor.page.screenshot(path=f"{folder}/{name}-{visitor.size}.png")
    visitor.page.context.close()


def test_a_group_of_seven_with_a_budget_for_all(visitor: Visitor) -> None:
    visitor.say("We are seven adults and want to fly from Montreal to Berlin in August, for 12,000 dollars in all")
    assert "for 7 adults" in visitor.wishes()
    assert "$12,000" in visitor.wishes()
    expect(visitor.page.locator(".offer .price").first).to_contain_text("for 7 adults")
    visitor.say("book the cheapest")
    expect(visitor.trips).to_contain_text("1 booked")
    expect(visitor.trips).to_contain_text("for 7 adults")


def test_four_places_weighed_against_each_other(visitor: Visitor) -> None:
    visitor.say("From Montreal in August for two adults, to Tokyo, Berlin, Rome or Paris")
    visitor.look_at("Options")
    offers = visitor.page.locator(".card.offered")
    expect(offers).to_have_count(4)
    for place in range(4):
        offers.nth(place).get_by_label("compare").check()
    table = visitor.page.get_by_role("table", name="Side by side")
    expect(table.get_by_role("columnheader")).to_have_count(4)
    expect(visitor.page.locator(".trade-off")).to_contain_text("cheapest")
    title = offers.nth(3).locator("h3").inner_text()
    offers.nth(3).get_by_role("button", name="Look at this").click()
    expect(visitor.page.locator(".card.active h3")).to_have_text(title)


def test_three_changes_of_mind(visitor: Visitor) -> None:
    visitor.say("From Montreal to Tokyo in August", "no, rather to Berlin", "hmm, to Rome then")
    visitor.say("actually make that September")
    assert "to Rome" in visitor.wishes()
    assert "September" in visitor.wishes()
    assert "Berlin" not in visitor.wishes()
    expect(visitor.page.locator(".offer h2").last).to_contain_text("Rome")


def test_a_misunderstanding_is_put_right_by_its_chip(visitor: Visitor) -> None:
    visitor.say(ROUTE)
    visitor.press("for 2 adults", "#wishes")
    menu = visitor.page.get_by_role("dialog", name="Change the travellers")
    menu.get_by_label("Children").fill("1")
    menu.get_by_role("button", name="Change").click()
    expect(visitor.understood.last).to_contain_text("2 adults and a child")
    expect(visitor.page.locator(".offer .price").last).to_contain_text("a child")


def test_when_is_it_cheapest(visitor: Visitor) -> None:
    visitor.say("When is it cheapest to fly from Montreal to Rome?")
    chart = visitor.page.get_by_role("img", name="Prices by the day of leaving")
    expect(chart).to_be_visible()
    cheapest = visitor.page.locator(".offer .price").first.inner_text().split()[0]
    assert cheapest in str(chart.get_attribute("aria-label"))
    visitor.say("book the cheapest")
    expect(visitor.trips).to_contain_text(cheapest)


def test_two_bookings_one_cancelled_and_one_moved(visitor: Visitor) -> None:
    visitor.say(ROUTE, "book the first one", "book the second one, too")
    expect(visitor.trips).to_contain_text("2 booked")
    visitor.trips.get_by_role("button", name="Cancel").first.click()
    visitor.answered("Yes, cancel it")
    expect(visitor.trips).to_contain_text("1 booked")
    visitor.trips.get_by_role("button", name="Change").click()
    menu = visitor.page.get_by_role("dialog", name="Change")
    menu.get_by_text("Travellers: ").click()
    menu.get_by_label("Adults").fill("3")
    menu.get_by_role("button", name="Change the travellers").click()
    visitor.answered("Yes")
    expect(visitor.trips).to_contain_text("for 3 adults")
    expect(visitor.trips).to_contain_text("1 cancelled")


def test_who_goes_to_the_board_before_the_answer_is_there_stays_on_it(visitor: Visitor) -> None:
    visitor.say(ROUTE)

    def late(route: Any) -> None:
        visitor.look_at("Options")
        route.continue_()

    visitor.page.route("**/say", late)
    visitor.page.fill("#text", "book the first one")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".exchange")).to_have_count(2)
    expect(visitor.page.get_by_role("region", name="My trips")).to_contain_text("1 booked")


def test_more_are_seen_and_one_of_them_is_taken(visitor: Visitor) -> None:
    visitor.say("From Montreal to Berlin in August for two adults")
    visitor.press("See more")
    expect(visitor.page.locator(".exchange")).to_have_count(2)
    chosen = visitor.page.locator("#turn-2 .offer").first
    name = chosen.locator("h2").inner_text()
    chosen.get_by_role("button", name="This one").click()
    expect(visitor.page.locator(".exchange")).to_have_count(3)
    visitor.say("book it")
    expect(visitor.trips.locator(".booking h3")).to_have_text(name)


def test_a_comparison_is_sent_to_somebody_who_then_follows_live(visitor: Visitor) -> None:
    visitor.say(ROUTE, "compare the first two")
    visitor.look_at("Options")
    visitor.press("Share this comparison")
    link = visitor.page.get_by_label("This link shows").input_value()
    friend = visitor.browser.new_context(**SIZES["phone"]).new_page()
    friend.goto(link)
    expect(friend.locator(".trade-off")).to_contain_text("cheaper")
    friend.goto(visitor.page.url)
    visitor.say("book the cheaper one")
    expect(friend.get_by_role("link", name="Options")).to_contain_text("1 booked")
    friend.context.close()


def test_the_plan_is_taken_along(visitor: Visitor) -> None:
    visitor.say(ROUTE, "book the cheapest")
    with visitor.page.expect_download() as download:
        visitor.press("Share", "nav")
        visitor.page.get_by_role("link", name="Bookings for a calendar").click()
    assert "BEGIN:VEVENT" in Path(download.value.path()).read_text("utf-8")


def test_somebody_comes_back_later(visitor: Visitor) -> None:
    visitor.say(ROUTE, "book the cheapest", "thanks, bye")
    visitor.page.goto(visitor.root)
    visitor.page.get_by_role("link", name="From Montreal to Tokyo").click()
    visitor.say("what have I booked?")
    expect(visitor.reply).to_contain_text("$")
    visitor.look_at("Chat")
    visitor.press("Undo")
    expect(visitor.page.locator(".exchange")).to_have_count(3)
