"""The slot that a number fills."""

import pytest

from reading import read


@pytest.mark.parametrize(
    ("text", "scene", "meaning"),
    [
        ("7 nights", "open", "wish(duration, is(number(8, unit=days)))"),
        ("a couple of days", "open", "wish(duration, is(number(2, unit=days)))"),
        ("a 4+ star hotel", "open", "wish(category, at_least(number(4, unit=stars)))"),
        ("a budget of 2000", "open", "wish(price, at_most(¤2000))"),
        ("no more than 2000", "open", "wish(price, at_most(¤2000))"),
        ("2000", "asked_budget", "wish(price, is(¤2000))"),
        ("3", "asked_party", "wish(party, is(party(adults=3)))"),
        ("for three", "open", "wish(party, is(party(adults=3)))"),
        ("2019", "cars", "wish(year, is(2019))"),
        ("1400 grams", "laptops", "wish(weight, is(number(1.4, unit=kg)))"),
        ("16 gigs of memory", "laptops", "wish(ram, is(number(16, unit=GB)))"),
        ("in 1989", "open", ""),
    ],
)
def test_a_number_is_of_what_stands_near_it_or_was_asked_for(text: str, scene: str, meaning: str) -> None:
    assert read(text, scene) == meaning
