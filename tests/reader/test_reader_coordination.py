"""Phrases that belong together."""

import pytest

from reading import read


@pytest.mark.parametrize(
    ("text", "scene", "meaning"),
    [
        ("between 600 and 900 euros", "laptops", "wish(laptop_price, between(€600, €900))"),
        ("13 to 14 inches", "laptops", "wish(screen_size, between(number(13, unit=inch), number(14, unit=inch)))"),
        ("newer than 2018", "cars", "wish(year, at_least(2018, strict=yes))"),
        ("2018 or older", "cars", "wish(year, at_most(2018))"),
        ("not older than 2018", "cars", "wish(year, at_least(2018))"),
        ("no older", "cars_offered", "wish(year, more())"),
        ("neither white nor red", "cars", 'wish(colour, not("white", "red"))'),
        ("Rome or Paris", "open", 'wish(dst_city, is("Rome", "Paris"))'),
        ("August 20 to 25", "open", "wish(str_date, is(2016-08-20)); wish(end_date, is(2016-08-25))"),
    ],
)
def test_what_is_coordinated_is_one_wish(text: str, scene: str, meaning: str) -> None:
    assert read(text, scene) == meaning
