"""Draw docs/page.png, docs/desk.png and docs/annotation.png in Chromium: the page of `wayframe serve` after some turns,
and of `wayframe collect serve` the wizard's desk in the middle of a conversation, which is then annotated. `make docs`
calls it.

python docs/picture.py
"""

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

DOCS = Path(__file__).parent
SAID = (
    "Hi! I'm in Montreal and I want to travel sometime between August 23rd and September 1st.",
    "I can't decide between New York, Tokyo, Berlin and Paris.",
    "What about the first one in business class?",
    "Go back to the Tokyo one.",
    "Book it.",
)
WISH = "Hello! We are two, and would like to go from Montreal to Tokyo. What do you have in August?"
SECOND = "Nice, but it has to be under $2,500."
SIZE, TALL = {"width": 1360, "height": 860}, {"width": 1360, "height": 1060}
QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


@contextmanager
def serving(*command: str) -> Iterator[tuple[str, str]]:
    """A command that serves: its address, and the first line that it prints, if it prints any."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    run = [sys.executable, "-m", "wayframe", *command, "--port", str(port)]
    server = subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        printed = server.stdout.readline() if server.stdout and "collect" in command else ""
        yield f"http://127.0.0.1:{port}/", printed
    finally:
        server.terminate()
        server.communicate()


def say(page: Page, text: str) -> None:
    page.fill("#text", text)
    page.keyboard.press("Enter")


def draw_page(browser: Browser, root: str) -> None:
    page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
    page.goto(root)
    for number, text in enumerate(SAID):
        say(page, text)
        page.locator(".exchange").nth(number).wait_for()
    page.locator("#memory").evaluate("board => board.scrollTo(0, 0)")
    page.screenshot(path=DOCS / "page.png")


def draw_desk(browser: Browser, link: str) -> None:
    admin = browser.new_page()
    admin.goto(link)
    admin.fill("[name=cap]", "2")
    admin.click("text=Make a link")
    invitation = admin.locator("#invitations .link input").input_value()
    user, wizard = (browser.new_context(viewport=TALL, reduced_motion="reduce").new_page() for _ in range(2))
    for page, role in ((user, "user"), (wizard, "wizard")):
        page.goto(invitation)
        page.get_by_label("I agree").check()
        page.click("text=Take part")
        page.click(f"text=I am available as {role}")
    user.locator("#say").wait_for()
    say(user, WISH)
    wizard.locator(".theirs").wait_for()
    search(wizard, or_city="Montreal", dst_city="Tokyo", adults="2", start="2016-08-01", end="2016-08-31")
    wizard.fill("#text", "With pleasure! ")
    wizard.locator(".tell.name").first.click()
    wizard.keyboard.press("Enter")
    user.locator(".theirs").wait_for()
    say(user, SECOND)
    wizard.locator(".theirs").nth(1).wait_for()
    wizard.locator(".card").nth(1).wait_for()
    search(wizard, price_max="2500")
    wizard.locator(".suggestion").first.wait_for()
    wizard.locator(".card :text('$2,500')").first.wait_for()
    wizard.screenshot(path=DOCS / "desk.png")
    user.on("dialog", lambda dialog: dialog.accept())
    user.click("#end")
    wizard.locator("#survey").wait_for()


def draw_annotation(browser: Browser, link: str) -> None:
    page = browser.new_context(viewport=SIZE, reduced_motion="reduce").new_page()
    page.goto(link)
    page.get_by_label("For").first.select_option("annotator")
    page.click("text=Make a link")
    page.goto(page.locator(".link input").first.input_value())
    page.get_by_label("I agree").check()
    page.click("text=Take part")
    page.click("text=Take a dialogue")
    confirm = page.get_by_role("button", name="Confirm", exact=True)
    confirm.first.wait_for()
    before = confirm.count()
    page.keyboard.press("Enter")
    expect(confirm).to_have_count(before - 1)
    page.locator(".card").nth(1).wait_for()
    page.screenshot(path=DOCS / "annotation.png")


def search(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.fill(f"#search [name={name}]", value)
    page.click("#search .send")
    page.locator("#found h2").wait_for()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        with serving("serve", "--store", f"{folder}/talks.sqlite") as (root, _):
            draw_page(browser, root)
        subprocess.run([sys.executable, "-m", "wayframe", "collect", "init", f"{folder}/pilot"], check=True)
        settings = Path(folder, "pilot", "study.toml")
        always = settings.read_text("utf-8").replace("probability = 0.5", "probability = 1")
        settings.write_text(always, "utf-8")
        with serving("collect", "serve", f"{folder}/pilot") as (_, printed):
            draw_desk(browser, printed.split()[0])
            draw_annotation(browser, printed.split()[0])
        browser.close()


if __name__ == "__main__":
    main()
