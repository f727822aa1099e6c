"""Two short dialogues of our own, with all that a conversion has to carry."""

from pathlib import Path
from typing import Any

import msgspec

from wayframe import corpus
from wayframe.conversion.source import DialogueSource
from wayframe.dialogue import (
    Act,
    Arg,
    BinaryQuestion,
    CompareRequest,
    DatabaseSearch,
    Dialogue,
    DialogueLabels,
    FlightDuration,
    FlightLeg,
    Frame,
    Hotel,
    LocalTime,
    Package,
    Ref,
    SearchLog,
    SlotRequest,
    Trip,
    Value,
    user_turn,
    wizard_turn,
)

_OUT = FlightLeg(LocalTime(2016, 8, 3, 9, 5), LocalTime(2016, 8, 3, 21, 40), FlightDuration(12, 35))
_BACK = FlightLeg(LocalTime(2016, 8, 9, 18, 0), LocalTime(2016, 8, 9, 20, 15), FlightDuration(2, 15))
_HOTEL = Hotel("The Fern", "Oslo", "Norway", "3.5 stars", 8.1, ("FREE_WIFI",), ("heart", "park"))
PACKAGE = Package(1203.5, _HOTEL, Trip("Lima", "ECONOMY", 6, _OUT, _BACK))
SEARCH = DatabaseSearch(timestamp=1470000000.25, ORIGIN_CITY="Lima", NUM_CHILDREN="", MAX_DURATION=86400000)

FIRST = Frame(1, None, {"dst_city": (Value("oslo"), Value("bergen", negated=True)), "budget": (Value("-1"),)})
SECOND = Frame(
    2,
    1,
    {"dst_city": (Value("oslo"),), "wifi": (Value(True),), "HEARMORE": (Value(("price", "name")),)},
    (SlotRequest("user", "price"),),
    (BinaryQuestion("user", "wifi", True),),
    (CompareRequest("user", ("price", "name")),),
)

TRIP = Dialogue(
    "d-1",
    "U21E41CQP",
    "W1",
    DialogueLabels(4.5, True),
    (
        user_turn(
            "Hi! Can I fly to OSLO from lima,\nfor [2] people, money no object?",
            1470000000000,
            [
                Act("inform", (Arg("dst_city", "Oslo"), Arg("or_city", "Lima"), Arg("n_adults", "2"))),
                Act("inform", (Arg("budget", "-1"), Arg("intent", "book"))),
                Act("greeting"),
            ],
            1,
            [FIRST],
            [Act("inform", (Arg("budget", None),))],
        ),
        wizard_turn(
            "The Fern, 3.5 stars, is $1203.50.",
            1470000060000.5,
            [
                Act(
                    "offer",
                    (
                        Arg("name", "The Fern"),
                        Arg("price", "$1203.50"),
                        Arg("wifi", True),
                        Arg("id", 2),
                        Arg("ref", (Ref(1, (Arg("category", "3.5"), Arg("seat"))),)),
                    ),
                )
            ],
            1,
            [FIRST, SECOND],
            SearchLog((SEARCH,), ((PACKAGE,),)),
        ),
        user_turn(
            "Does the Fern have wifi?",
            1470000120000,
            [Act("request", (Arg("wifi"),)), Act("switch_frame", (Arg("ref", (Ref(2, (Arg("name", "The Fern"),)),)),))],
            2,
            [FIRST, SECOND],
            [],
        ),
    ),
)
THANKS = Dialogue(
    "d-2",
    "somebody",
    "W1",
    DialogueLabels(None, None),
    (user_turn('Thanks: \u2028 \x85 "bye" \\ \']', 1, [Act("thankyou"), Act("goodbye")], 1, [FIRST], []),),
)


def written(folder: Path, *dialogues: Dialogue) -> Path:
    """A file of dialogues; of the two above, unless others are given."""
    path = folder / "ours.json"
    corpus.write(path, dialogues or (TRIP, THANKS))
    return path


def source(folder: Path, *dialogues: Dialogue) -> DialogueSource:
    """The same as a source."""
    return DialogueSource(written(folder, *dialogues), lambda _: None)


def json_of(dialogue: Dialogue) -> dict[str, Any]:
    """A dialogue as JSON values."""
    return msgspec.json.decode(msgspec.json.encode(dialogue), type=dict[str, Any])
