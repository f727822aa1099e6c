"""Options are told from others by all that is said of them, and people are counted wherever they are named."""

import pytest

from assisting import last
from wayframe.agent import Agent

MILAN_AND_CAPE_TOWN = (
    "I'd like to fly from Montreal, leaving Saturday September 10th, back by the 24th",
    "To Milan",
    "Let's have a look at Cape Town instead!",
)
GUADALAJARA_AND_FORTALEZA = (
    "from Halifax to Guadalajara, back before August 18",
    "Ok and for Fortaleza.",
    "option two",
)


@pytest.mark.parametrize(
    ("said", "asked", "name"),
    [
        (
            MILAN_AND_CAPE_TOWN,
            "I got a bonus at work so why not! I'd like to hear more about the 3 star hotel in Milan",
            "Ardenne Terrace",
        ),
        (GUADALAJARA_AND_FORTALEZA, "Sorry, I forgot, free breakfast at the Guadalajara 5 star?", "Bracken Tower"),
    ],
)
def test_an_option_is_the_one_of_which_all_is_so(agent: Agent, said: tuple[str, ...], asked: str, name: str) -> None:
    assert name in last(agent, *said, asked).wizard.text


def test_travellers_that_stand_apart_are_counted(agent: Agent) -> None:
    route = "leaving august 21st and back sept. 1, to mexico city from curitiba"
    assert "6 adults" in last(agent, route, "the hotel must be near shops; a party of six!").wizard.text


def test_a_place_that_nothing_starts_from_is_where_an_option_is(agent: Agent) -> None:
    route = "I'll leave Palermo on the 6th of Sept and return the 17th"
    cities = "What can you find in Ottawa, Austin or Los Angeles"
    reply = last(agent, route, cities, "We'll go with the Ottawa one in economy class please").wizard.text
    assert "Anselm Plaza in Ottawa" in reply


def test_what_one_option_costs_is_no_difference(agent: Agent) -> None:
    first = "between 7 august and sat aug 20, near a cathedral, out of madrid, five of us"
    asked = "one more thing, what am i paying for the one at the nettlebed terrace in paris?"
    assert "more than" not in last(agent, first, "it has to be los angeles.", asked).wizard.text


def test_an_option_told_by_its_price_is_the_one_that_had_it(agent: Agent) -> None:
    route = ("to Dresden from Seattle, back by 8/22", "a party of 2", "Is there something to Frankfurt instead?")
    reply = last(agent, *route, "before I decide, what did the Topaz Terrace for $1,239.22 cost?").wizard.text
    assert "$1,239.22" in reply
