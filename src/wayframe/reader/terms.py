"""Terms of a booking that no slot holds: days, hours, guests and names, and how many of one thing are wanted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from wayframe.meaning.records import NoteKind
from wayframe.reader.people import heads
from wayframe.reader.references import ReferencePhrase
from wayframe.reader.spans import PartyPhrase, Span, SpanLine, behind, having, some
from wayframe.reader.wishes import WishPhrase
from wayframe.schema import Schema

MOST_WANTED = 1000
"""How many of one thing somebody wants at most; a greater number is something else."""
_TO_THING = behind(3, until="number money comma clause_end preposition conjunction reference")  # "four black laptops"
_LATEST_HOUR = 24
_MOST_BETWEEN = 2  # spans between two terms that are said in one breath: "Friday, at 8"
_BEHIND_HOUR = ("nothing", "preposition", "clause_link", "clause_end", "comma", "particle", "social", "day_part")
_BEHIND_COUNT = ("nothing", "clause_end", "particle", "social", "clause_link", "name")
_ORDERING = ("cue:book", "cue:buy", "says:wanting", "cue:change", "reshaping")
_LINKS = ("filler", "preposition", "article", "comma", "conjunction")
_BESIDE_TERMS = (*_LINKS, "particle", "social", "clause_end", "not", "answer")


class TermPhrase(NamedTuple):
    """A term of a `kind` and its spans (the last excluded); `number` says how many are wanted, or are guests who pay.

    One that isn't `ordered` is a term only in a turn that books.
    """

    first: int
    last: int
    number: int = 0
    ordered: bool = True
    kind: NoteKind = ""


# How many


def quantity(
    spans: Sequence[Span], references: Sequence[ReferencePhrase], phrases: Sequence[WishPhrase], schema: Schema
) -> TermPhrase | None:
    """Return how many of an option are wanted: "two of the second", "order 2 Lumen 14", "6 bottles of it", "twice"."""
    if some(spans, "cue:cancel"):
        return None
    line = SpanLine(spans)
    pointed = {at for phrase in references for at in range(phrase.first, phrase.last)}
    wished = [each for each in phrases if not _counts_stock(line, each, schema)]
    held = {at for each in wished for at in range(each.first, each.last)}
    for at, span in enumerate(spans):
        if at in pointed or at in held:
            continue
        found = _times(line, at) if span.has("times") else _counted(line, at, references, schema)
        if found:
            return found
    return None


def needed(spans: Sequence[Span], phrases: Sequence[WishPhrase], schema: Schema) -> TermPhrase | None:
    """Return how many things one looks for: "I need four identical laptops", "laptops, 5 of them"."""
    if schema.party or schema.guests or some(spans, "cue:cancel", "consulting"):
        return None
    line, held = SpanLine(spans), {at for each in phrases for at in range(each.first, each.last)}
    for at in range(len(line)):
        number = float(line[at].data("number", "few") or 0)
        if at in held or number not in range(2, MOST_WANTED) or line[at].has("pro_form", "ordinal"):
            continue
        thing = line.place(at, _TO_THING, having("item"))
        before = [span for span in line.part(0, at) if not span.has("social", "particle", "comma")]
        wanted = thing > 0 and (not before or some(before, "says:wanting", "cue:buy", "searching"))
        of_them = line[at + 1].has("reference:they") and some(line.part(0, at), "item")
        if wanted or of_them:
            return TermPhrase(at, (thing if wanted else at + 1) + 1, int(number))
    return None


def _counts_stock(line: SpanLine, phrase: WishPhrase, schema: Schema) -> bool:
    """Return whether a wish for what is in stock but counts what is wanted: "six bottles", not "at most 60 bottles"."""
    behind = (*line[phrase.first + 1].every("noun"), *line[phrase.last - 1].every("noun"))
    return phrase.wish.slot == schema.stock and phrase.wish.constraint.op == "is" and schema.stock in behind


def _times(line: SpanLine, at: int) -> TermPhrase | None:
    """Read how often something is ordered: "book it twice", "three times"."""
    if not some(line.spans, *_ORDERING):
        return None
    number = line[at].data("few") or line[at - 1].data("number", "few")
    return TermPhrase(at - 1, at + 1, int(number)) if number else TermPhrase(at, at + 1, 2)


def _counted(line: SpanLine, at: int, references: Sequence[ReferencePhrase], schema: Schema) -> TermPhrase | None:
    """Read a number of an option, or of what is ordered; of the thing that is in stock, or of none that is named."""
    number = float(line[at].data("number", "few") or 0)
    if number not in range(1, MOST_WANTED) or line[at].has("pro_form", "ordinal") or line[at - 1].has("hour_link"):
        return None
    thing = line[at + 1]
    end = at + 2 if thing.has("pieces", "item") or (schema.stock and schema.stock in thing.every("noun")) else at + 1
    starts = {phrase.first for phrase in references}
    of_option = line[end].has("says:of") and not starts.isdisjoint((end, end + 1, end + 2)) and _may_order(line, at)
    ordered = line[end].has(*_BEHIND_COUNT) and _follows_order(line, at)
    if not (of_option or ordered):
        return None
    return TermPhrase(at, end, int(number))


def _may_order(line: SpanLine, at: int) -> bool:
    """Return whether a number may be ordered: there is a word for that, or nothing but courtesy before it.

    "I said two of them, and you gave me one" orders nothing, nor does "you have two of those?".
    """
    if any(_is_offering(span, following) for span, following in pairwise(line.part(0, at))):
        return False
    return some(line.spans, *_ORDERING) or all(span.has(*_BESIDE_TERMS) for span in line.part(0, at))


def _is_offering(span: Span, following: Span) -> bool:
    """Return whether somebody says what the one addressed has: "you have", not so "I have"."""
    return span.has("addressed") and not span.has("person_speaking") and following.has("having")


def _follows_order(line: SpanLine, at: int) -> bool:
    """Return whether a number stands behind a word of ordering, with nothing named between: not "book the Lumen 14"."""
    verbs = [place for place in range(at) if line[place].has(*_ORDERING)]
    return bool(verbs) and all(line[place].has("filler", "reference", "particle") for place in range(verbs[-1] + 1, at))


# Days, hours, guests, names


def unheld(
    spans: Sequence[Span], used: Collection[int], parties: Sequence[PartyPhrase], schema: Schema, *, booked: bool
) -> list[TermPhrase]:
    """Return the days, hours, guests and names of a clause that no slot of a table holds, each with what links it.

    They are `ordered` where something is asked for, nothing else is said, or guests have a day: "is it open on Sunday?"
    and "that is dear in winter" order nothing. Guests alone are a term where they change what is `booked`, unless
    so many pay then. Where slots hold days and people, as of a trip, names alone are left.
    """
    line = SpanLine(spans)
    if schema.start:
        return list(booked_names(line))
    times = sorted([*_days(line, used), *_hours(line, used)])
    timed = {at for term in times for at in range(term.first, term.last)}
    guests = [
        TermPhrase(party.first, party.last, heads(party.party) if schema.guests else 0, kind="guests")
        for party in parties
        if party.first not in timed
    ]
    named = list(booked_names(line))
    changes = booked and guests != [] and not schema.guests and some(spans, "reshaping", "cue:change")
    if not (times or named or changes) and not some(spans, "cue:book"):
        return []
    orders = some(spans, *_ORDERING, "opens:requesting", "seating") or _are_all(line, used, [*times, *guests, *named])
    found = list[TermPhrase]()
    for breath in _breaths(line, sorted([*times, *guests, *named])):
        kinds = {term.kind for term in breath}
        hosted = "guests" in kinds and not kinds.isdisjoint(("day", "hour"))
        found += [term._replace(ordered=orders or hosted) for term in breath]
    return found


def _breaths(line: SpanLine, terms: Sequence[TermPhrase]) -> Sequence[Sequence[TermPhrase]]:
    """Return terms by what is said in one breath, neighbours of one kind as one: "Friday evening, at 8, for two"."""
    breaths = list[list[TermPhrase]]()
    for term in terms:
        before = breaths[-1][-1] if breaths else None
        if before is None or not _is_linked(line.part(before.last, term.first)):
            breaths.append([term])
        elif term.kind == before.kind or term.last <= before.last or _is_part_of_day(line, before, term):
            breaths[-1][-1] = before._replace(last=max(before.last, term.last))
        else:
            breaths[-1].append(term._replace(first=_behind_comma(line, before.last)))
    return breaths


def _is_part_of_day(line: SpanLine, day: TermPhrase, term: TermPhrase) -> bool:
    """Return whether a part of a day stands right behind the day: "Friday evening"."""
    return term.first == day.last and line[term.first].has("day_part")


def _is_linked(between: Sequence[Span]) -> bool:
    return len(between) <= _MOST_BETWEEN and all(span.has(*_LINKS) for span in between)


def _behind_comma(line: SpanLine, at: int) -> int:
    return at + line[at].has("comma")


def _are_all(line: SpanLine, used: Collection[int], terms: Sequence[TermPhrase]) -> bool:
    """Return whether a clause says nothing but terms of a booking, and of what: "an Italian dinner on Friday"."""
    told = {*used, *(at for term in terms for at in range(term.first, term.last))}
    return all(at in told or span.has(*_BESIDE_TERMS, "item") for at, span in enumerate(line.spans))


def booked_names(line: SpanLine) -> Iterator[TermPhrase]:
    """Yield the names in which something is booked: "under the name Keller", "my name is Hassan Idris"."""
    for at, span in enumerate(line.spans):
        first = at + 2 if line[at + 1].has("copula") else at + 1
        last = first
        while line[last].has("strange", "foreign"):
            last += 1
        if span.has("booked_under") and last > first:
            yield TermPhrase(at, last, kind="name")


MOST_NAMES = 3
"""Words of a name."""


def given_names(line: SpanLine, *, people: bool) -> Iterator[TermPhrase]:
    """Yield for whom a booking is, where a clause says nothing else: "it's for Dave Miller", "under Miller please".

    Where no slot holds who travels, `people` may be named as what they are, too: "it's for my son Tom". What somebody
    is thanked for is no name.
    """
    content = [at for at, span in enumerate(line.spans) if not span.has("particle", "social", "clause_end")]
    if not content or not line[content[0]].has("opens:giving_name") or line[content[0] - 1].has("social"):
        return
    named = ("strange", "foreign", *(("party:adult", "party:child") if people else ()))
    first = next((at for at in content if line[at].has(*named)), len(line))
    names = [at for at in content if at >= first]
    leads = all(
        span.has("filler", "article", "says:of", "preposition", "booked_under", "copula", "owner")
        for span in line.part(content[0], first)
    )
    if leads and 0 < len(names) <= MOST_NAMES and all(line[at].has(*named) for at in names):
        yield TermPhrase(content[0], names[-1] + 1, kind="name")


def _days(line: SpanLine, used: Collection[int]) -> Iterator[TermPhrase]:
    """Yield days and parts of days, which are as good as hours: "Friday evening"."""
    for at, span in enumerate(line.spans):
        if at in used:
            continue
        if span.has("date", "unheld:day"):
            yield TermPhrase(at, at + 1, kind="day")
        elif span.has("day_part") and not span.has("cue"):
            yield TermPhrase(at, at + 1, kind="hour")


def _hours(line: SpanLine, used: Collection[int]) -> Iterator[TermPhrase]:
    """Yield times of day, and bare hours behind "at" beside a day or an order: "Friday at eight"."""
    dated = some(line.spans, "date", "day_part", "unheld", "cue:book")
    for at, span in enumerate(line.spans):
        if at in used:
            continue
        linked = line[at - 1].has("hour_link", "booked_at", "cue:change")  # "make it half past 8"
        if span.has("unheld:hour") and (linked or not span.words[-1:].isdecimal()):
            yield TermPhrase(at, at + 1, kind="hour")
        bare = float(span.data("number") or 0) in range(1, _LATEST_HOUR)
        if bare and dated and line[at - 1].has("hour_link") and line[at + 1].has(*_BEHIND_HOUR):
            yield TermPhrase(at - 1, at + 1, kind="hour")
