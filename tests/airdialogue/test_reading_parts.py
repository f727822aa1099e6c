import pytest

from wayframe.airdialogue.reading import customer, journey, predicting
from wayframe.airdialogue.reading.customer import AirTurn, turns

CODES = frozenset(("BOS", "IAH", "JFK"))
PLACES = frozenset(("boston", "houston", "new york", "york", "new"))


def said(text: str, asked: str = "") -> list[AirTurn]:
    return turns([*([f"agent: {asked}"] if asked else []), f"customer: {text}"])


def test_turns_know_who_speaks_and_what_was_asked() -> None:
    first, second, third = turns(["customer:  Hi   there", "Agent: Yes?", "no speaker"])
    assert first == AirTurn(True, "Hi there", "hi there", "")
    assert (second.customer, second.asked) == (False, "hi there")
    assert (third.customer, third.text) == (False, "no speaker")


@pytest.mark.parametrize(
    ("text", "asked", "found"),
    [
        ("My name is Maria Stone.", "", "Maria Stone"),
        ("Hello, I am maria stone", "May I have your name?", "Maria Stone"),
        ("Maria Stone here, I need a flight.", "", "Maria Stone"),
        ("Sure, Maria Stone.", "Your name please?", "Maria Stone"),
        ("Please book it under the name Maria Stone", "", "Maria Stone"),
        ("I am looking for a flight from New York.", "", ""),
        ("My name is Austin Boston.", "", "Austin Boston"),
        ("My name is Will April.", "", ""),
        ("My name is April Stone.", "", "April Stone"),
        ("I am Maria O'Hara-Stone", "", "Maria O'hara-stone"),
    ],
)
def test_names(text: str, asked: str, found: str) -> None:
    assert customer.customer_name(said(text, asked), PLACES) == found


@pytest.mark.parametrize(
    ("text", "asked", "route"),
    [
        ("I fly from BOS to IAH.", "", "BOS IAH"),
        ("From Boston, MA - BOS to Houston, TX - IAH", "", "BOS IAH"),
        ("My codes are BOS and JFK.", "Which airports?", "BOS JFK"),
        ("My source and destination are JFK and BOS", "", "JFK BOS"),
        ("My destination and source are JFK and BOS", "", "BOS JFK"),
        ("I want to go to Houston, and I start from Boston.", "", "BOS IAH"),
        ("A ticket to New York from Boston please", "", "BOS JFK"),
        ("Boston is my origin and IAH is my destination.", "", "BOS IAH"),
        ("BOS-JFK", "Which airports?", "BOS JFK"),
        ("A meeting in Houston, please book from JFK.", "", "JFK IAH"),
        ("I will be reaching bos from jfk", "", "JFK BOS"),
    ],
)
def test_routes(text: str, asked: str, route: str) -> None:
    votes = journey.place_votes(said(text, asked), CODES)
    assert " ".join(max(held, key=lambda code: held[code]) for held in votes.values()) == route


def test_a_place_alone_is_the_end_that_was_asked_for() -> None:
    assert journey.place_votes(said("It's BOS.", "What is your source?"), CODES)["origin"] == {"BOS": 1}
    assert journey.place_votes(said("Boston", "Where are you going? What is your destination?"), CODES)["destination"]


def test_an_unknown_code_is_taken_for_the_only_one_that_is_near() -> None:
    assert [each.codes for each in journey.spoken_places("To IAD", tuple(sorted(CODES)))] == [("IAH",)]
    assert not journey.spoken_places("To SEA", tuple(sorted(CODES)))


def test_a_city_may_be_several_airports() -> None:
    (found,) = journey.spoken_places("to New York", ("BOS", "JFK", "LGA"))
    assert found.codes == ("JFK", "LGA")
    (found,) = journey.spoken_places("to New York, NY - LGA", ("BOS", "JFK", "LGA"))
    assert found.codes == ("LGA",)


@pytest.mark.parametrize(
    ("text", "there", "back"),
    [
        ("From 06/12 to 06/14.", ("June", 12), ("June", 14)),
        ("June 12 and 14th", ("June", 12), ("June", 14)),
        ("I leave on the 12th of June and return on the 14th of June.", ("June", 12), ("June", 14)),
        ("I return on June 14, I leave on June 12.", ("June", 12), ("June", 14)),
        ("12 to 14 of June", ("June", 12), ("June", 14)),
        ("Sept,30 - Oct,02", ("Sept", 30), ("Oct", 2)),
        ("Dec 31 and Jan 2", ("Dec", 31), ("Jan", 2)),
        ("6/12/2011 to 6/14/2011", ("June", 12), ("June", 14)),
    ],
)
def test_days(text: str, there: journey.Day, back: journey.Day) -> None:
    votes = journey.day_votes(said(text))
    assert max(votes.there, key=lambda day: votes.there[day]) == there
    assert max(votes.back, key=lambda day: votes.back[day]) == back


def test_a_day_alone_is_the_way_that_was_asked_for() -> None:
    assert journey.day_votes(said("06/14", "And when do you return?")).back[("June", 14)] > 0.9
    assert not journey.day_votes(said("06/14", "When do you start?")).back


def test_six_twelve_may_be_in_december() -> None:
    (day,) = journey.spoken_days("06/12")
    assert day.days == (("June", 12), ("Dec", 6))
    assert [each.days for each in journey.spoken_days("06/25")] == [(("June", 25),)]


def test_two_days_later_in_either_year() -> None:
    assert journey.two_days_later(("Feb", 27)) == (("Mar", 1), ("Feb", 29))
    assert journey.two_days_later(("Dec", 30)) == (("Jan", 1),)


@pytest.mark.parametrize(
    ("text", "asked", "wished"),
    [
        ("I need a direct flight.", "", {"max_connections": 0}),
        ("With no stops please", "", {"max_connections": 0}),
        ("A connecting flight.", "", {"max_connections": 1}),
        ("My connection limit is 1", "", {"max_connections": 1}),
        ("Only one.", "How many connections?", {"max_connections": 1}),
        ("Any number of connections will do", "", {"max_connections": 2}),
        ("I don't want a direct flight", "", {"max_connections": 1}),
        ("I fly on business class.", "", {"flight_class": "business"}),
        ("I am on a business trip.", "", {}),
        ("Economy.", "Which class?", {"flight_class": "economy"}),
        ("I am fine with any class.", "", {"flight_class": ""}),
        ("My budget is $1,000.", "", {"max_price": 1000}),
        ("Under 200 please", "", {"max_price": 200}),
        ("500", "Is there a price limit?", {"max_price": 500}),
        ("Book flight number 1004 at that price", "", {}),
        ("I prefer a normal-cost airline", "", {"airline_preference": "normal-cost"}),
        ("Please no low cost airline", "", {"airline_preference": "normal-cost"}),
        ("Leaving in the morning, back in the evening.", "", {"departure_time": "morning", "return_time": "evening"}),
        ("Depart and return at noon, please.", "", {"departure_time": "afternoon", "return_time": "afternoon"}),
        ("In the evening.", "When do you want to return?", {"return_time": "evening"}),
        ("Good morning!", "", {}),
    ],
)  # fmt: skip
def test_wishes(text: str, asked: str, wished: dict[str, object]) -> None:
    found = customer.flight_wishes(said(text, asked))._asdict()
    assert {name: value for name, value in found.items() if value is not None} == wished


def test_the_last_word_counts_and_so_does_what_was_repeated() -> None:
    heard = turns(["customer: A connecting flight.", "agent: I found one.", "customer: No, I want a direct flight."])
    assert customer.flight_wishes(heard).max_connections == 0
    repeated = turns(["customer: Ecconommy.", "agent: So you want economy class, right?", "customer: Yes."])
    assert customer.flight_wishes(repeated).flight_class == "economy"


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("I want to book a flight.", "book"),
        ("Please cancel my reservation.", "cancel"),
        ("My plans changed, please cancel the ticket that I booked.", "cancel"),
        ("Can you reschedule my trip?", "change"),
        ("I'd like to change the dates of my booking.", "change"),
        ("I need a change of scenery, so I want to fly to Boston.", "book"),
    ],
)
def test_goals(text: str, goal: str) -> None:
    votes = customer.goal_votes(said(text))
    assert max(votes, key=lambda each: votes[each]) == goal


def test_who_is_told_of_no_reservation_asked_for_one() -> None:
    votes = customer.goal_votes(turns(["customer: Modfy it please.", "agent: I find no reservation under your name."]))
    assert max(votes, key=lambda each: votes[each]) == "change"


NUMBERS = frozenset((1000, 1001))


def done(*lines: str) -> predicting.DialogueEnding:
    return predicting.deeds(turns(lines), NUMBERS)


def test_an_offer_is_all_that_was_told_of_it() -> None:
    (offer,) = done(
        "agent: I found flight 1001 with Delta for 300, one connection, economy. Shall I?", "customer: Yes"
    ).offers
    assert offer == predicting.ToldFlight(1001, 300, "Delta", 1, "economy", True)


@pytest.mark.parametrize(
    ("lines", "ending"),
    [
        (["agent: Flight 1000 is available at 200. Book it?", "customer: Please proceed.", "agent: Done."], "booked"),
        (["agent: Sorry, no flights were found."], "no_flight"),
        (["agent: Flight 1000 at 200?", "customer: No, too expensive.", "agent: Ok."], "no_flight"),
        (["agent: There is no reservation under your name."], "no_reservation"),
        (["agent: Your ticket has been cancelled."], "cancelled"),
        (["agent: Shall I cancel it?"], None),
        (["agent: Your reservation has been rescheduled."], "changed"),
    ],
)
def test_endings(lines: list[str], ending: str | None) -> None:
    assert done(*lines).ending == ending
