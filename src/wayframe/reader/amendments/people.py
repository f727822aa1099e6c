"""People: others who are counted in without a number, and those who travel on their own."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Drop, Meaning, Party, Spoken, Wish
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
