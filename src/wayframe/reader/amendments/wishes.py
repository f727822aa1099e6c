"""Wishes: denials, limits and needs, each as the wishes beside it and the words of the turn have it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Constraint,
    Correct,
    Days,
    Flag,
    Meaning,
    Money,
    Move,
    Number,
    Operator,
    Spoken,
    Text,
    Value,
    Wish,
    wishes_in,
)
from wayframe.reader.features import related_slots
from wayframe.reader.moves import affirmed
from wayframe.reader.spans import Clause, SpanLine, before, clauses, having, some
from wayframe.reader.symbols import TurnSpans
from wayframe.schema import Schema
from wayframe.sources.places import WORLD


def with_lists_replaced(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that corrects what is wished for of a list, where it says "instead": "with fish instead".

    Else several wishes for a list stand beside each other.
    """
    if not any(span.has("in_its_place") for span in turn.spans):
        return meaning
    lists = {slot.name for slot in turn.schema.of_kind("list")}
    moves = list[Spoken]()
    for each in meaning.moves:
        wish = each.move
        if isinstance(wish, Wish) and wish.slot in lists and wish.constraint.op == "is":
            moves.append(replace(each, move=Correct((wish,))))
        else:
            moves.append(each)
    return replace(meaning, moves=tuple(moves))


def without_implied_denials(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning without what it rules out beside a value that is wanted instead: "not Rome, Oslo".

    "In Italy, but not Rome" says more than Italy; so it does of days, and of lists, which hold several values.
    """
    lists = {slot.name for slot in turn.schema.of_kind("list")}
    wanted = [wish for wish in wishes_in(meaning.all()) if wish.constraint.op == "is" and wish.slot not in lists]
    denied = {each.move for each in meaning.moves if isinstance(each.move, Wish) and each.move.constraint.op == "not"}
    implied = {denial for denial in denied for wish in wanted if _implies_denial(wish, denial)}
    of_stay = {wish.constraint for wish in implied if wish.slot == turn.schema.start}
    implied |= {wish for wish in denied if wish.slot == turn.schema.end and wish.constraint in of_stay}
    return replace(meaning, moves=tuple(each for each in meaning.moves if each.move not in implied))


def _implies_denial(wanted: Wish, denial: Wish) -> bool:
    """Return whether what is wanted of a slot leaves out by itself what another wish rules out of it."""
    if (denial.slot, denial.of) != (wanted.slot, wanted.of):
        return False
    values = wanted.constraint.values
    return not any(_reaches(value, other) for value in values for other in denial.constraint.values)


def _reaches(value: Value, other: Value) -> bool:
    """Return whether a value may be another one: the same, a place in it, days among it."""
    match value, other:
        case Text(value=area), Text(value=place):
            return WORLD.within(place, area)
        case Days(first=first, last=last), Days(first=start, last=end):
            return first <= end and start <= last
    return value == other


def with_all_values_open(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which a slot stays open of which all values would do: "boy or girl"."""
    moves = [replace(each, move=_open_to_all(each.move, turn.schema)) for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def _open_to_all(move: Move, schema: Schema) -> Move:
    """Return a wish for any of all the values that its slot has as one that leaves it open; any other move as it is."""
    slot = schema.slot(move.slot) if isinstance(move, Wish) else None
    if not isinstance(move, Wish) or slot is None or slot.kind != "category" or move.constraint.op != "is":
        return move
    named = {value.value for value in move.constraint.values if isinstance(value, Text)}
    return replace(move, constraint=Constraint("any")) if len(named) > 1 and named >= set(slot.values) else move


class _Limit(NamedTuple):
    """The amounts or numbers that a wish limits a slot to, and how."""

    slot: str
    op: Operator
    amounts: tuple[float, ...]

    def is_instead_of(self, other: _Limit) -> bool:
        """Return whether it is another limit of the same kind."""
        return (self.slot, self.op) == (other.slot, other.op) and self.amounts != other.amounts


def without_old_limits(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning without the limit that holds where it names another of the kind: "300, not 4750".

    Where the old one was doubtful, so is that in its place.
    """
    held = {_limit(wish) for wish in turn.context.wishes}
    limits = [(limit, each) for each in meaning.moves if (limit := _limit(each.move))]
    old = [(limit, each) for limit, each in limits if limit in held]
    moves = list[Spoken]()
    for each in meaning.moves:
        limit = _limit(each.move)
        if limit and limit in held and any(other.is_instead_of(limit) for other, _ in limits):
            continue
        doubts = [former.sure for other, former in old if limit and limit.is_instead_of(other)]
        moves.append(replace(each, sure=min([each.sure, *doubts])))
    return replace(meaning, moves=tuple(moves))


def _limit(move: Move) -> _Limit | None:
    """Return the limit that a move sets; None where it sets none by an amount."""
    if not isinstance(move, Wish):
        return None
    amounts = [value.value for value in move.constraint.values if isinstance(value, Money | Number)]
    return _Limit(move.slot, move.constraint.op, tuple(amounts)) if amounts else None


def with_lacks_asked_about(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that looks for what a question says isn't there: "so there's no business class at all?"."""
    if not (turn.is_question and some(turn.spans, "opens:lacking")):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Wish() as wish:
                moves.append(replace(each, move=_present(wish)))
            case Ask(question="holds", of=None, wishes=wishes) if wishes:
                moves += [replace(each, move=_present(wish)) for wish in wishes]
            case Ask(question="holds", wishes=wishes) as ask:
                moves.append(replace(each, move=replace(ask, wishes=tuple(map(_present, wishes)))))
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _present(wish: Wish) -> Wish:
    """Return a wish for what another one denies."""
    if wish.constraint.values == (Flag(False),):
        return replace(wish, constraint=replace(wish.constraint, values=(Flag(True),)))
    return affirmed(wish)


def with_lacks_denied(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that wishes for the contrary of a lack that is denied: "not unfurnished", "no rennet"."""
    line = SpanLine(turn.spans)
    denied = set[str]()
    for at, span in enumerate(turn.spans):
        lacks = {str(slot) for slot, value in span.every("value") if value == Flag(False)}
        if lacks and line.nearest(at, _DENIAL, having("not")).words:
            denied |= lacks
    if not denied:
        return meaning
    by_rules = [move for move in turn.by_rules.meaning.all() if isinstance(move, Wish) and move.slot in denied]
    moves = list[Spoken]()
    for each in meaning.moves:
        rules = [
            wish
            for wish in by_rules
            if isinstance(each.move, Wish) and replace(each.move, constraint=wish.constraint) == wish
        ]
        moves.append(replace(each, move=rules[0]) if rules else each)
    return replace(meaning, moves=tuple(moves))


_DENIAL = before(3, until="comma clause_end conjunction value noun")


def with_concessions(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that lets something be more, or less, where that is but conceded: "even if it costs a bit more".

    What was wished for of it is given up then.
    """
    conceded = [found for clause in clauses(turn.spans, ()) if (found := _conceded(clause, turn))]
    held = {wish.slot for wish in turn.context.wishes}
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Wish(slot=slot, constraint=Constraint(op="more" | "less", than=None)) as wish:
                if not any(slot == other and each.end > start for other, start in conceded):
                    moves.append(each)
                elif slot in held:
                    moves.append(replace(each, move=replace(wish, constraint=Constraint("any"))))
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _conceded(clause: Clause, turn: TurnSpans) -> tuple[str, int] | None:
    """Return the slot of which a clause concedes that there may be more, or less, and where in the text it does."""
    at = next((at for at, span in enumerate(clause.spans) if span.has("opens:conceding")), -1)
    if at < 0:
        return None
    behind = [slot for span in clause.spans[at:] for _, slot in related_slots(span) if turn.schema.slot(slot)]
    in_front = [slot for span in clause.spans[:at] for _, slot in related_slots(span) if turn.schema.slot(slot)]
    named = (*behind[:1], *in_front[-1:])
    return (named[0], turn.places[turn.spans.index(clause.spans[at])][0]) if named else None


def with_needs(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that wishes for what something is of no use without: "without a lift it would be no use".

    So it does for what matters and the parser gives up: "what matters most is a good breakfast".
    """
    needed, important = set(_needed(turn)), set(_important(meaning, turn))
    features = {slot.name for slot in turn.schema.of_kind("yes_no")}
    moves = list[Spoken]()
    for each in meaning.moves:
        move = each.move
        if isinstance(move, Wish) and move.slot in needed & features and move.constraint.op == "any":
            move = replace(move, constraint=Constraint("is", (Flag(True),)))
        elif isinstance(move, Wish) and move.slot in needed:
            move = _present(move)
        elif isinstance(move, Wish) and move.slot in important:
            move = replace(move, constraint=Constraint("is", (Flag(True),)))
        moves.append(replace(each, move=move))
    return replace(meaning, moves=tuple(moves))


def _needed(turn: TurnSpans) -> Iterator[str]:
    """Yield the slots of features behind "without", where the same clause says that it is no use then.

    A comma ends the clause, but for that behind what begins the sentence: "without a lift, it would be no use", "no
    gym, no deal".
    """
    lacked = list[str]()
    denies, begins = False, True
    leads = False  # whether "without" begins the sentence
    for span in turn.spans:
        if span.has("clause_end"):
            lacked, denies, begins, leads = [], False, True, False
            continue
        if span.has("comma") and not leads:
            lacked = []
        if denies:
            lacked += [slot for _, slot in related_slots(span)]
        if span.has("opens:no_use", "says:no_use"):
            yield from lacked
        leads |= begins and span.has("without", "retraction")
        denies = span.has("without", "retraction") or (denies and span.has("article", "owner", "conjunction", "filler"))
        begins = False


def _important(meaning: Meaning, turn: TurnSpans) -> Iterator[str]:
    """Yield the features that a meaning leaves open where a turn says what matters, and the rules leave none open."""
    if not some(turn.spans, "important", "says:important", "opens:important"):
        return
    features = {slot.name for slot in turn.schema.of_kind("yes_no")}
    given_up = {wish.slot for wish in wishes_in(turn.by_rules.meaning.all()) if wish.constraint.op == "any"}
    for wish in wishes_in([each.move for each in meaning.moves]):
        if wish.constraint.op == "any" and wish.slot in features - given_up:
            yield wish.slot
