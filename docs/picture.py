"""Draw docs/page.png: the page of `wayframe serve` after some turns, in Chromium. `make docs` calls it.

python docs/picture.py
"""

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURE = Path(__file__).with_name("page.png")
SAID = (
    "Hi! I'm in Montreal and I want to travel sometime between August 23rd and September 1st.",
    "I can't decide between New York, Tokyo, Berlin and Paris.",
    "What about the first one in business class?",
    "Go back to the Tokyo one.",
)
QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


def say(page: Page, number: int, text: str) -> None:
    page.fill("#text", text)
    page.keyboard.press("Enter")
    page.locator(".exchange").nth(number).wait_for()


def draw(root: str) -> None:
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        page = browser.new_page(viewport={"width": 1360, "height": 860}, reduced_motion="reduce")
        page.goto(root)
        for number, text in enumerate(SAID):
            say(page, number, text)
        page.locator(".card.active").scroll_into_view_if_needed()
        page.screenshot(path=PICTURE)
        browser.close()


def main() -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "wayframe", "serve", "--port", str(port), "--store", f"{folder}/talks.sqlite"]
        server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            for _ in range(600):
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            draw(f"http://127.0.0.1:{port}/")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
