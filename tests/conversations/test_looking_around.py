"""Who doesn't know yet where to go is asked one thing at a time and shown what there is."""

import pytest

from assisting import asked, catalogue_of, last, offered, packages, talk, told, wanted
from wayframe.agent import Agent
from wayframe.packages import Query, facts

BEACH = ("I need a vacation, somewhere with a beach", "from Toronto, 5 days in september")
ROME = "From Montreal to Rome, august 20 to september 10, two adults"


def test_who_names_no_city_is_asked_where_from_and_then_shown_different_cities(agent: Agent) -> None:
    first, second = talk(agent, *BEACH)
    assert asked(first) == ["or_city"]
    found = packages(second)
    assert len({package.hotel.dst_city for package in found}) == len(found) == 3
    assert all(facts(package)["beach"] and package.trip.or_city == "Toronto" for package in found)


def test_who_is_not_understood_at_the_start_is_asked_where_to_and_where_from(agent: Agent) -> None:
    assert asked(last(agent, "I'd like to go somewhere nice")) == ["dst_city", "or_city"]


def test_a_budget_keeps_looking_around(agent: Agent) -> None:
    exchange = last(agent, *BEACH, "anything under 450?")
    assert asked(exchange) == []
    assert packages(exchange)
    assert all(package.price <= 450 for package in packages(exchange))


def test_who_does_not_know_where_to_go_is_helped(agent: Agent) -> None:
    turns = talk(agent, "hello", "i dont know where to go", "from vancouver", "ok what about japan", "osaka then")
    assert asked(turns[1]) == ["or_city"]
    anywhere, japan, osaka = map(packages, turns[2:])
    assert len({package.hotel.dst_city for package in anywhere}) == 3
    assert {package.hotel.country for package in japan} == {"Japan"}
    assert {package.hotel.dst_city for package in osaka} == {"Osaka"}


def test_a_country_is_all_its_cities(agent: Agent) -> None:
    exchange = last(agent, "looking for something nice in south korea leaving tokyo sometime august under 1000")
    assert packages(exchange)
    assert {package.hotel.country for package in packages(exchange)} == {"South Korea"}


def test_a_continent_is_its_countries(agent: Agent) -> None:
    found = packages(last(agent, "my parents live in Denver, they want to see Europe", "from Denver"))
    assert found
    assert {package.hotel.country for package in found} <= {"France", "Germany", "Greece", "Italy", "Spain"}


def test_the_cheapest_of_a_route_needs_no_further_questions(agent: Agent) -> None:
    exchange = last(agent, "NYC to LA cheapest")
    least = catalogue_of(agent).search(Query(or_city="New York", dst_city="Los Angeles"), 1)[0]
    assert asked(exchange) == []
    assert packages(exchange)[0].price == least.price


def test_no_more_than_one_question_at_a_time(agent: Agent) -> None:
    turns = talk(agent, "hello", "Paris", "from Boston", "in August", "just me")
    assert all(len(asked(turn)) <= 1 for turn in turns)
    assert packages(turns[-1])


@pytest.mark.parametrize("before", [(), ("I'm in Montreal",)])
def test_how_many_hotels_there_are(agent: Agent, before: tuple[str, ...]) -> None:
    exchange = last(agent, *before, "how many hotels do you have in Rome?")
    counts = [values.get("count") for values in told(exchange, "inform")]
    assert str(len(catalogue_of(agent).hotels("Rome"))) in counts


def test_which_cities_there_are_in_a_country(agent: Agent) -> None:
    exchange = last(agent, "which cities do you have in Italy?")
    italian = {hotel.dst_city for hotel in catalogue_of(agent).hotels() if hotel.country == "Italy"}
    assert {values.get("dst_city") for values in told(exchange, "inform", "suggest")} - {None} == italian


def test_which_cities_one_can_fly_to(agent: Agent) -> None:
    exchange = last(agent, "what cities can I fly to from Montreal?")
    reached = {package.hotel.dst_city for package in catalogue_of(agent).search(Query(or_city="Montreal"), 1_000_000)}
    named = {values.get("dst_city") for values in told(exchange, "inform", "suggest", "offer")} - {None}
    assert named
    assert named <= reached


def test_the_cheapest_there_is(agent: Agent) -> None:
    exchange = last(agent, "I'm leaving from Montreal, I'd love a spa", "what's the cheapest trip you have?")
    least = catalogue_of(agent).search(Query(or_city="Montreal", amenities=("spa",)), 1)[0]
    assert packages(exchange)[0].price == least.price


def test_the_days_on_which_there_are_trips(agent: Agent) -> None:
    exchange = last(agent, "Montreal to Rome", "what dates are available?")
    assert "str_date" in {slot for values in told(exchange, "inform", "offer") for slot in values}


@pytest.mark.parametrize("words", ["what do you have", "what do you recommend?", "what are my options?"])
def test_who_looks_around_at_the_beginning_is_helped_on(agent: Agent, words: str) -> None:
    exchange = last(agent, words)
    assert asked(exchange) or offered(exchange)
    assert "reject" not in [act.name for act in exchange.wizard.acts]


@pytest.mark.parametrize("place", ["the uk", "England", "Thailand", "the bahamas", "lisbon"])
def test_where_nothing_goes_is_said_and_nothing_else_is_offered(agent: Agent, place: str) -> None:
    for exchange in talk(agent, f"from boston to {place} in august", "2 adults"):
        assert offered(exchange) == []
        assert "no_result" in [act.name for act in exchange.wizard.acts]


@pytest.mark.parametrize("words", ["somewhere else then", "what else is there?", "anywhere else is fine"])
def test_where_nothing_goes_somewhere_else_is_anywhere(agent: Agent, words: str) -> None:
    said = ("from boston to lisbon", words)
    assert wanted(agent, *said)["dst_city"] == "any()"
    assert len(packages(last(agent, *said))) == 3


def test_where_nothing_goes_is_said_before_it_is_asked_where_one_starts(agent: Agent) -> None:
    exchange = last(agent, "I want to go to Lisbon")
    assert "no_result" in [act.name for act in exchange.wizard.acts]
    assert {"dst_city", "or_city"} <= set(asked(exchange))


def test_what_hotels_there_are_is_answered(agent: Agent) -> None:
    exchange = last(agent, "from Boston to France in august, just me", "what hotels do you have there")
    assert {package.hotel.country for package in packages(exchange)} == {"France"}


def test_hotels_are_counted_although_nothing_goes_there_then(agent: Agent) -> None:
    exchange = last(agent, "from New York, economy class, in october", "how many hotels are in Orlando?")
    counts = [values.get("count") for values in told(exchange, "inform")]
    assert str(len(catalogue_of(agent).hotels("Orlando"))) in counts


def test_going_back_to_where_nothing_was_found_says_so_again(agent: Agent) -> None:
    lines = ("To London from New York, september 3 to september 10", "ok, Rome then", "go back to London")
    assert "no_result" in [act.name for act in last(agent, *lines).wizard.acts]


def test_more_are_first_the_hotels_that_were_not_shown_then_other_days(agent: Agent) -> None:
    first, more, again = talk(agent, "From Montreal to Berlin", "show more", "see more")
    shown, fresh, others = ([package.hotel.name for package in packages(turn)] for turn in (first, more, again))
    assert fresh
    assert not set(shown) & set(fresh)
    assert set(others) <= {*shown, *fresh}


def test_where_nothing_starts_is_said_once_and_not_kept(agent: Agent) -> None:
    unknown, after = talk(agent, "I want to go to Barcelona", "we're from London", "on september 3rd")[1:]
    assert "London" in unknown.wizard.text
    assert "London" not in after.wizard.text
    assert not [wish for wish in after.wishes if wish.slot == "or_city"]


def test_who_likes_what_is_offered_is_asked_whether_to_book_it(agent: Agent) -> None:
    several = last(agent, "from Montreal to Rome", "sounds good")
    assert [act.name for act in several.wizard.acts][-1] == "request"


def test_what_to_recommend_is_the_best_in_most_and_what_it_costs_more(agent: Agent) -> None:
    exchange = last(agent, "from Munich to Rome", "which one is better?")
    assert "best guest rating" in exchange.wizard.text
    assert "more than" in exchange.wizard.text


def test_what_else_there_is_in_a_place_is_what_was_not_shown(agent: Agent) -> None:
    first, other = talk(agent, "from Chicago to Cancun", "what else is there in Cancun?")
    shown = {package.hotel.name for package in packages(first)}
    assert shown.isdisjoint(package.hotel.name for package in packages(other))


def test_the_cheapest_of_those_shown_is_told_and_is_what_one_books_then(agent: Agent) -> None:
    told, booked = talk(agent, "from Chicago to Cancun", "what's the cheapest of all these", "put me down for that")[1:]
    assert told.wizard.acts[0].name == "inform"
    assert booked.wizard.text.count("Marigold Inn") == 1


def test_that_still_nothing_fits_is_said_in_short(agent: Agent) -> None:
    first, second = talk(agent, "from New York to Frankfurt, august 15 to 19", "in business class")
    assert "no_result" in [act.name for act in first.wizard.acts]
    assert "till nothing" in second.wizard.text


def test_more_on_other_days_does_not_deny_those_that_were_shown(agent: Agent) -> None:
    first, more = talk(agent, "from Montreal to Rome on august 22, two adults", "show me more")
    assert "August 22" in first.wizard.text
    assert "August 25" in more.wizard.text
    assert "itself" not in more.wizard.text
    later = last(agent, "from Montreal to Rome on august 20, two adults", "show me more")
    assert "August 20 itself" in later.wizard.text


@pytest.mark.parametrize("said", ["madrid or barcelona, whichever is cheaper", "ok madrid then?"])
def test_a_place_in_the_part_of_the_world_to_go_to_is_no_start(agent: Agent, said: str) -> None:
    """Asked where from, people go on about where to; a lone place without a question would be where they start."""
    assert asked(last(agent, "europe for two in september", said)) == ["or_city"]
    assert offered(last(agent, "europe for two in september", "madrid"))
