"""Queries to any source, drawn from its own values, and sources of every kind."""

from datetime import date
from pathlib import Path

from hypothesis import strategies as st

from wayframe.meaning.records import Constraint, Days, Flag, Money, Number, Operator, Party, Scope, Text, Value
from wayframe.schema.inference import inferred
from wayframe.schema.tables import RawTable
from wayframe.sources.conformance import conditions
from wayframe.sources.protocol import Condition, Query, Source
from wayframe.sources.tables import TableSource
from wayframe.sources.tables.opening import source

EXAMPLES = Path(__file__).parents[1] / "examples"
TODAY = date(2026, 9, 1)
PARTIES = st.builds(Party, adults=st.integers(1, 3), children=st.integers(0, 2))


def table(*lines: str, items: str = "things") -> TableSource:
    """Return a table of lines with bars between the cells, the first of them the header."""
    header, *rows = (tuple(cell.strip() for cell in line.split("|")) for line in lines)
    raw = RawTable("a table", header, tuple(enumerate(rows, 2)))
    return source(inferred(raw, items), raw, today=TODAY)


def queries(of: Source, most: int = 4) -> st.SearchStrategy[Query]:
    """Return queries with some conditions on the source's own values."""
    measured = [slot.name for slot in of.schema.slots if slot.measured and slot.wishable]
    orders = st.lists(st.tuples(st.sampled_from(measured), st.sampled_from(("least", "most"))), max_size=2)
    return st.builds(
        Query,
        st.lists(st.sampled_from(conditions(of)), max_size=most, unique=True).map(tuple),
        orders.map(tuple),
        PARTIES,
        excluded=st.just(frozenset()),
        spread=st.just(""),
    )


def wish(slot: str, op: Operator, *values: Value, scope: Scope = "", strict: bool = False) -> Condition:
    return Condition(slot, Constraint(op, values, scope, strict=strict))


def day(text: str) -> Days:
    return Days(date.fromisoformat(text), date.fromisoformat(text))


def days(first: str, last: str) -> Days:
    return Days(date.fromisoformat(first), date.fromisoformat(last))


def usd(amount: float) -> Money:
    return Money(amount, "USD")


YES, NO = Flag(True), Flag(False)
__all__ = ["NO", "YES", "Money", "Number", "Text", "day", "days", "queries", "table", "usd", "wish"]
