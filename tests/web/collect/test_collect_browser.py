"""A study in real browsers: the administrator's, the user's on a phone, the wizard's at a desk."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("itsdangerous")
pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect
from typer.testing import CliRunner

from browser import LONGEST
from serving import PATIENCE, free_port
from wayframe.cli.main import command_line
from wayframe.collection.study import init
from wayframe.corpus import read
from wayframe.dialogue import Dialogue, DialogueLabels

pytestmark = pytest.mark.long

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1360, "height": 860}},
    "phone": {"viewport": {"width": 390, "height": 800}, "has_touch": True, "color_scheme": "dark"},
}
LOST = re.compile("Connection lost")


class Server:
    """`wayframe collect serve`, as somebody would start it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.start()

    def start(self) -> None:
        """Start it, and wait until it says where it listens; `link` is the administrator's."""
        command = [sys.executable, "-m", "wayframe", "collect", "serve", str(self.folder), "--port", str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout
        self.link = self._process.stdout.readline().split()[0]

    def stop(self, how: signal.Signals) -> None:
        """End it."""
        os.kill(self._process.pid, how)
        self._process.communicate(timeout=PATIENCE)


@pytest.fixture(scope="module")
def server(catalogue_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("study")
    settings = init(folder, "A pilot")
    text = settings.read_text("utf-8").replace("probability = 0.5", "probability = 1")
    text = text.replace("human = 1 ", "human = 0 ").replace("assisted = 0 ", "assisted = 1 ")
    settings.write_text(text.replace('catalogue = "default"', f'catalogue = "{catalogue_path}"'), "utf-8")
    running = Server(folder)
    yield running
    running.stop(signal.SIGTERM)


class Guest:
    """Somebody at a browser, and what it handled of."""

    def __init__(self, browser: Any, at: str, size: str) -> None:
        self.page = browser.new_context(**SIZES[size]).new_page()
        self.page.set_default_timeout(LONGEST)
        self._size, self._root = SIZES[size]["viewport"], "/".join(at.split("/")[:3])
        self.complaints = list[str]()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.goto(at)

    def _hear(self, said: Any) -> None:
        if said.type == "error" and not said.location["url"].endswith("/favicon.ico"):  # what is no page has no icon
            self.complaints.append(said.text)

    def close(self) -> None:
        """Leave the page that is open."""
        self.open("/static/colours.css")  # of the same site, so that its process stays
        self.page.set_viewport_size(self._size)

    def ask(self, action: str, **form: str) -> None:
        """Have something done without a page."""
        assert self.page.request.post(f"{self._root}/{action}", form=form, max_redirects=0).status == 303

    def open(self, page: str = "/") -> None:
        """A page; the first one is where one is."""
        self.page.goto(self._root + page)

    def join(self) -> None:
        """Agree and come in."""
        self.page.get_by_label("I agree").check()
        self.page.get_by_role("button", name="Take part").click()

    def available(self, role: str) -> None:
        """Say so."""
        self.page.get_by_role("button", name=f"available as {role}").click()

    def say(self, text: str) -> None:
        """Type a line and press Enter."""
        self.page.fill("#text", text)
        self.page.keyboard.press("Enter")

    @property
    def said(self) -> list[str]:
        """What stands in the log."""
        return [str(text) for text in self.page.locator(".message p").all_inner_texts()]

    def check(self) -> None:
        """It handled of nothing but lines that were cut on purpose."""
        complaints, self.complaints[:] = self.complaints[:], []
        assert [each for each in complaints if "WebSocket" not in each] == []

    def leave(self) -> None:
        """Close the browser."""
        self.page.context.close()
        self.check()


@pytest.fixture(scope="module")
def admin(browser: Any, server: Server) -> Iterator[Guest]:
    """The administrator, who came by the link."""
    guest = Guest(browser, server.link, "desk")
    assert server.link.rsplit("/", 1)[1] not in guest.page.url
    yield guest
    guest.leave()


def invited(admin: Guest, people: int = 2, kind: str = "either") -> str:
    """The administrator makes a link."""
    admin.open("/admin")
    admin.page.get_by_label("For").first.select_option(kind)
    admin.page.get_by_label("People", exact=True).fill(str(people))
    admin.page.get_by_role("button", name="Make a link").click()
    link = str(admin.page.locator(".link input").first.input_value())
    admin.close()  # it would look at all that happens
    return link


@pytest.fixture(scope="module")
def couple(browser: Any, server: Server, admin: Guest) -> Iterator[tuple[Guest, Guest]]:
    """Two who came in: on a phone, and at a desk."""
    link = invited(admin)
    user, wizard = Guest(browser, link, "phone"), Guest(browser, link, "desk")
    for guest in (user, wizard):
        guest.join()
    yield user, wizard
    for guest in (user, wizard):
        guest.leave()


@pytest.fixture
def pair(couple: tuple[Guest, Guest]) -> Iterator[tuple[Guest, Guest]]:
    """A user and a wizard who have just begun to talk."""
    for guest in couple:
        guest.close()
    for guest in couple:
        guest.ask("leave")  # whatever it was that they were at
    for guest, role in zip(couple, ("user", "wizard"), strict=True):
        guest.ask("available", role=role)
    for guest, there in zip(couple, ("#say", "#search"), strict=True):
        guest.open()
        expect(guest.page.locator(there)).to_be_visible()
    yield couple
    for guest in couple:
        guest.check()


def test_a_whole_study(browser: Any, server: Server, admin: Guest) -> None:
    link = invited(admin)
    user, wizard = Guest(browser, link, "phone"), Guest(browser, link, "desk")
    user.join()
    user.available("user")
    expect(user.page.locator("#place")).to_have_text("1")
    wizard.join()
    wizard.available("wizard")
    expect(user.page.get_by_role("heading", name="Your task")).to_be_visible()  # without anybody doing anything
    expect(wizard.page.locator("body")).not_to_contain_text("Your task")

    user.say("Hi! From Montreal to Tokyo, please.\nWe are two.")
    expect(wizard.page.locator(".theirs p")).to_have_text("Hi! From Montreal to Tokyo, please.\nWe are two.")
    search(wizard, or_city="Montreal", dst_city="Tokyo", adults="2")
    expect(wizard.page.locator(".package")).to_have_count(10)
    wizard.page.fill("#text", "How about this?  Shall I book?")
    wizard.page.evaluate("document.getElementById('text').setSelectionRange(15, 15)")
    name = wizard.page.locator(".tell.name").first.inner_text()
    wizard.page.locator(".tell.name").first.click()
    written = wizard.page.input_value("#text")
    assert written.startswith("How about this? ")
    assert written.endswith(" Shall I book?")
    assert re.sub(r"^Tell everything about\s+|,.*$", "", name) in written
    expect(wizard.page.locator("#text")).to_be_focused()
    expect(user.page.locator("#partner")).to_contain_text("typing")
    wizard.page.keyboard.press("Enter")
    expect(user.page.locator(".theirs p")).to_have_text(written)

    search(wizard, price_max="1")
    expect(wizard.page.get_by_role("heading", name="Nothing found")).to_be_visible()
    expect(wizard.page.locator(".suggestion .relaxed").first).to_contain_text("budget $1.00 → $")
    expect(wizard.page.locator("#board")).to_contain_text("Tokyo")

    user.page.locator("#end").click()
    for guest in (user, wizard):
        expect(guest.page.locator("#survey")).to_be_visible()
    user.page.get_by_label("4", exact=True).check()
    user.page.get_by_label("like to add").fill("Polite.")
    user.page.get_by_role("button", name="Send").click()
    expect(user.page.get_by_role("heading", name="Another conversation?")).to_be_visible()
    expect(wizard.page.get_by_text("The user’s task was")).to_be_visible()
    wizard.page.get_by_label("Yes").check()
    wizard.page.get_by_role("button", name="Send").click()
    expect(wizard.page.get_by_role("heading", name="Another conversation?")).to_be_visible()
    user.leave()
    wizard.leave()
    confirmed = annotated(browser, invited(admin, 1, "annotator"))
    corpus = exported(server)
    assert [len(dialogue.turns) for dialogue in corpus] == [confirmed]
    assert corpus[0].turns[0].text == "Hi! From Montreal to Tokyo, please.\nWe are two."
    assert corpus[0].turns[0].acts
    assert len(corpus[0].turns[1].db.result[0]) == 10
    assert corpus[0].labels == DialogueLabels(4, True)


def annotated(browser: Any, link: str) -> int:
    """An annotator confirms each turn of the one dialogue that there is, by keyboard; how many it had."""
    annotator = Guest(browser, link, "desk")
    annotator.join()
    annotator.page.get_by_role("button", name="Take a dialogue").click()
    expect(annotator.page.locator(".card").first).to_contain_text("Montreal → Tokyo")
    expect(annotator.page.locator(".turn:focus")).to_have_count(1)  # before the page is loaded nothing hears the keys
    turns = annotator.page.get_by_role("button", name="Confirm", exact=True)
    count: int = turns.count()
    for left in range(count, 0, -1):
        expect(turns).to_have_count(left)
        annotator.page.keyboard.press("Enter")
    expect(turns).to_have_count(0)
    annotator.page.get_by_role("button", name="I am done").click()
    expect(annotator.page.get_by_text("There is none to take just now")).to_be_visible()
    annotator.leave()
    return count


def exported(server: Server) -> tuple[Dialogue, ...]:
    """The corpus that the study is in the end, while the server runs on; it passes the checks."""
    out = server.folder.with_name("corpus")
    for asked in (
        ("collect", "export", str(server.folder), "-o", str(out)),
        ("corpus", "validate", f"{out}/frames.json"),
    ):
        done = CliRunner().invoke(command_line(), asked)
        assert done.exit_code == 0, done.output
    return read(out / "frames.json")


def search(wizard: Guest, **fields: str) -> None:
    """Fill the form and send it."""
    for name, value in fields.items():
        wizard.page.fill(f"#search [name={name}]", value)
    wizard.page.locator("#search .send").click()


def test_the_desk_ends_with_the_page_and_knows_the_year(pair: tuple[Guest, Guest]) -> None:
    user, wizard = pair
    user.say("From Montreal on August 23")
    expect(wizard.page.locator(".theirs")).to_have_count(1)
    search(wizard, or_city="Montreal", start="2026-08-23")
    expect(wizard.page.locator(".package")).to_have_count(10)
    assert wizard.page.input_value("[name=start]") == "2016-08-23"
    assert wizard.page.evaluate("[document.documentElement.scrollHeight, innerHeight]") == [860, 860]
    wizard.page.fill("[name=end]", "0016-09-12")
    wizard.page.focus("[name=adults]")
    assert wizard.page.input_value("[name=end]") == "2016-09-12"
    wizard.page.evaluate("document.getElementById('search').removeAttribute('data-year')")
    search(wizard, start="2026-08-23")
    expect(wizard.page.locator("#complaint")).to_have_text(
        "Leaves from: expected a day of 2016, as all trips are then, found 2026-08-23"
    )


def test_a_network_that_is_gone_and_comes_back(pair: tuple[Guest, Guest]) -> None:
    user, wizard = pair
    user.say("Before")
    expect(wizard.page.locator(".theirs")).to_have_count(1)
    user.page.context.set_offline(True)
    expect(user.page.locator("#connection")).to_have_text(LOST)
    user.say("Meanwhile, one")
    user.say("Meanwhile, two")
    user.page.fill("#text", "half typed")
    expect(user.page.locator(".pending")).to_have_count(2)
    wizard.say("Are you there?")
    expect(wizard.page.locator("#partner")).to_contain_text("lost the connection")
    user.page.context.set_offline(False)
    expect(wizard.page.locator(".theirs")).to_have_count(3)
    expect(wizard.page.locator("#partner")).to_have_text("")
    expect(user.page.locator("#connection")).to_have_text("")
    expect(user.page.locator(".message")).to_have_count(4)
    expect(user.page.locator(".pending")).to_have_count(0)
    assert user.said == wizard.said == ["Before", "Are you there?", "Meanwhile, one", "Meanwhile, two"]
    assert user.page.input_value("#text") == "half typed"


def test_a_page_that_is_loaded_again_has_lost_nothing(pair: tuple[Guest, Guest]) -> None:
    user, wizard = pair
    user.say("Hello")
    expect(wizard.page.locator(".theirs")).to_have_count(1)
    user.page.context.set_offline(True)
    expect(user.page.locator("#connection")).to_have_text(LOST)
    user.say("Not sent yet")
    user.page.fill("#text", "half typed")
    user.page.context.set_offline(False)
    user.page.reload()
    expect(wizard.page.locator(".theirs")).to_have_count(2)
    assert user.page.input_value("#text") == "half typed"
    expect(user.page.locator(".message p")).to_have_count(2)  # the page that was loaded again has drawn both
    expect(user.page.locator(".pending")).to_have_count(0)
    assert user.said == wizard.said == ["Hello", "Not sent yet"]


def test_a_server_that_is_killed_and_started_again(pair: tuple[Guest, Guest], server: Server) -> None:
    user, wizard = pair
    user.say("One")
    expect(wizard.page.locator(".theirs")).to_have_count(1)
    server.stop(signal.SIGKILL)
    user.say("Two")
    expect(user.page.locator("#connection")).to_have_text(LOST)
    server.start()
    wizard.say("Three")
    expect(wizard.page.locator(".theirs")).to_have_count(2)
    expect(user.page.locator(".theirs")).to_have_count(1)
    expect(wizard.page.locator(".pending")).to_have_count(0)
    assert sorted(user.said) == ["One", "Three", "Two"]
    assert user.said == wizard.said
    user.complaints.clear()
    wizard.complaints.clear()  # the browsers report the broken requests


def test_whoever_is_left_waits_again_with_a_kind_word(pair: tuple[Guest, Guest]) -> None:
    user, wizard = pair
    user.say("Hello")
    expect(wizard.page.locator(".theirs")).to_have_count(1)
    wizard.page.get_by_role("button", name="Leave").click()
    expect(wizard.page.get_by_role("heading", name="Ready for a conversation?")).to_be_visible()
    expect(user.page.get_by_text("the other one had to leave")).to_be_visible()
    expect(user.page.locator("#place")).to_have_text("1")
    wizard.available("wizard")
    expect(user.page.locator("#say")).to_be_visible()


def test_the_keyboard_is_enough(pair: tuple[Guest, Guest]) -> None:
    user, wizard = pair
    user.say("Montreal to Tokyo")
    expect(wizard.page.locator(".theirs")).to_have_count(1)
    page = wizard.page
    page.locator("#search [name=or_city]").focus()
    page.keyboard.type("Montreal")
    page.keyboard.press("Enter")
    first = page.locator(".tell.name").first
    expect(first).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if first.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.press("Enter")
    expect(user.page.locator(".theirs")).to_have_count(1)
    assert page.get_by_role("log").get_attribute("aria-live") == "polite"


def test_proposals_are_taken_and_kept_as_such(pair: tuple[Guest, Guest], admin: Guest) -> None:
    user, wizard = pair
    user.say("Two adults, from Montreal to Tokyo, between August 10 and August 30")
    proposed = wizard.page.locator("#proposal blockquote")
    expect(proposed).to_be_visible()
    wizard.page.locator("[data-search]").click()
    expect(wizard.page.locator(".package").first).to_be_visible()
    expect(wizard.page.locator("#search [name=adults]")).to_have_value("2")
    wizard.page.get_by_role("button", name="Take this reply").click()
    expect(wizard.page.locator("#text")).to_have_value(proposed.inner_text())
    wizard.page.keyboard.type(" Which one?")
    wizard.page.keyboard.press("Enter")
    expect(user.page.locator(".theirs p")).to_contain_text("Which one?")
    expect(proposed).to_have_count(0)  # it is the user's turn
    admin.open("/admin")
    admin.page.locator("#talks a").first.click()
    expect(admin.page.get_by_text("proposal changed")).to_be_visible()
    admin.close()


def test_words_are_words_and_no_markup(pair: tuple[Guest, Guest]) -> None:
    user, wizard = pair
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'><b>Rome</b>"
    user.say(hostile)
    expect(wizard.page.locator(".theirs p")).to_have_text(hostile)
    wizard.say(hostile)
    expect(user.page.locator(".theirs p")).to_have_text(hostile)
    for guest in pair:
        guest.page.reload()
        assert guest.said == [hostile, hostile]
        assert guest.page.locator("main :is(img, script, b)").count() == 0


def test_nothing_is_cut_off_on_a_phone(pair: tuple[Guest, Guest]) -> None:
    user, wizard = pair
    user.say("a-word-that-is-much-too-long-for-a-line-" * 5)
    expect(wizard.page.locator(".theirs")).to_have_count(1)
    search(wizard, or_city="Montreal", dst_city="Tokyo")
    expect(wizard.page.locator(".package")).to_have_count(10)
    for nth in range(3):
        wizard.page.locator(".tell.name").nth(nth).click()
        wizard.page.keyboard.press("Enter")
    expect(user.page.locator(".theirs")).to_have_count(3)
    wizard.page.locator(".card").nth(1).wait_for()
    too_wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    for guest in pair:
        guest.page.set_viewport_size({"width": 360, "height": 700})
        assert not guest.page.evaluate(too_wide)
    expect(user.page.locator("#text")).to_be_in_viewport()
    expect(user.page.locator(".theirs").last).to_be_in_viewport()


def test_what_was_accepted_while_the_page_was_loaded_again_stands_there_once(pair: tuple[Guest, Guest]) -> None:
    user, wizard = pair
    user.say("Hello")
    expect(wizard.page.locator(".theirs")).to_have_count(1)
    key = user.page.evaluate("crypto.randomUUID()")
    user.page.evaluate(
        "key => new Promise(done => { const body = document.body.dataset; const line = new WebSocket(body.line); "
        "line.onopen = () => line.send(JSON.stringify({ say: 'Twice?', key })); "
        "line.onmessage = event => { if (JSON.parse(event.data).accepted) done(); }; })",
        key,
    )
    user.page.evaluate(
        "key => sessionStorage.setItem(`talk ${document.body.dataset.talk}`, "
        "JSON.stringify({ queue: [{ say: 'Twice?', key }], draft: '' }))",
        key,
    )
    user.page.reload()
    expect(user.page.locator(".pending")).to_have_count(0)
    assert user.said == ["Hello", "Twice?"]
    expect(wizard.page.locator(".theirs")).to_have_count(2)
