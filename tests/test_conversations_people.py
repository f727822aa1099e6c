"""Conversations of our own as people have them, on the default catalogue: what is done and told, not how."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from uuid import UUID

import pytest

from trips import about, asked, last, names, offered, talk, told
from wayframe.agent import Agent
from wayframe.packages import Catalogue, Query, facts
from wayframe.policy.wishes import query, wishes


@pytest.fixture(scope="module")
def agent(world_path: Path) -> Iterator[Agent]:
    with Catalogue(world_path) as catalogue:
        yield Agent(catalogue)


BEACH = ("I need a vacation, somewhere with a beach", "from Toronto, 5 days in september")
ROUTE = "From Montreal to Rome, august 20 to september 10"
ROME = "Hi, I'd like to go to Rome from Montreal, august 20 to september 10, two adults"


# Exploring


def test_who_names_no_city_is_asked_where_from_and_then_shown_different_cities(agent: Agent) -> None:
    first, second = talk(agent, *BEACH)
    assert asked(first) == ["or_city"]
    found = offered(second)
    assert asked(second) == []
    assert len({package.hotel.dst_city for package in found}) == len(found) == 3
    assert all(facts(package)["beach"] and package.trip.or_city == "Toronto" for package in found)
    assert names(second)[-1] == "hearmore"


def test_a_budget_keeps_looking_around(agent: Agent) -> None:
    exchange = last(agent, *BEACH, "anything under 450?")
    assert asked(exchange) == []
    assert about(exchange)
    assert all(exchange.after.offers[number].price <= 450 for number in about(exchange))


def test_who_does_not_know_where_to_go_is_helped(agent: Agent) -> None:
    turns = talk(agent, "hello", "i dont know where to go", "from vancouver", "ok what about japan", "osaka then",
                 "whenever", "just me")  # fmt: skip
    assert [asked(turn) for turn in turns[:2]] == [["dst_city"], ["or_city"]]
    anywhere, japan, osaka = (offered(turns[number]) for number in (2, 3, 6))
    assert len({package.hotel.dst_city for package in anywhere}) == 3
    assert {package.hotel.country for package in japan} == {"Japan"}
    assert {package.hotel.dst_city for package in osaka} == {"Osaka"}


def test_a_country_is_all_its_cities(agent: Agent) -> None:
    exchange = last(agent, "looking for something nice in south korea leaving tokyo sometime august under 1000")
    assert offered(exchange)
    assert {package.hotel.country for package in offered(exchange)} == {"South Korea"}


def test_the_cheapest_of_a_route_needs_no_further_questions(agent: Agent) -> None:
    exchange = last(agent, "NYC to LA cheapest")
    least = agent.catalogue.search(Query(or_city="New York", dst_city="Los Angeles"), 1)[0]
    assert asked(exchange) == []
    assert offered(exchange)[0] == least


def test_one_question_at_a_time(agent: Agent) -> None:
    turns = talk(agent, "hello", "Paris", "from Boston", "in August", "just me")
    assert [asked(turn) for turn in turns] == [["dst_city"], ["or_city"], ["str_date", "end_date"], ["n_adults"], []]
    assert offered(turns[-1])


# Summaries of the database


@pytest.mark.parametrize("before", [(), ("I'm in Montreal",)])
def test_how_many_hotels_there_are(agent: Agent, before: tuple[str, ...]) -> None:
    exchange = last(agent, *before, "how many hotels do you have in Rome?")
    assert told(exchange, "inform")[0] == {
        "count_name": f"{len(agent.catalogue.hotels('Rome'))} hotels", "dst_city": "Rome",
    }  # fmt: skip


def test_which_cities_there_are(agent: Agent) -> None:
    exchange = last(agent, "what cities can I fly to from Montreal?")
    reached = {package.hotel.dst_city for package in agent.catalogue.bargains(Query(or_city="Montreal"))}
    assert told(exchange, "inform")[0] == {"count_dst_city": f"{len(reached)} cities", "or_city": "Montreal"}
    (examples,) = [act for act in exchange.wizard.acts if act.name == "suggest"]
    assert {arg.value for arg in examples.slots} <= reached


def test_which_cities_there_are_in_a_country(agent: Agent) -> None:
    exchange = last(agent, "which cities do you have in Italy?")
    (examples,) = [act for act in exchange.wizard.acts if act.name == "suggest"]
    italian = {hotel.dst_city for hotel in agent.catalogue.hotels() if hotel.country == "Italy"}
    assert {arg.value for arg in examples.slots} == italian


def test_the_cheapest_there_is(agent: Agent) -> None:
    exchange = last(agent, "I'm leaving from Montreal, I'd love a spa", "what's the cheapest trip you have?")
    least = agent.catalogue.search(Query(or_city="Montreal", amenities=("spa",)), 1)[0]
    assert facts(least)["price"] in [fact.get("price") for fact in told(exchange, "inform")]
    assert exchange.after.offers[about(exchange)[0]] == least


def test_the_days_on_which_there_are_trips(agent: Agent) -> None:
    exchange = last(agent, "Montreal to Rome", "what dates are available?")
    found = agent.catalogue.search(Query(or_city="Montreal", dst_city="Rome"), 100_000)
    days = told(exchange, "inform")[0]
    assert days["count"] == f"{len(found):,} packages"
    assert days["str_date"] in {facts(package)["str_date"] for package in found}


# Other wishes for what was talked about


def test_the_same_dates_for_another_city_are_a_wish(agent: Agent) -> None:
    exchange = last(agent, ROME, "what about barcelona, same dates")
    assert {package.hotel.dst_city for package in offered(exchange)} == {"Barcelona"}
    assert set(names(exchange)) <= {"inform", "offer"}
    assert {number for number in about(exchange) if exchange.after.offers[number].hotel.dst_city == "Rome"} == set()


@pytest.mark.parametrize("more", ["show me the other options", "any other hotels?", "what else is there"])
def test_other_options_are_other_hotels(agent: Agent, more: str) -> None:
    first, second = talk(agent, ROME, more)
    hotels = [{package.hotel.name for package in offered(turn)} for turn in (first, second)]
    assert hotels[1]
    assert hotels[0].isdisjoint(hotels[1])


def test_back_to_the_cheapest_in_a_city(agent: Agent) -> None:
    exchange = last(agent, ROME, "do you have anything with a spa?", "go back to the cheapest one in Rome")
    romes = [package.price for package in exchange.after.offers.values() if package.hotel.dst_city == "Rome"]
    assert exchange.after.offers[exchange.user.active_frame].price == min(romes)


def test_what_gives_way_is_said_with_how_much(agent: Agent) -> None:
    exchange = last(agent, "From Boston to Frankfurt, sept 5 to sept 9, business class")
    assert "no_result" in names(exchange)
    ways = [act for act in exchange.wizard.acts if act.name == "suggest" and act.id is None]
    for way, package in zip(ways, offered(exchange), strict=True):
        assert all(arg.value == facts(package)[arg.key] for arg in way.slots)
        assert way.slots
        assert [arg.key for ref in way.refs() for arg in ref.annotations] == [arg.key for arg in way.slots]
    assert "leaving September 2 instead of Sept 5" in exchange.wizard.text


def test_without_what_it_would_work(agent: Agent) -> None:
    wish = "We want to go to Cancun from Chicago in august, four of us, with a gym"
    assert {"gym": False} in told(last(agent, wish), "suggest")
    assert "without a gym" in last(agent, wish).wizard.text


def test_nothing_cheaper_names_the_cheapest(agent: Agent) -> None:
    exchange = last(agent, ROME, "the first one", "something cheaper please")
    assert "no_result" in names(exchange)
    cheapest = [fact for fact in told(exchange, "inform") if fact.get("name") == "Clovelly Grand"]
    assert cheapest
    assert cheapest[0]["dst_city"] == "Rome"


def test_an_earlier_option_of_another_city_is_recalled_when_it_fits(agent: Agent) -> None:
    turns = talk(
        agent, "From Montreal to New York or Tokyo, August 23 to September 1", "go to the Tokyo one", "max $900"
    )
    recalled = [ref.frame for act in turns[-1].wizard.acts if act.name == "inform" for ref in act.refs("write")]
    assert [turns[-1].after.offers[number].hotel.dst_city for number in recalled] == ["New York"]
    assert turns[-1].after.offers[recalled[0]].price <= 900


def test_other_days_of_the_same_hotel(agent: Agent) -> None:
    turns = talk(agent, *BEACH, "tell me more about the second one", "is it flexible?", "can we leave one day later?")
    hotel = turns[2].after.offers[turns[2].user.active_frame].hotel
    assert names(turns[3])[0] == "affirm"
    assert {package.hotel for package in offered(turns[3])} == {hotel}
    assert {turns[4].after.offers[number].hotel for number in about(turns[4])} == {hotel}


def test_other_days_are_searched_for_the_same_people(agent: Agent) -> None:
    later = last(agent, ROME, "the first one", "can we leave one day later?")
    searched = [(search.NUM_ADULTS, search.ORIGIN_CITY) for search in later.wizard.db.search]
    assert searched == [("2", "Montreal")]


def test_when_one_is_back(agent: Agent) -> None:
    exchange = last(agent, ROME, "the first one", "what time do we get back?")
    known = facts(exchange.after.offers[2])
    assert told(exchange, "inform") == [{slot: known[slot] for slot in ("dep_time_dst", "arr_time_or")}]


def test_what_differs_between_the_last_two(agent: Agent) -> None:
    exchange = last(agent, ROME, "the first one", "what about barcelona?", "what's the difference between the two?")
    first, second = (exchange.after.offers[number] for number in about(exchange))
    assert len({first.hotel.dst_city, second.hotel.dst_city} - {"Rome", "Barcelona"}) == 0
    for fact in told(exchange, "inform"):
        assert all(facts(first)[slot] != facts(second)[slot] for slot in fact if slot not in ("name", "dst_city"))


def test_it_may_be_any_of_those_just_offered(agent: Agent) -> None:
    exchange = last(agent, ROME, "does it have a spa?")
    assert [fact["spa"] for fact in told(exchange, "inform")] == [
        facts(exchange.after.offers[number])["spa"] for number in (2, 3, 4)
    ]


@pytest.mark.parametrize(
    "question", ["can I bring my dog?", "which airline is it?", "how is the weather there?", "is there a pool?",
                 "why is it so cheap?"],
)  # fmt: skip
def test_what_the_database_does_not_know(agent: Agent, question: str) -> None:
    exchange = last(agent, ROME, question)
    assert names(exchange) == ["canthelp"]
    assert "flight times" in exchange.wizard.text


# Changes of mind


def test_never_mind_goes_back(agent: Agent) -> None:
    turns = talk(agent, ROME, "the first one", "what about Paris?", "never mind")
    assert turns[-1].user.active_frame == turns[1].user.active_frame


def test_never_mind_about_nothing_is_no_refusal(agent: Agent) -> None:
    assert names(last(agent, ROME, "never mind")) == ["request"]


def test_more_people(agent: Agent) -> None:
    two, three = talk(agent, ROME, "the first one", "actually 3 people")[1:]
    old, (new,) = two.after.offers[two.user.active_frame], offered(three)
    assert (new.hotel, new.trip) == (old.hotel, old.trip)
    assert new.price == pytest.approx(old.price * 1.5, abs=0.02)


@pytest.mark.parametrize(
    ("lines", "party"),
    [
        ((ROUTE, "2 adults and one kid", "add another kid"), (2, 2)),
        ((ROUTE, "2 adults and one kid", "add 2 more kids", "one less kid"), (2, 2)),
        ((ROUTE, "2 adults", "one more adult"), (3, 0)),
        ((ROUTE, "my wife and I", "and another adult"), (3, 0)),
        ((ROUTE, "whatever", "add another adult"), (2, 0)),
        ((ROUTE, "me and wife"), (2, 0)),
        ((ROUTE, "me and my husband", "add a kid"), (2, 1)),
        ((ROME, "the first one", "one more adult please"), (3, 0)),
        ((ROME, "actually 5 people", "one adult less"), (4, 0)),
    ],
)
def test_who_else_comes_is_reckoned_from_who_came(agent: Agent, lines: tuple[str, ...], party: tuple[int, int]) -> None:
    memory = last(agent, *lines).after.memory
    wished = wishes(memory, memory.active_frame)
    asked = query(wished, "Rome", agent.lexicon, agent.today)
    assert (asked.adults, asked.children) == party


def test_prices_are_said_to_be_for_one_adult_until_it_is_known_who_goes(agent: Agent) -> None:
    around, other, two, again = talk(agent, *BEACH, "what about berlin?", "we are 2 adults", "and rome?")[1:]
    for exchange in (around, other):
        assert exchange.wizard.text.count(" for 1 adult") == len(offered(exchange)) > 0
    for exchange in (two, again):
        assert offered(exchange)
        assert "1 adult" not in exchange.wizard.text
    resumed = agent.resume(again.after.dialogue(UUID(int=1)))[-1].after
    assert resumed.offers == again.after.offers


def test_children_are_said_beside_the_one_adult(agent: Agent) -> None:
    exchange = last(agent, "I need a vacation, somewhere with a beach, with my two kids", "from Toronto")
    assert exchange.wizard.text.count(" for 1 adult and 2 children") == len(offered(exchange)) > 0


def test_a_price_for_one_stays_one_when_more_go(agent: Agent) -> None:
    lines = (ROUTE, "the first one")
    one, two, back, booked = talk(agent, *lines, "we are 2 adults", "how much is the first one?", "book it")[-4:]
    assert "adult" not in one.wizard.text  # said when it was offered
    assert "1 adult" not in two.wizard.text
    assert "is for 1 adult and costs" in back.wizard.text
    assert "is for 1 adult and costs" in booked.wizard.text  # and is offered for both before it is booked
    old, (new,) = booked.before.offers[booked.user.active_frame], offered(booked)
    assert (new.hotel, new.trip) == (old.hotel, old.trip)
    assert new.price == pytest.approx(2 * old.price, abs=0.02)


@pytest.mark.parametrize(("words", "pick"), [("take the longest one", max), ("the shortest one please", min)])
def test_the_longest_is_one_of_those_offered(agent: Agent, words: str, pick: Callable[[Iterable[int]], int]) -> None:
    first, second = talk(agent, ROME, words)
    chosen = second.after.offers[second.user.active_frame]
    assert chosen.trip.duration_days == pick(package.trip.duration_days for package in offered(first))


def test_a_budget_is_given_up(agent: Agent) -> None:
    exchange = last(agent, "Montreal to Rome, august 20 to september 10", "under $950", "forget the budget")
    assert exchange.wizard.db.search[0].PRICE_MAX != "950"
    assert about(exchange)


def test_a_family_that_becomes_a_couple(agent: Agent) -> None:
    opening = "hi! we're a family of four, two kids, leaving from Chicago in august for under 6000"
    turns = talk(agent, opening, "somewhere on the beach", "how much is that for just the two of us?")
    search, four = (turn.wizard.db.search[-1] for turn in (turns[-1], turns[-2]))
    assert (four.NUM_ADULTS, four.NUM_CHILDREN) == ("2", "2")
    assert search.NUM_ADULTS == "2"
    assert search.NUM_CHILDREN != "2"


# Booking


def test_a_suggestion_is_confirmed_before_it_is_booked(agent: Agent) -> None:
    turns = talk(
        agent, "From Boston to Frankfurt, sept 5 to sept 9, business class", "ok let's book", "the first one", "yes"
    )
    assert [("action" in fact) for turn in turns for fact in told(turn, "inform")].count(True) == 1
    assert told(turns[-1], "inform")[-1]["action"] == "book"


def test_several_offers_are_asked_about_before_one_is_booked(agent: Agent) -> None:
    assert asked(last(agent, ROME, "yes please book it")) == ["name"]


def test_a_booking_is_made_once_and_can_be_cancelled(agent: Agent) -> None:
    turns = talk(agent, ROME, "the first one", "yes", "yes", "book it again", "no wait, cancel that", "book it")
    actions = [[fact["action"] for fact in told(turn, "inform") if "action" in fact] for turn in turns]
    assert actions == [[], [], ["book"], [], [], ["cancel"], ["book"]]
    assert names(turns[4]) == ["affirm"]


def test_what_was_booked_from_a_proposal_is_cancelled(agent: Agent) -> None:
    turns = talk(agent, ROME, "do you have anything with a spa?", "ok that one", "can you cancel it?", "yes")
    done = [fact for turn in turns for fact in told(turn, "inform") if "action" in fact]
    assert [(fact["action"], fact["name"]) for fact in done] == [
        ("book", "Lyndhurst Rooms"),
        ("cancel", "Lyndhurst Rooms"),
    ]


def test_a_continent_is_its_countries(agent: Agent) -> None:
    found = offered(last(agent, "my parents live in Denver, they want to see Europe"))
    assert {package.hotel.country for package in found} <= {"France", "Germany", "Greece", "Italy", "Spain"}
    assert found


def test_who_names_an_unknown_city_hears_of_others(agent: Agent) -> None:
    exchange = last(agent, "from Boston to Reykjavik please")
    assert names(exchange) == ["sorry", "no_result", "suggest", "request"]
    assert {fact["dst_city"] for fact in told(exchange, "suggest")} <= set(agent.catalogue.destinations())


def test_not_there(agent: Agent) -> None:
    wish = "we are 2 adults 1 kid, from Calgary, budget 3000, where can we go?"
    exchange = last(agent, wish, "anywhere but not Vancouver", "not Salt Lake City either")
    cities = {exchange.after.offers[number].hotel.dst_city for number in about(exchange)}
    assert cities
    assert cities.isdisjoint({"Vancouver", "Salt Lake City"})


def test_another_one_is_booked_instead(agent: Agent) -> None:
    turns = talk(
        agent, "I'd like to go to Paris from Montreal from August 15 to August 30", "actually make it Rome",
        "which one is cheaper, Paris or Rome?", "book the Nettlebed Terrace", "cancel that please",
        "book the Clovelly Grand",
    )  # fmt: skip
    booked = [fact for turn in turns for fact in told(turn, "inform") if "action" in fact]
    assert [(fact["action"], fact["name"]) for fact in booked] == [
        ("book", "Nettlebed Terrace"), ("cancel", "Nettlebed Terrace"), ("book", "Clovelly Grand"),
    ]  # fmt: skip
