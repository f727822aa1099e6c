"""Who doesn't want to be asked to book: nothing is done, and the question isn't put again."""

import pytest

from assisting import last
from wayframe.agent import Agent

SEARCH, FIRST = "from Toronto to Chicago in August for two", "tell me about the first"


@pytest.mark.parametrize(
    "reproach",
    [
        "stop asking me to book pls",
        "quit trying to sell me stuff",
        "who said anything about booking?",
        "i never said book",
        "can you stop asking? i will tell you when to book",
    ],
)
def test_a_reproach_for_asking_books_nothing(agent: Agent, reproach: str) -> None:
    state = agent.state(last(agent, SEARCH, FIRST, reproach).after)
    assert not state.bookings
    assert state.unpressed


def test_what_is_asked_beside_it_is_answered_without_a_question(agent: Agent) -> None:
    reply = last(agent, SEARCH, FIRST, "i didnt ask to book. is there a gym?").wizard.text
    assert reply.endswith("it has no gym.")


def test_the_question_stays_away_until_the_user_speaks_of_booking(agent: Agent) -> None:
    said = (SEARCH, FIRST, "stop asking me to book", "tell me about the second")
    assert "?" not in last(agent, *said).wizard.text
    booked = last(agent, *said, "book it")
    assert [booking.status for booking in agent.state(booked.after).bookings] == ["booked"]
    assert not agent.state(booked.after).unpressed


@pytest.mark.parametrize(
    "order",
    [
        "you keep asking, ok book it then",
        "ok quit asking and book it already",
        "my wife keeps asking me to book this one, so yes please",
    ],
)
def test_an_order_beside_a_reproach_is_done(agent: Agent, order: str) -> None:
    assert agent.state(last(agent, SEARCH, FIRST, order).after).standing
