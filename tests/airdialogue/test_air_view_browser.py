"""The page of samples in a real browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from air_samples import action, base, flight, intent, sample
from browser import chromium
from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.view import page

pytestmark = pytest.mark.long

PAIRS = [
    SamplePair(1, sample(), base()),
    SamplePair(2, sample(intent=intent(goal="cancel", name="Otto Lund")), base(flight(), reservation=1000)),
    SamplePair(3, sample(action=action("no_flight"), correct_sample=False), base(flight(), flight(1001, price=900))),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(params=[(1360, 850, "light"), (390, 800, "dark")], ids=["desktop", "phone"])
def opened(request: pytest.FixtureRequest, browser: Any, tmp_path: Path) -> Iterator[Any]:
    """The page, opened; whatever it asks for or complains of is an error."""
    path = tmp_path / "samples.html"
    path.write_text(page("Samples", PAIRS), encoding="utf-8")
    width, height, scheme = request.param
    shown = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
    wrong: list[str] = []
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("request", lambda asked: wrong.append(asked.url) if asked.url != path.as_uri() else None)
    shown.goto(path.as_uri())
    yield shown
    assert wrong == []


def test_filters_leave_what_is_like_that(opened: Any) -> None:
    count = opened.locator("#count")
    expect(count).to_have_text("3 of 3 samples")
    opened.get_by_label("Goal").select_option("cancel")
    expect(count).to_have_text("1 of 3 samples")
    expect(opened.locator("h2")).to_have_text("Line 2: Otto Lund")
    opened.get_by_label("Goal").select_option("")
    opened.get_by_label("Agent").select_option("false")
    expect(opened.locator("h2")).to_have_text("Line 3: Ida Moss")
    opened.get_by_label("Agent").select_option("")
    opened.get_by_label("Text").fill("lund OTTO")
    expect(count).to_have_text("1 of 3 samples")
    opened.get_by_label("Text").fill("nobody")
    expect(opened.locator("#sample")).to_have_text("No sample is like that.")


def test_one_goes_on_by_button_and_by_key(opened: Any) -> None:
    opened.get_by_role("button", name="Next").click()
    expect(opened.locator("h2")).to_have_text("Line 2: Otto Lund")
    assert opened.url.endswith("#2")
    opened.keyboard.press("ArrowRight")
    expect(opened.locator("h2")).to_have_text("Line 3: Ida Moss")
    expect(opened.get_by_role("button", name="Next")).to_be_disabled()
    opened.locator("#list button").first.click()
    expect(opened.locator("h2")).to_have_text("Line 1: Ida Moss")


def test_an_address_leads_to_its_line_past_all_filters(opened: Any) -> None:
    opened.get_by_label("Goal").select_option("cancel")
    opened.evaluate("location.hash = '#3'")
    expect(opened.locator("h2")).to_have_text("Line 3: Ida Moss")
    expect(opened.locator("#count")).to_have_text("3 of 3 samples")


def test_the_right_flight_is_marked(opened: Any) -> None:
    opened.locator("#list button").nth(2).click()
    rows = opened.locator(".flights tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("right")
    expect(rows.nth(1)).to_have_class("out ")


def test_nothing_is_wider_than_the_window(opened: Any) -> None:
    assert opened.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
