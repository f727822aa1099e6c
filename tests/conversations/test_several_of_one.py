"""Several of one thing: how many are needed, what is limited for all of them, and what that leaves."""

import pytest

from assisting import agent_over, example, last, talk
from wayframe.agent import Agent

FIVE = "I need five laptops, 4000 euros altogether"


@pytest.fixture(scope="module")
def shop() -> Agent:
    return agent_over(example("laptops.csv"))


@pytest.mark.parametrize(
    "words",
    [
        FIVE,
        "Hi, I need laptops for our office, 5 of them, and we've got 4000 euros altogether.",
        "five laptops for at most 4000 all together",
        "we need 5 new laptops, we have 4000 for all of them",
    ],
)
def test_a_limit_for_all_is_shared_by_as_many_as_are_needed(shop: Agent, words: str) -> None:
    told = last(shop, words, "how many are there?").wizard.text
    assert "27" in told
    assert "27" in last(shop, "a laptop for at most 800", "how many are there?").wizard.text


def test_one_sees_several_and_needs_one(shop: Agent) -> None:
    turns = talk(shop, "I want to see three laptops", "book the first one")
    assert "3 ×" not in turns[-1].wizard.text


def test_as_many_as_are_needed_are_booked_once_that_is_agreed_to(shop: Agent) -> None:
    asked, booked = talk(shop, FIVE, "book the first one", "yes")[1:]
    assert "5 × the Pinto Go 11 at €1,945?" in asked.wizard.text
    assert "5 × Pinto Go 11, €1,945" in booked.wizard.text


def test_what_so_many_leave_of_the_money_is_told(shop: Agent) -> None:
    inside = last(shop, FIVE, "five of the first, does that stay under the 4000?").wizard.text
    assert inside.count("€1,945") == 1
    assert "€2,055 of €4,000" in inside
    booked = ("book five of the first please", "Thanks. How much is left of the budget now?")
    assert "€2,055 of €4,000" in last(shop, FIVE, *booked).wizard.text
