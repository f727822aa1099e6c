"""The times of day that a turn says: of which flight, and how they limit."""

import pytest

import voiced
from reading import read
from wayframe.meaning.notation import show
from wayframe.reader.reader import EmbeddedReader


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("we have to leave after 6pm", "wish(dep_time_or, at_least(18:00, strict=yes))"),
        ("nothing leaving before ten, please", "wish(dep_time_or, at_least(10:00))"),
        ("we need to land by half past four", "wish(arr_time_dst, at_most(16:30))"),
        ("something that gets in before 1500", "wish(arr_time_dst, at_most(15:00, strict=yes))"),
        ("we want to fly home, but not before two", "wish(dep_time_dst, at_least(14:00))"),
        ("we must get back before nine in the evening", "wish(arr_time_or, at_most(21:00, strict=yes))"),
        (
            "depart after 10:00, arrive home before 22:00",
            "wish(dep_time_or, at_least(10:00, strict=yes)); wish(arr_time_or, at_most(22:00, strict=yes))",
        ),
    ],
)
def test_a_time_is_of_the_flight_that_is_spoken_of(text: str, meaning: str) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("I want a morning flight", "wish(dep_time_or, between(5:00, 12:00))"),
        ("no morning flights please", "wish(dep_time_or, at_least(12:00))"),
        ("I want to arrive before the evening", "wish(arr_time_dst, at_most(18:00))"),
        ("wheels up between 0700 and 0900", "wish(dep_time_or, between(7:00, 9:00))"),
        ("we want to land between 5 and 7 pm", "wish(arr_time_dst, between(17:00, 19:00))"),
    ],
)
def test_a_part_of_the_day_and_a_range_have_two_ends(text: str, meaning: str) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Sep 7, back by 22", "wish(str_date, is(2016-09-07)); wish(end_date, at_most(2016-09-22))"),
        ("leave the stars at five", None),
        ("five of us: 6, 8 and 11 are the kids", None),
        ("good morning", "social(greeting)"),
        ("the bus broke down at 2 am", None),
        ("4 fly from Toronto and 3 from Atlanta", None),
        ("flying for 3 from Toronto", None),
        ("flights for two, 5 from Boston", None),
        ("I never said 3 pm, we fly with 3 from Atlanta", None),
    ],
)
def test_other_numbers_are_no_times(text: str, meaning: str | None) -> None:
    said = read(text)
    assert "_time_" not in said
    assert meaning in (None, said)


def test_a_catalogue_without_times_has_no_wishes_for_them() -> None:
    assert "time" not in read("nothing before ten in the morning", "cars")


def test_a_part_of_the_day_is_of_what_begins_at_a_time() -> None:
    courses = voiced.agent("tests/voices/scenes/courses.csv")
    start = courses.open()
    context = courses.context(courses.state(start), start.turns)
    assert isinstance(courses.reader, EmbeddedReader)
    said = [
        show(courses.reader.read_by_rules(text, context).all()) for text in ("evening courses", "no mornings please")
    ]
    assert said == ["wish(starts_at, at_least(18:00))", "wish(starts_at, at_least(12:00))"]
