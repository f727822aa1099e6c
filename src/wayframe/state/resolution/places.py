"""Places: those that a turn names, as turns to the options there, as comparisons and as starts."""

from __future__ import annotations

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Compare,
    Constraint,
    Described,
    Direction,
    Every,
    It,
    Return,
    Wish,
    numbered,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import Step, moves_of, steps_of
from wayframe.state.resolution import Steps, each, says_only


def place_at_hand(steps: Steps, denoter: Denoter) -> Steps:
    """Take a place that one of several options at hand is in as a turn to it: "Athens sounds nice"."""
    wishes = [wish for wish in moves_of(steps, Wish) if not _denies_place(wish, denoter.schema)]
    if len(wishes) != 1 or not is_one_place(wishes[0], denoter.schema):
        return steps
    frame = only_one_there(wishes[0], denoter)
    if not frame:
        return steps
    others = [_about(step, frame, wishes[0]) for step in steps if step.move is not wishes[0]]
    if steps_of(others, Ask, Book):
        return others
    turn = Step(Return(Described((wishes[0],))), (frame,))
    return each(Wish, lambda step, wish, denoter: [turn])(steps, denoter)


def _denies_place(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish rules out a place, beside one that is named: "not Rome, but Athens looks good"."""
    return wish.slot == schema.place and wish.constraint.op == "not"


def is_one_place(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for one place."""
    place = Wish(schema.place, Constraint("is", wish.constraint.values[:1]))
    return wish == place and wish.constraint.values != ()


def only_one_there(wish: Wish, denoter: Denoter) -> int:
    """Return the only one of the options at hand that is in a place, where they are in several; 0 where none is."""
    listed = denoter.at_hand()
    there = [frame for frame in listed if denoter.fulfils(frame, (wish,))]
    places = {denoter.state.value(frame, wish.slot) for frame in listed}
    if len(places) < 2 or len(there) != 1:
        return 0
    return there[0]


def _about(step: Step, frame: int, place: Wish) -> Step:
    """Return a question or a booking of what is spoken of as one of an option; one which is so, as of its place."""
    if isinstance(step.move, Ask) and step.move.question == "which" and step.move.of in (None, Every()):
        return Step(replace(step.move, of=Described((place,))), (frame,))
    if isinstance(step.move, Ask | Book) and step.move.of in (None, It(), Every()):
        return Step(step.move, (frame,))
    return step


def torn_between_places(step: Step, compare: Compare, denoter: Denoter) -> Steps:
    """Take a comparison of places of which not all were shown as a wish: "I can't decide between Rome and Oslo"."""
    match compare.of:
        case Described(wishes=(wish,), of=None) if wish.slot == denoter.schema.place and wish.constraint.op == "is":
            alone = [Wish(wish.slot, Constraint("is", (place,))) for place in wish.constraint.values]
        case _:
            return [step]
    seen = [any(denoter.fulfils(frame, (place,)) for frame in denoter.shown()) for place in alone]
    return [step] if all(seen) else [Step(wish)]


def places_compared(steps: Steps, denoter: Denoter) -> Steps:
    """Take places with a comparative as a question for the difference of the best options there.

    "Which is cheaper, Athens or Madrid?"
    """
    wishes = moves_of(steps, Wish)
    if len(wishes) != 2 or not says_only(steps, Wish):
        return steps
    places, compared = sorted(wishes, key=lambda wish: wish.slot != denoter.schema.place)
    constraint = compared.constraint
    if constraint.values or constraint.op not in _PICKING or places.constraint.op != "is":
        return steps
    direction: Direction = "least" if constraint.op in ("less", "least") else "most"
    there = [
        _best_there(Wish(places.slot, Constraint("is", (place,))), compared.slot, direction, denoter)
        for place in places.constraint.values
    ]
    if len(there) < 2 or not all(there):
        return steps
    options = tuple(there)
    ask = Ask("difference", (compared.slot,), numbered(options))
    return [Step(ask, options), *(step for step in steps if not isinstance(step.move, Wish))]


_PICKING = ("less", "least", "more", "most")


def _best_there(place: Wish, slot: str, direction: Direction, denoter: Denoter) -> int:
    """Return which of the options in a place has the least or the most of a slot; 0 where there is none."""
    there = [frame for frame in denoter.shown() if denoter.fulfils(frame, (place,))]
    measures = denoter.measures(there, slot)
    if not measures:
        return 0
    pick = min if direction == "least" else max
    return pick(measures, key=lambda frame: measures[frame])


def start_left_open(steps: Steps, denoter: Denoter) -> Steps:
    """Take any place, where it was asked where from, as setting out anywhere."""
    schema, asked = denoter.schema, denoter.state.pending.slots
    if not schema.source or schema.source not in asked or len(steps) != 1:
        return steps
    any_place = Wish(schema.place, Constraint("any"))
    open_start = Step(Wish(schema.source, Constraint("any")))
    return [open_start] if steps[0].move == any_place else steps
