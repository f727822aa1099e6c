"""Wishes that are whole phrases: no budget, anywhere, flexible dates."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wayframe.nlu import patterns as say
from wayframe.nlu.wizard_context import WizardContext
from wayframe.values import DONT_CARE

Wish = tuple[str, str | bool]


def wishes(text: str, wizard: WizardContext, informed: Collection[str], alternatives: bool) -> Iterator[Wish]:
    """The slots and values of such wishes; `informed` are the slots that the text fills otherwise.

    `alternatives` says that the text asks for other possibilities, so that "anywhere else" is no destination.
    """
    requested = [slot for slot in wizard.requested if slot not in informed]
    yield from _given_up(text, informed)
    settled = any((alternatives, "dst_city" in informed, say.OPEN_ORIGIN.search(text)))
    if not settled:
        yield from _anywhere(text, requested)
    if "str_date" not in informed and say.ANYTIME.search(text):
        yield "str_date", DONT_CARE
        if "end_date" in requested:
            yield "end_date", DONT_CARE


def _given_up(text: str, informed: Collection[str]) -> Iterator[Wish]:
    """Slots that the user leaves open."""
    if say.OPEN_RETURN.search(text):
        yield "end_date", DONT_CARE
    elif say.OPEN_ORIGIN.search(text):
        yield "or_city", DONT_CARE
    elif say.NO_BUDGET.search(text):
        if "budget" not in informed:
            yield "budget", DONT_CARE
    elif say.FLEXIBLE.search(text):
        yield "flex", not say.INFLEXIBLE.search(text)


def _anywhere(text: str, requested: Collection[str]) -> Iterator[Wish]:
    """The end of the journey that is left open: the origin if the wizard asked for that alone."""
    origin = "or_city" in requested and "dst_city" not in requested
    if say.ANYWHERE.search(text):
        yield "or_city" if origin else "dst_city", DONT_CARE
    elif "dst_city" in requested and say.SOMEWHERE.search(text):
        yield "dst_city", DONT_CARE
