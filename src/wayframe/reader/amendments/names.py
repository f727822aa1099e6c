"""Names: options called by their names, which are looked for or ruled out."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Constraint,
    Described,
    It,
    Listed,
    Meaning,
    Move,
    Named,
    Nth,
    Reject,
    Return,
    Spoken,
    Text,
    Wish,
)
from wayframe.reader.symbols import TurnSpans
from wayframe.state.wishes import is_of_stay


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


def with_what_is_asked_about(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks of what the rules find described, where the parser asks but of "it".

    "How many days is the Toronto stay?" names one of several places, "the very first one" one of all that were shown.
    """
    by_rules = list(turn.by_rules.meaning.all())
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(of=It()) as ask:
                same = [other for other in by_rules if isinstance(other, Ask) and replace(other, of=It()) == ask]
                described = [other.of for other in same if isinstance(other.of, Described | Named)]
                described = [of for of in described if not _is_what_is_spoken_of(of, turn)]
                moves.append(replace(each, move=replace(ask, of=described[0])) if described else each)
            case Return(to=Nth(of=None) as place) as turning:
                turns = [other for other in by_rules if isinstance(other, Return)]
                of_lists = [other for other in turns if _is_place_in_list(other, place)]
                moves.append(replace(each, move=of_lists[0] if of_lists else turning))
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _is_what_is_spoken_of(of: Described | Named, turn: TurnSpans) -> bool:
    """Return whether the one option that was spoken of is so: "the hotel in Rome" is it, then."""
    options = [turn.context.state.options[frame] for frame in turn.context.focus if frame in turn.context.state.options]
    if len(options) != 1:
        return False
    values = options[0].item.values
    if isinstance(of, Named):
        return values.get(turn.schema.name) == Text(of.name)
    return all(values.get(wish.slot) in wish.constraint.values for wish in of.wishes)


def _is_place_in_list(move: Return, place: Nth) -> bool:
    """Return whether a move turns to a place in a certain list: the first of the first, where any first is meant."""
    return isinstance(move.to, Nth) and isinstance(move.to.of, Listed) and replace(move.to, of=None) == place


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
