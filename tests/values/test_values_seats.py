import pytest

from wayframe.values.seats import find_seats, seat


@pytest.mark.parametrize(
    ("text", "surface", "name"),
    [
        ("in business class", "business", "business"),
        ("Biz?", "Biz", "business"),
        ("economy is fine", "economy", "economy"),
        ("fly coach", "coach", "economy"),
        ("ECONOMY CLASS", "ECONOMY", "economy"),
        ("first class or nothing", "first class", "first class"),
        ("upgrade to business", "business", "business"),
    ],
)
def test_seat_classes(text: str, surface: str, name: str) -> None:
    [reading] = find_seats(text)
    assert text[reading.mention.start : reading.mention.end] == surface
    assert reading.mention.value == seat(text) == name


@pytest.mark.parametrize(
    "text", ["a business trip", "I'm there on business", "none of my business", "an economical car"]
)
def test_business_that_is_no_seat(text: str) -> None:
    assert seat(text) is None
