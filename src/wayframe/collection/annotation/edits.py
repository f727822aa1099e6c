"""Edits of a turn's labels. Each gives new labels in which every number holds.

Frames have the numbers in which they are made; where one is added or goes, all later labels follow. An edit that makes
no sense raises `InputError`: a wizard's act on a user's turn, words that aren't there. What makes sense but isn't
right, such as a question without a slot, is for `labels.advice`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from wayframe.collection.annotation.labels import (
    ActPosition,
    Labellings,
    MarkedAct,
    MarkedArg,
    MarkedRef,
    PlainValue,
    TextMark,
    TurnLabels,
)
from wayframe.collection.sessions import UnlabelledTurn
from wayframe.dialogue import Author
from wayframe.errors import InputError, shown
from wayframe.ontology import ACTS, SLOTS
from wayframe.validation.labels import ABOUT_FRAMES
from wayframe.values import DONT_CARE

# Numbers of frames


NEW = 0
"""Stands for the number of a frame that an edit makes, until it has one."""


def known(labels: Labellings, authors: Sequence[Author], turn: int) -> int:
    """Return how many frames there are before a turn; one before the first."""
    return 1 + sum(map(len, made(labels, authors)[:turn]))


def made(labels: Labellings, authors: Sequence[Author]) -> tuple[tuple[int, ...], ...]:
    """The numbers of the frames that each turn makes."""
    found, count = list[tuple[int, ...]](), 1
    for each, author in zip(labels, authors, strict=True):
        new = _ids(each) if author == "wizard" else ((each.active_frame,) if each.active_frame > count else ())
        count += len(new)
        found.append(new)
    return tuple(found)


def settled(before: Labellings, turn: int, after: TurnLabels, authors: Sequence[Author]) -> Labellings:
    """The labels with another `turn`, in which `NEW` stands for frames that it makes; every number in its order.

    What was about a frame that isn't made any more is about the one that is active then.
    """
    makes = list(made(before, authors))
    if authors[turn] == "wizard":
        makes[turn] = _ids(after)
    elif after.active_frame == NEW:
        makes[turn] = (NEW,)
    elif after.active_frame not in makes[turn]:
        makes[turn] = ()
    labels = (*before[:turn], after, *before[turn + 1 :])
    numbers, active, count, found = {1: 1}, 1, 1, list[TurnLabels]()
    for each, author, olds in zip(labels, authors, makes, strict=True):
        ids = range(count + 1, count + 1 + len(olds))
        count += len(olds)
        numbers |= dict(zip(olds, ids, strict=True))
        numbers.pop(NEW, None)
        if author == "user":
            active = ids[0] if ids else numbers.get(each.active_frame, active)
        found.append(_renumbered(each, numbers, active, iter(ids)))
    return tuple(found)


def _renumbered(each: TurnLabels, numbers: dict[int, int], active: int, ids: Iterator[int]) -> TurnLabels:
    def arg(given: MarkedArg) -> MarkedArg:
        if given.key == "id":
            return replace(given, val=next(ids))
        return replace(given, refs=tuple(map(ref, given.refs)))

    def ref(given: MarkedRef) -> MarkedRef:
        return replace(given, frame=numbers.get(given.frame, active))

    acts = tuple(MarkedAct(act.name, tuple(map(arg, act.args))) for act in each.acts)
    return TurnLabels(acts, active, each.confirmed)


def _ids(each: TurnLabels) -> tuple[int, ...]:
    return tuple(act.id for act in each.acts if act.id is not None)


# Edits


ASKS = ("request", "request_compare", "request_alts", "hearmore")
"""Acts that ask for slots, which then have no value."""

FIXED = {"intent": "book", "action": "book"}
"""Slots that have but one value in the release."""

MAKES = ("offer", "suggest")


def recast(act: MarkedAct, name: str, active: int) -> MarkedAct:
    """Return the act under another name.

    What an act about frames says stands in references, what others say of the active frame is plain.
    """
    if name in ABOUT_FRAMES and not any(arg.key == "ref" for arg in act.args):
        return _with_reference(act, name, active)
    if act.name in ABOUT_FRAMES and name not in ABOUT_FRAMES:
        return _without_reference(act, name, active)
    return replace(act, name=name)


def _split(act: MarkedAct) -> tuple[tuple[MarkedArg, ...], tuple[MarkedArg, ...]]:
    """Return the plain slots of an act, and all other arguments."""
    plain = tuple(arg for arg in act.args if not arg.refers and arg.key != "id")
    return plain, tuple(arg for arg in act.args if arg not in plain)


def _with_reference(act: MarkedAct, name: str, active: int) -> MarkedAct:
    plain, rest = _split(act)
    return MarkedAct(name, (MarkedArg("ref", refs=(MarkedRef(active, plain),)), *rest))


def _without_reference(act: MarkedAct, name: str, active: int) -> MarkedAct:
    plain, rest = _split(act)
    kept, freed = list[MarkedArg](), list[MarkedArg]()
    for arg in rest:
        others = tuple(ref for ref in arg.refs if ref.frame != active)
        for ref in arg.refs:
            if ref.frame == active:
                freed += ref.slots
        if others:
            kept.append(replace(arg, refs=others))
    return MarkedAct(name, (*kept, *plain, *freed))


def fitting(act: MarkedAct, author: Author) -> MarkedAct:
    """Return an act with the arguments that it can have.

    An offer makes a frame; only a wizard's inform reads and writes: other acts refer to the same frames.
    """
    args = list(act.args)
    if act.name != "inform" or author != "wizard":
        args = _referring(args)
    if act.name not in MAKES:
        args = [arg for arg in args if arg.key != "id"]
    elif act.name == "offer" and act.id is None:
        args.append(MarkedArg("id", NEW))
    return replace(act, args=tuple(args))


def _referring(args: Sequence[MarkedArg]) -> list[MarkedArg]:
    """Return arguments in which what was read or written is referred to."""
    kept, moved = list[MarkedArg](), list[MarkedRef]()
    for arg in args:
        if arg.key in ("read", "write"):
            moved += arg.refs
        else:
            kept.append(arg)
    if not moved:
        return kept
    held = next((place for place, arg in enumerate(kept) if arg.key == "ref"), None)
    if held is None:
        return [MarkedArg("ref", refs=tuple(moved)), *kept]
    kept[held] = replace(kept[held], refs=(*kept[held].refs, *moved))
    return kept


def known_slot(key: str) -> str:
    """The slot itself. Raises `InputError` where the ontology has none of this name."""
    if key not in SLOTS:
        raise InputError(f"slot: {shown(key)} is not a slot of the ontology")
    return key


def usual_value(act: str, key: str, text: str) -> PlainValue:
    """Return what words say of a slot: a name of the scheme, yes, nothing where it is asked for, else the words."""
    kind = SLOTS[key].kind
    if act in ASKS and not (kind in ("city", "name", "seat", "text") or any(map(str.isdecimal, text))):
        return None
    if key in FIXED:
        return FIXED[key]
    return True if kind == "boolean" else text


def checked(key: str, val: PlainValue) -> PlainValue:
    """A value that the slot can have."""
    kind = SLOTS[key].kind
    if isinstance(val, str) and not val.strip():
        raise InputError(f"{key}: expected a value, found blanks")
    if val in (None, DONT_CARE) or kind == "list":
        return val
    expected = "yes or no" if kind == "boolean" else "text"
    if isinstance(val, bool) != (kind == "boolean"):
        raise InputError(f"{key}: expected {expected}, found {shown(val)}")
    return val


Reference = Literal["ref", "read", "write"]
_Part = TypeVar("_Part")


class LabelSheet:
    """A dialogue's turns and their labels, to be changed."""

    def __init__(self, said: Sequence[UnlabelledTurn], labels: Labellings) -> None:
        self.said, self.labels = said, labels
        self.authors: tuple[Author, ...] = tuple(each.author for each in said)

    def confirm(self, turn: int, confirmed: bool = True) -> Labellings:
        """Say that the labels of a turn are right."""
        return _put(self.labels, turn, replace(self._turn(turn), confirmed=confirmed))

    def add_act(self, turn: int, name: str, place: int | None = None) -> Labellings:
        """One act more, at the end or before another one. One that is about frames is about the active one at first."""
        self._check_act(turn, name)
        now = self._turn(turn)
        about = (MarkedArg("ref", refs=(MarkedRef(now.active_frame),)),) if name in ABOUT_FRAMES else ()
        acts = list(now.acts)
        acts.insert(len(acts) if place is None else place, fitting(MarkedAct(name, about), self.authors[turn]))
        return self._settled(turn, acts)

    def remove(self, turn: int, at: ActPosition) -> Labellings:
        """Take away an act, a slot, or a reference with the slots in it."""
        self._act(turn, at)
        if at.arg is None:
            return self._settled(turn, _put(self._turn(turn).acts, at.act, None))
        if at.ref is not None and at.slot is None:
            self._reference(turn, at)
        else:
            self._found(turn, at)
        return self._changed(turn, at, lambda _: None)

    def rename_act(self, turn: int, at: ActPosition, name: str) -> Labellings:
        """Another act with the same arguments, as far as it can have them."""
        self._check_act(turn, name)
        act = recast(self._act(turn, at), name, self._turn(turn).active_frame)
        return self._replaced(turn, at, fitting(act, self.authors[turn]))

    def mark(self, turn: int, at: ActPosition, mark: TextMark, key: str) -> Labellings:
        """Words are a value of a slot, of an act or of one of its references.

        A slot that is yes or no is yes; one that is asked for has no value, only its words. What is so already stays.
        """
        act, text = self._act(turn, at), self._words(turn, mark)
        return self._with(turn, at, MarkedArg(known_slot(key), usual_value(act.name, key, text), mark))

    def add(self, turn: int, at: ActPosition, key: str, val: PlainValue = None) -> Labellings:
        """A slot that has no words in the text: a request, yes or no, `intent` and `action`."""
        self._act(turn, at)
        return self._with(turn, at, MarkedArg(known_slot(key), checked(key, FIXED.get(key, val))))

    def usual(self, turn: int, at: ActPosition, key: str) -> PlainValue:
        """The value that a slot without words mostly has in an act: yes, or none where it is asked for."""
        return True if SLOTS[known_slot(key)].kind == "boolean" and self._act(turn, at).name not in ASKS else None

    def words(self, turn: int, at: ActPosition) -> str | None:
        """The words that a slot is marked on; None where it is on none."""
        slot = self._found(turn, at)
        return self._words(turn, slot.mark) if slot.mark else None

    def set_value(self, turn: int, at: ActPosition, val: PlainValue) -> Labellings:
        """Another value: yes, no, any (`-1`), none, or other text than that of the words."""
        slot = self._found(turn, at)
        return self._changed(turn, at, lambda _: replace(slot, val=checked(slot.key, val)))

    def set_mark(self, turn: int, at: ActPosition, mark: TextMark) -> Labellings:
        """Other words for a slot; where they were its value, they still are."""
        slot, text = self._found(turn, at), self._words(turn, mark)
        if slot.mark is None:
            becomes_value = slot.val is None and SLOTS[slot.key].kind != "boolean"
        else:
            becomes_value = slot.val == self._words(turn, slot.mark)
        val = text if becomes_value else slot.val
        return self._changed(turn, at, lambda _: replace(slot, val=val, mark=mark))

    def rename_slot(self, turn: int, at: ActPosition, key: str) -> Labellings:
        """The same words as another slot."""
        slot, act = self._found(turn, at), self._act(turn, at)
        text = self._words(turn, slot.mark) if slot.mark else None
        val = usual_value(act.name, known_slot(key), text) if text else FIXED.get(key)
        return self._changed(turn, at, lambda _: replace(slot, key=key, val=val))

    def refer(self, turn: int, at: ActPosition, key: Reference, frame: int, fromrange: bool = False) -> Labellings:
        """An act is about a frame as a whole; its slots stay what they are said of. `switch_frame` goes elsewhere."""
        act = self._act(turn, at)
        self._check_frame(turn, frame)
        if key != "ref" and not (act.name == "inform" and self.authors[turn] == "wizard"):
            raise InputError(f"{key}: expected a wizard's inform, found {shown(act.name)}")
        new = MarkedRef(frame, (), fromrange)
        if act.name == "switch_frame":
            return self._replaced(turn, at, _following(act, frame))
        return self._replaced(turn, at, _with_references(act, key, lambda refs: (*refs, new)))

    def point(self, turn: int, at: ActPosition, frame: int) -> Labellings:
        """A reference is to another frame."""
        self._check_frame(turn, frame)
        self._reference(turn, at)
        return self._changed(turn, at._replace(slot=None), lambda ref: replace(ref, frame=frame))

    def about(self, turn: int, at: ActPosition, frame: int | None, key: Reference = "ref") -> Labellings:
        """A slot is what a frame is referred to by; None: it is plain again, said of the active frame."""
        slot, act = self._found(turn, at), self._act(turn, at)
        if frame is not None:
            self._check_frame(turn, frame)
        alone = at.slot is not None and len(act.args[at.arg or 0].refs[at.ref or 0].slots) == 1
        rest = _changed(act, at._replace(slot=None) if alone else at, lambda _: None)
        if frame is None:
            return self._replaced(turn, at, _longer(rest, slot))
        return self._replaced(turn, at, _with_references(rest, key, lambda refs: _joined(refs, frame, slot)))

    def makes(self, turn: int, at: ActPosition, makes: bool) -> Labellings:
        """Return whether a suggestion makes a frame; an offer always does."""
        act = self._act(turn, at)
        if act.name != "suggest":
            raise InputError(f"expected a suggestion, which may or may not make a frame, found {shown(act.name)}")
        plain = tuple(arg for arg in act.args if arg.key != "id")
        return self._replaced(turn, at, replace(act, args=(*plain, MarkedArg("id", NEW)) if makes else plain))

    def activate(self, turn: int, frame: int) -> Labellings:
        """The user's turn goes to a frame, and its `switch_frame` with it; or with `NEW` it makes one."""
        now = self._turn(turn)
        if self.authors[turn] != "user":
            raise InputError("the active frame: only a user's turn changes it")
        if turn == 0 and frame != 1:
            raise InputError("the active frame: the first turn is in frame 1")
        creates = bool(made(self.labels, self.authors)[turn])
        if creates and frame in (NEW, now.active_frame):
            return self.labels
        if frame != NEW and not 1 <= frame <= known(self.labels, self.authors, turn):
            raise InputError(f"there is no frame {frame} before this turn")
        acts = now.acts if frame == NEW else tuple(_following(act, frame) for act in now.acts)
        return settled(self.labels, turn, TurnLabels(acts, frame), self.authors)

    def go(self, turn: int, frame: int) -> Labellings:
        """The same, with a `switch_frame` where going there takes one and there is none (paper table 2)."""
        labels = self.activate(turn, frame)
        before = labels[turn - 1].active_frame if turn else 1
        new = made(labels, self.authors)[turn]
        if new or labels[turn].active_frame == before or any(act.name == "switch_frame" for act in labels[turn].acts):
            return labels
        return LabelSheet(self.said, labels).add_act(turn, "switch_frame", 0)

    def _turn(self, turn: int) -> TurnLabels:
        if not 0 <= turn < len(self.labels):
            raise InputError(f"there is no turn {turn + 1}")
        return self.labels[turn]

    def _act(self, turn: int, at: ActPosition) -> MarkedAct:
        acts = self._turn(turn).acts
        if not 0 <= at.act < len(acts):
            raise InputError(f"turn {turn + 1} has no act {at.act + 1}")
        return acts[at.act]

    def _found(self, turn: int, at: ActPosition) -> MarkedArg:
        act = self._act(turn, at)
        try:
            arg = act.args[_place(at.arg)]
            plain = at.ref is None and at.slot is None
            slot = arg if plain else arg.refs[_place(at.ref)].slots[_place(at.slot)]
        except IndexError:
            raise InputError(f"turn {turn + 1}, act {at.act + 1} ({act.name}): has no slot at {at}") from None
        if slot.refers or slot.key == "id":
            raise InputError(
                f"turn {turn + 1}, act {at.act + 1} ({act.name}): expected a slot, found {shown(slot.key)}"
            )
        return slot

    def _reference(self, turn: int, at: ActPosition) -> MarkedRef:
        act = self._act(turn, at)
        try:
            return act.args[_place(at.arg)].refs[_place(at.ref)]
        except IndexError:
            raise InputError(f"turn {turn + 1}, act {at.act + 1} ({act.name}): has no reference at {at}") from None

    def _words(self, turn: int, mark: TextMark) -> str:
        text = self.said[turn].text
        if not (0 <= mark.start < mark.end <= len(text) and text[mark.start : mark.end].strip()):
            raise InputError(f"turn {turn + 1} has no words from {mark.start} to {mark.end}")
        return text[mark.start : mark.end]

    def _check_act(self, turn: int, name: str) -> None:
        self._turn(turn)
        kind = ACTS.get(name)
        if kind is None or not (kind.user if self.authors[turn] == "user" else kind.wizard):
            raise InputError(f"act: {shown(name)} is not an act of a {self.authors[turn]}")

    def _check_frame(self, turn: int, frame: int) -> None:
        there = known(self.labels, self.authors, turn + 1)
        if not 1 <= frame <= there:
            raise InputError(f"there is no frame {frame}, only 1 to {there}")

    def _with(self, turn: int, at: ActPosition, slot: MarkedArg) -> Labellings:
        """Return the labels with a slot more: at the end of the act, or of the reference at `at`.

        Acts that are about frames have all their slots in references.
        """
        act = self._act(turn, at)
        if at.ref is None and act.name in ABOUT_FRAMES and act.args and act.args[0].key == "ref":
            at = ActPosition(at.act, 0, len(act.args[0].refs) - 1)
        there = act.args if at.ref is None else self._reference(turn, at).slots
        if slot.mark and any((each.key, each.mark) == (slot.key, slot.mark) for each in there):
            return self.labels
        if at.ref is None:
            return self._replaced(turn, at, _longer(act, slot))
        return self._changed(turn, at._replace(slot=None), lambda ref: replace(ref, slots=(*ref.slots, slot)))

    def _changed(self, turn: int, at: ActPosition, change: Callable[[Any], Any]) -> Labellings:
        return self._replaced(turn, at, _changed(self._act(turn, at), at, change))

    def _replaced(self, turn: int, at: ActPosition, act: MarkedAct) -> Labellings:
        return self._settled(turn, _put(self._turn(turn).acts, at.act, act))

    def _settled(self, turn: int, acts: Sequence[MarkedAct]) -> Labellings:
        after = replace(self._turn(turn), acts=tuple(acts), confirmed=False)
        return settled(self.labels, turn, after, self.authors)


def _put(parts: tuple[_Part, ...], place: int, part: _Part | None) -> tuple[_Part, ...]:
    """Return parts with another one at a place, or without the one that is there."""
    return (*parts[:place], *(() if part is None else (part,)), *parts[place + 1 :])


def _longer(act: MarkedAct, arg: MarkedArg) -> MarkedAct:
    """The act with one argument more; the number of its frame stays the last."""
    end = len(act.args) - (bool(act.args) and act.args[-1].key == "id")
    return replace(act, args=(*act.args[:end], arg, *act.args[end:]))


def _place(number: int | None) -> int:
    """A place in a tuple; Python's negative ones are none."""
    if number is None or number < 0:
        raise IndexError
    return number


def _changed(act: MarkedAct, at: ActPosition, change: Callable[[Any], Any]) -> MarkedAct:
    """The act with what stands at a place changed, or without it; a reference goes with its argument's last one."""
    arg = act.args[at.arg or 0]
    if at.ref is None:
        return replace(act, args=_put(act.args, at.arg or 0, change(arg)))
    ref = arg.refs[at.ref]
    if at.slot is None:
        refs = _put(arg.refs, at.ref, change(ref))
    else:
        slots = _put(ref.slots, at.slot, change(ref.slots[at.slot]))
        refs = _put(arg.refs, at.ref, replace(ref, slots=slots))
    return replace(act, args=_put(act.args, at.arg or 0, replace(arg, refs=refs) if refs else None))


def _with_references(
    act: MarkedAct, key: Reference, change: Callable[[tuple[MarkedRef, ...]], tuple[MarkedRef, ...]]
) -> MarkedAct:
    """The act with other references under a key."""
    for place, arg in enumerate(act.args):
        if arg.key == key:
            return replace(act, args=_put(act.args, place, replace(arg, refs=change(arg.refs))))
    return _longer(act, MarkedArg(key, refs=change(())))


def _joined(refs: tuple[MarkedRef, ...], frame: int, slot: MarkedArg) -> tuple[MarkedRef, ...]:
    """References with one slot more by which a frame is meant."""
    for place, ref in enumerate(refs):
        if ref.frame == frame:
            return _put(refs, place, replace(ref, slots=(*ref.slots, slot)))
    return (*refs, MarkedRef(frame, (slot,)))


def _following(act: MarkedAct, frame: int) -> MarkedAct:
    """An act of a turn that goes to another frame: a `switch_frame` does so by the same words."""
    if act.name != "switch_frame":
        return act
    held = tuple(slot for arg in act.args for ref in arg.refs for slot in ref.slots)
    return replace(act, args=(MarkedArg("ref", refs=(MarkedRef(frame, held),)),))
