"""Days and numbers that nothing has just so."""

from __future__ import annotations

from datetime import date

import pytest

from reading import source
from states import ToldAgent, talk, wishes
from wayframe.meaning.records import Days
from wayframe.planner.exactness import on_another_day
from wayframe.planner.plan import NotQuite, OnlyLater
from wayframe.sources.protocol import Item


@pytest.mark.parametrize(
    ("days", "part"), [((8, 10), OnlyLater), ((3, 8), NotQuite), ((3,), NotQuite), ((7,), OnlyLater)]
)
def test_what_leaves_before_the_day_that_was_wished_is_not_said_to_leave_later(
    days: tuple[int, ...], part: type[OnlyLater | NotQuite]
) -> None:
    (day,) = wishes("wish(str_date, is(2016-09-06))")
    items = [Item(str(each), {"str_date": Days(date(2016, 9, each), date(2016, 9, each))}, None) for each in days]
    assert isinstance(on_another_day(day, items), part)


def test_what_leaves_on_no_such_day_is_not_said_to_be_of_no_such_length_then() -> None:
    montreal = (
        'wish(or_city, is("Toronto")); wish(dst_city, is("Montreal")); wish(str_date, is(2016-09-01)); '
        "wish(duration, is(7)); wish(party, is(party(adults=2, total=2)))"
    )
    text = talk(ToldAgent(source("trips")), montreal)[-1].wizard.text
    assert "September 1 itself" in text
    assert "7 days" not in text
