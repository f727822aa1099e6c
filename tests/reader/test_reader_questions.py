"""Questions for the times of a journey."""

from __future__ import annotations

import pytest

from reading import spans_of


def asked(text: str) -> list[str]:
    """Return the times that a turn asks for, in order."""
    times = {"dep_time_or", "arr_time_dst", "dep_time_dst", "arr_time_or"}
    named = dict.fromkeys(str(noun) for span in spans_of(text) for noun in span.every("noun"))
    return [noun for noun in named if noun in times]


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("what time do we set off", ["dep_time_or"]),
        ("what hour does it get us home on the 6th", ["arr_time_or"]),
        ("how late does the flight back leave", ["dep_time_dst"]),
        ("it gets back to Montreal at what hour?", ["arr_time_or"]),
        ("what's our landing time back in Montreal?", ["arr_time_or"]),
        ("when do we leave, and when do we land?", ["dep_time_or", "arr_time_dst"]),
        ("does the return leave early? what time?", ["dep_time_dst"]),
        ("is that in the morning or the evening?", ["dep_time_or"]),
        ("ETD and ETA", ["dep_time_or", "arr_time_dst"]),
    ],
)
def test_words_around_the_question_say_which_time_is_asked_for(text: str, slots: list[str]) -> None:
    assert asked(text) == slots


@pytest.mark.parametrize(
    "text",
    [
        "what time is breakfast?",
        "what time is check-in?",
        "what time is it",
        "when do we leave?",
        "when are we back?",
        "when we land we want a beach",
    ],
)
def test_other_times_and_days_are_no_times_of_a_journey(text: str) -> None:
    assert asked(text) == []


def test_a_question_for_the_time_of_a_leg_is_none_for_its_day() -> None:
    nouns = [noun for span in spans_of("what time is the return flight") for noun in span.every("noun")]
    assert set(nouns) == {"dep_time_dst"}
