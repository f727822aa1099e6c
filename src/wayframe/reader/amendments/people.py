"""People: others who are counted in without a number, and those who travel on their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Constraint,
    Drop,
    Every,
    Meaning,
    Move,
    Nth,
    OutOfScope,
    Party,
    Recall,
    Reference,
    Spoken,
    Wish,
    wishes_for,
    wishes_in,
)
from wayframe.reader.doubt import PLAIN
from wayframe.reader.symbols import TurnSpans
from wayframe.values.lexer import lex


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


MOST_TO_NUMBER = 4
"""Spans from "for" to whose number is said: "for all four of us"."""
MOST_GUESTS = 30


def with_people_for_whom(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning for so many people as something is to be for: "book it for all four of them".

    They are no options, whatever else "them" may be.
    """
    party = turn.schema.party
    number = next(_numbers_for_whom(turn), 0)
    is_said = wishes_for(list(wishes_in(meaning.all())), party) != ()
    if not number or not party or is_said or not any(isinstance(each.move, Book | Ask) for each in meaning.moves):
        return meaning
    people = Wish(party, Constraint("is", (Party(adults=number, total=number),)))
    moves = [Spoken(people, 0, len(turn.text), PLAIN)]
    for each in meaning.moves:
        is_of_people = isinstance(each.move, Book) and isinstance(each.move.of, Every)
        moves.append(replace(each, move=Book()) if is_of_people else each)
    return replace(meaning, moves=tuple(moves))


def _numbers_for_whom(turn: TurnSpans) -> Iterator[int]:
    """Yield how many people a turn says that something is for: of us, or of them."""
    for at, span in enumerate(turn.spans):
        if not span.has("opens:party_part"):
            continue
        before = turn.spans[max(at - MOST_TO_NUMBER, 0) : at]
        begins = [place for place, each in enumerate(before) if each.has("for_whom", "opens:for_whom")]
        if begins:
            words = " ".join(each.words for each in before[begins[-1] :])
            counted = [token.value for token in lex(words) if token.value is not None]
            yield from (int(value) for value in counted if 1 < value <= MOST_GUESTS)


def without_people_of_stories(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that counts nobody in of whom but a story is told: "my sister is getting married in Rome".

    The rules count nobody there.
    """
    party = turn.schema.party
    by_rules = wishes_for(list(wishes_in(turn.by_rules.meaning.all())), party)
    told = [at for at, span in enumerate(turn.spans) if span.has("story")]
    people = [at for at, span in enumerate(turn.spans) if span.has("party:adult", "party:children", "number")]
    if by_rules or not told or not people or people[-1] > told[-1]:
        return meaning
    kept = (each for each in meaning.moves if not (isinstance(each.move, Wish) and each.move.slot == party))
    return replace(meaning, moves=tuple(kept))


def with_children_again(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that takes the children along who were counted out: "no, with the kids", of three before.

    Their number was said then, and isn't again.
    """
    schema, options = turn.schema, turn.context.state.options
    before = [options[frame].party for frame in sorted(options, reverse=True)]
    of_all = next((party for party in before if party.children), None)
    if not _says_with_the_children(turn) or of_all is None or before[0].children:
        return meaning
    kept = [each for each in meaning.moves if not isinstance(each.move, OutOfScope | Recall)]
    kept = [each for each in kept if not (isinstance(each.move, Wish) and each.move.slot == schema.party)]
    again = Spoken(Wish(schema.party, Constraint("is", (of_all,))), 0, len(turn.text))
    return replace(meaning, moves=(again, *kept))


def _says_with_the_children(turn: TurnSpans) -> bool:
    """Return whether a turn takes children along whom one knows of: "with the kids", "including our children"."""
    triples = zip(turn.spans, turn.spans[1:], turn.spans[2:], strict=False)
    return any(
        one.has("party:bringing", "party_including") and two.has("definite") and three.has("any_children")
        for one, two, three in triples
    )


def with_adults_alone(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning for all adults of those who travel, whose number isn't said again: "only for the adults"."""
    schema = turn.schema
    values = [value for wish in wishes_for(turn.context.wishes, schema.party) for value in wish.constraint.values]
    held = next((value for value in reversed(values) if isinstance(value, Party) and value.children), None)
    said = [move for move in meaning.all() if isinstance(move, Wish) and move.slot == schema.party]
    if held is None or not held.adults or not said or not _says_the_adults(turn):
        return meaning
    adults = Constraint("is", (Party(adults=held.adults, total=held.adults),))
    moves = [
        replace(each, move=replace(each.move, constraint=adults)) if each.move in said else each
        for each in meaning.moves
    ]
    return replace(meaning, moves=tuple(moves))


def _says_the_adults(turn: TurnSpans) -> bool:
    """Return whether a turn speaks of adults whom one knows of, and of nobody else: "the adults", "adults only"."""
    if any(span.has("number", "any_children") for span in turn.spans):
        return False
    if any(span.has("party:all_grown") for span in turn.spans):
        return True
    return any(one.has("definite") and two.has("party:grown_ups") for one, two in pairwise(turn.spans))


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
