import json

import msgspec
import pytest

from air_samples import FLIGHT, WISH, base, intent, sample
from wayframe.airdialogue.records import WINDOWS, Intent, KnowledgeBase, Sample, encode, window


def test_absent_wishes_are_none_and_left_out_again() -> None:
    wish = intent(max_connections=None)
    assert wish.max_connections is None
    assert wish.flight_class is None
    assert json.loads(encode(wish)) == {key: value for key, value in WISH.items() if key != "max_connections"}


def test_keys_are_those_of_the_files() -> None:
    assert json.loads(encode(base()))["kb"][0] == FLIGHT
    assert list(json.loads(encode(intent(**{"class": "business"}))))[-4:] == [
        "class",
        "max_price",
        "max_connections",
        "goal",
    ]
    assert msgspec.json.decode(encode(sample()), type=Sample) == sample()


@pytest.mark.parametrize(("key", "value"), [("goal", "fly"), ("departure_month", "Jun"), ("class", "first")])
def test_what_no_wish_can_be_is_refused(key: str, value: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=key):
        msgspec.convert(WISH | {key: value}, Intent)


def test_a_key_that_the_format_does_not_know_is_passed_over() -> None:
    assert msgspec.json.decode(b'{"kb": [], "reservation": 0, "new": 1}', type=KnowledgeBase) == KnowledgeBase(
        kb=(), reservation=0
    )


def test_the_evening_goes_past_midnight() -> None:
    hours = {name: [hour for hour in range(24) if window(hour) == name] for name in WINDOWS}
    assert hours == {
        "morning": list(range(3, 12)),
        "afternoon": list(range(12, 20)),
        "evening": [0, 1, 2, 20, 21, 22, 23],
    }
