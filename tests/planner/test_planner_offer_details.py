"""What an offer tells of its items: what decides the price, and what was wished for, before anything else."""

from __future__ import annotations

import pytest

from reading import source
from sources_drawn import table
from states import ToldAgent, talk

TO_ROME = 'wish(dst_city, is("Rome"))'
FROM_BOSTON = f'{TO_ROME}; wish(or_city, is("Boston"))'

BOATS = table(
    "boat | price (USD) | berths | length (m) | port | skipper | fuel",
    "Heron | 395 | 8 | 13.9 | Orrin | yes | diesel",
    "Otter | 350 | 6 | 17.5 | Lowmarsh | yes | diesel",
    "Plover | 310 | 6 | 9.1 | Orrin | no | petrol",
    "Teal | 290 | 4 | 8.2 | Orrin | no | petrol",
    items="boats",
)


def trips(*said: str) -> str:
    """Return the last reply to meanings over trips."""
    return talk(ToldAgent(source("trips")), *said)[-1].wizard.text


def boats(*said: str) -> str:
    """Return the last reply to meanings over boats."""
    return talk(ToldAgent(BOATS), *said)[-1].wizard.text


@pytest.mark.parametrize("start", ['not("New York")', "any()", 'is("Dallas", "Houston")'])
def test_where_a_journey_starts_is_told_where_that_was_left_open(start: str) -> None:
    assert "from " in trips(f"{TO_ROME}; wish(or_city, {start})")


def test_where_a_journey_starts_goes_without_saying_where_it_was_said() -> None:
    assert "Boston" not in trips(FROM_BOSTON)


def test_the_best_of_each_start_is_told_where_whichever_is_cheaper_will_do() -> None:
    reply = trips(f'{TO_ROME}; wish(or_city, is("Boston", "Chicago")); wish(price, least())')
    assert "all from Boston" in reply
    assert "From Chicago, the cheapest is the Camellia Crescent in Rome: $978.75" in reply


def test_a_start_from_which_nothing_goes_is_said() -> None:
    reply = trips(f'{TO_ROME}; wish(or_city, is("Dallas", "Houston")); wish(price, least())')
    assert " from Dallas to Rome." in reply


def test_business_class_is_told_in_later_turns_too() -> None:
    first, later = f'{FROM_BOSTON}; wish(seat, is("business"))', "wish(str_date, is(2016-08-01..2016-08-31))"
    assert "business class" in trips(first, later)
    assert "economy" not in trips(FROM_BOSTON, later)


@pytest.mark.parametrize(("scope", "said"), [("person", "each"), ("night", "a night")])
def test_a_price_is_told_by_what_it_was_limited_by(scope: str, said: str) -> None:
    two = "wish(party, is(party(adults=2)))"
    assert f" {said}" in trips(f"{FROM_BOSTON}; {two}; wish(price, at_most(¤1000, scope={scope}))")
    assert f" {said}" not in trips(f"{FROM_BOSTON}; {two}; wish(price, at_most(¤4000))")


def test_what_was_wished_for_before_anything_was_offered_is_told_in_the_first_offer() -> None:
    assert "near a beach" in trips("wish(beach, is(yes))", 'wish(dst_city, any()); wish(or_city, is("Denver"))')


def test_what_was_wished_for_is_told_and_nothing_that_nobody_asked_for() -> None:
    wishes = 'wish(berths, at_least(6)); wish(port, not("Lowmarsh")); wish(skipper, is(yes))'
    assert boats(wishes).endswith("$395, with 8 berths and a skipper, port Orrin.")


def test_details_in_which_options_differ_are_told_where_nothing_else_is_there_to_choose_by() -> None:
    reply = boats("wish(skipper, is(no))")
    assert "both without a skipper" in reply
    assert "9.1" in reply
    assert "8.2" in reply


def test_options_are_called_by_the_kind_that_was_wished_for() -> None:
    assert "two diesel boats" in boats('wish(fuel, is("diesel"))').lower()


def test_what_options_are_is_told_where_a_preference_was_given_up() -> None:
    reply = boats('wish(port, is("Lowmarsh"))', "wish(port, any()); wish(berths, at_most(4))")
    assert reply.endswith("$290, with 4 berths, port Orrin.")


def test_the_only_one_that_fits_is_said_to_be_the_only_one() -> None:
    assert boats("wish(berths, at_least(8))").startswith(("Only Heron fits", "Just one fits, Heron"))
    assert "only" not in boats('wish(boat, is("Heron"))').lower()


def test_of_the_best_that_is_asked_about_first_no_others_are_told() -> None:
    reply = trips(f"{FROM_BOSTON}; wish(price, least()); ask(share, slots=[price], scope=night)")
    assert reply.startswith("The cheapest of four is the Camellia Crescent in Rome: $834.31")
    assert "Clovelly" not in reply
