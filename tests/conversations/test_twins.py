"""A hotel on the same days in another class is told from the first by just that."""

import pytest

from assisting import done, facts, last
from wayframe.agent import Agent

VENICE = "We are 2 adults 2 kids 7 and 11 from Madrid in August, to Venice"
IN_BUSINESS = "what about business class at the Mandolin Plaza?"
DIFFERENCE = "what is the difference in price between the two Mandolins?"


def test_a_wish_of_an_item_that_was_never_shown_is_one_for_it(agent: Agent) -> None:
    reply = last(agent, VENICE, IN_BUSINESS).wizard.text
    assert "Mandolin Plaza" in reply
    assert "Galleon" not in reply


def test_another_value_of_what_was_wished_of_one_option_is_of_that_one(agent: Agent) -> None:
    reply = last(agent, VENICE, IN_BUSINESS, "and in economy?").wizard.text
    assert "Mandolin Plaza" in reply
    assert "economy class" in reply


def test_a_difference_of_twins_says_which_is_which_once(agent: Agent) -> None:
    reply = last(agent, VENICE, IN_BUSINESS, "and in economy?", DIFFERENCE).wizard.text
    assert "(economy class)" in reply
    assert "(economy class) (" not in reply


@pytest.mark.parametrize("why", ["why is it more?", "why?"])
def test_why_behind_a_difference_is_what_else_differs(agent: Agent, why: str) -> None:
    reply = last(agent, VENICE, IN_BUSINESS, "and in economy?", DIFFERENCE, why).wizard.text
    assert "economy class" in reply
    assert "business class" in reply


def test_other_days_of_a_name_tell_options_apart_rather_than_their_price(agent: Agent) -> None:
    business = (VENICE.replace("to Venice", "to Venice, 4 stars"), IN_BUSINESS)
    reply = last(agent, *business, "what is the difference?").wizard.text
    assert "Mandolin Plaza ($" not in reply


def test_a_booking_by_name_before_one_of_another_stay_there_is_that_one(agent: Agent) -> None:
    several = (VENICE.replace("to Venice", "to Venice, 4 stars"), IN_BUSINESS, "and a longer stay there?")
    booking = "then we take the Mandolin Plaza. Please book the one from August 7 to 14, for the four of us"
    assert [booked["str_date"] for booked in done(last(agent, *several, booking), "book")] == ["August 7"]


def test_the_days_that_tell_twins_apart_are_in_acts(agent: Agent) -> None:
    exchange = last(agent, VENICE, IN_BUSINESS, "and in economy?", DIFFERENCE)
    assert [told.get("seat") for told in facts(exchange)][1:] == ["business", "economy"]


STAYS = (
    "two adults from Toronto to Miami, August 23 to 31",
    "what about leaving August 19?",
)  # Windrose twice, Tidewater twice


def test_a_stay_that_is_named_with_a_day_is_compared_alone(agent: Agent) -> None:
    compared = last(agent, *STAYS, "compare the Windrose back on August 31 and the Tidewater leaving August 26")
    assert [told["price"] for told in facts(compared) if "price" in told] == ["$1,279.26", "$1,117.66"]


def test_a_name_alone_means_the_stay_that_was_shown_last(agent: Agent) -> None:
    reply = last(agent, *STAYS, "is the Windrose near a beach?", "what does it cost?").wizard.text
    assert "$870.70" in reply


def test_a_name_with_days_books_that_stay(agent: Agent) -> None:
    booking = last(agent, *STAYS, "ok windrose aug 23 to 31, book it")
    assert [booked["end_date"] for booked in done(booking, "book")] == ["August 31"]
