"""What a booking keeps, and what is done at once: changes declined, days kept, bookings beside another search."""

import pytest

from assisting import agent_over, last, table
from wayframe.agent import Agent

SEARCH = "from Toronto to Chicago in August for two"
BOOKED = (SEARCH, "book the first")
FLATS = table(
    "name | rent | rooms | pets | available from",
    "Kaistrasse 87 | €795 | 3 | yes | 2026-09-01",
    "Lindenstrasse 80 | €820 | 3 | yes | 2026-11-01",
    "Hafenweg 93 | €915 | 3 | yes | 2026-10-15",
    "Werkstrasse 8 | €500 | 1 | no | 2026-10-01",
    items="flats",
)
PROPOSED = (*BOOKED, "actually can you change it to business class?")


@pytest.mark.parametrize(
    "said", ["no leave it economy", "keep it economy", "no make it economy", "no leave it as it is"]
)
def test_a_demand_for_what_is_booked_declines_a_change(agent: Agent, said: str) -> None:
    before, after = (agent.state(last(agent, *texts).after) for texts in (BOOKED, (*PROPOSED, said)))
    assert after.standing == before.standing
    assert not after.pending.on_yes


def test_a_change_that_was_declined_is_no_wish_for_what_is_looked_for_next(agent: Agent) -> None:
    assert "business" not in last(agent, *PROPOSED, "no leave it economy", "anything in Denver?").wizard.text


def test_the_same_dates_are_those_of_the_booking_that_is_to_be_changed(agent: Agent) -> None:
    reply = last(agent, *BOOKED, "get me home earlier or fly business", "no!! same dates, business").wizard.text
    assert "business class" in reply
    assert "August" not in reply  # the days stay as they are


@pytest.mark.parametrize("said", ["change it to leave on the 26th", "move it to leave on the 26th, home whenever"])
def test_where_the_booking_can_not_be_moved_others_of_its_class_are_offered(agent: Agent, said: str) -> None:
    reply = last(agent, *BOOKED, said).wizard.text
    assert "August 26" in reply
    assert "business" not in reply


@pytest.mark.parametrize("said", ["and find my sister the same from Boston", "and show me what there is from Boston"])
def test_what_is_named_is_booked_at_once_beside_a_search_from_elsewhere(agent: Agent, said: str) -> None:
    exchange = last(agent, SEARCH, f"book the first {said}")
    assert agent.state(exchange.after).standing
    assert "from Boston" in exchange.wizard.text
    assert "?" not in exchange.wizard.text


@pytest.mark.parametrize("said", ["i'll take the first, but a day longer please", "book the first but a day longer"])
def test_what_is_booked_on_other_days_is_asked_about_with_these(agent: Agent, said: str) -> None:
    exchange = last(agent, SEARCH, said)
    assert "August 22 to 26" in exchange.wizard.text
    assert exchange.wizard.text.count("?") == 1
    assert not agent.state(exchange.after).bookings


@pytest.mark.parametrize(("said", "place"), [("no show me Denver", "Denver"), ("no keep Chicago", "Chicago")])
def test_a_no_before_a_demand_denies_nothing_of_it(agent: Agent, said: str, place: str) -> None:
    assert place in last(agent, SEARCH, said).wizard.text


def test_the_day_from_which_something_can_be_had_is_no_term_where_it_is_but_repeated() -> None:
    flats = agent_over(FLATS)
    asked = "tell me about the second, can we move in in april?"
    repeated = "since november already, ok. and the third, why is it more expensive?"
    exchange = last(flats, "flat with pets allowed, at least 3 rooms", asked, repeated)
    assert not flats.state(exchange.after).terms.notes
