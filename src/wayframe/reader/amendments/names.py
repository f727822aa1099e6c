"""Names: options called by their names, which are asked about, looked for or ruled out."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Constraint,
    It,
    Meaning,
    Move,
    Named,
    Nth,
    Reject,
    Return,
    Spoken,
    Text,
    Together,
    Wish,
    wishes_besides,
)
from wayframe.reader.symbols import TurnSpans
from wayframe.state.wishes import is_of_stay


def with_facts_of_named(meaning: Meaning) -> Meaning:
    """Return a meaning in which an option that is named is asked for its own values, not for all that there are."""
    moves = [
        replace(each, move=replace(each.move, question="facts"))
        if isinstance(each.move, Ask) and each.move.question == "values" and isinstance(each.move.of, Named | Nth)
        else each
        for each in meaning.moves
    ]
    return replace(meaning, moves=tuple(moves))


def with_named_asked_about(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which an item that is named beside other features is asked about, not whether "it" is that.

    "Does the Lazy Sparrow allow dogs?" isn't asked of what was spoken of before.
    """
    moves = [replace(each, move=_asked_of_named(each.move, turn.schema.name)) for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def _asked_of_named(move: Move, name: str) -> Move:
    if not isinstance(move, Ask) or move.question != "holds" or move.of not in (None, It()):
        return move
    named = [wish.constraint.values for wish in move.wishes if wish.slot == name and wish.constraint.op == "is"]
    others = tuple(wishes_besides(move.wishes, name))
    match named:
        case [(Text(value=words),)] if others:
            return replace(move, of=Named(words), wishes=others)
    return move


def with_named_rejected(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that rejects the only option that a denied value names: "not the Pinto" where there is one."""
    moves = list[Spoken]()
    for each in meaning.moves:
        names = [name for name in turn.context.options if _is_named_by_denied(name, each.move, turn)]
        moves.append(replace(each, move=Reject(Named(names[0]))) if len(names) == 1 else each)
    return replace(meaning, moves=tuple(moves))


def _is_named_by_denied(name: str, move: Move, turn: TurnSpans) -> bool:
    """Return whether an option's name begins with the value that a wish denies, as a definite one: "the Pinto"."""
    if not isinstance(move, Wish) or move.constraint.op != "not" or move.of is not None:
        return False
    value = move.constraint.values[0]
    if not isinstance(value, Text) or not name.casefold().startswith(f"{value.value.casefold()} "):
        return False
    pairs = pairwise(turn.spans)
    return any(before.has("definite") and (move.slot, value) in span.every("value") for before, span in pairs)


def with_names_wished_for(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that looks for what it names where nothing was offered yet: "is the Ritz free in August?"."""
    if turn.context.offered:
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Wish(of=Named(name)) as wish:
                moves += _named_and(each, name, [replace(wish, of=None)], turn)
            case Ask(question="holds", of=Named(name), wishes=wishes) if _are_of_stay(wishes, turn):
                moves += _named_and(each, name, wishes, turn)
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(dict.fromkeys(moves)))


def _named_and(spoken: Spoken, name: str, wishes: Iterable[Wish], turn: TurnSpans) -> list[Spoken]:
    """Return the wish for a name and others, in the place of a move."""
    named = Wish(turn.schema.name, Constraint("is", (Text(name),)))
    return [replace(spoken, move=wish) for wish in (named, *wishes)]


def _are_of_stay(wishes: Collection[Wish], turn: TurnSpans) -> bool:
    """Return whether wishes are for when a stay is, or how long."""
    return len(wishes) > 0 and all(is_of_stay(turn.schema, wish.slot) for wish in wishes)


def without_denied_names(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that turns to what is named, and not to what is denied: "not the Ritz, the Savoy"."""
    denied = {
        str(name.data("name"))
        for link, before, name in zip(turn.spans, turn.spans[1:], turn.spans[2:], strict=False)
        if name.has("name") and (before.has("not") or (link.has("not") and before.has("article")))
    }
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Return(to=Together(parts=named)) if denied:
                kept = tuple(one for one in named if not (isinstance(one, Named) and one.name in denied))
                moves.append(replace(each, move=Return(kept[0])) if len(kept) == 1 else each)
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))
