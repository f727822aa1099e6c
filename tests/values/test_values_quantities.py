from datetime import date

import pytest

from wayframe.values import Quantity, read
from wayframe.values.lexer import lex
from wayframe.values.quantities import find_quantities

TODAY = date(2016, 8, 1)


def found(text: str) -> list[tuple[str, str, object]]:
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
    assert (surface, "days", Quantity(low, high)) in found(text)


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
    assert found(text) == [(surface, "stars", Quantity(low, high))]


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
    assert found(text) == [(surface, "rating", Quantity(low, high))]


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
    assert [value for _, kind, value in found(text) if kind == "time"] == [Quantity(hours, hours)]


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
    assert [(k, value) for _, k, value in found(text)] == [(kind, Quantity(None, None, degree))]  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["13 am", "25:00", "a good day to you", "12/10", "the best", "stars in the sky"])
def test_what_is_no_quantity(text: str) -> None:
    assert found(text) == []


def test_what_frames_hold_is_read_too() -> None:
    assert read("category", "4.0", today=TODAY) == Quantity(4.0, 4.0)
    assert read("category", "$GT 3.0", today=TODAY) == Quantity(3.0, None)
    assert read("max_duration", "$MAX", today=TODAY) == Quantity(None, None, "max")
    assert read("max_duration", "8", today=TODAY) == Quantity(8.0, 8.0)
    assert read("gst_rating", "unrated", today=TODAY) is None
