"""Moves: what each clause of a turn does, decided by a table of patterns over the features of clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.language.patterns import FeaturePattern, pattern
from wayframe.meaning.records import (
    Answer,
    Book,
    Booked,
    Cancel,
    Change,
    Constraint,
    Correct,
    Described,
    Drop,
    Every,
    It,
    More,
    Move,
    OutOfScope,
    Recall,
    Reference,
    Reject,
    Return,
    Social,
    Undo,
    Wish,
)
from wayframe.reader import questions
from wayframe.reader.features import features
from wayframe.reader.readings import ClauseReading
from wayframe.reader.references import together

Builder = Callable[[ClauseReading], Sequence[Move]]


class MovePattern(NamedTuple):
    """A row of the table: the clauses that are meant, and what they do."""

    clauses: FeaturePattern
    moves: Builder


def moves(read: ClauseReading) -> Sequence[Move]:
    """Return the moves of a clause, by the first pattern that fits; none where nothing in it says anything."""
    found = features(read)
    return next((row.moves(read) for row in _PATTERNS if row.clauses.fits(found)), ())


def _always(*said: Move) -> Builder:
    """Return a builder of moves that are the same whatever else a clause says."""
    return lambda read: said


# Courtesies, answers


def _social(read: ClauseReading) -> Sequence[Move]:
    kinds = dict.fromkeys(str(kind) for span in read.spans for kind in span.every("social"))
    if "thanks" in kinds:
        kinds.pop("help", None)  # "thanks for your help"
    return [Social(kind) for kind in kinds]  # type: ignore[arg-type]


def _any_will_do(read: ClauseReading) -> Sequence[Move]:
    """Return an answer for which anything will do: of what was asked for, else of what was said."""
    asked = [Wish(slot, Constraint("any")) for slot in read.context.asked if read.schema.slot(slot)]
    return asked or [Answer("either")]


def _unknown(read: ClauseReading) -> Sequence[Move]:
    return [OutOfScope(", ".join(span.words for span in read.spans if span.has("unknown")))]


# Deeds


def _book(read: ClauseReading) -> Sequence[Move]:
    if read.strong or not read.wishes or read.compared:
        return [Book(read.reference())]
    return [Book(Described(read.wishes))]


def _cancel(read: ClauseReading) -> Sequence[Move]:
    return [Cancel(_booking(read, read.wishes))]


def _cancel_there(read: ClauseReading) -> Sequence[Move]:
    """Cancel the booking in a place: "delete the Munich one"."""
    there = tuple(replace(wish, constraint=replace(wish.constraint, op="is")) for wish in read.goals)
    return [Cancel(Described(there, Booked()))]


def _held_and_unknown(read: ClauseReading) -> Sequence[Move]:
    return [*questions.held(read), *_unknown(read)]


def _terms(read: ClauseReading) -> Sequence[Move]:
    return [OutOfScope(read.words)]


def _change(read: ClauseReading) -> Sequence[Move]:
    return [Change(read.wishes, _booking(read, ()))]


def _change_there(read: ClauseReading) -> Sequence[Move]:
    """Change the booking in a place: "add my sister to Rome", "move the Rome trip to September 5"."""
    rest = tuple(wish for wish in read.wishes if wish not in read.places)
    return [Change(rest, Described(read.places, Booked()))]


def _booking(read: ClauseReading, wishes: tuple[Wish, ...]) -> Reference | None:
    """Return which bookings are meant: among those booked, by what is said of them."""
    strong = [phrase.reference for phrase in read.strong]
    if "whole" in read.said or any(isinstance(each, Every) for each in strong):
        return Every(0, Booked())
    named = [phrase for phrase in read.meant if not isinstance(phrase.reference, Booked)]
    if named:
        return together(named)
    if wishes:
        return Described(wishes, Booked())
    if strong:
        return Booked()
    return It() if read.references else None


# What was said


def _recalled(read: ClauseReading) -> Sequence[Move]:
    return [Recall("slot", _recalled_slot(read))]


def _recalled_origin(read: ClauseReading) -> Sequence[Move]:
    return [Recall("slot", slot.name) for slot in read.schema.slots if slot.role == "source"]


def _recalled_slot(read: ClauseReading) -> str:
    parties, dates = read.schema.of_kind("party"), read.schema.of_kind("date")
    if parties and "asks_people" in read.said:
        return parties[0].name
    if dates and "asks_dates" in read.said:
        return dates[0].name
    return read.asked_slots[0]


# Turns to options


def _return(read: ClauseReading) -> Sequence[Move]:
    reference = read.reference()
    return [Return(reference)] if reference else []


def _leaning(read: ClauseReading) -> Sequence[Move]:
    """Turn to an option without deciding for it: "I might book the second"."""
    return [*_return(read), Answer("perhaps")]


def _neither(read: ClauseReading) -> Sequence[Move]:
    """Reject what was offered, and turn to what else is named: "neither of these, the one before"."""
    rest = together([phrase for phrase in read.strong if phrase.kind != "neither"])
    return [Reject(Every()), Return(rest)] if rest else [Reject(Every())]


def _denied(read: ClauseReading) -> Sequence[Move]:
    """Reject what is denied, and turn to what else is named: "not the Terrazza, the other one"."""
    rest = together(read.meant)
    rejected = Reject(together(read.denied))
    return [rejected, Return(rest)] if rest else [rejected]


def _named_instead(read: ClauseReading) -> Sequence[Move]:
    """Take back what was said before, and turn to what is named: "no, the third"."""
    return [Answer("no"), *_return(read)]


def _place_in_mind(read: ClauseReading) -> Sequence[Move]:
    """Turn to the option in a place that somebody is drawn to: "Athens is tempting"."""
    return [Answer("perhaps"), Return(Described(read.places))]


def _foreign(read: ClauseReading) -> Sequence[Move]:
    return [Social("other_language"), *read.wishes]


def _left_out(read: ClauseReading) -> Sequence[Move]:
    """Reject the options in a place: "leave Japan out of it"."""
    there = tuple(Wish(read.schema.place, wish.constraint) for wish in read.asked)
    return [Reject(Described(there))]


def _rejected_instead(read: ClauseReading) -> Sequence[Move]:
    """Reject what was spoken of, and turn to what is named: "not that one, the other one"."""
    return [Reject(It()), *_return(read)]


def _reject(read: ClauseReading) -> Sequence[Move]:
    return [Reject(read.reference())]


# Wishes


def _wishes(read: ClauseReading) -> Sequence[Wish]:
    """Return the wishes of a clause; a price that nobody asked for is the most to be paid: "four stars and $800"."""
    exact = read.price in read.context.asked or any(span.data("before") == "is" for span in read.spans)
    return read.wishes if exact else [_as_limit(wish) if wish.slot == read.price else wish for wish in read.wishes]


def _as_limit(wish: Wish) -> Wish:
    exact = wish.constraint.op == "is"
    return replace(wish, constraint=replace(wish.constraint, op="at_most")) if exact else wish


def _wishes_of(read: ClauseReading) -> Sequence[Move]:
    return [replace(wish, of=read.reference()) for wish in _wishes(read)]


def _corrected(read: ClauseReading) -> Sequence[Move]:
    parties = {slot.name for slot in read.schema.of_kind("party")}
    return [Correct(tuple(wish for wish in _wishes(read) if wish.constraint.op != "not" or wish.slot not in parties))]


_TOLD = ("place", "name")
_TOLD_AT_MOST = (*_TOLD, "yes_no", "number")
"""The kinds of slots whose values in a story are no wishes: where somebody says in it what they want, and where not."""


def _wishes_beside_story(read: ClauseReading) -> Sequence[Move]:
    """Return the wishes of a clause that tells a story: places and names in it are no wishes."""
    kinds = _TOLD if read.clause.says("wanting") else _TOLD_AT_MOST
    told = [wish for wish, slot in read.held if slot.kind in kinds and wish.constraint.op in ("is", "between")]
    return [wish for wish in _wishes(read) if wish not in told]


# The table


def _row(needs: str, bars: str, builder: Builder) -> MovePattern:
    return MovePattern(pattern(needs, bars), builder)


_NO_DEED = "supposed denied_book told noun_book"

_PATTERNS = (
    _row("foreign", "", _foreign),
    _row("social", "perhaps wishes naming book cancel compare asked_noun", _social),
    _row("undo", "wishes", _always(Undo())),
    _row("drop", "wishes", _always(Drop())),
    _row("recall_bookings", "wishes keep which other", _always(Recall("bookings"))),
    _row("asking naming naming_bookings confirmed", "wishes asked_slots sum wh compare", _always(Recall("bookings"))),
    _row("recall_wishes recalled_slot", "", _recalled),
    _row("recall_wishes asking", "", _always(Recall("wishes"))),
    _row("recall_wishes", "wishes naming asking", _always(Recall("wishes"))),
    _row("recall_options", "wishes sum", _always(Recall("options"))),
    _row("recall_origin", "wishes", _recalled_origin),
    _row("recall_summary", "wishes", _always(Recall("summary"))),
    _row("perhaps book", "asking", _always(Answer("perhaps"))),
    _row("perhaps", "asking wishes naming", _always(Answer("perhaps"))),
    _row("perhaps naming", "asking wishes reject", _leaning),
    _row("perhaps_alone short", "asking wishes naming nouns", _always(Answer("perhaps"))),
    _row("perhaps offered one_place_only", "asking", _place_in_mind),
    _row("keep booked pointing", "thinking wishes asking cancel book change", _always()),
    _row("cancel terms", "supposed denied_cancel", _terms),
    _row("cancel asking supposing", "supposed denied_cancel", _terms),
    _row("cancel asking conditional", "supposed denied_cancel", _terms),
    _row("dropping naming_bookings", "asking keep", _cancel),
    _row("dropping booked only_denied_places", "keep more", _cancel_there),
    _row("cancel denied_cancel", "asking", _always(Answer("no"))),
    _row("cancel", "supposed denied_cancel", _cancel),
    _row("booked amending goal more_than_goal", "naming", _change_there),
    _row("booked amending naming_bookings wishes", "", _change),
    _row("change naming_bookings", "", _change),
    _row("change booked wishes", "reshapes", _change),
    _row("book denied_book", "asking wishes", _always(Answer("no"))),
    _row("book booking conditional wishes", f"{_NO_DEED} groundless", questions.held),
    _row("book booking", f"{_NO_DEED} groundless conditional", _book),
    _row("book offered conditional wishes naming", f"{_NO_DEED} supposing", questions.held),
    _row("book offered naming", f"{_NO_DEED} supposing conditional", _book),
    _row("book offered pointing", f"{_NO_DEED} supposing conditional wishes", _book),
    _row("book offered", f"{_NO_DEED} supposing conditional wishes asking", _book),
    _row("difference counted something asking", "", questions.difference),
    _row("difference counted something compared", "", questions.difference),
    _row("sum priced asking pointing", "", questions.total),
    _row("sum priced asking offered", "", questions.total),
    _row("asking priced shared", "money other_nouns", questions.share),
    _row("compare pointing", "measured_difference", questions.comparison),
    _row("compare offered", "measured_difference", questions.comparison),
    _row("reason", "unknown", questions.reason),
    _row("asking whereabouts strange", "offering searching any_of item book addressed", _terms),
    _row("asking whereabouts far", "", _terms),
    _row("confirming conditional held flags", "", questions.held),
    _row("asking unknown flags about_options", "new_search", _held_and_unknown),
    _row("asking unknown", "flags naming", _unknown),
    _row("asking asked_slots one_place_only remembering", "offering more looks_elsewhere", questions.facts_there),
    _row("asking asked_slots about_options for_people for_others", "goal", questions.priced_for),
    _row("asking asked_slots about_options for_people", "goal for_others", questions.facts),
    _row("asking asked_slots about_options of_the_search pointing", "for_people", questions.had_so),
    _row("asking how_much about_options of_the_search", "goal asked_slots", questions.had_so),
    _row("asking count how_many", "flexible asked_slots", questions.count),
    _row("asking offered one_place flags_or_places", "flexible naming seeking", questions.held_there),
    _row("asking about_options choice", "flexible", questions.chosen),
    _row("asking held available pointing of_the_item", "flexible", _wishes),
    _row("asking held available pointing of_the_search", "flexible", questions.had_so),
    _row("asking which naming_set", "wishes", questions.which_of_set),
    _row("asking which about_options extreme", "flexible", questions.which_most),
    _row("asking which about_options held", "flexible goal", questions.which),
    _row("asking about_options held flags", "flexible new_search", questions.held),
    _row("asking about_options held pointing", "flexible new_search", questions.held),
    _row("asking asked_slots about_options", "flexible new_search", questions.facts),
    _row("asking asked_slots", "wishes new_search", questions.facts),
    _row("asking unknown", "wishes", _unknown),
    _row("overview about_options", "wishes", questions.overview),
    _row("overview_alone about_options short", "wishes answer_yes confirming", questions.overview),
    _row("denied_reference", "asking wishes", _denied),
    _row("leaving_out offered whereabouts", "asking naming", _left_out),
    _row("confirming answer_no", "asking wishes naming", _always(Answer("no"))),
    _row("confirming answer_yes", "asking wishes naming reject more", _always(Answer("yes"))),
    _row("instead short", "asking wishes naming book", _always(Answer("no"))),
    _row("dropping naming", "asking wishes naming_bookings book more keep", _reject),
    _row("reject_it naming", "wishes", _rejected_instead),
    _row("reject_it", "wishes", _reject),
    _row("reject", "wishes", _reject),
    _row("more", "wishes naming", _always(More())),
    _row("return offered pointing", "wishes naming", _return),
    _row("naming neither", "", _neither),
    _row("naming only_bookings", "", _always(Recall("bookings"))),
    _row("naming answer_no", "asking wishes", _named_instead),
    _row("naming correct", "asking wishes", _named_instead),
    _row("naming instead", "asking wishes", _named_instead),
    _row("naming features", "", questions.held),
    _row("naming wishes only_places told", "", _return),
    _row("naming wishes gives_reason", "", _always()),
    _row("naming wishes", "", _wishes_of),
    _row("naming asked_slots", "", questions.facts),
    _row("naming asking", "return recall_bookings brief which", questions.overview),
    _row("naming", "", _return),
    _row("wishes correct", "", _corrected),
    _row("wishes gives_reason", "", _always()),
    _row("wishes remarks", "asking", _always()),
    _row("wishes told", "", _wishes_beside_story),
    _row("wishes", "", _wishes),
    _row("pointing confirming one_pronoun short", "asking answer_no answer_either", _always(Answer("yes"))),
    _row("pointing offered one_pronoun short", "asking answer_yes answer_no answer_either", _return),
    _row("indifferent", "nouns asking", _any_will_do),
    _row("but_not", "answer_yes", _always(Answer("no"))),
    _row("answer_yes answer_no", "", _always(Answer("perhaps"))),
    _row("answer_either", "", _always(Answer("either"))),
    _row("answer_no", "", _always(Answer("no"))),
    _row("answer_yes", "", _always(Answer("yes"))),
    _row("neither", "", _always(Reject(Every()))),
    _row("correct", "", _always(Reject())),
    _row("unknown asking", "", _unknown),
    _row("unknown brief", "told", _unknown),
)
