from assisting import agent_over, example, talk
from wayframe.agent import Agent
from wayframe.conversation import Exchange
from wayframe.packages import Catalogue
from wayframe.presentation.bookings import BookingList, bookings

TRIP = "From Montreal to Tokyo or Berlin between August 23 and September 10, two adults and a child"


def booked(agent: Agent, exchange: Exchange) -> BookingList:
    return bookings(agent.presenter, agent.state(exchange.after).bookings)


def test_bookings_name_all_that_they_are_for_and_their_sum(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    *_, one, both = talk(agent, TRIP, "book the cheapest", "book the first one too")
    (only,) = booked(agent, one).standing
    assert only.line == (
        "Thistledown Lodge, Berlin, from Montreal, August 28 to September 1, for 2 adults and a child, $2,384.16"
    )
    assert only.whole == f"{only.line}, departs 4:10 pm, arrives 6:50 am (+1 day), flies back 9:10 am, home at 12:25 pm"
    assert [card.price for card in booked(agent, both).standing] == ["$2,384.16", "$3,515.97"]
    assert booked(agent, both).total == "$5,900.13"


def test_a_booking_has_what_else_was_wished_for(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    (card,) = booked(agent, talk(agent, f"{TRIP}, with wifi", "book the cheapest")[-1]).standing
    assert card.details == ("with wifi",)
    assert ", with wifi" in card.whole


def test_what_was_cancelled_stands_apart(catalogue: Catalogue) -> None:
    agent = agent_over(catalogue)
    exchange = talk(agent, TRIP, "book the cheapest")[-1]
    (card,) = booked(agent, exchange).standing
    cancelled = booked(agent, agent.cancel(exchange.after, card.frame))
    assert (cancelled.standing, cancelled.total) == ((), "")
    assert [each.title for each in cancelled.cancelled] == ["Thistledown Lodge, Berlin"]


def test_so_many_of_one_cost_so_many_times_as_much() -> None:
    agent = Agent(example("laptops.csv"))
    found = booked(agent, talk(agent, "a Lumen laptop under 1500", "book two of the first")[-1])
    assert [card.line for card in found.standing] == ["2 × Lumen Page 13, €798"]
    assert found.total == "€798"


def test_what_was_noted_with_a_booking_stands_there_too() -> None:
    agent = Agent(example("restaurants.toml"))
    exchange = talk(agent, "Italian with a terrace", "book the first one for Saturday at 8 under the name Jane")[-1]
    (card,) = booked(agent, exchange).standing
    assert card.noted == ("Saturday", "name Jane")
    assert card.line == "The Salted Barrel, €38"
    told = "Italian, in Northgate, rated 4, with 49 seats and a terrace, 2.2 km away"
    assert card.whole == f"The Salted Barrel, €38, {told}, noted: “Saturday”, “name Jane”"
