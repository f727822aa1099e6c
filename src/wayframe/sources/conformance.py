"""Checks that any source has to pass, whatever it is stored in.

    from wayframe.sources.conformance import check
    check(source, queries)        # raises AssertionError, naming what was expected

`conditions` lists plain conditions with values that the source itself has, from which queries can be drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from wayframe.meaning.records import Constraint, Direction, Flag, Operator, Text, Texts, Value
from wayframe.schema import Slot
from wayframe.sources.constraints import Check, checks, fits, holds, known, order
from wayframe.sources.places import WORLD, Places
from wayframe.sources.protocol import Condition, Item, Query, Source, usual_order

LIMIT = 10
_PLAIN: tuple[tuple[Operator, bool], ...] = (("is", False), ("not", False))
_MEASURED: tuple[tuple[Operator, bool], ...] = (
    *_PLAIN, ("at_most", False), ("at_least", False), ("around", False), ("at_most", True), ("at_least", True),
)  # fmt: skip
"""Operators that constraints on a value can have, and whether they are strict."""

_EXTREMES: Mapping[Direction, Callable[[Iterable[float]], float]] = {"least": min, "most": max}


_ROUNDED = 0.01
"""What a mean may lie beyond the values by rounding."""


def check(source: Source, queries: Iterable[Query]) -> None:
    """Check a source with queries of one's own or from `conditions`."""
    for query in queries:
        check_search(source, query)
        check_excluded(source, query)
        check_spread(source, query)
        check_relaxing(source, query)
        check_extremes(source, query)
        check_distinct(source, query)
        check_means(source, query)
    check_names(source)


def conditions(source: Source, sample: int = 5) -> list[Condition]:
    """Return conditions on every slot that can be wished for, with values of the source's own."""
    found = list[Condition]()
    for slot in source.schema.slots:
        if not slot.wishable:
            continue
        values = [value for value, _ in source.distinct(Query(), slot.name, sample)]
        for constraint in _constraints(slot, values):
            found.append(Condition(slot.name, constraint))
    return found


def _constraints(slot: Slot, values: Sequence[Value]) -> Iterator[Constraint]:
    """Return a slot's constraints on some values."""
    yield Constraint("any")
    if slot.bearing == "flexible":
        yield Constraint("is", (Flag(True),))
    for value in values:
        yield from _constraints_on(slot, value)
    for pair in pairwise(values):
        yield Constraint("is", pair)
        yield Constraint("not", pair)
        if slot.measured:
            yield Constraint("between", pair)


def _constraints_on(slot: Slot, value: Value) -> Iterator[Constraint]:
    """Return a slot's constraints on a value."""
    operators = _MEASURED if slot.measured else _PLAIN
    for op, strict in operators:
        yield Constraint(op, (value,), strict=strict)
    for scope in slot.scopes:
        yield Constraint("at_most", (value,), scope)  # type: ignore[arg-type]  # scopes are those of constraints


def misses(source: Source, query: Query, item: Item) -> tuple[Check, ...]:
    """Return the conditions of a query that an item doesn't fulfil."""
    places: Places = getattr(source, "places", WORLD)
    return tuple(
        each for each in checks(source.schema, query)
        if not all(fits(source.schema, need, item.values, query.party, places) for need in each.needs)
    )  # fmt: skip


def check_search(source: Source, query: Query) -> None:
    """Check that what is found fits, comes in order, once, and the same again."""
    found = source.search(query, LIMIT)
    assert len(found.items) <= LIMIT, f"expected at most {LIMIT} items"
    assert found.total >= len(found.items), "expected a total of at least what was returned"
    assert found.total == len(found.items) or len(found.items) == LIMIT, "expected as many items as the total has"
    keys = _keys(found.items)
    assert len(set(keys)) == len(keys), "expected items with keys of their own"
    for item in found.items:
        assert not misses(source, query, item), (
            f"expected what fits, found {item} missing {misses(source, query, item)}"
        )
    assert source.search(query, LIMIT) == found, "expected the same result for the same query"
    fewer = source.search(query, 3)
    assert fewer.items == found.items[:3], "expected fewer items to be the first ones"
    assert fewer.more or fewer.total == found.total, "expected a total that doesn't depend on the limit"
    wanted = query.order or usual_order(source.schema)
    check_order(found.items, wanted[:1])


def _keys(items: Iterable[Item]) -> list[str]:
    return [item.key for item in items]


def check_order(items: Sequence[Item], by: Sequence[tuple[str, Direction]]) -> None:
    """Check that items come in the order of a slot, those without a value last."""
    for slot, direction in by:
        held = [order(item.values.get(slot)) for item in items]
        numbers = known(held)
        assert None not in held[: len(numbers)], f"expected items without {slot} at the end"
        assert numbers == sorted(numbers, reverse=direction == "most"), f"expected items by {slot}, found {numbers}"


def check_excluded(source: Source, query: Query) -> None:
    """Check that excluded items don't come, and that all others do."""
    found = source.search(query, LIMIT)
    gone = frozenset(_keys(found.items[::2]))
    left = source.search(query._replace(excluded=query.excluded | gone), LIMIT)
    left_keys = _keys(left.items)
    assert gone.isdisjoint(left_keys), "expected none of what was excluded"
    kept = [key for key in _keys(found.items) if key not in gone]
    assert left_keys[: len(kept)] == kept, "expected the others in the same order"
    if not query.spread:
        assert left.total == found.total - len(gone), "expected a total without what was excluded"


def check_spread(source: Source, query: Query) -> None:
    """Check that a search spread by a slot returns the first item for each of its values."""
    for slot in _spreadable(source):
        spread = source.search(query._replace(spread=slot), LIMIT)
        values = [item.values.get(slot) for item in spread.items]
        assert None not in values, f"expected items with a value for {slot}"
        assert len(set(map(_folded, values))) == len(values), f"expected each {slot} once"
        assert spread.total >= len(spread.items)
        for item in spread.items[:2]:
            same = Condition(slot, Constraint("is", (item.values[slot],)))
            first = source.search(query._replace(conditions=(*query.conditions, same)), 1).items
            assert first, f"expected {item.key} to be found by its own {slot}"
            assert first[0].key == item.key, f"expected the first item of {slot} {item.values[slot]}"


def _spreadable(source: Source) -> list[str]:
    return list(filter(None, (source.schema.name, source.schema.place)))


def _folded(value: Value | None) -> object:
    return value.value.casefold() if isinstance(value, Text) else value


def check_relaxing(source: Source, query: Query) -> None:
    """Check that what nearly fits misses just the conditions that it says, one or two, the fewest first."""
    found = source.relax(query, 3)
    assert len(found) <= 3
    assert source.relax(query, 3) == found, "expected the same result for the same query and seed"
    for relaxed in found:
        assert 1 <= len(relaxed.given_up) <= 2, "expected one or two conditions given up"
        missed = {each.asked for each in misses(source, query, relaxed.item)}
        assert missed == set(relaxed.given_up), f"expected to miss {relaxed.given_up}, found {missed}"
        assert relaxed.item.key not in query.excluded, "expected none of what was excluded"
        assert relaxed.distance > 0, "expected a distance"
    counts = [len(relaxed.given_up) for relaxed in found]
    assert counts == sorted(counts), "expected those that miss fewer conditions first"
    for condition in query.conditions:
        for relaxed in source.relax(query, 3, firm=(condition,)):
            assert condition not in relaxed.given_up, f"expected {condition} to be kept, as it is firm"


def check_extremes(source: Source, query: Query) -> None:
    """Check that no item that fits has less than the least or more than the most of a slot."""
    found = source.search(query, LIMIT).items
    for slot in source.schema.slots:
        if not slot.measured or not slot.wishable:
            continue
        numbers = known(order(item.values.get(slot.name)) for item in found)
        for direction, extreme in _EXTREMES.items():
            item = source.extreme(query, slot.name, direction)
            if item is None:
                assert not numbers, f"expected an extreme of {slot.name}"
                continue
            assert not misses(source, query, item), "expected an extreme that fits"
            held = order(item.values.get(slot.name))
            assert held is not None, f"expected an extreme of {slot.name} that has one"
            assert held == extreme([held, *numbers]), f"expected the {direction} of {slot.name}"


def check_distinct(source: Source, query: Query) -> None:
    """Check that a slot's values are counted, most first."""
    total = source.search(query._replace(spread="", counted=True), 1).total
    for slot in source.schema.slots:
        if not slot.wishable or slot.bearing in ("party", "flexible"):
            continue
        found = source.distinct(query, slot.name, LIMIT)
        counts = [count for _, count in found]
        assert counts == sorted(counts, reverse=True), f"expected the most frequent {slot.name} first"
        assert all(counts), f"expected values of {slot.name} that there are"
        if slot.kind != "list":
            assert sum(counts) <= total, f"expected each item once among the values of {slot.name}"
        for value, count in found[:2]:
            only = Condition(slot.name, Constraint("is", (value,)))
            narrowed = query._replace(conditions=(*query.conditions, only), spread="", counted=True)
            with_it = source.search(narrowed, 1).total
            assert with_it >= count or slot.measured, f"expected {count} items with {slot.name} {value}"


def check_means(source: Source, query: Query) -> None:
    """Check that a slot's mean lies between its least and its most, in each group and over all."""
    groups = [slot for slot in source.schema.of_kind("category", "place") if slot.wishable]
    for slot in source.schema.of_kind("number", "money"):
        if not slot.wishable:
            continue
        ends = [source.extreme(query, slot.name, direction) for direction in _EXTREMES]
        low, high = (order(item.values.get(slot.name)) if item else None for item in ends)
        found = source.means(query, slot.name)
        assert len(found) == (low is not None), f"expected one mean of {slot.name} where it is known"
        for group in groups[:2]:
            parted = source.means(query, slot.name, group.name)
            assert len({mean.group for mean in parted}) == len(parted), f"expected each {group.name} once"
            found = (*found, *parted)
        for mean in found:
            number = order(mean.value)
            assert mean.items > 0, f"expected a mean of {slot.name} over some items"
            assert number is not None, f"expected a mean of {slot.name} as a number"
            assert low is not None, f"expected no mean of {slot.name} without an extreme"
            assert high is not None, f"expected no mean of {slot.name} without an extreme"
            assert low - _ROUNDED <= number <= high + _ROUNDED, f"expected a mean of {slot.name} within its values"


def check_names(source: Source) -> None:
    """Check that the names of a slot are those that its items have, and that codes stand for such names."""
    called = set(map(str.casefold, source.names(source.schema.name)))
    assert called.issuperset(map(str.casefold, source.codes().values())), "expected codes of items that have a name"
    for slot in source.schema.of_kind("name", "place", "category", "list"):
        names = source.names(slot.name)
        known = set(map(str.casefold, names))
        assert len(known) == len(names), f"expected each {slot.name} once"
        for value, _ in source.distinct(Query(), slot.name, LIMIT):
            assert known.issuperset(_texts(value)), f"expected {value} among the names of {slot.name}"
        for name in names[:2]:
            held: Value = Texts((name,)) if slot.kind == "list" else Text(name)
            assert holds(slot, Constraint("is", (Text(name),)), held), f"expected {name} to be itself"


def _texts(value: Value) -> list[str]:
    """Return the texts that a value consists of, without case."""
    match value:
        case Text(text):
            return [text.casefold()]
        case Texts(texts):
            return list(map(str.casefold, texts))
    return []
