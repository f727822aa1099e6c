"""What was declined, compared with or passed over isn't offered in its own place."""

from __future__ import annotations

from reading import source
from sources_drawn import table
from states import ToldAgent, talk
from wayframe.sources.protocol import Source

PETS = table(
    "pet | animal | age (years) | weight (kg) | fee (GBP)",
    "Hazel | rabbit | 9 | 1.4 | 40",
    "Maple | rabbit | 10 | 1.0 | 40",
    "Sage | rabbit | 7 | 1.9 | 60",
    "Pepper | rabbit | 8 | 3 | 150",
)
FLATS = table(
    "flat | rent (EUR) | bedrooms | heating",
    "Harbour View | 700 | 3 | gas",
    "Mill Loft | 1050 | 2 | electric",
    "Rose Court | 900 | 3 | oil",
    "Gate House | 2300 | 3 | electric",
)
TO_PARIS = 'wish(or_city, is("Denver")); wish(dst_city, is("Paris")); wish(party, is(party(adults=2)))'


def said(over: Source, *meanings: str) -> str:
    """Return the reply to the last of some meanings."""
    return talk(ToldAgent(over), *meanings)[-1].wizard.text


def test_what_is_compared_with_is_no_near_miss() -> None:
    younger = 'wish(weight, at_most(1.4)); wish(age_years, less(than=named("Hazel")))'
    text = said(PETS, 'wish(animal, is("rabbit"))', younger)
    assert "Sage" in text
    assert "Hazel" not in text
    assert "Maple" not in text


def test_what_is_declined_is_not_offered_again_and_nothing_as_it_was() -> None:
    text = said(FLATS, "wish(bedrooms, is(3))", "return(nth(1))", 'answer(no); wish(heating, is("electric"))')
    assert "Harbour View" not in text
    turned_down = said(FLATS, "return(nth(1))", 'answer(no); wish(heating, is("electric")); wish(rent, at_most(€900))')
    assert "Harbour View" not in turned_down


def test_who_gives_way_for_what_there_is_not_is_not_offered_the_same_instead() -> None:
    four = "wish(bedrooms, at_least(4)); wish(rent, at_most(€1200))"
    first, second = talk(ToldAgent(FLATS), four, "wish(rent, at_most(€2400))")
    assert "3 bedrooms" in first.wizard.text
    assert "4 bedrooms" in second.wizard.text
    assert "Gate House" not in second.wizard.text


def test_a_day_that_is_declined_is_not_offered_again() -> None:
    trips = source("trips")
    text = said(trips, TO_PARIS, "return(nth(2))", "answer(no); wish(str_date, is(2016-09-13..2016-09-14))")
    assert "September 12" not in text


def test_who_declines_one_and_asks_what_else_there_is_hears_that_there_is_nothing_else() -> None:
    trips = source("trips")
    more = "answer(no); wish(breakfast, is(yes)); wish(price, at_most($2300)); more()"
    text = said(trips, TO_PARIS, "return(nth(2))", more)
    assert "nothing else" in text.lower()
    assert "Hazelmere" not in text
