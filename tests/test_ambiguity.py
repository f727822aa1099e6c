"""What the user may have meant one way or the other is asked about, with all that it may be."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wayframe.agent import Agent, Conversation
from wayframe.dialogue import Act
from wayframe.packages import Catalogue


@pytest.fixture(scope="module")
def agent(world_path: Path) -> Iterator[Agent]:
    with Catalogue(world_path) as catalogue:
        yield Agent(catalogue)


def after(agent: Agent, *lines: str) -> Conversation:
    conversation = agent.open()
    for line in lines:
        conversation = agent.respond(conversation, line).after
    return conversation


def asked(conversation: Conversation) -> list[tuple[str, object]]:
    return [(arg.key, arg.value) for act in confirming(conversation) for arg in act.slots]


def confirming(conversation: Conversation) -> list[Act]:
    return [act for act in conversation.turns[-1].acts if act.name == "confirm"]


def searched(conversation: Conversation) -> list[object]:
    return [search.DESTINATION_CITY for search in conversation.turns[-1].db.search]


def starts(conversation: Conversation) -> list[object]:
    frame = conversation.memory.frames[conversation.memory.active_frame - 1]
    return [value.val for value in frame.info["str_date"] if not value.negated]


CITIES = [("dst_city", "San Diego"), ("dst_city", "San Antonio"), ("dst_city", "San Francisco")]


def test_several_cities_of_the_same_name_are_asked_about(agent: Agent) -> None:
    before = "from Montreal to San, leaving August 20"
    assert asked(after(agent, before)) == CITIES
    assert "San Diego, San Antonio or San Francisco?" in after(agent, before).turns[-1].text
    assert searched(after(agent, before, "Francisco")) == ["San Francisco"]
    assert searched(after(agent, before, "San Diego please")) == ["San Diego"]


def test_who_says_yes_to_several_gets_all_of_them(agent: Agent) -> None:
    assert searched(after(agent, "from Montreal to San, leaving August 20", "yes")) == [name for _, name in CITIES]


@pytest.mark.parametrize(("said", "city"), [("mntrl", "Montreal"), ("filly", None), ("phladlphi", "Philadelphia")])
def test_a_name_with_letters_missing_is_asked_about_once(agent: Agent, said: str, city: str | None) -> None:
    first = after(agent, f"from New York to {said}, leaving August 20")
    assert asked(first) == ([("dst_city", city)] if city else [])
    assert not city or searched(after(agent, first.turns[0].text, "yes"))[0] == city


DAY = "I want to go from Toronto to Rome on the 5th"


@pytest.mark.parametrize(
    ("reply", "start"),
    [
        ("yes", "august 5"),
        ("September", "september 5"),
        ("no, in september", "september 5"),
        ("September 5", "september 5"),
        ("the 5th of August", "august 5"),
    ],
)
def test_a_day_without_a_month_that_is_very_near_may_be_one_later(agent: Agent, reply: str, start: str) -> None:
    assert asked(after(agent, DAY)) == [("str_date", "August 5"), ("str_date", "September 5")]
    settled = after(agent, DAY, reply)
    assert starts(settled) == [start]
    assert searched(settled)


def test_a_day_with_time_to_spare_or_a_way_back_is_clear(agent: Agent) -> None:
    assert not confirming(after(agent, "I want to go from Toronto to Rome on the 17th"))
    assert not confirming(after(agent, DAY + " and back on August 12"))


def test_an_amount_in_another_currency_is_asked_for_in_dollars(agent: Agent) -> None:
    first = after(agent, "Toronto to Rome on August 20 for 2000 euros")
    assert asked(first) == [("budget", "$2,000")]
    agreed = after(agent, first.turns[0].text, "yes")
    assert [search.PRICE_MAX for search in agreed.turns[-1].db.search] == ["2000"]
