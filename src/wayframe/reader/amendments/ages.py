"""Ages: how old those are whom a thing has to suit, as limits on from what age and until what age it is for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Meaning, Number, OutOfScope, Spoken, Wish, wishes_in
from wayframe.reader.doubt import PLAIN
from wayframe.reader.spans import Span, SpanLine, behind, having
from wayframe.reader.symbols import TurnSpans
from wayframe.schema import Schema, Slot
from wayframe.schema.columns import column_words

MONTHS = 12
OLDEST = 99
"""Greater numbers are no ages."""
_KIN = ("party:child", "party:children", "party:two_children", "party:adult", "party:adults", "party:grown_up")
_PEOPLE = (*_KIN, "party_pronoun", "party:first_person", "third_person")
_BETWEEN = ("party_adverb", "party_being", "possessive", "party_determiner")
_BEHIND_AGE = ("nothing", "clause_end", "comma", "party_link", "party_mark", "party_pronoun", "clause_link", "subject")
_YEARS, _MONTHS = ("party:years", "party:years_old"), ("party:months", "party:months_old")
_NO_AGES = ("unit", "item", "noun", "party:person", "ordinal", "money")
_TWO_AGES = behind(3, over="party_link comma article hyphen number")


class _Age(NamedTuple):
    """An age that is told, in years or months, and the place of its number."""

    at: int
    number: float
    unit: str


def with_ages_met(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that looks for what is for people as old as it tells: "for a boy of six" is for six or less up.

    Their age is no number of anything else.
    """
    least, most = _age_slots(turn.schema, "from"), _age_slots(turn.schema, "until")
    ages = [] if turn.schema.party else list(ages_told(turn.spans))
    asked = {wish.slot for each in meaning.moves if not isinstance(each.move, Wish) for wish in wishes_in([each.move])}
    if not ages or any(slot.name in asked for slot in (*least, *most)):
        return meaning
    young, old = min(ages, key=_in_months), max(ages, key=_in_months)
    limits = [Wish(slot.name, Constraint("at_most", (_of_slot(young, slot),))) for slot in least]
    limits += [Wish(slot.name, Constraint("at_least", (_of_slot(old, slot),))) for slot in most]
    told = {age.number for age in ages}
    kept = [each for each in meaning.moves if not _is_but_an_age(each, told, turn)]
    start, end = turn.places[young.at]
    if not any(isinstance(each.move, Wish) for each in kept) and turn.is_question:
        kept = [each for each in kept if not isinstance(each.move, OutOfScope)]  # "which may I drive?"
    return replace(meaning, moves=(*kept, *(Spoken(wish, start, end, PLAIN) for wish in limits)))


def ages_told(spans: Sequence[Span]) -> Iterator[_Age]:
    """Yield the ages of people that are told: "she's 21", "a boy of six", "the girl has two years"."""
    line = SpanLine(spans)
    for at in range(len(line)):
        number = line[at].data("number", "few")
        if isinstance(number, int | float) and 0 < number <= OLDEST and _is_age(line, at):
            unit = line[at + 1 + line[at + 1].has("hyphen")]
            yield _Age(at, float(number), "months" if unit.has(*_MONTHS) else "years")


def _is_age(line: SpanLine, at: int) -> bool:
    """Return whether a number is how old somebody is."""
    behind_it = line[at + 1 + line[at + 1].has("hyphen")]
    if behind_it.has("party:years_old", "party:months_old"):
        return True
    if line[at + 1].has("party_link") and line.place(at + 1, _TWO_AGES, having("party:years_old")) >= 0:
        return True  # "a four and a seven year old"
    before_it = line[at - 1]
    if before_it.has("party:years") or (before_it.words == "of" and line[at - 2].has("party:years")):
        return True  # "aged six", "an age of 6"
    in_years = behind_it.has(*_YEARS, *_MONTHS)
    if before_it.words == "of" and line[at - 2].has(*_KIN):
        return in_years or not behind_it.has(*_NO_AGES)  # "a boy of six in a wheelchair"
    return (in_years or behind_it.has(*_BEHIND_AGE)) and _is_said_of_people(line, at, in_years=in_years)


def _is_said_of_people(line: SpanLine, at: int, *, in_years: bool) -> bool:
    """Return whether a number stands behind somebody: "she's 21", "my boy, who's fifteen", "she has 13 years"."""
    whose = at - 1
    while line[whose].has(*_BETWEEN) and not line[whose].has(*_PEOPLE):
        whose -= 1
    whose -= line[whose].has("comma") and line[whose + 1].words == "who"
    if line[whose].has("having"):
        return in_years and line[whose - 1].has(*_PEOPLE)
    if whose < at - 1 or in_years:
        return line[whose].has(*_PEOPLE)
    return line[whose].has("comma", "party_bracket") and line[whose - 1].has(*_KIN)


def _of_slot(age: _Age, slot: Slot) -> Number:
    """Return an age as a slot has it: years, where it has no unit."""
    return Number(age.number, age.unit) if slot.unit else Number(_in_months(age) / MONTHS)


def _is_but_an_age(spoken: Spoken, ages: Iterable[float], turn: TurnSpans) -> bool:
    """Return whether a wish is for a number that is but somebody's age, of a slot that no word names."""
    wish = spoken.move
    if not isinstance(wish, Wish):
        return False
    numbers = {value.value for value in wish.constraint.values if isinstance(value, Number)}
    of_ages = wish.slot in {slot.name for end in ("from", "until") for slot in _age_slots(turn.schema, end)}
    named = any(wish.slot in span.every("noun") for span in turn.spans)
    return bool(numbers) and numbers <= set(ages) and (of_ages or not named)


def _in_months(age: _Age) -> float:
    return age.number if age.unit == "months" else age.number * MONTHS


def _age_slots(schema: Schema, end: str) -> list[Slot]:
    """Return the slots that say from what age, or until what age, a thing is for somebody."""
    return [slot for slot in schema.of_kind("number") if _limits_age(slot, end)]


def _limits_age(slot: Slot, end: str) -> bool:
    said, words = set(slot.label.split()), column_words().ages
    return not words["about"].isdisjoint(said) and not words[end].isdisjoint(said)
