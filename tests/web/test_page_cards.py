"""Options on their cards: one that was spoken of is gone back to, others are looked at."""

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
