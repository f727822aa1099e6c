"""The agent without memory, over any catalogue."""

from datetime import date
from pathlib import Path

from wayframe.simulation.agents import NoMemoryAgent, forgotten
from wayframe.sources.tables import opened

LAPTOPS = Path(__file__).parents[2] / "examples" / "laptops.csv"


def test_nothing_is_left_but_the_current_wishes_and_the_latest_list() -> None:
    source = opened(str(LAPTOPS), today=date(2026, 8, 3))
    agent = NoMemoryAgent(source)
    conversation = agent.open()
    for text in ("a laptop with 16 GB under 1500", "with 32 GB instead"):
        conversation = agent.respond(conversation, text).after
    state = agent.state(conversation)
    assert set(state.options) == set(state.lists[-1])
    assert len(set(state.wishes.values())) == 1
    assert forgotten(state, source.schema) == state


def test_what_is_booked_stays_so_that_it_can_be_cancelled() -> None:
    source = opened(str(LAPTOPS), today=date(2026, 8, 3))
    agent = NoMemoryAgent(source)
    conversation = agent.open()
    for text in ("a laptop with 16 GB under 1500", "book the first one", "show me laptops by Kestrel", "cancel it"):
        conversation = agent.respond(conversation, text).after
    assert [booking.status for booking in agent.state(conversation).bookings] == ["cancelled"]
