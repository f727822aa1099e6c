"""Frames recomputed from acts, beside the frames that a corpus is labelled with.

The paper says that the frame labels "were automatically computed" from acts and active frames (section 5). `memory`
does that; here its frames are compared with the labels of every turn, from the labels of the turn before
(teacher-forced) and from its own frames all along (free-running). Values are compared with their order and repetitions;
the order of a frame's slots and of its questions, in which the labels follow no rule, doesn't count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from wayframe.dialogue import Dialogue, Frame, Value
from wayframe.memory import RELEASE_DAY, Memory, update
from wayframe.ontology import FLAGS

QUESTIONS = ("requests", "binary_questions", "compare_requests")
COMPONENTS = ("info", "pseudo_slots", *QUESTIONS)


class DifferencePlace(NamedTuple):
    """Location of a difference; `turn` counts from 0."""

    dialogue: str
    turn: int
    frame: int


class FrameDifference(NamedTuple):
    """A group of differences: of which kind, how many frames show it, the first place with what was found there."""

    kind: str
    shown_by: int
    place: DifferencePlace
    labelled: str
    recomputed: str


class TripleAgreement(NamedTuple):
    """Agreement on (frame, slot, value) triples, each turn's counted; a value that stands twice counts twice."""

    precision: float
    recall: float
    f1: float


class FrameAgreement(NamedTuple):
    """Agreement of recomputed frames with the labels.

    `turns` and `frames` are numbers (a frame counts once for each turn that lists it); `turns_equal`, `frames_equal`
    and `components` are shares of turns and frames that are equal in full. `parents` is the share of frames that have
    the labelled parent when they first appear.
    """

    turns: int
    turns_equal: float
    frames: int
    frames_equal: float
    triples: TripleAgreement
    parents: float
    components: dict[str, float]


class RecomputedFrames(NamedTuple):
    """Both comparisons, and what differs when each turn starts from the labels before it, largest group first."""

    teacher_forced: FrameAgreement
    free_running: FrameAgreement
    differences: list[FrameDifference]


def recompute(dialogues: Iterable[Dialogue], today: date = RELEASE_DAY) -> RecomputedFrames:
    """Recompute the frames of every turn of `dialogues` and compare; `today` is the day from which "Friday" counts."""
    forced, free, groups = _Tally(), _Tally(), _Groups()
    for dialogue in dialogues:
        teacher, own, known = Memory(today=today), Memory(today=today), 0
        for number, turn in enumerate(dialogue.turns):
            labelled = turn.frames
            teacher = update(teacher, turn.author, turn.acts, turn.active_frame)
            own = update(own, turn.author, turn.acts, turn.active_frame)
            forced.add(labelled, teacher.frames, known)
            free.add(labelled, own.frames, known)
            if teacher.frames != labelled:
                groups.add(dialogue.id, number, labelled, teacher.frames)
                teacher = teacher.corrected(labelled, turn.author)
            known = len(labelled)
    return RecomputedFrames(forced.agreement(), free.agreement(), groups.largest_first())


class _Tally:
    """Counts of what agrees."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()

    def add(self, labelled: Sequence[Frame], found: Sequence[Frame], known: int) -> None:
        """A turn's frames; the first `known` of them were there before."""
        count = self.count
        count["turns"] += 1
        alike = len(found) == len(labelled) and all(map(_alike, found, labelled))
        count["turns_equal"] += alike
        count["frames"] += len(labelled)
        count["created"] += len(labelled) - known
        count["found"] += sum(_values(frame) for frame in found[len(labelled) :])
        for number, frame in enumerate(labelled):
            other = found[number] if number < len(found) else None
            self._frame(frame, other, created=number >= known)

    def _frame(self, frame: Frame, other: Frame | None, *, created: bool) -> None:
        count, size = self.count, _values(frame)
        count["labelled"] += size
        if other is None:
            return
        count["parents"] += created and other.frame_parent_id == frame.frame_parent_id
        if _alike(other, frame):
            count.update(("frames_equal", *COMPONENTS))
            count["found"] += size
            count["agreed"] += size
            return
        count["found"] += _values(other)
        count["agreed"] += sum((_triples(frame) & _triples(other)).values())
        count.update(name for name in COMPONENTS if _component(frame, name) == _component(other, name))

    def agreement(self) -> FrameAgreement:
        count = self.count
        precision, recall = _share(count["agreed"], count["found"]), _share(count["agreed"], count["labelled"])
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return FrameAgreement(
            count["turns"],
            _share(count["turns_equal"], count["turns"]),
            count["frames"],
            _share(count["frames_equal"], count["frames"]),
            TripleAgreement(precision, recall, f1),
            _share(count["parents"], count["created"]),
            {name: _share(count[name], count["frames"]) for name in COMPONENTS},
        )


class _Groups:
    """Differences by kind, with the first example of each."""

    def __init__(self) -> None:
        self._found: dict[str, FrameDifference] = {}

    def add(self, dialogue: str, turn: int, labelled: Sequence[Frame], found: Sequence[Frame]) -> None:
        for number in range(max(len(labelled), len(found))):
            place = DifferencePlace(dialogue, turn, number + 1)
            if number >= len(found) or number >= len(labelled):
                missing = number >= len(found)
                self._count("a frame is missing" if missing else "a frame too many", place, "", "")
                continue
            for kind, here, there in _differences(labelled[number], found[number]):
                self._count(kind, place, here, there)

    def _count(self, kind: str, place: DifferencePlace, labelled: str, recomputed: str) -> None:
        first = self._found.setdefault(kind, FrameDifference(kind, 0, place, labelled, recomputed))
        self._found[kind] = first._replace(shown_by=first.shown_by + 1)

    def largest_first(self) -> list[FrameDifference]:
        return sorted(self._found.values(), key=lambda difference: (-difference.shown_by, difference.kind))


def _differences(labelled: Frame, found: Frame) -> Iterator[tuple[str, str, str]]:
    """Each way in which a frame differs: its kind, what the labels say, what was found."""
    if labelled.frame_parent_id != found.frame_parent_id:
        yield "parent", str(labelled.frame_parent_id), str(found.frame_parent_id)
    for slot in sorted(labelled.info.keys() | found.info.keys()):
        here, there = labelled.info.get(slot, ()), found.info.get(slot, ())
        if here != there:
            yield f"{slot}: {_how(here, there)}", _shown(here), _shown(there)
    for name in QUESTIONS:
        here, there = getattr(labelled, name), getattr(found, name)
        if _unordered(here) != _unordered(there):
            yield f"{name}: {_how(here, there)}", _listed(here), _listed(there)


def _how(labelled: Sequence[object], found: Sequence[object]) -> str:
    here, there = Counter(map(repr, labelled)), Counter(map(repr, found))
    if here == there:
        return "in another order"
    if here.keys() == there.keys():
        return "repeated another number of times"
    if there < here:
        return "missing"
    return "too many" if here < there else "others"


def _shown(values: Sequence[Value]) -> str:
    return " | ".join(f"not {value.val}" if value.negated else str(value.val) for value in values) or "nothing"


def _listed(questions: Sequence[object]) -> str:
    return ", ".join(_question(question) for question in questions) or "nothing"


def _question(question: object) -> str:
    fields = [getattr(question, name) for name in ("key", "keys", "value") if hasattr(question, name)]
    said = "=".join(",".join(field) if isinstance(field, tuple) else str(field) for field in fields)
    return f"{getattr(question, 'author', '')}: {said}"


def _component(frame: Frame, name: str) -> object:
    if name == "info":
        return {slot: values for slot, values in frame.info.items() if slot not in FLAGS}
    if name == "pseudo_slots":
        return {slot: values for slot, values in frame.info.items() if slot in FLAGS}
    return _unordered(getattr(frame, name))


def _alike(one: Frame, other: Frame) -> bool:
    return one == other or (
        (one.frame_parent_id, one.info) == (other.frame_parent_id, other.info)
        and all(_unordered(getattr(one, name)) == _unordered(getattr(other, name)) for name in QUESTIONS)
    )


def _unordered(questions: Sequence[object]) -> list[str]:
    return sorted(map(repr, questions))


def _values(frame: Frame) -> int:
    return sum(map(len, frame.info.values()))


def _triples(frame: Frame) -> Counter[tuple[str, Value]]:
    return Counter((slot, value) for slot, values in frame.info.items() for value in values)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
