"""A corpus of two dialogues, small enough to count by hand."""

import pytest

from wayframe.dialogue import (
    DatabaseSearch,
    Dialogue,
    DialogueLabels,
    FlightDuration,
    FlightLeg,
    Frame,
    Hotel,
    LocalTime,
    Package,
    SearchLog,
    Trip,
    Turn,
    Value,
    user_turn,
    wizard_turn,
)
from wayframe.notation import parse_turn

DAY = 24 * 60 * 60 * 1000


def frames(count: int) -> tuple[Frame, ...]:
    return tuple(Frame(number, number - 1 or None, {"dst_city": (Value("bari"),)}) for number in range(1, count + 1))


def user(text: str, acts: str, active: int, known: int, day: int = 17_000) -> Turn:
    told = parse_turn(acts)
    bare = [type(act)(act.name, act.slots) for act in told]
    return user_turn(text, day * DAY, told, active, frames(known), bare)


def wizard(text: str, acts: str, active: int, known: int, db: SearchLog | None = None) -> Turn:
    return wizard_turn(text, 17_000 * DAY, parse_turn(acts), active, frames(known), db or SearchLog())


def package(city: str, amenities: tuple[str, ...], vicinity: tuple[str, ...], country: str = "Italy") -> Package:
    moment = LocalTime(2016, 8, 20, 10, 30)
    flight = FlightLeg(moment, moment, FlightDuration(2, 5))
    hotel = Hotel("Sea View", city, country, "3.5 star hotel", 8.1, amenities, vicinity)
    return Package(812.5, hotel, Trip("Oslo", "ECONOMY", 7, flight, flight))


FOUND = SearchLog(
    (
        DatabaseSearch(ORIGIN_CITY="Oslo", DESTINATION_CITY="Bari", NUM_ADULTS="2"),
        DatabaseSearch(DESTINATION_CITY="Atlantis"),
    ),
    ((package("Bari", ("SPA", "FREE_WIFI"), ()), package("Bari", ("SPA", "FREE_WIFI"), ("heart",))), ()),
)
LONG = Dialogue(
    "long",
    "ana",
    "ben",
    DialogueLabels(4.5, True),
    (
        user("Bari from Oslo, please", "inform(dst_city=Bari, or_city=Oslo)", 1, 1),
        wizard("There are two hotels there", "offer(name=Sea View, id=2) offer(ref=[2], id=3)", 1, 3, FOUND),
        user("The second one", "switch_frame(ref=[3{ref_anaphora=the second one}])", 3, 3),
        wizard("Good choice.", "", 3, 3),
        user("Or rather to Pisa?", "inform(dst_city=Pisa)", 4, 4),
        wizard("Sorry, no", "sorry() no_result(ref=[4])", 4, 4),
        user("Back to the Sea View. Which is cheaper?", "switch_frame(ref=[2{name=Sea View}]) "
             "request_compare(price, ref=[2{name=Sea View};3])", 2, 4, 17_002),
    ),
)  # fmt: skip
SHORT = Dialogue("short", "ben", "cleo", DialogueLabels(), (user("Hello", "greeting()", 1, 1),))


@pytest.fixture
def corpus() -> tuple[Dialogue, ...]:
    return LONG, SHORT
