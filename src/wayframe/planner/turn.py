"""A turn of the agent while it is planned: the state that it changes, the parts of the reply, the searches made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wayframe.meaning.records import Party, Text, Value, Wish
from wayframe.planner.plan import OptionView, ReplyPart
from wayframe.schema import Schema, Slot
from wayframe.sources.protocol import Condition, Found, Item, Query, Source
from wayframe.state.denotation import Denoter
from wayframe.state.records import Booking, DialogueState, Option
from wayframe.state.revision import travellers
from wayframe.state.update import Heard, Step


class PlannerTurn:
    """See the module. `heard` is the user's turn taken in; `seed` decides what is left to chance."""

    def __init__(self, heard: Heard, before: DialogueState, source: Source, seed: int, timestamp: float) -> None:
        self.heard, self.before, self.source = heard, before, source
        self.schema: Schema = source.schema
        self.state = heard.state
        self.seed, self.timestamp = seed, timestamp
        self.parts: list[ReplyPart] = []
        self.records: list[Any] = []
        self.offered: list[int] = []  # frames that this turn offers

    @property
    def steps(self) -> tuple[Step, ...]:
        """The user's moves, with what they denote."""
        return self.heard.steps

    @property
    def denoter(self) -> Denoter:
        """Finds references in the state as it is now."""
        return Denoter(self.state, self.schema)

    def say(self, part: ReplyPart) -> None:
        """Add a part to the reply."""
        self.parts.append(part)

    # Wishes

    @property
    def active(self) -> int:
        """The frame whose wishes hold now."""
        frame = self.state.memory.active_frame
        option = self.state.options.get(frame)
        return option.wishes_of if option else frame

    def wishes(self) -> tuple[Wish, ...]:
        """Return the wishes that hold now; what was said of the travellers holds for every trip."""
        return self.state.wishes.get(self.active, ())

    def wish(self, slot: str) -> Wish | None:
        """Return the last wish for a slot; None where there is none."""
        return next((wish for wish in reversed(self.wishes()) if wish.slot == slot), None)

    def party(self) -> Party:
        """Return who travels, one adult where nobody said."""
        return travellers(self.wishes(), self.schema)

    def party_known(self) -> bool:
        """Return whether somebody said who travels; where nobody needs to, it counts as known."""
        slots = self.schema.of_kind("party")
        return not slots or self.wish(slots[0].name) is not None

    def query(self, wishes: Sequence[Wish] | None = None) -> Query:
        """Return the search for wishes (those that hold now unless others are given)."""
        wanted = self.wishes() if wishes is None else wishes
        conditions = tuple(Condition(w.slot, w.constraint) for w in wanted if self._searchable(w))
        measured = {slot.name for slot in self.measured()}
        order = tuple(
            (w.slot, w.constraint.op) for w in wanted if w.slot in measured and w.constraint.op in ("least", "most")
        )
        return Query(conditions, order, travellers(wanted, self.schema))

    def _searchable(self, wish: Wish) -> bool:
        slot = self.schema.slot(wish.slot)
        if slot is None or slot.kind == "party" or not slot.wishable:
            return False
        return wish.constraint.op not in ("any", "least", "most", "more", "less")

    # Options

    def view(self, frame: int, slots: Sequence[str] = ()) -> OptionView:
        """Return an option with the values of some slots."""
        option = self.state.options[frame]
        return self.item_view(option.item, slots, frame, option.party)

    def item_view(self, item: Item, slots: Sequence[str], frame: int = 0, party: Party | None = None) -> OptionView:
        """Return an item with the values of some slots; a price goes with whom it is for."""
        values = {slot: item.values[slot] for slot in slots if slot in item.values}
        price = self.schema.price
        shown = party if party and self.schema.of_kind("party") and price and price.name in values else None
        return OptionView(frame, self._text(item, self.schema.name), self._text(item, self.schema.place), values, shown)

    def _text(self, item: Item, slot: str) -> str:
        value = item.values.get(slot) if slot else None
        return value.value if isinstance(value, Text) else ""

    def value(self, frame: int, slot: str) -> Value | None:
        """Return an option's value of a slot; None where it isn't known."""
        return self.state.options[frame].item.values.get(slot) if frame in self.state.options else None

    def shown_slots(self) -> list[str]:
        """Return the slots that stand on an offer, in the schema's order."""
        return [slot.name for slot in self.schema.slots if slot.shown]

    def brief_slots(self) -> list[str]:
        """Return the slots that are said where several options are offered: the schema's, else the first few shown."""
        brief = [slot.name for slot in self.schema.slots if slot.brief]
        measured = [slot.name for slot in self.schema.slots if slot.shown and slot.measured]
        return brief or measured[:3]

    def told_slots(self) -> list[str]:
        """Return the slots that are told when an option is told about."""
        naming = (self.schema.name, self.schema.place)
        return [slot.name for slot in self.schema.slots if slot.told and slot.wishable and slot.name not in naming]

    def add_option(self, item: Item) -> int:
        """Add an option that this turn offers; returns the number that its frame will have."""
        frame = len(self.state.memory.frames) + len(self.offered) + 1
        self.offered.append(frame)
        option = Option(frame, item, self.active, self.party())
        self.state = self.state._replace(options={**self.state.options, frame: option})
        return frame

    def list_offered(self) -> None:
        """Make the options that this turn offered its list, and what is spoken of."""
        frames = tuple(self.offered)
        self.state = self.state._replace(lists=(*self.state.lists, frames))
        self.focus(frames)

    def focus(self, frames: Sequence[int]) -> None:
        """Make options the ones that are spoken of."""
        known = tuple(frame for frame in frames if frame in self.state.options)
        self.state = self.state._replace(focus=known, touched=(*self.state.touched, *known))

    # Bookings

    def booking_of(self, frame: int) -> Booking | None:
        """Return the booking that stands for an option's item; None where it isn't booked."""
        option = self.state.options.get(frame)
        standing = (each for each in self.state.bookings if each.status == "booked")
        return next((each for each in standing if option and each.option.item.key == option.item.key), None)

    def book(self, frame: int) -> None:
        """Book an option."""
        number = len(self.state.bookings) + 1
        booking = Booking(number, self.state.options[frame], "booked")
        self.state = self.state._replace(bookings=(*self.state.bookings, booking))

    def cancel(self, booking: Booking) -> None:
        """Cancel a booking."""
        changed = tuple(
            each._replace(status="cancelled") if each.number == booking.number else each for each in self.state.bookings
        )
        self.state = self.state._replace(bookings=changed)

    # Searches

    def search(self, query: Query, limit: int) -> Found:
        """Search, and put the search on record."""
        found = self.source.search(query, limit)
        self.record(query, found)
        return found

    def record(self, query: Query, found: Found) -> None:
        """Put a search on record: what is offered and not on record is lost when the dialogue is saved."""
        self.records.append(self.source.record(query, found, self.timestamp))

    def measured(self) -> list[Slot]:
        """Return the slots whose values have an order."""
        return [slot for slot in self.schema.slots if slot.measured]
