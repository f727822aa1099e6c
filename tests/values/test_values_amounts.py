from datetime import date

import pytest

from wayframe.values import Money, Quantity, read
from wayframe.values.amounts import find_money, find_quantities, find_seats, seat
from wayframe.values.lexer import lex

TODAY = date(2016, 8, 1)


def found(text: str) -> list[tuple[str, object]]:
    readings = sorted(find_money(text, lex(text)))
    return [(text[r.mention.start : r.mention.end], r.mention.value) for r in readings]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$1,700", 1700.0),
        ("1700$", 1700.0),
        ("$ 1700", 1700.0),
        ("2.1k", 2100.0),
        ("3200 usd", 3200.0),
        ("1234.56USD", 1234.56),
        ("three thousand dollars", 3000.0),
        ("thirty-five hundred bucks", 3500.0),
        ("fifteen grand", 15000.0),
        ("2 grand", 2000.0),
        ("a thousand dollars", 1000.0),
        ("10 thousand three hundred dollars", 10300.0),
        ("4800", 4800.0),
        ("0 dollars", 0.0),
        ("19 564 dollars", 19564.0),
        ("$1.800", 1800.0),
        ("half a grand", 500.0),
        ("two and a half thousand dollars", 2500.0),
        ("couple of thousand", 2000.0),
    ],
)
def test_an_amount_however_it_is_written(text: str, amount: float) -> None:
    assert found(f"we have {text} for this") == [(text, Money(amount))]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("under 2000", "at_most"),
        ("no more than 2000 bucks", "at_most"),
        ("2000 max", "at_most"),
        ("2000 or less", "at_most"),
        ("at most $2000", "at_most"),
        ("&lt; 2000", "at_most"),
        ("at least 2000", "at_least"),
        ("2000 dollars or more", "at_least"),
        ("about 2000", "about"),
        ("2000 or so", "about"),
        ("2000", "exact"),
    ],
)
def test_limits(text: str, bound: str) -> None:
    money = read("budget", text, today=TODAY)
    assert isinstance(money, Money)
    assert (money.amount, money.bound) == (2000.0, bound)


def test_the_surface_of_a_limit_is_its_amount() -> None:
    assert [surface for surface, _ in found("no more than $1500, please")] == ["$1500"]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("the cheapest you have", "cheapest"),
        ("as cheap as possible", "cheapest"),
        ("we're on a tight budget", "cheapest"),
        ("the most expensive one", "most"),
        ("money is no object", "most"),
        ("unlimited", "most"),
        ("anything cheaper?", "cheaper"),
        ("it may be more expensive", "dearer"),
    ],
)
def test_wishes(text: str, bound: str) -> None:
    assert [value for _, value in found(text)] == [Money(None, bound=bound)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["2000-2500", "$2000 to $2500", "between 2000 and 2500 dollars", "2 to 2.5k", "between 2 and 2.5 thousand"]
)
def test_of_a_range_the_upper_end_limits(text: str) -> None:
    assert read("budget", text, today=TODAY) == Money(2500.0, bound="at_most")
    assert len(found(text)) == 1


def test_other_currencies_are_named() -> None:
    amounts = "€900, £800, 700 cad, C$600, US$500, $300 CAD or 1.400 euros"
    assert [value for _, value in found(amounts)] == [
        Money(900.0, "EUR"),
        Money(800.0, "GBP"),
        Money(700.0, "CAD"),
        Money(600.0, "CAD"),
        Money(500.0, "USD"),
        Money(300.0, "CAD"),
        Money(1400.0, "EUR"),
    ]


@pytest.mark.parametrize("text", ["100% sure", "4 adults", "the year is 2018", "a cheap trick", "our car broke down"])
def test_what_is_no_money(text: str) -> None:
    assert found(text) == []


def test_what_frames_hold_is_read_too() -> None:
    assert read("budget", "1700.0", today=TODAY) == Money(1700.0)
    assert read("budget", "$MIN", today=TODAY) == Money(None, bound="cheapest")
    assert read("budget", "$LT 2890.5", today=TODAY) == Money(2890.5, bound="at_most")
    assert read("budget", "$GT 900.0", today=TODAY) == Money(900.0, bound="at_least")
    assert read("budget", "-1", today=TODAY) is None
    assert read("budget", "20", today=TODAY) == Money(20.0)


TODAY = date(2016, 8, 1)


def measured(text: str) -> list[tuple[str, str, object]]:
    readings = sorted(find_quantities(text, lex(text)))
    return [(text[r.mention.start : r.mention.end], r.mention.kind, r.mention.value) for r in readings]


@pytest.mark.parametrize(
    ("text", "surface", "low", "high"),
    [
        ("8 days", "8 days", 8, 8),
        ("an 8-day trip", "8-day", 8, 8),
        ("ten nights", "ten nights", 10, 10),
        ("a week", "a week", 7, 7),
        ("two weeks", "two weeks", 14, 14),
        ("two and a half weeks", "two and a half weeks", 17.5, 17.5),
        ("5-7 days", "5-7 days", 5, 7),
        ("6 or 8 days", "6 or 8 days", 6, 8),
        ("a week to ten days", "ten days", 10, 10),
        ("a couple of days", "a couple of days", 2, 2),
        ("a few days", "a few days", 3, 3),
        ("a week or two", "a week or two", 7, 14),
        ("at least 6 days", "6 days", 6, None),
        ("9 days or more", "9 days", 9, None),
        ("up to 12 vacation days", "12 vacation days", None, 12),
    ],
)
def test_lengths_of_stay(text: str, surface: str, low: float | None, high: float | None) -> None:
    assert (surface, "days", Quantity(low, high)) in measured(text)


@pytest.mark.parametrize(
    ("text", "surface", "low", "high"),
    [
        ("4 stars", "4", 4, 4),
        ("a 3.5-star hotel", "3.5", 3.5, 3.5),
        ("five star", "five", 5, 5),
        ("4.5/5", "4.5/5", 4.5, 4.5),
        ("4 or 5 stars", "4 or 5", 4, 5),
        ("at least a 4 star hotel", "4", 4, None),
        ("3 stars or higher", "3", 3, None),
        ("nothing below 3 stars", "3", 3, None),
        ("below 3 stars", "3", None, 3),
        ("4+ stars", "4", 4, None),
        ("4 or more stars", "4", 4, None),
        ("a 5* hotel", "5", 5, 5),
    ],
)
def test_stars(text: str, surface: str, low: float | None, high: float | None) -> None:
    assert measured(text) == [(surface, "stars", Quantity(low, high))]


@pytest.mark.parametrize(
    ("text", "surface", "low", "high"),
    [
        ("8.5/10", "8.5/10", 8.5, 8.5),
        ("10 out of 10", "10 out of 10", 10, 10),
        ("the one with the 8.86", "8.86", 8.86, 8.86),
        ("an 8.8 guest rating", "8.8", 8.8, 8.8),
        ("a guest rating of 7", "7", 7, 7),
        ("a guest rating above 7", "7", 7, None),
        ("guest reviews at least 8", "8", 8, None),
        ("a guest rating higher than 8", "8", 8, None),
        ("with a rating of at least 8.5", "8.5", 8.5, None),
        ("rated 9", "9", 9, 9),
        ("rated 8.69 / 10", "8.69 / 10", 8.69, 8.69),
    ],
)
def test_guest_ratings(text: str, surface: str, low: float, high: float | None) -> None:
    assert measured(text) == [(surface, "rating", Quantity(low, high))]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("9:30 am", 9.5),
        ("10:00 a.m.", 10),
        ("4pm", 16),
        ("12:15 am", 0.25),
        ("12 pm", 12),
        ("21:45", 21.75),
        ("noon", 12),
        ("midnight", 0),
    ],
)
def test_times_of_day(text: str, hours: float) -> None:
    assert [value for _, kind, value in measured(text) if kind == "time"] == [Quantity(hours, hours)]


@pytest.mark.parametrize(
    ("text", "kind", "degree"),
    [
        ("the longest stay", "days", "max"),
        ("the shortest", "days", "min"),
        ("something longer", "days", "more"),
        ("the best hotel", "stars", "max"),
        ("a nicer hotel", "stars", "more"),
        ("the best guest rating", "rating", "max"),
    ],
)
def test_superlatives_and_comparatives(text: str, kind: str, degree: str) -> None:
    assert [(k, value) for _, k, value in measured(text)] == [(kind, Quantity(None, None, degree))]  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["13 am", "25:00", "a good day to you", "12/10", "the best", "stars in the sky"])
def test_what_is_no_quantity(text: str) -> None:
    assert measured(text) == []


def test_what_frames_hold_of_measures_is_read_too() -> None:
    assert read("category", "4.0", today=TODAY) == Quantity(4.0, 4.0)
    assert read("category", "$GT 3.0", today=TODAY) == Quantity(3.0, None)
    assert read("max_duration", "$MAX", today=TODAY) == Quantity(None, None, "max")
    assert read("max_duration", "8", today=TODAY) == Quantity(8.0, 8.0)
    assert read("gst_rating", "unrated", today=TODAY) is None


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
