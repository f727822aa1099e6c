"""What is told beside a wish wishes for nothing."""

import pytest

from assisting import last, wanted
from wayframe.agent import Agent

ROME = "From Montreal to Rome, august 20 to september 10, two adults"
CITIES = "From Montreal to Tokyo, Athens and Madrid between August 15 and September 5 for two adults"


@pytest.mark.parametrize(
    "said",
    [
        "Oh my, I had no idea Rome was that expensive",
        "We talked it over at breakfast",
        "Two trips in one month is a bit much for us",
    ],
)
def test_a_remark_wishes_for_nothing(agent: Agent, said: str) -> None:
    assert wanted(agent, ROME, said) == wanted(agent, ROME)


def test_what_it_is_said_to_be_is_a_remark_beside_a_comparison(agent: Agent) -> None:
    said = last(agent, CITIES, "Tokyo is a bit far and it's the dearest too. How do Athens and Madrid compare?")
    assert "Tokyo" not in said.wizard.text


def test_who_comes_along_is_counted_in_the_price(agent: Agent) -> None:
    option = "Tell me about the first one"
    assert "3 adults" in last(agent, ROME, option, "how much is it if my sister comes along?").wizard.text
