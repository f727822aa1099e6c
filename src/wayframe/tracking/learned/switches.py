"""Predict the frame that a user switches to: every frame beside the others that fit as well.

About half of all switches name what several frames have, an option and its variants most of all. So the rows say what
a frame has of its own, and as the how-manieth it stands among those that fit: by age, depth, and when it was spoken of.
"""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.tracking.learned.frames import FRAME
from wayframe.tracking.learned.rows import Row
from wayframe.tracking.learned.scene import HELD, NEVER, OPEN, UNTOLD, Place, TurnScene
from wayframe.tracking.learned.turns import TURN

_TURN = (
    "frames", "informed", "mentioned", "offered", "rules", "wizard_offer", "wizard_suggest", "word_book", "word_other",
    "word_back", "word_one", "word_best",
)  # fmt: skip
_OF_TURN = tuple(TURN.index(name) for name in _TURN)
_OWN = (
    "name", "category", "price", "seat", "duration", "str_date", "end_date", "dst_city", "or_city", "gst_rating",
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
    named = [(place, key) for place, key in switches if key != "ref_anaphora"]
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
