"""Denotation: the options or bookings that a reference stands for, found in the dialogue state.

Options are looked for in the list at hand first, then among all that was shown, newest first (`docs/design.md`).
Nothing found and several found where one was meant are results, too; what follows is decided by the planner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product, takewhile
from typing import Any

from msgspec.structs import replace

from wayframe.meaning.records import (
    Booked,
    Constraint,
    Days,
    Described,
    Every,
    Extreme,
    It,
    Listed,
    Money,
    Named,
    Neighbour,
    NewTrip,
    Nth,
    Number,
    Numbered,
    Other,
    Party,
    Reference,
    Shown,
    Text,
    Together,
    Value,
    Wish,
    wishes_besides,
)
from wayframe.schema import Schema
from wayframe.sources.constraints import describes, order
from wayframe.state.records import DialogueState

Frames = tuple[int, ...]

OFF_PRICE = 0.05
"""How far off a price may be, as a share of it, that tells which option is meant."""
MOST_LISTED = 6
"""Options that are told at once at most: a higher place is a day."""

BY_CENTS = 1.0
"""How much a price told in whole units may be off."""


def is_for(party: Party, wish: Wish) -> bool:
    """Return whether a wish is for just the people of a party: "the one for the two of us"."""
    for said in wish.constraint.values:
        if not isinstance(said, Party):
            continue
        counted = said.adults or said.children
        if counted and (said.adults or said.total - said.children, said.children) == (party.adults, party.children):
            return True
        if not counted and said.total == party.adults + party.children:
            return True
    return False


class Denoter:
    """Finds the options that references denote in a state."""

    def __init__(self, state: DialogueState, schema: Schema) -> None:
        self.state, self.schema = state, schema

    def denote(self, reference: Reference | None) -> Frames:
        """Return the frames of the options that a reference denotes, in its order; none where it denotes nothing."""
        if reference is None:
            return self.spoken_of()
        return self._each_once(_DENOTATIONS[type(reference)](self, reference))

    def _each_once(self, frames: Frames) -> Frames:
        """Return options, of those that are one item for the same people the newest: nobody chooses among these."""
        known = self.state.known(frames)
        newest = {self.state.options[frame].terms: frame for frame in sorted(known)}
        return tuple(frame for frame in dict.fromkeys(known) if newest[self.state.options[frame].terms] == frame)

    def bookings(self, reference: Reference | None) -> Frames:
        """Return the options of the bookings that a reference denotes: all that stand where it names none."""
        standing = self._booked(Booked())
        if reference in (None, Booked(), Every(), Every(len(standing))):
            return standing
        denoted = Frames()
        within = _within_bookings(reference)
        if within is not None:
            denoted = self.denote(within)
        if isinstance(reference, Nth):  # "the first one": which was booked first, or told first?
            denoted = (*denoted, *self.denote(reference))
        keys = self._keys(denoted or self.denote(reference))
        found = tuple(frame for frame in standing if self._key(frame) in keys)
        if not found and isinstance(reference, Named):  # of several stays at one hotel, the one that is booked
            name = reference.name.casefold()
            found = tuple(frame for frame in standing if self._name(frame).casefold() == name)
        if isinstance(reference, It):
            return found or standing
        return found

    def means_all(self, reference: Reference | None) -> bool:
        """Return whether a reference means all that it denotes: of several that are named, each does or denotes one."""
        if isinstance(reference, Together):
            return all(self.means_all(part) or len(self.denote(part)) < 2 for part in reference.parts)
        return isinstance(reference, Every) or getattr(reference, "count", 1) > 1

    # The sets that references start from

    def at_hand(self) -> Frames:
        """Return the list that the options spoken of last are of; else the latest list."""
        if self.state.focus and (listed := self._list_with(self.state.focus[0])):
            return listed
        return self.latest_list()

    def latest_list(self) -> Frames:
        """Return the list that was offered last; what is spoken of where none was."""
        return self.state.lists[-1] if self.state.lists else self.state.focus

    def spoken_of(self) -> Frames:
        """Return the options that "it" or "they" stand for."""
        return self.state.focus or self.latest_list()

    def shown(self) -> Frames:
        """Return all options, each item once."""
        return self._newest(self.state.options)

    def _list_with(self, frame: int) -> Frames:
        """Return the newest list that an option is in."""
        return next((listed for listed in reversed(self.state.lists) if frame in listed), ())

    def continued(self, frames: Frames) -> Frames:
        """Return a list with its other pages: the lists next to it for the same wishes. Others stay as they are."""
        if frames not in self.state.lists:
            return frames
        at = len(self.state.lists) - 1 - self.state.lists[::-1].index(frames)
        before = takewhile(partial(self._is_page, frames), reversed(self.state.lists[:at]))
        behind = takewhile(partial(self._is_page, frames), self.state.lists[at + 1 :])
        pages = (*reversed(list(before)), frames, *behind)
        shown = self._newest(chain.from_iterable(pages))
        return tuple(frame for frame in shown if frame in frames or frame not in self.state.rejected)

    def _is_page(self, frames: Frames, other: Frames) -> bool:
        """Return whether two lists were offered for the same wishes and the same people."""
        first, *_ = (*self.state.known(frames), 0)
        second, *_ = (*self.state.known(other), 0)
        if not (first and second):
            return False
        options = self.state.options
        return (options[first].wishes, options[first].party) == (options[second].wishes, options[second].party)

    def _among(self, of: Reference | None, otherwise: Callable[[], Frames]) -> Frames:
        """Return the set that a reference names; another where it names none."""
        return otherwise() if of is None else self.denote(of)

    def _several(self) -> Frames:
        """Return the set that an extreme is taken from: what is spoken of if several, else the list at hand."""
        if len(self.state.focus) > 1:
            return self.continued(self.state.focus)
        listed = self.continued(self.at_hand())
        return listed if len(listed) > 1 else self.shown()

    # References, one method each

    def _it(self, reference: It) -> Frames:
        """Return what was spoken of last."""
        return self.spoken_of()

    def _named(self, reference: Named) -> Frames:
        """Return the option of a name: what is spoken of, else as it was offered last, else any that was shown.

        Before that comes what was booked until the booking was changed: "how much did we save?".
        """
        name = reference.name.casefold()
        found = [frame for frame in self.state.options if self._name(frame).casefold() == name]
        for frames in (self._replaced(), self.state.focus, *reversed(self.state.lists)):
            near = [frame for frame in found if frame in frames]
            if near:
                return self._newest(near)
        return self._newest(found)

    def _replaced(self) -> Frames:
        """Return the options in whose place others were booked in the last turn that changed something."""
        before = self.state.moments[-1].bookings if self.state.moments else ()
        standing = {booking.number: booking.option.frame for booking in self.state.standing}
        booked = [booking for booking in before if booking.status == "booked"]
        return tuple(each.option.frame for each in booked if standing.get(each.number, 0) not in (0, each.option.frame))

    def _nth(self, reference: Nth) -> Frames:
        """Return places of an order: of the latest list; of the one spoken of where the latest has no such place.

        Of a single option nobody says that it is the first: that is of the list before it.
        """
        found = _places(self._among(reference.of, self._latest_order), reference)
        if found or reference.of is not None:
            return found
        return _places(self.at_hand(), reference) or self._on_day(reference)

    def _latest_order(self) -> Frames:
        """Return the latest list of several options; the latest where each had but one."""
        return next((listed for listed in reversed(self.state.lists) if len(listed) > 1), self.latest_list())

    def _on_day(self, reference: Nth) -> Frames:
        """Return the options that begin, else end, on a day of the month: "the 29th one"."""
        if reference.count != 1 or reference.n <= MOST_LISTED:
            return ()
        for slot, frames in product(self.schema.windows, self._sets(None)):
            days = {frame: self.state.value(frame, slot) for frame in frames}
            found = [frame for frame, day in days.items() if isinstance(day, Days) and day.first.day == reference.n]
            if found:
                return tuple(found)
        return ()

    def _described(self, reference: Described) -> Frames:
        """Return the options that fulfil wishes; a name by itself where nothing of that name fulfils the rest.

        A wish for the best is fulfilled by the best of those: "the one which the guests rate best".
        """
        for wish in reference.wishes:
            if wish.constraint.op == "least" or wish.constraint.op == "most":
                rest = tuple(each for each in reference.wishes if each is not wish)
                of = Described(rest, reference.of) if rest else reference.of
                return self.denote(Extreme(wish.slot, wish.constraint.op, of=of))
        exactly = [_to_the_cent(wish) for wish in reference.wishes]
        found = self._fulfilling(exactly, reference.of) or self._fulfilling(reference.wishes, reference.of)
        names = tuple(wish for wish in reference.wishes if wish.slot == self.schema.name)
        if not found and names:
            return self._fulfilling(names, reference.of)
        return found or self._there(reference) or self._priced_nearly(reference)

    def _there(self, reference: Described) -> Frames:
        """Return the options in a place that was taken for where one sets off, as none does: "the Ottawa one"."""
        place, source = self.schema.place, self.schema.source
        if not any(wish.slot == source for wish in reference.wishes):
            return ()
        wishes = [replace(wish, slot=place) if wish.slot == source else wish for wish in reference.wishes]
        return self._fulfilling(wishes, reference.of)

    def _priced_nearly(self, reference: Described) -> Frames:
        """Return the option whose price is nearest to one told from memory: "the one at two thousand three".

        One that is but the cents apart is meant before any other: "the one for 1891" at $1,891.50.
        """
        match reference.wishes:
            case [Wish(slot, Constraint(op="is" | "around", values=(Money(told),)))]:
                for most in (BY_CENTS, told * OFF_PRICE):
                    for frames in self._sets(reference.of):
                        apart = {frame: abs(price - told) for frame, price in self.measures(frames, slot).items()}
                        near = [frame for frame in apart if apart[frame] <= most]
                        if near:
                            return (min(near, key=lambda frame: apart[frame]),)
        return ()

    def _extreme(self, reference: Extreme) -> Frames:
        """Return the options with the least or the most of a slot, of equal ones the first."""
        return tuple(self._ranked(reference))[: reference.count]

    def _ranked(self, reference: Extreme) -> Mapping[int, float]:
        """Return the options that an extreme is taken from with what they have of its slot, the extreme first."""
        slot, most_first = reference.slot, reference.direction == "most"
        if not slot:
            slot = self._quality()
            most_first = most_first and not self._less_is_better(slot)
        measures = self.measures(self._among(reference.of, self._several), slot)
        return dict(sorted(measures.items(), key=lambda each: each[1], reverse=most_first))

    def tied(self, reference: Reference | None) -> Frames:
        """Return the options that have the least or the most of a slot alike, where a reference means one of them."""
        if not isinstance(reference, Extreme) or not reference.slot or reference.count != 1:
            return ()
        ranked = self._ranked(reference)
        best = next(iter(ranked.values()), None)
        found = [frame for frame, measure in ranked.items() if measure == best]
        return tuple(found) if len({self._key(frame) for frame in found}) > 1 else ()

    def _other(self, reference: Other) -> Frames:
        """Return a set without what is spoken of; of two that were just offered, the second, else earlier ones."""
        frames = self._among(reference.of, self.at_hand)
        left = tuple(frame for frame in frames if frame not in self.state.rejected)
        if 0 < len(left) < len(frames) and set(left) <= set(self.state.focus):
            return left  # all were spoken of, and some of them are ruled out
        others = self._unnamed(frames)
        if others or reference.of is not None:
            return others
        if len(frames) == 2:
            return frames[-1:]
        return self._unnamed(self.shown())

    def _unnamed(self, frames: Frames) -> Frames:
        """Return options without those that are spoken of or were ruled out."""
        named = self._keys((*self.state.focus, *self.state.rejected))
        return tuple(frame for frame in frames if self._key(frame) not in named)

    def _every(self, reference: Every) -> Frames:
        """Return all of a set; where their number was said, a set of so many."""
        if reference.of is not None:
            return self.denote(reference.of)
        listed = self.at_hand()
        frames = self.state.focus if len(self.state.focus) > 1 else listed
        whole = self.continued(frames)
        if reference.count in (0, len(whole)):
            return whole
        if reference.count == len(frames):
            return frames
        if reference.count == len(listed):
            return listed
        return self._recent(reference.count)

    def _listed(self, reference: Listed) -> Frames:
        """Return a list that was offered; of those before the first, the first."""
        by_place = dict(enumerate(self.state.lists, 1))
        place = reference.n
        if place < 0:
            place = max(len(by_place) + 1 + place, 1)
        return by_place.get(place, ())

    def _booked(self, reference: Booked) -> Frames:
        """Return the options of the bookings that stand."""
        return tuple(booking.option.frame for booking in self.state.standing)

    def _shown(self, reference: Shown) -> Frames:
        """Return all options offered so far."""
        return self.shown()

    def _neighbour(self, reference: Neighbour) -> Frames:
        """Return the option before or after the one spoken of; the first of a list comes after what was told before.

        Of a list that was just told, of which nobody looked at one, the next is the second.
        """
        if not self.state.focus:
            return ()
        if reference.step == 1 and len(self.state.focus) > 1 and self.state.focus == self.latest_list():
            return self.state.focus[1:2]
        last = self.state.focus[-1]
        listed = self._list_with(last)
        at = listed.index(last) + reference.step if listed else -1
        if at >= 0:
            return listed[at : at + 1]
        return self.touched_before(last)[:1]

    def touched_before(self, frame: int) -> Frames:
        """Return the other options that were spoken of, the latest first."""
        return tuple(each for each in dict.fromkeys(reversed(self.state.touched)) if each != frame)

    def _together(self, reference: Together) -> Frames:
        """Return the options of several references, each once; of two descriptions of one, that: "the 459, the Kia"."""
        denoted = [self.denote(part) for part in reference.parts]
        if denoted and all(isinstance(part, Described) for part in reference.parts):
            common = [frame for frame in denoted[0] if all(frame in others for others in denoted[1:])]
            if len(common) == 1:
                return tuple(common)
        return tuple(dict.fromkeys(chain.from_iterable(denoted)))

    def _numbered(self, reference: Numbered) -> Frames:
        """Return the option of a frame."""
        return self.state.known((reference.frame,))

    def _new_trip(self, reference: NewTrip) -> Frames:
        """Return no option: a new set of wishes has none."""
        return ()

    # Options

    def _key(self, frame: int) -> str:
        return self.state.options[frame].item.key

    def _keys(self, frames: Iterable[int]) -> set[str]:
        """Return the keys of the items behind frames; frames that are no options have none."""
        return set(map(self._key, self.state.known(frames)))

    def _name(self, frame: int) -> str:
        value = self.state.value(frame, self.schema.name)
        return value.value if isinstance(value, Text) else ""

    def _newest(self, frames: Iterable[int]) -> Frames:
        """Return each item once, by the frame that was spoken of last, in the order of the frames."""
        recency = {frame: at for at, frame in enumerate(self.state.touched)}
        ordered = sorted(frames, key=lambda frame: recency.get(frame, -1))
        latest = {self._key(frame): frame for frame in ordered}
        return tuple(sorted(latest.values()))

    def _recent(self, count: int) -> Frames:
        """Return the options that were spoken of last, each once."""
        latest = list(dict.fromkeys(reversed(self.state.touched)))[:count]
        return tuple(reversed(latest))

    def are_several_of_a_list(self, frames: Sequence[int]) -> bool:
        """Return whether options are but some of a longer list of which nobody has spoken by themselves."""
        touched, focus = self.state.touched, self.state.focus
        longer = [listed for listed in self.state.lists if len(listed) > len(frames)]
        ends = [
            at + len(listed)
            for listed in longer
            for at in range(len(touched))
            if touched[at : at + len(listed)] == listed
        ]
        return set(frames) != set(focus) and not set(frames).issubset(touched[max(ends, default=0) :])

    def leaves_open(self, reference: Reference | None) -> int:
        """Return how many are meant of more that were just offered: 2 for "both" of three; 0 where it is clear."""
        if not isinstance(reference, Every) or reference.of is not None or reference.count < 2:
            return 0
        frames = self.denote(reference)
        return reference.count if frames and self.are_several_of_a_list(frames) else 0

    def _fulfilling(self, wishes: Sequence[Wish], of: Reference | None) -> Frames:
        """Return the options that fulfil wishes, of the first set that has any; first those that do so exactly."""
        for exactly, frames in product((True, False), self._sets(of)):
            known = self.state.known(frames)  # an agent without memory has forgotten options of its lists
            found = tuple(frame for frame in known if self.fulfils(frame, wishes, exactly=exactly))
            if found:
                return found
        return ()

    def _sets(self, of: Reference | None) -> Iterator[Frames]:
        """Yield the sets in which a description is looked for, in order."""
        if of is not None:
            yield self.denote(of)
            return
        if len(self.state.focus) > 1:
            yield self.state.focus  # "the black one" of two that are compared
        yield self.at_hand()
        yield from reversed(self.state.lists)
        yield self.shown()

    def fulfils(self, frame: int, wishes: Sequence[Wish], *, exactly: bool = False) -> bool:
        """Return whether an option is as described; 3.5 stars are 3, though not `exactly`."""
        option = self.state.options[frame]
        described = wishes_besides(wishes, self.schema.party) if self.schema.party else wishes
        people = [wish for wish in wishes if wish not in described]
        if not all(is_for(option.party, wish) for wish in people):
            return False
        values = option.item.values
        return all(self._is_so(wish, values.get(wish.slot), exactly=exactly) for wish in described)

    def _is_so(self, wish: Wish, value: Value | None, *, exactly: bool) -> bool:
        """Return whether a description is true of a value."""
        slot = self.schema.slot(wish.slot)
        if slot is None or describes(slot, wish.constraint, value) is not True:
            return False
        return not exactly or _exactly(wish.constraint, value)

    def measures(self, frames: Iterable[int], slot: str) -> dict[int, float]:
        """Return the numbers that options have of a slot, of those that have one."""
        numbers = dict[int, float]()
        for frame in frames:
            number = order(self.state.value(frame, slot))
            if number is not None:
                numbers[frame] = number
        return numbers

    def _quality(self) -> str:
        """Return the slot by which options are best overall: one of which more is better, else the price."""
        measured = [slot for slot in self.schema.slots if slot.measured]
        better = [slot.name for slot in measured if slot.better == "more"]
        return (self.schema.order, *better)[-1]

    def _less_is_better(self, name: str) -> bool:
        slot = self.schema.slot(name)
        return slot is not None and slot.better == "less"


_DENOTATIONS: Mapping[type[Reference], Callable[[Any, Any], Frames]] = {
    It: Denoter._it,
    Nth: Denoter._nth,
    Named: Denoter._named,
    Described: Denoter._described,
    Extreme: Denoter._extreme,
    Other: Denoter._other,
    Every: Denoter._every,
    Listed: Denoter._listed,
    Booked: Denoter._booked,
    Shown: Denoter._shown,
    NewTrip: Denoter._new_trip,
    Neighbour: Denoter._neighbour,
    Numbered: Denoter._numbered,
    Together: Denoter._together,
}


def _to_the_cent(wish: Wish) -> Wish:
    """Return a wish for about so much as one for just that: "the 459 one" is at 459, if one is."""
    is_amount = wish.constraint.op == "around"
    return replace(wish, constraint=replace(wish.constraint, op="is")) if is_amount else wish


def _within_bookings(reference: Reference | None) -> Reference | None:
    """Return a reference as one to what is booked: "the later one"; None where it names another set."""
    if isinstance(reference, Nth | Extreme | Described | Other) and reference.of is None:
        return replace(reference, of=Booked())
    if isinstance(reference, Extreme | Nth) and isinstance(reference.of, Described) and reference.of.of is None:
        return replace(reference, of=replace(reference.of, of=Booked()))
    return None


def _places(frames: Frames, reference: Nth) -> Frames:
    """Return so many options from a place on, or up to one that is counted from the end."""
    if reference.n > 0:
        return frames[reference.n - 1 : reference.n - 1 + reference.count]
    last = len(frames) + reference.n + 1
    return frames[max(last - reference.count, 0) : max(last, 0)]


def _exactly(constraint: Constraint, value: Value | None) -> bool:
    """Return whether a value is just the one described, where that may be meant: a plain number, one day."""
    meant: Mapping[type, bool] = {Number: constraint.op == "is", Days: _is_one_day(constraint)}
    return not meant.get(type(value)) or order(value) in map(order, constraint.values)


def _is_one_day(constraint: Constraint) -> bool:
    """Return whether a constraint names single days: "the one until August 19"."""
    return all(isinstance(each, Days) and each.exact for each in constraint.values)
