"""How old those are whom a thing has to suit."""

from pathlib import Path

import pytest

from reading import TODAY, spans_of
from wayframe.agent import embedded_reader
from wayframe.meaning.notation import show
from wayframe.reader import ReaderContext
from wayframe.reader.amendments.ages import ages_told
from wayframe.sources.tables import opened

TABLES = Path(__file__).parents[2] / "voices" / "scenes" / "tables"


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("she's 21", [21]),
        ("for a boy of six in a wheelchair", [6]),
        ("my son's 16", [16]),
        ("the girl has two years", [2]),
        ("my son is ten months old", [10]),
        ("I'm 22, am I old enough?", [22]),
        ("for a thirteen-year-old", [13]),
        ("for my lad, 15, who hates it", [15]),
        ("my boy, who's fifteen", [15]),
        ("a four and a seven year old", [4, 7]),
        ("kids of five", [5]),
        ("for an age of 6", [6]),
        ("the twins (5) want out", [5]),
        ("I'm 15 minutes away", []),
        ("we are 6 people", []),
        ("it has 7 rooms", []),
        ("under 12 each", []),
    ],
)
def test_ages_are_told(text: str, ages: list[float]) -> None:
    assert [age.number for age in ages_told(spans_of(text))] == ages


@pytest.mark.parametrize(
    ("table", "text", "meaning"),
    [
        ("vans", "I'm 20, electric please", 'wish(fuel, is("electric")); wish(driver_from_age, at_most(20))'),
        (
            "tutors",
            "The daughter fails in chemistry. She has 13 years.",
            'wish(subject, is("chemistry")); wish(age_from, at_most(13))',
        ),
        (
            "nurseries",
            "St Anne's. The girl has two years.",
            'wish(quarter, is("St Anne\'s")); wish(takes_from, at_most(number(2, unit=years))); '
            "wish(takes_until, at_least(number(2, unit=years)))",
        ),
        ("museums", "with at least 6 rooms", "wish(rooms, at_least(6))"),
    ],
)
def test_a_thing_is_for_people_as_old_as_that(table: str, text: str, meaning: str) -> None:
    source = opened(str(TABLES / f"{table}.csv"), today=TODAY)
    assert show(embedded_reader(source).read(text, ReaderContext(source.today)).all()) == meaning
