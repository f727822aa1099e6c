"""The texts of tasks over tables: what somebody who takes the user's part is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wayframe.language import load
from wayframe.meaning.records import Wish
from wayframe.realiser.phrases import with_article
from wayframe.schema import Schema
from wayframe.sources.tables.cells import wished
from wayframe.tasks.tables import TableTask
from wayframe.tasks.trips import NO_OTHERWISE

_VARIED: Mapping[str, str] = {
    "return": "Before you decide, look at what there is with this instead: {}. Then come back to what you wanted.",
    "change": "When you have seen some, change your mind: {}.",
}
"""The line about another wish, by the course of a task."""


def table_task_text(task: TableTask, schema: Schema) -> str:
    """Return what the user is told of a task."""
    return "\n".join(_lines(task, schema))


def table_otherwise(task: TableTask, schema: Schema) -> str:
    """Return what the user is told to do where nothing fits."""
    if task.alternative is None:
        return NO_OTHERWISE
    return f"If nothing matches, this will do: {_said(task.alternative, schema)}."


def _lines(task: TableTask, schema: Schema) -> Iterator[str]:
    yield f"You are looking for {with_article(load('en').wording, schema.item)}. This is what you want:"
    for wish in task.wishes:
        yield f"- {_said(wish, schema)}"
    if task.best:
        end = "most" if task.best.constraint.op == "most" else "least"
        yield f"Of those that fit take the one with the {end} {schema.by_name[task.best.slot].label}."
    if task.variation:
        yield _VARIED[task.course].format(_said(task.variation, schema))
    yield "Book the one that you choose."


def _said(wish: Wish, schema: Schema) -> str:
    """Return a wish in words: "price: at most €900", "touchscreen"."""
    slot, constraint = schema.by_name[wish.slot], wish.constraint
    words = wished(slot, constraint.op, constraint.values, strict=constraint.strict)
    if words == (True,):
        return slot.label
    if words == (False,):
        return f"no {slot.label}"
    return f"{slot.label}: {' or '.join(map(str, words))}"
