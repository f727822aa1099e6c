"""Random meanings over a schema: any moves, references and constraints, also ones that make no sense."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from plans import made, values_of
from wayframe.meaning import records as r
from wayframe.meaning.records import Constraint, Meaning, Move, Reference, Spoken, Value, Wish
from wayframe.schema import Schema

_COUNTS = {"any": (0, 0), "least": (0, 0), "most": (0, 0), "more": (0, 1), "less": (0, 1), "between": (2, 2)}


@st.composite
def wishes(draw: st.DrawFn, schema: Schema, of: st.SearchStrategy[Reference] | None = None) -> Wish:
    """Return a wish for any slot, in one case of twelve for one that isn't there."""
    slot = draw(st.sampled_from(schema.slots))
    op = draw(st.sampled_from(get_args(r.Operator)))
    low, high = _COUNTS.get(op, (1, 2))
    values: tuple[Value, ...] = tuple(draw(st.lists(values_of(slot), min_size=low, max_size=high)))
    than = draw(st.one_of(st.none(), of)) if of is not None and op in ("more", "less") else None
    scopes: tuple[r.Scope, ...] = get_args(r.Scope) if slot.kind == "money" else ("",)
    scope = draw(st.sampled_from(scopes))
    name = draw(st.sampled_from([slot.name] * 11 + ["zorb"]))
    about = draw(st.one_of(st.none(), st.none(), of)) if of is not None else None
    return Wish(name, Constraint(op, values, scope, than, draw(st.booleans())), about)


def references(schema: Schema, names: tuple[str, ...], depth: int = 2) -> st.SearchStrategy[Reference]:
    """Return references, nested up to a depth."""
    small, counts = st.integers(-3, 4), st.integers(0, 3)
    plain: st.SearchStrategy[Reference] = st.sampled_from(
        [
            r.It(),
            r.Listed(),
            r.Listed(-2),
            r.Listed(7),
            r.Booked(),
            r.Shown(),
            r.NewTrip(),
            r.Neighbour(1),
            r.Neighbour(-1),
        ]
    )
    named = made(r.Named, st.sampled_from((*names, "Nowhere Inn")))
    numbered = made(r.Numbered, st.integers(0, 9))
    leaves = st.one_of(plain, named, numbered, made(r.Nth, small, st.none(), counts))
    if not depth:
        return leaves
    inner = references(schema, names, depth - 1)
    of = st.one_of(st.none(), inner)
    slots = st.sampled_from(("", "zorb", *(slot.name for slot in schema.slots)))
    return st.one_of(
        leaves,
        made(r.Nth, small, of, counts),
        made(r.Described, st.lists(wishes(schema), max_size=2).map(tuple), of),
        made(r.Extreme, slots, st.sampled_from(get_args(r.Direction)), counts, of),
        made(r.Other, of),
        made(r.Every, counts, of),
        made(r.Together, st.lists(inner, max_size=3).map(tuple)),
    )


def moves(schema: Schema, names: tuple[str, ...]) -> st.SearchStrategy[Move]:
    """Return moves of every kind."""
    reference = references(schema, names, 1)
    of = st.one_of(st.none(), reference)
    slots = st.sampled_from(("zorb", *(slot.name for slot in schema.slots)))
    wished = st.lists(wishes(schema), max_size=2).map(tuple)
    some = st.lists(slots, max_size=2).map(tuple)
    kinds = {
        r.Wish: wishes(schema, reference),
        r.Drop: made(r.Drop, st.one_of(st.just(""), slots)),
        r.Ask: made(
            r.Ask,
            st.sampled_from(get_args(r.Question)),
            some,
            of,
            wished,
            st.sampled_from(get_args(r.Scope)),
            st.integers(0, 3),
        ),
        r.Compare: made(r.Compare, of, some),
        r.Return: made(r.Return, reference),
        r.More: made(r.More, st.one_of(st.just(""), slots)),
        r.Book: made(r.Book, of),
        r.Cancel: made(r.Cancel, of),
        r.Change: made(r.Change, wished, of),
        r.Recall: made(
            r.Recall,
            st.sampled_from(("wishes", "slot", "options", "bookings", "summary")),
            st.one_of(st.just(""), slots),
        ),
        r.Answer: made(r.Answer, st.sampled_from(("yes", "no", "perhaps", "either", "neither"))),
        r.Reject: made(r.Reject, of),
        r.Hold: made(r.Hold, of),
        r.Undo: made(r.Undo, st.integers(1, 3)),
        r.Correct: made(r.Correct, wished),
        r.Social: made(
            r.Social,
            st.sampled_from(get_args(r.SocialKind)),
        ),
        r.OutOfScope: made(r.OutOfScope, st.sampled_from(("the weather", ""))),
        r.Note: made(r.Note, st.sampled_from(("Friday at 8", "tonight", "")), st.integers(0, 9)),
        r.Particulars: made(r.Particulars, st.sampled_from((("day",), ("hour", "guests"), ("name",)))),
    }
    assert set(kinds) == set(get_args(r.Move)), "every kind of move is drawn"
    return st.one_of(*kinds.values())


def meanings(schema: Schema, names: tuple[str, ...]) -> st.SearchStrategy[Meaning]:
    """Return meanings of up to three moves."""
    several = st.lists(moves(schema, names), max_size=3)
    return several.map(lambda each: Meaning(tuple(Spoken(move) for move in each)))
