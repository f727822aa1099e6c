"""Phrasings of the players; braces mark what changes."""

from __future__ import annotations

from random import Random

from wayframe.airdialogue.players.vocabulary import FULL_MONTHS
from wayframe.airdialogue.records import AirFlight, Month

HELLO = ("Hello.", "Hi there.", "Good day.", "Hey, good to find somebody here.")
GOAL = {
    "book": (
        "I'd like to book a flight{trip}.",
        "I need a plane ticket{trip}, please.",
        "Could you find me a flight{trip}?",
        "I want to fly{trip}; please help me to book.",
    ),
    "change": (
        "I'd like to change my reservation{trip}.",
        "Please move my booking to another flight{trip}.",
        "I have to reschedule my flight{trip}.",
        "Could you modify my booking{trip}?",
    ),
    "cancel": (
        "I'd like to cancel my reservation.",
        "Please cancel my flight.",
        "I have to cancel my trip, I can't go any more.",
        "My plans fell through: please cancel my booking.",
    ),
}  # fmt: skip
TELL = {
    ("name",): ("My name is {name}.", "I'm {name}.", "{name}.", "It's {name}.", "This is {name}."),
    ("origin", "destination"): (
        "From {origin} to {destination}.",
        "I fly from {origin} to {destination}.",
        "{origin} to {destination}, please.",
        "Origin {origin}, destination {destination}.",
    ),
    ("origin",): ("From {origin}.", "I leave from {origin}.", "The origin is {origin}."),
    ("destination",): ("To {destination}.", "I fly to {destination}.", "The destination is {destination}."),
    ("out", "back"): (
        "Leaving on {out}, returning on {back}.",
        "From {out} to {back}.",
        "Out on {out} and back on {back}.",
        "I leave on {out} and return on {back}.",
    ),
    ("out",): ("I leave on {out}.", "Departure on {out}.", "Out on {out}."),
    ("back",): ("I return on {back}.", "Back on {back}.", "The return is on {back}."),
}  # fmt: skip
WISHES = {
    "departure_time": ("I want to leave in the {value}.", "The departure should be in the {value}."),
    "return_time": ("I want to return in the {value}.", "The way back should be in the {value}."),
    "class": ("Only {value} class, please.", "I want to sit in {value} class.", "It has to be {value} class."),
    "max_price": ("At most ${value}.", "My limit is {value} dollars.", "I don't want to pay more than ${value}."),
    "max_connections 0": ("Only direct flights, please.", "It should be nonstop.", "I want no stops."),
    "max_connections 1": ("At most one connection.", "One stop is the most I take.", "Not more than 1 connection."),
    "airline_preference": ("Only a normal-cost airline, please.", "I'd like no low-cost airline."),
}  # fmt: skip
ACCEPT = ("Yes, that suits me.", "Great, I take it.", "Yes, please.", "Perfect, go ahead.")
YES = ("Yes.", "Yes, that's right.", "Exactly.", "Correct.")
OBJECT = ("No. ", "That's not right. ", "No, sorry. ", "Not quite. ")
CHANGED = ("I changed my mind. ", "Sorry, I thought again. ", "Wait, it's different now. ")
THANKS = ("Thank you.", "Thanks.", "All right.")

ASK = {
    "goal": ("Good day, how can I help you?", "Hello, what can I do for you?", "Welcome, how may I help?"),
    "goal again": ("Would you like to book, to change or to cancel?", "A new booking, a change, or a cancellation?"),
    "name": ("May I have your name?", "What is your name, please?", "Under which name, please?"),
    "places": ("From where to where do you fly?", "Which airports, please?", "What are origin and destination?"),
    "origin": ("Which origin, please?", "What is the origin, as a code?"),
    "destination": ("Which destination, please?", "What is the destination, as a code?"),
    "days": ("On which dates do you travel?", "When do you leave, and when do you return?", "Which dates, please?"),
    "wishes": (
        "Any other wishes, as to price, class, connections, times or airline?",
        "What else matters: price, class, connections, times, airline?",
    ),
    "all": (
        "Please tell me your name, both airports, both dates and any other wishes, would you?",
        "What is your name, which airports, which dates, and do you have any other wishes?",
    ),
}
WRONG = ("What should be different? Name, airports, dates, other wishes?",)
FLIGHT = (
    "Flight {number}: {origin} to {destination}, leaving {out} at {hour}:00, returning {back} at {hour_back}:00, "
    "{seat} class, {stops}, with {airline}, for ${price}."
)
OFFER = ("I have found this. {flight} Does it suit you?", "{flight} Would that be good?", "Here is one. {flight} Yes?")
REPEAT = ("Let me repeat: {all}. Is that right?", "So I have {all}. Correct?", "To be sure: {all}. Is that so?")
CONFIRM = {
    "book": ("Shall I book flight {number} for {name}?", "So flight {number}, for {name}: shall I book it?"),
    "change": ("Shall I change it to flight {number} for {name}?", "So I change it to flight {number}, for {name}?"),
    "cancel": ("Shall I cancel the reservation for {name}?", "I cancel the reservation for {name}, yes?"),
}
END = {
    "book": ("Flight {number} is booked. Have a good journey!", "Done: you are on flight {number}."),
    "change": ("Your reservation is changed to flight {number}.", "Done: you are on flight {number} now."),
    "cancel": ("Your reservation is cancelled.", "Done, it is cancelled."),
    "no_flight": ("I am sorry, there is no such flight.", "Unfortunately I have no flight like that."),
    "no_reservation": ("I am sorry, I find no reservation of yours.", "There is no reservation under this name."),
}

GOALS = {
    "book": "a booking",
    "change": "your reservation is to change",
    "cancel": "your reservation is to be cancelled",
}

_DAY = ("{short} {day}", "{full} {day}", "{day} {full}", "{full} {day}{th}")
STOPS = ("direct", "with one connection", "with two connections")
MOST_STOPS = ("direct flights only", "at most one connection", "at most two connections")
_CONDITIONS = {
    "max_price": "at most ${value}",
    "class": "only {value} class",
    "departure_time": "leaving in the {value}",
    "return_time": "returning in the {value}",
    "airline_preference": "only a {value} airline",
}


def choose(phrases: tuple[str, ...], random: Random) -> str:
    """One of the phrasings."""
    return phrases[int(random.random() * len(phrases))]


def day_words(month: Month, day: int, random: Random) -> str:
    """A day as people write it."""
    th = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return choose(_DAY, random).format(short=month, full=FULL_MONTHS[month], day=day, th=th)


def wish(slot: str, value: object, random: Random) -> str:
    """A wish as a sentence."""
    return choose(WISHES.get(slot) or WISHES[f"{slot} {value}"], random).format(value=value)


def flight(offered: AirFlight) -> str:
    """All that there is to know of a flight."""
    return FLIGHT.format(
        number=offered.flight_number,
        origin=offered.departure_airport,
        destination=offered.return_airport,
        out=f"{offered.departure_month} {offered.departure_day}",
        back=f"{offered.return_month} {offered.return_day}",
        hour=offered.departure_time_num,
        hour_back=offered.return_time_num,
        seat=offered.flight_class,
        stops=STOPS[min(offered.num_connections, 2)],
        airline=offered.airline,
        price=offered.price,
    )


def condition(slot: str, value: str | int) -> str:
    """A wish as an agent repeats it."""
    if slot == "max_connections":
        return MOST_STOPS[min(int(value), 2)]
    return _CONDITIONS[slot].format(value=value)
