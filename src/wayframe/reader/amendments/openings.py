"""Openings: from when something is to be had, asked for or noted with a booking."""

from __future__ import annotations

from collections.abc import Container

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Change,
    Described,
    Extreme,
    It,
    Meaning,
    Move,
    Named,
    Note,
    Nth,
    OutOfScope,
    Reference,
    Return,
    Spoken,
    Wish,
)
from wayframe.reader.features import facets
from wayframe.reader.spans import Clause, some
from wayframe.reader.symbols import TurnSpans, placed_clauses
from wayframe.state.resolution import reference_of


def with_openings_asked(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks from when something is to be had, where the words do: "from when is the first free?".

    That is asked beside other facts, or instead of turning to an option.
    """
    openings = turn.schema.openings
    asking = [place for at, place in enumerate(turn.places) if _asks_when(turn, at)]
    has_it = any(span.has("to_be_had", "opens:to_be_had", "says:to_be_had") for span in turn.spans)
    about = {slot for move in meaning.all() for _, slot in facets(move, "")}
    if len(openings) != 1 or openings[0] in about or not (asking and has_it and turn.is_question):
        return meaning
    turned = [each.move.to for each in turn.by_rules.meaning.moves if isinstance(each.move, Return)]
    asked = Ask("facts", tuple(openings), of=turned[-1] if turned else None)
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(question="facts", slots=slots, of=of) if slots:
                asked = replace(asked, slots=(*slots, *openings), of=of)
                moves.append(replace(each, move=asked))
            case Return(to=to):
                asked = replace(asked, of=to)
                moves.append(replace(each, move=asked))
            case OutOfScope() if any(each.overlaps(*place) for place in asking):
                continue
            case _:
                moves.append(each)
    if asked not in [each.move for each in moves]:
        moves.insert(0, Spoken(asked, *asking[0]))
    return replace(meaning, moves=tuple(moves))


def _asks_when(turn: TurnSpans, at: int) -> bool:
    """Return whether a span asks for a day: "when can we …?", not "when we move in"."""
    behind = turn.spans[at + 1 : at + 2]
    asks = some(behind, "inverted", "auxiliary", "copula", "opens:inverted", "opens:auxiliary")
    return asks and turn.spans[at].has("asks_days", "opens:asks_days")


def with_openings_held(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks of the one option at hand whether it is to be had by a day: "can we move in in May?".

    A question makes no wish.
    """
    of = _the_one_asked_of(meaning, turn)
    asking = [place for clause, place in placed_clauses(turn) if _asks_whether_had(clause)]
    if of is None or not asking:
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        wish = each.move
        asked = isinstance(wish, Wish) and wish.slot in turn.schema.openings and wish.constraint.values
        if isinstance(wish, Wish) and asked and any(each.overlaps(*place) for place in asking):
            each = replace(each, move=Ask("holds", of=of, wishes=(wish,)))
        moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _asks_whether_had(clause: Clause) -> bool:
    """Return whether a clause asks if something is to be had: "is it free in May?", not whether there is one."""
    has_it = clause.has("to_be_had", "opens:to_be_had", "says:to_be_had")
    inverted = some(clause.spans[:2], "opens:inverted")  # "and can we …?"
    return has_it and inverted and not clause.has("existing", "any", "indefinite")


def _the_one_asked_of(meaning: Meaning, turn: TurnSpans) -> Reference | None:
    """Return the one option that a turn speaks of: by its name or place, else as the only one spoken of last."""
    references = [reference_of(move) for move in meaning.all()]
    named = {each for each in references if isinstance(each, Named | Nth)}
    if len(named) == 1:
        return named.pop()
    return It() if not named and len(turn.context.focus) == 1 else None


def with_days_noted(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that notes a booking's day where things are had from a day on: "I take it from May 1"."""
    dated = [at for at, span in enumerate(turn.spans) if span.has("date")]
    had_from = frozenset(turn.schema.openings)
    if had_from:
        meaning = _booked_whatever_the_day(meaning, had_from)
    books = [each for each in meaning.moves if isinstance(each.move, Book)]
    told_by = {slot for each in books for _, slot in facets(each.move, "")}
    if not books and _changes_a_day(turn, meaning):
        books = [each for each in meaning.moves if isinstance(each.move, Wish | Change)]
    if not dated or not had_from or not books or told_by & had_from:
        return meaning  # "the one that is free in May" is told by that
    first = dated[0]
    while first > 0 and turn.spans[first - 1].has("preposition", "article"):
        first -= 1
    noted = Spoken(Note(turn.words(first, dated[-1]), particular="day"), *_place(turn, first, dated[-1]), books[0].sure)
    moves = [each for each in meaning.moves if not _is_only_for(each.move, had_from)]
    is_noted = any(isinstance(move, Note) and move.particular == "day" for move in meaning.all())
    return replace(meaning, moves=tuple(moves) if is_noted else (*moves, noted))


def _changes_a_day(turn: TurnSpans, meaning: Meaning) -> bool:
    """Return whether a turn changes from when something is taken that is booked: "my move-in day to May 1, please"."""
    changes = any(span.has("cue:change") for span in turn.spans)
    return (
        changes
        and bool(turn.context.booked)
        and any(_is_only_for(move, turn.schema.openings) for move in meaning.all())
    )


def _is_only_for(move: Move, slots: Container[str]) -> bool:
    """Return whether a move wishes for, or changes, nothing but some slots."""
    match move:
        case Wish(slot=slot):
            return slot in slots
        case Change(wishes=wishes, to=None) if wishes:
            return all(wish.slot in slots for wish in wishes)
    return False


def _booked_whatever_the_day(meaning: Meaning, had_from: Container[str]) -> Meaning:
    """Return a meaning that books what is told by something else than from when it is to be had, by that alone.

    So it does what the turn turns to: "we like the Hafenweg 2, reserve it from the 15th of January".
    """
    turned = [move.to for move in meaning.all() if isinstance(move, Return)]
    moves = list[Spoken]()
    for each in meaning.moves:
        if isinstance(each.move, Book) and each.move.of is not None:
            told = _without_slots(each.move.of, had_from)
            instead = told or (turned[-1] if turned else each.move.of)
            each = replace(each, move=replace(each.move, of=instead))
        moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _without_slots(reference: Reference, slots: Container[str]) -> Reference | None:
    """Return a reference without what it says of some slots; None where it says nothing else."""
    match reference:
        case Described(wishes=wishes):
            left = tuple(wish for wish in wishes if wish.slot not in slots)
            return replace(reference, wishes=left) if left else None
        case Nth() | Extreme() if reference.of is not None:
            return replace(reference, of=_without_slots(reference.of, slots))
    return reference


def _place(turn: TurnSpans, first: int, last: int) -> tuple[int, int]:
    return turn.places[first][0], turn.places[last][1]
