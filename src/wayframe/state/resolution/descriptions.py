"""Descriptions: options that a turn describes or counts, where nothing at hand is so."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Compare,
    Described,
    Direction,
    Extreme,
    More,
    Move,
    Neighbour,
    Nth,
    Numbered,
    Other,
    Return,
    Wish,
    numbered,
    wishes_for,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import Step
from wayframe.state.resolution import Steps, description, reference_of
from wayframe.state.wishes import EXTREMES, is_of_terms


def description_as_wishes(step: Step, move: Return | Wish | Ask | Book | Compare, denoter: Denoter) -> Steps:
    """Take a description that nothing shown fulfils as wishes: "the cheapest in Madrid", "compare Fiat and Kia".

    What is to be booked is looked for, and shown first: "book me the cheapest trip", "I'll take the Fiat".
    """
    wishes = description(reference_of(move))
    if not wishes or (step.frames and not _names_more(move, wishes, step)):
        return [step]
    if isinstance(move, Book):
        if all(is_of_terms(denoter.schema, wish.slot) for wish in wishes) and denoter.state.picked:
            return _booked_under_terms(wishes, denoter.state.picked)
        if wishes_for(wishes, denoter.schema.name) or (denoter.state.options and not _are_of_items(wishes, denoter)):
            return [step]
    elif isinstance(move, Wish):  # "the lightest under 1500", where nothing was shown
        wishes = (*wishes, replace(move, of=None))
    elif isinstance(move, Ask):
        if not _searches(move, denoter.schema):
            return [step]
        wishes = (*wishes, *move.wishes)
    return list(map(Step, wishes))


def _names_more(move: Move, wishes: Sequence[Wish], step: Step) -> bool:
    """Return whether a comparison names more values than options that are so were shown."""
    named = max(len(wish.constraint.values) for wish in wishes)
    return isinstance(move, Compare) and len(step.frames) < named


def _are_of_items(wishes: Sequence[Wish], denoter: Denoter) -> bool:
    """Return whether wishes are for what things are: their kinds, features and places."""
    kinds = ("category", "yes_no", "list", "place")
    return all(denoter.schema.by_name[wish.slot].kind in kinds and wish.constraint.op == "is" for wish in wishes)


def _booked_under_terms(wishes: Sequence[Wish], frame: int) -> Steps:
    """Return what books the option that was picked under other terms: "book it from the 20th"."""
    of = Numbered(frame)
    return [*(Step(replace(wish, of=of), (frame,)) for wish in wishes), Step(Book(of), (frame,))]


def several_asked_about(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question which of those in a place are so as one about all of a list: "which of the Rome ones?".

    A comparison, or what was told last, leaves but one of them at hand, and of one nobody asks which.
    """
    match ask:
        case Ask(question="which", of=Described(of=None) as described) if len(step.frames) == 1:
            pass
        case _:
            return [step]
    for listed in reversed(denoter.state.lists):
        found = tuple(frame for frame in listed if denoter.fulfils(frame, described.wishes))
        if len(found) > 1 and step.frames[0] in found:
            return [Step(replace(ask, of=numbered(found)), found)]
    return [step]


def _searches(ask: Ask, schema: Schema) -> bool:
    """Return whether a question about what nothing shown is looks for it: "what is the biggest flat with a lift?"."""
    if ask.question in ("facts", "holds") and isinstance(ask.of, Extreme):
        return True
    wishes = description(ask.of)
    told = {wish.slot for wish in wishes if wish.constraint.op == "is"}
    if schema.price and schema.price.name in told and not told.isdisjoint(schema.windows):
        return True  # told of in a list of days: "what was the one for $1,998.46 that leaves on August 8?"
    return ask.question == "holds" and len(wishes) == 1 and wishes[0].slot == schema.place


def place_in_order_varied(step: Step, move: Return | Book, denoter: Denoter) -> Steps:
    """Take an option by order that is described otherwise than it is as wishes: "the first one in business"."""
    match reference_of(move):
        case Nth(n=n, of=Described(wishes=wishes), count=1) if not step.frames:
            of = Nth(n)
        case _:
            return [step]
    frames = denoter.denote(of)
    if len(frames) != 1:
        return [step]
    return [Step(replace(wish, of=of), frames) for wish in wishes]


def next_in_order(step: Step, move: Ask | Compare | Return, denoter: Denoter) -> Steps:
    """Take the next one behind what was told alone as the extreme of all as the second: "and the next one up?"."""
    found = [wish for wish in _orders_asked_for(denoter.state.moves) if wish.constraint.op in EXTREMES]
    if step.frames or reference_of(move) != Neighbour(1) or not found:
        return [step]
    direction: Direction = "least" if found[0].constraint.op == "least" else "most"
    second = Nth(2, Extreme(found[0].slot, direction, 2))
    return [Step(replace(move, to=second) if isinstance(move, Return) else replace(move, of=second))]


def _orders_asked_for(moves: Sequence[Move]) -> list[Wish]:
    """Return the wishes of a turn, and those by which it asks which option is the extreme."""
    asked = [wish for move in moves if isinstance(move, Ask) and move.question == "extreme" for wish in move.wishes]
    return [*asked, *(move for move in moves if isinstance(move, Wish))]


def beyond_the_list(step: Step, move: Return, denoter: Denoter) -> Steps:
    """Take a turn to what the list at hand doesn't show as a demand for more: "the fourth one" of three shown."""
    shown = denoter.latest_list()
    beyond = isinstance(move.to, Nth) and move.to.of is None and move.to.n == len(shown) + 1
    rest = move.to == Other() and len(shown) > 1
    return [Step(More())] if shown and not step.frames and (beyond or rest) else [step]
