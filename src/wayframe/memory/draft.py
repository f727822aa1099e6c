"""The memory while a turn is worked in, and how values come into its frames."""

from __future__ import annotations

from collections.abc import Iterable

from wayframe.dialogue import Act, Author, Frame, Ref, SlotRequest, Value
from wayframe.memory.records import RELEASE_DAY, Memory, OpenFrame, Provenance
from wayframe.memory.slots import accumulated, is_measure, is_measured, is_passing
from wayframe.values import Quantity, canonical, fuller, read

_PARTY = ("n_adults", "n_children")
# What somebody compares with who asks for more or less of a slot, besides the slot itself.
_COUNTERPARTS = {"max_duration": "duration", "min_duration": "duration"}


Plain = str | bool | int | float


def facts(act: Act) -> list[tuple[str, Plain]]:
    """The slots of an act that have a value."""
    return [(arg.key, arg.value) for arg in act.slots if arg.value is not None]


class Draft:
    """A memory that a turn of `author` is changing. `created` is the frame that the user's turn makes, if any."""

    def __init__(self, memory: Memory, author: Author, text: str = "") -> None:
        self.author, self.today, self.text = author, memory.today, text
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

    def add(self, parent: OpenFrame | None, creator: Author) -> OpenFrame:
        """A new frame with its parent's constraints."""
        number, constraints = len(self.frames) + 1, parent.lasting if parent else {}
        known = Provenance(creator, words=parent.words if parent else {})
        frame = OpenFrame(Frame(number, parent.number if parent else None, constraints), known)
        self.frames.append(frame)
        return frame

    def fact(self, frame: OpenFrame, slot: str, val: Plain, *, afresh: bool = False) -> None:
        """The author of the turn says a value of a frame; the user's own words are kept where they say more than it."""
        read = self.read(frame, slot, val)
        self.say(frame, slot, Value(read), afresh=afresh)
        if self.author == "user" and is_measured(slot) and isinstance(val, str) and isinstance(read, str):
            words = fuller(slot, val, read, self.text, today=self.today or RELEASE_DAY)
            frame.words.update({slot: words} if words else {})

    def say(self, frame: OpenFrame, slot: str, value: Value, *, afresh: bool = False) -> None:
        """The author of the turn gives a value, beside his earlier ones; `afresh`, only beside those of this turn."""
        afresh = afresh and slot not in frame.fresh
        if self.author == "user":
            frame.constrain(slot, accumulated(slot, () if afresh else frame.constraint(slot), value))
            frame.drop("REJECTED")
        else:
            frame.tell(slot, accumulated(slot, () if afresh else frame.heard_of(slot), value))
            frame.heard.add(slot)
            frame.drop("HEARMORE")
            frame.drop("MOREINFO")
            self._pass_on(frame, slot)
        frame.said.add(slot)
        frame.fresh.add(slot)

    def _pass_on(self, frame: OpenFrame, slot: str) -> None:
        """Give what the wizard tells of a frame to those made from it, where nobody has named the slot."""
        for child in self.frames if not is_passing(slot) else ():
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
        held = frame.words.get(slot) or frame.text(slot) or ("1" if slot == "n_adults" else None)
        meant = read(slot, held, today=self.today or RELEASE_DAY) if held else None
        return f"{meant.low:g}" if isinstance(meant, Quantity) and meant.low is not None else held

    def _compared_with(self, slot: str, held: str | None) -> str | None:
        """What "longer" or "better" compare with: what the frame holds, else the last offer; budgets with prices."""
        if slot == "budget":
            return self._latest("price") or held
        return held if is_measure(slot, held) else self._latest(_COUNTERPARTS.get(slot, slot)) or held

    def _latest(self, slot: str) -> str | None:
        texts = (frame.text(slot) for frame in reversed(self.frames))
        return next((text for text in texts if is_measure(slot, text)), None)
