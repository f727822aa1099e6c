"""Options that are described or counted, where none is so."""

from __future__ import annotations

from states import replied, shown, state_after

ROME = 'wish(city, is("Rome"))'


def test_an_option_described_within_a_description_is_looked_for_by_both() -> None:
    said = 'return(described([wish(stars, is(5))], of=described([wish(city, is("Athens"))])))'
    assert replied(state_after(ROME), said) == ["Offer G 1 only"]


def test_what_is_to_be_booked_is_looked_for_where_nothing_was_shown() -> None:
    assert replied(shown(), "book(of=extreme(hotel_price, least))") == ["Offer FDA 7 hotel_price least"]


def test_what_is_to_be_booked_or_compared_is_looked_for_where_nothing_shown_is_so() -> None:
    assert replied(shown("ABC"), 'book(of=described([wish(city, is("Athens"))]))') == ["Offer FG 2"]
    both = 'compare(of=described([wish(city, is("Athens", "Rome"))]))'
    assert replied(shown("A"), both)[0].startswith("Offer")


def test_of_those_in_a_place_all_of_a_list_are_asked_about() -> None:
    asked = 'ask(which, of=described([wish(city, is("Rome"))]), wishes=[wish(pool, is(yes))])'
    assert replied(shown("ABD", focus="A"), asked) == replied(shown("ABD", focus="AB"), asked)
