"""Conversations of our own in which the agent was once at fault: what a good human agent would have done."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trips import about, asked, last, names, offered, talk, told
from wayframe.agent import Agent
from wayframe.packages import Catalogue, facts
from wayframe.policy.measuring import days_of

ROME = "From Montreal to Rome, august 20 to september 10, two adults"
FAMILY = "in august from Chicago with my wife and two kids, somewhere with a beach"


@pytest.fixture(scope="module")
def agent(world_path: Path) -> Iterator[Agent]:
    with Catalogue(world_path) as catalogue:
        yield Agent(catalogue)


# What is said of several options


def test_who_has_what_is_said_in_a_breath(agent: Agent) -> None:
    exchange = last(agent, ROME, "which of them has wifi?")
    having = [package for package in exchange.after.offers.values() if facts(package)["wifi"] is True]
    assert len(having) > 1
    assert exchange.wizard.text.count(" free wifi.") == len({facts(p)["wifi"] for p in exchange.after.offers.values()})


def test_of_several_options_each_is_named(agent: Agent) -> None:
    exchange = last(agent, ROME, "the second one", "compare the first and the second")
    assert all(act.refs("write") for act in exchange.wizard.acts)
    assert "It " not in exchange.wizard.text.split(". ")[0]


def test_what_hotels_there_are_is_answered(agent: Agent) -> None:
    exchange = last(agent, "from Boston to France in august, just me", "what hotels do you have there")
    assert exchange.wizard.text.count("costs") == len(exchange.after.offers) > 1


@pytest.mark.parametrize("words", ["what were my options again?", "could you give me a summary of everything so far"])
def test_all_options_are_told_again(agent: Agent, words: str) -> None:
    exchange = last(agent, ROME, "something with a spa?", words)
    assert about(exchange) == sorted(about(exchange))
    assert {exchange.after.offers[n].hotel for n in about(exchange)} == {
        package.hotel for package in exchange.after.offers.values()
    }


def test_the_others_are_those_beside_the_one_that_was_looked_at(agent: Agent) -> None:
    first, *_, others = talk(agent, ROME, "tell me about the second one", "the others?")
    assert about(others) == [act.id for act in first.wizard.acts if act.id is not None and act.id != 3]


def test_what_is_recommended_is_what_guests_rate_best(agent: Agent) -> None:
    exchange = last(agent, ROME, "hm, what do you recommend?")
    best = max(exchange.after.offers.values(), key=lambda package: float(str(facts(package)["gst_rating"])))
    assert [fact["name"] for fact in told(exchange, "inform")] == [best.hotel.name]
    assert names(exchange)[-1] == "suggest"


def test_the_best_of_all_so_far_is_looked_for_among_all(agent: Agent) -> None:
    exchange = last(agent, ROME, "what about Barcelona?", "which of all hotels so far has the best guest rating?")
    ratings = [float(str(facts(package)["gst_rating"])) for package in exchange.after.offers.values()]
    assert f"{max(ratings):g}/10" in exchange.wizard.text


def test_what_was_just_wished_for_is_said_of_what_has_it(agent: Agent) -> None:
    exchange = last(agent, "From Montreal to Rome, august 20 to september 10, one adult", "any with a spa?")
    assert exchange.wizard.text.count("a spa") == len(about(exchange)) > 0


@pytest.mark.parametrize(
    ("question", "yes"),
    [("is that for all three of us?", ["affirm"]), ("is that for two children?", ["negate"]),
     ("how much is it in total?", [])],
)  # fmt: skip
def test_for_whom_a_price_is(agent: Agent, question: str, yes: list[str]) -> None:
    exchange = last(agent, "From Montreal to Rome, august 20 to september 10", "2 adults and one kid", "the first one",
                    question)  # fmt: skip
    assert names(exchange) == [*yes, "inform"]
    assert "It is for 2 adults, includes 1 child and costs" in exchange.wizard.text


def test_none_of_them_is_said_of_all_at_once(agent: Agent) -> None:
    exchange = last(agent, ROME, "which of them is near the university?")
    assert {facts(package)["university"] for package in exchange.after.offers.values()} == {False}
    assert exchange.wizard.text == "None of them is near the university."


def test_what_is_compared_stays_compared(agent: Agent) -> None:
    lines = ("kyoto to osaka, just me, september", "from LA", "which has the highest rating?", "which is the cheapest?")
    *_, rated, cheapest = talk(agent, *lines)
    latest = [frame for act in rated.user.acts for ref in act.refs() if (frame := ref.frame)]
    assert f"${min(cheapest.after.offers[frame].price for frame in latest):,.2f}" in cheapest.wizard.text


def test_stars_that_none_has_are_denied_and_the_best_is_told(agent: Agent) -> None:
    exchange = last(agent, ROME, "any of them with a 5-star hotel?")
    assert names(exchange) == ["negate", "inform"]
    stars = max(float(str(facts(package)["category"])) for package in exchange.after.offers.values())
    assert f"{stars:g}-star" in exchange.wizard.text


@pytest.mark.parametrize("words", ["what do you have", "what do you recommend?", "what are my options?"])
def test_who_looks_around_at_the_beginning_is_told_of_cities(agent: Agent, words: str) -> None:
    exchange = last(agent, words)
    assert names(exchange) == ["inform", "suggest", "request"]
    assert told(exchange, "inform")[0]["count_dst_city"] == f"{len(agent.catalogue.destinations())} cities"


# Places that there are no trips to


@pytest.mark.parametrize("place", ["the uk", "England", "Thailand", "the bahamas", "lisbon"])
def test_a_country_without_trips_is_a_place_all_the_same(agent: Agent, place: str) -> None:
    first, second = talk(agent, f"from boston to {place} in august", "2 adults")
    for exchange in (first, second):  # who goes is no reason to offer something else
        assert names(exchange)[:2] == ["sorry", "no_result"]
        assert asked(exchange) == ["dst_city"]
        assert offered(exchange) == []


def test_going_back_to_where_nothing_was_found_says_so_again(agent: Agent) -> None:
    lines = ("To London from New York, september 3 to september 10", "ok, Rome then", "go back to London")
    assert "no_result" in names(last(agent, *lines))


def test_a_country_that_is_not_wanted_is_none_of_its_cities(agent: Agent) -> None:
    exchange = last(agent, "somewhere in Europe from San Francisco, 2 adults, end of august", "not Germany")
    assert offered(exchange)
    assert "Germany" not in {package.hotel.country for package in offered(exchange)}


# Wishes that are measured


def test_leaving_later_is_any_later_day(agent: Agent) -> None:
    one, later = talk(agent, ROME, "the first one", "is it possible to leave later")[1:]
    assert "no_result" not in names(later)
    old = one.after.offers[one.user.active_frame]
    assert [package.hotel for package in offered(later)] == [old.hotel]
    assert days_of(offered(later)[0])["str_date"] > days_of(old)["str_date"]


def test_nicer_is_nicer_than_what_was_offered(agent: Agent) -> None:
    one, nicer = talk(agent, ROME, "the first one", "something nicer")[1:]
    stars = float(str(facts(one.after.offers[one.user.active_frame])["category"]))
    assert offered(nicer)
    assert all(float(str(facts(package)["category"])) > stars for package in offered(nicer))


def test_cheaper_was_than_what_was_there_and_not_elsewhere(agent: Agent) -> None:
    elsewhere = last(agent, ROME, "the first one", "cheaper", "what about Buenos Aires?")
    assert "no_result" not in names(elsewhere)
    assert min(package.price for package in offered(elsewhere)) > 1900


def test_more_expensive_is_another_hotel(agent: Agent) -> None:
    one, dearer = talk(agent, ROME, "the first one", "something more expensive")[1:]
    old = one.after.offers[one.user.active_frame]
    told_of = [dearer.after.offers[frame] for frame in about(dearer)]
    assert {package.hotel.name for package in told_of} - {old.hotel.name}
    assert all(package.price > old.price for package in told_of)


def test_who_travels_is_no_reason_that_nothing_fits(agent: Agent) -> None:
    exchange = last(agent, "from Los Angeles, somewhere with a beach", "october", "me and my 3 children")
    assert "leaving in October" in exchange.wizard.text


# Booking


def test_a_question_about_several_settles_none(agent: Agent) -> None:
    exchange = last(agent, FAMILY, "how much is it?", "ok book it")
    assert asked(exchange) == ["name"]
    assert told(exchange, "inform") == []


@pytest.mark.parametrize("words", ["oh no, sorry, I meant the second one", "no, not that one, the second one"])
def test_who_meant_another_one_does_not_keep_both(agent: Agent, words: str) -> None:
    turns = talk(agent, ROME, "book the first one", words, "yes please")
    assert [[fact["action"] for fact in told(turn, "inform") if "action" in fact] for turn in turns[1:]] == [
        ["book"], ["cancel"], ["book"],
    ]  # fmt: skip
    (booked,) = told(turns[3], "inform")
    assert booked["name"] == turns[3].after.offers[turns[2].user.active_frame].hotel.name


def test_who_wants_two_trips_keeps_both(agent: Agent) -> None:
    exchange = last(agent, ROME, "book the first one", "and book the second one, too")
    assert [fact["action"] for fact in told(exchange, "inform")] == ["book"]


def test_what_was_priced_for_one_is_not_booked_for_a_family(agent: Agent) -> None:
    before = last(agent, "from Los Angeles, somewhere with a beach", "me and my 3 children").after
    back = agent.switch(before, 2).after
    exchange = agent.respond(back, "book it")
    assert not [fact for fact in told(exchange, "inform") if "action" in fact]
    assert [package.trip for package in offered(exchange)] == [back.offers[2].trip]
    assert offered(exchange)[0].price > 2 * back.offers[2].price


def test_what_is_booked_is_told_again(agent: Agent) -> None:
    nothing, booked, again = talk(agent, ROME, "what did I book?", "book the second one", "what did I book?")[1:]
    assert nothing.wizard.text == "Nothing is booked yet."
    assert told(again, "inform") == told(booked, "inform")


def test_another_origin_is_said_whenever_it_is_spoken_of(agent: Agent) -> None:
    lines = ("from Madrid to New York, just me, september, at most $1500", "cheaper", "the first one", "book it")
    *_, cheaper, told_of, booked = talk(agent, *lines)
    assert offered(cheaper)[0].trip.or_city != "Madrid"
    for exchange in (told_of, booked):
        assert told(exchange, "inform")[0]["or_city"] == offered(cheaper)[0].trip.or_city


def test_no_to_another_option_cancels_no_booking(agent: Agent) -> None:
    exchange = last(agent, ROME, "book the first one", "tell me about the second one", "no")
    assert not [fact for fact in told(exchange, "inform") if "action" in fact]
    again = agent.respond(exchange.after, "what did I book?")
    assert [fact["action"] for fact in told(again, "inform")] == ["book"]


def test_nothing_is_cancelled_where_nothing_is_booked(agent: Agent) -> None:
    assert last(agent, ROME, "cancel my booking please").wizard.text == "Nothing is booked yet."


def test_who_agrees_to_several_is_told_of_the_last_ones_only(agent: Agent) -> None:
    exchange = last(
        agent, "From Montreal to Rome, august 20 to september 10", "whatever", "we are 2 adults", "um", "ok"
    )
    assert "1 adult" not in exchange.wizard.text


@pytest.mark.parametrize("wish", ["can you send me a confirmation email", "could you print the tickets for me?"])
def test_what_an_agent_cannot_do_is_said(agent: Agent, wish: str) -> None:
    assert names(last(agent, ROME, wish)) == ["canthelp"]


@pytest.mark.parametrize("words", ["what's the price per person?", "do the kids pay full price?"])
def test_of_several_prices_it_is_said_for_whom_they_are(agent: Agent, words: str) -> None:
    exchange = last(agent, "From Montreal to Rome, august 20 to september 10, two adults and one kid", words)
    assert {(fact["n_adults"], fact["n_children"]) for fact in told(exchange, "inform")} == {("2 adults", "1 child")}


def test_a_limit_beside_a_direction_is_what_is_meant(agent: Agent) -> None:
    nicer = last(agent, "From Boston to France, around august 20 for a week", "something nicer, at least 4 stars")
    assert all(float(str(fact["category"]).removesuffix("-star")) >= 4 for fact in told(nicer, "offer"))
    assert told(nicer, "offer")


def test_what_is_not_known_is_said_beside_what_is(agent: Agent) -> None:
    exchange = last(agent, ROME, "the first one", "is breakfast included? and can we bring our dog")
    assert names(exchange) == ["inform", "canthelp"]
    assert "the rest" in exchange.wizard.text.lower()
    assert names(last(agent, ROME, "the first one", "is breakfast included?")) == ["inform"]


@pytest.mark.parametrize("words", ["alright, not today, maybe later, bye", "thanks, bye"])
def test_who_leaves_is_shown_nothing_more(agent: Agent, words: str) -> None:
    assert set(names(last(agent, ROME, words))) == {"goodbye"}


def test_what_is_not_booked_is_not_cancelled_in_place_of_what_is(agent: Agent) -> None:
    lines = (ROME, "book the first one", "what about Barcelona?", "the first one", "cancel the one in Barcelona")
    exchange = last(agent, *lines)
    assert [(fact["action"], fact["dst_city"]) for fact in told(exchange, "inform")] == [("book", "Rome")]


def test_only_one_of_two_countries_stays_the_only_one(agent: Agent) -> None:
    lines = ("Mexico or Brazil from New York, 2 adults, second half of August", "only Mexico", "with free breakfast")
    *_, only, breakfast = talk(agent, *lines)
    for exchange in (only, breakfast):
        assert {exchange.after.offers[frame].hotel.country for frame in about(exchange)} == {"Mexico"}


def test_the_best_rated_is_one_of_those_offered(agent: Agent) -> None:
    first, best = talk(agent, ROME, "the best rated")
    package = max(offered(first), key=lambda each: float(str(facts(each)["category"])))
    assert [fact["name"] for fact in told(best, "inform")] == [package.hotel.name]
    assert names(best)[-1] == "suggest"


def test_hotels_are_counted_although_nothing_goes_there_then(agent: Agent) -> None:
    exchange = last(agent, "from New York, economy class, in october", "how many hotels are in Orlando?")
    assert told(exchange, "inform")[0]["count_name"] == f"{len(agent.catalogue.hotels('Orlando'))} hotels"


SAYINGS = (
    ROME, FAMILY, "from LA", "what about barcelona?", "the uk", "cheaper", "more expensive but nicer", "with a spa",
    "the second one", "the others?", "which of them has wifi?", "what hotels do you have there", "book it", "no",
    "no, I meant the first one", "cancel that", "what were my options?", "we are 4", "a week later", "ok", "bye",
)  # fmt: skip


@settings(max_examples=40)
@given(st.lists(st.sampled_from(SAYINGS), min_size=3, max_size=7))
def test_whatever_is_said_is_answered_and_truly(agent: Agent, lines: list[str]) -> None:
    for exchange in talk(agent, *lines):
        assert exchange.wizard.text.strip()
