"""A slot beside every candidate: which frame it is about."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.dialogue import Arg
from wayframe.tracking.learned.frames import FRAME
from wayframe.tracking.learned.rows import ACT, SLOT, Beliefs, Row, TurnGoal, likeliest, position
from wayframe.tracking.learned.scene import HELD, NONE, SAME, Place, TurnScene
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
    said = [at for at in holders if slot.key in scene.slots_said(at)]
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
                slot.key in scene.slots_told(at),
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
    requests = [request.key for request in frame.requests if request.author == "wizard"]
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
