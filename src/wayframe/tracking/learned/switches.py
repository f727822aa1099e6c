"""Where a user switches to: every frame beside the others that fit as well.

About half of all switches name what several frames have, an option and its variants most of all. So the rows say what
a frame has of its own, and as the how-manieth it stands among those that fit: by age, depth, and when it was spoken of.
"""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.tracking.learned.frames import FRAME
from wayframe.tracking.learned.rows import Row
from wayframe.tracking.learned.scene import HELD, NEVER, OPEN, UNTOLD, Scene
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


def switch_rows(scene: Scene, turn: Row, frames: Sequence[Row]) -> list[Row]:
    """A row for every frame that exists: which of them the user switches to."""
    common = [turn[place] for place in _OF_TURN]
    fitting, asked = _fitting(scene), _asked(scene)
    seat = next((seat for seat, word in _SEATS if word in scene.text), None)
    return [
        [*frames[at], *common, *fitting[at], *asked[at], len(scene.own[at]), *(slot in scene.own[at] for slot in _OWN),
         *_family(scene, at), *_seats(scene, at, seat), *_visits(scene, at)]
        for at in range(scene.count)
    ]  # fmt: skip


def _fitting(scene: Scene) -> list[Row]:
    """How well a frame fits what is named, by itself and among those that fit best."""
    named = [(place, slot.key) for place, act, slot in scene.slots
             if act == "switch_frame" and slot.key != "ref_anaphora"]  # fmt: skip
    active, numbers = scene.active - 1, range(scene.count)
    alike = [sum(scene.alike[place][at] for place, _ in named) for at in numbers]
    own = [sum(key in scene.own[at] and scene.alike[place][at] > _ALIKE for place, key in named) for at in numbers]
    best = max((alike[at] for at in numbers if at != active), default=0.0)
    fitting = [at for at in numbers if alike[at] >= best - _CLOSE and at != active] or [active]
    orders = (scene.visited, scene.made, scene.told, [-len(each) for each in scene.ancestors], [-at for at in numbers],
              [-visits for visits in scene.visits])  # fmt: skip
    return [
        [
            alike[at], alike[at] - best, at in fitting, len(fitting), own[at], own[at] - max(own),
            *(sum(order[other] < order[at] for other in fitting) for order in orders),
            sum(other + 1 in scene.ancestors[at] for other in fitting),
            sum(at + 1 in scene.ancestors[other] for other in fitting),
        ]
        for at in numbers
    ]  # fmt: skip


def _asked(scene: Scene) -> list[Row]:
    """How many slots that the user asks for the frame has, how many it lacks; how well it fits the other acts."""
    asked = [place for place, act, slot in scene.slots if act in _ASKING and slot.value is None]
    said = [place for place, act, slot in scene.slots
            if act != "switch_frame" and slot.value is not None and slot.key not in UNTOLD]  # fmt: skip
    return [
        [
            *(sum(scene.fits[place][at] == kind for place in asked) for kind in (HELD, OPEN)),
            sum(scene.alike[place][at] > _ALIKE for place in said),
        ]
        for at in range(scene.count)
    ]  # fmt: skip


def _family(scene: Scene, at: int) -> Row:
    """In what the frame's variants differ from it, and its siblings from their parent."""
    parent = scene.parents[at]
    known = parent is not None and 0 < parent <= scene.count
    siblings = [each for each in scene.children[parent - 1] if each != at + 1] if parent and known else []
    return [
        *(any(slot in scene.own[each - 1] for each in scene.children[at]) for slot in _VARIED), len(siblings),
        *(any(slot in scene.own[each - 1] for each in siblings) for slot in _VARIED[:2]),
    ]  # fmt: skip


def _seats(scene: Scene, at: int, seat: str | None) -> Row:
    """Whether the frame has the seat that the text speaks of, or another."""
    held = [str(value.val).lower() for value in scene.frames[at].info.get("seat", ())]
    return [seat is not None and seat in held, seat is not None and bool(held) and seat not in held]


def _visits(scene: Scene, at: int) -> Row:
    """How much the conversation was about the frame's variants and about its parent."""
    children, parent = scene.children[at], scene.parents[at]
    known = parent is not None and 0 < parent <= scene.count
    of_parent = (-1, NEVER, NEVER)
    if parent and known:
        of_parent = scene.visits[parent - 1], scene.visited[parent - 1], scene.told[parent - 1]
    return [
        sum(each in scene.options.offered for each in children),
        sum(each in scene.options.mentioned for each in children),
        max((scene.visits[each - 1] for each in children), default=-1), *of_parent,
    ]  # fmt: skip
