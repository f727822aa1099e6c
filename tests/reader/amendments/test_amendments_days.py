"""Deadlines, a few days, and days that are none of the journey."""

import pytest

from parses import heard
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.days import with_deadlines_met, without_impossible_starts


def test_by_then_is_that_day_at_the_latest() -> None:
    before, amount = "wish(end_date, at_most(2016-09-04, strict=yes))", "wish(price, at_most($900, strict=yes))"
    by_then = heard("", "school starts on the 4th, we have to be back by then")
    assert show(with_deadlines_met(meaning(before), by_then).all()) == "wish(end_date, at_most(2016-09-04))"
    assert show(with_deadlines_met(meaning(amount), by_then).all()) == amount
    assert show(with_deadlines_met(meaning(before), heard("", "school starts on the 4th")).all()) == before


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "wish(str_date, is(2016-08-27)); wish(end_date, at_most(2016-08-26))",
            "wish(end_date, at_most(2016-08-26))",
        ),
        (
            "wish(str_date, is(2016-08-21..2016-08-31)); wish(end_date, at_most(2016-08-26))",
            "wish(str_date, is(2016-08-21..2016-08-31)); wish(end_date, at_most(2016-08-26))",
        ),
        ("wish(str_date, is(2016-08-27))", "wish(str_date, is(2016-08-27))"),
    ],
)
def test_nobody_leaves_after_being_back(said: str, kept: str) -> None:
    over = "it has to be over by the 26th of August because the hairdresser comes on the 27th"
    assert show(without_impossible_starts(meaning(said), heard(said, over)).all()) == kept
