import pytest

from assisting import agent_over, example, last
from wayframe.agent import Agent
from wayframe.packages import Catalogue


@pytest.mark.parametrize("table", ["laptops.csv", "restaurants.csv"])
def test_what_one_might_say_of_a_table_finds_something(table: str) -> None:
    agent = Agent(example(table))
    assert len(agent.welcome().examples) == 3
    for text in agent.welcome().examples:
        assert last(agent, text).after.offers


def test_the_day_of_an_old_catalogue_is_explained(catalogue: Catalogue) -> None:
    assert agent_over(catalogue).welcome().today == (
        "“Next Friday” is counted from Monday, August 1, 2016: that is the day of this catalogue."
    )
    assert Agent(example("laptops.csv")).welcome().today == ""
