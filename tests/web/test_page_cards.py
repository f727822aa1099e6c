"""Options on their cards: one that was spoken of is gone back to, others are looked at; and what became of each."""

import re
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")


DOES = re.compile(r'id="frame-(\d+)"(?:(?!id="frame-).)*?>(Back to|Look at) this<', re.DOTALL)


def done(client: Any, *texts: str) -> dict[str, str]:
    """Return what the cards offer to do after some lines, by the number of the card."""
    name = client.post("/api/conversations").json()["id"]
    for text in texts:
        client.post(f"/c/{name}/say", data={"text": text})
    return dict(DOES.findall(client.get(f"/c/{name}").text))


THREE = "From Montreal to Tokyo, Berlin or Paris between August 20 and September 10"


def test_what_was_only_shown_is_looked_at(client: Any) -> None:
    assert done(client, THREE) == {"2": "Look at", "3": "Look at", "4": "Look at"}
    assert done(client, THREE, "which is the cheapest?", "which dates are cheapest?")["4"] == "Look at"


def test_what_was_spoken_of_and_left_is_gone_back_to(client: Any) -> None:
    first, second = "how much is the first one?", "does the second one have wifi?"
    assert done(client, THREE, first) == {"3": "Look at", "4": "Look at"}
    assert done(client, THREE, first, second) == {"2": "Back to", "4": "Look at"}


MARKS = re.compile(r'id="frame-(\d+)"(?:(?!id="frame-).)*?<p class="marks">(.*?)</p>', re.DOTALL)


def marks(client: Any, *texts: str) -> dict[str, list[str]]:
    """Return the marks of the cards after some lines, by the number of the card."""
    name = client.post("/api/conversations").json()["id"]
    for text in texts:
        client.post(f"/c/{name}/say", data={"text": text})
    found = MARKS.findall(client.get(f"/c/{name}").text)
    return {frame: re.findall(r'class="mark[^"]*">([^<]+)<', inner) for frame, inner in found}


def test_a_card_has_one_mark_of_what_became_of_it(client: Any) -> None:
    assert marks(client, THREE, "book the first one")["2"] == ["booked"]
    assert marks(client, THREE, "book the first one", "cancel it")["2"] == ["cancelled"]
    assert marks(client, THREE, "book the first one", "cancel it", "not the first one")["2"] == ["cancelled"]
    assert marks(client, THREE, "how much is the second one?", "not that one")["3"] == ["rejected"]


def test_the_cheapest_of_a_day_is_shown_from_the_chart(client: Any) -> None:
    name = client.post("/api/conversations").json()["id"]
    for text in ("From Montreal to Berlin, August 22 to 26", "when is it cheapest?"):
        client.post(f"/c/{name}/say", data={"text": text})
    page = client.get(f"/c/{name}").text
    day, stay, title, price = re.findall(
        r'name="day" value="([^"]+)"[^>]*><span>([^<]+)</span> <span>([^<]+)</span> <strong>([^<]+)<', page
    )[-1]
    client.post(f"/c/{name}/show", data={"turn": "2", "day": day})
    turn = client.get(f"/api/conversations/{name}").json()["turns"][-1]
    assert turn["text"] == f"Show me {title}: {stay}."
    assert price in turn["reply"]
    assert turn["reply"].endswith("?")
    booked = client.post(f"/api/conversations/{name}/turns", json={"text": "yes"}).json()
    assert price in booked["reply"]


@pytest.mark.parametrize("form", [{"turn": "1", "day": "2016-08-22"}, {"turn": "9", "day": "2016-08-22"}])
def test_a_day_that_no_chart_has_is_refused(client: Any, form: dict[str, str]) -> None:
    name = client.post("/api/conversations").json()["id"]
    client.post(f"/c/{name}/say", data={"text": "From Montreal to Berlin"})
    assert client.post(f"/c/{name}/show", data=form).status_code == 422
