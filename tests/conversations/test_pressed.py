"""Who refuses a deed: it isn't done, nor asked about again, and where it was just done it is taken back."""

import pytest

from assisting import last, meaning
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


BOOKED = (SEARCH, FIRST, "book it")


@pytest.mark.parametrize(
    "denial",
    [
        "no!! dont book it, i said stop asking",
        "i didnt tell you to book it",
        "why did you book that?",
        "wait i never said book",
        "oh no i did not want that",
        "nobody asked you to",
    ],
)
def test_a_booking_that_the_user_denies_having_ordered_is_undone_at_once(agent: Agent, denial: str) -> None:
    exchange = last(agent, *BOOKED, denial)
    assert [booking.status for booking in agent.state(exchange.after).bookings] == ["cancelled"]
    assert "?" not in exchange.wizard.text


def test_a_reproach_for_a_deed_is_answered_with_an_apology(agent: Agent) -> None:
    assert last(agent, *BOOKED, "why did you book that?").wizard.text.startswith(("Sorry", "I'm sorry", "My mistake"))


@pytest.mark.parametrize("denial", ["i didnt say cancel", "no, dont cancel it!", "put it back please"])
def test_what_was_just_cancelled_is_booked_again_at_once(agent: Agent, denial: str) -> None:
    assert agent.state(last(agent, *BOOKED, "cancel it", denial).after).standing


def test_a_change_that_was_not_asked_for_is_undone_at_once(agent: Agent) -> None:
    changed = (*BOOKED, "change it to business class", "yes")
    before, after = last(agent, *BOOKED), last(agent, *changed, "i didn't ask you to change it")
    assert agent.state(after.after).standing[0].option.item == agent.state(before.after).standing[0].option.item


@pytest.mark.parametrize(
    "said", ["don't book the second one too", "i dont want anything else", "thanks, why this one?"]
)
def test_what_denies_no_order_leaves_the_booking(agent: Agent, said: str) -> None:
    assert agent.state(last(agent, *BOOKED, said).after).standing


@pytest.mark.parametrize("said", ["why not book it", "do you not want to book it?", "i did not ask about the price"])
def test_no_deed_is_refused_by_other_denials(agent: Agent, said: str) -> None:
    assert meaning(last(agent, SEARCH, FIRST, said)).refused == ()


def test_what_was_booked_some_time_ago_isnt_said_to_be_unbooked(agent: Agent) -> None:
    """It was said that nothing is booked, where something was."""
    said = ("From Montreal to Rome, august 20 to september 10, two adults", "book the first one", "yes")
    assert last(agent, *said, "no!! dont book that").wizard.text.startswith(
        ("Shall I cancel", "Really cancel", "Cancel ")
    )
    others = last(agent, *said, "what about Barcelona?", "don't book any of them").wizard.text
    assert "othing is booked" not in others
