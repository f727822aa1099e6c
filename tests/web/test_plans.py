"""The plan of a conversation as a calendar, as Markdown and as JSON."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from wayframe.agent import Agent
from wayframe.service import Conversations, Storage
from wayframe.web.plans import TalkPlan, calendar, markdown, plan_json

TRIP = "From Montreal to Tokyo or Berlin between August 23 and September 10, two adults and a child"


@pytest.fixture
def talks(trips_agent: Agent, tmp_path: Path) -> Iterator[Conversations]:
    storage = Storage(str(tmp_path / "talks.sqlite"))
    yield Conversations(trips_agent, storage)
    storage.close()


def planned(talks: Conversations, *texts: str) -> TalkPlan:
    name = talks.open()
    for text in texts:
        talks.say(name, text)
    return TalkPlan.of(talks.agent, talks.read_last(name, 0))


def test_a_calendar_holds_what_is_booked_for_whole_days(talks: Conversations) -> None:
    lines = calendar(planned(talks, TRIP, "book the cheapest")).split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert "DTSTART;VALUE=DATE:20160828" in lines
    assert "DTEND;VALUE=DATE:20160902" in lines  # the day after the return
    assert "SUMMARY:Thistledown Lodge\\, Berlin" in lines
    assert "STATUS:TENTATIVE" in lines  # nothing is ordered here
    assert max(len(line.encode()) for line in lines) <= 75


def test_what_was_cancelled_is_not_in_the_calendar(talks: Conversations) -> None:
    assert "VEVENT" not in calendar(planned(talks, TRIP, "book the cheapest", "cancel it"))


def test_markdown_has_bookings_wishes_and_options(talks: Conversations) -> None:
    text = markdown(planned(talks, TRIP, "book the cheapest"))
    assert text.startswith(
        "# My trips: 1 booked, $2,384.16 in all\n\n## Booked\n\n- Thistledown Lodge, Berlin, from Montreal, "
    )
    assert "## Asked for\n\n- from Montreal · to Tokyo or Berlin" in text
    assert "## To choose from" not in text  # that is booked
    assert "Cancelled" not in text
    assert text.endswith("\n\nThe days are in 2016. Nothing has been ordered or paid.\n")


def test_the_plan_lists_what_is_chosen_from_for_the_trip_that_is_talked_about(talks: Conversations) -> None:
    listed = markdown(planned(talks, TRIP)).partition("## To choose from\n\n")[2]
    assert listed.startswith("- Lotus Retreat, Tokyo: from Montreal, to Tokyo")
    cancelled = markdown(planned(talks, TRIP, "book the cheapest", "cancel it"))
    chosen_from = cancelled.partition("## To choose from")[2]
    assert "Lotus Retreat" in chosen_from
    assert "Thistledown Lodge" not in chosen_from
    elsewhere = markdown(planned(talks, TRIP, "book the cheapest", "What about Paris?")).partition("## To choose from")[
        2
    ]
    assert "to Paris" in elsewhere
    assert "to Tokyo" not in elsewhere


def test_json_has_values_and_days_as_programs_read_them(talks: Conversations) -> None:
    plan = json.loads(plan_json(planned(talks, TRIP, "book the cheapest")))
    (booking,) = plan["bookings"]
    assert (booking["status"], booking["party"]) == ("booked", {"adults": 2, "children": 1})
    assert (booking["facts"]["str_date"], booking["facts"]["price"]) == ("2016-08-28", 2384.16)
    assert plan["total"] == "$2,384.16"


def test_nothing_booked_is_a_plan_too(talks: Conversations) -> None:
    plan = planned(talks, "Hello")
    assert "VEVENT" not in calendar(plan)
    assert json.loads(plan_json(plan))["bookings"] == []
    assert markdown(plan) == "# My trips: 0 booked\n"
