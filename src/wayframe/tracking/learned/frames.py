"""A frame as a candidate, whatever the question: its place, its contents, how the turn and the wizard speak of it."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.tracking.learned.rows import KEYS, Row, amount, position
from wayframe.tracking.learned.scene import OTHER, SAME, UNSET, UNTOLD, TurnScene

_ROUGH = ("dst_city", "name")  # slots whose values are looked for in the text

FRAME = (
    "new", "active", "rule", "newer_frames", "number", "by_wizard", "offered", "root", "roots", "leaf", "latest",
    "latest_all", "mentioned", "derived", "ancestor", "sibling", "child", "parent", "depth", "children", "last",
    "made", "visited", "told", "asked", "visits", "no_result", "slots", "priced", "over_budget", "same_city",
    "different", "inform_same", "inform_other", "inform_unset", "switch_same", "switch_other", "switch_unset",
    "else_same", "else_other", "inform_behind", "switch_behind", "switch_ahead", "inform_best", "switch_best",
    "newer_alike", "root_of_best", "likeness", "unlikeness", "meant", "meant_by_text", "pointing", "text_dst_city",
    "text_name", "texts_dst_city", "order", "by_ref", "by_inform", "by_write", "best_rating", "most_stars",
)  # fmt: skip


def frame_rows(scene: TurnScene) -> list[Row]:
    """A row for every frame and one for a new one: which of them the turn goes to."""
    groups = [_counted(scene, number) for number in range(scene.count)]
    standing, texts = _standing(scene, groups), _texts(scene)
    roles, ranks = _roles(scene), (_rank(scene, "gst_rating"), _rank(scene, "category"))
    cities = sum(text[0] for text in texts)
    rows = [
        [
            *_position(scene, number),
            *_contents(scene, number),
            *groups[number],
            *standing[number],
            *_likeness(scene, number),
            *_meant(scene, number),
            *texts[number],
            cities,
            *roles[number],
            *(rank[number] for rank in ranks),
        ]
        for number in range(scene.count)
    ]
    new: Row = [0.0] * len(FRAME)
    new[0], new[2] = 1.0, float(scene.rule_active > scene.count)
    return [*rows, new]


def _position(scene: TurnScene, at: int) -> Row:
    number, options, ancestors, parents = at + 1, scene.options, scene.ancestors, scene.parents
    active = scene.active - 1
    return [
        0.0,
        number == scene.active,
        number == scene.rule_active,
        scene.count - number,
        number,
        number in scene.wizards,
        number in options.offered,
        position(number, scene.roots),
        len(scene.roots),
        number in scene.leaves,
        position(number, scene.latest),
        len(scene.latest),
        number in options.mentioned,
        scene.active in ancestors[at],
        number in ancestors[active],
        parents[at] == parents[active],
        parents[at] == scene.active,
        parents[active] == number,
        len(ancestors[at]),
        parents.count(number),
        number == scene.count,
        scene.made[at],
        scene.visited[at],
        scene.told[at],
        scene.asked[at],
        scene.visits[at],
    ]


def _contents(scene: TurnScene, at: int) -> Row:
    info, active = scene.frames[at].info, scene.frames[scene.active - 1].info
    price, budget = (amount(info[slot][0].val) if info.get(slot) else None for slot in ("price", "budget"))
    over = price - budget if price is not None and budget is not None else -1e5
    different = sum(info.get(key) != active.get(key) for key in KEYS[:8])
    same_city = info.get("dst_city") == active.get("dst_city")
    return ["NO_RESULT" in info, len(info), "price" in info, over, same_city, different]


def _counted(scene: TurnScene, at: int) -> Row:
    """Count the slots that fit the frame, contradict it or are new to it: of informs, of switches, of all else."""
    counts = [[0, 0, 0] for _ in range(3)]
    for place, act, slot in scene.slots:
        kind = scene.fits[place][at]
        if slot.key not in UNTOLD and kind in (SAME, OTHER, UNSET):
            counts[{"inform": 0, "switch_frame": 1}.get(act, 2)][(SAME, OTHER, UNSET).index(kind)] += 1
    return [*counts[0], *counts[1], *counts[2][:2]]


def _standing(scene: TurnScene, groups: Sequence[Row]) -> list[Row]:
    """Compare the number of fitting slots with the other frames'; columns 0 and 3 of `groups` count them."""
    informs, switches = [row[0] for row in groups], [row[3] for row in groups]
    others = [fits for at, fits in enumerate(switches) if at != scene.active - 1]
    best = max(others, default=0)
    roots = scene.options.roots([at + 1 for at, fits in enumerate(switches) if fits == best and at != scene.active - 1])
    return [
        [
            informs[at] - max(informs),
            switches[at] - max(switches),
            switches[at] - best,
            informs.count(max(informs)),
            switches.count(max(switches)),
            switches[at + 1 :].count(switches[at]),
            at + 1 in roots,
        ]
        for at in range(scene.count)
    ]


def _likeness(scene: TurnScene, at: int) -> Row:
    alike = [(scene.likeness(place, slot, at), scene.fits[place][at]) for place, _, slot in scene.slots]
    return [
        max((score for score, _ in alike), default=0.0),
        max((score for score, kind in alike if kind == OTHER), default=0.0),
    ]


def _meant(scene: TurnScene, at: int) -> Row:
    *pointed, text = scene.meant
    return [pointed.count(at + 1), text == at + 1, len(pointed)]


def _texts(scene: TurnScene) -> list[Row]:
    """Match the frame's city and the frame's hotel with the text."""
    return [
        [
            float(
                any(
                    isinstance(value.val, str) and len(value.val) > 1 and value.val.lower() in scene.text
                    for value in frame.info.get(slot, ())
                )
            )
            for slot in _ROUGH
        ]
        for frame in scene.frames
    ]


def _roles(scene: TurnScene) -> list[Row]:
    """Describe the wizard's last mentions of every frame: their order, under `ref`, in an inform, under `write`."""
    roles: list[Row] = [[0.0] * 4 for _ in scene.frames]
    order = 0
    for act in scene.last:
        for arg in act.args:
            made = [arg.val] if arg.key == "id" and isinstance(arg.val, int) else []
            for number in (*made, *(ref.frame for ref in arg.refs)):
                order += 1
                if 0 < number <= scene.count:
                    role = roles[number - 1]
                    role[0] = order
                    role[1] += arg.key == "ref"
                    role[2] += act.name == "inform"
                    role[3] += arg.key == "write"
    return roles


def _rank(scene: TurnScene, slot: str) -> Row:
    """Count the alternatives that have more of the slot; -1 for frames that are none of them or don't say."""
    pool = set(scene.latest)
    amounts = [
        amount(frame.info[slot][0].val) if frame.info.get(slot) and frame.frame_id in pool else None
        for frame in scene.frames
    ]
    known = sorted({amount for amount in amounts if amount is not None}, reverse=True)
    return [-1.0 if amount is None else known.index(amount) for amount in amounts]
