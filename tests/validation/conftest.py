"""A dialogue of our own in which every part of the format comes, sound throughout."""

import json
from typing import Any

import pytest

Json = dict[str, Any]


def moment(day: int, hour: int) -> Json:
    return {"year": 2016, "month": 8, "day": day, "hour": hour, "min": 5}


def flight(day: int) -> Json:
    return {"departure": moment(day, 8), "arrival": moment(day, 12), "duration": {"hours": 4, "min": 0}}


def frame(number: int, parent: int | None, **info: str | bool) -> Json:
    held = {slot: [{"val": val, "negated": False}] for slot, val in info.items()}
    asked = {"requests": [{"author": "user", "key": "price"}], "binary_questions": [], "compare_requests": []}
    return {"frame_id": number, "frame_parent_id": parent, "info": held, **asked}


def turn(author: str, text: str, active: int, frames: list[Json], *acts: Json, **more: Any) -> Json:
    labels: Json = {"acts": list(acts), "active_frame": active, "frames": frames}
    if author == "user":
        bare = [{"name": act["name"], "args": [arg for arg in act["args"] if arg["key"] != "ref"]} for act in acts]
        labels["acts_without_refs"] = bare
    return {"author": author, "text": text, "timestamp": 1.47e12, "labels": labels, **more}


def act(name: str, *args: Json) -> Json:
    return {"name": name, "args": list(args)}


def arg(key: str, val: object) -> Json:
    return {"key": key, "val": val}


def ref(number: int, *annotations: Json) -> Json:
    return arg("ref", [{"frame": number, "annotations": list(annotations), "fromrange": False}])


@pytest.fixture
def sound() -> Json:
    """The dialogue as JSON; a new one for every test."""
    first = frame(1, None, dst_city="lima", intent="book", budget="900.0")
    second = frame(2, 1, dst_city="lima", name="Blue Door", wifi=True, category="3.5")
    second["binary_questions"] = [{"author": "user", "key": "spa", "value": True}]
    second["compare_requests"] = [{"author": "user", "keys": ["price", "name"]}]
    third = frame(3, 1, dst_city="cusco", NO_RESULT=True)
    hotel = {
        "name": "Blue Door", "dst_city": "Lima", "country": "Peru", "category": "3.5 star hotel", "gst_rating": 7.9,
        "amenities": ["FREE_WIFI"], "vicinity": ["heart", "park"],
    }  # fmt: skip
    trip = {"or_city": "Oslo", "seat": "ECONOMY", "duration_days": 7, "leaving": flight(20), "returning": flight(27)}
    search = {
        "timestamp": 1.4699e9, "RESULT_LIMIT": "10", "DESTINATION_CITY": "Lima", "START_TIME": "1471700000000",
        "PRICE_MAX": "900", "NUM_ADULTS": "2", "MAX_DURATION": 864000000,
    }  # fmt: skip
    found = {"search": [search], "result": [[{"price": 812.5, "hotel": hotel, "trip": trip}]]}
    nothing: Json = {"search": [], "result": []}
    city, name = arg("dst_city", "Lima"), arg("name", "Blue Door")
    turns = [
        turn("user", "Lima for 900", 1, [first], act("inform", city, arg("budget", "900"), arg("intent", "book"))),
        turn("wizard", "The Blue Door has wifi", 1, [first, second],
             act("offer", name, arg("wifi", True), arg("id", 2)), db=found),
        turn("user", "A spa? And the Blue Door's price?", 2, [first, second],
             act("switch_frame", ref(2, name)), act("request", arg("spa", True)), act("request", {"key": "price"})),
        turn("wizard", "I can't tell", 2, [first, second], act("canthelp", ref(2, {"key": "price"})), db=nothing),
        turn("user", "Cusco then", 3, [first, second, third], act("inform", arg("dst_city", "Cusco"))),
        turn("wizard", "Nothing there", 3, [first, second, third], act("no_result", ref(3)), act("sorry"), db=nothing),
    ]  # fmt: skip
    labels = {"userSurveyRating": 4.5, "wizardSurveyTaskSuccessful": True}
    dialogue = {"id": "lima", "user_id": "ana", "wizard_id": "ben", "labels": labels, "turns": turns}
    alone: Json = json.loads(json.dumps(dialogue))  # no part in two places
    return alone
