"""Wishing: what clauses wish for, let go, correct or begin anew."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from wayframe.meaning.records import Answer, Constraint, Correct, Days, Drop, Flag, It, More, Move, Reject, Wish
from wayframe.reader.clause_features import belonging_place
from wayframe.reader.clauses import ClauseReading
from wayframe.reader.moves import affirmed
from wayframe.reader.references import together
from wayframe.reader.spans import SpanLine
from wayframe.reader.values import SchemaParts


def wishes_said(read: ClauseReading) -> Sequence[Wish]:
    """Return the wishes of a clause; a price that nobody asked for is the most to be paid: "four stars and $800"."""
    if read.price in read.context.asked or read.clause.has("operator:is"):
        return read.wishes
    return [_as_limit(wish, read.price) for wish in read.wishes]


def _as_limit(wish: Wish, price: str) -> Wish:
    """Return a wish for an exact price as one for at most that."""
    if wish.slot != price or wish.constraint.op != "is":
        return wish
    return replace(wish, constraint=replace(wish.constraint, op="at_most"))


def wish_of_named(read: ClauseReading) -> Sequence[Move]:
    """Wish for what is named as it would be otherwise: "the second one, but in September"."""
    return [replace(wish, of=read.reference()) for wish in wishes_said(read)]


def agree_and_wish(read: ClauseReading) -> Sequence[Move]:
    """Say yes, and what is wished with it: "yes for three"."""
    return [Answer("yes"), *wishes_said(read)]


def wish_had_so(read: ClauseReading) -> Sequence[Move]:
    """Wish for an option as a search can have it: "couldn't it be had in September?"."""
    of = read.reference()
    option = It() if of is None or "having_it" in read.said else of  # "do they have it in September?"
    return [replace(affirmed(wish), of=option) for wish in read.asked]


def wish_all_the_same(read: ClauseReading) -> Sequence[Move]:
    """Wish for what an option lacks: who says that it does wants it."""
    return [Wish(wish.slot, Constraint("is", (Flag(True),))) for wish in read.wishes]


def correct_wishes(read: ClauseReading) -> Sequence[Move]:
    """Take back what is said anew; who doesn't travel after all is nothing new."""
    denied = {(slot.name, "not") for slot in read.schema.of_kind("party")}
    return [Correct(tuple(wish for wish in wishes_said(read) if (wish.slot, wish.constraint.op) not in denied))]


_TOLD = ("place", "name")
_TOLD_AT_MOST = (*_TOLD, "yes_no", "number")
"""The kinds of slots whose values in a story are no wishes: where somebody says in it what they want, and where not."""


STORY_AHEAD = 180
"""Days from which on a day in a story is taken for the one a year before: "we met in June", told in August."""


def _is_last_years(wish: Wish, today: date) -> bool:
    """Return whether a wish is for days so far ahead that a story means those of the year before."""
    days = [value for value in wish.constraint.values if isinstance(value, Days)]
    return bool(days) and (days[0].first - today).days > STORY_AHEAD


def wish_beside_story(read: ClauseReading) -> Sequence[Move]:
    """Return the wishes of a clause that tells a story: places and names in it are no wishes, nor days that were."""
    kinds = _TOLD if read.clause.has("says:wanting") else _TOLD_AT_MOST
    told = [wish for wish, slot in read.held if slot.kind in kinds or _is_last_years(wish, read.context.today)]
    return [wish for wish in wishes_said(read) if wish not in told or wish.constraint.op not in ("is", "between")]


# Other than what holds


def wish_for_any_asked(read: ClauseReading) -> Sequence[Move]:
    """Wish for anything of the slots that a question would be for: "I don't care when we leave"."""
    return [Wish(slot, Constraint("any")) for slot in read.asked_slots]


def let_any_do(read: ClauseReading) -> Sequence[Move]:
    """Return an answer for which anything will do: of what was asked for, else of what was said."""
    asked = [Wish(slot, Constraint("any")) for slot in read.context.asked if read.schema.slot(slot)]
    return asked or [Answer("either")]


def wish_for_at_most_that(read: ClauseReading) -> Sequence[Move]:
    """Wish for the amount that was said before as the most to be paid: "we shouldn't go over it"."""
    amounts = [wish.constraint for wish in read.context.wishes if wish.slot == read.price and wish.constraint.values]
    return [Wish(read.price, replace(amount, op="at_most", strict=False)) for amount in amounts[-1:]]


def wish_for_elsewhere(read: ClauseReading) -> Sequence[Move]:
    """Wish for another place than the one that holds, or the one that is named: "another city, maybe Naples"."""
    place = read.schema.place
    if read.goals:
        return wishes_said(read)
    held = [value for wish in read.context.wishes if wish.slot == place for value in wish.constraint.values]
    return [*wishes_said(read), Wish(place, Constraint("not", tuple(held)))]


def wish_for_other_days(read: ClauseReading) -> Sequence[Move]:
    """Wish for other days: of the option that is spoken of, else of all that fits."""
    of = It() if len(read.context.focus) == 1 else None
    return [Wish(read.schema.start, Constraint("any"), of)]


def ask_for_more_so(read: ClauseReading) -> Sequence[Move]:
    """Ask for others that are as is wished for: "is there anything else there under 900?"."""
    return [More(), *wishes_said(read)]


def ask_for_more_there(read: ClauseReading) -> Sequence[Move]:
    """Ask for others in the place that is wished for: "what else is there in Rome?"."""
    wishes = wishes_said(read)
    return [More()] if set(wishes) <= set(read.context.wishes) else wishes


def ask_for_better(read: ClauseReading) -> Sequence[Move]:
    """Reject what is complained of, and wish for what guests think better of: "it's a bit shabby"."""
    complained = together(read.strong) or read.reference()
    return [Reject(complained), Wish(read.rating, Constraint("more", than=complained))]


def ask_for_best(read: ClauseReading) -> Sequence[Move]:
    """Wish for what guests think best of: "somewhere that people loved"."""
    return [*wishes_said(read), Wish(read.rating, Constraint("most"))]


# Without what holds


def begin_anew(read: ClauseReading) -> Sequence[Move]:
    """Begin another trip: from the same place and for the same people, unless others are named."""
    parts = SchemaParts(read.schema)
    return [Drop(keeping=tuple(filter(None, (parts.source, parts.party)))), *wishes_said(read)]


def start_over(read: ClauseReading) -> Sequence[Move]:
    """Drop all wishes, and wish for what is said beside: "let's start over with Rome"."""
    return [Drop(), *wishes_said(read)]


def let_go(read: ClauseReading) -> Sequence[Move]:
    """Drop the wishes that hold for what is named: "I never said 3 pm"; a place that is named so is ruled out."""
    slots = dict.fromkeys(wish.slot for wish in read.let_go)
    ruled_out = [
        Wish(wish.slot, replace(wish.constraint, op="not"))
        for wish in read.let_go
        if read.schema.by_name[wish.slot].kind == "place" and wish.constraint.op == "is"
    ]
    dropped = {*slots} - {wish.slot for wish in ruled_out}
    others = [wish for wish in read.wishes if wish.slot not in slots and wish.constraint.op != "not"]
    return [
        *map(Drop, filter(dropped.__contains__, slots)),
        *ruled_out,
        *(() if "disclaiming" in read.said else others),
    ]


def leave_out_children(read: ClauseReading) -> Sequence[Move]:
    """Wish for nobody but the adults of those who travel."""
    return read.childless


def drop_of_another(read: ClauseReading) -> Sequence[Move]:
    """Drop the wishes for what is said to have been for another trip: "the 900 was for the first trip"."""
    subject = belonging_place(SpanLine(read.spans))
    wished = [phrase.wish.slot for phrase in read.phrases if phrase.last <= subject]
    nouns = [str(noun) for span in read.spans[:subject] for noun in span.every("noun") if noun in read.nouns]
    return [Drop(slot) for slot in dict.fromkeys((*nouns, *wished))]
