"""Amendments: what is mended of a reading, of the parser's before one is taken, and of any once it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from wayframe.meaning.notation import show
from wayframe.meaning.records import (
    PASSED_OVER,
    YES,
    Ask,
    Book,
    Change,
    Constraint,
    Correct,
    Days,
    Described,
    Direction,
    Drop,
    Every,
    Extreme,
    Flag,
    It,
    Meaning,
    Move,
    Named,
    Note,
    Nth,
    Number,
    OutOfScope,
    Party,
    Return,
    Social,
    Spoken,
    Text,
    Unread,
    Value,
    Wish,
    slots_in,
    wishes_in,
)
from wayframe.reader.doubt import UNPROVED
from wayframe.reader.features import facets, related_slots
from wayframe.reader.symbols import ParsedMove, ParsedTurn, TurnSpans
from wayframe.state.resolution import reference_of
from wayframe.state.wishes import EXTREMES

# Of the parser's reading


def with_named_slots(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn in which the one slot that is named takes the place of the one that no word says.

    It stays as it is where several are, or where the two are of different kinds, unless it asks but for names. The
    parser hardly knows names that seldom head a column ("rent per m²"), and takes another slot of the kind.
    """
    moves, schema = parsed.meaning(), turn.schema.by_name
    about = {slot for move in moves for _, slot in facets(move, "")}
    related = [relation for span in turn.spans for relation in related_slots(span)]
    unsaid = (slots_in(moves) & schema.keys()) - {slot for _, slot in related}
    words = {span.words.casefold() for span in turn.spans}
    labelled = {slot.name for slot in turn.schema.slots if slot.label.casefold() in words}
    measures = {slot for how, slot in related if how == "noun" and slot in schema and schema[slot].measured}
    named = (labelled | measures) - about
    if len(unsaid) != 1 or len(named) != 1:
        return parsed
    wrong, right = unsaid.pop(), named.pop()
    asks_names = wrong == turn.schema.name and wrong not in {wish.slot for wish in wishes_in(moves)}
    if not asks_names and schema[wrong].kind != schema[right].kind:
        return parsed
    return _with_slots(parsed, wrong, right)


def with_named_order(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn whose least or most is that of the one superlative, where no word says another slot.

    "The earliest flats first" is an order of when they are free, whatever else is the lowest.
    """
    related = [relation for span in turn.spans for relation in related_slots(span)]
    named = {slot for how, slot in related if how == "extreme"}
    wishes = [move for move in parsed.meaning() if isinstance(move, Wish)]
    picked = {wish.slot for wish in wishes if wish.constraint.op in ("least", "most")}
    wrong = picked - {slot for _, slot in related}
    if len(named) == 1 and len(picked) == 1 and wrong:
        parsed = _with_slots(parsed, wrong.pop(), next(iter(named)))
    said = {(slot, end) for span in turn.spans for slot, end in span.every("extreme")}
    return _with_direction(parsed, *said.pop()) if len(said) == 1 else parsed


def _with_direction(parsed: ParsedTurn, slot: str, end: Direction) -> ParsedTurn:
    """Return a parsed turn whose least or most of a slot is the one that is said: "the earliest" isn't the latest."""
    moves = [
        each._replace(move=replace(each.move, constraint=replace(each.move.constraint, op=end)))
        if isinstance(each.move, Wish) and each.move.slot == slot and each.move.constraint.op in EXTREMES
        else each
        for each in parsed.moves
    ]
    return parsed._replace(moves=moves)


def with_said_extremes(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn that asks of "it" where it asks of an extreme and no word compares: "late, but fine"."""
    if any(span.has("extreme", "compare", "degree", "ordinal", "reference:last") for span in turn.spans):
        return parsed
    moves = [
        each._replace(move=replace(each.move, of=It()))
        if isinstance(each.move, Ask) and isinstance(each.move.of, Extreme)
        else each
        for each in parsed.moves
    ]
    return parsed._replace(moves=moves)


SURELY_MEANT = 0.5
"""The probability from which the parser knows what a word means that no slot has: "the centre" is downtown."""


def with_unknown_features(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn that names words that nobody knows instead of asking, unsurely, for a feature no word says.

    "Is it insta worthy?" asks for no terrace.
    """
    named = {slot for span in turn.spans for _, slot in related_slots(span)}
    strange = [at for at, span in enumerate(turn.spans) if span.has("strange", "unknown")]
    if not strange or strange[-1] - strange[0] >= len(strange):
        return parsed
    words = " ".join(turn.spans[at].words for at in strange)
    unknown = OutOfScope(words)
    moves = [
        each._replace(move=unknown, spans=tuple(strange)) if _asks_unsaid_feature(each, named) else each
        for each in parsed.moves
    ]
    return parsed._replace(moves=moves)


def _asks_unsaid_feature(parsed: ParsedMove, named: Container[str]) -> bool:
    """Return whether a move asks, unsurely, whether something is so that no word names."""
    if not isinstance(parsed.move, Ask) or parsed.likely >= SURELY_MEANT:
        return False
    return any(
        wish.slot not in named and any(isinstance(value, Flag) for value in wish.constraint.values)
        for wish in parsed.move.wishes
    )


def _with_slots(parsed: ParsedTurn, wrong: str, right: str) -> ParsedTurn:
    return parsed._replace(moves=[each._replace(move=_with_slot(each.move, wrong, right)) for each in parsed.moves])


def _with_slot(move: Move, wrong: str, right: str) -> Move:
    """Return a wish or a question about the right slot where it is about the wrong one."""
    if isinstance(move, Wish) and move.slot == wrong:
        return replace(move, slot=right)
    if isinstance(move, Ask) and wrong in move.slots:
        return replace(move, slots=tuple(right if slot == wrong else slot for slot in move.slots))
    return move


def with_known_values(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn whose wishes for texts are of the slot that has them, and without bounds on texts.

    "Pinot Noir, please" is a grape, no name of a wine; nothing is named "at most 60".
    """
    slots_of = defaultdict[Value, set[str]](set)
    for span in turn.spans:
        for slot, value, *_ in span.every("value"):
            slots_of[value].add(slot)
    moves = list[ParsedMove]()
    for each in parsed.moves:
        move = _with_known_slots(each.move, slots_of)
        is_repeated = isinstance(move, Wish) and any(move == other.move for other in moves)
        if move and not is_repeated:
            moves.append(each._replace(move=move))
    return parsed._replace(moves=moves)


def _with_known_slots(move: Move, slots_of: Mapping[Value, set[str]]) -> Move | None:
    """Return a move whose wishes for texts are of the slots that have them; None where all bound texts."""
    if isinstance(move, Wish):
        return None if _bounds_texts(move) else _of_known_slot(move, slots_of)
    if not isinstance(move, Correct) or not move.wishes:
        return move
    known = tuple(_of_known_slot(wish, slots_of) for wish in move.wishes if not _bounds_texts(wish))
    return Correct(known) if known else None


def _bounds_texts(wish: Wish) -> bool:
    """Return whether a wish bounds a text, which has no order: a name of at most "60"."""
    return wish.constraint.op in ("at_most", "at_least") and _has_texts(wish)


def _has_texts(wish: Wish) -> bool:
    return any(isinstance(value, Text) for value in wish.constraint.values)


def _of_known_slot(wish: Wish, slots_of: Mapping[Value, set[str]]) -> Wish:
    """Return a wish for a text as one for the only slot that has it, where its own slot doesn't.

    So is one for a text of several: nothing is named "Merlot or Malbec".
    """
    wish = _of_several_known(wish, slots_of)
    known = {slot for value in wish.constraint.values for slot in slots_of.get(value, ())}
    if not _has_texts(wish) or len(known) != 1 or wish.slot in known:
        return wish
    return replace(wish, slot=known.pop())


def _of_several_known(wish: Wish, slots_of: Mapping[Value, set[str]]) -> Wish:
    """Return a wish for one text as one for the known values that it consists of, where there are several."""
    text = next(iter(wish.constraint.values), None)
    if len(wish.constraint.values) != 1 or not isinstance(text, Text) or text in slots_of:
        return wish
    said = text.value.casefold()
    parts = [value for value in slots_of if isinstance(value, Text) and value.value.casefold() in said]
    return replace(wish, constraint=replace(wish.constraint, values=tuple(parts))) if len(parts) > 1 else wish


def with_known_times(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn that has no answer to when something is where no slot holds days or times.

    "When will it arrive?" isn't asked of the battery.
    """
    asking = [at for at, span in enumerate(turn.spans) if span.has("asks_when")]
    asks_when = bool(asking) and (turn.is_question or asking[0] == 0)
    if not asks_when or turn.schema.of_kind("date") or turn.schema.of_kind("time"):
        return parsed
    asked = [each for each in parsed.moves if isinstance(each.move, Ask)]
    if len(asked) != 1:
        return parsed
    unknown = asked[0]._replace(move=OutOfScope(turn.text), spans=tuple(range(len(turn.spans))))
    return parsed._replace(moves=[unknown if each is asked[0] else each for each in parsed.moves])


def with_bookings_at_hand(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn that changes the booking at hand where it is told only by what is wished for: "make it 3".

    The parser describes a booking by the number of people that it is changed to.
    """
    moves = list[ParsedMove]()
    for each in parsed.moves:
        change = each.move
        if isinstance(change, Change) and isinstance(change.of, Described):
            told = {number for wish in change.of.wishes for number in _numbers(wish)}
            wished = {number for wish in change.wishes for number in _numbers(wish)}
            if told and told <= wished:
                change = replace(change, of=None)
        moves.append(each._replace(move=change))
    return parsed._replace(moves=moves)


def _numbers(wish: Wish) -> Iterator[float]:
    """Yield the bare numbers of a wish, and those of the people in it."""
    for value in wish.constraint.values:
        if isinstance(value, Party):
            yield from (value.adults, value.children, value.total)
        elif isinstance(value, Number) and not value.unit:
            yield value.value


def with_demands(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn that wishes for what has to be so, as the rules read it, and doesn't ask whether it is.

    Which is the best is asked of all that is so, then: "it must have parking. Which is the biggest?".
    """
    demanded = {
        spoken.move
        for spoken in turn.by_rules.meaning.moves
        if isinstance(spoken.move, Wish) and spoken.move.of is None and _is_demanded(spoken, turn)
    }
    if demanded.isdisjoint(wishes_in(parsed.meaning())):
        return parsed
    moves = list[ParsedMove]()
    for each in parsed.moves:
        ask = each.move
        asks = isinstance(ask, Ask) and ask.question in ("which", "holds")
        wished = list(wishes_in([ask])) if asks else []
        if wished and all(wish in demanded or wish.constraint.op in EXTREMES for wish in wished):
            moves += [each._replace(move=wish) for wish in wished]
        else:
            moves.append(each)
    return parsed._replace(moves=moves)


def _is_demanded(spoken: Spoken, turn: TurnSpans) -> bool:
    """Return whether words that demand something stand where a wish does."""
    places = zip(turn.spans, turn.places, strict=True)
    said = [span for span, place in places if spoken.overlaps(*place)]
    return any(span.has("opens:demanding") for span in said) and not any(span.has("wh", "cue:which") for span in said)


LIKELY_SAID = 0.5
"""The sureness from which a day that the rules read is one of the catalogue's, though the parser passes over it."""


def with_openings(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn with the day from which something is to be free, as the rules read it, where it lacks that.

    The parser learned from trips, where days are those of a stay.
    """
    had_from = frozenset(turn.schema.openings)
    if not had_from.isdisjoint(wish.slot for wish in wishes_in(parsed.meaning())):
        return parsed
    added = [
        ParsedMove(spoken.move, parsed.likely, ())
        for spoken in turn.by_rules.meaning.moves
        if isinstance(spoken.move, Wish) and spoken.move.slot in had_from and spoken.sure >= LIKELY_SAID
    ]
    return parsed._replace(moves=[*parsed.moves, *added]) if len(added) == 1 else parsed


AMENDMENTS = (
    with_known_values,
    with_known_times,
    with_named_slots,
    with_named_order,
    with_said_extremes,
    with_unknown_features,
    with_bookings_at_hand,
    with_openings,
    with_demands,
)
"""What is mended of a parsed turn by what its words, and the schema, allow, in this order."""


# Of the reading that is taken


PLAIN_YES = 0.9
"""The probability from which a yes agrees though a question about the same thing stands beside it."""


def with_passed_over(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning of wishes with the values that stand outside of all that was read, as words of little weight.

    The parser points at the words that it reads: what it passes over may have been a wish, or part of a story. So may a
    place be that no move names.
    """
    if not any(isinstance(move, Wish) for move in meaning.all()):
        return meaning
    read = show(meaning.all()).casefold()
    about = {slot for move in meaning.all() for _, slot in facets(move, "")}
    passed = [
        Unread(start, end, PASSED_OVER)
        for span, (start, end) in zip(turn.spans, turn.places, strict=True)
        if span.has(*_VALUED)
        and not span.has("filler")
        and about.isdisjoint(slot for _, slot in related_slots(span))
        and not (span.has("date") and about.intersection(turn.schema.windows))
        and str(span.data("place") or span.words).casefold() not in read
        and (span.has("place") or not any(each.overlaps(start, end) for each in meaning.moves))
    ]
    return replace(meaning, unread=(*meaning.unread, *passed))


_VALUED = ("value", "date", "money", "place", "extreme", "unit")
"""Names of spans that hold a value, or the name of one."""


def with_likings(meaning: Meaning) -> Meaning:
    """Return a meaning in which a yes that isn't plain is doubtful beside a question about what it agrees to.

    "Perfect, what class is the flight?" may be no more than liking it.
    """
    if not any(_asks_about_it(each.move) for each in meaning.moves):
        return meaning
    moves = [
        replace(each, sure=UNPROVED) if each.move == YES and UNPROVED < each.sure < PLAIN_YES else each
        for each in meaning.moves
    ]
    return replace(meaning, moves=tuple(moves))


def _asks_about_it(move: Move) -> bool:
    """Return whether a move asks something about what is spoken of."""
    return isinstance(move, Ask) and move.question in ("facts", "holds") and move.of in (None, It())


def with_facts_of_named(meaning: Meaning) -> Meaning:
    """Return a meaning in which an option that is named is asked for its own values, not for all that there are."""
    moves = [
        replace(each, move=replace(each.move, question="facts"))
        if isinstance(each.move, Ask) and each.move.question == "values" and isinstance(each.move.of, Named | Nth)
        else each
        for each in meaning.moves
    ]
    return replace(meaning, moves=tuple(moves))


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


def with_deadlines_met(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which a day by which one has to be back is the last one: "school starts on the 4th, by then".

    Without "by then" one has to be back before it.
    """
    if not any(span.has("says:by_then") for span in turn.spans):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        wish = each.move
        if isinstance(wish, Wish) and wish.constraint.op == "at_most" and _is_of_days(wish):
            wish = replace(wish, constraint=replace(wish.constraint, strict=False))
        moves.append(replace(each, move=wish))
    return replace(meaning, moves=tuple(moves))


def with_days_noted(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that notes a booking's day where things are had from a day on: "I take it from May 1"."""
    dated = [at for at, span in enumerate(turn.spans) if span.has("date")]
    had_from = frozenset(turn.schema.openings)
    books = [each for each in meaning.moves if isinstance(each.move, Book)]
    told_by = {slot for each in books for _, slot in facets(each.move, "")}
    if not dated or not had_from or not books or told_by & had_from:
        return meaning  # "the one that is free in May" is told by that
    first = dated[0]
    while first > 0 and turn.spans[first - 1].has("preposition", "article"):
        first -= 1
    noted = Spoken(Note(turn.words(first, dated[-1]), particular="day"), *_place(turn, first, dated[-1]), books[0].sure)
    moves = [each for each in meaning.moves if not (isinstance(each.move, Wish) and each.move.slot in had_from)]
    is_noted = any(isinstance(move, Note) and move.particular == "day" for move in meaning.all())
    return replace(meaning, moves=tuple(moves) if is_noted else (*moves, noted))


def _place(turn: TurnSpans, first: int, last: int) -> tuple[int, int]:
    return turn.places[first][0], turn.places[last][1]


def with_counted_booked(meaning: Meaning) -> Meaning:
    """Return a meaning that books so many of one where these are "them": "two bottles of the first, book them"."""
    turned_to = [move.to for move in meaning.all() if isinstance(move, Return) and isinstance(move.to, Nth | Named)]
    counted = any(isinstance(move, Note) and move.count > 1 for move in meaning.all())
    if len(turned_to) != 1 or not counted:
        return meaning
    moves = [
        replace(each, move=Book(turned_to[0])) if each.move == Book(Every()) else each
        for each in meaning.moves
        if not (isinstance(each.move, Return) and Book(Every()) in meaning.all())
    ]
    return replace(meaning, moves=tuple(moves))


def with_changes_filled(meaning: Meaning) -> Meaning:
    """Return a meaning in which a change that names nothing is to what is wished for beside it: "add her to it"."""
    wishes = tuple(move for move in meaning.all() if isinstance(move, Wish) and move.of is None)
    empty = [
        move for move in meaning.all() if isinstance(move, Change) and not move.wishes and move.to in (None, move.of)
    ]
    if len(empty) != 1 or not wishes:
        return meaning
    moves = [
        replace(each, move=Change(wishes, empty[0].of)) if each.move == empty[0] else each
        for each in meaning.moves
        if each.move not in wishes
    ]
    return replace(meaning, moves=tuple(moves))


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


def with_whole_stay(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that moves when to come back, too, where all of a stay is to move: "everything two days later".

    That has to have been wished for before.
    """
    start, end = turn.schema.start, turn.schema.end
    held, said = ({wish.slot for wish in wishes} for wishes in (turn.context.wishes, wishes_in(meaning.all())))
    if end not in held - said or not any(span.has("opens:whole_stay") for span in turn.spans):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        wish = each.move
        moves.append(each)
        if isinstance(wish, Wish) and wish.slot == start and wish.constraint.op in ("more", "less"):
            moves.append(replace(each, move=replace(wish, slot=end)))
    return replace(meaning, moves=tuple(moves))


def with_those_of_list(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks of all that are at hand, not of one, where it says so: "which of these have …?"."""
    if not any(span.has("cue:which") and "they" in span.every("reference") for span in turn.spans):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        ask = each.move
        if isinstance(ask, Ask) and ask.of in (None, It()) and ask.question in ("facts", "holds"):
            ask = replace(ask, of=Every())
        moves.append(replace(each, move=ask))
    return replace(meaning, moves=tuple(moves))


def _is_of_days(wish: Wish) -> bool:
    return all(isinstance(value, Days) for value in wish.constraint.values)


def without_comparing_to_itself(meaning: Meaning) -> Meaning:
    """Return a meaning that compares nothing with itself: "what if we left two days earlier than that?".

    Nothing is earlier than itself, so that another one is asked for.
    """
    moves = list[Spoken]()
    for each in meaning.moves:
        ask = each.move
        if isinstance(ask, Ask) and ask.question == "holds" and ask.of == It():
            ask = replace(ask, wishes=tuple(map(_not_than_it, ask.wishes)))
        moves.append(replace(each, move=ask))
    return replace(meaning, moves=tuple(moves))


def _not_than_it(wish: Wish) -> Wish:
    return replace(wish, constraint=replace(wish.constraint, than=None)) if wish.constraint.than == It() else wish


def without_idle_turns(meaning: Meaning) -> Meaning:
    """Return a meaning that turns to "it" only where it is about nothing else: "back to that, how much is the Ash?"."""
    to_it = Return(It())
    others = [reference_of(each.move) for each in meaning.moves if each.move != to_it]
    if all(reference in (None, It()) for reference in others):
        return meaning
    return replace(meaning, moves=tuple(each for each in meaning.moves if each.move != to_it))


def without_early_goodbyes(meaning: Meaning) -> Meaning:
    """Return a meaning that takes leave only at its end: "bye already? A table for two, please" stays."""
    goodbye = Social("goodbye")
    last = max((each.start for each in meaning.moves if not isinstance(each.move, Social)), default=-1)
    kept = tuple(each for each in meaning.moves if each.move != goodbye or each.end > last)
    return meaning if len(kept) == len(meaning.moves) else replace(meaning, moves=kept)


def without_own_money(meaning: Meaning) -> Meaning:
    """Return a meaning in which what is left is asked of what is spoken of: "how much is left of my 1,800?"."""
    asked = [each.move for each in meaning.moves if isinstance(each.move, Ask) and each.move.question == "left"]
    amounts = {value for ask in asked for wish in ask.wishes for value in wish.constraint.values}
    if not amounts:
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        ask = each.move
        if isinstance(ask, Ask) and isinstance(ask.of, Described):
            told = {value for wish in ask.of.wishes for value in wish.constraint.values}
            if told and told <= amounts:
                moves.append(replace(each, move=replace(ask, of=None)))
                continue
        moves.append(each)
    return replace(meaning, moves=tuple(moves))
