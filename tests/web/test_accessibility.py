"""The page in every state, looked at by axe-core: no finding, and nothing to press smaller than 24 pixels."""

from importlib.resources import files
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("playwright.sync_api")
pytest.importorskip("axe_playwright_python")

from browser import LONGEST

pytestmark = pytest.mark.long

WISH = "From Montreal to Tokyo or Berlin, between August 23 and September 10, two adults, for $6,000 or less"
LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 850}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"},
}
RULES = {"target-size": {"enabled": True}}
"""Rules that axe has switched off by default."""

SMALL = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".skip, .sr"))
    .map(each => [each, (each.closest("label") ?? each).getBoundingClientRect()])
    .filter(([each, box]) => box.width && (box.width < 23.9 || box.height < 23.9))
    .map(([each, box]) => `${each.outerHTML.slice(0, 60)}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""

BEHIND_A_BAR = """() => !document.querySelector(":popover-open")
  && [...document.querySelectorAll(".exchange button")].some(each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const seen = y => each.contains(document.elementFromPoint((left + right) / 2, y));
    return right > left && bottom > 0 && top < innerHeight && !(seen(top + 2) && seen(bottom - 2));
})"""
"""Whether a button is behind a bar, in part or wholly, where one would scroll on: what is seen of it is no target."""
SCROLLS = 40


class Inspection:
    """A page that is looked at state by state."""

    def __init__(self, page: Any) -> None:
        self.page, self.findings = page, dict[str, list[str]]()
        self._axe = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

    def look(self, state: str) -> None:
        """Note what axe finds, what is too small and what is cut off."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(self._axe)
        for _ in range(SCROLLS):
            if self.page.evaluate(BEHIND_A_BAR):
                self.page.evaluate("() => scrollBy(0, -20)")
        found = self.page.evaluate("rules => axe.run({ rules })", RULES)
        notes = [f"{each['id']}: {node['html'][:160]}" for each in found["violations"] for node in each["nodes"]]
        notes += self.page.evaluate(SMALL)
        if self.page.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            notes.append("wider than the screen")
        if notes:
            self.findings[state] = notes

    def look_at(self, view: str) -> None:
        """Go to the chat or the options; where there is room, both are in sight."""
        link = self.page.locator(".views").get_by_role("link", name=view)
        if link.is_visible():
            link.click()

    def say(self, text: str) -> None:
        """Say a line and wait for the answer."""
        self.look_at("Chat")
        turns = self.page.locator(".exchange").count()
        self.page.fill("#text", text)
        self.page.keyboard.press("Enter")
        self.page.locator(".exchange").nth(turns).wait_for()
        self.page.wait_for_load_state()  # the first answer comes as a page

    def menu(self, name: str, state: str) -> None:
        """Open a menu by its button, look at it, close it."""
        self.page.get_by_role("button", name=name).locator("visible=true").first.click()
        self.page.locator(":popover-open").wait_for()
        self.look(state)
        self.page.keyboard.press("Escape")


@pytest.mark.timeout(900)  # of one that looks at twenty states
@pytest.mark.parametrize("look", LOOKS)
def test_nothing_is_found_in_any_state(browser: Any, root: str, look: str) -> None:
    page = browser.new_context(reduced_motion="reduce", **LOOKS[look]).new_page()
    page.set_default_timeout(LONGEST)
    seen = Inspection(page)
    page.goto(root)
    seen.look("the first screen")
    seen.say(WISH)
    seen.look("offers")
    seen.look_at("Options")
    seen.look("the board and the map")
    seen.look_at("Chat")
    seen.menu("to Tokyo or Berlin", "the menu of places")
    seen.menu("for $6,000 or less", "the menu of an amount")
    seen.menu("leaving August 23", "the menu of a day")
    seen.menu("for 2 adults", "the menu of people")
    seen.menu("Share", "share")
    seen.menu("More", "more")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Help").click()
    page.locator("#help:popover-open").wait_for()
    seen.look("help")
    page.keyboard.press("Escape")
    page.locator("#more").wait_for(state="hidden")
    page.locator(".why > summary").last.click()
    page.get_by_text("As dialogue acts").last.click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # to the acts, with no button half behind a bar
    seen.look("why, and the acts")
    seen.say("when is it cheapest to go to Berlin?")
    size = page.viewport_size
    page.set_viewport_size({**size, "height": 9000})  # of so many rows, one is else always half behind a bar
    page.locator(".drawn summary").last.click()
    seen.look("prices over dates")
    page.locator(".drawn summary").last.click()
    page.set_viewport_size(size)
    seen.say("compare the first two")
    seen.look_at("Options")
    page.get_by_role("button", name="Share this comparison").click()
    page.locator("#link").wait_for()
    seen.look("a comparison and its link")
    link = page.locator("#link").input_value()
    seen.say("book the cheapest")
    seen.look("a booking")
    seen.look_at("Options")
    seen.look("my trips")
    seen.menu("Change", "the menu of a booking")
    seen.menu("Cancel", "the question before it is cancelled")
    seen.say("make it three adults")
    seen.look("a question with yes and no")
    seen.say("no")
    seen.say("cancel it")
    seen.say("not the first one")
    seen.say("From Montreal to Paris under $10")
    seen.look_at("Options")
    page.locator(".folded summary").click()
    page.locator("#bookings summary").click()
    seen.look("what is cancelled, ruled out and not found")
    seen.look_at("Chat")
    page.context.set_offline(True)
    page.fill("#text", "hello?")
    page.keyboard.press("Enter")
    page.get_by_role("alert").filter(has_text="get through").wait_for()
    seen.look("without a connection")
    page.context.set_offline(False)
    talk = page.url.partition("#")[0]
    for state, at in {
        "a replay": f"{talk}/replay?turn=3",
        "earlier turns": f"{talk}/earlier?before=3",
        "a shared comparison": link,
        "nothing there": f"{root}/c/nobody",
        "the first screen again": root,
    }.items():
        page.goto(at)
        seen.look(state)
    page.context.close()
    assert seen.findings == {}
