"""Clocks: the times of day that a clause says, each with its slot and how it limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wayframe.meaning.records import Clock, Constraint
from wayframe.reader import ReaderContext
from wayframe.reader.spans import Span, SpanLine, before, behind, having, some
from wayframe.reader.values import IS, OperatorReader, SchemaParts, ValueBound, constraint, negated
from wayframe.values.clocks import HOURS, MINUTES, NOON, in_half, written

NEAR_BOUND, NEAR_EVENT = 3, 4  # spans from a bare number to what limits it, from there to "land"
_BOUND = before(NEAR_BOUND, over="filler article time_mark", until="number money place date clock")
_EVENT = before(NEAR_EVENT, until="number money date clock noun")
_BESIDE = before(NEAR_EVENT, until="comma number date clock")
_BACKWARDS, _FORWARDS = before(30, until="clock"), behind(30, until="clock")
BEFORE, AFTER = ValueBound("at_most", strict=True), ValueBound("at_least", strict=True)
_SAYING = before(6, until="number money date clock")
_FOLLOWED = ("unit", "noun", "item", "date", "money", "number", "ordinal", "hyphen", "scope")
_ROUND = 5  # minutes
_LATEST_OUT, _LATEST_IN = 5, 10  # hours that are in the afternoon where nothing else says so
_PARTS = {"says:day_morning": "b", "says:day_afternoon": "c", "says:day_evening": "e", "says:day_night": "g"}


def _from(hour: int) -> Constraint:
    return Constraint("at_least", (Clock(hour * MINUTES),))


def _until(hour: int) -> Constraint:
    return Constraint("at_most", (Clock(hour * MINUTES),))


def _within(first: int, last: int) -> Constraint:
    return Constraint("between", (Clock(first * MINUTES), Clock(last * MINUTES)))


class DayPart(NamedTuple):
    """A part of the day from one hour to another: its constraint where it is wished, and where it isn't."""

    first: int
    last: int
    wished: Constraint | None = None
    denied: Constraint | None = None


MORNING, EVENING, NIGHT = 5, 18, 20
_DAY_PARTS = {
    "b": DayPart(MORNING, NOON, _within(MORNING, NOON), _from(NOON)),
    "c": DayPart(NOON, EVENING, _within(NOON, EVENING)),
    "e": DayPart(EVENING, NIGHT, _from(EVENING), _until(EVENING)),
    "g": DayPart(NIGHT, MORNING, None, _until(NIGHT)),
}
"""The parts of the day by their letters."""


class ClockPhrase(NamedTuple):
    """What is wished of a slot with times, and its spans (the last excluded)."""

    first: int
    last: int
    slot: str
    constraint: Constraint


class _Time(NamedTuple):
    """A time at a span: minutes after midnight; an `open` one may be in either half of the day."""

    at: int
    minutes: int
    open: bool


class ClockReader:
    """Reads times of day; the slot spoken of last in the turn holds for times that stand alone."""

    def __init__(self, parts: SchemaParts, context: ReaderContext, operators: OperatorReader) -> None:
        self._operators, self._recent, self._part = operators, "", ""
        self._before = SpanLine(())
        slots = parts.schema.of_kind("time")
        self._slots: dict[str, str] = {slot.role: slot.name for slot in slots if slot.role}
        self._names = frozenset(slot.name for slot in slots)
        self._asked = next((name for name in context.asked if name in self._names), "")
        self._only = slots[0].name if len(slots) == 1 else ""

    def find(self, line: SpanLine, taken: frozenset[int], *, behind_day: bool) -> Iterator[ClockPhrase]:
        """Yield the wishes for times; spans that are `taken` belong to references.

        `behind_day`, after a day, a bare number goes on from that rather than being an hour.
        """
        if not self._names:
            return
        times = [time for time in self._times(line, behind_day=behind_day) if time.at not in taken]
        floor = 0
        for place, time in enumerate(times):
            if time.at < floor:
                continue
            ceiling = times[place + 1].at if place + 1 < len(times) else len(line)
            phrase = self._phrase(line, time, floor, ceiling, times[place + 1 : place + 2])
            if phrase:
                floor = phrase.last
                self._recent = phrase.slot
                yield phrase
        if not times:
            yield from self._day_parts(line, taken)
        self._part = self._said_part(line) or self._part
        if line.some(0, len(line), *_TIMELY):
            self._before = line

    # Times

    def _times(self, line: SpanLine, *, behind_day: bool) -> Iterator[_Time]:
        """Yield the times of a line: those that say so themselves, and numbers where only an hour can stand."""
        for at, span in enumerate(line.spans):
            if line[at - 1].has("time_until"):
                continue
            if span.has("clock", "clock_open"):
                time = _Time(at, span.data("clock", "clock_open").value, span.has("clock_open"))
                if self._is_of_journey(line, at):
                    yield time
            elif span.has("number") and not span.has("date", "money"):
                minutes = self._bare(line, at, behind_day=behind_day)
                if minutes is not None:
                    yield _Time(at, minutes, 0 < minutes <= NOON * MINUTES)

    def _is_of_journey(self, line: SpanLine, at: int) -> bool:
        """Return whether a time is about the journey: limited where its clause is, or right beside a word of it."""
        if self._speaks_of_times(line) and not self._operators.is_plain(line, at):
            return True
        if line.place(at, _BESIDE, having(*_TIMELY)) >= 0 or self._asked or self._noun(line):
            return True
        if _links(line, at - 2) or (line[at - 1].has("comma") and line.some(0, at, "says:time_bound")):
            return self._speaks_of_times(line)
        return line.some(at + 1, at + 3, *_TIMELY)

    def _bare(self, line: SpanLine, at: int, *, behind_day: bool) -> int | None:
        """Return the time that a bare number is: "by nine", "before 1800"; None where it is something else."""
        span, value = line[at], float(line[at].data("number"))
        end = at + 2 if _links(line, at) or line[at + 1].has("alternative") else at
        if line[end + 1].has(*_FOLLOWED) and not line[end].has("clock", "clock_open"):
            return None
        if line[at - 1].has("says:number_day") and (behind_day or line.some(0, at, "date")):
            return None
        if span.has("pronoun_one") and not line[at - 1].has("says:time_bound"):
            return None
        minutes = written(span.words)
        if minutes is not None:
            is_said = minutes % _ROUND == 0 and self._follows_event(line, self._bound_place(line, at))
            return minutes if is_said else None
        if not 0 < value <= HOURS or value != int(value):
            return None
        return int(value) * MINUTES if self._is_hour(line, at) else None

    def _bound_place(self, line: SpanLine, at: int) -> int:
        """Return where the word stands that limits a number as times are limited; -1 where none does."""
        return line.place(at, _BOUND, having("says:time_bound", "time_mark"))

    def _is_hour(self, line: SpanLine, at: int) -> bool:
        """Return whether a number is an hour by what limits it, and by what else its clause speaks of."""
        bound = self._bound_place(line, at)
        if bound < 0:
            return line[at + 1].has("opens:time_limit") and self._speaks_of_times(line)
        if line[bound].has("says:time_bound"):
            return self._speaks_of_times(line)
        return self._follows_event(line, bound) or (self._said_part(line) != "" and self._speaks_of_times(line))

    def _speaks_of_times(self, line: SpanLine) -> bool:
        """Return whether a clause, or the turn before it, is about when something takes place."""
        if self._recent or self._asked or len(self._before):
            return True
        return line.some(0, len(line), *_TIMELY) or self._noun(line) != ""

    def _follows_event(self, line: SpanLine, bound: int) -> bool:
        """Return whether a word for leaving or arriving stands before a bound, or is part of it: "in by"."""
        if bound < 0:
            return False
        return line[bound].has(*_EVENTS) or line.place(bound, _EVENT, having(*_EVENTS)) >= 0

    # Wishes

    def _phrase(
        self, line: SpanLine, time: _Time, floor: int, ceiling: int, following: Sequence[_Time]
    ) -> ClockPhrase | None:
        """Return the wish for a time, or for the range that it opens together with the following one."""
        slot = self._slot(line, time.at, floor, ceiling)
        if not slot:
            return None
        first = self._clock(line, time, slot)
        for other in following:
            if other.at == time.at + 2 and _links(line, time.at):
                values = (first, self._clock(line, other, slot))
                return ClockPhrase(time.at, other.at + 1, slot, Constraint("between", values))
        bound = self._bound(line, time.at, floor, ceiling, slot)
        denied = negated(line.part(floor, time.at))
        return ClockPhrase(time.at, time.at + 1, slot, constraint(bound, first, denied=denied))

    def _bound(self, line: SpanLine, at: int, floor: int, ceiling: int, slot: str) -> ValueBound:
        """Return how a time limits; one that explains another is limited as that: "before dinner, say seven"."""
        leading = self._operators.bound(line, at, at + 1, slot, floor, at + 1)
        if leading != IS:
            return leading
        if line[at - 1].has("than") and line[at - 2].has("compare"):
            return BEFORE if line[at - 2].data("compare")[1] == "less" else AFTER
        bound = self._operators.bound(line, at, at + 1, slot, floor, ceiling)
        if bound != IS or not (line[at - 1].has("time_mark", "comma") or line[at + 1].has("time_mark")):
            return bound
        place = line.place(at, _SAYING, having("says:time_bound"))
        return self._operators.bound(line, place + 1, place + 2, slot, floor, ceiling) if place >= floor else bound

    def _clock(self, line: SpanLine, time: _Time, slot: str) -> Clock:
        """Return a time in the half of the day that is said, or else that is usual."""
        hour, minute = divmod(time.minutes, MINUTES)
        if not time.open:
            return Clock(time.minutes)
        part = self._said_part(line) or self._part
        if not part:
            lands = slot in (self._slots.get("arrival"), self._slots.get("arrival_back"))
            from_then_on = line.some(time.at - NEAR_BOUND, time.at, "says:after")
            latest = _LATEST_IN if lands else _LATEST_OUT
            latest += from_then_on and not lands and not line.some(0, time.at, "not")
            part = "c" if hour <= latest else "b"
        return Clock(in_half(hour, part) % HOURS * MINUTES + minute)

    def _said_part(self, line: SpanLine) -> str:
        """Return the letter of the part of the day that a line names; empty where it names none."""
        return next((letter for name, letter in _PARTS.items() if line.some(0, len(line), name)), "")

    def _day_parts(self, line: SpanLine, taken: frozenset[int]) -> Iterator[ClockPhrase]:
        """Yield the wish for a part of the day as a whole: "a morning flight"."""
        for at, span in enumerate(line.spans):
            part = next((letter for name, letter in _PARTS.items() if span.has(name)), "")
            if not part or at in taken or span.has("date") or _greets(line, at):
                continue
            slot = self._slot(line, at, 0, len(line)) if self._is_of_times(line, at) else ""
            wished = self._of_part(line, at, part) if slot else None
            if wished:
                self._recent = slot
                yield ClockPhrase(at, at + 1, slot, wished)
            return

    def _is_of_times(self, line: SpanLine, at: int) -> bool:
        """Return whether a part of the day is that of a flight, and of no day; or of things that begin at a time."""
        if not self._slots:
            return True
        return line.some(0, len(line), *_TIMELY) and not line.some(at + 1, at + 3, "date")

    def _of_part(self, line: SpanLine, at: int, part: str) -> Constraint | None:
        """Return what is wished by a part of the day: it, no such one, a time before or after it."""
        known = _DAY_PARTS[part]
        bound = line.nearest(at, before(2, over="article"), having("time_bound"))
        if bound.has("after"):
            return _from(known.last)
        if bound.words:
            return _until(known.first)
        if negated(line.part(0, at)):
            return known.denied
        return known.wished

    # Slots

    def _slot(self, line: SpanLine, at: int, floor: int, ceiling: int) -> str:
        """Return the slot of a time: of the event nearest before it or else behind it; there or back."""
        if not self._slots:
            return self._noun(line) or self._only
        event = line.place(at, _BACKWARDS, having(*_EVENTS))
        last = line.place(at, _FORWARDS, having("comma", "nothing"))
        segment = line.part(floor, at + 1 if event >= floor else min(ceiling, max(last, at + 1)))
        if some(segment, *_TIMELY):
            return self._slots.get(self._role(segment), "")
        known = self._recent or self._asked
        return known or self._slots.get(self._role(self._before.spans), "")

    def _role(self, segment: Sequence[Span]) -> str:
        """Return the role of a time by the words around it: whether a flight takes off or lands, there or back."""
        event = next((span for span in reversed(segment) if span.has(*_EVENTS)), None)
        home = some(segment, "says:time_homeward", "says:time_home")
        flies_home = some(segment, "says:time_flies_home")
        if event is None:
            lands = home and not some(segment, "says:time_flight", "says:time_homeward_noun")
        elif event.has("says:time_leaving"):
            lands = False
            home = home or some(self._before.spans, "says:time_flies_home")
        else:
            lands = not (flies_home and event.has("says:time_home") and not event.has("says:time_landing"))
        return _ROLES[lands, home]

    def _noun(self, line: SpanLine) -> str:
        """Return the slot with times that a noun of a line names; empty where none does."""
        nouns = (str(noun) for span in line.spans for noun in span.every("noun"))
        return next((noun for noun in nouns if noun in self._names), "")


_EVENTS = ("says:time_leaving", "says:time_landing", "says:time_home")
_TIMELY = (*_EVENTS, "says:time_homeward", "says:time_flight")
_ROLES = {
    (False, False): "departure",
    (True, False): "arrival",
    (False, True): "departure_back",
    (True, True): "arrival_back",
}
"""The roles of slots by whether the flight arrives, and whether it goes home."""


def _links(line: SpanLine, at: int) -> bool:
    """Return whether a time opens a range: "0800 to 1900", "between nine and noon"."""
    return line[at + 1].has("range") or (line[at + 1].has("range_and") and line.some(at - 2, at, "between"))


def _greets(line: SpanLine, at: int) -> bool:
    """Return whether a part of the day is but in a greeting: "good morning"."""
    return line[at].has("social") and (line[at].last - line[at].first > 1 or (at == 0 and len(line) == 1))
