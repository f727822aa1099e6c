"""Phrases: values with the operators, negations and prepositions that belong to them, composed into wishes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Days, Flag, Money, Number, Operator, Party, Scope, Text, Value, Wish
from wayframe.reader.clauses import Clause
from wayframe.reader.context import ReaderContext
from wayframe.reader.party import PartyPhrase
from wayframe.reader.spans import Span
from wayframe.schema import Schema, Slot

SMALLEST_PRICE = 50  # a bare number from here on can be an amount of money
FIRST_YEAR, LAST_YEAR = 1900, 2100  # "in 1989" and "since 1974" are years
MOST_GAP = 5  # spans without content between an operator and its value
_VAGUE_COUNTS = {
    "a": 1,
    "one": 1,
    "an": 1,
    "couple": 2,
    "a couple of": 2,
    "couple of": 2,
    "few": 3,
    "a few": 3,
    "several": 4,
}
_CONTRARY: dict[str, Operator] = {
    "at_most": "at_least",
    "at_least": "at_most",
    "is": "not",
    "around": "not",
    "not": "is",
}
_STRICT = frozenset(("under", "below", "less than", "fewer than", "over", "above", "more than", "before", "after"))
_HOMEWARD = frozenset(("back", "home", "return", "returning", "returns", "homeward"))
_TO = frozenset(("to", "until", "till", "through", "thru", "-", "and", "up to", "back"))


_BETWEEN_VALUES = frozenset(
    ("the", "a", "an", "in", "to", "not", "with", "of", "any", "maybe", "perhaps", "possibly", "even")
)
DATE_WORDS = frozenset((
    "by", "on", "before", "after", "until", "till", "from", "since", "around", "to", "back", "home", "leaving",
))  # fmt: skip
_OF_PEOPLE = ("for", "we are", "we will be", "we would be", "we were", "there are", "party of", "group of", "family of")


class Phrase(NamedTuple):
    """A wish and the spans that it came from (last excluded)."""

    first: int
    last: int
    wish: Wish


class _Valued(NamedTuple):
    """A value of a slot and its spans."""

    first: int
    last: int
    slot: str
    value: Value


def _leads_on(spans: Sequence[Span], at: int) -> bool:
    """Return whether "on" belongs to what follows it: "back September 3 on a budget"."""
    following = spans[at + 1] if at + 1 < len(spans) else None
    return spans[at].words == "on" and following is not None and following.words in ("a", "an", "the", "my", "our")


def _strong_goal(spans: Sequence[Span], at: int) -> bool:
    """Return whether the word before a place says that it is gone to: "to Rome", not "in Rome"."""
    return at > 0 and spans[at - 1].words.split(" ")[-1] in ("to", "into", "towards", "visit", "visiting", "see")


class Composer:
    """Composes the wishes of a clause. `references` gives the reference that starts at a span, with its end."""

    def __init__(self, schema: Schema, context: ReaderContext) -> None:
        self.schema, self.context = schema, context
        self._source = next((slot.name for slot in schema.slots if slot.role == "source"), "")
        self._goal = next((slot.name for slot in schema.slots if slot.role == "goal"), "")
        self._start = next((slot.name for slot in schema.slots if slot.bearing == "window_start"), "")
        self._end = next((slot.name for slot in schema.slots if slot.bearing == "window_end"), "")
        self._dates = [slot.name for slot in schema.of_kind("date")]
        self._places = [slot.name for slot in schema.of_kind("place")]
        self._party = next((slot.name for slot in schema.of_kind("party")), "")
        self._capacity = "" if self._party else _capacity(schema)
        self._year = next((s.name for s in schema.of_kind("number") if "year" in (s.label, *s.nouns)), "")
        self._name = schema.name
        self.recent = ""  # the measured slot that the turn has spoken of last

    def wishes(self, clause: Clause, taken: frozenset[int] = frozenset()) -> list[Phrase]:
        """Return the wishes of a clause; spans that are `taken` belong to references."""
        spans = clause.spans
        valued = self._values(clause, taken)
        found = list[Phrase]()
        for number, each in enumerate(valued):
            before = valued[number - 1] if number else None
            after = valued[number + 1] if number + 1 < len(valued) else None
            found.append(self._wish(spans, each, before, after))
        compared = self._comparisons(spans, valued, taken)
        measures = {phrase.first for phrase in compared if phrase.wish.constraint.values}
        found = [phrase for phrase in found if phrase.first not in measures] + compared
        found += self._indifferent(spans, valued, taken)
        found.sort(key=lambda phrase: phrase.first)
        found = _measured_against(spans, found)
        return self._spread_negation(spans, self._merged(spans, self._paired(spans, found)))

    # Values

    def _values(self, clause: Clause, taken: frozenset[int]) -> list[_Valued]:
        spans = clause.spans
        found = list[_Valued]()
        at = 0
        parties = {phrase.first: phrase for phrase in clause.parties}
        while at < len(spans):
            if at in parties and (self._party or self._capacity):
                phrase = parties[at]
                found.append(self._people(phrase))
                at = max(phrase.last, at + 1)
                continue
            each = None if at in taken else self._value_at(spans, at)
            if each:
                found.append(each)
                at = each.last
            else:
                at += 1
        return found

    def _people(self, phrase: PartyPhrase) -> _Valued:
        """Return who travels; where nobody travels, how many a thing has to hold."""
        if self._party:
            return _Valued(phrase.first, phrase.last, self._party, phrase.party)
        party = phrase.party
        heads = float(party.total or party.adults + party.children)
        return _Valued(phrase.first, phrase.last, self._capacity, Number(heads, self._unit(self._capacity)))

    def _value_at(self, spans: Sequence[Span], at: int) -> _Valued | None:
        span = spans[at]
        if span.has("money") and self.schema.price:
            amount = span.data("money")
            assert isinstance(amount, Money)
            return _Valued(at, at + 1, self.schema.price.name, amount)
        if span.has("date") and self._dates and not self.is_order(spans, at):
            return _Valued(at, at + 1, self._date_slot(spans, at), span.data("date"))
        if span.has("place") and self._places and not self._is_category(span):
            return _Valued(at, at + 1, self._place_slot(spans, at), Text(str(span.data("place"))))
        if span.has("noun") and span.data("noun") == self._source:
            return None
        if span.has("value") and at and self._ends_a_name(spans, at):
            return None
        if span.has("value") and not (span.has("cue") and len(span.words) < 4):
            slot, value = span.data("value")
            return _Valued(at, at + 1, slot, value)
        if span.has("number") and not _is_pronoun(spans, at):
            return self._number(spans, at)
        if span.has("unit") and not span.has("scope") and at and spans[at - 1].words in _VAGUE_COUNTS:
            slot, factor, offset = self._unit_slot(spans, at, at)
            return _Valued(
                at, at + 1, slot, Number(_VAGUE_COUNTS[spans[at - 1].words] * factor + offset, self._unit(slot))
            )
        return None

    def _ends_a_name(self, spans: Sequence[Span], at: int) -> bool:
        """Return whether a feature is part of the name of a place that is left from: "Berlin airport"."""
        return spans[at - 1].has("place") and bool(self._source) and self._place_slot(spans, at - 1) == self._source

    def _is_category(self, span: Span) -> bool:
        """Return whether a word that may stand for a place is a value of something else: an Italian restaurant."""
        if not span.has("value"):
            return False
        slot, _ = span.data("value")
        return self.schema.by_name[slot].kind in ("category", "list", "text")

    def is_order(self, spans: Sequence[Span], at: int) -> bool:
        """Return whether "the second" is a place in an order and no day."""
        if not spans[at].has("ordinal"):
            return False
        following = spans[at + 1] if at + 1 < len(spans) else None
        if following and (
            following.has("item") or following.words in ("one", "ones", "two", "three") or following.has("extreme")
        ):
            return True
        if following and following.has("noun") and following.data("noun") == self._name:
            return True
        if (
            self._date_word(spans, at)
            or self._after_preposition(spans, at)
            or float(str(spans[at].data("ordinal"))) > max(len(self.context.options), 1)
        ):
            return False
        return self.context.offered

    def _after_preposition(self, spans: Sequence[Span], at: int) -> bool:
        """Return whether a phrase that leads to a day stands before an ordinal: "be back the 30th"."""
        before = spans[at - 2] if at > 1 and spans[at - 1].words == "the" else spans[at - 1] if at else None
        return before is not None and before.words.split(" ")[-1] in DATE_WORDS

    def _date_word(self, spans: Sequence[Span], at: int) -> str:
        """Return the preposition or verb that makes the next value a day; empty where there is none."""
        for back in range(at - 1, max(at - 4, -1), -1):
            if spans[back].words.startswith("not "):
                return spans[back].words
            if spans[back].words in DATE_WORDS:
                return spans[back].words
            if spans[back].words not in ("the", "about"):
                return ""
        return ""

    def _number(self, spans: Sequence[Span], at: int) -> _Valued | None:
        value = float(str(spans[at].data("number")))
        following = at + 1
        if following < len(spans) and spans[following].words == "-":
            following += 1
        if following < len(spans) and spans[following].has("unit"):
            slot, factor, offset = self._unit_slot(spans, at, following)
            self.recent = slot
            return _Valued(at, following + 1, slot, Number(value * factor + offset, self._unit(slot)))
        if FIRST_YEAR <= value <= LAST_YEAR and self._year and spans[at].words.isdecimal():
            return _Valued(at, at + 1, self._year, Number(value, ""))
        if (
            FIRST_YEAR <= value <= LAST_YEAR
            and at
            and spans[at - 1].words in ("in", "since", "until", "of", "from", "around")
        ):
            return None
        if self._party and value < SMALLEST_PRICE and self._for_people(spans, at):
            return _Valued(at, at + 1, self._party, Party(adults=int(value)))
        if spans[at].words == "one" and not (self._party in self.context.asked or self._for_people(spans, at)):
            return None  # a pronoun: "the star rating of the one in Rome"
        if (noun := self._noun_near(spans, at)) is not None:
            return self._of_noun(noun, at, value)
        op = self._operator(spans, at)[0] or self._following(spans, following)
        price = self.schema.price
        scope = following < len(spans) and spans[following].has("scope")
        scope = scope or (at > 0 and spans[at - 1].words == "for" and spans[at].words[:1].isdecimal())
        asked = self.context.asked
        if price and value >= SMALLEST_PRICE and (op or scope or price.name in asked or "budget" in asked):
            return _Valued(at, at + 1, price.name, Money(value, ""))
        if self._party and value < SMALLEST_PRICE and self._party in asked:
            return _Valued(at, at + 1, self._party, Party(adults=int(value)))
        if self._capacity and value < SMALLEST_PRICE and self._for_people(spans, at):
            return _Valued(at, at + 1, self._capacity, Number(value, self._unit(self._capacity)))
        priced = price is not None and any(wish.slot == price.name for wish in self.context.wishes)
        if price and priced and value >= SMALLEST_PRICE and any(span.is_cue("correct") for span in spans):
            return _Valued(at, at + 1, price.name, Money(value, ""))
        recent = [self.recent] if self.recent and op else []
        for each in (self.schema.slot(name) for name in (*asked, *recent)):
            if each and each.kind in ("number", "money"):
                return self._of_noun(each, at, value)
        return None

    def _unit_slot(self, spans: Sequence[Span], at: int, unit: int) -> tuple[str, float, float]:
        """Return the slot that a unit measures, its factor and offset: the one whose noun is near, else the first."""
        measures = [entry.data for entry in spans[unit].entries if entry.kind == "unit"]
        near = {
            str(e.data)
            for span in (*spans[max(at - 4, 0) : at], *spans[unit + 1 : unit + 4])
            for e in span.entries
            if e.kind == "noun"
        }
        return next((each for each in measures if each[0] in near), measures[0])  # type: ignore[index,return-value]

    def _for_people(self, spans: Sequence[Span], at: int) -> bool:
        """Return whether "for two" says who travels."""
        following = spans[at + 1] if at + 1 < len(spans) else None
        ends = (
            following is None
            or following.has("conjunction", "preposition", "scope", "reference")
            or following.words in (",", "with", "our", "my", "we", "i")
        )
        if self._capacity and not any(span.words in ("room", "space", "fit", "fits") for span in spans):
            return False
        before = " ".join(span.words for span in spans[max(at - 3, 0) : at])
        return ends and before.endswith(_OF_PEOPLE)

    def _of_noun(self, slot: Slot, at: int, value: float) -> _Valued | None:
        if slot.kind == "money":
            return _Valued(at, at + 1, slot.name, Money(value, ""))
        if slot.kind == "number":
            return _Valued(at, at + 1, slot.name, Number(value, slot.unit))
        if slot.kind == "party":
            return _Valued(at, at + 1, slot.name, Party(adults=int(value)))
        return None

    def _unit(self, slot: str) -> str:
        known = self.schema.slot(slot)
        return known.unit if known else ""

    def _noun_near(self, spans: Sequence[Span], at: int) -> Slot | None:
        """Return the measured slot whose noun stands before a number ("a budget of") or right behind it."""
        for back in range(at - 1, max(at - MOST_GAP - 1, -1), -1):
            span = spans[back]
            if span.has("noun") and (slot := self._measured(span)):
                return slot
            if back == at - 1 and span.words == ",":
                continue
            if span.has("number", "money", "date", "place", "value", "conjunction") and span.words not in (
                "of",
                "only",
            ):
                break
        for ahead in range(at + 1, min(at + 4, len(spans))):
            span = spans[ahead]
            if span.has("noun") and (slot := self._measured(span)):
                return slot
            if span.words not in ("of", "or", "more", "or more", "better", "in", "for") and not span.has("after"):
                break
        return None

    def _measured(self, span: Span) -> Slot | None:
        slots = (self.schema.slot(str(entry.data)) for entry in span.entries if entry.kind == "noun")
        return next((slot for slot in slots if slot and slot.kind in ("number", "money", "party")), None)

    # Roles of places and days

    def _preposition(self, spans: Sequence[Span], at: int) -> tuple[frozenset[str], int]:
        """Return the roles that the words before a value give it, and where these words are."""
        for back in range(at - 1, max(at - 4, -1), -1):
            roles = frozenset(str(entry.data) for entry in spans[back].entries if entry.kind == "preposition")
            if roles:
                return roles, back
            if spans[back].has("number", "money", "date", "place") or spans[back].words in (",",):
                break
        return frozenset(), -1

    def _place_slot(self, spans: Sequence[Span], at: int) -> str:
        if not self._goal:
            return self._places[0]
        roles, _ = self._preposition(spans, at)
        following = spans[at + 1] if at + 1 < len(spans) else None
        onward = following is not None and following.words in ("to", "-", "->", "→", ">") and at + 2 < len(spans)
        if onward and any(span.has("place") for span in spans[at + 2 : at + 5]) and "goal" not in roles - {"source"}:
            return self._source
        if onward and "source" not in roles and any(span.has("place") for span in spans[at + 2 : at + 4]):
            return self._source
        if self._is_first_of_two(spans, at):
            return self._source
        if "source" in roles and "goal" not in roles:
            return self._source
        labelled = self._label_before(spans, at)
        if labelled and labelled in (self._source, self._start):
            return self._source
        alone = (
            self._source in self.context.asked
            and self._goal not in self.context.asked
            and not self._other_place(spans, at)
        )
        if alone and not _strong_goal(spans, at):
            return self._source
        if "goal" in roles:
            return self._goal
        return self._goal

    def _is_first_of_two(self, spans: Sequence[Span], at: int) -> bool:
        """Return whether a place is where a way begins: "between Rome and Athens"."""
        between = at > 0 and spans[at - 1].words == "between"
        return between and any(span.has("place") for span in spans[at + 1 : at + 4])

    def _other_place(self, spans: Sequence[Span], at: int) -> bool:
        return any(span.has("place") for place, span in enumerate(spans) if place != at)

    def _label_before(self, spans: Sequence[Span], at: int) -> str:
        """Return the slot whose noun stands before a value, nothing but a verb between: "my home town is Rome"."""
        for back in range(at - 1, max(at - MOST_GAP - 1, -1), -1):
            span = spans[back]
            nouns = [str(entry.data) for entry in span.entries if entry.kind == "noun"]
            named = next((noun for noun in nouns if noun in (self._source, self._goal, self._start, self._end)), "")
            if named:
                return named
            if span.has("place", "date", "number", "money", "conjunction", "value") or span.words in (",", "with"):
                return ""
        return ""

    def _date_slot(self, spans: Sequence[Span], at: int) -> str:
        if not self._start:
            return self._dates[0]
        roles, where = self._preposition(spans, at)
        if self._label_before(spans, at) == self._end:
            return self._end
        if "end" in roles and "start" not in roles:
            ends = spans[where].words
            leaving = any(span.has("preposition") and span.data("preposition") == "start" for span in spans[:where])
            linked = ends in ("to", "-", "until", "till", "through", "by")
            if linked and not any(span.has("date") for span in spans[:where]) and (leaving or ends == "to"):
                return self._start
            return self._end
        if self._end in self.context.asked and self._start not in self.context.asked:
            return self._end
        if self._comes_home(spans, at) and spans[where].words not in ("leaving", "leave", "departing", "after"):
            return self._end
        return self._start

    def _comes_home(self, spans: Sequence[Span], at: int) -> bool:
        """Return whether the clause speaks of coming home before a day, and no other day is between."""
        for span in reversed(spans[:at]):
            if span.has("date"):
                return False
            if _HOMEWARD & set(span.words.split()):
                return True
        return False

    # Wishes

    def _operator(self, spans: Sequence[Span], at: int) -> tuple[Operator | None, bool]:
        """Return the operator that stands before a value, and whether it leaves the value itself out."""
        for back in range(at - 1, max(at - MOST_GAP - 1, -1), -1):
            span = spans[back]
            if span.has("before") and (self._capacity or not span.has("noun")):
                op: Operator = span.data("before")
                return op, span.words in _STRICT
            if not span.has("filler", "noun", "scope") or span.has("number", "money", "place", "conjunction"):
                break
        return None, False

    def _following(self, spans: Sequence[Span], at: int) -> Operator | None:
        """Return the operator that stands behind a value."""
        for ahead in range(at, min(at + 3, len(spans))):
            if spans[ahead].has("after") and not (
                spans[ahead].words == "on" and (ahead > at or _leads_on(spans, ahead))
            ):
                op: Operator = spans[ahead].data("after")
                return op
            if not spans[ahead].has("scope", "noun", "filler") or spans[ahead].has(
                "place", "date", "number", "conjunction"
            ):
                break
        return None

    def _scope(self, spans: Sequence[Span], first: int, last: int) -> Scope:
        near = (*spans[last : last + 3], *spans[max(first - 3, 0) : first])
        return next((span.data("scope") for span in near if span.has("scope")), "")

    def _wish(self, spans: Sequence[Span], each: _Valued, before: _Valued | None, after: _Valued | None) -> Phrase:
        slot = self.schema.slot(each.slot)
        assert slot is not None
        floor = before.last if before else 0
        ceiling = after.first if after else len(spans)
        window = list(spans[floor : each.first])
        op, strict = self._operator(spans, each.first) if window else (None, False)
        trailing = self._following(spans[:ceiling], each.last)
        if (
            slot.kind == "date"
            and after
            and spans[after.first - 1].has("after")
            and spans[after.first - 1].has("before")
        ):
            trailing = None  # "back September 1, minimum 5 stars"
        if slot.kind == "date":
            op = self._date_operator(spans, each, op if trailing is None else trailing)
        elif each.slot == self._capacity and isinstance(each.value, Number) and op is None:
            op = trailing or "at_least"
        elif slot.measured:
            op = trailing or op
        else:
            op = None
        negated = self._negated(window)
        constraint = _constraint(op or "is", each.value, strict and trailing is None, negated=negated)
        if slot.kind == "money":
            constraint = replace(constraint, scope=self._scope(spans[:ceiling], each.first - floor + floor, each.last))
        return Phrase(each.first, each.last, Wish(each.slot, constraint))

    def _date_operator(self, spans: Sequence[Span], each: _Valued, op: Operator | None) -> Operator | None:
        """Return how a day limits: home by it, not before it; a range of days is as it stands."""
        word = self._date_word(spans, each.first)
        if each.slot == self._end and any(
            span.words == "before" or span.words.endswith(" before") for span in spans[: each.first]
        ):
            return "at_most"
        if word in ("by", "before") or (each.slot == self._end and op == "at_most"):
            return "at_most"
        if word in ("after", "since") or word.startswith("not before") or (op == "at_least" and word not in ("from",)):
            return "at_least"
        return "around" if op == "around" else None

    def _negated(self, window: Sequence[Span]) -> bool:
        """Return whether the words before a value deny it; two denials are none."""
        negated = False
        for span in window:
            contrary = span.has("conjunction") and span.data("conjunction") == "but" and not span.has("except")
            if contrary or span.words in ("how about", "what about"):
                negated = False
            elif span.has("except"):
                negated = True
            elif (span.has("not") or span.words == "do not") and not span.has("before"):
                negated = not negated
        return negated

    def _comparisons(self, spans: Sequence[Span], valued: Sequence[_Valued], taken: frozenset[int]) -> list[Phrase]:
        """Return the wishes for more or less of a slot, by an amount where one stands before: "$200 cheaper"."""
        found = list[Phrase]()
        for at, _span in enumerate(spans):
            if at in taken:
                continue
            compared = self._compared(spans, at)
            if compared is None:
                continue
            slot, op, last = compared
            if op in ("least", "most") and self._bounds_a_day(spans, at, slot):
                continue
            by = next((each for each in valued if each.last == at and _same_kind(self.schema.slot(slot), each)), None)
            values = (by.value,) if by else ()
            first = by.first if by else at
            found.append(Phrase(first, last, Wish(slot, Constraint(op, values))))
        return found

    def _bounds_a_day(self, spans: Sequence[Span], at: int, slot: str) -> bool:
        """Return whether an extreme of a day only introduces one: "the earliest I can leave is August 8"."""
        return slot in self._dates and any(span.has("date") for span in spans[at + 1 :])

    def _compared(self, spans: Sequence[Span], at: int) -> tuple[str, Operator, int] | None:
        span = spans[at]
        following = spans[at + 1] if at + 1 < len(spans) else None
        if span.has("compare"):
            slot, direction = span.data("compare")
            return slot, direction, at + 1
        if span.has("adjective") and at and spans[at - 1].words == "too":
            slot, direction = span.data("adjective")
            return slot, "less" if direction == "more" else "more", at + 1
        if (
            span.has("degree")
            and span.data("degree") in ("more", "less")
            and following
            and following.has("noun", "unit")
        ) and (slot_found := self.any_measured(following)):
            return slot_found, span.data("degree"), at + 2
        if span.has("extreme"):
            slot, direction = span.data("extreme")
            return slot, direction, at + 1
        if (
            span.has("degree")
            and span.data("degree") in ("most", "least", "best")
            and following
            and following.has("noun", "unit")
        ) and (slot_found := self.any_measured(following)):
            return slot_found, self._best(slot_found, str(span.data("degree"))), at + 2
        if span.has("adjective") and not span.has("filler") and self._is_wished(spans, at):
            slot, direction = span.data("adjective")
            return slot, "least" if direction == "less" else "most", at + 1
        return None

    def _is_wished(self, spans: Sequence[Span], at: int) -> bool:
        """Return whether a plain adjective is a wish ("something cheap") and no remark ("it sounds grand")."""
        before = any(
            span.words in ("something", "anything", "somewhere", "anywhere") for span in spans[max(at - 3, 0) : at]
        )
        following = spans[at + 1] if at + 1 < len(spans) else None
        noun = following is not None and (
            following.has("item") or (following.has("noun") and following.data("noun") == self._name)
        )
        return before or noun

    def _best(self, slot: str, degree: str) -> Operator:
        known = self.schema.slot(slot)
        if degree == "best":
            return "least" if known and known.better == "less" else "most"
        return "least" if degree == "least" else "most"

    def any_measured(self, span: Span) -> str | None:
        """Return the measured slot that a noun or a unit names; None where it names none."""
        names = [str(entry.data) for entry in span.entries if entry.kind == "noun"]
        names += [str(entry.data[0]) for entry in span.entries if entry.kind == "unit"]  # type: ignore[index]
        slots = (self.schema.slot(name) for name in names)
        return next((slot.name for slot in slots if slot and slot.measured), None)

    def _indifferent(self, spans: Sequence[Span], valued: Sequence[_Valued], taken: frozenset[int]) -> list[Phrase]:
        """Return the slots of which anything will do: "any dates", "I don't care about the stars"."""
        used = {at for each in valued for at in range(each.first, each.last)}
        found = list[Phrase]()
        for at, span in enumerate(spans):
            if not span.has("any") or at in taken:
                continue
            for ahead in (*range(at + 1, min(at + 5, len(spans))), *range(at - 1, max(at - 4, -1), -1)):
                if ahead in used or ahead in taken:
                    break
                noun = spans[ahead]
                if (
                    noun.has("noun")
                    and noun.data("noun") != self._name
                    and not (span.words == "any" and noun.has("value"))
                ):
                    found.append(
                        Phrase(min(at, ahead), max(at, ahead) + 1, Wish(str(noun.data("noun")), Constraint("any")))
                    )
                    break
        return found

    # Several values together

    def _paired(self, spans: Sequence[Span], found: Sequence[Phrase]) -> list[Phrase]:
        """Join what belongs together: "between 100 and 200", "August 20 to 30"."""
        joined = list[Phrase]()
        for phrase in found:
            last = joined[-1] if joined else None
            between = [span.words for span in spans[last.last : phrase.first] if span.words != "the"] if last else []
            link = between[0] if len(between) == 1 else ""
            ranged = last is not None and link in _TO and self._starts_range(spans, last, link)
            pair = self._range(last, phrase) if last and ranged else None
            if pair:
                joined[-1:] = pair
                continue
            joined.append(phrase)
        return joined

    def _starts_range(self, spans: Sequence[Span], first: Phrase, link: str) -> bool:
        between = any(span.words == "between" for span in spans[max(first.first - 3, 0) : first.first])
        return between or link != "and"

    def _range(self, first: Phrase, second: Phrase) -> list[Phrase] | None:
        one, two = first.wish.constraint, second.wish.constraint
        slots = {first.wish.slot, second.wish.slot}
        if self._start and slots <= {self._start, self._end}:
            last = two.values[0]
            return [
                first._replace(wish=Wish(self._start, replace(one, op="is", strict=False))),
                second._replace(wish=Wish(self._end, Constraint("is", (last,)))),
            ]
        slot = self.schema.slot(first.wish.slot)
        if len(slots) == 1 and slot and slot.kind in ("money", "number") and one.values and two.values:
            joint = Constraint("between", (one.values[0], two.values[0]), two.scope)
            return [Phrase(first.first, second.last, Wish(first.wish.slot, joint))]
        return None

    def _merged(self, spans: Sequence[Span], found: Sequence[Phrase]) -> list[Phrase]:
        """Join coordinated values of one slot into one constraint: "Rome, Athens or Madrid" is one of them."""
        joined = list[Phrase]()
        for phrase in found:
            last = joined[-1] if joined else None
            if last and _coordinated(spans, last, phrase) and _mergeable(last.wish, phrase.wish):
                one, two = last.wish.constraint, phrase.wish.constraint
                joint = replace(one, values=(*one.values, *(v for v in two.values if v not in one.values)))
                joined[-1] = Phrase(last.first, phrase.last, Wish(last.wish.slot, joint))
            else:
                joined.append(phrase)
        return joined

    def _spread_negation(self, spans: Sequence[Span], found: Sequence[Phrase]) -> list[Phrase]:
        """Return the wishes with denials spread to what is coordinated with them: "neither white nor green"."""
        spread = list[Phrase]()
        for phrase in found:
            last = spread[-1] if spread else None
            constraint = phrase.wish.constraint
            plain = constraint.op == "is" and len(constraint.values) >= 1
            if (
                last
                and plain
                and _denies(last.wish)
                and _coordinated(spans, last, phrase)
                and _alternatives(spans, last, phrase)
            ) and (last.wish.slot == phrase.wish.slot or isinstance(constraint.values[0], Flag)):
                phrase = phrase._replace(wish=replace(phrase.wish, constraint=_denied(constraint)))
            spread.append(phrase)
        return self._merged(spans, spread)


def _is_pronoun(spans: Sequence[Span], at: int) -> bool:
    """Return whether "one" stands for an option and is no number: "the price of the first one"."""
    before = spans[at - 1] if at else None
    return (
        spans[at].words == "one"
        and before is not None
        and (before.words in ("the", "that", "this") or before.has("ordinal"))
    )


def _constraint(op: Operator, value: Value, strict: bool, *, negated: bool) -> Constraint:
    if not negated:
        return Constraint(op, (value,), strict=strict)
    if isinstance(value, Flag):
        return Constraint("is", (Flag(not value.value),))
    return Constraint(_CONTRARY.get(op, "not"), (value,), strict=strict and op == "is")


def _denied(constraint: Constraint) -> Constraint:
    values = constraint.values
    if values and isinstance(values[0], Flag):
        return replace(constraint, values=(Flag(not values[0].value),))
    return replace(constraint, op="not")


def _denies(wish: Wish) -> bool:
    values = wish.constraint.values
    return wish.constraint.op == "not" or (bool(values) and isinstance(values[0], Flag) and not values[0].value)


def _alternatives(spans: Sequence[Span], first: Phrase, second: Phrase) -> bool:
    return any(span.words in ("or", "nor", ",", "and", "/") for span in spans[first.last : second.first])


def _coordinated(spans: Sequence[Span], first: Phrase, second: Phrase) -> bool:
    """Return whether nothing but links, articles and prepositions stands between two phrases."""
    between = spans[first.last : second.first]
    plain = all(span.has("conjunction") or span.words in _BETWEEN_VALUES for span in between)
    return plain and len(between) <= 4


def _mergeable(one: Wish, two: Wish) -> bool:
    same = one.slot == two.slot and one.constraint.op == two.constraint.op and one.constraint.op in ("is", "not")
    texts = all(isinstance(value, Text) for value in (*one.constraint.values, *two.constraint.values))
    return same and texts


def _measured_against(spans: Sequence[Span], found: Sequence[Phrase]) -> list[Phrase]:
    """Return comparisons with a value behind "than" as bounds: "newer than 2018"."""
    joined = list[Phrase]()
    for phrase in found:
        last = joined[-1] if joined else None
        between = [span.words for span in spans[last.last : phrase.first]] if last else []
        compared = last is not None and last.wish.constraint.op in ("more", "less") and not last.wish.constraint.values
        if (
            last
            and compared
            and "than" in between
            and last.wish.slot == phrase.wish.slot
            and phrase.wish.constraint.values
        ):
            op: Operator = "at_least" if last.wish.constraint.op == "more" else "at_most"
            joined[-1] = Phrase(
                last.first, phrase.last, Wish(phrase.wish.slot, replace(phrase.wish.constraint, op=op, strict=True))
            )
        else:
            joined.append(phrase)
    return joined


def _capacity(schema: Schema) -> str:
    """Return the slot that says for how many a thing is; empty where none does."""
    words = {"seats", "people", "persons", "guests", "sleeps", "capacity"}
    return next((s.name for s in schema.of_kind("number") if words & {s.label, s.unit, *s.nouns, *s.units}), "")


def _same_kind(slot: Slot | None, each: _Valued) -> bool:
    if slot is None:
        return False
    if slot.kind == "money":
        return isinstance(each.value, Money)
    if slot.kind == "date":
        return isinstance(each.value, Number | Days)
    return isinstance(each.value, Number) and slot.kind == "number"


def places(wishes: Iterable[Wish]) -> list[str]:
    """Return the names that the text values of wishes hold."""
    return [value.value for wish in wishes for value in wish.constraint.values if isinstance(value, Text)]
