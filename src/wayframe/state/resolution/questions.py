"""Questions: what they are meant to ask after what was asked and shown before."""

from __future__ import annotations

from msgspec.structs import replace

from wayframe.meaning.records import NO, Answer, Ask, Compare, Correct, More, Other, Reject, Return, Wish, numbered
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter, Frames
from wayframe.state.records import Step, moves_of, steps_of
from wayframe.state.resolution import Steps, says_only
from wayframe.state.resolution.places import is_one_place, only_one_there


def asked_again(steps: Steps, denoter: Denoter) -> Steps:
    """Ask again what was asked before, of the option that is named instead: "That's Rome. I asked about Athens"."""
    asked = [move for move in denoter.state.moves if isinstance(move, Ask) and move.question in _OF_OPTIONS]
    said = [step for step in steps if not _says_where(step, denoter)]
    if not asked or not says_only(said, Answer, Reject, Correct, Return):
        return steps
    if not steps_of(said, Reject, Correct) and NO not in moves_of(said, Answer):
        return steps
    turns = [step.frames for step in steps_of(steps, Return) if step.frames]
    corrected = [frames for move in moves_of(steps, Correct) if (frames := _corrected_place(move, denoter))]
    meant = (*turns, *corrected)[-1:]
    return [Step(replace(ask, of=numbered(frames)), frames) for frames in meant for ask in asked] or steps


def _says_where(step: Step, denoter: Denoter) -> bool:
    """Return whether a step but says where the option is that was spoken of: "that's Rome"."""
    move, focus = step.move, denoter.state.focus
    if not isinstance(move, Wish) or not is_one_place(move, denoter.schema) or len(focus) != 1:
        return False
    return denoter.fulfils(focus[0], (move,))


_OF_OPTIONS = ("facts", "holds", "share", "left", "sum")
"""The questions that may be asked again of another option."""


def _corrected_place(move: Correct, denoter: Denoter) -> Frames:
    """Return the only option at hand in the place that a correction names."""
    if len(move.wishes) != 1 or not is_one_place(move.wishes[0], denoter.schema):
        return ()
    frame = only_one_there(move.wishes[0], denoter)
    return (frame,) if frame else ()


def what_was_asked_before(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question of which options something is so, that doesn't say what, as one for what was asked before."""
    before = [move.wishes for move in denoter.state.moves if isinstance(move, Ask) and move.wishes]
    if ask.question != "which" or ask.wishes or ask.slots or not before:
        return [step]
    return [Step(replace(ask, wishes=before[-1]), step.frames)]


def asked_between_values(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question between values of a category as one for its value: "is it economy or business?"."""
    between = [wish.slot for wish in ask.wishes if _is_between_values(wish, denoter.schema)]
    if ask.question != "holds" or not between or len(between) < len(ask.wishes):
        return [step]
    return [step._replace(move=Ask("facts", tuple(between), ask.of))]


def _is_between_values(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for any of several values of a category that isn't a place."""
    slot, constraint = schema.slot(wish.slot), wish.constraint
    return slot is not None and slot.kind == "category" and constraint.op == "is" and len(constraint.values) > 1


MOST_OTHERS = 4
"""The other options that one may mean to compare; where there are more, others are wanted to compare with."""


def others_to_compare(step: Step, compare: Compare, denoter: Denoter) -> Steps:
    """Take a comparison with more others than one can have in mind as a demand for others."""
    return [Step(More())] if compare.of == Other() and len(step.frames) > MOST_OTHERS else [step]


def told_all_of(steps: Steps, denoter: Denoter) -> Steps:
    """Take a question for all that there is to tell of one option, and nothing else, as a turn to it."""
    asked = steps_of(steps, Ask)
    if len(asked) != 1 or not says_only(steps, Ask):
        return steps
    (step,) = asked
    ask = step.move
    if not isinstance(ask, Ask) or ask.question != "facts" or ask.slots or ask.of is None or len(step.frames) != 1:
        return steps
    return [Step(Return(ask.of), step.frames) if each is step else each for each in steps]
