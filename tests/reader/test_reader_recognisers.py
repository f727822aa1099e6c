"""Numbers, amounts, days, places and names as they are recognised in a text. Today is Monday, August 1, 2016."""

from __future__ import annotations

import pytest

from reading import TODAY
from wayframe.meaning.notation import show
from wayframe.meaning.records import Constraint, Wish
from wayframe.reader import recognisers
from wayframe.reader.tokens import Token, tokenize
from wayframe.values import Gazetteer


def tokens(text: str) -> list[Token]:
    return tokenize(text)


def noted(value: object) -> str:
    """A value as the notation of meaning has it."""
    return show([Wish("x", Constraint("is", (value,)))])[len("wish(x, is(") : -2]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("$500", ["$500"]),
        ("500 dollars", ["$500"]),
        ("500 bucks or 600 quid", ["$500", "£600"]),
        ("€1,200", ["€1200"]),
        ("two thousand euros", ["€2000"]),
        ("500", []),
        ("the 3rd dollar", []),
    ],
)
def test_amounts(text: str, amounts: list[str]) -> None:
    assert [noted(found.entries[0].data) for found in recognisers.amounts(tokens(text))] == amounts


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("August 20", ["2016-08-20"]),
        ("the last ten days of August", ["2016-08-22..2016-08-31"]),
        ("the first five days of September", ["2016-09-01..2016-09-05"]),
        ("the second half of September", ["2016-09-16..2016-09-30"]),
        ("the first half of May", ["2017-05-01..2017-05-15"]),
        ("17.8.", ["2016-08-17"]),
        ("17.07.", ["2017-07-17"]),
        ("17.8.2018", ["2018-08-17"]),
        ("31.02.", []),
        ("tomorrow", ["2016-08-02"]),
        ("2016-09-05", ["2016-09-05"]),
    ],
)
def test_days(text: str, days: list[str]) -> None:
    assert [noted(found.entries[0].data) for found in recognisers.days(text, tokens(text), TODAY)][
        : len(days) or None
    ] == days


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from new york to ROME", ["New York", "Rome"]),
        ("NYC", ["New York"]),
        ("Rom", []),
    ],
)
def test_places(text: str, names: list[str]) -> None:
    gazetteer = Gazetteer(["New York", "Rome"], {"NYC": "New York"})
    assert [found.entries[0].data for found in recognisers.places(text, tokens(text), gazetteer)] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the Red Lion Inn", ["Red Lion Inn"]),
        ("the Lion", ["Red Lion Inn"]),
        ("the red one", []),
        ("the Inn", []),
        ("Blue Boar", ["Blue Boar Inn"]),
    ],
)
def test_options_go_by_a_word_that_no_other_has_and_that_means_nothing_else(text: str, names: list[str]) -> None:
    options = {"Red Lion Inn": 2, "Blue Boar Inn": 3}
    found = recognisers.options(tokens(text), options, frozenset(("red", "blue", "the", "one")))
    assert sorted({str(each.entries[0].data) for each in found}) == names
