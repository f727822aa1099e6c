"""Options that are described or counted, where none is so."""

from __future__ import annotations

from states import replied, shown, state_after

ROME = 'wish(city, is("Rome"))'


def test_an_option_described_within_a_description_is_looked_for_by_both() -> None:
    said = 'return(described([wish(stars, is(5))], of=described([wish(city, is("Athens"))])))'
    assert replied(state_after(ROME), said) == ["Offer G 1 only"]


def test_what_is_to_be_booked_is_looked_for_where_nothing_was_shown() -> None:
    assert replied(shown(), "book(of=extreme(hotel_price, least))") == ["Offer FDA 7 hotel_price least"]
