"""The slots of places and days."""

import pytest

from reading import read


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("between Rome and Athens", 'wish(or_city, is("Rome")); wish(dst_city, is("Athens"))'),
        ("my home town is Rome", 'wish(or_city, is("Rome"))'),
        ("our return flight has to be on September 9", "wish(end_date, is(2016-09-09))"),
        ("can't leave until September 5", "wish(str_date, at_least(2016-09-05))"),
        ("Sep 7, back by 22", "wish(str_date, is(2016-09-07)); wish(end_date, at_most(2016-09-22))"),
    ],
)
def test_the_words_around_a_place_or_a_day_give_its_slot(text: str, meaning: str) -> None:
    assert read(text) == meaning
