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
    yield from _given_up(text, informed)
    yield from _more(text, wizard, informed)
    if not alternatives and not say.OPEN_ORIGIN.search(text):
        yield from _anywhere(text, wizard, informed)
    yield from _anytime(text, wizard, informed)


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
    for found in say.FORGET.finditer(text):
        yield str(found.lastgroup), DONT_CARE


def _more(text: str, wizard: WizardContext, informed: Collection[str]) -> Iterator[Wish]:
    """Wishes relative to the offers or to the wishes so far: cheaper, nicer, one more."""
    if wizard.options:
        if "budget" not in informed and say.LESS.search(text):
            yield "budget", "cheaper"
        if "category" not in informed and say.MORE_STARS.search(text):
            yield "category", "nicer"
    if wizard.opening or "n_adults" in informed:
        return
    if say.JOINING.search(text):
        counted = wizard.active is not None and "n_adults" in wizard.active.info
        yield "n_adults", "one more" if counted else "2"


def _anywhere(text: str, wizard: WizardContext, informed: Collection[str]) -> Iterator[Wish]:
    if "dst_city" in informed:
        return
    if say.ANYWHERE.search(text):
        yield _open_end(wizard, informed), DONT_CARE
    elif "dst_city" in wizard.requested and say.SOMEWHERE.search(text):
        yield "dst_city", DONT_CARE


def _anytime(text: str, wizard: WizardContext, informed: Collection[str]) -> Iterator[Wish]:
    if "str_date" in informed or not say.ANYTIME.search(text):
        return
    yield "str_date", DONT_CARE
    if "end_date" in wizard.requested and "end_date" not in informed:
        yield "end_date", DONT_CARE


def _open_end(wizard: WizardContext, informed: Collection[str]) -> str:
    """The end of the journey that "anywhere" leaves open: the origin if the wizard asked for that alone."""
    asked = [slot for slot in wizard.requested if slot not in informed]
    return "or_city" if "or_city" in asked and "dst_city" not in asked else "dst_city"
