"""Rows of slots and acts, each beside every candidate: which frame a slot, or an act as a whole, is about."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.dialogue import Arg, BinaryQuestion, SlotRequest
from wayframe.tracking.learned.frames import FRAME
from wayframe.tracking.learned.scene import (
    ACT,
    HELD,
    NONE,
    SAME,
    SLOT,
    Beliefs,
    Place,
    Row,
    TurnGoal,
    TurnScene,
    likeliest,
    position,
)
from wayframe.tracking.rules import NO_CONSTRAINT
from wayframe.values import matches

_OF_CANDIDATE = (
    "questions_of_slot", "questions_of_value", "questions", "requested_of_slot", "requests", "asked_of_slot",
    "first_holder", "own_holder", "said_holder", "told_slot", "own_rank", "last_said_holder", "last_own_holder",
    "heading_belief", "heading", "alike_softly", "act_alike", "turn_alike", "visited_rank", "told_rank", "holders_all",
    "own_holders", "said_holders", "users_holders",
)  # fmt: skip

SLOT_ROW = (
    "act", "slot", "valueless", "true", "false", "place", "in_act", "frames", "acts", "holders", "offered", "mentioned",
    "requested", "switches", "wizard_offers", "wizard_suggests", "wizard_requests", "wizard_no_result",
    "rule_is_goal", "rule_stays", "stays", "creates", "as_rules", "sureness", "active_fit", "goal_fit", "same_slot",
    "same_slot_in_turn", "copies", "copy", "same_acts", "act_number",
    "belief", "goal", "rule", "fit", "constraint", "fits_beside", "newest_holder", "offered_holder", "offered_holders",
    "last_root", "rules_beside", "copy_of_latest", "copy_of_offered", "copy_of_all", "alike",
    *(f"frame_{name}" for name in FRAME), *_OF_CANDIDATE,
)  # fmt: skip


def slot_rows(scene: TurnScene, place: Place, aim: TurnGoal, frames: Sequence[Row]) -> list[Row]:
    """A row for every candidate: which of them a slot is about, given what is believed about the active frame."""
    (number, at), beliefs = place, aim.beliefs
    act, slot, goal = scene.acts[number], scene.acts[number].slots[at], likeliest(beliefs)
    fits, rule = scene.fits[place], scene.rule_slots[number][at]
    holders = [each + 1 for each, kind in enumerate(fits) if kind == SAME]
    offered = [each for each in holders if each in scene.options.offered]
    copies = [each for each, other in enumerate(act.slots) if (other.key, other.value) == (slot.key, slot.value)]
    copy = copies.index(at)
    head = _slot_head(scene, place, goal, beliefs, len(holders), (len(copies), copy))
    beside = [
        sum(scene.fits[number, each][frame] == SAME for each in range(len(act.slots)) if each != at)
        for frame in range(scene.count)
    ] + [0]
    lists = [set(each) for each in (scene.latest, scene.options.offered)]
    orders = [sorted(each) if len(copies) in (len(each), len(each) - 1) and len(copies) > 1 else [] for each in lists]
    last_root = scene.roots[-1] if scene.roots else 0
    memories = _memories(scene, place, aim.heading)
    rows = list[Row]()
    for each in range(scene.count + 1):
        frame, known = each + 1, each < scene.count
        rows.append(
            [
                *head,
                beliefs[each],
                frame == goal,
                frame == rule,
                fits[each] if known else NONE,
                scene.constraints[place][each] if known else NONE,
                beside[each],
                frame in holders[-1:],
                frame in offered,
                len(offered),
                frame == last_root,
                scene.rule_slots[number].count(frame),
                *(position(frame, order) == copy + 1 for order in orders),
                len(copies) > 1 and frame == copy + 1,
                scene.likeness(place, slot, each) if known else 0.0,
                *frames[each],
                *memories[each],
            ]
        )
    return rows


def _slot_head(
    scene: TurnScene, place: Place, goal: int, beliefs: Sequence[float], holders: int, copies: tuple[int, int]
) -> Row:
    """Compute the features of a slot that all its candidates share."""
    number, at = place
    act, slot, rule = scene.acts[number], scene.acts[number].slots[at], scene.rule_slots[number][at]
    fits, wizard = scene.fits[place], {each.name for each in scene.last}
    same = [each for each, other in enumerate(scene.acts) if other.name == act.name]
    return [
        ACT.get(act.name, -1),
        SLOT.get(slot.key, -1),
        slot.value is None,
        slot.value is True,
        slot.value is False,
        at,
        len(act.slots),
        scene.count,
        len(scene.acts),
        holders,
        len(scene.options.offered),
        len(scene.options.mentioned),
        slot.key in scene.options.requested,
        scene.switches,
        "offer" in wizard,
        "suggest" in wizard,
        "request" in wizard,
        "no_result" in wizard,
        rule == scene.rule_active,
        rule == scene.active,
        goal == scene.active,
        goal > scene.count,
        goal == scene.rule_active,
        beliefs[goal - 1],
        fits[scene.active - 1],
        fits[goal - 1] if goal <= scene.count else NONE,
        sum(other.key == slot.key for other in act.slots),
        sum(other.key == slot.key for _, _, other in scene.slots),
        *copies,
        len(same),
        same.index(number),
    ]


def _memories(scene: TurnScene, place: Place, heading: Beliefs) -> list[Row]:
    """Compute the history of the slot in every candidate: open questions, who said it, where it was said first."""
    slot = scene.acts[place[0]].slots[place[1]]
    kind = HELD if slot.value is None else SAME
    holders = [at for at, each in enumerate(scene.fits[place]) if each == kind]
    own = [at for at in holders if slot.key in scene.own[at]]
    said = [at for at in holders if slot.key in scene.provenance[at].said]
    totals = [len(holders), len(own), len(said), sum(at + 1 not in scene.wizards for at in holders)]
    goal, alike = likeliest(heading), scene.alike[place]
    rows = list[Row]()
    for at in range(scene.count):
        ranks = [
            sum(order[other] < order[at] for other in holders) if at in holders else -1
            for order in (scene.visited, scene.told)
        ]
        rows.append(
            [
                *_questions(scene, slot, at),
                holders[:1] == [at],
                at in own,
                at in said,
                slot.key in scene.provenance[at].told,
                own.index(at) + 1 if at in own else 0,
                said[-1:] == [at],
                own[-1:] == [at],
                heading[at] if scene.switches else -1,
                at + 1 == goal,
                alike[at],
                scene.act_alike[place[0]][at],
                scene.turn_alike[at],
                *ranks,
                *totals,
            ]
        )
    return [*rows, [*(0,) * 13, -1, 0, 0, 0, 0, -1, -1, *totals]]


def _questions(scene: TurnScene, slot: Arg, at: int) -> Row:
    """Count the open questions in a frame: the wizard's questions and requests, and the user's for the slot."""
    frame = scene.frames[at]
    asked = [question for question in frame.binary_questions if question.author == "wizard"]
    about = [question.value for question in asked if question.key == slot.key]
    requests = _wizards_keys(frame.requests)
    by_user = [request.key for request in frame.requests if request.author == "user"]
    return [
        len(about),
        _is_asked_about(slot, about),
        len(asked),
        slot.key in requests,
        len(requests),
        slot.key in by_user,
    ]


def _is_asked_about(slot: Arg, values: Sequence[object]) -> bool:
    """Tell whether a slot's value is one of those that were asked about."""
    if slot.value is None:
        return False
    plain = [value for value in values if isinstance(value, str | bool | int | float)]
    return any(matches(slot.key, slot.value, value) for value in plain)


_TELLING = (
    "ref_anaphora", "dst_city", "name", "price", "category", "duration", "intent", "seat", "budget", "str_date",
    "n_adults", "action",
)  # fmt: skip
_POINTING = ("both", "either", "best", "which", "any", "those", "them", "that", "it", "one")

ACT_ROW = (
    "act", "slots", "frames_of_slots", "rule_none", "rule_frames", "frames", "acts", "switches", "sureness", "stays",
    "creates", "as_rules", "least_sure", "slots_on_goal", *(f"has_{slot}" for slot in _TELLING), "valueless", "wanted",
    "offered", "mentioned", "wizard_offers", "wizard_suggests", "wizard_requests", "roots", "leaves", "act_number",
    "same_acts", *(f"fits_{kind}" for kind in range(1, 6)), "first_slot", "last_slot", "rules_elsewhere",
    *(f"word_{word}" for word in _POINTING),
    "belief", "goal", "rule", "slots_here", "most_slot_belief", "slot_belief", "slots_fit",
    *(f"frame_{name}" for name in FRAME),
    "questions", "questions_of_slots", "requests", "requests_of_slots", "aside", "heading_belief", "heading", "alike",
    "rules_last", "rules_first", "questions_all", "questions_of_slots_all", "requests_all",
)  # fmt: skip


def act_rows(
    scene: TurnScene, number: int, aim: TurnGoal, slots: Sequence[Beliefs], frames: Sequence[Row]
) -> list[Row]:
    """A row for every candidate: whether an act is about it as a whole, given what is believed about all its slots."""
    beliefs = aim.beliefs
    goal, whole = likeliest(beliefs), scene.rule_whole[number]
    about = [likeliest(each) for each in slots]
    head = _act_head(scene, number, goal, beliefs, slots)
    open_there = _open(scene, number, aim.heading)
    rows = list[Row]()
    for each in range(scene.count + 1):
        frame = each + 1
        here = [slot[each] for slot in slots]
        fits = sum(scene.fits[number, at][each] == SAME for at in range(len(slots))) if each < scene.count else 0
        rows.append(
            [
                *head,
                beliefs[each],
                frame == goal,
                frame in whole,
                about.count(frame),
                max(here, default=-1.0),
                sum(here),
                fits,
                *frames[each],
                *open_there[each],
            ]
        )
    return rows


def _act_head(
    scene: TurnScene, number: int, goal: int, beliefs: Sequence[float], slots: Sequence[Sequence[float]]
) -> Row:
    """Compute the features of an act that all its candidates share."""
    act, rule = scene.acts[number], scene.rule_slots[number]
    keys, wizard = [slot.key for slot in act.slots], {each.name for each in scene.last}
    about = [likeliest(each) for each in slots]
    fits = [scene.fits[number, at][scene.active - 1] for at in range(len(keys))]
    return [
        ACT.get(act.name, -1),
        len(keys),
        len(set(about)),
        not scene.rule_whole[number],
        len(scene.rule_whole[number]),
        scene.count,
        len(scene.acts),
        scene.switches,
        beliefs[goal - 1],
        goal == scene.active,
        goal > scene.count,
        goal == scene.rule_active,
        min((each[goal - 1] for each in slots), default=1.0),
        about.count(goal),
        *(slot in keys for slot in _TELLING),
        sum(slot.value is None for slot in act.slots),
        sum(key not in NO_CONSTRAINT for key in keys),
        len(scene.options.offered),
        len(scene.options.mentioned),
        "offer" in wizard,
        "suggest" in wizard,
        "request" in wizard,
        len(scene.roots),
        len(scene.leaves),
        number,
        sum(other.name == act.name for other in scene.acts),
        *(fits.count(kind) for kind in range(1, 6)),
        SLOT.get(keys[0], -1) if keys else -1,
        SLOT.get(keys[-1], -1) if keys else -1,
        sum(frame != scene.rule_active for frame in rule),
        *(word in scene.words for word in _POINTING),
    ]


def _wizards_keys(asked: Sequence[BinaryQuestion | SlotRequest]) -> list[str]:
    """The slots that the wizard asks about."""
    return [each.key for each in asked if each.author == "wizard"]


def _open(scene: TurnScene, number: int, heading: Beliefs) -> list[Row]:
    """Compute the wizard's open questions in every candidate, and its agreement with the rules."""
    keys, rules = {slot.key for slot in scene.acts[number].slots}, scene.rule_whole[number]
    last, first, goal = max(rules, default=0), min(rules, default=0), likeliest(heading)
    rows = list[Row]()
    for at, frame in enumerate(scene.frames):
        asked, requests = _wizards_keys(frame.binary_questions), _wizards_keys(frame.requests)
        aside = scene.provenance[at].aside
        rows.append(
            [
                len(asked),
                sum(key in keys for key in asked),
                len(requests),
                sum(key in keys for key in requests),
                aside is not None and aside.author == "wizard",
                heading[at] if scene.switches else -1,
                at + 1 == goal,
                scene.act_alike[number][at],
                at + 1 == last,
                at + 1 == first,
            ]
        )
    rows.append([*(0,) * 5, -1, 0, 0, scene.count + 1 == last, scene.count + 1 == first])
    totals = [sum(row[place] for row in rows) for place in range(3)]
    return [[*row, *totals] for row in rows]
