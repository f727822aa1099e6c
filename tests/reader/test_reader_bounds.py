"""Operators and denials around values."""

import pytest

from reading import read, spans_of
from wayframe.meaning.records import Constraint, Flag, Number
from wayframe.reader.bounds import ValueBound, constraint, negated


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("not", True),
        ("not without", False),
        ("anywhere but", True),
        ("not cheap but", False),
        ("not cheap,", False),
        ("unless it is", True),
        ("with", False),
    ],
)
def test_a_denial_reaches_until_something_begins_anew(text: str, denied: bool) -> None:
    assert negated(spans_of(text)) == denied


def test_a_denied_bound_is_its_contrary() -> None:
    four = Number(4.0, "stars")
    assert constraint(ValueBound("at_most", strict=True), four, denied=True) == Constraint("at_least", (four,))
    assert constraint(ValueBound("is"), Flag(True), denied=True) == Constraint("is", (Flag(False),))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("back by August 20", "wish(end_date, at_most(2016-08-20))"),
        ("home before August 20", "wish(end_date, at_most(2016-08-20, strict=yes))"),
        ("from August 10", "wish(str_date, is(2016-08-10))"),
        ("4 or more stars", "wish(category, at_least(number(4, unit=stars)))"),
        ("breakfast isn't necessary", "wish(breakfast, any())"),
        ("drop the gym", "wish(gym, any())"),
    ],
)
def test_what_stands_around_a_value_bounds_it(text: str, meaning: str) -> None:
    assert read(text) == meaning
