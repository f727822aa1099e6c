"""What is said of the days of an option at hand is a remark, and no wish: it is answered, or stands beside what is."""

import pytest

from assisting import last, wanted
from wayframe.agent import Agent

FIRST = "from Toronto to New York or Boston for two, back before 10 september"


@pytest.mark.parametrize(
    "said",
    [
        "it leaves in August",
        "but none of those is on the 8th of september",
        "that one comes back on the 2nd of september",
        "It's lovely, but it leaves in August",
        "the first one is in september",
        "that's after the 31st of august",
    ],
)
def test_a_remark_on_days_is_no_wish(agent: Agent, said: str) -> None:
    assert wanted(agent, FIRST, said) == wanted(agent, FIRST)


@pytest.mark.parametrize(
    "said", ["it should leave in August", "it has to be in August", "I want it to leave in August"]
)
def test_what_has_to_be_is_a_wish(agent: Agent, said: str) -> None:
    assert "2016-08-01..2016-08-31" in wanted(agent, FIRST, said)["str_date"]


def test_a_remark_beside_a_wish_is_passed_over(agent: Agent) -> None:
    held = wanted(agent, FIRST, "the first one comes back on september 6. Is there one with breakfast?")
    assert held["end_date"] == wanted(agent, FIRST)["end_date"]


def test_the_day_of_an_option_is_told_as_it_is(agent: Agent) -> None:
    assert last(agent, FIRST, "this leaves on august 2").wizard.text.startswith("No")
