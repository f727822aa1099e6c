"""What an agent can do at a desk with a memory: remember, switch, search, suggest, compare, book.

Every step is a turn's worth of dialogue acts, so that the memory is filled by the same rules as in conversation, and a
desk's memory can be looked at and saved like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wayframe.agent import lexicon
from wayframe.board import Card, Comparison, cards, compared
from wayframe.dialogue import Act, Arg, Package, Ref
from wayframe.errors import InputError, shown
from wayframe.memory import Memory, update
from wayframe.ontology import SEARCH_SLOTS, SLOTS
from wayframe.packages import Catalogue, Query, facts
from wayframe.policy.surface import surface
from wayframe.policy.wishes import FILTERS, cities, query, wishes
from wayframe.tracking import Lasting, Observation, tracker

SEARCHED = (*SEARCH_SLOTS, *FILTERS)
"""The slots that a search goes by."""

MOST = 10
"""Packages that one search may give (paper section 3.3)."""

_TOLD = ("name", "dst_city", "or_city", "category", "gst_rating", "seat", "str_date", "end_date", "price")
_BOOKED = ("name", "dst_city", "str_date", "end_date", "seat", "price")


class Found(NamedTuple):
    """A package that a search or a suggestion gave, with the frame that it is remembered as.

    `relaxed` says which wishes gave way: slot, what was asked, what there is.
    """

    frame: int
    facts: Mapping[str, str | bool]
    relaxed: tuple[tuple[str, str, str], ...] = ()


class Desk:
    """One conversation's memory over a catalogue. Not safe for several threads at once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue, self._lexicon = catalogue, lexicon(catalogue)
        self._tracker = Lasting(tracker("rules"))
        self.memory, self.offers = Memory(today=catalogue.today), dict[int, Package]()
        self._before = self.memory

    @property
    def board(self) -> tuple[Card, ...]:
        """Every frame as a card."""
        return cards(self.memory, self.offers, self._before)

    def remember(self, constraints: Mapping[str, str | bool], frame: int | None = None) -> int:
        """Keep what the user wants; the frame that it is now about.

        Without `frame` the tracker decides: what adds to the active frame goes there, what contradicts it makes a new
        one. With one, that frame is gone back to first. Raises `InputError` for a slot or a frame that there isn't.
        """
        for slot in constraints:
            if slot not in SEARCHED:
                raise InputError(f"slot {shown(slot)}: expected one of {', '.join(SEARCHED)}")
        if not constraints:
            raise InputError("expected at least one constraint, found none")
        if frame is not None and frame != self.memory.active_frame:
            self.switch(frame)
        acts = (Act("inform", tuple(Arg(slot, value) for slot, value in constraints.items())),)
        tracked = self._tracker.track(Observation("", acts, self.memory, ()))
        self._take("user", tracked.acts, tracked.active_frame)
        return self.memory.active_frame

    def switch(self, frame: int) -> None:
        """Go back to a frame. Raises `InputError` where there is no such frame."""
        self._check(frame)
        self._take("user", (Act("switch_frame", (Arg("ref", (Ref(frame),)),)),), frame)

    def search(self, limit: int = 3) -> tuple[Found, ...]:
        """The cheapest packages for the active frame's wishes, each remembered as a new frame; empty where none fits.

        Where the user named several cities, the cheapest ones of each.
        """
        found = [package for asked in self._queries() for package in self._catalogue.search(asked, _within(limit))]
        if not found:
            self._take("wizard", (Act("no_result", (Arg("ref", (Ref(self.memory.active_frame),)),)),))
        return self._offered("offer", [(package, ()) for package in found])

    def suggest(self, limit: int = 3) -> tuple[Found, ...]:
        """The nearest packages that fit once some wishes give way, each remembered as a new frame."""
        found = [
            (suggestion.packages[0], tuple((way.slot, str(way.asked), str(way.offered)) for way in suggestion.relaxed))
            for asked in self._queries()[:1]
            for suggestion in self._catalogue.suggest(asked, 0, _within(limit))
            if suggestion.packages
        ]
        return self._offered("suggest", found)

    def compare(self, frames: Sequence[int]) -> Comparison:
        """Frames side by side, the best of each row marked. Raises `InputError` for fewer than two, or unknown ones."""
        if len(set(frames)) < 2:
            raise InputError(f"frames: expected at least two, found {len(set(frames))}")
        for frame in frames:
            self._check(frame)
        return compared(list(dict.fromkeys(frames)), self.memory, self.offers)

    def details(self, frame: int) -> Mapping[str, str | bool]:
        """All that is true of the package of a frame. Raises `InputError` where it has none."""
        return _facts(self._package(frame))

    def book(self, frame: int) -> Mapping[str, str | bool]:
        """Put it on record that the package of a frame is booked. Raises `InputError` where there is none."""
        known = _facts(self._package(frame))
        args = [Arg("action", "book"), *(Arg(slot, known[slot]) for slot in _BOOKED)]
        if frame != self.memory.active_frame:
            self.switch(frame)
        self._take("wizard", (Act("inform", tuple(args)),))
        return {slot: known[slot] for slot in _BOOKED}

    def _queries(self) -> list[Query]:
        if not self.memory.frames:
            raise InputError("nothing to search for: remember what the user wants first")
        wished = wishes(self.memory, self.memory.active_frame)
        destinations: Sequence[str | None] = cities(wished, "dst_city", self._lexicon) or [None]
        return [query(wished, city, self._lexicon, self._catalogue.today) for city in destinations[:MOST]]

    def _offered(
        self, name: str, found: Sequence[tuple[Package, tuple[tuple[str, str, str], ...]]]
    ) -> tuple[Found, ...]:
        first, acts, given = len(self.memory.frames) + 1, list[Act](), list[Found]()
        told = tuple(dict.fromkeys((*_TOLD, *wishes(self.memory, self.memory.active_frame))))
        for frame, (package, relaxed) in enumerate(found, first):
            known = _facts(package)
            acts.append(Act(name, (*(Arg(slot, known[slot]) for slot in told if slot in known), Arg("id", frame))))
            given.append(Found(frame, known, relaxed))
            self.offers[frame] = package
        if acts:
            self._take("wizard", tuple(acts))
        return tuple(given)

    def _take(self, author: str, acts: tuple[Act, ...], active: int | None = None) -> None:
        self._before = self.memory
        who = "user" if author == "user" else "wizard"
        self.memory = update(self.memory, who, acts, active or self.memory.active_frame)  # type: ignore[arg-type]

    def _check(self, frame: int) -> None:
        if not 0 < frame <= len(self.memory.frames):
            raise InputError(f"frame {frame}: expected 1 to {len(self.memory.frames)}")

    def _package(self, frame: int) -> Package:
        self._check(frame)
        if frame not in self.offers:
            raise InputError(f"frame {frame}: no package was found for it yet: search first")
        return self.offers[frame]


def _facts(package: Package) -> dict[str, str | bool]:
    return {slot: surface(slot, value) for slot, value in facts(package).items()}


def _within(limit: int) -> int:
    if not 0 < limit <= MOST:
        raise InputError(f"limit: expected 1 to {MOST}, found {limit}")
    return limit


DESCRIBED = {slot: SLOTS[slot].description for slot in SEARCHED}
"""What each slot of a search is."""
