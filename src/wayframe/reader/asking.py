"""Asking: whether a clause is a question, and of which slots it asks for the value."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise

from wayframe.reader.clauses import Clause
from wayframe.reader.spans import Span
from wayframe.schema import Schema

MOST_BEFORE_DEMAND = 2  # spans
_SIDES = {"outward": "window_start", "homeward": "window_end"}


def is_question(clause: Clause, *, any_asks: bool) -> bool:
    """Return whether a clause is a question; `any_asks` says whether "any amenities" is one."""
    content = [span for span in clause.spans if not span.is_a("particle")]
    if clause.question or not content:
        return clause.question
    first = content[0]
    demanding = any(span.is_a("demand") for span in content[:MOST_BEFORE_DEMAND])
    signs = {
        "any_of": any_asks,
        "demand": False,  # "make sure there's parking"
        "inverted": len(content) > 1 and not first.has("not"),  # "don't book it"
        "wh": True,
    }
    begins = "demand" if demanding else next(filter(first.opens, signs), "")
    return signs.get(begins, any(span.is_cue("asks") for span in clause.spans))


def classes_said(spans: Sequence[Span]) -> frozenset[str]:
    """Return the word classes of which spans say a phrase."""
    return frozenset[str]().union(*(span.within for span in spans))


def asked_slots(spans: Sequence[Span], own: Sequence[Span], schema: Schema) -> Iterator[str]:
    """Return the slots that a clause asks for without naming them; its `own` spans describe no option."""
    said = classes_said(own)
    asked = (_price(own, said, schema), _days(said, schema), _counted(spans), _adjectives(spans, said))
    return chain.from_iterable(asked)


def _price(own: Sequence[Span], said: Collection[str], schema: Schema) -> Sequence[str]:
    """Return the slot of the price, where "how much" or the like asks for it; "how much memory" doesn't."""
    nouns = chain.from_iterable(span.every("noun") for span in own)
    measured = any(schema.by_name[noun].measured for noun in nouns)
    words = {"asks_price"} if measured else {"asks_price", "how_much"}
    return [schema.price.name] if schema.price and words & {*said} else []


def _days(said: Collection[str], schema: Schema) -> Sequence[str]:
    """Return the slots of the days that "when" asks for: leaving, coming home, or both."""
    if "asks_days" not in said:
        return []
    sides = _SIDES.keys() & {*said} or _SIDES.keys()
    bearings = set(map(_SIDES.__getitem__, sides))
    return [slot.name for slot in schema.slots if slot.bearing in bearings]


def _counted(spans: Sequence[Span]) -> Iterator[str]:
    """Yield the slots of units that are counted: "how many stars"."""
    for span, following in pairwise(spans):
        if span.is_a("how_many") and following.has("unit"):
            yield str(following.data("unit")[0])


def _adjectives(spans: Sequence[Span], said: Collection[str]) -> Iterator[str]:
    """Yield the slots of adjectives that are asked for: "how heavy"."""
    if "how" in said:
        yield from (str(span.data("adjective")[0]) for span in spans if span.has("adjective"))
