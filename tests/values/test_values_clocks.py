"""Times of day in texts."""

import pytest

from wayframe.values.clocks import find_clocks, in_half, written
from wayframe.values.lexer import lex

WORDS = {
    "o'clock": "k", "in": "i", "the": "i", "at": "i", "morning": "b", "afternoon": "c", "evening": "e", "night": "g",
    "noon": "x", "half": "h", "quarter": "q", "past": ">", "to": "<", "-": "l",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("6pm", [18 * 60]),
        ("six p.m.", [18 * 60]),
        ("12 am", [0]),
        ("7:40", [7 * 60 + 40]),
        ("0930", [9 * 60 + 30]),
        ("9.30 am", [9 * 60 + 30]),
        ("ten in the morning", [10 * 60]),
        ("nine thirty at night", [21 * 60 + 30]),
        ("half past seven in the evening", [19 * 60 + 30]),
        ("quarter to nine", [8 * 60 + 45]),
        ("5 to 7 pm", [17 * 60, 19 * 60]),
        ("noon", [12 * 60]),
        ("7 nights", []),
        ("three: 6, 8", []),
        ("1830", []),
    ],
)
def test_a_time_says_its_half_of_the_day_or_has_four_digits(text: str, minutes: list[int]) -> None:
    assert [mention.minutes for mention in find_clocks(lex(text), WORDS)] == minutes


def test_an_hour_alone_is_open() -> None:
    (mention,) = find_clocks(lex("9 o'clock"), WORDS)
    assert mention.open


def test_four_digits_can_be_a_time() -> None:
    assert written("1830") == 18 * 60 + 30
    assert written("1875") is None


def test_the_small_hours_are_of_the_night() -> None:
    assert (in_half(2, "g"), in_half(9, "g"), in_half(2, "c")) == (2, 21, 14)
