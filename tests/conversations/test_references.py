"""Which option is meant: by order, place, price, comparison, elimination; of sets, of earlier lists."""

from collections.abc import Callable, Iterable

import pytest

from assisting import about, asked, chosen, done, facts, last, offered, packages, talk
from wayframe import packages as catalogues
from wayframe.agent import Agent
from wayframe.dialogue import Package

ROME = "From Montreal to Rome, august 20 to september 10, two adults"
TWO_CITIES = ("2 adults from Atlanta to Mexico City, august 15 to september 10", "what about Berlin?")


def stars(package: Package) -> float:
    return float(str(catalogues.facts(package)["category"]))


def rating(package: Package) -> float:
    return float(str(catalogues.facts(package)["gst_rating"]))


def offers(agent: Agent) -> tuple[list[int], list[int]]:
    """The frames of the Mexico City offers, and of those in Berlin."""
    first, second = talk(agent, *TWO_CITIES)
    return about(first), about(second)


@pytest.mark.parametrize(
    ("words", "mexico", "berlin"),
    [
        ("compare the cheapest mexico city one with berlin", {0}, {0}),
        ("compare berlin with the cheapest one in mexico city", {0}, {0}),
        ("compare the second mexico city one with the cheapest in berlin", {1}, {0}),
        ("book the cheapest mexico city one", {0}, set()),
        ("what's the difference between the first and the third", set(), {0, 2}),
        ("compare the first and the third", set(), {0, 2}),
        ("what is better, option 1 or option 2?", set(), {0, 1}),
        ("tell me about the second one", set(), {1}),
        ("what about the last one", set(), {2}),
    ],
)
def test_which_of_many_is_meant(agent: Agent, words: str, mexico: set[int], berlin: set[int]) -> None:
    there, here = offers(agent)
    exchange = last(agent, *TWO_CITIES, words)
    expected = {there[place] for place in mexico} | {here[place] for place in berlin}
    assert set(about(exchange)) == expected


def test_the_cheapest_in_a_city_is_one_there_although_another_was_spoken_of(agent: Agent) -> None:
    turns = talk(agent, *TWO_CITIES, "the cheapest mexico city one", "which is the cheapest in mexico city?",
                 "the best rated one in mexico city", "does the cheapest mexico city hotel have wifi?")  # fmt: skip
    there = packages(turns[0])
    cheapest, best = min(there, key=lambda each: each.price), max(there, key=rating)
    assert [chosen(turn) for turn in turns[2:]] == [cheapest, cheapest, best, cheapest]


@pytest.mark.parametrize(
    "words",
    [
        "back to mexico city. which one is the cheapest there?",
        "go back 2 mexico city whats the cheapest there again",
        "my heart is still in Mexico City. What was the cheapest one there again?",
    ],
)
def test_the_cheapest_is_sought_in_the_place_that_was_just_named(agent: Agent, words: str) -> None:
    turns = talk(agent, *TWO_CITIES, words)
    assert chosen(turns[2]) == min(packages(turns[0]), key=lambda each: each.price)


THREE_CITIES = "From Montreal to Tokyo, Athens and Madrid between August 15 and September 5 for two adults"


@pytest.mark.parametrize(
    "words",
    [
        "Tokyo is out. Tell me about the other two",
        "Tokyo's too far. How do the others compare?",
        "forget Tokyo, which of the other two is cheaper?",
    ],
)
def test_the_others_are_those_elsewhere_than_in_a_place_that_was_ruled_out(agent: Agent, words: str) -> None:
    first, turn = talk(agent, THREE_CITIES, words)
    there = {frame for frame, each in zip(about(first), offered(first), strict=True) if each["dst_city"] == "Tokyo"}
    assert there
    assert there.isdisjoint(about(turn))


def test_we_both_like_it_names_one_option(agent: Agent) -> None:
    turns = talk(agent, TWO_CITIES[0], "compare the first and the third", "we both like the first. let's book it")
    assert len(done(turns[2], "book")) == 1
    assert about(turns[2]) == about(turns[0])[:1]


def test_a_difference_in_price_is_an_amount(agent: Agent) -> None:
    first, turn = talk(agent, TWO_CITIES[0], "what's the difference in price between the first and the last?")
    prices = [each.price for each in packages(first)]
    assert f"{max(prices) - min(prices):,.2f}" in turn.wizard.text


def test_the_two_cheapest_are_two(agent: Agent) -> None:
    first, compared = talk(agent, TWO_CITIES[0], "compare the two cheapest")
    prices = sorted(package.price for package in packages(first))
    assert sorted(package.price for package in packages(compared)) == prices[:2]


@pytest.mark.parametrize(
    "words", ["the sixth one", "book the sixth one", "tell me about the fifth one", "compare the first and the fourth"]
)
def test_of_three_none_is_the_sixth(agent: Agent, words: str) -> None:
    exchange = last(agent, *TWO_CITIES, words)
    assert not done(exchange, "book")
    assert exchange.after.memory.active_frame == exchange.before.memory.active_frame


def test_the_one_before_is_the_one_that_was_looked_at_before(agent: Agent) -> None:
    turns = talk(agent, TWO_CITIES[0], "the third one", "the one before", "the first one", "the previous one")
    first, second, third = about(turns[0])
    assert [turn.user.active_frame for turn in turns[1:4]] == [third, second, first]


def test_the_others_are_those_beside_the_one_that_was_looked_at(agent: Agent) -> None:
    first, _, others = talk(agent, ROME, "tell me about the second one", "the others?")
    one, _, three = about(first)
    assert about(others) == [one, three]


@pytest.mark.parametrize("words", ["what were my options again?", "could you give me a summary of everything so far"])
def test_all_options_are_told_again(agent: Agent, words: str) -> None:
    exchange = last(agent, ROME, "something with a spa?", words)
    assert {package.hotel for package in packages(exchange)} == {
        package.hotel for package in exchange.after.offers.values()
    }


@pytest.mark.parametrize(("words", "pick"), [("take a look at the longest one", max), ("the shortest one please", min)])
def test_the_longest_is_one_of_those_offered(agent: Agent, words: str, pick: Callable[[Iterable[int]], int]) -> None:
    first, second = talk(agent, ROME, words)
    days = [package.trip.duration_days for package in packages(first)]
    assert packages(second)[0].trip.duration_days == pick(days)


def test_the_best_rated_is_one_of_those_offered(agent: Agent) -> None:
    first, best = talk(agent, ROME, "the best rated")
    assert packages(best) == [max(packages(first), key=rating)]


def test_what_is_recommended_is_what_guests_rate_best(agent: Agent) -> None:
    exchange = last(agent, ROME, "hm, what do you recommend?")
    best = max(exchange.after.offers.values(), key=rating)
    assert packages(exchange) == [best]


def test_the_best_of_all_so_far_is_looked_for_among_all(agent: Agent) -> None:
    exchange = last(agent, ROME, "what about Barcelona?", "which of all hotels so far has the best guest rating?")
    best = max(rating(package) for package in exchange.after.offers.values())
    assert {rating(package) for package in packages(exchange)} == {best}


def test_back_to_the_cheapest_in_a_city(agent: Agent) -> None:
    exchange = last(agent, ROME, "what about Barcelona?", "go back to the cheapest one in Rome")
    romes = [package.price for package in exchange.after.offers.values() if package.hotel.dst_city == "Rome"]
    assert chosen(exchange).price == min(romes)


def test_what_differs_between_the_last_two(agent: Agent) -> None:
    turns = talk(
        agent, ROME, "the first one", "what about barcelona?", "the first one", "compare it with the first one in Rome"
    )
    cities = {package.hotel.dst_city for package in packages(turns[-1])}
    assert cities == {"Rome", "Barcelona"}


def test_a_city_is_that_of_the_hotel_not_one_of_those_wished_for(agent: Agent) -> None:
    lines = ("2 adults from New Orleans to Miami, Venice or Guadalajara from august 9", "I must be back on august 19")
    exchange = last(agent, *lines, "what's the star rating of the Miami hotel?")
    assert {package.hotel.dst_city for package in packages(exchange)} == {"Miami"}


@pytest.mark.parametrize("words", ["does it have a spa?", "is there wifi?"])
def test_it_may_be_any_of_those_just_offered(agent: Agent, words: str) -> None:
    first, exchange = talk(agent, ROME, words)
    assert about(exchange) == about(first) or set(about(exchange)) == set(about(first))


def test_who_has_what_is_said_of_all(agent: Agent) -> None:
    first, exchange = talk(agent, ROME, "which of them has wifi?")
    for values, frame in zip(facts(exchange), about(exchange), strict=False):
        if "wifi" in values:
            assert values["wifi"] == catalogues.facts(exchange.after.offers[frame])["wifi"]
    having = {f for f in about(first) if catalogues.facts(first.after.offers[f])["wifi"]}
    assert having <= set(about(exchange))


def test_a_question_about_several_settles_none(agent: Agent) -> None:
    family = "in august from Chicago with my wife and two kids, somewhere with a beach"
    exchange = last(agent, family, "how much is it?", "ok book it")
    assert asked(exchange)
    assert not done(exchange, "book")


def test_no_and_back_to_another_option_asks_for_nothing_new(agent: Agent) -> None:
    exchange = last(
        agent, "From Montreal to Rome or Paris in august", "the first one", "no, the Paris one, how much is it?"
    )
    assert chosen(exchange).hotel.dst_city == "Paris"
    assert exchange.wizard.db.search == ()


@pytest.mark.parametrize(
    "words",
    [
        "Doing Rome AND Athens – what do those two total?",
        "Rome plus Athens, how much together?",
        "If we do Athens and Rome, what would both cost?",
        "Athens and Rome, are both near a beach?",
    ],
)
def test_both_are_those_at_the_places_that_were_just_named(agent: Agent, words: str) -> None:
    listed, answer = talk(agent, "From Montreal to Rome, Athens and Madrid in August for two adults", words)
    there = {package.hotel.name for package in packages(listed) if package.hotel.dst_city in ("Rome", "Athens")}
    elsewhere = {package.hotel.name for package in packages(listed)} - there
    assert len(there) == 2
    assert not any(name in answer.wizard.text for name in elsewhere)
    assert offered(answer) == []


def test_a_price_in_whole_dollars_tells_the_one_that_is_but_cents_apart(agent: Agent) -> None:
    shown, _, told = talk(agent, ROME, "the first one", "what about the one for 2034")  # of $1,810.04 and $2,034.44
    assert chosen(told).hotel.name == packages(shown)[2].hotel.name


def test_days_from_one_to_another_describe_an_option(agent: Agent) -> None:
    first, told = talk(agent, "From Montreal to Rome, august 20 to september 10", "the 4 to 9 september one")
    assert chosen(told).hotel.name == packages(first)[1].hotel.name
