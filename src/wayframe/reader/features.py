"""Features: the names of all that holds of a clause, by which patterns of moves are found.

The cues of its words and the word classes of which it says a phrase are features of it under their own names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import starmap

from wayframe.language.patterns import holding, pattern
from wayframe.meaning.records import Booked, Every, Flag, Party, Wish
from wayframe.reader.readings import COMPARING, ClauseReading
from wayframe.reader.spans import Span
from wayframe.schema import Slot

SHORT = 3  # spans of a clause that says nothing but its cue
BRIEF = 7  # spans of a clause that is about the one thing that it names
SET_AND_MEMBER = 2  # references: "which of our bookings was the one by the sea"
FOREIGN = 2  # words of other languages from which on a clause is in one
MOST_TO_DENIAL = 4  # spans from a denial to the deed
_PICKING = ("least", "most", "less", "more")

_OF_SPANS: dict[str, Callable[[Span], bool]] = {
    "social": lambda span: span.has("social"),
    "unknown": lambda span: span.has("unknown"),
    "strange": lambda span: span.is_strange(),
    "indifferent": lambda span: span.has("any") and not span.has("cue"),
    "reshapes": lambda span: span.is_a("reshaping"),
    "looks_elsewhere": lambda span: span.is_a("searching") and not span.opens("place_for"),
    "asks_for_offers": lambda span: span.says("offering"),
    "item": lambda span: span.has("item"),
}
"""What holds of a clause where it holds of one of its spans."""

_OF_ALL_HELD: dict[str, Callable[[Wish, Slot], bool]] = {
    "held": lambda wish, slot: True,
    "flags": lambda wish, slot: _is_flag(wish),
    "features": lambda wish, slot: slot.kind == "yes_no" and slot.bearing == "value",
    "flexible": lambda wish, slot: slot.bearing == "flexible",
    "of_the_search": lambda wish, slot: slot.bearing != "value",
    "whereabouts": lambda wish, slot: slot.kind == "place",
    "for_people": lambda wish, slot: slot.kind == "party",
    "of_the_item": lambda wish, slot: slot.kind == "category",
    "flags_or_places": lambda wish, slot: slot.role == "goal" or _is_flag(wish),
}
"""What holds of a clause where it holds of all the wishes that may be asked about, and there are any."""

_OF_CLAUSES: dict[str, Callable[[ClauseReading], object]] = {
    "asking": lambda read: read.asking,
    "told": lambda read: read.told,
    "gives_reason": lambda read: read.gives_reason,
    "remarks": lambda read: read.remarks,
    "conditional": lambda read: read.clause.supposing,
    "supposing": lambda read: read.clause.supposed,
    "but_not": lambda read: read.spans[0].data("conjunction") == "but" and any(span.has("not") for span in read.spans),
    "noun_book": lambda read: any(_is_noun(read.spans, at) for at in range(len(read.spans))),
    "denied_book": lambda read: _denies(read.spans, "book"),
    "denied_cancel": lambda read: _denies(read.spans, "cancel"),
    "foreign": lambda read: sum(span.has("foreign") for span in read.spans) >= FOREIGN,
    "denied_reference": lambda read: any(read.denied),
    "short": lambda read: len(read.spans) <= SHORT,
    "brief": lambda read: len(read.spans) <= BRIEF,
    "pointing": lambda read: read.references,
    "one_pronoun": lambda read: any(span.is_a("pronoun_one") for span in read.spans),
    "naming": lambda read: read.strong,
    "neither": lambda read: any(phrase.kind == "neither" for phrase in read.references),
    "naming_bookings": lambda read: any(phrase.kind == "booked" for phrase in read.references),
    "only_bookings": lambda read: isinstance(read.reference(), Booked),
    "nouns": lambda read: read.nouns,
    "measured": lambda read: read.measured,
    "other_nouns": lambda read: {*read.nouns} - {read.price},
    "shared": lambda read: read.scopes[:1] in (("person",), ("night",)),
    "asked_slots": lambda read: read.asked_slots,
    "naming_noun": lambda read: any(_names_item(span, read) for span in read.spans),
    "wishes": lambda read: read.wishes,
    "goal": lambda read: read.places,
    "one_place": lambda read: len(read.places) == 1 < len(read.held),
    "one_place_only": lambda read: len(read.places) == 1 == len(read.held),
    "only_places": lambda read: read.places and len(read.places) == len(read.held),
    "more_than_goal": lambda read: len(read.places) < len(read.wishes),
    "only_denied_places": lambda read: read.goals and len(read.wishes) <= len(read.goals),
    "naming_set": lambda read: (
        len(read.strong) == SET_AND_MEMBER and isinstance(read.strong[0].reference, Booked | Every)
    ),
    "for_goal": lambda read: any(read.schema.by_name[wish.slot].role == "goal" for wish in read.wishes),
    "compared": lambda read: read.compared,
    "choice": lambda read: read.choice,
    "for_others": lambda read: {_heads(wish) for wish in read.wishes} - {_heads(wish) for wish in read.context.wishes},
    "extreme": lambda read: [wish.constraint.op in _PICKING for wish in read.asked] == [True] and not read.measures,
    "money": lambda read: any(wish.slot == read.price and wish.constraint.values for wish in read.wishes),
    "offered": lambda read: read.context.offered,
    "confirming": lambda read: read.context.confirming,
    "booked": lambda read: read.context.booked,
    "priced": lambda read: read.price,
    "for_parties": lambda read: read.schema.of_kind("party"),
    "dated": lambda read: read.schema.of_kind("date"),
}
"""What holds of a clause as a whole."""


_JOINT = (
    ("something", pattern("naming")),
    ("something", pattern("wishes")),
    ("about_options", pattern("offered")),
    ("about_options", pattern("naming")),
    ("groundless", pattern("wishes", "naming offered")),
    ("remembering", pattern("again")),
    ("remembering", pattern("booked")),
    ("seeking", pattern("item")),
    ("seeking", pattern("naming_noun")),
    ("new_search", pattern("looks_elsewhere")),
    ("new_search", pattern("for_goal")),
    ("new_search", pattern("asks_for_offers wishes")),
    ("asked_noun", pattern("nouns asking")),
    ("counted", pattern("how_much")),
    ("counted", pattern("how_many")),
    ("counted", pattern("save")),
    ("counted", pattern("measured")),
    ("measured_difference", pattern("difference measured naming")),
    ("recalled_slot", pattern("asked_slots")),
    ("recalled_slot", pattern("asks_people for_parties")),
    ("recalled_slot", pattern("asks_dates dated")),
)
"""What holds of a clause where features hold of it, and others don't."""


def features(read: ClauseReading) -> frozenset[str]:
    """Return all that holds of a clause."""
    found = read.cues | read.said
    found |= holding(_OF_SPANS, lambda test: any(map(test, read.spans)))
    found |= holding(_OF_CLAUSES, lambda test: test(read))
    if read.held:
        found |= holding(_OF_ALL_HELD, lambda test: all(starmap(test, read.held)))
    return found.union(name for name, parts in _JOINT if parts.fits(found))


def _is_flag(wish: Wish) -> bool:
    """Return whether a wish is for what an option has or hasn't."""
    return wish.constraint.op not in COMPARING and all(isinstance(value, Flag) for value in wish.constraint.values)


def _heads(wish: Wish) -> tuple[int, int]:
    """Return how many adults and children a wish is for; none of either where it isn't for people."""
    parties = [value for value in wish.constraint.values if isinstance(value, Party)]
    return (parties[0].adults, parties[0].children) if parties else (0, 0)


def _denies(spans: Sequence[Span], cue: str) -> bool:
    """Return whether a cue stands behind a denial: "don't book it yet"."""
    at = next((at for at, span in enumerate(spans) if span.is_cue(cue)), 0)
    return any(span.has("not") for span in spans[max(at - MOST_TO_DENIAL, 0) : at])


def _is_noun(spans: Sequence[Span], at: int) -> bool:
    """Return whether the word for booking is a noun: "she kept a cash book"."""
    if not spans[at].is_a("booking"):
        return False
    lead = [span for span in spans[max(at - MOST_TO_DENIAL, 0) : at] if span.entries]
    return any(span.is_a("article") for span in lead)


def _names_item(span: Span, read: ClauseReading) -> bool:
    """Return whether a span is a noun for items, by their name or place."""
    return not {read.schema.name, read.schema.place}.isdisjoint(span.every("noun"))
