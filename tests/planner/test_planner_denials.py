"""What there is said to be nothing for: just the wishes that nothing fulfils together, the newest among them."""

from __future__ import annotations

import pytest

from reading import source
from sources_drawn import table
from states import ToldAgent, talk

FLATS = table(
    "flat | district | rent (EUR) | bedrooms | pets | furnished | heating",
    "Sunny Corner | Northside | 500 | 2 | no | no | gas",
    "Old Mill | Northside | 900 | 3 | yes | no | electric",
    "Tower Flat | Centre | 1450 | 2 | yes | yes | electric",
    "Gate House | Harbour | 600 | 4 | no | yes | gas",
)


def said(*meanings: str, over: str = "") -> str:
    """Return the reply to the last of some meanings, over flats or another catalogue."""
    return talk(ToldAgent(source(over) if over else FLATS), *meanings)[-1].wizard.text


def test_the_place_is_named_where_what_is_wished_for_is_so_elsewhere() -> None:
    assert "in Centre with gas heating" in said('wish(district, is("Centre")); wish(heating, is("gas"))')


def test_what_is_nowhere_is_named_without_the_place() -> None:
    text = said('wish(district, is("Centre")); wish(bedrooms, at_least(6))')
    assert "at least 6 bedrooms" in text
    assert "Centre" not in text.partition(".")[0]


def test_what_was_just_said_is_named_with_what_it_does_not_go_with() -> None:
    text = said("wish(pets, is(no))", "wish(furnished, is(no))", 'wish(heating, is("electric"))')
    assert "not allowing pets" in text.partition(".")[0]
    assert "electric heating" in text.partition(".")[0]
    assert "furnished" not in text.partition(".")[0]


def test_of_several_ways_to_exclude_everything_one_is_named() -> None:
    text = said("wish(pets, is(yes)); wish(rent, at_most(€700)); wish(bedrooms, is(4))")
    assert text.partition(".")[0].endswith("with 4 bedrooms and allowing pets")


def test_what_was_ruled_out_is_left_out_of_a_denial() -> None:
    text = said("wish(bedrooms, at_least(4))", 'reject(of=named("Gate House")); wish(furnished, is(yes))')
    assert "no other flat" in text.lower()


def test_the_only_one_is_said_to_be_that_of_the_others_once_one_was_ruled_out() -> None:
    text = said("wish(furnished, is(yes))", 'reject(of=named("Gate House")); wish(rent, at_most(€2000))')
    assert "Of the others" in text
    assert "Tower Flat" in text


def test_two_weeks_are_no_other_length_than_fourteen_days() -> None:
    trip = 'wish(or_city, is("Washington")); wish(beach, is(yes)); wish(dst_city, not("United States"))'
    text = said(f"{trip}; wish(duration, is(number(2, unit=weeks)))", over="trips")
    assert "exactly" not in text
    assert not text.startswith("Nothing")


def test_a_number_that_nothing_has_just_so_is_named_with_what_it_does_not_go_with() -> None:
    text = said("wish(bedrooms, is(2)); wish(pets, is(yes)); wish(furnished, is(no))")
    first = text.partition(".")[0]
    assert "with 2 bedrooms" in first
    assert "exactly" not in first
    assert "Old Mill" in text


@pytest.mark.parametrize("day", ["2016-08-12", "2016-08-11"])
def test_of_a_booking_it_is_denied_where_it_is(day: str) -> None:
    route = 'wish(or_city, is("Boston")); wish(dst_city, is("Rome")); wish(str_date, is(2016-08-01..2016-08-31))'
    text = said(route, "book(of=nth(1))", f"change([wish(str_date, is({day}))], of=booked())", over="trips")
    assert "Rome leaving August" in text.partition(".")[0] or "at Camellia" in text.partition(".")[0]
