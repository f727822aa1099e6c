"""What is offered where nothing fits: what of the wishes is kept, and what is said of the others."""

from __future__ import annotations

import pytest

from reading import source
from sources_drawn import table
from states import ToldAgent, talk

FLATS = table(
    "flat | district | rent (EUR) | bedrooms | pets | extras",
    "Sunny Corner | Northside | 500 | 2 | no | piano, sauna",
    "Old Mill | Northside | 550 | 2 | yes | sauna, swing",
    "Tower Flat | Centre | 1450 | 1 | no | sauna, books",
    "Gate House | Harbour | 600 | 3 | no | swing, books",
)
TO_ROME = 'wish(or_city, is("Chicago")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'
LATE_AUGUST = "wish(str_date, is(2016-08-21..2016-08-31))"


def reply(*said: str, over: str = "") -> str:
    """Return the reply to the last of some meanings, over flats or another catalogue."""
    return talk(ToldAgent(source(over) if over else FLATS), *said)[-1].wizard.text


def near(text: str) -> str:
    """Return what a reply says behind what there is nothing for."""
    return text.partition(".")[2]


def test_what_was_just_wished_for_is_given_up_last() -> None:
    centre_then_pets = reply('wish(district, is("Centre"))', "wish(pets, is(yes)); wish(rent, at_most(€1000))")
    assert "Old Mill" in centre_then_pets
    assert "Tower Flat" not in centre_then_pets
    pets_then_centre = reply("wish(pets, is(yes)); wish(rent, at_most(€1000))", 'wish(district, is("Centre"))')
    assert "Tower Flat" in pets_then_centre


def test_of_wishes_said_at_once_what_it_costs_gives_way_before_what_kind_it_is() -> None:
    text = reply('wish(district, is("Centre")); wish(rent, at_most(€1200)); wish(bedrooms, is(2))')
    assert "Tower Flat" in near(text)
    assert "Old Mill" not in text


@pytest.mark.parametrize("wish", ["wish(price, at_most($900))", "wish(category, is(5)); wish(price, at_most($1500))"])
def test_the_place_that_was_named_is_kept(wish: str) -> None:
    text = reply(f"{TO_ROME}; {LATE_AUGUST}", wish, over="trips")
    assert text.count("Rome") >= 1
    assert " in " not in near(text)  # where they are was said with what there is nothing for


def test_a_place_nearby_comes_beside_where_the_named_one_fails_a_feature_just_wished_for() -> None:
    said = 'wish(or_city, is("Toronto")); wish(dst_city, is("New York", "Boston"))'
    text = reply(said, "wish(theatre, is(yes))", over="trips")
    assert "in New York" in near(text)
    assert "in Washington" in near(text)


def test_the_nearest_days_come_first() -> None:
    said = 'wish(or_city, is("Atlanta")); wish(dst_city, is("Seattle")); wish(str_date, is(2016-09-08))'
    text = reply(f"{said}; wish(university, is(yes))", over="trips")
    assert "September 9 to 15" in text
    assert "September 16" not in text


def test_a_name_with_several_stays_is_said_once() -> None:
    said = 'wish(or_city, is("San Antonio")); wish(dst_city, is("Mexico City")); wish(wifi, is(yes))'
    text = reply(said, "wish(str_date, is(2016-08-25)); wish(duration, is(number(4, unit=days)))", over="trips")
    assert text.count("Aurelian Quarters") == 1
    assert "August 23 to 27 for" in text


def test_what_it_lacks_of_a_list_is_said_as_that() -> None:
    text = reply('wish(extras, is("piano")); wish(pets, is(yes))')
    assert "Old Mill" in text
    assert "no piano" in text


def test_what_is_nothing_of_what_was_wished_for_does_not_come_near() -> None:
    assert "Tower Flat" not in reply('wish(extras, is("harp")); wish(bedrooms, at_least(9))')


def test_what_is_booked_or_was_ruled_out_is_no_stand_in() -> None:
    centre = 'wish(district, is("Centre"))'
    booked = reply('book(of=named("Tower Flat"))', f"{centre}; wish(rent, at_most(€1000))")
    ruled_out = reply(centre, 'reject(of=named("Tower Flat"))', f"{centre}; wish(rent, at_most(€1000))")
    assert "Tower Flat" not in near(booked)
    assert "Tower Flat" not in near(ruled_out)


def test_the_day_that_is_insisted_on_is_not_answered_with_the_same_list() -> None:
    said = 'wish(or_city, is("Seattle")); wish(dst_city, is("Los Angeles")); wish(str_date, is(2016-08-20))'
    first, again = talk(ToldAgent(source("trips")), said, "wish(str_date, is(2016-08-20))")
    assert "leaving August 20" in again.wizard.text
    assert "August 19" in again.wizard.text
    assert "August 19" not in first.wizard.text


def test_a_day_to_be_back_that_is_changed_to_is_that_day() -> None:
    said = 'wish(or_city, is("Toronto")); wish(dst_city, is("New York")); wish(end_date, at_most(2016-09-10))'
    text = reply(said, "wish(end_date, is(2016-09-07))", over="trips")
    assert "both August 28 to September 7" in text
    milan = 'wish(or_city, is("Montreal")); wish(dst_city, is("Milan")); wish(end_date, is(2016-09-10))'
    assert "back September 7 itself" in reply(milan, "wish(end_date, is(2016-09-07))", over="trips")


def test_a_day_to_be_back_is_that_day_where_one_option_is_spoken_of() -> None:
    honolulu = 'wish(or_city, is("San Francisco")); wish(dst_city, is("Honolulu")); '
    picked, said = "return(nth(1))", "wish(end_date, is(2016-08-29))"
    assert "to 29)" in reply(honolulu + "wish(str_date, is(2016-08-01..2016-08-31))", picked, said, over="trips")
    none_then = reply(honolulu + "wish(str_date, is(2016-08-25))", picked, said, over="trips")
    assert "back August 29 itself" in none_then


def test_more_of_the_same_names_are_other_days() -> None:
    said = 'wish(or_city, is("San Francisco")); wish(dst_city, is("Barcelona")); wish(price, at_most($1500))'
    assert "other days in Barcelona" in reply(said, "more()", over="trips")


def test_an_amount_that_is_missed_by_far_is_told_as_the_least_that_there_is() -> None:
    text = reply('wish(or_city, is("Boston")); wish(dst_city, is("Paris")); wish(price, at_most($300))', over="trips")
    assert "The cheapest is" in near(text)
    assert "$764.38" in near(text)


def test_what_has_none_of_what_is_needed_is_no_stand_in() -> None:
    assert "Tower Flat" not in reply('wish(district, is("Centre")); wish(bedrooms, at_least(3))')


def test_each_of_several_places_has_its_near_miss() -> None:
    places = 'wish(or_city, is("Denver")); wish(dst_city, is("Vancouver", "Seattle"))'
    text = reply(f"{places}; wish(str_date, is(2016-08-19)); wish(end_date, is(2016-08-23))", over="trips")
    assert "in Vancouver" in near(text)
    assert "in Seattle" in near(text)


def test_what_was_just_wished_for_is_told_of_each_where_it_is_kept() -> None:
    text = reply('wish(extras, is("piano")); wish(district, is("Harbour"))')
    assert "Gate House" in near(text)
    assert "no piano" in near(text)
