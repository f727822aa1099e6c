"""Wishes that are whole phrases: no budget, anywhere, flexible dates."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wayframe.nlu import patterns as say
from wayframe.nlu.scene import Scene
from wayframe.values import DONT_CARE

Wish = tuple[str, str | bool]


def wishes(text: str, scene: Scene, informed: Collection[str], alternatives: bool) -> Iterator[Wish]:
    """The slots and values of such wishes; `informed` are the slots that the text fills otherwise.

    `alternatives` says that the text asks for other possibilities, so that "anywhere else" is no destination.
    """
    open_origin = say.OPEN_ORIGIN.search(text) is not None
    if say.OPEN_RETURN.search(text):
        yield "end_date", DONT_CARE
    elif open_origin:
        yield "or_city", DONT_CARE
    elif say.NO_BUDGET.search(text):
        if "budget" not in informed:
            yield "budget", DONT_CARE
    elif say.FLEXIBLE.search(text):
        yield "flex", not say.INFLEXIBLE.search(text)
    for given_up in say.FORGET.finditer(text):
        yield str(given_up.lastgroup), DONT_CARE
    if "budget" not in informed and scene.options and say.LESS.search(text):
        yield "budget", "cheaper"
    if "category" not in informed and scene.options and say.MORE_STARS.search(text):
        yield "category", "nicer"
    if "n_adults" not in informed and not scene.opening and say.JOINING.search(text):
        yield "n_adults", "one more" if scene.active and "n_adults" in scene.active.info else "2"
    if "dst_city" not in informed and not alternatives and not open_origin:
        if say.ANYWHERE.search(text):
            yield _open_end(scene, informed), DONT_CARE
        elif "dst_city" in scene.requested and say.SOMEWHERE.search(text):
            yield "dst_city", DONT_CARE
    if "str_date" not in informed and say.ANYTIME.search(text):
        yield "str_date", DONT_CARE
        if "end_date" in scene.requested and "end_date" not in informed:
            yield "end_date", DONT_CARE


def _open_end(scene: Scene, informed: Collection[str]) -> str:
    """The end of the journey that "anywhere" leaves open: the origin if the wizard asked for that alone."""
    asked = [slot for slot in scene.requested if slot not in informed]
    return "or_city" if "or_city" in asked and "dst_city" not in asked else "dst_city"
