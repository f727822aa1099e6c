"""Frames from acts: the one place that creates, switches and fills frames (paper sections 5.1, 5.2 and 7.1, table 2).

`update` is pure. It takes the acts of a turn with their references and the frame that is active after the turn, and
gives the memory after the turn. Who decides what the acts refer to is not its business (`wayframe.tracking`).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Author, BinaryQuestion, CompareRequest, Frame, Record, Request, Value

Info = dict[str, tuple[Value, ...]]


class Provenance(Record, frozen=True, gc=False):
    """What a frame's labels don't say about it: who created it and which slots the wizard set in it."""

    creator: Author
    told: frozenset[str] = frozenset()


class Memory(Record, frozen=True, gc=False):
    """All frames after a turn, the number of the active one, and where they come from. `Memory()` is the start."""

    frames: tuple[Frame, ...] = ()
    active_frame: int = 1
    provenance: tuple[Provenance, ...] = ()

    def corrected(self, frames: Sequence[Frame]) -> Memory:
        """This memory with other contents of its frames, such as gold labels; where they come from is kept."""
        return replace(self, frames=tuple(frames))


def update(memory: Memory, author: Author, acts: Sequence[Act], active_frame: int) -> Memory:
    """The memory after a turn.

    `active_frame` is the frame that is active after the turn; on a user's turn `len(memory.frames) + 1` means a new
    one. A wizard's turn leaves the active frame as it is. References to frames that do not exist are ignored.
    """
    draft = _Draft(memory, author)
    if author == "user":
        draft.activate(active_frame)
    for act in acts:
        draft.apply(act)
    return draft.memory()


class _Frame:
    """A frame while a turn is worked in."""

    def __init__(self, frame: Frame, provenance: Provenance) -> None:
        self.frame_id, self.parent_id = frame.frame_id, frame.frame_parent_id
        self.info: Info = dict(frame.info)
        self.requests = list(frame.requests)
        self.questions = list(frame.binary_questions)
        self.comparisons = list(frame.compare_requests)
        self.creator, self.told = provenance.creator, set(provenance.told)

    def frozen(self) -> tuple[Frame, Provenance]:
        frame = Frame(
            self.frame_id,
            self.parent_id,
            self.info,
            tuple(self.requests),
            tuple(self.questions),
            tuple(self.comparisons),
        )
        return frame, Provenance(self.creator, frozenset(self.told))


class _Draft:
    """The memory while a turn is worked in."""

    def __init__(self, memory: Memory, author: Author) -> None:
        self.author = author
        self.frames = [_Frame(f, p) for f, p in zip(memory.frames, memory.provenance, strict=True)]
        self.active = memory.active_frame
        if not self.frames:
            self._create(None, {})
            self.active = 1

    def memory(self) -> Memory:
        pairs = [frame.frozen() for frame in self.frames]
        return Memory(tuple(f for f, _ in pairs), self.active, tuple(p for _, p in pairs))

    def frame(self, number: int | None) -> _Frame | None:
        return self.frames[number - 1] if number is not None and 1 <= number <= len(self.frames) else None

    def activate(self, number: int) -> None:
        """A user's turn goes to frame `number`, or to a new sibling of what the user is working on."""
        if number == len(self.frames) + 1:
            parent = self._sibling_parent()
            number = self._create(parent.frame_id, _constraints(parent)).frame_id
        if 1 <= number <= len(self.frames):
            self.active = number

    def _sibling_parent(self) -> _Frame:
        frame = self.frames[self.active - 1]
        while frame.creator == "wizard" and frame.parent_id is not None:
            frame = self.frames[frame.parent_id - 1]
        return frame if frame.parent_id is None else self.frames[frame.parent_id - 1]

    def _create(self, parent: int | None, info: Info) -> _Frame:
        number = len(self.frames) + 1
        frame = _Frame(Frame(number, parent, info), Provenance("user" if number == 1 else self.author))
        self.frames.append(frame)
        return frame

    def apply(self, act: Act) -> None:
        target = self.frames[self.active - 1]
        if act.id is not None and self.author == "wizard":
            refs = [f for r in act.refs() if (f := self.frame(r.frame))]
            parent = refs[0] if refs else target
            target = self._create(parent.frame_id, _constraints(parent))
            self._copy_unsaid(act, target)
        if act.name in ("inform", "offer", "suggest"):
            self._inform(act, target)
        elif act.name == "request":
            self._request(act, target)
        elif act.name == "confirm":
            target.questions += [_question(self.author, a) for a in act.slots if a.value is not None]
        elif act.name == "no_result":
            for ref in act.refs():
                if found := self.frame(ref.frame):
                    found.info["NO_RESULT"] = (Value(True),)
                    found.told.add("NO_RESULT")
        elif act.name == "moreinfo":
            target.questions.append(BinaryQuestion(self.author, "MOREINFO", ()))
        elif act.name == "request_compare":
            keys = tuple(a.key for a in act.slots)
            for ref in act.refs():
                if found := self.frame(ref.frame):
                    found.comparisons.append(CompareRequest(self.author, keys))

    def _copy_unsaid(self, act: Act, target: _Frame) -> None:
        """A slot without value in a reference means: the same as there."""
        for ref in act.refs():
            if found := self.frame(ref.frame):
                for arg in ref.annotations:
                    if arg.key in found.info:
                        target.info[arg.key] = found.info[arg.key]
                        target.told.add(arg.key)

    def _inform(self, act: Act, target: _Frame) -> None:
        written = [f for r in act.refs("write") if (f := self.frame(r.frame))]
        for frame in written or [target]:
            for arg in act.slots:
                if arg.value is not None:
                    self._set(frame, arg)

    def _set(self, frame: _Frame, arg: Arg) -> None:
        value = Value(arg.value)
        old = frame.info.get(arg.key, ())
        frame.info[arg.key] = (*old, value) if value in old else (value,)
        if self.author == "wizard":
            frame.told.add(arg.key)
        else:
            frame.told.discard(arg.key)
        frame.requests = [r for r in frame.requests if r.key != arg.key or r.author == self.author]

    def _request(self, act: Act, target: _Frame) -> None:
        for arg in act.slots:
            if arg.value is not None:
                target.questions.append(_question(self.author, arg))
            elif Request(self.author, arg.key) not in target.requests:
                target.requests.append(Request(self.author, arg.key))


def _question(author: Author, arg: Arg) -> BinaryQuestion:
    return BinaryQuestion(author, arg.key, arg.value)


def _constraints(frame: _Frame) -> Info:
    """What a new frame takes over of its parent: what the wizard only told is left."""
    return {slot: values for slot, values in frame.info.items() if slot not in frame.told}
