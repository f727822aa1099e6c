"""Who asks when it is cheapest is told the days, not whether what was shown is cheap."""

import re

import pytest

from assisting import last, meaning, packages
from wayframe.agent import Agent
from wayframe.meaning.records import Ask

ROUTE = "From Montreal to Berlin"


@pytest.mark.parametrize(
    "question",
    [
        "When is it cheapest?",
        "which dates are cheapest?",
        "which week is the cheapest",
        "what is the cheapest time to go?",
    ],
)
def test_the_cheapest_of_all_that_fits_is_told_with_its_days(agent: Agent, question: str) -> None:
    cheapest, *_ = packages(last(agent, ROUTE))
    exchange = last(agent, ROUTE, question)
    assert cheapest.hotel.name in exchange.wizard.text
    assert re.search(r"(August|September) \d+ to", exchange.wizard.text)
    assert exchange.after.offers.keys() == exchange.before.offers.keys()  # it was offered already


def test_with_wishes_it_is_a_search_like_any_other(agent: Agent) -> None:
    plain, asked = last(agent, ROUTE), last(agent, "When is it cheapest to fly from Montreal to Berlin?")
    assert packages(asked) == packages(plain)


@pytest.mark.parametrize(
    "question",
    [
        "is it cheaper in August or in September?",
        "when is it cheaper, August or September?",
        "which week would be cheapest?",
    ],
)
def test_which_month_is_cheaper_is_a_question_about_days(agent: Agent, question: str) -> None:
    asked = meaning(last(agent, f"{ROUTE}, {question}")).all()
    assert [move.slots for move in asked if isinstance(move, Ask)] == [("str_date",)]


def test_what_is_missing_is_asked_first(agent: Agent) -> None:
    assert "where" in last(agent, "When is it cheapest?").wizard.text.lower()


def test_the_cheapest_day_is_of_all_days_whatever_was_wished_for_before(agent: Agent) -> None:
    then = "From New York to Miami for 2 adults, August 20 to 24"
    whenever, *_ = packages(last(agent, "From New York to Miami for 2 adults", "which days are the cheapest?"))
    told = last(agent, then, "which days are the cheapest?").wizard.text
    assert whenever.hotel.name in told


def test_the_cheapest_of_stays_about_so_long_comes_first(agent: Agent) -> None:
    about_a_week = "When is it cheapest to go from Toronto to Miami for about a week, for two?"
    asked = last(agent, about_a_week)
    listed = packages(last(agent, "From Toronto to Miami for two, for about a week"))
    assert min(each.price for each in packages(asked)) < min(each.price for each in listed)


def test_other_days_of_one_option_are_several(agent: Agent) -> None:
    days = packages(last(agent, "From New York to Miami in August", "tell me about the first", "other dates for it?"))
    assert len(days) > 1
    assert len({each.hotel.name for each in days}) == 1
