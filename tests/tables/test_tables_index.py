"""Whole columns at once find what looking at each row finds."""

from collections.abc import Mapping, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from talking import table
from wayframe.tables import wishes
from wayframe.tables.rows import Row
from wayframe.tables.table import Table

CELLS = {
    "thing_price": ("€5", "€7.50", "€20", ""),
    "ram": ("8 GB", "16 GB", "1 TB", ""),
    "colour": ("red", "Red", "blue", ""),
    "wifi": ("yes", "no", ""),
}
ROWS = st.lists(st.tuples(*map(st.sampled_from, CELLS.values())), min_size=1, max_size=9)
WISHES: Mapping[str, Sequence[str | bool]] = {
    "thing_price": ("at most €7.50", "less than €5", "€5 to €20", "the least", "about €7", "at least €7", "any"),
    "ram": ("at least 16 GB", "the most", "more than 1 TB", "8 GB"),
    "colour": ("red", "not red", "blue", "not blue", "green"),
    "wifi": (True, False),
}
WANTED = st.fixed_dictionaries(
    {}, optional={slot: st.lists(st.sampled_from(of), min_size=1, max_size=2) for slot, of in WISHES.items()}
)


def over(rows: Sequence[Sequence[str]]) -> Table:
    whole = [("€5", "8 GB", "red", "yes"), ("€6", "8 GB", "red", "no"), *rows]  # by which the columns are known
    lines = [" | ".join((f"Thing {number}", *cells)) for number, cells in enumerate(whole)]
    return table("name | Price | RAM | Colour | Wifi", *lines)


def price(row: Row) -> float:
    value = row.values.get("thing_price", float("inf"))
    assert isinstance(value, float)
    return value


@settings(max_examples=60)
@given(ROWS, WANTED)
def test_a_search_finds_the_rows_that_fit_and_the_cheapest_first(
    rows: list[tuple[str, ...]], wanted: dict[str, list[str | bool]]
) -> None:
    things = over(rows)
    found = things.search(wanted)
    assert {id(row) for row in found} == {id(row) for row in things.rows if not list(things.missed(row, wanted))}
    if not any(value in (wishes.LEAST, wishes.MOST) for values in wanted.values() for value in values):
        assert found == sorted(found, key=price)


@settings(max_examples=60)
@given(ROWS, WANTED)
def test_what_gives_way_is_the_nearest_there_is(
    rows: list[tuple[str, ...]], wanted: dict[str, list[str | bool]]
) -> None:
    things = over(rows)
    read = {
        slot: [wishes.read(c, v) for v in wanted[slot]] for c in things.schema.columns if (slot := c.slot) in wanted
    }
    for way in things.suggest(wanted, limit=9) if not things.search(wanted) else ():
        rivals = [
            sum(min(wish.away(row.values[slot]) for wish in read[slot]) for slot in way.relaxed)
            for row in things.rows
            if set(things.missed(row, wanted)) <= set(way.relaxed) <= row.values.keys()
        ]
        assert way.away == min(rivals)
        assert set(things.missed(way.row, wanted)) <= set(way.relaxed)
