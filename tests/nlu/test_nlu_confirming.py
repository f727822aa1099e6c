"""Questions that repeat a value, and words that look like a no and aren't."""

import pytest

from hearing import TWO_OFFERS, WISH, heard

HERE = (WISH, TWO_OFFERS, "@2 switch_frame(ref=[2])", "inform(name=Silver Lantern Hotel)")


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("from Montreal?", "confirm(or_city=Montreal)"),
        ("wait, 6 days??", "confirm(duration=6 days)"),
        ("do we leave on August 20?", "confirm(str_date=August 20)"),
        ("I thought it started on August 20?", "confirm(str_date=August 20)"),
        ("it leaves from Montreal, right?", "confirm(or_city=Montreal)"),
    ],
)
def test_a_value_that_is_asked_back_is_to_be_confirmed(text: str, acts: str) -> None:
    assert acts in heard(text, *HERE)


@pytest.mark.parametrize("text", ["from Toronto?", "from Montreal to Athens?", "when do we leave from Montreal?"])
def test_a_new_value_or_another_question_is_no_echo(text: str) -> None:
    assert "confirm" not in heard(text, *HERE)


def test_asking_for_what_is_missing_is_no_refusal() -> None:
    assert heard("no breakfast?", *HERE) == "request(breakfast)"
    assert heard("no thanks", *HERE, "suggest(action=book)").startswith("thankyou(); negate")


def test_no_after_a_booking_refuses_nothing() -> None:
    booked = (*HERE, "inform(intent=book)", "inform(action=book)")
    assert heard("nope, thanks", *booked) == "thankyou()"


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("returning when?", "end_date"),
        ("leaving when?", "str_date"),
        ("to where?", "dst_city"),
        ("what is the hotel rated?", "category"),
        ("is anything included?", "amenities"),
        ("what're the amenities", "amenities"),
    ],
)
def test_short_questions(text: str, slot: str) -> None:
    assert f"request({slot}" in heard(text, *HERE)


def test_a_city_that_is_named_is_the_alternative() -> None:
    assert heard("I'd like to check a few other cities. How about Athens?", *HERE) == "inform(dst_city=Athens)"


@pytest.mark.parametrize(
    "text",
    [
        "that's not quite my style",
        "that would not be my preference",
        "too expensive!",
        "I've already been to Berlin",
    ],
)
def test_refusals(text: str) -> None:
    assert "negate" in heard(text, *HERE)


@pytest.mark.parametrize(
    "text", ["not too expensive!", "never mind, what about Athens?", "give me the 4-star one only"]
)
def test_what_only_sounds_like_a_refusal(text: str) -> None:
    assert "negate" not in heard(text, *HERE)
