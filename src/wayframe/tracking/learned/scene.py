"""A user's turn as the learned tracker sees it: what was said, beside every frame that it may be about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import repeat
from typing import NamedTuple

from msgspec.structs import replace
from rapidfuzz import fuzz

from wayframe.dialogue import Act, Arg, Frame, Value, acts_named, made_frames, plain_args, referred_frames, wanted
from wayframe.items import act_frames
from wayframe.memory import Provenance
from wayframe.ontology import ACTS, SLOT_OF, SLOTS
from wayframe.tracking import anaphora
from wayframe.tracking.options import FrameOptions
from wayframe.tracking.rules import RuleTracker
from wayframe.tracking.tracker import Observation
from wayframe.values import matches

VERSION = 2
Row = list[float]
Beliefs = list[float]
"""How likely every candidate is; entry i is frame i + 1, the last one a new frame."""

KEYS = (
    "dst_city", "or_city", "str_date", "end_date", "budget", "n_adults", "n_children", "seat", "duration", "category",
    "name", "price", "max_duration", "min_duration", "flex", "intent", SLOT_OF["rating"], "ref_anaphora",
)  # fmt: skip
"""The slots that turns look at one by one."""

ACT = {name: number for number, name in enumerate(ACTS)}
SLOT = {name: number for number, name in enumerate(SLOTS)}


class TurnGoal(NamedTuple):
    """Goal of a turn: `heading` says to which of the frames that exist, whether or not it makes one there."""

    heading: Beliefs
    beliefs: Beliefs


def likeliest(beliefs: Sequence[float]) -> int:
    """The candidate that is believed most, by its number from 1; the first of equals."""
    return max(range(len(beliefs)), key=lambda at: beliefs[at]) + 1


def amount(value: object) -> float | None:
    """A value as a number, if it is one."""
    try:
        return float(value) if isinstance(value, str | int | float) else None
    except ValueError:
        return None


def position(frame: int, listed: Sequence[int]) -> int:
    """As the how-manieth a frame is listed; 0 if it isn't."""
    return listed.index(frame) + 1 if frame in listed else 0


# How a slot stands to a frame, so that the most telling is the highest.
NONE, OPEN, HELD, UNSET, SAME, OTHER = range(6)
"""Not in the turn; no value, and the frame has none; no value, but the frame has; a value that the frame lacks, that it
has, that it contradicts."""

NEVER = 99
UNTOLD = frozenset(("intent", "ref_anaphora", "action"))  # slots that don't tell frames apart by their values
_NAMES = ("dst_city", "or_city", "name")
_TOKEN = re.compile(r"[a-z']+")
_WORD = re.compile(r"[^\W\d_]+")
_RULES = RuleTracker()

Place = tuple[int, int]
"""Where a slot stands in a turn: the number of the act and of the slot in it, from 0."""


class TurnScene:
    """One observation, with all that several features need. Frames are numbered from 1, lists of them start at 0.

    `wizards` are the frames that the wizard made, `roots` and `leaves` the packages and the variants among those that
    were offered just now, `latest` the alternatives that were put forward last. `informed` are the slots of informs.
    The rules answer with `rule_active`, the frames of every act's slots (`rule_slots`), and its own as a whole
    (`rule_whole`).
    """

    def __init__(self, seen: Observation) -> None:
        """Before the first turn there is frame 1, and it is empty."""
        self.first = not seen.memory.frames
        self.memory = replace(seen.memory, frames=(Frame(1, None, {}),)) if self.first else seen.memory
        self.seen, self.acts, self.text = seen, seen.acts, seen.text.lower()
        self.frames, self.count, self.active = self.memory.frames, len(self.memory.frames), self.memory.active_frame
        unknown = repeat(Provenance("user"), self.count - len(self.memory.provenance))
        self.provenance = (*self.memory.provenance, *unknown)
        self.parents = [frame.frame_parent_id for frame in self.frames]
        self.options = FrameOptions(self.memory, seen.history)
        self.wizards = frozenset(self.options.by_wizard)
        self.roots = self.options.roots(self.options.offered)
        self.leaves = self.options.leaves(self.options.offered)
        self.latest = self.options.latest()
        self.last = seen.history[-1].acts if seen.history else ()
        self.previous = seen.history[-2].acts if len(seen.history) > 1 else ()
        self.words = frozenset(_TOKEN.findall(self.text))
        self.slots = list[tuple[Place, str, Arg]]()
        self.fits, self.constraints = dict[Place, list[int]](), dict[Place, list[int]]()
        for number, act in enumerate(seen.acts):
            for at, slot in enumerate(act.slots):
                self.slots.append(((number, at), act.name, slot))
                self.fits[number, at] = [fit(slot, frame.info.get(slot.key)) for frame in self.frames]
                self.constraints[number, at] = [self._constraint(slot, other) for other in range(self.count)]
        self.informed = [(place, slot) for place, act, slot in self.slots if act == "inform"]
        self.switches = bool(acts_named(self.acts, "switch_frame"))
        self._remember()
        tracked = _RULES.track(seen)
        self.rule_active = tracked.active_frame
        self.rule_slots, self.rule_whole = frames_said(tracked.acts, tracked.active_frame)

    def _constraint(self, slot: Arg, number: int) -> int:
        """The fit with what the user wanted before the wizard told otherwise; `NONE` where nobody did."""
        provenance = self.provenance[number]
        return fit(slot, provenance.covered.get(slot.key)) if slot.key in provenance.told else NONE

    def _remember(self) -> None:
        """Count the turns since every frame was made, active, and mentioned by either side; and its active turns."""
        turns = len(self.seen.history)
        self.made, self.visits = [turns] * self.count, [0] * self.count
        self.visited, self.told, self.asked = ([NEVER] * self.count for _ in range(3))
        for place, turn in enumerate(self.seen.history):
            ago = turns - place
            if turn.active_frame <= self.count:
                self.visited[turn.active_frame - 1] = ago
                self.visits[turn.active_frame - 1] += 1
            marks = self.told if turn.author == "wizard" else self.asked
            made = self._known(made_frames(turn.acts))
            for number in made:
                self.made[number - 1] = ago
            for number in (*made, *self._known(referred_frames(turn.acts))):
                marks[number - 1] = ago

    def _known(self, numbers: Iterable[int]) -> list[int]:
        """Those of the numbers that are frames'."""
        return [number for number in numbers if 0 < number <= self.count]

    def parent(self, at: int) -> int | None:
        """The place of a frame's parent in the lists; None where it has none."""
        parent = self.parents[at]
        return parent - 1 if parent is not None and 0 < parent <= self.count else None

    @cached_property
    def ancestors(self) -> list[frozenset[int]]:
        """The frames from which every frame derives."""
        found = list[frozenset[int]]()
        for parent in self.parents:
            known = parent is not None and 0 < parent <= len(found)
            found.append(found[parent - 1] | {parent} if parent is not None and known else frozenset())
        return found

    @cached_property
    def children(self) -> list[list[int]]:
        """The frames that derive directly from every frame."""
        found: list[list[int]] = [[] for _ in self.frames]
        for at in range(self.count):
            parent = self.parent(at)
            if parent is not None:
                found[parent].append(at + 1)
        return found

    @cached_property
    def own(self) -> list[frozenset[str]]:
        """The slots in which every frame differs from the one that it derives from."""
        found = list[frozenset[str]]()
        for at, frame in enumerate(self.frames):
            parent = self.parent(at)
            inherited = self.frames[parent].info if parent is not None else {}
            found.append(frozenset(slot for slot, values in frame.info.items() if inherited.get(slot) != values))
        return found

    @cached_property
    def meant(self) -> list[int | None]:
        """The frames that words pick out: those of every anaphora, and those of the whole text as the last entry."""
        if self.first:
            return [None]
        pointing = [slot.value for _, _, slot in self.slots if slot.key == "ref_anaphora"]
        return [anaphora.meant(words, self.options) for words in (*pointing, self.text) if isinstance(words, str)]

    @cached_property
    def alike(self) -> dict[Place, list[float]]:
        """Compare every slot with every frame's values for it, 0 to 1."""
        return {
            place: [1.0 if kind == SAME else self.likeness(place, slot, at) for at, kind in enumerate(self.fits[place])]
            for place, _, slot in self.slots
        }

    @cached_property
    def act_alike(self) -> list[list[float]]:
        """Sum the likeness of every act's slots to every frame."""
        found = [[0.0] * self.count for _ in self.acts]
        for (number, at), _, slot in self.slots:
            if slot.key in UNTOLD:
                continue
            for frame, likeness in enumerate(self.alike[number, at]):
                found[number][frame] += likeness
        return found

    @cached_property
    def turn_alike(self) -> list[float]:
        """Sum the likeness of all the turn's slots to every frame."""
        return [sum(act[at] for act in self.act_alike) for at in range(self.count)]

    def likeness(self, place: Place, slot: Arg, number: int) -> float:
        """Compare a name that was said with the frame's, 0 to 1: slips, halves of names and initials count."""
        if slot.key not in _NAMES or not isinstance(slot.value, str):
            return 0.0
        if self.fits[place][number] == SAME:
            return 1.0
        held = wanted(self.frames[number].info.get(slot.key, ()))
        return max((_alike(slot.value, val) for val in held if isinstance(val, str)), default=0.0)


def frames_said(acts: Iterable[Act], active_frame: int) -> tuple[list[list[int]], list[frozenset[int]]]:
    """For every act the frames of its slots, and its own as a whole."""
    said = [act_frames(act, active_frame) for act in acts]
    return [[item.frame for item in act.slots] for act in said], [act.whole for act in said]


def first_amount(frame: Frame, slot: str) -> float | None:
    """The amount that a frame has for a slot; None where it has none."""
    values = frame.info.get(slot)
    return amount(values[0].val) if values else None


def fit(slot: Arg, held: tuple[Value, ...] | None) -> int:
    """Classify the relation of a slot to the values that a frame has for it."""
    if slot.value is None:
        return HELD if held else OPEN
    vals = wanted(held or ())
    if not vals:
        return UNSET
    plain = [val for val in vals if not isinstance(val, tuple)]
    return SAME if any(matches(slot.key, slot.value, val) for val in plain) else OTHER


def spoken(acts: Iterable[Act]) -> list[Arg]:
    """All slots of some acts, those inside references too."""
    return [slot for act in acts for slot in plain_args(act)]


@lru_cache(65536)
def _alike(one: str, two: str) -> float:
    one, two = one.lower(), two.lower()
    words = _WORD.findall(two)
    if len(words) > 1 and one.replace(".", "").strip() == "".join(word[0] for word in words):
        return 1.0
    part = fuzz.partial_ratio(one, two) * 0.95 if min(len(one), len(two)) > 3 else 0.0
    return max(fuzz.ratio(one, two), part, fuzz.token_set_ratio(one, two) * 0.9) / 100
