"""The rank that a reference means: places in the order of a slot, of all that fits."""

import pytest

from wayframe.meaning.notation import parse
from wayframe.meaning.records import Ask
from wayframe.planner.ranks import Rank, rank_of


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("ask(facts, of=extreme(price, least, count=3))", Rank("price", "least", 1, 3)),
        ("ask(facts, of=nth(2, of=extreme(price, least, count=2)))", Rank("price", "least", 2, 2)),
        ("ask(facts, of=extreme(price, least))", None),
        ("ask(facts, of=nth(2))", None),
        ("ask(facts, of=extreme(price, least, count=2, of=booked()))", None),
    ],
)
def test_a_rank_is_a_place_in_an_order_of_no_named_set(said: str, meant: Rank | None) -> None:
    (ask,) = parse(said)
    assert isinstance(ask, Ask)
    assert rank_of(ask.of) == meant
