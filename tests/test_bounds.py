"""What limits a value is no part of what frames hold, and is searched for all the same."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from wayframe.agent import Agent, Conversation
from wayframe.packages import Catalogue, Query
from wayframe.policy.wishes import query, wishes

ROUTE = "I want to go from Montreal to Paris between August 10 and September 20"


@pytest.fixture(scope="module")
def agent(world_path: Path) -> Iterator[Agent]:
    with Catalogue(world_path) as catalogue:
        yield Agent(catalogue)


def after(agent: Agent, *lines: str) -> Conversation:
    conversation = agent.open()
    for line in lines:
        conversation = agent.respond(conversation, line).after
    return conversation


def asked(agent: Agent, *lines: str) -> Query:
    """What the user wants in the end, as the search has it."""
    memory = after(agent, *lines).memory
    return query(wishes(memory, memory.active_frame), "Paris", agent.lexicon, agent.today)


def held(agent: Agent, slot: str, *lines: str) -> list[object]:
    memory = after(agent, *lines).memory
    return [value.val for value in memory.frames[memory.active_frame - 1].info[slot]]


@pytest.mark.parametrize(
    ("said", "slot", "form", "fields"),
    [
        ("my budget is at least $500", "budget", "500.0", {"price_min": 500, "price_max": None}),
        ("no more than 3000 dollars", "budget", "3000.0", {"price_min": None, "price_max": 3000}),
        ("under 2000", "budget", "2000.0", {"price_max": 2000}),
        ("around 2000", "budget", "2000.0", {"price_max": 2200}),
        ("at least 4 stars", "category", "4.0", {"min_category": 4}),
        ("no more than 10 days please", "max_duration", "10", {"min_duration": None, "max_duration": 10}),
        ("at most 14 days", "max_duration", "14", {"min_duration": None, "max_duration": 14}),
        ("make it 10 days or less", "max_duration", "10", {"min_duration": None, "max_duration": 10}),
        ("at least 10 days", "min_duration", "10", {"min_duration": 10, "max_duration": None}),
        ("for two weeks", "max_duration", "14", {"min_duration": 12, "max_duration": 16}),
        ("for about 10 days", "max_duration", "10", {"min_duration": 8, "max_duration": 12}),
        ("it's me and 4 friends", "n_adults", "4", {"adults": 5}),
        ("my wife and I will go", "n_adults", "1", {"adults": 2}),
        ("a family of 4, two kids", "n_adults", "4", {"adults": 2, "children": 2}),
        ("there are 5 of us, 3 kids", "n_adults", "5", {"adults": 2, "children": 3}),
        ("in a 4+ star hotel", "category", "4.0", {"min_category": 4}),
    ],
)
def test_a_frame_holds_the_number_and_the_search_the_bound(
    agent: Agent, said: str, slot: str, form: str, fields: dict[str, int | None]
) -> None:
    wanted = asked(agent, ROUTE, said)
    assert {name: getattr(wanted, name) for name in fields} == fields
    assert held(agent, slot, ROUTE, said) == [form]


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("what about the 20th?", date(2016, 8, 20), None),
        ("around the 20th of August", date(2016, 8, 18), None),
        ("leaving after September 3", date(2016, 9, 4), None),
        ("next week then", date(2016, 8, 8), date(2016, 9, 20)),
        ("the weekend after", date(2016, 8, 13), date(2016, 9, 20)),
        ("in two weeks", date(2016, 8, 15), None),
        ("at the end of the month", date(2016, 8, 21), None),
        ("tomorrow", date(2016, 8, 2), None),
        ("8/20-8/27", date(2016, 8, 20), date(2016, 8, 27)),
        ("back before September 3", date(2016, 8, 10), date(2016, 9, 2)),
    ],
)
def test_days_are_searched_as_they_were_said(agent: Agent, said: str, start: date, end: date | None) -> None:
    wanted = asked(agent, ROUTE, said)
    assert (wanted.start, wanted.end) == (start, end or wanted.end)


def test_a_bound_lasts_until_the_value_changes(agent: Agent) -> None:
    lines = [ROUTE + ", at most 14 days", "what about business class?", "and a 4-star hotel"]
    assert asked(agent, *lines).max_duration == 14
    assert asked(agent, *lines, "I could also stay 9 days").max_duration == 10


def test_what_was_wanted_in_vain_is_said_with_its_bound(agent: Agent) -> None:
    told = after(agent, ROUTE, "my budget is at least $90000").turns[-1].text
    assert "for at least $90,000" in told
    told = after(agent, ROUTE, "for five weeks").turns[-1].text
    assert "of about 35 days" in told
