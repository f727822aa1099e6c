"""The parts that slots play."""

from reading import TRIPS, source
from wayframe.reader.parts import SchemaParts


def test_a_journey_has_two_ends_two_days_and_people() -> None:
    parts = SchemaParts(TRIPS)
    assert (parts.source, parts.goal, parts.start, parts.end) == ("or_city", "dst_city", "str_date", "end_date")
    assert (parts.party, parts.capacity, parts.price) == ("party", "", "price")
    assert (parts.kind("price"), parts.unit("duration"), parts.kind("nothing")) == ("money", "days", "")


def test_a_car_has_a_year_and_seats_for_so_many() -> None:
    parts = SchemaParts(source("cars").schema)
    assert (parts.year, parts.capacity, parts.party, parts.source) == ("year", "seats", "", "")
