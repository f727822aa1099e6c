"""What a demanding customer said, and what was meant by it."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from trips import about, asked, last, names, offered, talk, told
from wayframe.agent import Agent, Exchange
from wayframe.packages import Catalogue, facts
from wayframe.policy.measuring import days_of

ROME = "From Montreal to Rome, august 20 to september 10, two adults"
TWO_CITIES = ("2 adults from Atlanta to Mexico City, august 15 to september 10", "what about Berlin?")


@pytest.fixture(scope="module")
def agent(world_path: Path) -> Iterator[Agent]:
    with Catalogue(world_path) as catalogue:
        yield Agent(catalogue)


@pytest.mark.parametrize(
    ("words", "frames"),
    [("compare the cheapest mexico city one with berlin", {2, 6}),
     ("compare berlin with the cheapest one in mexico city", {2, 6}),
     ("compare the second mexico city one with the cheapest in berlin", {3, 6}),
     ("compare mexico city with berlin", {2, 6}), ("book the cheapest mexico city one", {2}),
     ("book the mexico city one", {2}), ("what's the difference between the first and the third", {6, 8}),
     ("compare the cheapest and the best", {6, 8}), ("what is better, option 1 or option 2?", {6, 7})],
)  # fmt: skip
def test_which_of_many_is_meant(agent: Agent, words: str, frames: set[int]) -> None:
    exchange = last(agent, *TWO_CITIES, words)
    assert (set(about(exchange)) or {exchange.user.active_frame}) == frames


def test_the_cheapest_in_a_city_is_one_there_although_another_was_spoken_of(agent: Agent) -> None:
    turns = talk(agent, *TWO_CITIES, "the cheapest mexico city one", "which is the cheapest in mexico city?",
                 "the best rated one in mexico city", "does the cheapest mexico city hotel have wifi?")  # fmt: skip
    first = turns[0].after.offers
    best = max(first, key=lambda frame: float(str(facts(first[frame])["category"])))
    assert [turn.user.active_frame for turn in turns[2:]] == [2, 2, best, 2]
    assert f"${first[2].price:,.2f}" in turns[3].wizard.text


def test_the_two_cheapest_are_two(agent: Agent) -> None:
    first, compared = talk(agent, TWO_CITIES[0], "compare the two cheapest")
    prices = sorted(package.price for package in first.after.offers.values())
    assert [first.after.offers[frame].price for frame in about(compared)] == prices[:2]


def test_a_city_is_the_option_there_that_was_spoken_of(agent: Agent) -> None:
    exchange = last(agent, TWO_CITIES[0], "the second one", TWO_CITIES[1], "compare mexico city with berlin")
    assert about(exchange) == [3, 6]


@pytest.mark.parametrize(
    "words", ["the sixth one", "book the sixth one", "tell me about the fifth one", "compare the first and the fourth"]
)
def test_of_three_none_is_the_sixth(agent: Agent, words: str) -> None:
    exchange = last(agent, *TWO_CITIES, words)
    assert about(exchange) == [6, 7, 8]
    assert asked(exchange) == ["name"]


def test_the_one_before_is_the_one_that_was_looked_at_before(agent: Agent) -> None:
    turns = talk(agent, TWO_CITIES[0], "the third one", "the one before", "the first one", "the previous one")
    assert [turn.user.active_frame for turn in turns[1:]] == [4, 3, 2, 3]


def test_refunds_that_do_not_matter_cancel_nothing(agent: Agent) -> None:
    booked, again = talk(agent, ROME, "the first one", "book it", "never mind the refund, book it")[2:]
    assert again.wizard.acts[-1].name == "affirm"
    assert again.after.memory.active_frame == booked.after.memory.active_frame
    cancelled = agent.respond(again.after, "never mind the booking")
    assert [fact["action"] for fact in told(cancelled, "inform")] == ["cancel"]


@pytest.mark.parametrize(
    ("words", "said"),
    [("I'll think about it", ["goodbye"]), ("hold it until tomorrow", ["canthelp"]),
     ("very well, I shall take it", ["inform"]), ("very well", ["inform"])],
)  # fmt: skip
def test_who_hesitates_and_who_decides(agent: Agent, words: str, said: list[str]) -> None:
    exchange = last(agent, ROME, "the first one", words)
    assert names(exchange) == said
    assert bool(told(exchange, "inform")) == ("well" in words)
    assert all(fact["action"] == "book" for fact in told(exchange, "inform"))


def test_what_else_there_is_in_a_city_is_looked_for_there(agent: Agent) -> None:
    exchange = last(agent, *TWO_CITIES, "what else is there in Mexico City")
    assert {package.hotel.dst_city for package in offered(exchange)} == {"Mexico City"}


def test_more_stars_there_are_a_wish_for_the_city_at_hand(agent: Agent) -> None:
    exchange = last(agent, TWO_CITIES[0], "the first one", "anything with more stars there?")
    stars = float(str(facts(exchange.after.offers[2])["category"]))
    assert offered(exchange) or about(exchange)
    for package in (exchange.after.offers[frame] for frame in about(exchange)):
        assert package.hotel.dst_city == "Mexico City"
        assert float(str(facts(package)["category"])) > stars


def test_one_with_breakfast_is_a_wish(agent: Agent) -> None:
    exchange = last(agent, TWO_CITIES[0], "the second one", "one w/ breakfast?")
    assert about(exchange)
    assert all(facts(exchange.after.offers[frame])["breakfast"] is True for frame in about(exchange))


@pytest.mark.parametrize(
    ("trip", "words", "adults"),
    [(TWO_CITIES[0], "what if my friend joins us", "3"), (TWO_CITIES[0], "we are one more", "3"),
     (TWO_CITIES[0].removeprefix("2 adults "), "my sister wants to come along", "2")],
)  # fmt: skip
def test_who_joins_is_one_more(agent: Agent, trip: str, words: str, adults: str) -> None:
    first, joined = talk(agent, trip, words)
    (party,) = {str(v.val) for v in joined.after.memory.frames[joined.user.active_frame - 1].info["n_adults"][-1:]}
    assert float(party) == float(adults)
    assert offered(joined)[0].price > offered(first)[0].price


@pytest.mark.parametrize("words", ["somewhere warm", "hi, from Atlanta, somewhere really sunny in september"])
def test_of_the_climate_nothing_is_known(agent: Agent, words: str) -> None:
    assert names(last(agent, words))[-2:] == ["canthelp", "request"]


@pytest.mark.parametrize(("words", "more"), [("two days longer", 2), ("two days shorter", -2)])
def test_days_longer_or_shorter_are_counted_from_the_stay_at_hand(agent: Agent, words: str, more: int) -> None:
    exchange = last(agent, TWO_CITIES[0].replace("Mexico City", "Berlin"), "the second one", words)
    days = exchange.after.offers[3].trip.duration_days + more
    found = [exchange.after.offers[frame] for frame in about(exchange)]
    assert found
    assert {package.trip.duration_days for package in found} == {days}


def test_another_week_later_counts_from_the_week_later(agent: Agent) -> None:
    trip = TWO_CITIES[0].replace("Mexico City", "Berlin")
    exchange = last(agent, trip, "one week later", "one week later")
    found = [days_of(exchange.after.offers[frame]) for frame in about(exchange)]
    assert min(days["str_date"] for days in found) >= date(2016, 8, 29)
    assert max(days["end_date"] for days in found) <= date(2016, 9, 24)


def test_a_week_later_than_wished_is_both_days_later(agent: Agent) -> None:
    exchange = last(agent, TWO_CITIES[0].replace("Mexico City", "Berlin"), "one week later")
    found = [days_of(exchange.after.offers[frame]) for frame in about(exchange)]
    assert min(days["str_date"] for days in found) >= date(2016, 8, 22)
    assert date(2016, 9, 10) < max(days["end_date"] for days in found) <= date(2016, 9, 17)


BERLIN = ("From Berlin to Indianapolis, august 7 to august 15", "any other hotel?")


def booked(exchange: Exchange) -> list[object]:
    """The prices of what the agent says to be booked."""
    return [fact["price"] for fact in told(exchange, "inform") if fact.get("action") == "book"]


def test_what_is_booked_is_as_it_was_described(agent: Agent) -> None:
    first, dearer = (offered(exchange) for exchange in talk(agent, *BERLIN))
    assert first[0].trip.seat != dearer[0].trip.seat
    price = f"${first[1].price:,.2f}"
    lines = (*BERLIN, f"tell me about the one that costs {price}")
    assert booked(last(agent, *lines, f"we'll take the one for {price}")) == [price]
    seat = f"book the {first[1].hotel.name} in {first[1].trip.seat} class"
    assert booked(last(agent, *lines, "tell me about the first one", seat)) == [price]
    assert booked(last(agent, *lines, "book the one for $99")) == []


def test_the_other_one_of_two_is_asked_about_where_none_is_at_hand(agent: Agent) -> None:
    other = last(agent, ROME, "my budget is 9000", "let's book the other one then")
    assert booked(other) == []
    assert asked(other) == ["name"]


def test_a_city_is_that_of_the_hotel_not_one_of_those_wished_for(agent: Agent) -> None:
    lines = ("2 adults from New Orleans to Miami, Venice or Guadalajara from august 9", "I must be back on august 19")
    exchange = last(agent, *lines, "what's the star rating of the Miami hotel?")
    assert exchange.after.offers[exchange.user.active_frame].hotel.dst_city == "Miami"
