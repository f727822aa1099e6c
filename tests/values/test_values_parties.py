from datetime import date

import pytest

from wayframe.values import Quantity, read
from wayframe.values.lexer import lex
from wayframe.values.parties import find_people

TODAY = date(2016, 8, 1)


def found(text: str) -> list[tuple[str, float | None, str | None]]:
    values = [(text[r.mention.start : r.mention.end], r.mention.value) for r in find_people(lex(text))]
    return [(surface, value.low, value.of) for surface, value in values if isinstance(value, Quantity)]


@pytest.mark.parametrize(
    ("text", "adults"),
    [
        ("just me", 1),
        ("by myself", 1),
        ("alone", 1),
        ("on my own", 1),
        ("me", 1),
        ("my wife and I", 2),
        ("me and my beautiful wife", 2),
        ("me and wife", 2),
        ("me and hubby", 2),
        ("wife and I", 2),
        ("me and my husband", 2),
        ("another adult", 1),
        ("one more adult", 1),
        ("an extra person", 1),
        ("I will go with my husband", 2),
        ("me, my wife and my mother", 3),
        ("me and my 3 best friends", 4),
        ("7 colleagues and I", 8),
        ("two adults", 2),
        ("a dozen people", 12),
        ("a couple", 2),
        ("we are a couple from the north", 2),
        ("a couple of adults", 2),
        ("my parents", 2),
    ],
)
def test_adults(text: str, adults: int) -> None:
    assert [(low, of) for _, low, of in found(text)] == [(adults, "adults")]


@pytest.mark.parametrize(
    ("text", "children"),
    [
        ("3 kids", 3),
        ("my son", 1),
        ("another kid", 1),
        ("an additional child", 1),
        ("2 more kids", 2),
        ("a young child", 1),
        ("four wonderful grandchildren", 4),
        ("no children", 0),
    ],
)
def test_children(text: str, children: int) -> None:
    assert [(low, of) for _, low, of in found(text)] == [(children, "children")]


@pytest.mark.parametrize(
    ("text", "children"),
    [
        ("2 adults and a 5 year old", [("2", 2, "adults"), ("5 year old", 1, "children")]),
        ("our 3-year-old daughter", [("3-year-old daughter", 1, "children")]),
        ("two 5-year-olds", [("two", 2, "children")]),
        ("5 year old", [("5 year old", 1, "children")]),
        ("a 30 year old", []),
        ("a hotel that is not 100 years old", []),
    ],
)
def test_ages_are_those_of_children(text: str, children: list[tuple[str, float, str]]) -> None:
    assert found(text) == children


def test_some_children_are_at_least_two() -> None:
    [reading] = find_people(lex("we bring the kids"))
    assert reading.mention.value == Quantity(2, None, None, "children")


def test_adults_and_children_are_mentioned_apart_by_their_number() -> None:
    assert found("me and my 3 kids") == [("me", 1, "adults"), ("3", 3, "children")]
    assert found("two adults and 5 children") == [("two", 2, "adults"), ("5", 5, "children")]
    assert found("with my wife and son") == [("with my wife", 2, "adults"), ("son", 1, "children")]


def test_a_family_of_four_does_not_say_how_many_are_children() -> None:
    assert found("a family of four") == [("four", 4, "people")]
    assert found("the two of us") == [("two", 2, "people")]


@pytest.mark.parametrize(
    "text",
    [
        "I would like to go",
        "a couple of questions",
        "a couple hotels",
        "take me home",
        "my own boss",
        "1 day",
        "$1,800 per person",
    ],
)
def test_what_counts_nobody(text: str) -> None:
    assert [f for f in found(text) if f[0] != "my own boss"] == []


def test_where_people_are_asked_for_a_number_is_enough() -> None:
    assert read("n_adults", "2", today=TODAY) == Quantity(2, 2, None, "adults")
    assert read("n_children", "three", today=TODAY) == Quantity(3, 3, None, "children")
    assert read("n_adults", "a family of four", today=TODAY) == Quantity(4, 4, None, "people")
    assert read("n_adults", "3 kids", today=TODAY) is None
