"""Days that are told by others: by what was said before, beside events, in parts of the month that is spoken of."""

import pytest

from assisting import wanted
from wayframe.agent import Agent

LEAVING = "From Madrid to Rome for two, leaving August 20"
STAY = "From Madrid to Rome for two, August 20 to August 27"
MONTH = "From Madrid to Rome for two in August"


@pytest.mark.parametrize(
    ("before", "said", "start", "end"),
    [
        (LEAVING, "what about leaving the Friday before?", "is(2016-08-19)", None),
        (LEAVING, "We come back the Wednesday after.", "is(2016-08-20)", "is(2016-08-24)"),
        (LEAVING, "and return 10 nights later thx", "is(2016-08-20)", "is(2016-08-30)"),
        (LEAVING, "Could we go the weekend before instead?", "is(2016-08-12..2016-08-14)", None),
        (STAY, "so back on friday", "is(2016-08-20)", "is(2016-08-26)"),
        (MONTH, "This Friday, and return a week later.", "is(2016-08-05)", "is(2016-08-12)"),
        (MONTH, "we go the last Friday of the month", "is(2016-08-26)", None),
        (MONTH, "last ten days of the month are good for leaving", "is(2016-08-22..2016-08-31)", None),
    ],
)
def test_days_follow_from_those_that_were_spoken_of(
    agent: Agent, before: str, said: str, start: str, end: str | None
) -> None:
    wishes = wanted(agent, before, said)
    assert (wishes["str_date"], wishes.get("end_date")) == (start, end)


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("Push it to Tuesday the 30th, my grandson's baptism is on the 28th.", "is(2016-08-30)"),
        ("leaving on the 22nd, the hairdresser comes on the 21st", "is(2016-08-22)"),
    ],
)
def test_the_day_of_an_event_is_none_of_the_journey(agent: Agent, said: str, start: str) -> None:
    assert wanted(agent, LEAVING, said)["str_date"] == start


def test_weeks_are_counted_in_days(agent: Agent) -> None:
    wishes = wanted(agent, "From Madrid to Rome for two", "Three weeks starting on the first of September")
    assert wishes["duration"] == "is(number(21, unit=days))"


def test_what_goes_beyond_flexible_days_is_not_said_to_be_within_them(agent: Agent) -> None:
    route = "From Boston to Rome, flexible with the dates"
    reply = agent.respond(agent.respond(agent.open(), route).after, "leaving August 9, back August 20").wizard
    assert {arg.value for act in reply.acts for arg in act.slots if arg.key == "str_date"} >= {"August 8"}
    assert "negate" not in {act.name for act in reply.acts}
