"""Check the labels of a turn: order, acts, references, frames, and the rules of the annotation scheme.

Rules stand in tables: the field that one is about, the test for its violation, what is wrong then, and the kind of an
oddity. Those of the scheme go beyond the format (paper sections 5.1 and 5.2): the dialogue can be read, and the release
has a few exceptions of most; their counts are of the 1,219 dialogues at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import UnionType
from typing import NamedTuple

from msgspec import UnsetType

from wayframe import meaning
from wayframe.dialogue import Act, Arg, BinaryQuestion, Frame, Ref, Turn, Value, made_frames, switched_to
from wayframe.errors import InputError
from wayframe.ontology import ACTS, FLAGS, REFERENCE_KEYS, SLOTS
from wayframe.validation.problem import DialogueFinding, Rule, broken, found

ABOUT_FRAMES = ("affirm", "negate", "no_result", "canthelp", "switch_frame")
"""Acts that are about frames: all they say stands in references (no exception)."""

_ALONE = ("greeting", "thankyou", "goodbye", "sorry", "you_are_welcome", "reject")
_ARGUMENTS = frozenset((*SLOTS, *REFERENCE_KEYS, "id"))
_IN_FRAMES = frozenset((*SLOTS, *FLAGS))
_BOOLEANS = frozenset((*(slot for slot, kind in SLOTS.items() if kind.kind == "boolean"), *FLAGS))
_LISTS = (slot for slot, kind in SLOTS.items() if kind.kind == "list")
# The types of values that aren't plain text.
_TYPES: dict[str, type | UnionType] = {
    **dict.fromkeys(_BOOLEANS, bool),
    **dict.fromkeys(_LISTS, bool | str),
}
_NEXT = {"user": "wizard", "wizard": "user"}
_LATEST = 253_402_300_800_000  # milliseconds: the year 10000


class PreviousTurn(NamedTuple):
    """The turn before, None on the first one, and its frames."""

    turn: Turn | None
    frames: tuple[Frame, ...]


class PlacedTurn(NamedTuple):
    """A turn and its frames, after the turn before (None on the first one) and its frames.

    `follows` is false where the turn before couldn't be read.
    """

    turn: Turn
    frames: Sequence[Frame]
    previous: Turn | None
    known: Sequence[Frame]
    follows: bool

    @property
    def next_author(self) -> str:
        """Return whose turn it is."""
        return _NEXT[self.previous.author] if self.previous else "user"

    @property
    def is_first(self) -> bool:
        """Tell whether the dialogue begins with this turn."""
        return self.follows and self.previous is None

    @property
    def changes_frame(self) -> bool:
        """Tell whether another frame is active than after the turn before."""
        return self.previous is not None and self.turn.active_frame != self.previous.active_frame

    @property
    def frame_count(self) -> int:
        """Count the frames after the turn."""
        return len(self.frames)

    @property
    def made(self) -> int:
        """Count the frames that the turn makes."""
        return len(self.frames) - len(self.known)

    @property
    def has_active(self) -> bool:
        """Tell whether the active frame is there."""
        return 1 <= self.turn.active_frame <= len(self.frames)

    @property
    def new_names(self) -> str:
        """Return the numbers of the new frames in words."""
        return f"{len(self.known) + 1} to {self.frame_count}" if self.made > 0 else "none"

    @property
    def names_its_frames(self) -> bool:
        """Tell whether the ids of the acts are the numbers of the new frames."""
        return sorted(made_frames(self.turn.acts)) == list(range(len(self.known) + 1, self.frame_count + 1))


_BEFORE_LABELS: tuple[Rule[PlacedTurn], ...] = (
    Rule(
        "author",
        lambda at: at.follows and at.turn.author != at.next_author,
        lambda at: f"expected '{at.next_author}', found '{at.turn.author}'",
    ),
    Rule(
        "timestamp",
        lambda at: at.previous is not None and at.turn.timestamp < at.previous.timestamp,
        "earlier than the turn before",
        "turn earlier than the one before",
    ),
    Rule(
        "labels.active_frame",
        lambda at: at.turn.author == "wizard" and at.changes_frame,
        "a wizard's turn changes it",
        "wizard's turn that changes the active frame",
    ),
    Rule("text", lambda at: not at.turn.text, "expected some text, found none"),
    Rule(
        "timestamp",
        lambda at: not 0 <= at.turn.timestamp < _LATEST,
        lambda at: f"expected milliseconds since the epoch, found {found(at.turn.timestamp)}",
    ),
    Rule("labels.frames", lambda at: not at.frames, "expected a frame, found none"),
    Rule(
        "labels.frames",
        lambda at: at.made < 0,
        lambda at: f"expected the {len(at.known)} of the turn before, found {at.frame_count}",
    ),
)
_AFTER_FRAMES: tuple[Rule[PlacedTurn], ...] = (
    Rule(
        "labels.active_frame", lambda at: not at.has_active, lambda at: _no_frame(at.turn.active_frame, at.frame_count)
    ),
    Rule(
        "labels.active_frame",
        lambda at: at.has_active and at.is_first and at.turn.active_frame != 1,
        lambda at: f"expected 1 on the first turn, found {at.turn.active_frame}",
    ),
    Rule("labels.acts", lambda at: not at.turn.acts, "none", "turn without an act"),
)
# Table 2: a changed value makes a frame, and only `switch_frame` goes to one that is there.
_MOVES: tuple[Rule[PlacedTurn], ...] = (
    Rule(  # none
        "labels.active_frame",
        lambda at: at.made > 0 and all(act.name != "inform" for act in at.turn.acts),
        "makes a frame, as a changed value does: expected an inform",
        "user's frame without an inform",
    ),
    Rule(  # 11 of 1,852
        "labels.active_frame",
        lambda at: at.made == 0 and at.changes_frame and not switched_to(at.turn.acts),
        lambda at: f"goes to frame {at.turn.active_frame}: expected a switch_frame",
        "change of frame without switch_frame",
    ),
    Rule(  # none
        "labels.active_frame",
        lambda at: at.made == 0 and at.turn.active_frame not in (switched_to(at.turn.acts) or [at.turn.active_frame]),
        lambda at: f"is in frame {at.turn.active_frame}: expected the one that switch_frame goes to",
        "switch_frame that isn't followed",
    ),
)
# Table 2, too: a user's new frame is active at once, a wizard's has the id of an act.
_NEW_FRAMES: dict[str, tuple[Rule[PlacedTurn], ...]] = {
    "wizard": (
        Rule(
            "labels.frames",
            lambda at: 0 < len(at.known) <= at.frame_count and not at.names_its_frames,
            lambda at: f"expected the frames that the ids of acts name, found as new {at.new_names}",
        ),
    ),
    "user": (
        Rule("labels.frames", lambda at: at.made > 1, lambda at: f"expected one new frame at most, found {at.made}"),
        Rule(
            "labels.active_frame",
            lambda at: at.made == 1 and len(at.known) > 0 and at.turn.active_frame != at.frame_count,
            lambda at: f"expected the new frame {at.frame_count}, found {found(at.turn.active_frame)}",
        ),
    ),
}


def turn_findings(turn: Turn, before: PreviousTurn | None, frames: Sequence[Frame]) -> Iterator[DialogueFinding]:
    """Check a turn and its frames, without its searches. `before` is None where that can't be read."""
    previous, known = before or PreviousTurn(None, ())
    at = PlacedTurn(turn, frames, previous, known, before is not None)
    yield from broken(_BEFORE_LABELS, "", at)
    yield from frame_findings(frames, known)
    yield from broken(_AFTER_FRAMES, "", at)
    for number, act in enumerate(turn.acts):
        yield from _act(f"labels.acts[{number}]", act, at)
    yield from _acts_without_refs(turn)
    yield from _meaning(turn)
    for number, act in enumerate(turn.acts):
        yield from broken(_SCHEME, f"labels.acts[{number}]", SaidAct(act, turn))
    if previous and turn.author == "user":
        yield from broken(_MOVES, "", at)
    if before:
        yield from broken(_NEW_FRAMES[turn.author], "", at)


# Acts


class SaidAct(NamedTuple):
    """An act and its turn."""

    act: Act
    turn: Turn

    @property
    def may_be_said(self) -> bool:
        """Tell whether the speaker has such an act; true of those that the ontology doesn't know."""
        kind = ACTS.get(self.act.name)
        return kind is None or (kind.user if self.turn.author == "user" else kind.wizard)

    def arguments(self, *keys: str) -> int:
        """Count the arguments with one of these keys."""
        return sum(arg.key in keys for arg in self.act.args)


_NAMES: tuple[Rule[SaidAct], ...] = (
    Rule(
        ".name",
        lambda said: said.act.name not in ACTS,
        lambda said: f"{found(said.act.name)} is not an act of the ontology",
    ),
    Rule(
        ".name",
        lambda said: not said.may_be_said,
        lambda said: f"'{said.act.name}' is not an act of a {said.turn.author}",
    ),
)
_SCHEME: tuple[Rule[SaidAct], ...] = (
    Rule(
        "",
        lambda said: said.act.name in ABOUT_FRAMES and (not said.arguments("ref") or bool(said.act.slots)),
        "is about frames: expected all it says in a reference",
        lambda said: f"{said.act.name} outside a reference",
    ),
    Rule(
        "",
        lambda said: said.act.name == "switch_frame" and len(said.act.refs()) > 1,
        "goes to one frame: expected one reference",
        "switch_frame with several references",
    ),
    Rule(  # none
        "",
        lambda said: said.act.name in ("inform", "confirm") and len(said.act.args) == said.arguments("id"),
        "says nothing: expected a slot or a reference",
        lambda said: f"{said.act.name} that says nothing",
    ),
    Rule(  # none
        "",
        lambda said: said.act.name in _ALONE and bool(said.act.args),
        "stands alone: expected no slots",
        lambda said: f"{said.act.name} with arguments",
    ),
    Rule(  # none
        "",
        lambda said: said.act.name not in ("offer", "suggest") and said.arguments("id") > 0,
        "makes no frame: only offers and suggestions do",
        lambda said: f"{said.act.name} that makes a frame",
    ),
    Rule(  # none
        "",
        lambda said: said.act.name == "offer" and not said.arguments("id"),
        "makes a frame: expected its number",
        "offer that makes no frame",
    ),
    Rule(  # none
        "",
        lambda said: said.arguments("read", "write") > 0 and (said.act.name != "inform" or said.turn.author == "user"),
        "only a wizard's inform reads and writes",
        "read or write elsewhere than in an inform",
    ),
    Rule(  # none
        "",
        lambda said: any(said.arguments(key) > 1 for key in REFERENCE_KEYS),
        "expected one list of references of a kind",
        "several lists of references",
    ),
)
_ARGUMENT: tuple[Rule[Arg], ...] = (
    Rule(".key", lambda arg: arg.key not in _ARGUMENTS, lambda arg: f"{found(arg.key)} is not a slot of the ontology"),
    Rule(
        ".val",
        lambda arg: arg.key in REFERENCE_KEYS and not isinstance(arg.val, tuple),
        lambda arg: f"expected references for '{arg.key}'",
    ),
    Rule(
        ".val",
        lambda arg: arg.key in _ARGUMENTS and arg.key not in REFERENCE_KEYS and isinstance(arg.val, tuple),
        lambda arg: f"expected a value for '{arg.key}'",
    ),
)


def argument_findings(arg: Arg, field: str = "") -> Iterator[DialogueFinding]:
    """Check an argument of an act by itself: its slot, the kind of its value."""
    yield from broken(_ARGUMENT, field, arg)
    if arg.key in SLOTS and isinstance(arg.val, str | bool | int | float):
        yield from plain(f"{field}.val", arg.key, arg.val)


def _act(field: str, act: Act, at: PlacedTurn) -> Iterator[DialogueFinding]:
    yield from broken(_NAMES, field, SaidAct(act, at.turn))
    for number, arg in enumerate(act.args):
        place = f"{field}.args[{number}]"
        yield from argument_findings(arg, place)
        if arg.key == "id":
            yield from _created(f"{place}.val", arg, at)
        for count, ref in enumerate(arg.refs):
            yield from _reference(f"{place}.val[{count}]", ref, at.frame_count)


def _created(field: str, arg: Arg, at: PlacedTurn) -> Iterator[DialogueFinding]:
    """Check the number of the frame that an act makes."""
    if arg.val is None or isinstance(arg.val, UnsetType):
        return
    if not isinstance(arg.val, int) or isinstance(arg.val, bool):
        yield DialogueFinding(field, f"expected the number of a frame, found {found(arg.val)}")
    elif not len(at.known) < arg.val <= at.frame_count:
        yield DialogueFinding(field, f"expected a frame that this turn creates, found {found(arg.val)}")


def _reference(field: str, ref: Ref, frames: int) -> Iterator[DialogueFinding]:
    if not 1 <= ref.frame <= frames:
        yield DialogueFinding(f"{field}.frame", _no_frame(ref.frame, frames))
    for number, arg in enumerate(ref.annotations):
        place = f"{field}.annotations[{number}]"
        if arg.key in REFERENCE_KEYS:
            yield DialogueFinding(place, "expected a slot inside a reference, found another reference")
        else:
            yield from argument_findings(arg, place)


def _acts_without_refs(turn: Turn) -> Iterator[DialogueFinding]:
    acts, field = turn.labels.acts_without_refs, "labels.acts_without_refs"
    if isinstance(acts, UnsetType):
        if turn.author == "user":
            yield DialogueFinding(field, "missing on a user's turn")
        return
    if [act.name for act in acts] != [act.name for act in turn.acts]:
        yield DialogueFinding(field, "expected the same acts as labels.acts")
    for number, act in enumerate(acts):
        for count, arg in enumerate(act.args):
            place = f"{field}[{number}].args[{count}]"
            if arg.key in (*REFERENCE_KEYS, "id"):
                yield DialogueFinding(f"{place}.key", f"expected a slot, found '{arg.key}'")
            else:
                yield from argument_findings(arg, place)


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


# Frames


class PlacedFrame(NamedTuple):
    """A frame, its place in the list from 1, and what it was on the turn before; None where it is new."""

    frame: Frame
    number: int
    was: Frame | None

    @property
    def parents(self) -> tuple[str, Sequence[int | None]]:
        """Return the frames that may be its parent, in words and as numbers."""
        if self.number == 1:
            return "null", (None,)
        return f"1 to {self.number - 1}", range(1, self.number)


_NUMBERS: tuple[Rule[PlacedFrame], ...] = (
    Rule(
        ".frame_id",
        lambda at: at.frame.frame_id != at.number,
        lambda at: f"expected {at.number}, found {found(at.frame.frame_id)}",
    ),
    Rule(
        ".frame_parent_id",
        lambda at: at.frame.frame_parent_id not in at.parents[1],
        lambda at: f"expected {at.parents[0]}, found {_or_null(at.frame.frame_parent_id)}",
    ),
)
_CHANGES: tuple[Rule[PlacedFrame], ...] = (
    Rule(
        ".frame_parent_id",
        lambda at: at.was is not None and at.frame.frame_parent_id != at.was.frame_parent_id,
        lambda at: f"was {found(at.was and at.was.frame_parent_id)} on the turn before",
    ),
)
_HELD: tuple[Rule[tuple[str, Value]], ...] = (
    Rule("", lambda held: held[1].val is None, "is null", "null for a value in a frame"),
    Rule(
        "",
        lambda held: held[0] == "HEARMORE" and isinstance(held[1].val, str | bool | int | float),
        lambda held: f"expected a list, found {found(held[1].val)}",
    ),
    Rule(
        "",
        lambda held: held[0] != "HEARMORE" and isinstance(held[1].val, tuple),
        lambda held: f"expected a value, found {found(held[1].val)}",
    ),
)


def frame_findings(frames: Sequence[Frame], known: Sequence[Frame]) -> Iterator[DialogueFinding]:
    """Check the frames of a turn, given those of the turn before."""
    for number, frame in enumerate(frames, 1):
        field = f"labels.frames[{number - 1}]"
        was = known[number - 1] if number <= len(known) else None
        at = PlacedFrame(frame, number, was)
        yield from broken(_NUMBERS, field, at)
        if was == frame:  # what a frame held already was looked at on the turn before
            continue
        yield from broken(_CHANGES, field, at)
        before = was.info if was else {}
        for slot in before:
            if slot not in frame.info:
                what = f"{found(slot)} was there on the turn before"
                yield DialogueFinding(f"{field}.info", what, "slot that leaves a frame")
        yield from _info(field, frame, before)
        yield from _questions(field, frame)


def _info(field: str, frame: Frame, before: dict[str, tuple[Value, ...]]) -> Iterator[DialogueFinding]:
    if not frame.info:
        yield DialogueFinding(f"{field}.info", "is empty", "frame that holds nothing")
    for slot, values in frame.info.items():
        if before.get(slot) == values:
            continue
        if slot not in _IN_FRAMES:
            yield DialogueFinding(f"{field}.info", f"{found(slot)} is not a slot of the ontology")
            continue
        place = f"{field}.info[{found(slot)}]"
        if not values:
            yield DialogueFinding(place, "expected a value, found none")
        for number, value in enumerate(values):
            yield from broken(_HELD, f"{place}[{number}].val", (slot, value))
            if slot != "HEARMORE" and isinstance(value.val, str | bool | int | float):
                yield from plain(f"{place}[{number}].val", slot, value.val)
        if len(set(values)) < len(values):
            yield DialogueFinding(place, "holds a value twice", "value twice in a frame")


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
    for place, key in _asked_keys(frame):
        if key not in _IN_FRAMES:
            yield DialogueFinding(f"{field}.{place}", f"{found(key)} is not a slot of the ontology")


def _asked(field: str, question: BinaryQuestion) -> Iterator[DialogueFinding]:
    if question.value is None or isinstance(question.value, tuple):
        yield DialogueFinding(field, f"expected a value, found {found(question.value)}")
    else:
        yield from plain(field, question.key, question.value)


def _asked_keys(frame: Frame) -> Iterator[tuple[str, str]]:
    """Yield the slots that are asked for or compared, each after its field."""
    for number, request in enumerate(frame.requests):
        yield f"requests[{number}].key", request.key
    for number, question in enumerate(frame.binary_questions):
        yield f"binary_questions[{number}].key", question.key
    for number, compared in enumerate(frame.compare_requests):
        for key in compared.keys:
            yield f"compare_requests[{number}].keys", key


def _or_null(number: int | None) -> str:
    return "null" if number is None else found(number)
