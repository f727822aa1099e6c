"""Relative wishes and what they come to, with the hotels of `test_state_denotation`."""

from __future__ import annotations

import pytest

from reading import TRIPS
from states import SCHEMA, shown, wishes
from wayframe.meaning.notation import show
from wayframe.state.records import DialogueState
from wayframe.state.relative import absolute


def came_to(state: DialogueState, said: str, held: str = "") -> str:
    return show([absolute(wishes(said)[0], wishes(held), state, SCHEMA)])


@pytest.mark.parametrize(
    ("focus", "said", "absolutely"),
    [
        ("B", "wish(hotel_price, less())", "wish(hotel_price, at_most($1200, than=numbered(3), strict=yes))"),
        ("B", "wish(hotel_price, more())", "wish(hotel_price, at_least($1200, than=numbered(3), strict=yes))"),
        ("ABC", "wish(hotel_price, less())", "wish(hotel_price, at_most($900, than=numbered(2), strict=yes))"),
        ("ABC", "wish(hotel_price, more())", "wish(hotel_price, at_least($1500, than=numbered(4), strict=yes))"),
        ("B", "wish(hotel_price, less($200))", "wish(hotel_price, at_most($1000))"),
        ("B", "wish(hotel_price, more($200))", "wish(hotel_price, is($1400))"),
        ("B", "wish(stars, more(1))", "wish(stars, is(5))"),
        ("B", "wish(opened, more(7))", "wish(opened, is(2015-05-08))"),
        ("B", "wish(opened, less(1))", "wish(opened, is(2015-04-30))"),
        (
            "B",
            "wish(hotel_price, less(than=nth(3)))",
            "wish(hotel_price, at_most($1500, than=numbered(4), strict=yes))",
        ),
        ("B", 'wish(stars, more(than=named("Anchor")))', "wish(stars, at_least(3, than=numbered(2), strict=yes))"),
        ("B", "wish(stars, at_least(4))", "wish(stars, at_least(4))"),
        ("B", "wish(zorb, more())", "wish(zorb, more())"),
    ],
)
def test_a_comparison_is_with_the_hotel_that_is_spoken_of_or_named(focus: str, said: str, absolutely: str) -> None:
    assert came_to(shown("ABC", focus=focus), said) == absolutely


def test_where_no_hotel_was_shown_a_comparison_is_with_the_wish_that_holds() -> None:
    held = "wish(hotel_price, at_most($1000))"
    assert came_to(shown(), "wish(hotel_price, less())", held) == "wish(hotel_price, at_most($1000, strict=yes))"
    assert came_to(shown(), "wish(hotel_price, more($500))", held) == "wish(hotel_price, is($1500))"


def test_where_there_is_nothing_to_compare_with_it_is_the_extreme() -> None:
    assert came_to(shown(), "wish(hotel_price, less())") == "wish(hotel_price, least())"
    assert came_to(shown("F", focus="F"), "wish(opened, more())") == "wish(opened, most())"


def test_a_price_never_falls_below_nothing() -> None:
    assert came_to(shown("A"), "wish(hotel_price, less($5000))") == "wish(hotel_price, at_most($0))"


def test_days_move_as_a_whole() -> None:
    said, held = (
        wishes("wish(str_date, more(number(2, unit=days)))")[0],
        wishes("wish(str_date, is(2016-08-20..2016-08-22))"),
    )
    assert show([absolute(said, held, shown(), TRIPS)]) == "wish(str_date, is(2016-08-22..2016-08-24))"
