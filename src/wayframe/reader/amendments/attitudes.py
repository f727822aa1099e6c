"""Attitudes: what a turn says of a feature or a value by the words right at it, whichever reader read it.

"Keep the gym, lose the breakfast", "a hotel by the airport I'd avoid", "economy, though I'd dreamt of business": the
word belongs to the wish next to it, and to no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Cancel,
    Constraint,
    Correct,
    Described,
    Drop,
    Flag,
    Meaning,
    Money,
    Move,
    Number,
    Spoken,
    Value,
    Wish,
    slots_in,
    wishes_in,
)
from wayframe.reader.doubt import DEEDS, UNSHARED
from wayframe.reader.spans import SpanLine, before, behind, having, matching
from wayframe.reader.symbols import TurnSpans
from wayframe.reader.values import is_crossed_out
from wayframe.schema.records import Kind

Attitude = Literal["kept", "waived", "refused", "longed_for"]
"""How people stand to what they name: they keep it, can do without it, won't have it, or would only have liked it."""

_BESIDE = "comma clause_end conjunction value number money date place"
_LEADING = before(8, until=_BESIDE)
_FOLLOWING = behind(
    4, over="subject filler intensifying predicative auxiliary article owner party pro_form", until="comma"
)
_BEFORE: Mapping[str, Attitude] = {
    "opens:keeping": "kept",
    "opens:waiving": "waived",
    "opens:refusing": "refused",
    "opens:longing": "longed_for",
}
_BEHIND: Mapping[str, Attitude] = {"opens:kept": "kept", "opens:waived": "waived", "opens:refused": "refused"}
_CONTRARY: Mapping[Attitude, Attitude] = {"waived": "kept", "kept": "waived"}
"""What a denied attitude comes to: "don't drop the gym" keeps it."""

_DENIAL = before(3, until="comma clause_end conjunction value noun")
_LINKS = ("comma", "conjunction:but", "conjunction:and")
_KINDS: tuple[Kind, ...] = ("yes_no", "category", "list")
"""The kinds of slots whose values people have an attitude to by themselves."""


class NamedAttitude(NamedTuple):
    """A value that a turn names, None where it but names the slot, and the attitude to it."""

    slot: str
    value: Value | None
    attitude: Attitude

    def constraint(self) -> Constraint | None:
        """Return what is wished of the slot by it; None where nothing is."""
        if self.attitude == "waived":
            return Constraint("any")
        if self.value is None or self.attitude == "longed_for":
            return None
        if self.attitude == "kept":
            return Constraint("is", (self.value,))
        if isinstance(self.value, Flag):
            return Constraint("is", (Flag(not self.value.value),))
        return Constraint("not", (self.value,))

    def is_of(self, wish: Wish) -> bool:
        """Return whether a wish is for the value, or against it, or leaves the slot open."""
        if wish.slot != self.slot or self.value is None:
            return False
        values = wish.constraint.values
        if wish.constraint.op == "any":
            return self.attitude != "longed_for"
        return values == (self.value,) or (isinstance(self.value, Flag) and len(values) == 1)


def with_attitudes(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning whose wishes stand to what they name as the words beside it say."""
    said = list(_attitudes(turn))
    if not said:
        return meaning
    instead = list(_instead(said, (*meaning.moves, *turn.by_rules.meaning.moves)))
    others = slots_in([each.move for each in instead])
    said = [each for each in said if each.attitude != "longed_for" or each.slot in others]
    found = [replace(each, move=move) for each in meaning.moves for move in _as_said(each.move, said, turn)]
    taken = {wish.slot for wish in wishes_in([each.move for each in found]) if wish.constraint.op == "is"}
    found = [each for each in found if not _is_for_another(each.move, said, taken)]
    about = slots_in([each.move for each in found])
    if not any(isinstance(each.move, DEEDS) or _gives_up(each.move) for each in found):
        instead += [Spoken(wish, sure=UNSHARED) for wish in _given_up(said, turn)]
    found += [each for each in instead if about.isdisjoint(slots_in([each.move]))]
    return replace(meaning, moves=tuple(found))


def _is_for_another(move: Move, said: list[NamedAttitude], taken: set[str]) -> bool:
    """Return whether a move but gives up a value in whose place another is wanted: "Devon rather than Norfolk"."""
    if not isinstance(move, Wish) or move.constraint.op != "any":
        return False
    return move.slot in taken and any(each.slot == move.slot and each.attitude == "waived" for each in said)


# What is said


def _attitudes(turn: TurnSpans) -> Iterator[NamedAttitude]:
    """Yield the attitudes that a turn says, each with what it is to."""
    line = SpanLine(turn.spans)
    told = {slot.name for kind in _KINDS for slot in turn.schema.of_kind(kind)}
    for at, span in enumerate(turn.spans):
        values: list[tuple[str, Value | None]] = [each for each in span.every("value") if each[0] in told]
        named = values or [*_held_amounts(turn, at)] or [(str(noun), None) for noun in span.every("noun")]
        attitude = _attitude(line, at) if named else None
        if attitude:
            yield from (NamedAttitude(slot, value, attitude) for slot, value in named)


def _held_amounts(turn: TurnSpans, at: int) -> Iterator[tuple[str, Value | None]]:
    """Yield the amounts and numbers that are wished for already and that a span says: "the 2000 isn't set in stone"."""
    if not turn.spans[at].has("money", "number"):
        return
    for wish in turn.context.wishes:
        said = {value.value for value, _ in turn.held(at, wish.slot) if isinstance(value, Money | Number)}
        for value in wish.constraint.values:
            if isinstance(value, Money | Number) and value.value in said:
                yield wish.slot, value


def _attitude(line: SpanLine, at: int) -> Attitude | None:
    """Return the attitude to what stands at a place; None where no word says one, or the words say more than one."""
    leading = line.place(at, _LEADING, having(*_BEFORE))
    last = at + (line[at].has("number") and line[at + 1].has("unit"))
    following = line.place(last, _FOLLOWING, having(*_BEHIND))
    found = {attitude for name, attitude in _BEHIND.items() if line[following].has(name)}
    is_denied_itself = leading < at - 1 and line[at - 1].has("not")  # "I keep losing the little ones, so not in-ear"
    for name, attitude in _BEFORE.items():
        if is_denied_itself or not line[leading].has(name):
            continue
        if not _is_denied(line, leading):
            found.add(attitude)
        elif attitude in _CONTRARY:
            found.add(_CONTRARY[attitude])
    if is_crossed_out(line, last + 1):
        found.add("waived")  # "take the gym off"
    if _is_outdone(line, at):
        found.add("refused")
    if found == {"waived"} and _another_needs_it(line, last + 1):
        return "kept"
    return found.pop() if len(found) == 1 else None


def _is_denied(line: SpanLine, at: int) -> bool:
    """Return whether the words at a place are denied: "I wouldn't want to lose breakfast"; a mere no denies nothing."""
    return line.nearest(at, _DENIAL, matching("not", "retraction")).words != ""


def _is_outdone(line: SpanLine, at: int) -> bool:
    """Return whether better of its kind is wanted than what stands at a place: "a better class than economy"."""
    return line[at - 1].has("says:than") and line[at - 2].has("noun") and line[at - 3].has("degree:more")


def _another_needs_it(line: SpanLine, at: int) -> bool:
    """Return whether what one can do without is needed by another: "she doesn't need wifi, I do"."""
    while line[at].has(*_LINKS):
        at += 1
    return line[at].has("opens:needing_it") and not line[at].has("opens:waiving_too")


# What becomes of the moves


def _as_said(move: Move, said: list[NamedAttitude], turn: TurnSpans) -> Iterator[Move]:
    """Yield a move with its wishes as they are said; nothing in the place of one that what is said leaves none of."""
    match move:
        case Wish(of=None):
            yield from _wish_as_said(move, said)
        case Drop(slot=slot) if any(each.slot == slot and each.attitude == "kept" for each in said):
            return
        case Cancel(of=Described(wishes=(wish,))) if not turn.context.booked:
            yield from _wish_as_said(wish, said)  # "I withdraw the lift" cancels nothing
        case Correct(wishes=wishes) | Ask(wishes=wishes) if wishes:
            as_said = tuple(wish for each in wishes for wish in _wish_as_said(each, said))
            if as_said or isinstance(move, Ask):
                yield replace(move, wishes=as_said)
        case _:
            yield move


def _wish_as_said(wish: Wish, said: list[NamedAttitude]) -> Iterator[Wish]:
    """Yield a wish as the last attitude to its value has it; nothing where that was only longed for."""
    of_it = [each for each in said if each.is_of(wish)]
    constraint = of_it[-1].constraint() if of_it else wish.constraint
    if constraint:
        yield replace(wish, constraint=constraint)


def _instead(said: Iterable[NamedAttitude], moves: Iterable[Spoken]) -> Iterator[Spoken]:
    """Yield the wishes among moves that stand in the place of what was only longed for."""
    longed = [each for each in said if each.attitude == "longed_for"]
    slots = {each.slot for each in longed}
    for spoken in moves:
        wish = spoken.move
        if not isinstance(wish, Wish) or wish.slot not in slots or wish.constraint.op != "is":
            continue
        if not any(each.is_of(wish) for each in longed):
            yield spoken


def _gives_up(move: Move) -> bool:
    """Return whether a move leaves a slot open."""
    return isinstance(move, Drop) or any(wish.constraint.op == "any" for wish in wishes_in([move]))


def _given_up(said: list[NamedAttitude], turn: TurnSpans) -> Iterator[Wish]:
    """Yield the slots of wishes that hold and that a turn gives up, as slots of which anything will do."""
    for each in said:
        held = [wish for wish in turn.context.wishes if wish.slot == each.slot and wish.constraint.values]
        if each.attitude == "waived" and held and (each.value is None or any(each.is_of(wish) for wish in held)):
            yield Wish(each.slot, Constraint("any"))
