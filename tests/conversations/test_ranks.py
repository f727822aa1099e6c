"""A place in an order goes beyond what was shown: the second cheapest behind the cheapest is that of all that fits."""

import pytest

from assisting import agent_over, done, example, last, packages, talk
from wayframe.agent import Agent
from wayframe.dialogue import Package

CHEAPEST = "what's the cheapest laptop you have?"
BEST = "which one is the best rated?"


@pytest.fixture(scope="module")
def laptops() -> Agent:
    """The agent over a table of laptops."""
    return agent_over(example("laptops.csv"))


@pytest.mark.parametrize("text", ["what's the second cheapest?", "and the next one up?", "what is the next one up?"])
def test_the_one_behind_the_cheapest_is_the_second_of_all(laptops: Agent, text: str) -> None:
    assert "Lumen Page 13" in last(laptops, CHEAPEST, text).wizard.text


def test_the_one_behind_the_cheapest_is_compared_with_it(laptops: Agent) -> None:
    reply = last(laptops, CHEAPEST, "what's the next one up and what's the difference?").wizard.text
    assert "the Lumen Page 13" in reply
    assert "€389 against €399" in reply


def test_a_difference_to_the_second_cheapest_is_to_that_of_all(laptops: Agent) -> None:
    reply = last(laptops, CHEAPEST, "what's the price difference to the second cheapest?").wizard.text
    assert "€10" in reply


def test_more_of_the_best_than_were_shown_are_those_of_all(laptops: Agent) -> None:
    reply = last(laptops, CHEAPEST, "show me the five best rated").wizard.text
    assert "the five best rated" in reply


def test_what_is_found_by_its_rank_is_at_hand(laptops: Agent) -> None:
    exchange = last(laptops, CHEAPEST, "what's the second cheapest?", "I'll take it")
    assert [booked["model"] for booked in done(exchange, "book")] == ["Lumen Page 13"]


def test_of_a_list_the_second_cheapest_is_its_own(agent: Agent) -> None:
    reply = last(agent, "cheapest trip from Berlin to Athens", "what about the second cheapest?").wizard.text
    assert "Fernhill Terrace" in reply


def test_the_best_of_those_shown_is_not_called_that_of_all(agent: Agent) -> None:
    offer, best, booked = talk(agent, "from toronto in august for 4", BEST, "book it")
    assert "of all that fit" in best.wizard.text.casefold()
    shown = {package.hotel.name for package in packages(offer)}
    assert {each["name"] for each in done(booked, "book")} <= shown


def test_the_best_of_all_that_was_shown_is_told_plainly(agent: Agent) -> None:
    *_, best = talk(agent, "from toronto to Rome in august", "more", BEST)
    assert "of all" not in best.wizard.text.casefold()


def test_the_best_of_all_is_offered_where_but_one_was_shown(agent: Agent) -> None:
    weekend = "from Boston to Montreal or New York, a long weekend in September"
    offer, best = talk(agent, weekend, BEST)
    assert len(packages(offer)) == 1
    assert len(packages(best)) == 1
    assert float(packages(best)[0].hotel.gst_rating) > float(packages(offer)[0].hotel.gst_rating)
    assert "those shown" not in best.wizard.text


def test_of_two_that_are_named_the_better_is_told_alone(agent: Agent) -> None:
    _, better = talk(agent, "from toronto in august for 4", "which of the first two is better rated?")
    assert "of all" not in better.wizard.text.casefold()


BEACHES = "From Montreal to anywhere with a beach in August for two"


def has_breakfast(package: Package) -> bool:
    return "FREE_BREAKFAST" in package.hotel.amenities


def test_the_best_of_all_those_is_looked_for_with_what_else_is_asked(agent: Agent) -> None:
    _, best = talk(agent, BEACHES, "out of all of them, which has breakfast and is the best rated?")
    (package,) = packages(best)
    assert has_breakfast(package)
    assert "beach" in package.hotel.vicinity


def test_what_is_asked_beside_the_best_of_all_is_told_of_it(agent: Agent) -> None:
    _, best = talk(agent, BEACHES, "which of all of them do guests like best, and does it have breakfast?")
    assert ("no breakfast" in best.wizard.text) != has_breakfast(packages(best)[0])


def test_the_best_of_those_shown_is_among_those_of_which_all_else_is_so(agent: Agent) -> None:
    offer, best = talk(agent, BEACHES, "which of these has breakfast and is the best rated?")
    having = [package for package in packages(offer) if has_breakfast(package)]
    assert max(having, key=lambda package: float(package.hotel.gst_rating)).hotel.name in best.wizard.text


def test_what_was_named_as_the_best_of_all_is_known_by_part_of_its_name(agent: Agent) -> None:
    _, best, told = talk(agent, "from toronto in august for 4", BEST, "what's that zinnia like?")
    assert "Zinnia Hotel" in best.wizard.text
    assert [package.hotel.name for package in packages(told)] == ["Zinnia Hotel"]


def test_what_is_asked_for_by_name_is_on_the_days_that_are_wished_for(agent: Agent) -> None:
    *_, told = talk(agent, "from toronto in august for 4", BEST, "what does the Zinnia Hotel cost?")
    (package,) = packages(told)
    assert package.trip.leaving.departure.month == 8


def test_which_of_all_those_have_something_is_a_wish_that_stays(agent: Agent) -> None:
    *_, more = talk(agent, "from Montreal in August for two", "which of all those have a beach?", "show me more")
    assert packages(more)
    assert all("beach" in package.hotel.vicinity for package in packages(more))


def test_the_closest_that_is_looked_for_at_first_comes_first() -> None:
    restaurants = agent_over(example("restaurants.toml"))
    reply = last(
        restaurants, "I'm searching for the closest restaurant that has a terrace, up to €40 at most"
    ).wizard.text
    assert "the three closest" in reply.casefold()
