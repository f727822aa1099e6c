"""A turn of the agent while it is planned: the state that it changes, the parts of the reply, the searches made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wayframe.meaning.records import Party, Text, Value, Wish
from wayframe.planner.plan import OptionView, ReplyPart
from wayframe.schema import Schema, Slot
from wayframe.sources.protocol import Condition, Found, Item, Query, Source
from wayframe.state.denotation import Denoter
from wayframe.state.holding import held_wishes, wishing_frame
from wayframe.state.records import DialogueState, Option, Step
from wayframe.state.revision import travellers
from wayframe.state.speaking import same_item
from wayframe.state.update import Heard

MOST_NAMED = 6
"""Options that are named at most where one of them is asked for."""


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
    def unsure(self) -> bool:
        """Whether something may have been meant otherwise, so that nothing lasting is done without a question."""
        return not self.heard.confirmed and (bool(self.heard.unread) or self.heard.ambiguous)

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
        return wishing_frame(self.state, self.state.memory.active_frame)

    def wishes(self) -> tuple[Wish, ...]:
        """Return the wishes that hold now; what was said of the travellers holds for every trip."""
        return held_wishes(self.state, self.state.memory.active_frame, self.schema)

    def wish(self, slot: str) -> Wish | None:
        """Return the last wish for a slot; None where there is none."""
        return next((wish for wish in reversed(self.wishes()) if wish.slot == slot), None)

    def party(self) -> Party:
        """Return who travels, one adult where nobody said."""
        return travellers(self.wishes(), self.schema)

    def party_known(self) -> bool:
        """Return whether somebody said who travels; where nobody needs to, it counts as known."""
        return not self.schema.party or self.wish(self.schema.party) is not None

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

    def views(self, frames: Sequence[int], slots: Sequence[str] = ()) -> tuple[OptionView, ...]:
        """Return options with the values of some slots."""
        return tuple(self.view(frame, slots) for frame in frames)

    def at_hand(self) -> tuple[OptionView, ...]:
        """Return the options at hand, as candidates for what was meant."""
        return self.views(self.denoter.at_hand()[:MOST_NAMED])

    def item_view(self, item: Item, slots: Sequence[str], frame: int = 0, party: Party | None = None) -> OptionView:
        """Return an item with the values of some slots; a price goes with whom it is for."""
        values = {slot: item.values[slot] for slot in slots if slot in item.values}
        price = self.schema.price
        shown = party if party and self.schema.party and price and price.name in values else None
        return OptionView(frame, self._text(item, self.schema.name), self._text(item, self.schema.place), values, shown)

    def _text(self, item: Item, slot: str) -> str:
        value = item.values.get(slot) if slot else None
        return value.value if isinstance(value, Text) else ""

    def value(self, frame: int, slot: str) -> Value | None:
        """Return an option's value of a slot; None where it isn't known."""
        return self.state.value(frame, slot)

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
        option = Option(frame, item, self.active, self.party(), self.wishes())
        self.state = self.state._replace(options={**self.state.options, frame: option})
        return frame

    def list_offered(self) -> None:
        """Make the options that this turn offered its list, and what is spoken of."""
        frames = tuple(self.offered)
        self.state = self.state._replace(lists=(*self.state.lists, frames))
        self.focus(frames)

    def focus(self, frames: Sequence[int]) -> None:
        """Make options the ones that are spoken of."""
        known = self.state.known(frames)
        self.state = self.state._replace(focus=known, touched=(*self.state.touched, *known))

    # Bookings

    def is_booked(self, frame: int) -> bool:
        """Return whether an option is booked, for the same people."""
        option = self.state.options[frame]
        return any(same_item(booking.option, option) for booking in self.state.standing)

    def booking_slots(self) -> list[str]:
        """Return the slots that a booking is told with: where from, when, and the price."""
        price = self.schema.price.name if self.schema.price else ""
        return [slot for slot in (self.schema.source, *self.schema.windows, price) if slot]

    def bookings(self, frames: Sequence[int]) -> tuple[OptionView, ...]:
        """Return options as bookings are told."""
        return self.views(frames, self.booking_slots())

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
