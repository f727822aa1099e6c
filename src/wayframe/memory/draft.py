"""The memory while a turn is worked in, and how values come into its frames."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

from wayframe.dialogue import Act, Author, BinaryQuestion, CompareRequest, Frame, Ref, SlotRequest, Value
from wayframe.memory.frame import OpenFrame
from wayframe.memory.records import RELEASE_DAY, Memory, Provenance
from wayframe.memory.slots import accumulated, is_measure, is_measured, is_passing
from wayframe.values import Quantity, canonical, fuller, read

Plain = str | bool | int | float
Asked = TypeVar("Asked", SlotRequest, BinaryQuestion, CompareRequest)

_PARTY = ("n_adults", "n_children")
_ALONE = {"n_adults": "1"}
# What somebody compares with who asks for more or less of a slot, besides the slot itself.
_COUNTERPARTS = {"max_duration": "duration", "min_duration": "duration"}


def facts(act: Act) -> list[tuple[str, Plain]]:
    """The slots of an act that have a value."""
    return [(arg.key, arg.value) for arg in act.slots if arg.value is not None]


class Draft:
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

    def named(self, refs: Iterable[Ref]) -> list[OpenFrame]:
        """The frames that references name, each once."""
        return list(dict.fromkeys(frame for frame, _ in self.known(refs)))

    def concerned(self, act: Act, key: Literal["ref", "write"] = "ref") -> list[OpenFrame]:
        """The frames that an act refers to, else the active one."""
        return self.named(act.refs(key)) or [self.active]

    def of_other(self, asked: Iterable[Asked]) -> list[Asked]:
        """Those of some questions that the other side has asked."""
        return [each for each in asked if each.author != self.author]

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
