"""Tasks over any table: wishes drawn around a row that exists, so that their goal can be checked against the rows."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from random import Random
from typing import Literal, NamedTuple

from wayframe.dialogue import FramesRecord
from wayframe.errors import InputError
from wayframe.meaning.records import (
    Constraint,
    Days,
    Direction,
    Flag,
    Money,
    Number,
    Text,
    Texts,
    Value,
    Wish,
)
from wayframe.schema import Slot
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Condition, Item, Query, Source

TableCourse = Literal["direct", "compare", "return", "change"]
COURSES: tuple[TableCourse, ...] = ("direct", "compare", "return", "change")

_ALL = 1_000_000
_TRIES = 200
_SOLVABLE, _ALTERNATIVE_FITS = 0.8, 0.75  # shares of tasks
_RANKED = 0.4  # share of tasks in which an extreme decides
_FEW_VALUES = 12  # of which people name one rather than a round number
_MONTHS = 90  # days by which a bound on a day may be wider than the row


class TableTask(FramesRecord, frozen=True, gc=False):
    """Somebody's wishes, and the way to go.

    `course`: straight to an option, comparing options, looking at a `variation` of one wish and coming back, or
    changing one's mind to the `variation`. `best` is the slot whose extreme decides. `alternative` replaces the wish
    for its slot where nothing fits.
    """

    wishes: tuple[Wish, ...]
    course: TableCourse = "direct"
    best: Wish | None = None
    alternative: Wish | None = None
    variation: Wish | None = None
    solvable: bool = True

    @property
    def goal(self) -> tuple[Wish, ...]:
        """The wishes that the right item fulfils in the end."""
        if self.course == "change":
            return replaced(self.wishes, self.variation)
        if self.solvable:
            return self.wishes
        return replaced(self.wishes, self.alternative)


def replaced(wishes: Sequence[Wish], changed: Wish | None) -> tuple[Wish, ...]:
    """Return wishes with one in the place of that for the same slot."""
    if changed is None:
        return tuple(wishes)
    return tuple(changed if wish.slot == changed.slot else wish for wish in wishes)


def fitting(source: Source, wishes: Sequence[Wish]) -> tuple[Item, ...]:
    """Return all items that fulfil wishes, in the schema's order."""
    query = Query(tuple(Condition(wish.slot, wish.constraint) for wish in wishes))
    return source.search(query, _ALL).items


def reaches(source: Source, task: TableTask, item: Item) -> bool:
    """Return whether an item is a right end of a task: it fulfils the goal, and none that does is better."""
    rivals = fitting(source, task.goal)
    if item.key not in [rival.key for rival in rivals]:
        return False
    if task.best is None:
        return True
    extreme = _extreme(rivals, task.best.slot, "least" if task.best.constraint.op == "least" else "most")
    return order(item.values.get(task.best.slot)) == extreme


def _extreme(items: Sequence[Item], slot: str, end: Direction) -> float | None:
    """Return the least or the most that items have of a slot; None where none has any."""
    numbers = _numbers(item.values.get(slot) for item in items)
    return _PICKED[end](numbers, default=None)


_PICKED: Mapping[Direction, Callable[..., float | None]] = {"least": min, "most": max}


def _numbers(values: Iterable[Value | None]) -> list[float]:
    """Return the numbers by which values are ordered, of those that have an order."""
    return [number for value in values if (number := order(value)) is not None]


def draw_table_task(source: Source, number: int, seed: int) -> TableTask:
    """Return task `number` of a series; same arguments, same task. Raises `InputError` where the table is too poor."""
    rng = Random(f"{seed} {number} table")
    course = COURSES[number % len(COURSES)]
    drawing = _TableDrawing(source, rng)
    for _ in range(_TRIES):
        task = drawing.task(course)
        if task is not None:
            return task
    raise InputError(f"{source.schema.items}: has too few columns or rows for a task")


class _SlotValues(NamedTuple):
    """A slot with the values that it has in the table, and how they are ordered where they are."""

    slot: Slot
    values: tuple[Value, ...]

    @property
    def numbers(self) -> list[float]:
        """The numbers of the values, in order."""
        return sorted(_numbers(self.values))


class _TableDrawing:
    """Draws tasks around rows."""

    def __init__(self, source: Source, rng: Random) -> None:
        self.source, self.rng = source, rng
        self.items = fitting(source, ())
        self.known = {slot.name: self._values(slot) for slot in source.schema.slots if _is_wishable(slot, source)}

    def _values(self, slot: Slot) -> _SlotValues:
        """Return the values that a slot has in the table."""
        return _SlotValues(slot, tuple(value for value, _ in self.source.distinct(Query(), slot.name, _ALL)))

    def task(self, course: TableCourse) -> TableTask | None:
        """Return a task; None where this attempt came to nothing."""
        wishes = self._wishes(self.rng.choice(self.items))
        if course == "direct" and self.rng.random() > _SOLVABLE:
            return self._unsolvable(wishes)
        least = 2 if course == "compare" else 1
        if not wishes or len(fitting(self.source, wishes)) < least:
            return None
        if course in ("direct", "compare"):
            return TableTask(wishes, course, self._best(wishes))
        variation = self._variation(wishes)
        return TableTask(wishes, course, self._best(wishes), variation=variation) if variation else None

    def _wishes(self, model: Item) -> tuple[Wish, ...]:
        """Return a few wishes that a row fulfils."""
        slots = [name for name in self.known if name in model.values]
        self.rng.shuffle(slots)
        wishes = list[Wish]()
        for name in slots[: self.rng.choice((2, 3, 3, 4))]:
            constraint = self._constraint(self.known[name], model.values[name])
            if constraint is not None:
                wishes.append(Wish(name, constraint))
        return tuple(wishes)

    def _constraint(self, known: _SlotValues, value: Value) -> Constraint | None:
        """Return a constraint that a value fulfils; None where there is none."""
        return _CONSTRAINTS[known.slot.kind](known, value, self.rng)

    def _best(self, wishes: Sequence[Wish]) -> Wish | None:
        """Return the extreme that decides between what fits: of a slot that has a word for it and no wish."""
        wished = {wish.slot for wish in wishes}
        ranked = [known.slot for name, known in self.known.items() if name not in wished and comparative(known.slot)]
        if not ranked or self.rng.random() > _RANKED:
            return None
        slot = self.rng.choice(ranked)
        return Wish(slot.name, Constraint(slot.best_end))

    def _variation(self, wishes: Sequence[Wish]) -> Wish | None:
        """Return another wish for one of the slots, which something fulfils beside the others."""
        variable = [wish for wish in wishes if self.known[wish.slot].slot.kind != "yes_no"]
        if not variable:
            return None
        held = self.rng.choice(variable)
        value = self.rng.choice(self.items).values.get(held.slot)
        if value is None:
            return None
        constraint = self._constraint(self.known[held.slot], value)
        if constraint is None or constraint == held.constraint or constraint.op != held.constraint.op:
            return None
        varied = Wish(held.slot, constraint)
        return varied if fitting(self.source, replaced(wishes, varied)) else None

    def _unsolvable(self, wishes: Sequence[Wish]) -> TableTask | None:
        """Return a task in which one bound excludes everything, and perhaps an alternative that doesn't."""
        bounded = [wish for wish in wishes if wish.constraint.op in _TIGHTENED]
        bounded = [wish for wish in bounded if self.known[wish.slot].slot.kind in ("money", "number")]
        if not bounded:
            return None
        wish = self.rng.choice(bounded)
        end = self._end(wish, [each for each in wishes if each.slot != wish.slot])
        if end is None:
            return None
        tight, wide = _TIGHTENED[wish.constraint.op]
        asked = replaced(wishes, self._bounded(wish, end * self.rng.uniform(*tight), up=tight[0] > 1))
        if fitting(self.source, asked):
            return None
        if self.rng.random() > _ALTERNATIVE_FITS:
            return TableTask(asked, solvable=False)
        alternative = self._bounded(wish, end * self.rng.uniform(*wide), up=wide[0] > 1)
        fits = fitting(self.source, replaced(wishes, alternative))
        return TableTask(asked, alternative=alternative, solvable=False) if fits else None

    def _end(self, wish: Wish, rest: Sequence[Wish]) -> float | None:
        """Return the bound of a wish that all but the last item would fail, given the other wishes."""
        end: Direction = "least" if wish.constraint.op == "at_most" else "most"
        return _extreme(fitting(self.source, rest), wish.slot, end)

    def _bounded(self, wish: Wish, bound: float, *, up: bool) -> Wish:
        """Return a wish with another bound, rounded up or down."""
        value = _value(self.known[wish.slot].slot, _round(bound, up=up))
        return Wish(wish.slot, Constraint(wish.constraint.op, (value,)))


def _is_wishable(slot: Slot, source: Source) -> bool:
    """Return whether tasks can have a wish for a slot."""
    return slot.wishable and slot.kind in _CONSTRAINTS and slot.name != source.schema.name


def comparative(slot: Slot) -> str:
    """Return the adjective by which a slot is compared in its better direction; empty where there is none."""
    words = {"less": slot.less, "more": slot.more}.get(slot.better, ())
    return words[0] if slot.measured and words else ""


_TIGHTENED = {"at_most": ((0.5, 0.9), (1.05, 1.4)), "at_least": ((1.1, 1.6), (0.7, 0.95))}
"""Shares of the last bound that anything keeps to: between which bounds nothing does, and between which something."""

# Constraints that a value fulfils


def _of_category(known: _SlotValues, value: Value, rng: Random) -> Constraint | None:
    """Return the value itself, it or another one, or another one excluded."""
    others = [each for each in known.values if each != value]
    form = rng.random() if others else 1.0
    if form < 0.15:
        either = [value, rng.choice(others)]
        rng.shuffle(either)
        return Constraint("is", tuple(either))
    if form < 0.25:
        return Constraint("not", (rng.choice(others),))
    return Constraint("is", (value,))


def _of_list(known: _SlotValues, value: Value, rng: Random) -> Constraint | None:
    """Return one of the texts of a list."""
    texts = value.values if isinstance(value, Texts) else ()
    return Constraint("is", (Text(rng.choice(texts)),)) if texts else None


def _of_flag(known: _SlotValues, value: Value, rng: Random) -> Constraint | None:
    """Return a yes; nobody wishes for a no."""
    return Constraint("is", (value,)) if value == Flag(True) else None


def _of_number(known: _SlotValues, value: Value, rng: Random) -> Constraint | None:
    """Return a bound in the direction in which the slot gets worse: round, or a value that there is."""
    number = order(value)
    if number is None or number <= 0:
        return None
    upper = known.slot.better == "less"
    if not known.slot.better:
        upper = rng.random() < 0.5
    if known.slot.kind != "money" and len(known.numbers) <= _FEW_VALUES:
        bound = rng.choice(_beyond(known.numbers, number, upper=upper))
    else:
        bound = _loose(number, rng, upper=upper)
    if known.slot.kind == "money" and bound in known.numbers:
        return None  # "under 500" leaves out what costs just that
    return Constraint("at_most" if upper else "at_least", (_value(known.slot, bound),))


def _beyond(numbers: Sequence[float], number: float, *, upper: bool) -> list[float]:
    """Return the numbers that are bounds which a number keeps to."""
    keeps = operator.ge if upper else operator.le
    return [each for each in numbers if keeps(each, number)]


def _loose(number: float, rng: Random, *, upper: bool) -> float:
    """Return a round bound that a number keeps to."""
    if upper:
        return _round(number * rng.uniform(1.02, 1.4), up=True)
    return _round(number * rng.uniform(0.6, 0.98))


def _of_day(known: _SlotValues, value: Value, rng: Random) -> Constraint | None:
    """Return a bound some days before or after a day."""
    if not isinstance(value, Days):
        return None
    away = timedelta(rng.randint(1, _MONTHS))
    if rng.random() < 0.5:
        return Constraint("at_least", (Days(value.first - away, value.first - away),))
    return Constraint("at_most", (Days(value.last + away, value.last + away),))


_CONSTRAINTS: Mapping[str, Callable[[_SlotValues, Value, Random], Constraint | None]] = {
    "category": _of_category,
    "place": _of_category,
    "list": _of_list,
    "yes_no": _of_flag,
    "number": _of_number,
    "money": _of_number,
    "date": _of_day,
}


def _value(slot: Slot, number: float) -> Value:
    """Return a number as a value of a slot."""
    return Money(number, slot.unit) if slot.kind == "money" else Number(number, slot.unit)


def _round(number: float, *, up: bool = False) -> float:
    """Return a number as people round it: two digits, the second 0 or 5 where it is large."""
    if number <= 0:
        return 0.0
    size = 10.0 ** (math.floor(math.log10(number)) - 1)
    step = size * 5 if number >= 100 else size
    rounded = (math.ceil if up else math.floor)(number / step) * step
    return round(rounded, 6)
