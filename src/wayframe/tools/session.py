"""A session of tools: one conversation's memory over a catalogue, each call a turn of typed meaning.

Frames are created, switched and filled by the same rules as in conversation: what a call says is heard by the dialogue
state (`wayframe.state`), what it finds is planned and projected to acts like an agent's reply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wayframe.dialogue import Act, Arg, Frame, Ref
from wayframe.errors import InputError
from wayframe.language import load
from wayframe.meaning.records import (
    Book,
    Cancel,
    Drop,
    Meaning,
    Move,
    Numbered,
    Return,
    Spoken,
    Text,
    Value,
    Wish,
)
from wayframe.memory import Memory, update
from wayframe.planner import booking, searching
from wayframe.planner.plan import Nothing, PlannerTurn
from wayframe.presentation.presenter import extremes
from wayframe.realiser.acts import wizard_acts
from wayframe.realiser.phrases import Locale
from wayframe.schema import Slot
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Query, Relaxed, Source
from wayframe.state.records import Booking, DialogueState, Option
from wayframe.state.update import Heard, hear, speak
from wayframe.state.wishes import held_wishes
from wayframe.tools.encoding import constraint_json, facts_json, slot_named, value_json
from wayframe.tools.known import wished
from wayframe.tools.records import (
    BookingRecord,
    BookingResult,
    ComparedSlot,
    ComparisonResult,
    FactsResult,
    FrameRecord,
    MemoryRecord,
    MissRecord,
    OptionRecord,
    Remembered,
    SearchResult,
    SuggestionRecord,
    SuggestionResult,
    ValuesResult,
    WishRecord,
)

MOST = 10
"""Items that one search may give (paper section 3.3)."""

_FEW = 2
_VALUES, _NUMBERS = 50, 10  # that are named: of names, of what has an order
_NOTHING = "Nothing fits. Wishes to blame are those without which something would; suggest shows what nearly fits."


class ToolSession:
    """One conversation's memory over a source. Not safe for several threads at once."""

    def __init__(self, source: Source) -> None:
        self.source, self.schema = source, source.schema
        self.state = DialogueState(Memory(today=source.today))
        self._locale = Locale(load("en").wording, self.schema, source.today.year)

    @property
    def today(self) -> str:
        """The day from which dates count."""
        return self.source.today.isoformat()

    # Wishes

    def remember(self, wishes: Mapping[str, Any], frame: int | None = None) -> Remembered:
        """Keep what the user wants, at `frame` where it is given.

        What adds to the active frame fills it, what contradicts it makes a new one that keeps all else. Raises
        `InputError` for a slot, a value or a frame that there isn't.
        """
        moves = [
            Wish(slot, constraint) for slot, said in wishes.items() for constraint in wished(self.source, slot, said)
        ]
        if not moves:
            raise InputError("wishes: expected at least one, found none")
        return self._changed(moves, frame)

    def forget(self, slots: Sequence[str], frame: int | None = None) -> Remembered:
        """Take back wishes: those for these slots, all where there are none."""
        drops = [Drop(slot_named(self.schema, slot).name) for slot in slots]
        return self._changed(drops or [Drop()], frame)

    def _changed(self, moves: Sequence[Move], frame: int | None) -> Remembered:
        before = len(self.state.memory.frames)
        if frame is not None and frame != self.state.memory.active_frame:
            self._turn_to(frame)
        self.state = self._heard(*moves).state
        active = self.state.memory.active_frame
        return {
            "today": self.today,
            "active_frame": active,
            "created": len(self.state.memory.frames) > before,
            "changed": [self._frame(self._memory_frame(active))],
        }

    def switch(self, frame: int) -> Remembered:
        """Go back to a frame. Raises `InputError` where there is no such frame."""
        self._turn_to(frame)
        changed = [self._frame(self._memory_frame(frame))]
        return {"today": self.today, "active_frame": frame, "created": False, "changed": changed}

    def _turn_to(self, frame: int) -> None:
        self._check(frame)
        if frame in self.state.options:
            self.state = self._heard(Return(Numbered(frame))).state
            return
        acts = (Act("switch_frame", (Arg("ref", (Ref(frame),)),)),)
        self.state = self.state._replace(memory=update(self.state.memory, "user", acts, frame), focus=())

    # The catalogue

    def search(self, limit: int = 3) -> SearchResult:
        """Search for the active frame's wishes; each item becomes an option. Says what is to blame where none fits."""
        turn = self._searching()
        query = searching.spread(turn, turn.query())
        found = turn.search(query, _within(limit))
        blamed: tuple[Wish, ...] = ()
        if found.items:
            searching.offer(turn, found, query)
        else:
            blamed = searching.blamed(turn, query)
            turn.say(Nothing(blamed))
        self._said(turn)
        return {
            "today": self.today,
            "active_frame": self.state.memory.active_frame,
            "total": found.total,
            "found": [self._option(frame) for frame in turn.offered],
            "to_blame": [_wish(wish) for wish in blamed],
            "note": "" if found.items else _NOTHING,
        }

    def suggest(self, limit: int = 3) -> SuggestionResult:
        """Offer what fits once a wish or two give way, nearest first; each item becomes an option."""
        turn = self._searching()
        relaxed = searching.suggest(turn, turn.query(), _within(limit))
        self._said(turn)
        found = [self._suggestion(frame, each) for frame, each in zip(turn.offered, relaxed, strict=True)]
        return {"today": self.today, "active_frame": self.state.memory.active_frame, "found": found}

    def values(self, slot: str, *, fitting: bool = False) -> ValuesResult:
        """Return the values that a slot has in the catalogue, or among the items that fit the active wishes."""
        known = slot_named(self.schema, slot)
        query = self._searching().query() if fitting else Query()
        counted = (
            [] if known.kind == "party" else self.source.distinct(query, slot, _NUMBERS if known.measured else _VALUES)
        )
        least, most = self._ends(known, query)
        return {
            "slot": slot,
            "kind": known.kind,
            "unit": known.unit,
            "values": [{"value": value_json(value), "items": count} for value, count in counted],
            "least": least,
            "most": most,
        }

    def _ends(self, slot: Slot, query: Query) -> tuple[Any, Any]:
        if not slot.measured:
            return None, None
        ends = [self.source.extreme(query, slot.name, "least"), self.source.extreme(query, slot.name, "most")]
        least, most = (None if item is None else value_json(item.values[slot.name]) for item in ends)
        return least, most

    # Options

    def facts(self, frames: Sequence[int], slots: Sequence[str] = ()) -> FactsResult:
        """Return what is true of options. Raises `InputError` for a frame that is none."""
        for slot in slots:
            slot_named(self.schema, slot)
        options = [self._option(frame, slots) for frame in frames]
        return {"today": self.today, "options": options}

    def compare(self, frames: Sequence[int], slots: Sequence[str] = ()) -> ComparisonResult:
        """Return options side by side. Raises `InputError` for fewer than two, or a frame that is none."""
        asked = list(dict.fromkeys(frames))
        if len(asked) < _FEW:
            raise InputError(f"frames: expected at least two, found {len(asked)}")
        options = [self._known_option(frame) for frame in asked]
        compared = [slot_named(self.schema, slot) for slot in slots] or self.schema.slots
        rows = [self._row(slot, options) for slot in compared]
        names = [_name(option, self.schema.name) for option in options]
        return {"frames": asked, "names": names, "rows": [row for row in rows if set(row["values"]) - {None}]}

    def _row(self, slot: Slot, options: Sequence[Option]) -> ComparedSlot:
        values = [option.item.values.get(slot.name) for option in options]
        best = extremes([None if value is None else order(value) for value in values], slot.better)
        return {
            "slot": slot.name,
            "label": slot.label,
            "unit": slot.unit,
            "values": [None if value is None else _comparable(value) for value in values],
            "best": [options[place].frame for place in sorted(best)],
        }

    # Bookings

    def book(self, frame: int) -> BookingResult:
        """Book an option. Raises `InputError` for a frame that is none, is booked, or was priced for another party."""
        self._known_option(frame)
        if self._is_booked(frame):
            raise InputError(f"frame {frame}: is booked already")
        return self._done(Book(Numbered(frame)))

    def cancel(self, frame: int) -> BookingResult:
        """Cancel the booking of an option. Raises `InputError` where it isn't booked."""
        self._known_option(frame)
        if not self._is_booked(frame):
            booked = [str(each.option.frame) for each in self._standing()]
            raise InputError(f"frame {frame}: is not booked; booked are {', '.join(booked) or 'none'}")
        return self._done(Cancel(Numbered(frame)))

    def _done(self, move: Book | Cancel) -> BookingResult:
        before = self.state.bookings
        turn = self._turn(self._heard(move))
        if isinstance(move, Book):
            booking.book(turn, turn.steps[-1], move)
        else:
            booking.cancel(turn, turn.steps[-1], move)
        if turn.state.bookings == before:
            raise InputError("frame: was priced for others than those who travel now: search again")
        self._said(turn)
        changed = next(each for each in self.state.bookings if each not in before)
        bookings = [self._booking(each) for each in self.state.bookings]
        return {"today": self.today, "booking": self._booking(changed), "bookings": bookings}

    # Memory

    def recall(self) -> MemoryRecord:
        """Return all frames and bookings."""
        return {
            "today": self.today,
            "active_frame": self.state.memory.active_frame,
            "frames": [self._frame(frame) for frame in self.state.memory.frames],
            "bookings": [self._booking(each) for each in self.state.bookings],
        }

    def _frame(self, frame: Frame) -> FrameRecord:
        number = frame.frame_id
        option = self.state.options.get(number)
        wishes = option.wishes if option else held_wishes(self.state, number, self.schema)
        return {
            "frame": number,
            "from_frame": frame.frame_parent_id,
            "kind": "option" if option else "wishes",
            "active": number == self.state.memory.active_frame,
            "booked": self._is_booked(number),
            "wishes": [_wish(wish) for wish in wishes if wish.constraint.op != "any"],
            "facts": facts_json(option.item.values) if option else {},
        }

    def _memory_frame(self, frame: int) -> Frame:
        return self.state.memory.frames[frame - 1]

    def _option(self, frame: int, slots: Sequence[str] = ()) -> OptionRecord:
        values = self._known_option(frame).item.values
        kept = {slot: values[slot] for slot in slots or values if slot in values}
        return {"frame": frame, "facts": facts_json(kept)}

    def _suggestion(self, frame: int, relaxed: Relaxed) -> SuggestionRecord:
        values = relaxed.item.values
        misses = [
            MissRecord(
                slot=each.slot,
                asked=constraint_json(each.constraint),
                offered=value_json(values[each.slot]) if each.slot in values else None,
            )
            for each in relaxed.given_up
        ]
        return {"frame": frame, "facts": facts_json(values), "given_up": misses}

    def _booking(self, booked: Booking) -> BookingRecord:
        facts = facts_json(booked.option.item.values)
        return {"number": booked.number, "frame": booked.option.frame, "status": booked.status, "facts": facts}

    def _standing(self) -> list[Booking]:
        return [each for each in self.state.bookings if each.status == "booked"]

    def _is_booked(self, frame: int) -> bool:
        option = self.state.options.get(frame)
        return option is not None and option.item.key in [each.option.item.key for each in self._standing()]

    def _known_option(self, frame: int) -> Option:
        self._check(frame)
        if frame not in self.state.options:
            raise InputError(f"frame {frame}: holds wishes, no option: search first")
        return self.state.options[frame]

    def _check(self, frame: int) -> None:
        if not 0 < frame <= len(self.state.memory.frames):
            raise InputError(f"frame {frame}: expected 1 to {len(self.state.memory.frames)}")

    # Turns

    def _heard(self, *moves: Move) -> Heard:
        return hear(self.state, Meaning(tuple(Spoken(move) for move in moves)), self.schema)

    def _searching(self) -> PlannerTurn:
        if not self.state.memory.frames:
            raise InputError("nothing to search for: remember what the user wants first")
        return self._turn(Heard(self.state, (), (), ()))

    def _turn(self, heard: Heard) -> PlannerTurn:
        return PlannerTurn(heard, self.state, self.source, 0, 0.0)

    def _said(self, turn: PlannerTurn) -> None:
        """Take in what a call has found or done, as an agent's turn."""
        memory = turn.heard.state.memory
        by_part = wizard_acts(turn.parts, self._locale, len(memory.frames), memory.active_frame, turn.state.options)
        acts = [act for part in by_part for act in part]
        items = {frame: turn.state.options[frame].item for frame in turn.offered}
        self.state = speak(turn.heard.state, acts, items, self.schema, turn.party())


def _wish(wish: Wish) -> WishRecord:
    return {"slot": wish.slot, "constraint": constraint_json(wish.constraint)}


def _name(option: Option, slot: str) -> str:
    value = option.item.values.get(slot)
    return value.value if isinstance(value, Text) else ""


def _comparable(value: Value) -> Any:
    said = value_json(value)
    return ", ".join(said) if isinstance(said, list) else said


def _within(limit: int) -> int:
    if not 0 < limit <= MOST:
        raise InputError(f"limit: expected 1 to {MOST}, found {limit}")
    return limit
