"""Does a tracker keep to the interface? Checks for whoever writes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from wayframe.dialogue import (
    Act,
    Dialogue,
    DialogueLabels,
    SearchLog,
    Turn,
    encode,
    opened,
    user_turn,
    wizard_turn,
)
from wayframe.errors import InputError, described, shown
from wayframe.items import items
from wayframe.memory import Memory, update
from wayframe.notation import parse_turn
from wayframe.tracking.running import labelled_acts, situations
from wayframe.tracking.tracker import ActBelief, Observation, Tracker, Tracking, believed, new_frame

CHECKS = {
    "answers": "track gives a Tracking for every turn, and raises nothing",
    "acts": "the acts are those of the turn, in their order, with nothing left out or added",
    "frames": "the frames named are those before the turn, or the one that would be new",
    "distributions": "one entry a frame, from 0 to 1; those of a slot sum to 1",
    "deterministic": "the same turn gives the same answer, asked again",
    "no peeking": "a dialogue cut off after the turn, its references taken away, gives the same answer",
}
"""What is checked, by name."""

_TOLERANCE = 1e-3
_STORY = (
    "inform(dst_city=Oslo, or_city=Bern, n_adults=2); greeting()",
    "offer(name=Fjord, price=$900, category=4, id=2); offer(name=Aker, price=$700, category=3, id=3)",
    "request_compare(ref=[2;3]); request(ref=[3{wifi}])",
    "inform(read=[3{name=Aker}], wifi=True)",
    "switch_frame(ref=[3{ref_anaphora=the second one}]); affirm()",
    "suggest(dst_city=Bergen, id=4); request(str_date)",
    "negate(ref=[4{dst_city=Bergen}]); request_alts(); moreinfo(ref=[3])",
    "no_result()",
    "inform(dst_city=Rome, flex, budget=-1); confirm(seat=business); thankyou(); goodbye()",
    "sorry(); you_are_welcome()",
    "",
)
_ACTIVE = (1, 1, 1, 1, 3, 3, 3, 3, 5, 5, 5)


class TrackerCheck(NamedTuple):
    """A check, and the first thing against it; None where there is nothing."""

    check: str
    problem: str | None


def conformance(make: Callable[[], Tracker], dialogues: Sequence[Dialogue] = ()) -> list[TrackerCheck]:
    """Check trackers that `make` gives on some dialogues, or on a short one of our own."""
    problems = dict[str, str]()
    for dialogue in dialogues or (story(),):
        answers = dict[int, Tracking]()
        for check, number, problem in chain(_followed(make(), dialogue, answers), _cut_off(make, dialogue, answers)):
            problems.setdefault(check, f"dialogue {shown(dialogue.id)}: turn {number}: {problem}")
    return [TrackerCheck(check, problems.get(check)) for check in CHECKS]


def story() -> Dialogue:
    """A dialogue with all acts that users have."""
    memory, turns = Memory(), list[Turn]()
    for number, (noted, active) in enumerate(zip(_STORY, _ACTIVE, strict=True)):
        acts = parse_turn(noted)
        memory = update(memory, "wizard" if number % 2 else "user", acts, active)
        if number % 2:
            turns.append(wizard_turn(noted, number, acts, active, memory.frames, SearchLog()))
        else:
            turns.append(user_turn(noted, number, acts, active, memory.frames, tuple(map(opened, acts))))
    return Dialogue("story", "user", "wizard", DialogueLabels(), tuple(turns))


_Problem = tuple[str, int, str]


def _followed(tracker: Tracker, dialogue: Dialogue, answers: dict[int, Tracking]) -> Iterator[_Problem]:
    """Yield the problems of one tracker's answers through a dialogue, and collect the answers by turn."""
    for _, seen in situations(dialogue):
        number = len(seen.history)
        try:
            answer: object = tracker.track(seen)
            again = tracker.track(seen)
            if not isinstance(answer, Tracking):
                yield "answers", number, f"expected a Tracking, found {shown(answer)}"
                continue
            answers[number] = answer
            for check, problem in _problems(answer, seen):
                yield check, number, problem
        except Exception as error:  # of somebody else's code, or of what it put where something else belongs
            yield "answers", number, described(error)
            continue
        if answer != again:
            yield "deterministic", number, f"{shown(answer)}, then {shown(again)}"


def _cut_off(make: Callable[[], Tracker], dialogue: Dialogue, answers: dict[int, Tracking]) -> Iterator[_Problem]:
    """Yield the turns at which a new tracker, given only the dialogue so far, answers differently; last turns first."""
    for number in reversed(answers):
        turns = (*dialogue.turns[:number], _stripped(dialogue, number))
        *_, (_, seen) = situations(replace(dialogue, turns=turns))
        try:
            answer = make().track(seen)
        except Exception as error:  # of somebody else's code
            yield "no peeking", number, described(error)
            continue
        if answer != answers[number]:
            yield "no peeking", number, f"{shown(answer)}, in the whole dialogue {shown(answers[number])}"


def _stripped(dialogue: Dialogue, number: int) -> Turn:
    """A turn whose labels say nothing but its acts without references."""
    turn, before = dialogue.turns[number], dialogue.turns[number - 1] if number else None
    frames = before.frames if before else ()
    active = before.active_frame if before else 1
    frames_json = Raw(encode(frames))
    labels = replace(turn.labels, acts=labelled_acts(turn), active_frame=active, frames_json=frames_json)
    return replace(turn, labels=labels)


def _problems(answer: Tracking, seen: Observation) -> Iterator[tuple[str, str]]:
    candidates = new_frame(seen.memory)
    if (given := tuple(map(opened, answer.acts))) != tuple(map(opened, seen.acts)):
        yield "acts", f"expected {shown(seen.acts)}, found {shown(given)}"
        return
    named = {item.frame for act in answer.acts for item in items(act, answer.active_frame)} | {answer.active_frame}
    if odd := sorted(named - set(range(1, candidates + 1))):
        yield "frames", f"expected frames 1 to {candidates}, found {odd[0]}"
        return
    try:
        beliefs = believed(answer, len(seen.memory.frames))
    except InputError as error:
        yield "frames", str(error)
        return
    if len(beliefs) != len(seen.acts):
        yield "distributions", f"expected {len(seen.acts)} beliefs, one an act, found {len(beliefs)}"
        return
    for act, belief in zip(seen.acts, beliefs, strict=True):
        for problem in _odd(act, belief, candidates):
            yield "distributions", f"{act.name}: {problem}"


def _odd(act: Act, belief: ActBelief, candidates: int) -> Iterator[str]:
    if len(belief.slots) != len(act.slots):
        yield f"expected {len(act.slots)} distributions, one a slot, found {len(belief.slots)}"
        return
    for vector in (*belief.slots, belief.act):
        if len(vector) != candidates:
            yield f"expected {candidates} probabilities, found {len(vector)}"
        elif not all(0 <= each <= 1 for each in vector):
            yield f"expected probabilities from 0 to 1, found {shown(vector)}"
    for vector in belief.slots:
        if not abs(sum(vector) - 1) <= _TOLERANCE:
            yield f"expected a sum of 1, found {sum(vector):.6g}"
