"""A place in an order goes beyond what was shown: the second cheapest behind the cheapest is that of all that fits."""

import pytest

from assisting import agent_over, done, example, last
from wayframe.agent import Agent

CHEAPEST = "what's the cheapest laptop you have?"


@pytest.fixture(scope="module")
def laptops() -> Agent:
    """The agent over a table of laptops."""
    return agent_over(example("laptops.csv"))


@pytest.mark.parametrize("text", ["what's the second cheapest?", "and the next one up?", "what is the next one up?"])
def test_the_one_behind_the_cheapest_is_the_second_of_all(laptops: Agent, text: str) -> None:
    assert "Lumen Page 13" in last(laptops, CHEAPEST, text).wizard.text


def test_the_one_behind_the_cheapest_is_compared_with_it(laptops: Agent) -> None:
    reply = last(laptops, CHEAPEST, "what's the next one up and what's the difference?").wizard.text
    assert "the Lumen Page 13" in reply
    assert "€389 against €399" in reply


def test_a_difference_to_the_second_cheapest_is_to_that_of_all(laptops: Agent) -> None:
    reply = last(laptops, CHEAPEST, "what's the price difference to the second cheapest?").wizard.text
    assert "€10" in reply


def test_more_of_the_best_than_were_shown_are_those_of_all(laptops: Agent) -> None:
    reply = last(laptops, CHEAPEST, "show me the five best rated").wizard.text
    assert "the five best rated" in reply


def test_what_is_found_by_its_rank_is_at_hand(laptops: Agent) -> None:
    exchange = last(laptops, CHEAPEST, "what's the second cheapest?", "I'll take it")
    assert [booked["model"] for booked in done(exchange, "book")] == ["Lumen Page 13"]


def test_of_a_list_the_second_cheapest_is_its_own(agent: Agent) -> None:
    reply = last(agent, "cheapest trip from Berlin to Athens", "what about the second cheapest?").wizard.text
    assert "Fernhill Terrace" in reply
