"""Another trip: it begins with where one starts and who travels, and with nothing else of the trip before it."""

import pytest

from assisting import done, last, offered, packages, wanted
from wayframe.agent import Agent
from wayframe.meaning.notation import show
from wayframe.meaning.records import Constraint, Wish

FIRST = "a place with a beach from Toronto for 2 adults and a child, at most 2000, in august, with breakfast"


@pytest.mark.parametrize(
    "said",
    [
        "new trip. Chicago",
        "NEW TRIP: Chicago please",
        "another trip, this time to Chicago",
        "ok now the next trip: Chicago",
        "second: to Chicago",
        "I'd like a new search, to Chicago",
        "right, a completely different trip now: Chicago",
    ],
)
def test_another_trip_keeps_where_one_starts_and_who_travels(agent: Agent, said: str) -> None:
    held = wanted(agent, FIRST, said)
    assert set(held) == {"or_city", "party", "dst_city"}
    assert "Toronto" in held["or_city"]
    assert "children=1" in held["party"]


@pytest.mark.parametrize(
    ("said", "party"),
    [
        ("second trip, only me and my sister to Chicago", "is(party(adults=2, total=2))"),
        ("next: Chicago, I go alone", "is(party(adults=1, total=1))"),
        ("another trip, the same but my brother comes too, to Chicago", "is(party(adults=3, children=1))"),
    ],
)
def test_who_travels_on_another_trip_may_be_said_anew(agent: Agent, said: str, party: str) -> None:
    assert wanted(agent, FIRST, said)["party"] == party


@pytest.mark.parametrize(
    "said",
    ["show me another trip", "tell me about the second trip", "second: is there wifi?", "the second trip please"],
)
def test_an_option_or_more_of_them_is_no_other_trip(agent: Agent, said: str) -> None:
    assert "price" in wanted(agent, FIRST, said)


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("the 2000 was for the first trip, forget this", "price"),
        ("breakfast was only for my trip with the kids", "breakfast"),
        ("august was for the other trip", "str_date"),
    ],
)
def test_a_wish_of_another_trip_no_longer_holds(agent: Agent, said: str, gone: str) -> None:
    before, after = wanted(agent, FIRST), wanted(agent, FIRST, said)
    assert after == {**before, gone: "any()"}


def test_what_another_trip_is_for_is_searched_at_once(agent: Agent) -> None:
    found = offered(last(agent, FIRST, "now a new trip: just me, Chicago in september"))
    assert {each["dst_city"] for each in found} == {"Chicago"}


@pytest.mark.parametrize(
    "words",
    [
        "book the first one. Then I need something in Athens",
        "book the first one. Now a new trip: from Montreal to Athens in september",
    ],
)
def test_what_is_booked_before_the_next_trip_is_booked_and_that_is_searched(agent: Agent, words: str) -> None:
    exchange = last(agent, "From Montreal to Rome, august 20 to september 10, two adults", words)
    assert len(done(exchange, "book")) == 1
    assert {package["dst_city"] for package in offered(exchange)} == {"Athens"}
    assert exchange.wizard.text.index("Rome") < exchange.wizard.text.index("Athens")


BOOKED = ("from Chicago to San Francisco, 22 to 26 August, with wifi", "book it for one person")
SEATTLE = "Second trip: Seattle, leaving Chicago on 29 August, back on 2 September, with wifi"


def test_a_yes_holds_beside_a_change_of_another_booking(agent: Agent) -> None:
    others = "Yes. And a colleague is joining me in San Francisco, so make that booking for two adults"
    exchange = last(agent, *BOOKED, SEATTLE, "I like the Hawthorn Gardens", others)
    bookings = exchange.wizard.text
    assert "Hawthorn Gardens in Seattle, from Chicago, August 30 to September 2, $569.88" in bookings
    assert "San Francisco for 2 adults, at $1,758.58 instead of $879.29" in bookings


def test_days_that_are_off_by_as_much_as_what_was_offered_are_accepted(agent: Agent) -> None:
    exchange = last(agent, *BOOKED, SEATTLE, "A day later is fine. Take the cheaper one")
    assert "August 31" not in exchange.wizard.text
    assert "Hawthorn Gardens" in exchange.wizard.text


def test_two_bookings_are_told_in_full_whatever_the_reply_told_before(agent: Agent) -> None:
    booked = (*BOOKED, SEATTLE, "book the Hawthorn Gardens", "yes")
    reply = last(agent, *booked, "the Hawthorn Gardens, how many stars? And what did I book?").wizard.text
    assert "August 30 to September 2" in reply
    assert "August 22 to 26" in reply


@pytest.mark.parametrize(
    "said",
    [
        "ok now the second trip. Mid september, somewhere with a beach",
        "for the second trip, I need a beach in mid september",
        "the second trip should have a beach, mid september",
    ],
)
def test_the_trip_behind_those_that_are_booked_is_another_one(agent: Agent, said: str) -> None:
    held = wanted(agent, FIRST, "book the first one", said)
    assert "price" not in held
    assert "breakfast" not in held
    assert held["beach"] == "is(yes)"


def test_what_is_booked_before_another_trip_begins_is_for_those_who_go_there(agent: Agent) -> None:
    said = "great, book that one. The second trip is for me and my sister, to Chicago in september"
    booked = last(agent, "to Rome from Toronto, just me, in august", "the first one", said)
    assert [each["n_adults"] for each in done(booked, "book")] == ["1 adult"]
    assert "Chicago" in str(offered(booked))


def test_another_trip_for_others_looks_neither_there_nor_then(agent: Agent) -> None:
    first = ("to Rome from Toronto in august", "the first one", "book that one for the two of us")
    other = "Great. Now the other one: to Chicago at the end of september, just me, also from Toronto"
    held = wanted(agent, *first, other)
    assert "Chicago" in held["dst_city"]
    assert "2016-09-21" in held["str_date"]
    assert all("Chicago" in str(package) for package in offered(last(agent, *first, other)))


def test_the_same_dates_are_those_of_the_booking(agent: Agent) -> None:
    said = ("to Rome from Toronto", "the first one", "book it", "what is there to Chicago on the same dates?")
    (booking,) = agent.state(last(agent, *said[:3]).after).bookings
    days = [
        show((Wish(slot, Constraint("is", (booking.option.item.values[slot],))),)) for slot in ("str_date", "end_date")
    ]
    held = wanted(agent, *said)
    assert "Chicago" in held["dst_city"]
    assert [f"wish({slot}, {held[slot]})" for slot in ("str_date", "end_date")] == days


def test_a_booking_into_which_another_hotel_comes_is_told_in_full(agent: Agent) -> None:
    first = ("to Rome from Toronto in august", "the first one", "book it")
    options = packages(last(agent, *first[:1]))
    changed = last(agent, *first, f"change my booking to the {options[1].hotel.name}", "yes").wizard.text
    assert options[0].hotel.name in changed
    assert options[1].hotel.name in changed


def test_by_how_much_a_booking_changes_is_told(agent: Agent) -> None:
    first = ("to Rome from Toronto in august", "the first one", "book it")
    options = packages(last(agent, *first[:1]))
    asked = f"change my booking to the {options[1].hotel.name}, and what's the difference in price?"
    apart = abs(options[0].price - options[1].price)
    assert f"${apart:,.2f}" in last(agent, *first, asked).wizard.text
