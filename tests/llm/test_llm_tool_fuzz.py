"""A model with tools that says anything: no lie is shown, nothing is booked that nobody asked for."""

from __future__ import annotations

import pytest

pytest.importorskip("openai")

from fuzzed_model import laptops, played, trips
from wayframe.packages import Catalogue

pytestmark = pytest.mark.long

REPLIES = 150  # over each catalogue


@pytest.mark.parametrize("over", ["trips", "laptops"])
def test_no_lie_is_shown_and_nothing_booked(catalogue: Catalogue, over: str) -> None:
    found = played(trips(catalogue) if over == "trips" else laptops(), REPLIES, seed=7)
    assert found.wrong == []
    assert found.own_words > REPLIES / 5
