"""Coordination: phrases of a clause joined that belong together: ranges, alternatives, denials."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Days, Flag, Operator, Text, Texts, Wish
from wayframe.reader.bounds import contrary
from wayframe.reader.lines import SpanLine, being
from wayframe.reader.parts import SchemaParts
from wayframe.sources.places import WORLD

_DAY_LINKS, _NUMBER_LINKS = frozenset(("range", "back")), frozenset(("range", "alternative"))
_DENIAL_LINKS = ("alternative", "range_and")
MOST_BETWEEN = 4  # spans between two coordinated values
_BOUND_BY: dict[Operator, Operator] = {"more": "at_least", "less": "at_most"}
_COMPARED_BY: dict[Operator, Operator] = {bound: compared for compared, bound in _BOUND_BY.items()}


class WishPhrase(NamedTuple):
    """A wish and the spans that it came from (the last excluded)."""

    first: int
    last: int
    wish: Wish


Joining = Callable[[SpanLine, WishPhrase, WishPhrase], list[WishPhrase] | None]


class PhraseJoiner:
    """Joins neighbouring phrases."""

    def __init__(self, parts: SchemaParts) -> None:
        self._parts = parts
        self._rules: tuple[Joining, ...] = (
            self._measured,
            self._ranged,
            self._either_day,
            self._contrasted,
            self._alternatives,
            self._denied,
            self._alternatives,
        )

    def joined(self, line: SpanLine, found: Sequence[WishPhrase]) -> list[WishPhrase]:
        """Return the phrases of a line, those joined that belong together."""
        phrases = list(found)
        for rule in self._rules:
            phrases = _folded(line, phrases, rule)
        return list(map(_compared, phrases))

    def _measured(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Join a comparison and the value it is with: "newer than 2018", "2018 or older"."""
        first, second = one.wish.constraint, two.wish.constraint
        if one.wish.slot != two.wish.slot:
            return None
        if line.any_of(one.last, two.first, being("than")) and second.values and not first.values:
            op = _BOUND_BY.get(first.op, first.op)
            if op not in _COMPARED_BY:
                return None
            joint = replace(second, op=op, strict=first.op in _BOUND_BY)
        elif line[one.last].is_a("alternative") and two.first == one.last + 1 and second.op in _BOUND_BY:
            joint = replace(first, op=_BOUND_BY[second.op])
        else:
            return None
        return [WishPhrase(one.first, two.last, Wish(one.wish.slot, joint))]

    def _ranged(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Join the ends of a range: "between 100 and 200", "August 20 to 30"."""
        link, slots = _link(line, one, two), (one.wish.slot, two.wish.slot)
        first, second = one.wish.constraint, two.wish.constraint
        if not link or not first.values or not second.values:
            return None
        if link & _DAY_LINKS and {*slots} <= {self._parts.start, self._parts.end}:
            return [
                one._replace(wish=Wish(self._parts.start, replace(first, op="is", strict=False))),
                two._replace(wish=Wish(self._parts.end, Constraint("is", second.values[:1]))),
            ]
        if not link & _NUMBER_LINKS or slots[0] != slots[1] or self._parts.kind(slots[0]) not in ("money", "number"):
            return None
        joint = Constraint("between", (first.values[0], second.values[0]), second.scope)
        return [WishPhrase(one.first, two.last, Wish(slots[0], joint))]

    def _either_day(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Join days of which either will do: "the 12th or 13th of August"."""
        first, second = one.wish.constraint, two.wish.constraint
        if two.first != one.last + 1 or not line[one.last].is_a("alternative") or first.op != second.op:
            return None
        days = [value for value in (*first.values, *second.values) if isinstance(value, Days)]
        if one.wish.slot not in self._parts.dates or len(days) < 2 or days[0].last > days[1].first:
            return None
        span = replace(first, values=(Days(days[0].first, days[1].last),))
        return [WishPhrase(one.first, two.last, replace(one.wish, constraint=span))]

    def _alternatives(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Join coordinated values of one slot: "Rome, Athens or Madrid" is one of them; of a list, "and" wants all."""
        if not (_coordinated(line, one, two) and _mergeable(one.wish, two.wish)):
            return None
        first, second = one.wish.constraint, two.wish.constraint
        if self._parts.kind(one.wish.slot) == "place" and line[one.last].is_a("comma") and _lies_in(first, second):
            return [one._replace(last=two.last)]
        values = (*first.values, *(value for value in second.values if value not in first.values))
        chosen = line.any_of(one.last, two.first, being("alternative"))
        if one.wish.slot in self._parts.lists and first.op == "is" and not chosen:
            values = (Texts(tuple(text for value in values for text in _texts(value))),)
        return [WishPhrase(one.first, two.last, Wish(one.wish.slot, replace(first, values=values)))]

    def _contrasted(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Give what is denied beside a value of its kind the slot of that: "from Boston, not New York"."""
        kind = self._parts.kind(one.wish.slot)
        alike = kind in ("place", "date") and self._parts.kind(two.wish.slot) == kind
        ops = {one.wish.constraint.op, two.wish.constraint.op}
        if not alike or one.wish.slot == two.wish.slot or "not" not in ops or len(ops) == 1:
            return None
        between = line.part(one.last, two.first)
        if not between or not all(span.has("not") or span.is_a("comma", "than", "article") for span in between):
            return None
        return [one, two._replace(wish=replace(two.wish, slot=one.wish.slot))]

    def _denied(self, line: SpanLine, one: WishPhrase, two: WishPhrase) -> list[WishPhrase] | None:
        """Spread a denial to what is coordinated with it: "neither white nor green"."""
        wished = two.wish.constraint
        alike = one.wish.slot == two.wish.slot or Flag(True) in wished.values
        if wished.op != "is" or not wished.values or not alike or not _denies(one.wish):
            return None
        links = _DENIAL_LINKS if len(wished.values) == 1 else (*_DENIAL_LINKS, "comma")
        linked = _coordinated(line, one, two) and line.any_of(one.last, two.first, being(*links))
        return [one, two._replace(wish=replace(two.wish, constraint=_contrary(wished)))] if linked else None


def _link(line: SpanLine, one: WishPhrase, two: WishPhrase) -> frozenset[str]:
    """Return the classes of the only word between two phrases; "and" is the link of a range behind "between"."""
    links = [span for span in line.part(one.last, two.first) if not span.is_a("article")]
    if len(links) != 1:
        return frozenset()
    between = line.any_of(one.first - 3, one.first, being("between"))
    return links[0].classes | {"range"} if between and links[0].is_a("range_and") else links[0].classes


def _folded(line: SpanLine, found: Sequence[WishPhrase], rule: Joining) -> list[WishPhrase]:
    """Return phrases with each two neighbours replaced as a rule has it."""
    joined = list(found[:1])
    for phrase in found[1:]:
        joined[-1:] = rule(line, joined[-1], phrase) or [joined[-1], phrase]
    return joined


def _compared(phrase: WishPhrase) -> WishPhrase:
    """Return a denied comparison that no value follows as the contrary one: "not dearer" is cheaper."""
    wished = phrase.wish.constraint
    if wished.values or wished.op not in _COMPARED_BY:
        return phrase
    return phrase._replace(wish=replace(phrase.wish, constraint=replace(wished, op=_COMPARED_BY[wished.op])))


def _lies_in(one: Constraint, two: Constraint) -> bool:
    """Return whether the place of a constraint lies in that of another: "Rome, Italy"."""
    places = [*map(_text, one.values[-1:]), *map(_text, two.values)]
    return len(places) == 2 and places[0] != places[1] and WORLD.within(*places)


def _text(value: object) -> str:
    return str(getattr(value, "value", ""))


def _texts(value: object) -> tuple[str, ...]:
    return value.values if isinstance(value, Texts) else (str(getattr(value, "value", value)),)


def _contrary(wished: Constraint) -> Constraint:
    """Return the contrary of a constraint for values."""
    value = wished.values[0]
    if isinstance(value, Flag):
        return replace(wished, values=(Flag(not value.value),))
    return replace(wished, op=contrary(wished.op))


def _denies(wish: Wish) -> bool:
    """Return whether a wish is that something isn't so."""
    return wish.constraint.op == "not" or Flag(False) in wish.constraint.values


def _coordinated(line: SpanLine, one: WishPhrase, two: WishPhrase) -> bool:
    """Return whether nothing but links, articles and prepositions stands between two phrases."""
    between = line.part(one.last, two.first)
    plain = all(span.has("conjunction") or span.is_a("slight") for span in between)
    return plain and len(between) <= MOST_BETWEEN


def _mergeable(one: Wish, two: Wish) -> bool:
    values = (*one.constraint.values, *two.constraint.values)
    same = one.slot == two.slot and one.constraint.op == two.constraint.op
    return same and one.constraint.op in ("is", "not") and all(isinstance(value, Text | Texts) for value in values)
