"""Meaning as text and as JSON, both ways."""

from __future__ import annotations

from datetime import date
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.errors import InputError
from wayframe.meaning import Meaning, decoded, records
from wayframe.meaning.notation import parse, show
from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Cancel,
    Compare,
    Constraint,
    Correct,
    Days,
    Described,
    Drop,
    Every,
    Extreme,
    Flag,
    It,
    Listed,
    Money,
    Move,
    Named,
    Neighbour,
    Nth,
    Number,
    OutOfScope,
    Party,
    Recall,
    Return,
    Spoken,
    Text,
    Together,
    Undo,
    Wish,
)

EXAMPLES = [
    ('wish(dst_city, is("Rome", "Athens"))', Wish("dst_city", Constraint("is", (Text("Rome"), Text("Athens"))))),
    (
        "wish(price, at_most($2500, scope=total))",
        Wish("price", Constraint("at_most", (Money(2500, "USD"),), scope="total")),
    ),
    (
        "ask(holds, of=nth(2), wishes=[wish(wifi, is(yes))])",
        Ask("holds", of=Nth(2), wishes=(Wish("wifi", Constraint("is", (Flag(True),))),)),
    ),
    (
        "wish(str_date, is(2016-08-21..2016-08-31))",
        Wish("str_date", Constraint("is", (Days(date(2016, 8, 21), date(2016, 8, 31)),))),
    ),
    (
        "wish(party, is(party(adults=2, children=2, ages=[3, 8])))",
        Wish("party", Constraint("is", (Party(2, 2, (3, 8)),))),
    ),
    ("return(neighbour(-1))", Return(Neighbour(-1))),
    ("compare(of=together([nth(1, of=listed(n=-2)), it()]))", Compare(Together((Nth(1, Listed(-2)), It())))),
    ("cancel(of=every(count=2))", Cancel(Every(2))),
    ("book(of=extreme(price, least))", Book(Extreme("price", "least"))),
    ("recall(slot, slot=price)", Recall("slot", "price")),
    ("answer(perhaps)", Answer("perhaps")),
    ("undo(steps=2)", Undo(2)),
    ("drop(slot=price)", Drop("price")),
    ('out_of_scope("stairs, \\"lifts\\"")', OutOfScope('stairs, "lifts"')),
    ('correct([wish(dst_city, not("Paris"))])', Correct((Wish("dst_city", Constraint("not", (Text("Paris"),))),))),
    ("wish(ram, at_least(16, strict=yes))", Wish("ram", Constraint("at_least", (Number(16),), strict=True))),
    ('wish(ram, is(number(16, unit="GB/s")))', Wish("ram", Constraint("is", (Number(16, "GB/s"),)))),
    ("wish(price, less(than=nth(2)))", Wish("price", Constraint("less", than=Nth(2)))),
    (
        'return(described([wish(dst_city, is("Paris"))]))',
        Return(Described((Wish("dst_city", Constraint("is", (Text("Paris"),))),))),
    ),
    ('book(of=named("Fairwind Residence"))', Book(Named("Fairwind Residence"))),
]


@pytest.mark.parametrize(("text", "move"), EXAMPLES)
def test_each_move_is_noted_and_read_back(text: str, move: Move) -> None:
    assert show([move]) == text
    assert parse(text) == (move,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wish", "position 1: expected a move with its fields in brackets"),
        ("sing(la)", "position 1: expected a move, a reference or a value"),
        ("wish(price)", r"expected wish\(slot, constraint\)"),
        ("wish(price, is(", "expected a value"),
        ("wish(price, is($1) nonsense", "expected ',' or '\\)'"),
        ("wish(day, is(2016-13-01))", "expected a day such as"),
    ],
)
def test_what_cannot_be_read_names_the_position(text: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        parse(text)


def test_every_move_and_reference_of_the_records_is_covered_by_the_property() -> None:
    assert {each.__name__ for each in get_args(records.Move)} <= set(dir(records))


texts = st.text(max_size=12)
finite = st.floats(-1e9, 1e9, allow_nan=False).map(lambda number: round(number, 3))
days = st.dates().flatmap(lambda first: st.dates(min_value=first).map(lambda last: Days(first, last)))
codes = st.sampled_from(["", "USD", "EUR", "CHF"])
MOVES: st.SearchStrategy[Move] = st.deferred(lambda: st.one_of(*map(st.from_type, get_args(records.Move))))
st.register_type_strategy(float, finite)
st.register_type_strategy(str, texts)
st.register_type_strategy(Money, st.builds(Money, finite, codes))
st.register_type_strategy(Days, days)
st.register_type_strategy(records.Clock, st.builds(records.Clock, st.integers(0, 1439)))
st.register_type_strategy(int, st.integers(-1000, 1000))


@given(st.lists(MOVES, max_size=3))
def test_any_moves_are_the_same_after_text_and_after_json(moves: list[Move]) -> None:
    assert parse(show(moves)) == tuple(moves)
    whole = Meaning(tuple(Spoken(move, 1, 2) for move in moves))
    assert decoded(msgspec.json.encode(whole)) == whole
