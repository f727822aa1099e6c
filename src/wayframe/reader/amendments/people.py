"""People: others who are counted in without a number, and those who travel on their own."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from msgspec.structs import replace

from wayframe.meaning.records import Ask, Constraint, Drop, Meaning, Move, Nth, Party, Reference, Spoken, Wish
from wayframe.reader.symbols import TurnSpans


def with_others_counted_in(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that tells where the words count others in without a number: "we", "with my family"."""
    several = any(span.has("speaks_for_several", "says:speaks_for_several") for span in turn.spans)
    return replace(meaning, for_several=several)


def with_trips_of_others(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that begins a trip for one where somebody else has a way of their own.

    "Another colleague wants to fly from Oslo to Rome" adds nobody to the trip that is spoken of.
    """
    schema = turn.schema
    said = {move.slot for move in meaning.all() if isinstance(move, Wish) and move.constraint.op == "is"}
    another = any(one.has("additional") and two.has("party:adult") for one, two in pairwise(turn.spans))
    if not another or not schema.source or not {schema.source, schema.place} <= said:
        return meaning
    own = [each for each in meaning.moves if not (isinstance(each.move, Wish) and each.move.slot == schema.party)]
    alone = Spoken(Wish(schema.party, Constraint("is", (Party(adults=1),))), own[0].start, own[0].end, own[0].sure)
    anew = [Spoken(Drop(keeping=(schema.source, schema.party)), 0, 0)] if turn.context.wishes else []
    return replace(meaning, moves=(*anew, *own, alone))


def with_people_no_places(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks of what the people are for, where their number was taken for a place in the list.

    "What would it cost for three of us?" isn't asked of the third.
    """
    ranks = {_rank(move) for move in turn.by_rules.meaning.all()}
    meant = {total: of for total, of in _counted(meaning).items() if total not in ranks}
    return replace(meaning, moves=tuple(_of_what_they_are_for(spoken, meant) for spoken in meaning.moves))


def _rank(move: Move) -> int:
    """Return the place in the list of what a question is asked of; 0 where it names none."""
    return move.of.n if isinstance(move, Ask) and isinstance(move.of, Nth) else 0


def _counted(meaning: Meaning) -> dict[int, Reference | None]:
    """Return how many travel, by the wishes for it, each with what that is wished of."""
    wishes = [move for move in meaning.all() if isinstance(move, Wish)]
    return {value.total: wish.of for wish in wishes for value in wish.constraint.values if isinstance(value, Party)}


def _of_what_they_are_for(spoken: Spoken, meant: Mapping[int, Reference | None]) -> Spoken:
    """Return a question of a place in the list as one of what so many people are for, where it is one of these."""
    rank = _rank(spoken.move)
    if not isinstance(spoken.move, Ask) or not rank or rank not in meant:
        return spoken
    return replace(spoken, move=replace(spoken.move, of=meant[rank]))
