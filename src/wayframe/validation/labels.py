"""Check the labels of a turn: order, acts, references, frames, and the rules of the annotation scheme.

The rules beyond the format (paper sections 5.1 and 5.2) give oddities: the dialogue can be read, and the release has a
few of most. Beside them stand the exceptions among the 1,219 dialogues at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import UnionType
from typing import NamedTuple

from msgspec import UnsetType

from wayframe import meaning
from wayframe.dialogue import Act, Arg, BinaryQuestion, Frame, Ref, Turn, Value, made_frames, switched_to
from wayframe.errors import InputError
from wayframe.ontology import ACTS, FLAGS, REFERENCE_KEYS, SLOTS
from wayframe.validation.problem import DialogueFinding, found

_IN_FRAMES = frozenset((*SLOTS, *FLAGS))
_BOOLEANS = frozenset((*(slot for slot, kind in SLOTS.items() if kind.kind == "boolean"), *FLAGS))
_LISTS = (slot for slot, kind in SLOTS.items() if kind.kind == "list")
# The types of values that aren't plain text.
_TYPES: dict[str, type | UnionType] = {
    **dict.fromkeys(_BOOLEANS, bool),
    **dict.fromkeys(_LISTS, bool | str),
}


def frame_findings(frames: Sequence[Frame], known: Sequence[Frame]) -> Iterator[DialogueFinding]:
    """Check the frames of a turn, given those of the turn before."""
    if not frames:
        yield DialogueFinding("labels.frames", "expected a frame, found none")
    if len(frames) < len(known):
        yield DialogueFinding("labels.frames", f"expected the {len(known)} of the turn before, found {len(frames)}")
    for number, frame in enumerate(frames, 1):
        field = f"labels.frames[{number - 1}]"
        if frame.frame_id != number:
            yield DialogueFinding(f"{field}.frame_id", f"expected {number}, found {found(frame.frame_id)}")
        yield from _parent(field, frame, number)
        # What a frame held already was looked at on the turn before.
        was = known[number - 1] if number <= len(known) else None
        if was == frame:
            continue
        if was is not None:
            yield from _change(field, frame, was)
        yield from _info(field, frame, was)
        yield from _questions(field, frame)


def _parent(field: str, frame: Frame, number: int) -> Iterator[DialogueFinding]:
    parent, field = frame.frame_parent_id, f"{field}.frame_parent_id"
    allowed = range(1, number) if number > 1 else (None,)
    if parent not in allowed:
        expected = f"1 to {number - 1}" if number > 1 else "null"
        yield DialogueFinding(field, f"expected {expected}, found {'null' if parent is None else found(parent)}")


def _change(field: str, frame: Frame, was: Frame) -> Iterator[DialogueFinding]:
    if frame.frame_parent_id != was.frame_parent_id:
        yield DialogueFinding(f"{field}.frame_parent_id", f"was {found(was.frame_parent_id)} on the turn before")
    for slot in was.info:
        if slot not in frame.info:
            what = f"{found(slot)} was there on the turn before"
            yield DialogueFinding(f"{field}.info", what, "slot that leaves a frame")


def _info(field: str, frame: Frame, was: Frame | None) -> Iterator[DialogueFinding]:
    if not frame.info:
        yield DialogueFinding(f"{field}.info", "is empty", "frame that holds nothing")
    for slot, values in frame.info.items():
        if was is not None and was.info.get(slot) == values:
            continue
        place = f"{field}.info[{found(slot)}]"
        if slot not in _IN_FRAMES:
            yield DialogueFinding(f"{field}.info", f"{found(slot)} is not a slot of the ontology")
            continue
        if not values:
            yield DialogueFinding(place, "expected a value, found none")
        for number, value in enumerate(values):
            yield from _value(f"{place}[{number}].val", slot, value)
        if len(set(values)) < len(values):
            yield DialogueFinding(place, "holds a value twice", "value twice in a frame")


def _value(field: str, slot: str, value: Value) -> Iterator[DialogueFinding]:
    val = value.val
    if val is None:
        yield DialogueFinding(field, "is null", "null for a value in a frame")
    elif isinstance(val, tuple) != (slot == "HEARMORE"):
        expected = "a list" if slot == "HEARMORE" else "a value"
        yield DialogueFinding(field, f"expected {expected}, found {found(val)}")
    elif not isinstance(val, tuple):
        yield from plain(field, slot, val)


def plain(field: str, slot: str, val: str | bool | int | float) -> Iterator[DialogueFinding]:
    """Check the type of a slot's value: booleans and text, each where they belong."""
    if isinstance(val, _TYPES.get(slot, str)):
        return
    if slot in _BOOLEANS and isinstance(val, str):
        yield DialogueFinding(field, f"expected a boolean for '{slot}', found {found(val)}", "text for a boolean slot")
    else:
        yield DialogueFinding(field, f"expected text for '{slot}', found {found(val)}")


def _questions(field: str, frame: Frame) -> Iterator[DialogueFinding]:
    for number, question in enumerate(frame.binary_questions):
        if question.key in SLOTS:
            yield from _asked(f"{field}.binary_questions[{number}].value", question)
    keys = [(f"requests[{number}].key", each.key) for number, each in enumerate(frame.requests)]
    keys += [(f"binary_questions[{number}].key", each.key) for number, each in enumerate(frame.binary_questions)]
    for number, compared in enumerate(frame.compare_requests):
        keys += [(f"compare_requests[{number}].keys", key) for key in compared.keys]
    for place, key in keys:
        if key not in _IN_FRAMES:
            yield DialogueFinding(f"{field}.{place}", f"{found(key)} is not a slot of the ontology")


def _asked(field: str, question: BinaryQuestion) -> Iterator[DialogueFinding]:
    if question.value is None or isinstance(question.value, tuple):
        yield DialogueFinding(field, f"expected a value, found {found(question.value)}")
    else:
        yield from plain(field, question.key, question.value)


def new_frame_findings(turn: Turn, count: int, known: int) -> Iterator[DialogueFinding]:
    """Check table 2's rules: a user's new frame is active at once, a wizard's has the id of an act."""
    if turn.author == "wizard":
        ids = made_frames(turn.acts)
        if 0 < known <= count and sorted(ids) != list(range(known + 1, count + 1)):
            new = f"{known + 1} to {count}" if count > known else "none"
            yield DialogueFinding("labels.frames", f"expected the frames that the ids of acts name, found as new {new}")
    elif count > known + 1:
        yield DialogueFinding("labels.frames", f"expected one new frame at most, found {count - known}")
    elif 0 < known < count and turn.active_frame != count:
        expected = f"expected the new frame {count}, found {found(turn.active_frame)}"
        yield DialogueFinding("labels.active_frame", expected)


ABOUT_FRAMES = ("affirm", "negate", "no_result", "canthelp", "switch_frame")
"""Acts that are about frames: all they say stands in references (no exception)."""

_ALONE = ("greeting", "thankyou", "goodbye", "sorry", "you_are_welcome", "reject")


class SchemeRule(NamedTuple):
    """A rule for single acts: the test for its violation, what is wrong then, and the kind of oddity."""

    is_broken: Callable[[Act, Turn], bool]
    what: str
    oddity: str


def _count(act: Act, *keys: str) -> int:
    """The arguments of an act with one of these keys."""
    return sum(arg.key in keys for arg in act.args)


_RULES = (
    SchemeRule(
        lambda act, turn: act.name in ABOUT_FRAMES and (not _count(act, "ref") or bool(act.slots)),
        "is about frames: expected all it says in a reference",
        "{} outside a reference",
    ),
    SchemeRule(
        lambda act, turn: act.name == "switch_frame" and len(act.refs()) > 1,
        "goes to one frame: expected one reference",
        "switch_frame with several references",
    ),
    SchemeRule(  # none
        lambda act, turn: act.name in ("inform", "confirm") and len(act.args) == _count(act, "id"),
        "says nothing: expected a slot or a reference",
        "{} that says nothing",
    ),
    SchemeRule(  # none
        lambda act, turn: act.name in _ALONE and bool(act.args),
        "stands alone: expected no slots",
        "{} with arguments",
    ),
    SchemeRule(  # none
        lambda act, turn: act.name not in ("offer", "suggest") and _count(act, "id") > 0,
        "makes no frame: only offers and suggestions do",
        "{} that makes a frame",
    ),
    SchemeRule(  # none
        lambda act, turn: act.name == "offer" and not _count(act, "id"),
        "makes a frame: expected its number",
        "offer that makes no frame",
    ),
    SchemeRule(  # none
        lambda act, turn: _count(act, "read", "write") > 0 and (act.name != "inform" or turn.author == "user"),
        "only a wizard's inform reads and writes",
        "read or write elsewhere than in an inform",
    ),
    SchemeRule(  # none
        lambda act, turn: any(_count(act, key) > 1 for key in REFERENCE_KEYS),
        "expected one list of references of a kind",
        "several lists of references",
    ),
)


class FrameMove(NamedTuple):
    """What a user's turn does to the active frame: frames and active frame before and after, where it switches to."""

    turn: Turn
    before: int
    made: int
    switches: list[int]


class MoveRule(NamedTuple):
    """A rule of table 2: the test for its violation, what is wrong then, and the kind of oddity."""

    is_broken: Callable[[FrameMove], bool]
    what: str
    oddity: str


# A changed value makes a frame, and only `switch_frame` goes to one that is there.
_TABLE_2 = (
    MoveRule(  # none
        lambda move: move.made > 0 and all(act.name != "inform" for act in move.turn.acts),
        "makes a frame, as a changed value does: expected an inform",
        "user's frame without an inform",
    ),
    MoveRule(  # 11 of 1,852
        lambda move: move.made == 0 and move.turn.active_frame != move.before and not move.switches,
        "goes to frame {}: expected a switch_frame",
        "change of frame without switch_frame",
    ),
    MoveRule(  # none
        lambda move: move.made == 0 and len(move.switches) > 0 and move.turn.active_frame not in move.switches,
        "is in frame {}: expected the one that switch_frame goes to",
        "switch_frame that isn't followed",
    ),
)


def scheme_findings(turn: Turn, frames: Sequence[Frame], before: tuple[int, int] | None) -> Iterator[DialogueFinding]:
    """Check a turn for annotations that the release's annotators don't write; `before` are the active frame and the
    number of frames before the turn, None on the first one.
    """
    for number, act in enumerate(turn.acts):
        for rule in _RULES:
            if rule.is_broken(act, turn):
                yield DialogueFinding(f"labels.acts[{number}]", rule.what, rule.oddity.format(act.name))
    if before is None or turn.author == "wizard":
        return
    active, known = before
    move = FrameMove(turn, active, len(frames) - known, switched_to(turn.acts))
    for move_rule in _TABLE_2:
        if move_rule.is_broken(move):
            what = move_rule.what.format(turn.active_frame)
            yield DialogueFinding("labels.active_frame", what, move_rule.oddity)


_ARGUMENTS = frozenset((*SLOTS, *REFERENCE_KEYS, "id"))
_NEXT = {"user": "wizard", "wizard": "user"}
_LATEST = 253_402_300_800_000  # milliseconds: the year 10000


class PreviousTurn(NamedTuple):
    """The turn before, None on the first one, and its frames."""

    turn: Turn | None
    frames: tuple[Frame, ...]


def turn_findings(turn: Turn, before: PreviousTurn | None, frames: Sequence[Frame]) -> Iterator[DialogueFinding]:
    """Check a turn and its frames, without its searches. `before` is None where that can't be read."""
    previous, known = before or PreviousTurn(None, ())
    if before:
        yield from _order(turn, previous)
    if not turn.text:
        yield DialogueFinding("text", "expected some text, found none")
    if not 0 <= turn.timestamp < _LATEST:
        yield DialogueFinding("timestamp", f"expected milliseconds since the epoch, found {found(turn.timestamp)}")
    yield from frame_findings(frames, known)
    yield from _active_frame(turn, len(frames), is_first=before is not None and previous is None)
    if not turn.acts:
        yield DialogueFinding("labels.acts", "none", "turn without an act")
    for number, act in enumerate(turn.acts):
        yield from _act(f"labels.acts[{number}]", act, turn, len(frames), len(known))
    yield from _acts_without_refs(turn)
    yield from _meaning(turn)
    yield from scheme_findings(turn, frames, (previous.active_frame, len(known)) if previous else None)
    if before:
        yield from new_frame_findings(turn, len(frames), len(known))


def _active_frame(turn: Turn, frames: int, *, is_first: bool) -> Iterator[DialogueFinding]:
    if not 1 <= turn.active_frame <= frames:
        yield DialogueFinding("labels.active_frame", _no_frame(turn.active_frame, frames))
    elif is_first and turn.active_frame != 1:
        yield DialogueFinding("labels.active_frame", f"expected 1 on the first turn, found {turn.active_frame}")


def _order(turn: Turn, previous: Turn | None) -> Iterator[DialogueFinding]:
    expected = _NEXT[previous.author] if previous else "user"
    if turn.author != expected:
        yield DialogueFinding("author", f"expected '{expected}', found '{turn.author}'")
    if previous is None:
        return
    if turn.timestamp < previous.timestamp:
        yield DialogueFinding("timestamp", "earlier than the turn before", "turn earlier than the one before")
    if turn.author == "wizard" and turn.active_frame != previous.active_frame:
        yield DialogueFinding(
            "labels.active_frame", "a wizard's turn changes it", "wizard's turn that changes the active frame"
        )


def _act(field: str, act: Act, turn: Turn, frames: int, known: int) -> Iterator[DialogueFinding]:
    yield from _name(field, act, turn)
    for number, arg in enumerate(act.args):
        place = f"{field}.args[{number}]"
        yield from _arg(place, arg)
        if arg.key == "id":
            yield from _created(place, arg, frames, known)
        for count, ref in enumerate(arg.refs):
            yield from _ref(f"{place}.val[{count}]", ref, frames)


def _ref(field: str, ref: Ref, frames: int) -> Iterator[DialogueFinding]:
    if not 1 <= ref.frame <= frames:
        yield DialogueFinding(f"{field}.frame", _no_frame(ref.frame, frames))
    for number, arg in enumerate(ref.annotations):
        place = f"{field}.annotations[{number}]"
        if arg.key in REFERENCE_KEYS:
            yield DialogueFinding(place, "expected a slot inside a reference, found another reference")
        else:
            yield from _arg(place, arg)


def _name(field: str, act: Act, turn: Turn) -> Iterator[DialogueFinding]:
    kind = ACTS.get(act.name)
    if kind is None:
        yield DialogueFinding(f"{field}.name", f"{found(act.name)} is not an act of the ontology")
    elif not (kind.user if turn.author == "user" else kind.wizard):
        yield DialogueFinding(f"{field}.name", f"'{act.name}' is not an act of a {turn.author}")


def argument_findings(arg: Arg) -> Iterator[DialogueFinding]:
    """Check an argument of an act by itself: its slot, the kind of its value."""
    yield from _arg("", arg)


def _arg(field: str, arg: Arg) -> Iterator[DialogueFinding]:
    if arg.key not in _ARGUMENTS:
        yield DialogueFinding(f"{field}.key", f"{found(arg.key)} is not a slot of the ontology")
    elif isinstance(arg.val, tuple) != (arg.key in REFERENCE_KEYS):
        expected = "references" if arg.key in REFERENCE_KEYS else "a value"
        yield DialogueFinding(f"{field}.val", f"expected {expected} for '{arg.key}'")
    elif arg.key in SLOTS and arg.value is not None:
        yield from plain(f"{field}.val", arg.key, arg.value)


def _created(field: str, arg: Arg, frames: int, known: int) -> Iterator[DialogueFinding]:
    if arg.val is None or isinstance(arg.val, UnsetType):
        return
    if not isinstance(arg.val, int) or isinstance(arg.val, bool):
        yield DialogueFinding(f"{field}.val", f"expected the number of a frame, found {found(arg.val)}")
    elif not known < arg.val <= frames:
        yield DialogueFinding(f"{field}.val", f"expected a frame that this turn creates, found {found(arg.val)}")


def _acts_without_refs(turn: Turn) -> Iterator[DialogueFinding]:
    acts = turn.labels.acts_without_refs
    if isinstance(acts, UnsetType):
        if turn.author == "user":
            yield DialogueFinding("labels.acts_without_refs", "missing on a user's turn")
        return
    if [act.name for act in acts] != [act.name for act in turn.acts]:
        yield DialogueFinding("labels.acts_without_refs", "expected the same acts as labels.acts")
    for number, act in enumerate(acts):
        for count, arg in enumerate(act.args):
            field = f"labels.acts_without_refs[{number}].args[{count}]"
            if arg.key in REFERENCE_KEYS or arg.key == "id":
                yield DialogueFinding(f"{field}.key", f"expected a slot, found '{arg.key}'")
            else:
                yield from _arg(field, arg)


def _meaning(turn: Turn) -> Iterator[DialogueFinding]:
    kept = turn.labels.meaning_json
    if isinstance(kept, UnsetType):
        return
    if turn.author != "user":
        yield DialogueFinding("labels.meaning", "expected none on a wizard's turn")
    try:
        meaning.decoded(bytes(kept))
    except InputError as error:
        yield DialogueFinding("labels.meaning", str(error).removeprefix("meaning: "))


def _no_frame(number: int, frames: int) -> str:
    return f"there is no frame {found(number)}, only 1 to {frames}"
