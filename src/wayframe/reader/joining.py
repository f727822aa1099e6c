"""Joining: moves of one turn that belong together made one: "the Paris one, does it have wifi?" is one question."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Booked,
    Cancel,
    Compare,
    Constraint,
    Described,
    Every,
    It,
    Move,
    Party,
    Reference,
    Reject,
    Return,
    Social,
    Spoken,
    Together,
    Wish,
)
from wayframe.schema import Schema

_UNNAMED: tuple[Reference | None, ...] = (None, It(), Every(), Every(2))


def joined(moves: Sequence[Spoken], schema: Schema) -> list[Spoken]:
    """Return the moves of a turn with those joined that belong together."""
    rules: tuple[Callable[[list[Spoken], Schema], list[Spoken]], ...] = (
        _named_first,
        _cancelled_by_place,
        _priced_for_others,
        _remarks,
        _without_asides,
        _once,
    )
    found = list(moves)
    for rule in rules:
        found = rule(found, schema)
    return found


def _named_first(moves: list[Spoken], schema: Schema) -> list[Spoken]:
    """An option that is named and then spoken of by a pronoun is what the second move is about."""
    found = list[Spoken]()
    for spoken in moves:
        last = found[-1].move if found else None
        move = spoken.move
        named = _trailing(found)
        if isinstance(move, Compare) and move.of in _UNNAMED and len(named) > 1:
            whole = Together(tuple(turn.move.to for turn in named if isinstance(turn.move, Return)))
            found[-len(named) :] = [Spoken(replace(move, of=whole), named[0].start, spoken.end)]
        elif isinstance(last, Return) and isinstance(move, Ask | Book | Cancel | Compare) and move.of in _UNNAMED:
            found[-1] = Spoken(replace(move, of=last.to), found[-1].start, spoken.end)
        else:
            found.append(spoken)
    return found


def _trailing(moves: Sequence[Spoken]) -> list[Spoken]:
    """Return the turns to options with which the moves end."""
    found = list[Spoken]()
    for spoken in reversed(moves):
        if not isinstance(spoken.move, Return):
            break
        found.insert(0, spoken)
    return found


def _cancelled_by_place(moves: list[Spoken], schema: Schema) -> list[Spoken]:
    """A booking that is cancelled because of its place is the one there: "we can't make Italy, so take that off"."""
    cancels = [spoken.move for spoken in moves if isinstance(spoken.move, Cancel) and spoken.move.of in _UNNAMED]
    places = [
        s.move for s in moves if isinstance(s.move, Wish) and s.move.slot == schema.place and s.move.constraint.values
    ]
    if not cancels or not places:
        return moves
    of = Described((Wish(schema.place, Constraint("is", places[0].constraint.values)),), Booked())
    kept = [spoken for spoken in moves if spoken.move is not places[0]]
    return [Spoken(Cancel(of), s.start, s.end) if s.move is cancels[0] else s for s in kept]


def _priced_for_others(moves: list[Spoken], schema: Schema) -> list[Spoken]:
    """A question about an option for other people is a wish for the very option with them."""
    asks = [s for s in moves if isinstance(s.move, Ask) and s.move.question in ("facts", "holds", "share")]
    parties = [s for s in moves if isinstance(s.move, Wish) and _is_party(s.move) and s.move.of is None]
    wishes = [s.move for s in parties if isinstance(s.move, Wish)]
    wishes += [wish for s in asks if isinstance(s.move, Ask) for wish in s.move.wishes if _is_party(wish)]
    if not asks or not wishes:
        return moves
    plain = [wish for wish in wishes if not any(isinstance(v, Party) and v.added for v in wish.constraint.values)]
    references = [s.move.of for s in asks if isinstance(s.move, Ask) and s.move.of not in _UNNAMED]
    wish = replace((plain or wishes)[-1], of=references[-1] if references else It())
    whole = Spoken(wish, asks[-1].start, asks[-1].end)
    return [whole if s is asks[-1] else s for s in moves if s is asks[-1] or (s not in parties and s not in asks)]


def _remarks(moves: list[Spoken], schema: Schema) -> list[Spoken]:
    """A place beside a turn to an option is a remark: "Athens tempted me, but back to the one in Spain"."""
    pointed = any(
        isinstance(s.move, Return | Compare | Book | Ask) and _reference(s.move) not in _UNNAMED for s in moves
    )
    if not pointed:
        return moves
    return [s for s in moves if not (isinstance(s.move, Wish) and s.move.slot == schema.place and s.move.of is None)]


def _reference(move: Move) -> Reference | None:
    return move.to if isinstance(move, Return) else getattr(move, "of", None)


def _is_party(wish: Wish) -> bool:
    return any(isinstance(value, Party) for value in wish.constraint.values)


def _without_asides(moves: list[Spoken], schema: Schema) -> list[Spoken]:
    """A yes, a greeting or a rejection beside what says more needs no answer of its own."""
    moves = [
        s
        for at, s in enumerate(moves)
        if not (at and isinstance(s.move, Answer | Social) and s.move == moves[at - 1].move)
    ]
    more = any(not isinstance(s.move, Social | Answer | Reject) for s in moves)
    asked = any(isinstance(s.move, Ask | Book) for s in moves[1:])
    kept = [s for s in moves if not (more and isinstance(s.move, Answer) and (asked or s.move.word != "perhaps"))]
    return [s for s in kept if not (more and isinstance(s.move, Reject) and s.move.of is None)]


def _once(moves: list[Spoken], schema: Schema) -> list[Spoken]:
    """An answer or a courtesy that is said twice is one: "Thanks, that's very helpful"."""
    found = list[Spoken]()
    for spoken in moves:
        repeated = any(spoken.move == earlier.move for earlier in found)
        if not (repeated and isinstance(spoken.move, Social | Answer)):
            found.append(spoken)
    return found
