"""The page in a real browser, as somebody would use it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from serving import Nursery, free_port

pytestmark = pytest.mark.long

WISH = "From Montreal to Tokyo or Berlin, between August 23 and September 1"
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1360, "height": 850}},
    "phone": {"viewport": {"width": 390, "height": 800}, "has_touch": True, "color_scheme": "dark"},
}
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
EVERY_SIZE = pytest.mark.parametrize("visit", SIZES, indirect=True)
"""For what is a matter of where things stand; what the page does is the same everywhere."""


class Visit:
    """A visitor and what the browser handled of."""

    def __init__(self, browser: Any, root: str, **context: Any) -> None:
        self.page = browser.new_context(**context).new_page()
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(root)

    def say(self, text: str) -> None:
        """Type a line, press Enter, wait for the answer."""
        self.look_at("Chat")
        turns = self.page.locator(".exchange").count()
        self.page.fill("#text", text)
        self.page.keyboard.press("Enter")
        self.page.locator(".exchange").nth(turns).wait_for()
        self.page.wait_for_load_state()  # the first answer comes as a page

    def press(self, button: Any) -> None:
        """Press a button that is a turn, wait for the answer: on a phone, it stands in the chat."""
        turns = self.page.locator(".exchange").count()
        button.click()
        self.page.locator(".exchange").nth(turns).wait_for()

    def look_at(self, view: str) -> None:
        """Go to the chat or the options; where there is room, both are in sight."""
        link = self.page.locator(".views").get_by_role("link", name=view)
        if link.is_visible():
            link.click()

    def more(self, name: str) -> None:
        """Press something of the menu of what is rarely done."""
        self.page.get_by_role("button", name="More", exact=True).click()
        self.page.locator("#more").get_by_text(name).click()


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Any, root: str) -> Iterator[Visit]:
    visit = Visit(browser, root, **SIZES[getattr(request, "param", "desktop")])
    yield visit
    assert visit.complaints == []
    assert all(url.startswith((root, "data:")) for url in visit.asked)
    visit.page.context.close()


@EVERY_SIZE
def test_talk_compare_go_back_and_why(visit: Visit) -> None:
    page = visit.page
    visit.say(WISH)
    assert re.search(r"/c/[\w-]{22}$", page.url)
    expect(page.locator(".card")).to_have_count(1 + page.locator(".offer").count())
    expect(page.locator(".card[aria-current=true]")).to_have_count(1)
    offers = page.locator(".card.offered")
    visit.look_at("Options")
    offers.nth(0).get_by_label("compare").check()
    offers.nth(1).get_by_label("compare").check()
    table = page.get_by_role("table", name="Side by side")
    expect(table.get_by_role("columnheader")).to_have_count(2)
    expect(table.locator(".best").first).to_be_visible()
    name = offers.nth(1).locator("h3").inner_text()
    offers.nth(1).get_by_role("button", name="Look at this").click()
    expect(page.locator(".exchange")).to_have_count(2)
    expect(page.locator("#turn-2")).to_be_in_viewport()  # on a phone it leads back to the chat
    expect(page.locator(".card[aria-current=true] h3")).to_have_text(name)
    expect(page.locator(".user").last).to_contain_text("Let's take a look at")
    page.locator(".why > summary").last.click()
    page.get_by_text("As dialogue acts").last.click()
    expect(page.locator(".why code").last).to_be_visible()
    expect(page.locator(".why").last).to_contain_text("switch_frame(")


@EVERY_SIZE
def test_more_is_seen_where_not_all_that_fits_was_shown(visit: Visit) -> None:
    page = visit.page
    visit.say("From Montreal to Berlin")
    shown = page.locator("#turn-1 .offer h2").all_inner_texts()
    expect(page.locator("#turn-1")).to_contain_text("more fit")
    page.get_by_role("button", name="See more").click()
    expect(page.locator("#turn-2 .offer").first).to_be_visible()
    assert not set(shown) & set(page.locator("#turn-2 .offer h2").all_inner_texts())
    expect(page.locator("#turn-1").get_by_role("button", name="See more")).to_be_hidden()
    found = int(re.findall(r"\d+", page.locator("#turn-1 .quick .soft").text_content())[0])
    left = found - page.locator("#turn-2 .offer").count()
    assert page.locator("#turn-2 .quick").count() == (left > 0)


@EVERY_SIZE
def test_routes_are_drawn_on_a_map_and_prices_over_dates_where_one_asks_when_it_is_cheapest(visit: Visit) -> None:
    page = visit.page
    visit.say(WISH)
    visit.look_at("Options")
    expect(page.get_by_role("img", name="Map: ")).to_be_visible()
    expect(page.locator(".map .route")).to_have_count(page.locator(".offer").count())
    visit.say("when is it cheapest to go to Berlin?")
    expect(page.get_by_role("img", name="Prices by the day of leaving")).to_be_visible()
    page.get_by_text("All", exact=False).locator("visible=true").last.click()
    visit.press(page.locator(".drawn li button").last)
    expect(page.locator(".user").last).to_contain_text("Show me ")
    expect(page.locator(".wizard").last).to_contain_text("book")
    page.locator("#turn-2 rect.lowest").click()
    expect(page.locator(".exchange")).to_have_count(4)
    page.reload()
    expect(page.get_by_role("img", name="Prices by the day of leaving")).to_be_visible()
    assert any("/static/land.svg?v=" in url for url in visit.asked)


@EVERY_SIZE
def test_what_was_understood_is_changed_and_dropped_by_its_chips(visit: Visit) -> None:
    page = visit.page
    visit.say(f"{WISH}, for $6,000 or less")
    page.get_by_role("button", name="for $6,000 or less").click()
    menu = page.get_by_role("dialog", name="Change the price")
    menu.get_by_label("USD").fill("3000")
    menu.get_by_role("button", name="Change").click()
    expect(page.locator(".user").last).to_contain_text("For $3,000 or less.")
    expect(page.locator("#turn-1 .understood")).to_contain_text("for $6,000 or less")
    page.get_by_role("button", name="to Tokyo or Berlin").click()
    menu = page.get_by_role("dialog", name="Change the destination")
    menu.get_by_label("Tokyo").uncheck()
    menu.get_by_role("button", name="Change").click()
    expect(page.locator(".user").last).to_contain_text("To Berlin.")
    page.get_by_role("button", name="back by September 1").click()
    page.get_by_role("button", name="Drop this wish").locator("visible=true").click()
    expect(page.locator(".user").last).to_contain_text("Never mind the return.")
    expect(page.get_by_role("button", name="back by September 1")).to_have_count(0)
    page.reload()
    expect(page.locator("#turn-4 #wishes")).to_contain_text("for $3,000 or less")


@EVERY_SIZE
def test_a_wish_that_was_missed_is_added_by_hand(visit: Visit) -> None:
    visit.say(WISH)
    page = visit.page
    page.get_by_role("button", name="Add a wish").click()
    page.locator("#new-wish select").select_option("wifi")
    visit.press(page.locator("#new-wish-fields").get_by_role("button", name="Add"))
    expect(page.locator("#wishes .chip", has_text="with wifi")).to_have_count(1)
    assert "wifi" in page.locator("#turn-2 .user").inner_text()


def test_an_offer_says_for_whom_its_price_is_and_what_of_it_is_not_as_asked(visit: Visit) -> None:
    visit.say("From Montreal to Tokyo or Berlin, leaving August 22, three adults")
    page = visit.page
    for offer in page.locator("#turn-1 .offer").all():
        expect(offer.locator(".price")).to_contain_text("for 3 adults")
        expect(offer.locator(".missed")).to_contain_text(", not August 22")


@EVERY_SIZE
def test_a_booking_is_changed_and_cancelled_from_my_trips(visit: Visit) -> None:
    page = visit.page
    visit.say(f"{WISH}, two adults and a child")
    visit.say("book the cheapest")
    visit.look_at("Options")
    trips = page.get_by_role("region", name="My trips")
    expect(trips).to_contain_text("1 booked")
    expect(trips.locator(".booking")).to_contain_text(
        "from Montreal · August 28 to September 1 · for 2 adults and a child"
    )
    trips.get_by_role("button", name="Change").click()
    menu = page.get_by_role("dialog", name="Change")
    menu.get_by_text("Travellers: 2 adults and a child").click()
    menu.get_by_label("Adults").fill("3")
    visit.press(menu.get_by_role("button", name="Change the travellers"))
    visit.press(page.get_by_role("button", name="Yes").locator("visible=true"))
    visit.look_at("Options")
    expect(trips.locator(".booking")).to_contain_text("for 3 adults and a child")
    trips.get_by_role("button", name="Cancel").click()
    question = page.get_by_role("dialog", name="Cancel")
    expect(question).to_contain_text("from Montreal, August 28 to September 1, for 3 adults and a child, $")
    visit.press(question.get_by_role("button", name="Yes, cancel it"))
    visit.look_at("Options")
    expect(trips).to_contain_text("nothing booked now")
    expect(trips).to_contain_text("1 cancelled")


def test_what_a_menu_cannot_say_is_told_beside_its_field_and_what_was_typed_stays(visit: Visit) -> None:
    visit.say(f"{WISH}, for $6,000 or less")
    page = visit.page
    page.get_by_role("button", name="for $6,000 or less").click()
    menu = page.get_by_role("dialog", name="Change the price")
    menu.get_by_label("How").select_option("between")
    menu.get_by_label("USD").fill("900")
    menu.get_by_label("And").fill("500")
    menu.get_by_role("button", name="Change").click()
    expect(menu.get_by_role("alert")).to_have_text("500 comes before 900, so nothing lies between them.")
    expect(menu.get_by_label("USD")).to_be_focused()
    expect(menu.get_by_label("USD")).to_have_accessible_description(
        "500 comes before 900, so nothing lies between them."
    )
    expect(menu.get_by_label("And")).to_have_value("500")
    menu.get_by_label("And").fill("4000")
    visit.press(menu.get_by_role("button", name="Change"))
    expect(page.locator(".user").last).to_contain_text("$900")
    expect(menu).to_be_hidden()
    expect(page.locator("#problem")).to_have_text("")


@EVERY_SIZE
def test_a_menu_stays_open_while_there_is_no_connection(visit: Visit) -> None:
    visit.say(f"{WISH}, for $6,000 or less")
    page = visit.page
    page.get_by_role("button", name="for $6,000 or less").click()
    menu = page.get_by_role("dialog", name="Change the price")
    menu.get_by_label("USD").fill("4000")
    page.route("**/wish", lambda route: route.abort())
    menu.get_by_role("button", name="Change").click()
    expect(menu.get_by_role("alert")).to_contain_text("didn’t get through")
    page.unroute("**/wish")
    visit.press(menu.get_by_role("button", name="Change"))
    expect(page.locator(".user").last).to_contain_text("For $4,000 or less.")
    visit.complaints.clear()  # the browser reports the broken line


@EVERY_SIZE
def test_a_booking_that_cannot_be_changed_so_is_told_in_its_menu(visit: Visit) -> None:
    visit.say(WISH)
    visit.say("book the cheapest")
    visit.look_at("Options")
    visit.page.get_by_role("region", name="My trips").get_by_role("button", name="Change").click()
    menu = visit.page.get_by_role("dialog", name="Change")
    menu.get_by_text("Travellers: ").click()
    menu.get_by_label("Adults").fill("0")
    menu.get_by_role("button", name="Change the travellers").click()
    expect(menu.get_by_role("alert").locator("visible=true")).to_contain_text("at least one")
    expect(menu.get_by_label("Adults")).to_be_focused()


@EVERY_SIZE
def test_a_comparison_stays_while_one_talks_until_it_is_closed(visit: Visit) -> None:
    page = visit.page
    visit.say(WISH)
    visit.look_at("Options")
    for card in (0, 1):
        page.locator(".card.offered").nth(card).get_by_label("compare").check()
    table = page.get_by_role("table", name="Side by side")
    expect(table).to_be_visible()
    visit.say("how much is the first one?")
    if page.locator(".views").is_visible():
        page.get_by_role("link", name="Side by side").click()
    expect(table).to_be_visible()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    page.get_by_role("button", name="Close the comparison").click()
    expect(table).to_have_count(0)
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)


def test_a_comparison_is_seen_by_all_and_folds_where_one_books_or_looks_elsewhere(visit: Visit, browser: Any) -> None:
    visit.say(WISH)
    early = browser.new_context().new_page()
    early.goto(visit.page.url)
    visit.say("compare the first two")
    late = browser.new_context().new_page()
    late.goto(visit.page.url)
    pages = [visit.page, early, late]
    for page in pages:
        expect(page.get_by_role("table", name="Side by side")).to_be_visible()
    visit.say("how much is the first one?")
    expect(early.locator(".exchange")).to_have_count(3)
    expect(early.get_by_role("table", name="Side by side")).to_be_visible()
    visit.say("What about Paris?")
    for page in pages:
        expect(page.get_by_role("table", name="Side by side")).to_have_count(0)
    visit.say("compare the first two")
    expect(early.get_by_role("table", name="Side by side")).to_be_visible()
    visit.say("book the first one")
    for page in pages:
        expect(page.get_by_role("table", name="Side by side")).to_have_count(0)
        page.reload()
        expect(page.get_by_role("table", name="Side by side")).to_have_count(0)
    early.context.close()
    late.context.close()


def test_a_comparison_that_was_closed_stays_so(visit: Visit) -> None:
    visit.say(WISH)
    visit.say("compare the first two")
    visit.page.get_by_role("button", name="Close the comparison").click()
    visit.page.reload()
    expect(visit.page.locator(".exchange")).to_have_count(2)
    expect(visit.page.get_by_role("table", name="Side by side")).to_have_count(0)


def test_on_a_phone_the_wishes_stand_in_one_line(browser: Any, root: str) -> None:
    visit = Visit(browser, root, **SIZES["phone"])
    visit.say(f"{WISH}, two adults and a child, for $6,000 or less, with wifi")
    assert visit.page.locator("#wishes .chips").bounding_box()["height"] < 50
    assert not visit.page.evaluate(TOO_WIDE)
    last = visit.page.locator("#wishes .chip").last
    last.focus()
    expect(last).to_be_in_viewport(ratio=1)
    visit.page.context.close()


@EVERY_SIZE
def test_a_comparison_is_asked_for_in_words_and_shared_by_a_link_of_its_own(visit: Visit, browser: Any) -> None:
    page = visit.page
    visit.say(WISH)
    visit.say("compare the first two")
    visit.look_at("Options")
    comparison = page.locator("#comparison")
    expect(comparison.get_by_role("table", name="Side by side")).to_be_visible()
    expect(comparison.locator(".trade-off")).to_contain_text("cheaper")
    comparison.get_by_role("button", name="Share").click()
    link = page.get_by_label("This link shows").input_value()
    stranger = browser.new_context(viewport=page.viewport_size).new_page()
    stranger.goto(link)
    expect(stranger.get_by_role("table", name="Side by side")).to_be_visible()
    expect(stranger.locator(".trade-off")).to_contain_text("cheaper")
    assert page.url.rpartition("/")[2] not in stranger.content()
    assert not stranger.evaluate(TOO_WIDE)
    stranger.context.close()


def test_what_is_half_typed_stays_while_something_else_is_done(visit: Visit) -> None:
    visit.say(WISH)
    visit.page.fill("#text", "and how about")
    visit.page.locator(".card.offered").nth(1).get_by_label("compare").check()
    visit.page.locator(".card.offered").nth(0).get_by_label("compare").check()
    expect(visit.page.get_by_role("table")).to_be_visible()
    expect(visit.page.locator("#text")).to_have_value("and how about")


def test_taken_back_and_found_again_by_its_link(visit: Visit) -> None:
    visit.say(WISH)
    visit.say("and in business class?")
    visit.page.get_by_role("button", name="Undo").click()
    expect(visit.page.locator(".exchange")).to_have_count(1)
    visit.page.reload()
    expect(visit.page.locator(".exchange")).to_have_count(1)


@EVERY_SIZE
def test_saved_and_gone_on_with(visit: Visit, root: str, tmp_path: Path) -> None:
    visit.say(WISH)
    with visit.page.expect_download() as download:
        visit.page.get_by_role("button", name="Share").click()
        visit.page.get_by_role("link", name="Save the conversation").click()
    saved = tmp_path / "talk.json"
    download.value.save_as(saved)
    assert len(json.loads(saved.read_text("utf-8"))[0]["turns"]) == 2
    visit.page.goto(root)
    visit.page.get_by_text("Go on from a saved conversation").click()
    visit.page.set_input_files("#saved", saved)
    visit.page.get_by_role("button", name="Go on").click()
    expect(visit.page.locator(".exchange")).to_have_count(1)
    visit.say("how much is the first one?")
    expect(visit.page.locator(".wizard").last).to_contain_text("$")


def test_the_first_screen_knows_the_conversations_of_this_browser(visit: Visit, root: str) -> None:
    visit.say(WISH)
    visit.page.goto(root)
    visit.page.get_by_role("link", name=f"Montreal → Tokyo or Berlin “{WISH}”").click()
    expect(visit.page.locator(".exchange")).to_have_count(1)
    visit.say("book the cheapest")
    visit.page.goto(root)
    visit.page.get_by_role("link", name="Booked: ").click()
    expect(visit.page.locator(".exchange")).to_have_count(2)
    visit.page.on("dialog", lambda dialog: dialog.accept())
    visit.more("Forget this conversation")
    visit.page.wait_for_url(lambda url: "/c/" not in url)
    expect(visit.page.get_by_text("Conversations in this browser")).to_be_hidden()


def test_many_conversations_are_all_found_again(visit: Visit, root: str) -> None:
    for adults in range(1, 9):
        visit.page.goto(root)
        visit.say(f"From Boston to Miami for {adults} adults")
    visit.page.goto(root)
    first = visit.page.get_by_role("link", name="for 1 adults")
    expect(first).to_be_hidden()
    visit.page.get_by_text("2 older").click()
    first.click()
    expect(visit.page.locator(".exchange .user")).to_have_text("You From Boston to Miami for 1 adults")


def test_forgotten(visit: Visit) -> None:
    visit.say(WISH)
    link = visit.page.url
    visit.page.on("dialog", lambda dialog: dialog.accept())
    visit.more("Forget this conversation")
    visit.page.wait_for_url(lambda url: "/c/" not in url)
    visit.page.goto(link)
    expect(visit.page.get_by_text("There is no such conversation")).to_be_visible()
    visit.complaints.clear()  # the browser reports the 404


def test_the_keyboard_is_enough(visit: Visit) -> None:
    visit.say(WISH)
    page = visit.page
    box = page.locator(".card").nth(1).get_by_label("compare")
    for _ in range(60):
        page.keyboard.press("Tab")
        if box.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Space")
    expect(box).to_be_checked()


def test_without_scripts_it_works_too(browser: Any, root: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(root)
    page.fill("#text", WISH)
    page.get_by_role("button", name="Send").click()
    page.fill("#text", "how much is the first one?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".exchange")).to_have_count(2)
    page.locator(".card.offered:not(.active)").first.get_by_role("button", name="Look at this").click()
    expect(page.locator(".exchange")).to_have_count(3)
    assert page.locator(".card.offered[aria-current=true]").count() == 1
    for card in (0, 1):
        page.locator(".card.offered").nth(card).get_by_label("compare").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("table", name="Side by side")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page).to_have_url(re.compile("/comparison/"))


def test_nothing_is_cut_off_on_a_phone(browser: Any, root: str) -> None:
    visit = Visit(browser, root, viewport={"width": 360, "height": 700})
    visit.say(WISH)
    assert not visit.page.evaluate(TOO_WIDE)


LINES = """text => {
    const range = document.createRange();
    range.selectNodeContents(text.firstChild);
    return range.getClientRects().length;
}"""
"""Lines that the first words of an element take."""


def test_four_that_are_compared_can_be_read_on_a_phone(browser: Any, root: str) -> None:
    visit = Visit(browser, root, **SIZES["phone"])
    visit.say("From Montreal in August for two adults, to Tokyo, Berlin, Rome or Paris")
    visit.look_at("Options")
    for card in range(4):
        visit.page.locator(".card.offered").nth(card).get_by_label("compare").check()
    table = visit.page.get_by_role("table", name="Side by side")
    expect(table.get_by_role("columnheader")).to_have_count(4)
    prices = table.locator("tr", has=visit.page.get_by_role("rowheader", name="price", exact=True)).locator("td")
    assert [price.evaluate(LINES) for price in prices.all()] == [1, 1, 1, 1]
    visit.page.locator("#comparison").get_by_role("button", name="Share").click()
    visit.page.goto(visit.page.get_by_label("This link shows").input_value())
    assert not visit.page.evaluate(TOO_WIDE)
    expect(visit.page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)


@EVERY_SIZE
def test_names_on_the_map_and_labels_on_cards_are_whole(visit: Visit) -> None:
    visit.say("From Montreal to Rome, Berlin, Paris or Tokyo in August")
    visit.look_at("Options")
    beyond = """name => {
        const [inner, outer] = [name, name.closest("svg")].map(each => each.getBoundingClientRect());
        return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom;
    }"""
    names = visit.page.locator(".map text")
    assert names.count() >= 3
    assert not any(name.evaluate(beyond) for name in names.all())
    label = visit.page.locator(".card.offered dt").first
    label.evaluate("label => { label.textContent = 'neighbourhood' }")
    assert label.evaluate(LINES) == 1


def test_the_chat_is_gone_back_to_where_it_ends(browser: Any, root: str) -> None:
    visit = Visit(browser, root, **SIZES["phone"])
    for line in (WISH, "What about Paris?", "thanks"):
        visit.say(line)
    visit.look_at("Options")
    visit.look_at("Chat")
    expect(visit.page.locator(".exchange .user").last).to_be_in_viewport()
    assert visit.page.locator("#text").bounding_box()["height"] < 50  # what it asks for stands in one line


def test_a_conversation_turn_by_turn(visit: Visit) -> None:
    visit.say(WISH)
    page = visit.page
    visit.more("Look at it turn by turn")
    expect(page.locator(".exchange")).to_have_count(1)
    expect(page.locator(".card")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".exchange")).to_have_count(2)
    assert page.locator(".card").count() > 2
    page.get_by_role("link", name="Leave").click()
    expect(page.locator("#say")).to_be_visible()


def heard(visit: Visit) -> list[str]:
    """What the user said, as the page shows it."""
    return [said.removeprefix("You").strip() for said in visit.page.locator(".exchange .user").all_inner_texts()]


def test_while_one_line_is_answered_the_next_is_typed(visit: Visit) -> None:
    visit.say(WISH)
    visit.page.route("**/say", lambda route: None)  # it doesn't arrive
    for line in ("how much is the first one?", "which is the cheapest?"):
        visit.page.fill("#text", line)
        visit.page.keyboard.press("Enter")
    visit.page.keyboard.type("half typed")
    expect(visit.page.locator(".pending")).to_have_count(2)
    visit.page.unroute("**/say")  # now it does
    expect(visit.page.locator(".exchange")).to_have_count(3)
    expect(visit.page.locator(".pending")).to_have_count(0)
    assert heard(visit)[1:] == ["how much is the first one?", "which is the cheapest?"]
    expect(visit.page.locator("#text")).to_have_value("half typed")


def test_who_clicks_twice_means_it_once(visit: Visit) -> None:
    visit.say(WISH)
    visit.page.fill("#text", "how much is the first one?")
    visit.page.get_by_role("button", name="Send").dblclick()
    expect(visit.page.locator(".exchange")).to_have_count(2)
    visit.page.locator(".card.offered:not(.active)").first.get_by_role("button", name="Look at this").dblclick()
    expect(visit.page.locator(".exchange")).to_have_count(3)
    expect(visit.page.locator(".card.offered").get_by_role("button", name="Back to this")).to_have_count(1)
    visit.page.wait_for_load_state("networkidle")
    expect(visit.page.locator(".exchange")).to_have_count(3)
    visit.page.get_by_role("button", name="Undo").dblclick()
    expect(visit.page.locator(".exchange")).to_have_count(2)


def test_two_tabs_of_one_conversation(visit: Visit) -> None:
    visit.say(WISH)
    other = visit.page.context.new_page()
    other.goto(visit.page.url)
    other.fill("#text", "which is the cheapest?")
    other.keyboard.press("Enter")
    expect(other.locator(".exchange")).to_have_count(2)
    visit.page.bring_to_front()
    visit.page.fill("#text", "thanks")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator(".exchange")).to_have_count(3)
    assert heard(visit) == [WISH, "which is the cheapest?", "thanks"]
    for _ in range(2):
        visit.page.get_by_role("button", name="Undo").click()
    expect(visit.page.locator(".exchange")).to_have_count(1)
    other.bring_to_front()
    other.fill("#text", "how much is the first one?")
    other.keyboard.press("Enter")
    expect(other.locator(".user").last).to_contain_text("how much is the first one?")
    expect(other.locator(".exchange")).to_have_count(2)


def test_two_people_with_one_link_see_the_same_live(visit: Visit, browser: Any) -> None:
    visit.say(WISH)
    other = browser.new_context().new_page()
    other.goto(visit.page.url)
    other.fill("#text", "half typed")
    visit.say("book the cheapest")
    expect(other.locator(".exchange")).to_have_count(2)
    expect(other.locator(".user")).to_have_text(
        [f"Someone with the link {WISH}", "Someone with the link book the cheapest"]
    )
    expect(visit.page.locator(".user")).to_have_text([f"You {WISH}", "You book the cheapest"])
    expect(other.get_by_role("region", name="My trips")).to_contain_text("1 booked")
    expect(other.locator("#text")).to_have_value("half typed")
    visit.page.get_by_role("button", name="Undo").click()
    expect(other.locator(".exchange")).to_have_count(1)
    expect(other.get_by_role("region", name="My trips")).to_have_count(0)
    expect(other.locator("#text")).to_have_value("half typed")
    visit.page.on("dialog", lambda dialog: dialog.accept())
    visit.more("Forget this conversation")
    expect(other.get_by_role("status")).to_contain_text("This conversation was forgotten.")
    other.context.close()


def test_a_server_that_is_away_costs_nothing_that_was_typed(browser: Any, catalogue_path: Path, tmp_path: Path) -> None:
    store, port = tmp_path / "talks.sqlite", free_port()
    with Nursery(str(catalogue_path), str(store)) as nursery:
        with nursery.serving(port):
            page = browser.new_context().new_page()
            page.goto(f"http://127.0.0.1:{port}")
        page.fill("#text", WISH)
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("didn’t get through")
        expect(page.locator("#text")).to_have_value(WISH)
        with nursery.serving(port):
            page.keyboard.press("Enter")
            expect(page.locator(".exchange")).to_have_count(1)
            page.fill("#text", "how much is")
        expect(page.get_by_role("status")).to_contain_text("There is no connection. What you type stays here.")
        page.keyboard.press("End")
        page.keyboard.type(" the first one?")
        page.keyboard.press("Enter")
        expect(page.locator("#text")).to_have_value("how much is the first one?")
        with nursery.serving(port):
            expect(page.get_by_role("status")).to_be_hidden()
            page.reload()
            expect(page.locator("#text")).to_have_value("how much is the first one?")
            page.locator("#text").press("Enter")
            expect(page.locator(".exchange")).to_have_count(2)
            page.reload()
            expect(page.locator("#text")).to_have_value("")
        page.context.close()


def test_offline_nothing_that_was_typed_is_lost(visit: Visit) -> None:
    visit.say(WISH)
    visit.page.context.set_offline(True)
    visit.page.fill("#text", "which is the cheapest?")
    visit.page.keyboard.press("Enter")
    expect(visit.page.get_by_role("alert")).to_contain_text("didn’t get through")
    expect(visit.page.locator("#text")).to_have_value("which is the cheapest?")
    visit.page.context.set_offline(False)
    visit.complaints.clear()  # the browser reports the broken line
    visit.page.fill("#text", "which one is the cheapest?")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator(".exchange")).to_have_count(2)
    assert heard(visit)[-1] == "which one is the cheapest?"
    expect(visit.page.locator("#problem")).to_have_text("")


def test_the_focus_stays_on_the_board_when_one_goes_back_with_the_keyboard(visit: Visit) -> None:
    visit.say(WISH)
    visit.page.locator(".card.offered:not(.active)").first.get_by_role("button", name="Look at this").press("Enter")
    expect(visit.page.locator(".card.active")).to_be_focused()


def test_the_focus_goes_to_the_answer_when_a_wish_is_changed_with_the_keyboard(visit: Visit) -> None:
    visit.say(WISH)
    visit.page.locator("#wishes .chip").first.press("Enter")
    visit.page.get_by_role("dialog").get_by_role("button", name="Drop this wish").press("Enter")
    expect(visit.page.locator("#turn-2")).to_be_focused()
    visit.page.keyboard.press("Tab")
    expect(visit.page.locator("#wishes .chip").first).to_be_focused()


def test_the_focus_goes_to_the_answer_when_a_booking_is_changed_with_the_keyboard(visit: Visit) -> None:
    visit.say(WISH)
    visit.say("book the cheapest")
    visit.page.locator("#bookings").get_by_role("button", name="Change").press("Enter")
    menu = visit.page.get_by_role("dialog", name="Change")
    menu.get_by_text("Travellers: ").click()
    menu.get_by_label("Adults").fill("4")
    menu.get_by_role("button", name="Change the travellers").press("Enter")
    expect(visit.page.locator("#turn-3")).to_be_focused()


@EVERY_SIZE
def test_the_reasons_for_an_answer_are_in_sight_once_they_are_opened(visit: Visit) -> None:
    visit.say(WISH)
    visit.page.locator(".why > summary").last.click()
    expect(visit.page.get_by_text("As dialogue acts").last).to_be_in_viewport(ratio=1)
    said = visit.page.locator("#say").bounding_box()
    shown = visit.page.get_by_text("As dialogue acts").last.bounding_box()
    assert said
    assert shown
    assert shown["y"] + shown["height"] <= said["y"]


@EVERY_SIZE
def test_the_current_card_and_the_comparison_are_in_sight_however_many_there_are(visit: Visit) -> None:
    for line in (
        WISH,
        "What about Paris?",
        "and in business class?",
        "From New York to Paris under $900",
        "to Berlin?",
    ):
        visit.say(line)
    assert visit.page.locator(".card").count() > 6
    visit.look_at("Options")
    in_its_pane = """card => {
        const [inner, outer] = [card, card.parentElement].map(each => each.getBoundingClientRect());
        const pane = document.getElementById("memory").getBoundingClientRect();
        return inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= pane.top - 1;
    }"""
    assert visit.page.locator(".card.active").evaluate(in_its_pane)
    for card in (0, 1):
        visit.page.locator(".card.offered").nth(card).get_by_label("compare").check()
    visit.page.get_by_role("link", name="See them side by side").locator("visible=true").click()
    expect(visit.page.get_by_role("table", name="Side by side").locator("caption")).to_be_in_viewport()


@EVERY_SIZE
def test_the_last_reply_is_not_behind_the_line(visit: Visit) -> None:
    for line in (WISH, "What about Paris?", "thanks"):
        visit.say(line)
    reply = visit.page.locator(".exchange").last.locator(".why")
    expect(reply).to_be_in_viewport()
    line, end = (visit.page.locator(each).last.bounding_box() for each in ("#say", ".exchange .why"))
    assert end["y"] + end["height"] <= line["y"] + 1


HOSTILE = (
    "<img src=x onerror=alert(1)><script>alert(2)</script>\"'><hx-partial hx-target=#board>{{ 7 * 7 }}</hx-partial>"
)


def test_words_are_words_and_no_markup(visit: Visit, tmp_path: Path) -> None:
    visit.page.on("dialog", lambda dialog: visit.complaints.append(dialog.message))
    visit.say(HOSTILE)
    visit.say(f"From Montreal to {HOSTILE}")
    assert heard(visit) == [HOSTILE, f"From Montreal to {HOSTILE}"]
    api = visit.page.url.replace("/c/", "/api/conversations/")
    dialogue = visit.page.request.get(f"{api}/export").json()[0]
    for turn in dialogue["turns"]:
        turn["text"] = HOSTILE
    saved = tmp_path / "hostile.json"
    saved.write_text(json.dumps(dialogue).replace("Montreal", "<b onmouseover='alert(3)'>Mont</b>"), "utf-8")
    visit.page.goto(api.split("/api/")[0])
    visit.page.get_by_text("Go on from a saved conversation").click()
    visit.page.set_input_files("#saved", saved)
    visit.page.get_by_role("button", name="Go on").click()
    expect(visit.page.locator(".exchange")).to_have_count(2)
    assert heard(visit) == [HOSTILE, HOSTILE]
    expect(visit.page.locator(".card").first).to_contain_text("<b onmouseover")
    assert visit.page.locator("main :is(img, script, b, hx-partial)").count() == 0
    visit.more("Look at it turn by turn")
    expect(visit.page.locator(".exchange").first).to_contain_text("<img src=x")
    assert visit.page.locator("main :is(img, script, b, hx-partial)").count() == 0
