"""A session of tools: one conversation over a catalogue, each call a turn of typed meaning and its answer.

Frames are created, switched and filled by the same rules as in conversation: what a call says is heard by the dialogue
state (`wayframe.state`), what it finds is planned and put in words and acts like an agent's reply. So a conversation of
tools is one like any other: it can be kept, shown, and gone on with in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wayframe.agent import Agent
from wayframe.conversation import Conversation, Exchange
from wayframe.errors import InputError
from wayframe.meaning.records import (
    Book,
    Cancel,
    Constraint,
    Correct,
    Drop,
    Money,
    More,
    Move,
    Numbered,
    Return,
    Value,
    Wish,
    wishes_besides,
    wishes_for,
)
from wayframe.planner import denials, pricing, searching, stand_ins
from wayframe.planner.plan import Done, Noted, Nothing, PlannerTurn, Recalled, Tell
from wayframe.presentation.presenter import extremes
from wayframe.realiser.phrases import capitalised, wish_words
from wayframe.schema import Slot
from wayframe.sources.constraints import order
from wayframe.sources.protocol import Condition, Item, Query, Relaxed
from wayframe.state.records import Booking, DialogueState, Option
from wayframe.state.wishes import held_wishes, revised, travellers
from wayframe.tools.encoding import constraint_json, facts_json, slot_named, value_json
from wayframe.tools.known import wished
from wayframe.tools.records import (
    BlamedRecord,
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
from wayframe.tools.schemas import ends

MOST = 10
"""Items that one search may give (paper section 3.3)."""

_FEW = 2
_VALUES, _NUMBERS = 50, 10  # that are named: of names, of what has an order
_BLAMED_VALUES = 10  # that are named of a slot whose wish is in the way
_NOTHING = "Nothing fits. The wishes to blame exclude everything together; suggest shows what nearly fits."
_NO_MORE = "All that fits was shown."
_NOTHING_NEAR = "Nothing fits even if two wishes give way: replace or forget some."


class ToolSession:
    """One conversation over a source, which each call may take further. Not safe for several threads at once.

    `conversation` is as it stands, `state` the dialogue state that it has come to, `exchanges` are those that this
    session added to it.
    """

    def __init__(self, agent: Agent, conversation: Conversation | None = None) -> None:
        """`conversation` is the one to go on with; by default a new one."""
        self.agent, self.source, self.schema = agent, agent.source, agent.schema
        self.conversation = conversation or agent.open()
        self.exchanges: tuple[Exchange, ...] = ()
        self.state: DialogueState = agent.state(self.conversation)

    @property
    def today(self) -> str:
        """The day from which dates count."""
        return self.agent.today.isoformat()

    # Wishes

    def remember(
        self, wishes: Mapping[str, Any] | Sequence[WishRecord], frame: int | None = None, *, replace: bool = False
    ) -> Remembered:
        """Keep what the user wants, starting from the wishes of `frame` where it is given.

        What adds to the active frame fills it, what contradicts it makes a new one that keeps all else. With `replace`,
        the wishes of before for the same slots no longer hold. Raises `InputError` for a slot, a value or a frame that
        there isn't.
        """
        forms = (
            wishes.items() if isinstance(wishes, Mapping) else [(wish["slot"], wish["constraint"]) for wish in wishes]
        )
        said = [Wish(slot, each) for slot, form in forms for each in wished(self.source, slot, form)]
        if not said:
            raise InputError("wishes: expected at least one, found none")
        moves: list[Move] = [Correct(tuple(said))]
        if replace:
            moves = [*self._outdated(said, frame), *moves]
        text = capitalised(wish_words(self.agent.locale, said))
        return self._changed(moves, frame, f"{text}.", Noted("heard", tuple(said)))

    def _outdated(self, said: Sequence[Wish], frame: int | None) -> list[Move]:
        """Return the slots of which something would still hold beside the new wishes."""
        state = self.state
        held = held_wishes(state, frame or state.memory.active_frame, self.schema)
        slots = dict.fromkeys(wish.slot for wish in said)
        found = list[Move]()
        for slot in slots:
            new = wishes_for(said, slot)
            if set(revised(wishes_for(held, slot), new, self.schema)) != set(new):
                found.append(Drop(slot))
        return found

    def forget(self, slots: Sequence[str] = (), frame: int | None = None) -> Remembered:
        """Take back wishes: those for these slots, all where there are none."""
        names = [slot_named(self.schema, slot).name for slot in slots]
        labels = ", ".join(self.schema.by_name[name].label for name in names)
        gone = tuple(Wish(name, Constraint("any")) for name in names)
        drops = [Drop(name) for name in names] or [Drop()]
        return self._changed(drops, frame, f"Never mind the {labels or 'rest'}.", Noted("dropped", gone))

    def _changed(self, moves: Sequence[Move], frame: int | None, text: str, part: Noted) -> Remembered:
        before = len(self.state.memory.frames)
        if frame is not None and frame != self.state.memory.active_frame:
            self._check(frame)
            moves = [Return(Numbered(frame)), *moves]

        def answer(turn: PlannerTurn) -> None:
            if turn.heard.doubted:
                slots = ", ".join(wish.slot for wish in turn.heard.doubted)
                raise InputError(f"{slots}: before {self.schema.start}, which has to change with it")
            turn.say(part)

        self._act(moves, text, answer)
        active = self.state.memory.active_frame
        return {
            "today": self.today,
            "active_frame": active,
            "created": len(self.state.memory.frames) > before,
            "changed": [self._frame(active)],
        }

    def switch(self, frame: int) -> Remembered:
        """Go back to a frame. Raises `InputError` where there is no such frame."""
        self._check(frame)

        def answer(turn: PlannerTurn) -> None:
            if frame in turn.state.options:
                turn.focus([frame])
                turn.say(Tell(turn.views([frame], turn.brief_slots())))
            else:
                turn.say(Recalled("wishes", turn.wishes()))

        self._act([Return(Numbered(frame))], f"Let's go back to {self._called(frame)}.", answer)
        return {"today": self.today, "active_frame": frame, "created": False, "changed": [self._frame(frame)]}

    # The catalogue

    def search(self, limit: int = 3, *, more: bool = False) -> SearchResult:
        """Search for the active frame's wishes; each item is an option. Says what is to blame where none fits.

        An item that was found before, and is as it was, keeps its number; with `more`, such items are left out.
        """
        _within(limit)
        blamed, total, frames = list[BlamedRecord](), 0, list[int]()

        def answer(turn: PlannerTurn) -> None:
            nonlocal total
            query = searching.spread(turn, turn.query())
            if more:
                query = query._replace(excluded=frozenset(each.item.key for each in turn.state.options.values()))
            found = turn.search(query, limit)
            total = found.total
            if found.items:

                def offer(new: Sequence[Item]) -> None:
                    searching.offer(turn, found._replace(items=tuple(new)), query)

                frames.extend(self._offered(turn, found.items, offer))
                return
            wishes = () if more else denials.blamed(turn, query)
            blamed.extend(self._blamed(wish, turn) for wish in wishes)
            turn.say(Nothing(wishes, "no_more" if more else "combination"))

        self._act([More()] if more else [], "What else is there?" if more else "What is there?", answer)
        nothing = _NO_MORE if more else _NOTHING
        return {
            "today": self.today,
            "active_frame": self.state.memory.active_frame,
            "total": total,
            "found": [self._option(frame) for frame in frames],
            "to_blame": blamed,
            "note": "" if frames else nothing,
        }

    def _offered(self, turn: PlannerTurn, items: Sequence[Item], offer: Callable[[Sequence[Item]], None]) -> list[int]:
        """Offer the items that are new, tell of those that have a number already, and return the numbers of all."""
        known = {item.key: pricing.same_option(turn, item) for item in items}
        new = [item for item in items if known[item.key] is None]
        if new:
            offer(new)
        known.update(zip((item.key for item in new), turn.offered, strict=True))
        frames = [frame for item in items if (frame := known[item.key]) is not None]
        told = [frame for frame in frames if frame not in turn.offered]
        if told:
            turn.say(Tell(turn.views(told, turn.brief_slots())))
        return frames

    def _blamed(self, wish: Wish, turn: PlannerTurn) -> BlamedRecord:
        """Return a wish that is in the way with the values that there are without it."""
        query = turn.query(wishes_besides(turn.wishes(), wish.slot))
        slot = self.schema.by_name[wish.slot]
        counted = [] if slot.measured else self.source.distinct(query, wish.slot, _BLAMED_VALUES)
        least, most = ends(self.source, slot, query)
        return {
            "slot": wish.slot,
            "constraint": constraint_json(wish.constraint),
            "values": [{"value": value_json(value), "items": count} for value, count in counted],
            "least": least,
            "most": most,
        }

    def suggest(self, limit: int = 3) -> SuggestionResult:
        """Offer what fits once a wish or two give way, nearest first; each item is an option.

        An item that was found before, and is as it was, keeps its number.
        """
        _within(limit)
        nearest, frames = list[Relaxed](), list[int]()

        def answer(turn: PlannerTurn) -> None:
            query = turn.query()
            nearest.extend(stand_ins.near_misses(turn, query, limit))
            if not nearest:
                turn.say(Nothing())
                return

            def offer(new: Sequence[Item]) -> None:
                searching.offer_near_misses(turn, query, [each for each in nearest if each.item in new])

            frames.extend(self._offered(turn, [each.item for each in nearest], offer))

        self._act([], "What nearly fits?", answer)
        found = [self._suggestion(frame, each) for frame, each in zip(frames, nearest, strict=True)]
        note = "" if found else _NOTHING_NEAR
        return {"today": self.today, "active_frame": self.state.memory.active_frame, "found": found, "note": note}

    def values(self, slot: str, *, fitting: bool = False) -> ValuesResult:
        """Return the values that a slot has in the catalogue, or among the items that fit the active wishes."""
        known = slot_named(self.schema, slot)
        query = self._query() if fitting else Query()
        counted = (
            [] if known.kind == "party" else self.source.distinct(query, slot, _NUMBERS if known.measured else _VALUES)
        )
        least, most = ends(self.source, known, query)
        return {
            "today": self.today,
            "slot": slot,
            "kind": known.kind,
            "unit": known.unit,
            "values": [{"value": value_json(value), "items": count} for value, count in counted],
            "least": least,
            "most": most,
        }

    def _query(self) -> Query:
        """Return the search for the active wishes."""
        state = self.state
        wishes = held_wishes(state, state.memory.active_frame, self.schema)
        conditions = [Condition(wish.slot, wish.constraint) for wish in wishes if self._is_condition(wish)]
        return Query(tuple(conditions), (), travellers(wishes, self.schema))

    def _is_condition(self, wish: Wish) -> bool:
        slot = self.schema.slot(wish.slot)
        return slot is not None and slot.kind != "party" and wish.constraint.op not in ("any", "least", "most")

    # Options

    def facts(self, frames: Sequence[int], slots: Sequence[str] = ()) -> FactsResult:
        """Return what is true of options. Raises `InputError` for a frame that is none."""
        for slot in slots:
            slot_named(self.schema, slot)
        options = [self._option(frame, slots) for frame in frames]
        return {"today": self.today, "options": options}

    def compare(self, frames: Sequence[int], slots: Sequence[str] = (), *, sums: bool = False) -> ComparisonResult:
        """Return options side by side; with `sums` also what their prices come to.

        Raises `InputError` for fewer than two, or a frame that is none.
        """
        asked = list(dict.fromkeys(frames))
        if len(asked) < _FEW:
            raise InputError(f"frames: expected at least two, found {len(asked)}")
        options = [self._known_option(frame) for frame in asked]
        compared = [slot_named(self.schema, slot) for slot in slots] or self.schema.slots
        rows = [self._row(slot, options, sums=sums) for slot in compared]
        names = [option.item.text(self.schema.name) for option in options]
        telling = [row for row in rows if set(row["values"]) - {None}]
        return {"today": self.today, "frames": asked, "names": names, "rows": telling}

    def _row(self, slot: Slot, options: Sequence[Option], *, sums: bool) -> ComparedSlot:
        values = [option.item.values.get(slot.name) for option in options]
        best = extremes([None if value is None else order(value) for value in values], slot.better)
        row: ComparedSlot = {
            "slot": slot.name,
            "label": slot.label,
            "unit": slot.unit,
            "values": [None if value is None else _comparable(value) for value in values],
            "best": [options[place].frame for place in sorted(best)],
        }
        amounts = [value for value in values if isinstance(value, Money)]
        if sums and len(amounts) == len(values) and len({amount.currency for amount in amounts}) == 1:
            row["sum"] = round(sum(amount.value for amount in amounts), 2)
        return row

    # Bookings

    def book(self, frame: int) -> BookingResult:
        """Book an option. Raises `InputError` for a frame that is none, is booked, or was priced for another party."""
        option = self._known_option(frame)
        if self._is_booked(frame):
            raise InputError(f"frame {frame}: is booked already")

        def answer(turn: PlannerTurn) -> None:
            if turn.party_known() and option.party != turn.party():
                raise InputError(f"frame {frame}: was priced for others than those who travel now: search again")
            turn.state = turn.state.booked(option)
            turn.say(Done("book", turn.bookings([frame])))

        return self._done(Book(Numbered(frame)), f"Book {self._called(frame)}.", answer)

    def cancel(self, frame: int) -> BookingResult:
        """Cancel the booking of an option. Raises `InputError` where it isn't booked."""
        option = self._known_option(frame)
        if not self._is_booked(frame):
            booked = [str(each.option.frame) for each in self.state.standing]
            raise InputError(f"frame {frame}: is not booked; booked are {', '.join(booked) or 'none'}")

        def answer(turn: PlannerTurn) -> None:
            turn.state = turn.state.cancelled(option)
            turn.say(Done("cancel", turn.bookings([frame])))

        return self._done(Cancel(Numbered(frame)), f"Cancel {self._called(frame)}.", answer)

    def _done(self, move: Move, text: str, answer: Callable[[PlannerTurn], None]) -> BookingResult:
        before = self.state.bookings
        self._act([move], text, answer)
        after = self.state.bookings
        changed = next(each for each in after if each not in before)
        bookings = [self._booking(each) for each in after]
        return {"today": self.today, "booking": self._booking(changed), "bookings": bookings}

    # Memory

    def recall(self, frames: Sequence[int] = (), *, all_facts: bool = False) -> MemoryRecord:
        """Return frames, all where none is named, and all bookings.

        Of options there are the facts that offers show, unless `all_facts` are asked for.
        """
        for frame in frames:
            self._check(frame)
        numbers = frames or range(1, len(self.state.memory.frames) + 1)
        return {
            "today": self.today,
            "active_frame": self.state.memory.active_frame,
            "frames": [self._frame(number, all_facts=all_facts) for number in numbers],
            "bookings": [self._booking(each) for each in self.state.bookings],
        }

    def _frame(self, number: int, *, all_facts: bool = True) -> FrameRecord:
        option = self.state.options.get(number)
        wishes = option.wishes if option else held_wishes(self.state, number, self.schema)
        return {
            "frame": number,
            "from_frame": self.state.memory.frames[number - 1].frame_parent_id,
            "kind": "option" if option else "wishes",
            "active": number == self.state.memory.active_frame,
            "booked": self._is_booked(number),
            "wishes": [_wish(wish) for wish in wishes if wish.constraint.op != "any"],
            "facts": self._facts(option, all_facts=all_facts) if option else {},
        }

    def _facts(self, option: Option, *, all_facts: bool) -> dict[str, Any]:
        shown = {slot.name for slot in self.schema.slots if slot.shown} | {self.schema.name, self.schema.place}
        values = option.item.values
        return facts_json({slot: value for slot, value in values.items() if all_facts or slot in shown})

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

    def _is_booked(self, frame: int) -> bool:
        option = self.state.options.get(frame)
        return option is not None and self.state.is_booked(option)

    def _known_option(self, frame: int) -> Option:
        self._check(frame)
        if frame not in self.state.options:
            raise InputError(f"frame {frame}: holds wishes, no option: search first")
        return self.state.options[frame]

    def _check(self, frame: int) -> None:
        made = len(self.state.memory.frames)
        if not made:
            raise InputError(f"frame {frame}: there is none yet: remember what the user wants, or search")
        if not 0 < frame <= made:
            raise InputError(f"frame {frame}: expected 1 to {made}")

    def _called(self, frame: int) -> str:
        """Return the name of an option; of wishes, the number of their frame."""
        option = self.state.options.get(frame)
        return (option and option.item.text(self.schema.name)) or f"frame {frame}"

    def _act(self, moves: Sequence[Move], text: str, answer: Callable[[PlannerTurn], None]) -> None:
        """Take the conversation a turn further, and its answer."""
        exchange = self.agent.act(self.conversation, moves, text, (answer,))
        self.conversation, self.exchanges = exchange.after, (*self.exchanges, exchange)
        self.state = self.agent.state(exchange.after)


def _wish(wish: Wish) -> WishRecord:
    return {"slot": wish.slot, "constraint": constraint_json(wish.constraint)}


def _comparable(value: Value) -> Any:
    said = value_json(value)
    return ", ".join(said) if isinstance(said, list) else said


def _within(limit: int) -> None:
    if not 0 < limit <= MOST:
        raise InputError(f"limit: expected 1 to {MOST}, found {limit}")
