"""Rows of frames: a frame as a candidate, whatever the question, and as the one that the user switches to.

About half of all switches name what several frames have, an option and its variants most of all. So the rows of
switches say what a frame has of its own, and as the how-manieth it stands among those that fit: by age, depth, and when
it was spoken of.
"""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.ontology import SLOT_OF
from wayframe.tracking.learned.scene import (
    HELD,
    KEYS,
    NEVER,
    OPEN,
    OTHER,
    SAME,
    UNSET,
    UNTOLD,
    Place,
    Row,
    TurnScene,
    first_amount,
    position,
)
from wayframe.tracking.learned.turns import TURN

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
    roles, ranks = _roles(scene), [_rank(scene, SLOT_OF[kind]) for kind in ("rating", "stars")]
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
    frame, active = scene.frames[at], scene.frames[scene.active - 1].info
    info, price, budget = frame.info, first_amount(frame, "price"), first_amount(frame, "budget")
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
    amounts = [first_amount(frame, slot) if frame.frame_id in pool else None for frame in scene.frames]
    known = sorted({amount for amount in amounts if amount is not None}, reverse=True)
    return [-1.0 if amount is None else known.index(amount) for amount in amounts]


_TURN = (
    "frames", "informed", "mentioned", "offered", "rules", "wizard_offer", "wizard_suggest", "word_book", "word_other",
    "word_back", "word_one", "word_best",
)  # fmt: skip
_OF_TURN = tuple(TURN.index(name) for name in _TURN)
_OWN = (
    "name", "category", "price", "seat", "duration", "str_date", "end_date", "dst_city", "or_city", SLOT_OF["rating"],
    "n_adults", "budget",
)  # fmt: skip
_VARIED = ("seat", "price", "duration", "str_date", "name", "category")
_SEATS = (("business", "business"), ("economy", "econom"))
_ASKING = frozenset(("request", "confirm", "moreinfo", "request_compare"))
_CLOSE = 0.15
_ALIKE = 0.8

SWITCH_ROW = (
    *FRAME, *(f"turn_{name}" for name in _TURN), "alike", "alike_beside_best", "fits_best", "fitting", "own_alike",
    "own_alike_beside_best", "visited_rank", "made_rank", "told_rank", "depth_rank", "age_rank", "visits_rank",
    "fitting_ancestors", "fitting_descendants", "asked_held", "asked_open", "else_alike", "own_slots",
    *(f"own_{slot}" for slot in _OWN), *(f"varied_{slot}" for slot in _VARIED), "siblings", "siblings_vary_seat",
    "siblings_vary_price", "seat_said", "other_seat_said", "variants_offered", "variants_mentioned", "variants_visits",
    "parent_visits", "parent_visited", "parent_told",
)  # fmt: skip


def switch_rows(scene: TurnScene, turn: Row, frames: Sequence[Row]) -> list[Row]:
    """A row for every frame that exists: which of them the user switches to."""
    common = [turn[place] for place in _OF_TURN]
    fitting, asked = _fitting(scene), _asked(scene)
    seat = next((seat for seat, word in _SEATS if word in scene.text), None)
    return [
        [
            *frames[at],
            *common,
            *fitting[at],
            *asked[at],
            len(scene.own[at]),
            *(slot in scene.own[at] for slot in _OWN),
            *_family(scene, at),
            *_seats(scene, at, seat),
            *_visits(scene, at),
        ]
        for at in range(scene.count)
    ]


def _fitting(scene: TurnScene) -> list[Row]:
    """Measure the fit of a frame to what is named, by itself and among those that fit best."""
    switches = [(place, slot.key) for place, act, slot in scene.slots if act == "switch_frame"]
    named = [each for each in switches if each[1] != "ref_anaphora"]
    numbers = range(scene.count)
    alike = [sum(scene.alike[place][at] for place, _ in named) for at in numbers]
    own = [_own_alike(scene, at, named) for at in numbers]
    others = [at for at in numbers if at != scene.active - 1]
    best = max((alike[at] for at in others), default=0.0)
    fitting = [at for at in others if alike[at] >= best - _CLOSE] or [scene.active - 1]
    orders = (
        scene.visited,
        scene.made,
        scene.told,
        [-len(each) for each in scene.ancestors],
        [-at for at in numbers],
        [-visits for visits in scene.visits],
    )
    return [
        [
            alike[at],
            alike[at] - best,
            at in fitting,
            len(fitting),
            own[at],
            own[at] - max(own),
            *(sum(order[other] < order[at] for other in fitting) for order in orders),
            sum(other + 1 in scene.ancestors[at] for other in fitting),
            sum(at + 1 in scene.ancestors[other] for other in fitting),
        ]
        for at in numbers
    ]


def _own_alike(scene: TurnScene, at: int, named: list[tuple[Place, str]]) -> int:
    """Count the named values that a frame has of its own."""
    own = [place for place, key in named if key in scene.own[at]]
    return sum(scene.alike[place][at] > _ALIKE for place in own)


def _asked(scene: TurnScene) -> list[Row]:
    """Count the slots asked for that the frame has and lacks; measure its fit to the other acts."""
    asked, said = list[Place](), list[Place]()
    for place, act, slot in scene.slots:
        if slot.value is None:
            asked += [place] if act in _ASKING else []
        elif act != "switch_frame" and slot.key not in UNTOLD:
            said.append(place)
    rows = list[Row]()
    for at in range(scene.count):
        fits = [scene.fits[place][at] for place in asked]
        alike = sum(scene.alike[place][at] > _ALIKE for place in said)
        rows.append([fits.count(HELD), fits.count(OPEN), alike])
    return rows


def _family(scene: TurnScene, at: int) -> Row:
    """In what the frame's variants differ from it, and its siblings from their parent."""
    parent = scene.parent(at)
    siblings = [] if parent is None else [each for each in scene.children[parent] if each != at + 1]
    varied = _own_slots(scene, scene.children[at])
    beside = _own_slots(scene, siblings)
    return [*(slot in varied for slot in _VARIED), len(siblings), *(slot in beside for slot in _VARIED[:2])]


def _own_slots(scene: TurnScene, numbers: Sequence[int]) -> set[str]:
    """The slots in which some of the frames differ from their parent."""
    return {slot for number in numbers for slot in scene.own[number - 1]}


def _seats(scene: TurnScene, at: int, seat: str | None) -> Row:
    """Match the frame's seat with the one that the text mentions."""
    held = [str(value.val).lower() for value in scene.frames[at].info.get("seat", ())]
    if seat is None or not held:
        return [False, False]
    return [seat in held, seat not in held]


def _visits(scene: TurnScene, at: int) -> Row:
    """Count the visits of the dialogue to the frame's variants and to its parent."""
    children, parent = scene.children[at], scene.parent(at)
    of_parent = (-1, NEVER, NEVER)
    if parent is not None:
        of_parent = scene.visits[parent], scene.visited[parent], scene.told[parent]
    return [
        sum(each in scene.options.offered for each in children),
        sum(each in scene.options.mentioned for each in children),
        max((scene.visits[each - 1] for each in children), default=-1),
        *of_parent,
    ]
