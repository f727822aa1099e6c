"""Replace in the labels of a turn what was replaced in its text, and nothing else.

Labels don't say which words of the text a value is from. So a value of an act follows the text only where every place
in which the text has it lies in what was replaced: "514" of a telephone number is kept where it is said by itself, too.
A value of a frame follows the act that brought it there: the same value of another slot, of another frame or of an
earlier turn is another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Turn
from wayframe.redaction.finding import ContactMatch
from wayframe.values import canonical

Held = tuple[str, str]
"""A slot and a value that a frame holds for it, in lower case."""

OfAct = Callable[[str, str, int | None], str]
"""Return the value of an act's slot redacted; with the number of a frame, of a reference to it."""

OfFrame = Callable[[str, str], str]
"""Return the value of a frame's slot redacted."""

_LEAST_DIGITS = 3  # of a piece of a number that may tell whose it is: smaller ones count people
_IN_FRAMES = ("val", "value")
_IN_SEARCHES = ("ORIGIN_CITY", "DESTINATION_CITY")  # what wizards typed; the rest of a search is chosen or a number


class RedactedValue(NamedTuple):
    """Redacted value, and the contact details that were found in it."""

    text: str
    spans: tuple[ContactMatch, ...]


class LabelRedactor:
    """Redacts the labels of one dialogue, turn by turn, and remembers what it replaced in each frame."""

    def __init__(self, known: Callable[[str], str], mark: Callable[[ContactMatch], str]) -> None:
        """`known` replaces in a value what says by itself whose it is, such as an address; `mark` gives what stands
        for something that was found, and counts it.
        """
        self._known, self._mark = known, mark
        self._held: dict[int, set[Held]] = {}  # the values of each frame after the turn before that were kept
        self._replaced: dict[int, dict[Held, RedactedValue]] = {}  # those that followed what was replaced

    def redact(self, turn: Turn, spans: Sequence[ContactMatch]) -> Turn:
        """Return the turn with its labels and searches redacted; `spans` are what is replaced in its text."""
        brought, kept = dict[Held, RedactedValue](), set[Held]()

        def of_act(slot: str, value: str, frame: int | None) -> str:
            redacted = self._referred(slot, value, frame) or self._in_step(value, turn.text, spans)
            if redacted is not None:
                brought.update(dict.fromkeys(_ways_to_hold(slot, value), redacted))
                return redacted.text
            new = value if _is_said_apart(value, turn.text, spans) else self._known(value)
            if new == value:
                kept.update(_ways_to_hold(slot, value))
            return new

        labels, bare, db = turn.labels, turn.labels.acts_without_refs, turn.db_json
        acts = _acts(labels.acts, of_act)
        bare = bare if isinstance(bare, UnsetType) else _acts(bare, of_act)
        frames = self._frames(labels.frames_json, brought, kept)
        if not isinstance(db, UnsetType):
            db = _rewritten(db, lambda found: _mapped(found, _IN_SEARCHES, lambda slot, value: self._known(value)))
        # A meaning repeats the user's words and points at places in a text that has changed: it can be read anew.
        meaning = UNSET if spans else labels.meaning_json
        labels = replace(labels, acts=acts, acts_without_refs=bare, frames_json=frames, meaning_json=meaning)
        return replace(turn, labels=labels, db_json=db)

    def _referred(self, slot: str, value: str, frame: int | None) -> RedactedValue | None:
        """Return what the value of a reference became in the frame that it refers to."""
        found = self._replaced.get(frame, {}).get((slot, value.casefold())) if frame is not None else None
        return found and self._counted(found)

    def _in_step(self, value: str, text: str, spans: Sequence[ContactMatch]) -> RedactedValue | None:
        """Return what became of a value in the text, if all of its places lie in what was replaced there."""
        if _is_said_apart(value, text, spans):
            return None
        for start, end in _places(value, text):
            touched = tuple(span for span in spans if _is_from(value, (start, end), span))
            if touched:
                return self._clipped(text, start, end, touched)
        return None

    def _clipped(self, text: str, start: int, end: int, spans: tuple[ContactMatch, ...]) -> RedactedValue:
        """Return a part of a text with marks for what was replaced there."""
        parts, at = list[str](), start
        for span in spans:
            parts += [text[at : span.start], self._mark(span)]
            at = span.end
        return RedactedValue("".join((*parts, text[at:end])), spans)

    def _counted(self, redacted: RedactedValue) -> RedactedValue:
        """Return what was redacted before; its marks are counted once more."""
        for span in redacted.spans:
            self._mark(span)
        return redacted

    def _frames(self, raw: Raw, brought: dict[Held, RedactedValue], kept: set[Held]) -> Raw:
        """Return the frames after a turn whose acts brought some values that were replaced, and kept others."""
        held_now, replaced_now = dict[int, set[Held]](), dict[int, dict[Held, RedactedValue]]()

        def frame(node: Any) -> Any:
            number = _number(node, "frame_id")
            is_new = number not in self._held
            before = _number(node, "frame_parent_id") if is_new else number
            held, follows = self._held.get(before, set()), dict(self._replaced.get(before, {}))
            if is_new:  # a value that was said anew isn't the parent's
                follows = {each: redacted for each, redacted in follows.items() if each not in kept}
            follows |= {each: redacted for each, redacted in brought.items() if each not in held}
            now, replaced = held_now.setdefault(number, set()), replaced_now.setdefault(number, {})

            def of_frame(slot: str, value: str) -> str:
                each = slot, value.casefold()
                if each in follows:
                    replaced[each] = follows[each]
                    return self._counted(follows[each]).text
                new = value if each in kept or each in held else self._known(value)
                if new == value:
                    now.add(each)
                return new

            return _mapped(node, _IN_FRAMES, of_frame)

        found = _rewritten(raw, lambda nodes: [frame(node) for node in nodes] if isinstance(nodes, list) else nodes)
        self._held, self._replaced = held_now, replaced_now
        return found


def _places(value: str, text: str) -> list[tuple[int, int]]:
    """Return where a text has a value as whole words."""
    if not value.strip():
        return []
    return [match.span() for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE)]


def _is_said_apart(value: str, text: str, spans: Sequence[ContactMatch]) -> bool:
    """Say whether a text has a value in a place that nothing of is replaced."""
    return any(all(_are_apart(place, span) for span in spans) for place in _places(value, text))


def _are_apart(place: tuple[int, int], span: ContactMatch) -> bool:
    return place[1] <= span.start or span.end <= place[0]


def _is_from(value: str, place: tuple[int, int], span: ContactMatch) -> bool:
    """Say whether a value at a place is from a span: across its edge, or inside and long enough to tell anything."""
    inside = span.start <= place[0] and place[1] <= span.end
    return not _are_apart(place, span) and not (inside and value.isdecimal() and len(value) < _LEAST_DIGITS)


def _ways_to_hold(slot: str, value: str) -> set[Held]:
    """Return how a frame may hold the value of an act."""
    return {(slot, value.casefold()), (slot, str(canonical(slot, value)).casefold())}


def _number(node: Any, key: str) -> int:
    """Return the number of a frame; 0, which no frame has, where there is none."""
    number = node.get(key) if isinstance(node, dict) else None
    return number if isinstance(number, int) else 0


def _acts(acts: Sequence[Act], value: OfAct) -> tuple[Act, ...]:
    return tuple(replace(act, args=tuple(_arg(arg, value, None) for arg in act.args)) for act in acts)


def _arg(arg: Arg, value: OfAct, frame: int | None) -> Arg:
    if isinstance(arg.val, str):
        return replace(arg, val=value(arg.key, arg.val, frame))
    if isinstance(arg.val, tuple):
        return replace(
            arg,
            val=tuple(
                replace(ref, annotations=tuple(_arg(each, value, ref.frame) for each in ref.annotations))
                for ref in arg.val
            ),
        )
    return arg


def _rewritten(raw: Raw, change: Callable[[Any], Any]) -> Raw:
    """Return JSON changed; the same bytes where nothing is."""
    before = msgspec.json.decode(raw)
    after = change(before)
    return raw if after == before else Raw(msgspec.json.encode(after))


def _mapped(node: Any, keys: Container[str], value: OfFrame, slot: str = "", at: str = "") -> Any:
    """Return a JSON value with the text under some keys replaced; `slot` is the slot that the text is a value of."""
    if isinstance(node, dict):
        named = node.get("key")  # of a question about a slot; in `info` the slots are the keys themselves
        slot = named if isinstance(named, str) else slot
        return {key: _mapped(inner, keys, value, slot if key in keys else key, key) for key, inner in node.items()}
    if isinstance(node, list):
        return [_mapped(inner, keys, value, slot, at) for inner in node]
    return value(slot, node) if at in keys and isinstance(node, str) else node
