"""Joining: moves of one turn that belong together made one: "the Paris one, does it have wifi?" is one question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, pairwise

from msgspec.structs import replace

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Described,
    Extreme,
    It,
    Move,
    OutOfScope,
    Party,
    Reference,
    Reject,
    Return,
    Social,
    Spoken,
    Together,
    Wish,
)
from wayframe.reader.turnmoves import TurnMoves, is_pronoun, together
from wayframe.schema import Schema

_IT: tuple[Reference | None, ...] = (None, It())
_PRICED = ("facts", "share")
_DEEDS = (Book, Cancel, Change)
_ASIDES = (Social, Answer, Reject)
_BETWEEN = (Wish, Answer, Social)
JoiningRule = Callable[[TurnMoves, Schema], TurnMoves]


def joined(moves: Sequence[Spoken], schema: Schema, *, offered: bool = True) -> list[Spoken]:
    """Return the moves of a turn with those joined that belong together; `offered` says whether there are options."""
    turn = TurnMoves(moves)
    rules = _RULES if offered else [rule for rule in _RULES if rule is not _done_there]
    for rule in rules:
        turn = rule(turn, schema)
    return list(turn.spoken)


# What is taken back


def _taken_back(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A deed that is taken back in the same turn isn't done: "book the cheapest. Actually, wait"."""
    at, denial = turn.last(_is_deed), turn.last_denial()
    if not 0 <= at < denial:
        return turn
    deed, denied, instead = turn.moves[at], turn.moves[denial], turn[denial + 1]
    if isinstance(deed, Book | Cancel) and isinstance(instead, Return):
        rest = turn.without(denied, instead)  # "book the second. No, the third"
        return rest.exchanged(deed, replace(deed, of=instead.to))
    if isinstance(deed, Book) and deed.of and not is_pronoun(deed.of):
        return turn.exchanged(deed, Return(deed.of))
    return turn.without(deed)


def _is_deed(move: Move) -> bool:
    return isinstance(move, _DEEDS)


def _wished_instead(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A value behind a no replaces those of its slot before: "to Rome. No, Athens"."""
    denial = turn.last_denial()
    if denial < 0:
        return turn
    before, after = turn.part(0, denial), turn.part(denial)
    instead = {wish.slot for wish in _valued(after)}
    return turn.without(*(wish for wish in _valued(before) if wish.slot in instead))


def _corrected(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Leave out what a correction denies, which is what it takes the place of: "I meant Athens, not Rome"."""
    slots = {wish.slot for correction in turn.of(Correct) for wish in correction.wishes}
    return turn.without(*(wish for wish in turn.of(Wish) if wish.slot in slots and wish.constraint.op == "not"))


def _valued(turn: TurnMoves) -> list[Wish]:
    """Return the wishes for a value."""
    return [wish for wish in turn.of(Wish) if wish.constraint.op == "is"]


def _without_drawing(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """What somebody is drawn to gives way to what is named after it: "Athens is tempting, but back to the first"."""
    pairs = pairwise(turn.moves)
    drawn = [move for before, move in pairs if before == Answer("perhaps") and isinstance(move, Return)]
    rest = turn.without(*drawn)
    return rest if (*rest.of(Return), *rest.naming(Ask)) else turn


# What a move is about


def _named_first(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """An option that is named and then spoken of by a pronoun is what the second move is about."""
    found = turn
    named = list[Return]()  # since the last move of another kind
    for move in turn.moves:
        taken = _taken_up(move, named)
        if taken:
            of = together([each.to for each in taken])
            found = found.without(*taken).exchanged(move, _about(move, of))
            named = []
        elif isinstance(move, Return):
            named.append(move)
        elif not isinstance(move, _BETWEEN):
            named = []
    return found


def _taken_up(move: Move, named: Sequence[Return]) -> Sequence[Return]:
    """Return the turns to options that a move speaks of: all where several are compared, else the last."""
    match move:
        case Compare(of=of) if is_pronoun(of):
            return named
        case Ask(of=of) | Book(of=of) | Cancel(of=of) if is_pronoun(of):
            return named[-1:]
        case Return(to=Extreme(of=None)):
            several = isinstance(together([each.to for each in named]), Together)
            return named if several else ()
    return ()


def _about(move: Move, of: Reference) -> Move:
    """Return a move about an option that was named before it."""
    if isinstance(move, Return) and isinstance(move.to, Extreme):
        return Return(replace(move.to, of=of))
    return replace(move, of=of)


def _done_there(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A deed on a pronoun beside a place is on the option there: "we can't make Italy, so take that off"."""
    places = [wish for wish in turn.of(Wish) if wish.slot == schema.place and wish.constraint.values]
    cancels, books = turn.unnamed(Cancel), turn.unnamed(Book)
    if not places or not (cancels or books):
        return turn
    there = Wish(schema.place, Constraint("is", places[-1].constraint.values))
    rest = turn.without(places[-1])
    if cancels:
        return rest.exchanged(cancels[0], Cancel(Described((there,), Booked())))
    return rest.exchanged(books[0], Book(Described((there,)))) if there == places[-1] else turn


def _priced_for_others(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A question about an option for other people is a wish for the very option with them."""
    asks = list(filter(_is_about_price, turn.of(Ask)))
    said = list(filter(_is_for_people, turn.of(Wish)))
    parties = [*said, *filter(_party, chain.from_iterable(ask.wishes for ask in asks))]
    if not asks or not parties:
        return turn
    named = turn.naming(Ask)
    wish = replace(_whole(parties), of=named[-1].of if named else It())
    return turn.without(*said, *asks[:-1]).exchanged(asks[-1], wish)


def _is_about_price(ask: Ask) -> bool:
    """Return whether a question is for facts or a share, or whether something holds for some people."""
    return ask.question in _PRICED or any(map(_party, ask.wishes))


def _is_for_people(wish: Wish) -> bool:
    """Return whether a wish says who travels, whatever option it is about."""
    return wish.of is None and bool(_party(wish))


def _whole(parties: Sequence[Wish]) -> Wish:
    """Return the wish that says who travels in all: the last that doesn't but add somebody."""
    whole = [wish for wish in parties if not _party(wish)[0].added]
    return whole[-1] if whole else parties[-1]


def _party(wish: Wish) -> list[Party]:
    """Return the people that a wish is for."""
    return [value for value in wish.constraint.values if isinstance(value, Party)]


# What is said beside


def _without_remarks(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A place beside a turn to an option is a remark: "Athens tempted me, but back to the one in Spain"."""
    pointing = (*turn.of(Return), *turn.naming(Compare), *turn.naming(Book), *turn.naming(Ask))
    if not pointing:
        return turn
    return turn.without(*(wish for wish in turn.unnamed(Wish) if wish.slot == schema.place))


def _without_days_of_farewell(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A day in a farewell is no wish: "not today, maybe tomorrow, bye"."""
    if Social("goodbye") not in turn.moves:
        return turn
    wished = {wish.slot for wish in turn.of(Wish)}
    dates = {slot.name for slot in schema.of_kind("date")}
    return turn.without(*turn.of(Wish)) if wished <= dates else turn


def _without_asides(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """An answer or a rejection beside what says more needs no reply of its own."""
    if all(isinstance(move, _ASIDES) for move in turn.moves):
        return turn
    later = turn.part(1)
    asked = (*later.of(Ask), *later.of(Book), *later.of(OutOfScope))
    answers = [answer for answer in turn.of(Answer) if asked or answer != Answer("perhaps")]
    rejections = [rejection for rejection in turn.of(Reject) if rejection.of in _IT]
    return turn.without(*answers, *rejections)


def _last_answer(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """Of several answers the last one counts: "yes, but not yet"."""
    last = turn.last(lambda move: isinstance(move, Answer))
    before = (each for each in turn.spoken[: max(last, 0)] if not isinstance(each.move, Answer))
    return TurnMoves((*before, *turn.spoken[max(last, 0) :]))


def _once(turn: TurnMoves, schema: Schema) -> TurnMoves:
    """A courtesy that is said twice is one: "Thanks, that's very helpful"."""
    found = list[Spoken]()
    for at, spoken in enumerate(turn.spoken):
        courtesy = isinstance(spoken.move, Social)
        if not courtesy or spoken.move not in turn.moves[:at]:
            found.append(spoken)
    return TurnMoves(found)


_RULES: tuple[JoiningRule, ...] = (
    _taken_back,
    _wished_instead,
    _corrected,
    _without_drawing,
    _named_first,
    _done_there,
    _priced_for_others,
    _without_remarks,
    _without_days_of_farewell,
    _without_asides,
    _last_answer,
    _once,
)
