"""What wishes are meant to say of the options at hand."""

from __future__ import annotations

import pytest

from states import replied, state_after

ROME = 'wish(city, is("Rome"))'


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("wish(opened, less(2015-06-01))", ["Offer BC 2"]),
        ("wish(opened, more(2015-06-01))", ["Offer A 1 only"]),
        (
            "ask(count, wishes=[wish(opened, less(2015-06-01))])",
            ["Figure count 2 BC [opened, at_most(2015-06-01, strict=yes)]"],
        ),
    ],
)
def test_a_day_to_be_before_is_a_bound(said: str, reply: list[str]) -> None:
    assert replied(state_after(ROME), said) == reply


def test_an_option_that_is_told_by_where_it_is_is_booked_as_it_is() -> None:
    said = 'wish(city, is("Rome"), of=named("Beacon")); book()'
    assert replied(state_after(ROME), said) == ["Done book B"]
