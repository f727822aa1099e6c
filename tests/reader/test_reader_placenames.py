"""Places that are misspelt, or that nobody knows."""

import pytest

from reading import read


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("from tornto to vancuver", 'wish(or_city, is("Toronto")); wish(dst_city, is("Vancouver"))'),
        ("from New York to mntrl", 'wish(or_city, is("New York")); wish(dst_city, is("Montreal"))'),
        ("fly me to Gotham", 'wish(dst_city, is("Gotham"))'),
        ("from Ouagadougou to Rome", 'wish(or_city, is("Ouagadougou")); wish(dst_city, is("Rome"))'),
    ],
)
def test_what_stands_for_a_place_is_one(text: str, meaning: str) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize("text", ["fly me to relax", "say this to Bob", "flying to Tom's wedding", "from John Smith"])
def test_what_stands_for_something_else_is_none(text: str) -> None:
    assert "city" not in read(text)
