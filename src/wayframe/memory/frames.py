"""Frames while a turn changes them: what their slots hold, and how values come in."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from typing import Literal, TypeVar, get_args

from wayframe.dialogue import Act, Arg, Author, BinaryQuestion, CompareRequest, Frame, Ref, SlotRequest, Value
from wayframe.memory.records import RELEASE_DAY, Info, Memory, Provenance
from wayframe.ontology import AMENITIES, FLAGS, PACKAGE_SLOTS, SEARCH_SLOTS, SLOTS, VICINITY, Concern
from wayframe.values import Quantity, canonical, fuller, read

YES_NO = frozenset(slot for slot, type_ in {**SEARCH_SLOTS, **PACKAGE_SLOTS}.items() if type_.kind == "boolean")

_CONCERNS = get_args(Concern)
_RANKS = {slot: _CONCERNS.index(type_.concern) for slot, type_ in SLOTS.items() if type_.concern}
_LAST = len(_CONCERNS)
_TRIP = frozenset(slot for slot, type_ in SLOTS.items() if type_.concern == "trip")
_BASIC = _TRIP | frozenset(slot for slot, type_ in SLOTS.items() if type_.concern == "route")

# What was told of other slots stays where it was told: flags, counts, what the wizard does, columns of a table.
_TAKEN_OVER = frozenset(slot for slot in SLOTS if slot not in (*FLAGS, "action") and not slot.startswith("count"))

# Requests that a fact about any of these slots answers.
_ANSWERED_BY = {"amenities": frozenset(AMENITIES), "vicinity": frozenset(VICINITY)}
# Questions that a fact about any of these slots settles. "Is it downtown?" asks about this one place.
_EXTRAS = frozenset((*AMENITIES, "amenities"))
_PLACES = frozenset((*VICINITY, "vicinity")) - {"downtown"}
_SETTLED_BY = {
    **dict.fromkeys(_EXTRAS, _EXTRAS),
    **dict.fromkeys(_PLACES, _PLACES),
    "action": frozenset(("intent",)),
}

_DAYS = frozenset(slot for slot, type_ in SLOTS.items() if type_.kind == "date")
_MEASURED = _DAYS | frozenset(
    slot for slot, type_ in SLOTS.items() if type_.kind in ("money", "count", "stars", "rating", "days")
)
_MEASURE = re.compile(r"(?:\$[GL]T )*(?:[a-z]+ )?\d.*")
# Also "no preference" (-1), and all that stands for less than a measure ("$LT").
_MEASURE_OR_SPECIAL = re.compile(rf"-1|\$[\s\S]*|{_MEASURE.pattern}")


def is_basic(slot: str) -> bool:
    """Return whether a slot is of the route or the trip, so that another value asks for another search."""
    return slot in _BASIC


def is_passing(slot: str) -> bool:
    """Return whether no other frame takes over what was told of a slot."""
    return slot not in _TAKEN_OVER


def stands(slot: str, said: Iterable[str]) -> bool:
    """Return whether what was told of a slot still stands where other slots get new values.

    The route always does. A new value on the trip leaves all else open, one on the stay its details, and so on down to
    the price, which hangs on everything.
    """
    rank = _RANKS.get(slot, _LAST)
    most_basic = min((_RANKS.get(each, _LAST) for each in said), default=_LAST + 1)
    if rank == most_basic:
        return slot not in _TRIP
    return rank < most_basic


def answers(slot: str, key: str) -> bool:
    """Return whether a fact about a slot is what a request for `key` asks for."""
    return slot == key or slot in _ANSWERED_BY.get(key, ())


def settles(slot: str, key: str) -> bool:
    """Return whether a fact about a slot settles a question about the value of `key`, or a comparison by it."""
    return answers(slot, key) or slot in _SETTLED_BY.get(key, ())


def is_day(slot: str) -> bool:
    """Return whether the values of a slot are days."""
    return slot in _DAYS


def is_measured(slot: str) -> bool:
    """Return whether the values of a slot are numbers, amounts or dates."""
    return slot in _MEASURED


def is_measure(slot: str, val: object) -> bool:
    """Return whether `val` is a measure of the slot in canonical form: a number, a date, or more or less than one."""
    if slot not in _MEASURED or not isinstance(val, str):
        return False
    return _MEASURE.fullmatch(val) is not None


def is_vague(slot: str, val: object) -> bool:
    """Return whether `val` is but words where a slot takes measures."""
    if slot not in _MEASURED:
        return False
    return not isinstance(val, str) or _MEASURE_OR_SPECIAL.fullmatch(val) is None


def accumulated(slot: str, values: tuple[Value, ...], value: Value) -> tuple[Value, ...]:
    """Values accumulate (paper section 7.1), but a measure takes the place of all that was not denied."""
    if is_measure(slot, value.val):
        values = tuple(earlier for earlier in values if earlier.negated)
    return (*values, value)


class OpenFrame:
    """A frame that a turn is changing; `fresh` are the slots that were said in this very turn."""

    def __init__(self, frame: Frame, provenance: Provenance) -> None:
        self.number, self.parent, self.creator = frame.frame_id, frame.frame_parent_id, provenance.creator
        self.info: Info = dict(frame.info)
        self.requests = list(frame.requests)
        self.questions = list(frame.binary_questions)
        self.comparisons = list(frame.compare_requests)
        self.told = set(provenance.told)
        self.covered = dict(provenance.covered)
        self.said = set(provenance.said)
        self.heard = set(provenance.heard)
        self.words = dict(provenance.words)
        self.aside = provenance.aside
        self.fresh: set[str] = set()

    @property
    def constraints(self) -> Info:
        """Return what holds by the user's will, with all that the wizard told taken away."""
        return {slot: values for slot, values in self.info.items() if slot not in self.told} | self.covered

    @property
    def lasting(self) -> Info:
        """The constraints that a frame made from this one takes over: all but flags."""
        return {slot: values for slot, values in self.constraints.items() if slot not in FLAGS}

    def constraint(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the user's will; empty where there are none."""
        held = self.covered if slot in self.told else self.info
        return held.get(slot, ())

    def close(self, questions: Container[BinaryQuestion | None]) -> None:
        """Some questions are open no more."""
        self.questions = [each for each in self.questions if each not in questions]

    def told_of(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the wizard's word; empty where there are none."""
        return self.info[slot] if slot in self.told else ()

    def heard_of(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the wizard's word since the frame was made; empty where there are none."""
        return self.told_of(slot) if slot in self.heard else ()

    def both(self, slot: str) -> tuple[Value, ...]:
        """The values of a slot by the user's will and by the wizard's word."""
        return (*self.constraint(slot), *self.told_of(slot))

    def text(self, slot: str) -> str | None:
        """The latest value of a slot that is text; None where there is none."""
        return next((v.val for v in reversed(self.info.get(slot, ())) if isinstance(v.val, str)), None)

    def constrain(self, slot: str, values: tuple[Value, ...]) -> None:
        """The user sets a slot; what the wizard told about it goes."""
        self.told.discard(slot)
        self.words.pop(slot, None)
        self.covered.pop(slot, None)
        self.info[slot] = values

    def tell(self, slot: str, values: tuple[Value, ...]) -> None:
        """The wizard tells of a slot; the user's constraint stays beneath."""
        if slot not in self.told and slot in self.info:
            self.covered[slot] = self.info[slot]
        self.told.add(slot)
        self.info[slot] = values

    def forget_told(self) -> None:
        """All that the wizard told goes, and the constraints beneath come back."""
        self.info = self.constraints
        self.told.clear()
        self.heard.clear()
        self.covered = {}

    def drop(self, slot: str) -> None:
        """The slot has no values any more."""
        self.info.pop(slot, None)
        self.told.discard(slot)

    def name(self, slot: str) -> None:
        """Somebody has named the slot for this very frame."""
        self.said.add(slot)
        self.fresh.add(slot)

    def closed(self) -> tuple[Frame, Provenance]:
        """The frame as it stands, and what its labels don't say."""
        questions = tuple(self.requests), tuple(self.questions), tuple(self.comparisons)
        provenance = Provenance(
            self.creator, frozenset(self.told), self.covered, frozenset(self.said), frozenset(self.heard), self.words,
            self.aside,
        )  # fmt: skip
        return Frame(self.number, self.parent, self.info, *questions), provenance


Plain = str | bool | int | float
Asked = TypeVar("Asked", SlotRequest, BinaryQuestion, CompareRequest)

_PARTY = ("n_adults", "n_children")
_ALONE = {"n_adults": "1"}
# What somebody compares with who asks for more or less of a slot, besides the slot itself.
_COUNTERPARTS = {"max_duration": "duration", "min_duration": "duration"}


def facts(act: Act) -> list[tuple[str, Plain]]:
    """The slots of an act that have a value."""
    return [(arg.key, arg.value) for arg in act.slots if arg.value is not None]


def referred(acts: Iterable[Act]) -> list[Ref]:
    """The references of acts, in order."""
    return [ref for act in acts for ref in act.refs()]


class MemoryDraft:
    """A memory that a turn of `author` is changing. `created` is the frame that the user's turn makes, if any."""

    def __init__(self, memory: Memory, author: Author, text: str = "") -> None:
        self.author, self.today, self.text = author, memory.today, text
        self.reference_day = memory.today or RELEASE_DAY
        self.frames = [OpenFrame(*pair) for pair in zip(memory.frames, memory.provenance, strict=True)]
        self.active = self.frames[memory.active_frame - 1] if self.frames else self.add(None, "user")
        self.created: OpenFrame | None = None
        self.requested: set[SlotRequest] = set()

    def memory(self) -> Memory:
        """The memory as it stands."""
        frames, provenance = zip(*(frame.closed() for frame in self.frames), strict=True)
        return Memory(frames, self.active.number, provenance, self.today)

    def frame(self, number: int) -> OpenFrame | None:
        """The frame of that number, if there is one."""
        return self.frames[number - 1] if 1 <= number <= len(self.frames) else None

    def known(self, refs: Iterable[Ref]) -> list[tuple[OpenFrame, Ref]]:
        """References with the frames that they name, but for those to frames that don't exist."""
        return [(frame, ref) for ref in refs if (frame := self.frame(ref.frame))]

    def annotated(self, refs: Iterable[Ref]) -> list[tuple[OpenFrame, Arg]]:
        """The slots and values by which references name frames, each with its frame."""
        return [(frame, arg) for frame, ref in self.known(refs) for arg in ref.annotations]

    def named(self, refs: Iterable[Ref]) -> list[OpenFrame]:
        """The frames that references name, each once."""
        return list(dict.fromkeys(frame for frame, _ in self.known(refs)))

    def concerned(self, act: Act, key: Literal["ref", "write"] = "ref") -> list[OpenFrame]:
        """The frames that an act refers to, else the active one."""
        return self.named(act.refs(key)) or [self.active]

    def of_other(self, asked: Iterable[Asked]) -> list[Asked]:
        """Those of some questions that the other side has asked."""
        return [each for each in asked if each.author != self.author]

    def close(self, is_closed: Callable[[BinaryQuestion], bool]) -> None:
        """Some binary questions are open no more, in whichever frame they stand."""
        for frame in self.frames:
            frame.questions = [each for each in frame.questions if not is_closed(each)]

    def own(self, asked: Iterable[Asked]) -> list[Asked]:
        """Those of some questions that the author of the turn has asked."""
        return [each for each in asked if each.author == self.author]

    def aside_of_other(self, frame: OpenFrame) -> BinaryQuestion | None:
        """The other side's question about a frame that the labels don't list, if there is one."""
        return frame.aside if frame.aside and frame.aside.author != self.author else None

    def add(self, parent: OpenFrame | None, creator: Author) -> OpenFrame:
        """A new frame with its parent's constraints."""
        number = len(self.frames) + 1
        if parent is None:
            frame = OpenFrame(Frame(number, None, {}), Provenance(creator))
        else:
            frame = OpenFrame(Frame(number, parent.number, parent.lasting), Provenance(creator, words=parent.words))
        self.frames.append(frame)
        return frame

    def fact(self, frame: OpenFrame, slot: str, val: Plain, *, afresh: bool = False) -> None:
        """The author of the turn says a value of a frame; the user's own words are kept where they say more than it."""
        value = self.read(frame, slot, val)
        self.say(frame, slot, Value(value), afresh=afresh)
        if self.author == "wizard" or not is_measured(slot):
            return
        if isinstance(val, str) and isinstance(value, str):
            words = fuller(slot, val, value, self.text, today=self.reference_day)
            frame.words.update({slot: words} if words else {})

    def say(self, frame: OpenFrame, slot: str, value: Value, *, afresh: bool = False) -> None:
        """The author of the turn gives a value, beside his earlier ones; `afresh`, only beside those of this turn."""
        earlier = frame.constraint(slot) if self.author == "user" else frame.heard_of(slot)
        if afresh and slot not in frame.fresh:
            earlier = ()
        values = accumulated(slot, earlier, value)
        frame.name(slot)
        if self.author == "user":
            frame.constrain(slot, values)
            frame.drop("REJECTED")
            return
        frame.tell(slot, values)
        frame.heard.add(slot)
        frame.drop("HEARMORE")
        frame.drop("MOREINFO")
        if not is_passing(slot):
            self._pass_on(frame, slot)

    def _pass_on(self, frame: OpenFrame, slot: str) -> None:
        """Give what the wizard tells of a frame to those made from it, where nobody has named the slot."""
        for child in self.frames:
            if child.parent == frame.number and slot not in child.said:
                child.tell(slot, frame.info[slot][:1])
                child.heard.add(slot)
                self._pass_on(child, slot)

    def read(self, frame: OpenFrame, slot: str, val: Plain) -> Plain:
        """The canonical form of what is said about a frame, in the light of what the memory holds."""
        held = self._party(frame, slot) if slot in _PARTY else frame.text(slot)
        value = canonical(slot, val, held=held, today=self.today)
        if isinstance(value, str) and value.startswith("$"):
            value = canonical(slot, val, held=self._compared_with(slot, held), today=self.today)
        return val if value is None else value

    def _party(self, frame: OpenFrame, slot: str) -> str | None:
        """How many travel so far: "my wife and I" are two, of whom frames hold one; who says nothing goes alone."""
        held = frame.words.get(slot) or frame.text(slot) or _ALONE.get(slot)
        if not held:
            return held
        meant = read(slot, held, today=self.reference_day)
        if isinstance(meant, Quantity) and meant.low is not None:
            return f"{meant.low:g}"
        return held

    def _compared_with(self, slot: str, held: str | None) -> str | None:
        """What "longer" or "better" compare with: what the frame holds, else the last offer; budgets with prices."""
        if slot == "budget":
            return self._latest("price") or held
        if is_measure(slot, held):
            return held
        return self._latest(_COUNTERPARTS.get(slot, slot)) or held

    def _latest(self, slot: str) -> str | None:
        texts = (frame.text(slot) for frame in reversed(self.frames))
        return next((text for text in texts if is_measure(slot, text)), None)
