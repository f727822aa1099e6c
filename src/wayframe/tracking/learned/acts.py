"""An act beside every candidate: whether it is about the frame as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.tracking.learned.frames import FRAME
from wayframe.tracking.learned.rows import ACT, SLOT, Beliefs, Row, TurnGoal, likeliest
from wayframe.tracking.learned.scene import PASSING, SAME, TurnScene

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
        sum(key not in PASSING for key in keys),
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


def _open(scene: TurnScene, number: int, heading: Beliefs) -> list[Row]:
    """Compute the wizard's open questions in every candidate, and its agreement with the rules."""
    keys, rules = {slot.key for slot in scene.acts[number].slots}, scene.rule_whole[number]
    last, first, goal = max(rules, default=0), min(rules, default=0), likeliest(heading)
    rows = list[Row]()
    for at, frame in enumerate(scene.frames):
        asked = [question.key for question in frame.binary_questions if question.author == "wizard"]
        requests = [request.key for request in frame.requests if request.author == "wizard"]
        aside = scene.provenance[at].aside if at < len(scene.provenance) else None
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
