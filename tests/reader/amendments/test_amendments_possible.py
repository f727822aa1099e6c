"""Amounts that no item comes near in a column."""

from pathlib import Path

import pytest

from reading import TODAY
from wayframe.agent import embedded_reader
from wayframe.catalogues import open_source
from wayframe.meaning.notation import show
from wayframe.reader import ReaderContext
from wayframe.sources.protocol import Source

TESTS = Path(__file__).parents[2]
TABLES = {
    "jobs": TESTS / "voices" / "scenes" / "tables" / "jobs.csv",
    "cars": TESTS / "reader" / "cars.csv",
    "laptops": TESTS.parent / "examples" / "laptops.csv",
    "shelter": TESTS / "voices" / "scenes" / "shelter.csv",
    "restaurants": TESTS.parent / "examples" / "restaurants.toml",
}


def source(table: str) -> Source:
    return open_source(str(TABLES[table]), today=TODAY)


@pytest.mark.parametrize(
    ("table", "text", "meaning"),
    [
        ("jobs", "a team of under ten", "wish(team, at_most(10, strict=yes))"),
        ("cars", "a tow bar, up to 18", "wish(tow_bar, is(yes)); wish(car_price, at_most(¤18000))"),
        ("cars", "less than 60 000 km", "wish(mileage, at_most(number(60000, unit=km), strict=yes))"),
        ("laptops", "512 GB, please", "wish(storage, is(number(512, unit=GB)))"),
        ("laptops", "widest screen under 800", "wish(laptop_price, at_most(¤800, strict=yes))"),
        ("laptops", "10 grams, that's a biscuit", ""),
        ("laptops", "under 10 dollars", "wish(laptop_price, at_most($10, strict=yes))"),
        ("shelter", "what if it's up to five years old?", "wish(age_years, at_most(number(5, unit=years)))"),
        ("restaurants", "a table for two", "wish(seats, at_least(2))"),
    ],
)
def test_an_amount_is_of_the_column_that_can_have_it(table: str, text: str, meaning: str) -> None:
    catalogue = source(table)
    assert show(embedded_reader(catalogue).read(text, ReaderContext(catalogue.today)).all()) == meaning
