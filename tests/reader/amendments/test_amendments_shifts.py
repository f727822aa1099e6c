"""Shifts: so many days earlier or later, which are no length of the stay."""

import pytest
from msgspec.structs import replace

from parses import heard
from reading import TODAY, parse_wishes
from wayframe.meaning.notation import meaning, show
from wayframe.reader import ReaderContext
from wayframe.reader.amendments.shifts import with_shifts, with_whole_stay


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        (
            "three or four days earlier than those?",
            "wish(duration, is(number(3, unit=days))); wish(str_date, less(number(4, unit=days), than=every()))",
            "wish(str_date, less(number(4, unit=days), than=every()))",
        ),
        (
            "could we go two days later?",
            "wish(duration, is(number(2, unit=days))); wish(str_date, any())",
            "wish(str_date, more(number(2, unit=days)))",
        ),
        (
            "could we go a week later and stay just as long?",
            "ask(facts, slots=[duration])",
            "wish(str_date, more(number(7, unit=days)))",
        ),
        (
            "could we leave four days later, but for Rome?",
            'wish(duration, is(number(4, unit=days))); wish(str_date, more()); wish(dst_city, is("Rome"))',
            'wish(dst_city, is("Rome")); wish(str_date, more(number(4, unit=days)))',
        ),
        (
            "shift it by one day",
            "wish(duration, at_most(number(1, unit=days)))",
            "wish(str_date, more(number(1, unit=days)))",
        ),
        (
            "move it to three days",
            "wish(duration, is(number(3, unit=days)))",
            "wish(duration, is(number(3, unit=days)))",
        ),
        (
            "a couple of days sooner",
            "wish(duration, is(number(2, unit=days)))",
            "wish(str_date, less(number(2, unit=days)))",
        ),
        (
            "two days before that instead",
            "wish(duration, is(number(2, unit=days)))",
            "wish(str_date, less(number(2, unit=days)))",
        ),
        (
            "a couple days after then",
            "wish(duration, is(number(2, unit=days)))",
            "wish(str_date, more(number(2, unit=days)))",
        ),
        (
            "And if we go three days before and come back the same day?",
            "ask(holds, of=it(), wishes=[wish(duration, is(number(3, unit=days)))])",
            "wish(str_date, less(number(3, unit=days)), of=it())",
        ),
        (
            "No, I mean we leave three days earlier, but are still back on the 29th",
            "correct([wish(duration, is(number(3, unit=days))), wish(end_date, is(2016-08-29))])",
            "correct([wish(end_date, is(2016-08-29)), wish(str_date, less(number(3, unit=days)))])",
        ),
    ],
)
def test_what_is_moved_by_so_many_days_is_not_so_long(text: str, read: str, meant: str) -> None:
    assert show(with_shifts(meaning(read), heard("", text)).all()) == meant


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("how long is it if we leave a week later?", "ask(facts, slots=[duration])"),
        (
            "for five days, two days later",
            "wish(duration, is(number(5, unit=days))); wish(str_date, more(number(2, unit=days)))",
        ),
        ("for two days", "wish(duration, is(number(2, unit=days)))"),
        (
            "for two days, two days later",
            "wish(duration, is(number(2, unit=days))); wish(str_date, more(number(2, unit=days)))",
        ),
        ("sooner", "wish(duration, is(number(2, unit=days)))"),
        ("my talk is on September 8, two days before that", "wish(duration, is(number(2, unit=days)))"),
        ("two days after the flight", "wish(duration, is(number(2, unit=days)))"),
    ],
)
def test_a_length_that_is_said_or_asked_for_stays(text: str, read: str) -> None:
    assert show(with_shifts(meaning(read), heard("", text)).all()) == read


def test_all_of_a_stay_is_moved_where_one_says_so() -> None:
    later = "wish(str_date, more(number(3, unit=days)))"
    held = ReaderContext(TODAY, wishes=parse_wishes("wish(end_date, at_most(2016-08-28))"))
    turn = replace(heard(later, "please put everything three days later"), context=held)
    assert show(with_whole_stay(meaning(later), turn).all()) == f"{later}; wish(end_date, more(number(3, unit=days)))"
    assert show(with_whole_stay(meaning(later), heard(later, "everything three days later")).all()) == later
    assert show(with_whole_stay(meaning(later), replace(heard(later, "three days later"), context=held)).all()) == later
