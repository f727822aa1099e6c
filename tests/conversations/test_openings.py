"""What is free, ready or delivered from a day on can be had on any later day, and is looked for so."""

import pytest

from assisting import agent_over, last, table, wanted
from wayframe.agent import Agent


@pytest.fixture(scope="module")
def landlord() -> Agent:
    return agent_over(
        table(
            "flat | rooms | rent | available from | heating",
            "Ash Lane 1 | 2 | €800 | 2026-09-15 | gas",
            "Birch Row 2 | 2 | €700 | 2026-12-01 | oil",
            "Cedar Way 3 | 3 | €900 | 2027-01-01 | gas",
            "Elm Close 4 | 1 | €500 | 2027-03-01 | oil",
            items="flats",
        )
    )


@pytest.mark.parametrize(
    "said",
    [
        "We want to move in on 1 December",
        "a flat that is free on December 1",
        "a flat available on December 1",
        "moving in on December 1",
        "a flat from the first of December",
    ],
)
def test_the_day_on_which_one_moves_in_is_the_last_from_which_it_may_be_free(landlord: Agent, said: str) -> None:
    assert wanted(landlord, said) == {"available_from": "at_most(2026-12-01)"}
    told = last(landlord, said).wizard.text
    assert "Ash Lane 1" in told
    assert "Birch Row 2" in told
    assert "Cedar Way 3" not in told


def test_a_day_on_which_one_moves_in_is_not_noted_besides(landlord: Agent) -> None:
    assert "noted" not in last(landlord, "We want to move in on 1 December").wizard.text


def test_a_round_amount_beside_a_day_is_no_year(landlord: Agent) -> None:
    wishes = wanted(landlord, "a flat available from november 29, 2026 or earlier, below 2000")
    assert wishes == {"available_from": "at_most(2026-11-29)", "rent": "at_most(¤2000, strict=yes)"}


def test_where_nothing_fits_what_something_costs_is_told_of_all_there_is(landlord: Agent) -> None:
    told = last(landlord, "2 rooms with oil heating below 500", "what is the range of rents?").wizard.text
    assert "€500" in told
    assert "€900" in told


def test_when_something_is_available_is_said_in_english(landlord: Agent) -> None:
    assert "available by September 1" in last(landlord, "free on September 1").wizard.text
