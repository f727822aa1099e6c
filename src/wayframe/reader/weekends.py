"""Weekends: stays at a weekend, or on days of the week, whichever of all that come."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Constraint,
    Days,
    Meaning,
    Number,
    OutOfScope,
    Spoken,
    Wish,
    wishes_for,
    wishes_in,
)
from wayframe.reader.symbols import TurnSpans
from wayframe.state.wishes import LONG_SPAN, days_of, is_of_stay

THURSDAY, FRIDAY, SATURDAY, SUNDAY = 3, 4, 5, 6


class Weekend(NamedTuple):
    """A stay at a weekend: the days of the week on which it begins, and its least and greatest length in days.

    `excluded` says that it doesn't begin on these.
    """

    begins: Collection[int]
    lengths: tuple[int, int] | None = None
    excluded: bool = False


WEEKENDS: Mapping[str, Weekend] = {
    "long_weekend": Weekend((THURSDAY, FRIDAY), (3, 4)),
    "weekend_trip": Weekend((FRIDAY, SATURDAY), (2, 3)),
    "on_weekends": Weekend((SATURDAY, SUNDAY)),
}
"""Stays at a weekend by the word classes that say them."""

AHEAD = timedelta(days=60)
"""The time that is looked through where nobody said when."""

PLAIN = 0.6
"""The sureness of a weekend: the words for it are plain."""


def with_weekends(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that wishes to leave at a weekend where the words do: "a long weekend in September".

    Which one is open, so that each of that time will do; where the day is known already, only the length is new.
    """
    said = [name for name in WEEKENDS if any(span.has(name, f"says:{name}") for span in turn.spans)]
    start, wished = turn.schema.start, list(wishes_in(meaning.all()))
    now, before = days_of(wished, start), days_of(turn.context.wishes, start)
    asks_only = not wished and any(isinstance(move, Ask) for move in meaning.all())
    if not said or not start or asks_only or (now and now.last - now.first < LONG_SPAN):
        return meaning  # a certain weekend is read as its days
    weekend = WEEKENDS[said[0]]
    if _is_denied(turn, said[0]):
        weekend = Weekend((SATURDAY, SUNDAY), excluded=True)
    wishes = list[Wish]()
    if now or before is None or before.last - before.first >= LONG_SPAN:
        days = _on(weekend.begins, now or before or Days(turn.context.today, turn.context.today + AHEAD))
        wishes.append(Wish(start, Constraint("not" if weekend.excluded else "is", days)))
    stays = (slot for slot in turn.schema.of_kind("number") if is_of_stay(turn.schema, slot.name))
    length = next(stays, None)
    if weekend.lengths and length and not any(wish.constraint.values for wish in wishes_for(wished, length.name)):
        limits = tuple(Number(float(days), length.unit) for days in weekend.lengths)
        wishes.append(Wish(length.name, Constraint("between", limits)))
    return _with_wishes(meaning, wishes, turn, said[0])


def _on(weekdays: Collection[int], span: Days) -> tuple[Days, ...]:
    """Return the days of a span that are some days of the week."""
    days = (span.first + timedelta(days=number) for number in range((span.last - span.first).days + 1))
    return tuple(Days(day, day) for day in days if day.weekday() in weekdays)


def _with_wishes(meaning: Meaning, wishes: Sequence[Wish], turn: TurnSpans, name: str) -> Meaning:
    """Return a meaning with wishes in the place of others for their slots, and of what else was made of their words.

    "Just one weekend" is neither beyond the catalogue nor for one person.
    """
    if not wishes:
        return meaning
    slots = {wish.slot for wish in wishes}
    places = list(_places(turn, name))
    kept = list[Spoken]()
    for each in meaning.moves:
        is_replaced = isinstance(each.move, Wish) and each.move.slot in slots
        match each.move:
            case Wish(slot=slot):
                misread = slot == turn.schema.party and any(each.overlaps(*place) for place in places)
            case OutOfScope(words=words):
                misread = any(turn.text[first:last].casefold() in words.casefold() for first, last in places)
            case _:
                misread = False
        if not is_replaced and not misread:
            kept.append(each)
    return replace(meaning, moves=(*kept, *(Spoken(wish, *places[-1], PLAIN) for wish in wishes)))


def _is_denied(turn: TurnSpans, name: str) -> bool:
    """Return whether the words of a class stand right behind a denial: "not on a weekend"."""
    at = next(at for at, span in enumerate(turn.spans) if span.has(name, f"says:{name}"))
    return at > 0 and turn.spans[at - 1].has("not")


def _places(turn: TurnSpans, name: str) -> Iterator[tuple[int, int]]:
    """Yield where the words of a class, the word for a weekend, and an article before them stand."""
    for at, span in enumerate(turn.spans):
        if span.has(name, f"says:{name}", "weekend_word", "says:weekend_word"):
            if at and turn.spans[at - 1].has("article"):
                yield turn.places[at - 1]
            yield turn.places[at]
