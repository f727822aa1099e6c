"""Amendments of a parse: what is mended of the semantic parser's reading, before one is taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import takewhile

from msgspec.structs import replace

from wayframe.meaning.records import (
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Correct,
    Described,
    Direction,
    Drop,
    Every,
    Extreme,
    Flag,
    It,
    Move,
    Named,
    Nth,
    Number,
    OutOfScope,
    Party,
    Reference,
    Spoken,
    Text,
    Value,
    Wish,
    slots_in,
    wishes_for,
    wishes_in,
)
from wayframe.reader.doubt import DEEDS, PLAIN
from wayframe.reader.features import facets, related_slots
from wayframe.reader.spans import Span, some
from wayframe.reader.symbols import ParsedMove, ParsedTurn, TurnSpans
from wayframe.state.resolution import reference_of
from wayframe.state.wishes import EXTREMES


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


def without_unsaid_features(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn without the features that it wishes for, or gives up, unsurely, beside something else.

    No word says them: they are those that are held. "I'm keen on the theatre" isn't about the park as well.
    """
    named = {slot for span in turn.spans for _, slot in related_slots(span)}
    features = {slot.name for slot in turn.schema.of_kind("yes_no")} - named
    kept = [each for each in parsed.moves if each.likely >= SURELY_MEANT or not _is_of(each.move, features)]
    return parsed._replace(moves=kept) if kept else parsed


def _is_of(move: Move, slots: Container[str]) -> bool:
    return isinstance(move, Wish) and move.slot in slots


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
    if isinstance(move, Ask):
        slots = tuple(right if slot == wrong else slot for slot in move.slots)
        wishes = tuple(replace(wish, slot=right) if wish.slot == wrong else wish for wish in move.wishes)
        return replace(move, slots=slots, wishes=wishes)
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

    Which is the best is asked of all that is so, then: "it must have parking. Which is the biggest?". What the parser
    passes over comes with it, unless it gives the number to another slot.
    """
    demanded = [
        spoken.move
        for spoken in turn.by_rules.meaning.moves
        if isinstance(spoken.move, Wish) and spoken.move.of is None and _is_demanded(spoken, turn)
    ]
    if not demanded:
        return parsed
    about = {slot for move in parsed.meaning() for _, slot in facets(move, "")}
    given = {number for wish in wishes_in(parsed.meaning()) for number in _numbers(wish)}
    lost = [wish for wish in demanded if wish.slot not in about]
    moves = [ParsedMove(wish, parsed.likely, ()) for wish in lost if given.isdisjoint(_numbers(wish))]
    for each in parsed.moves:
        ask = each.move
        asks = isinstance(ask, Ask) and ask.question in ("which", "holds")
        wished = list(wishes_in([ask])) if asks else []
        if wished and all(wish in demanded or wish.constraint.op in EXTREMES for wish in wished):
            moves += [each._replace(move=wish) for wish in wished]
        else:
            moves.append(each)
    surer = list[ParsedMove]()
    for each in moves:
        least = DEMANDED if each.move in demanded else 0.0
        surer.append(each._replace(likely=max(each.likely, least)))
    return parsed._replace(moves=surer)


DEMANDED = 0.5
"""The probability that a wish has at least whose words demand it, however unsure the parser is of the turn."""


def _is_demanded(spoken: Spoken, turn: TurnSpans) -> bool:
    """Return whether words that demand something stand where a wish does, and aren't asked about: "which must I …?".

    What is important may be said of several things in a sentence.
    """
    places = list(zip(turn.spans, turn.places, strict=True))
    said = [span for span, place in places if spoken.overlaps(*place)]
    if any(span.has("opens:important") for span in _sentence(spoken, places)):
        return True
    before = list(takewhile(lambda span: not span.has("opens:demanding"), said))
    return len(before) < len(said) and not some(before, "wh", "cue:which")


def _sentence(spoken: Spoken, places: Sequence[tuple[Span, tuple[int, int]]]) -> list[Span]:
    """Return the spans of the sentence that a move ends in, up to it; none of one that asks."""
    found = list[Span]()
    for span, (start, _) in places:
        if start >= spoken.end and span.has("clause_end"):
            return [] if "?" in span.words else found
        found = [] if span.has("clause_end") else [*found, span]
    return found


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


def with_lengths_in_days(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn whose lengths of a stay are in days, as the rules count them: "three weeks" are 21."""
    lengths = {wish.slot: wish for wish in wishes_in(turn.by_rules.meaning.all()) if wish.slot in turn.schema.lengths}
    moves = [each._replace(move=_in_days(each.move, lengths)) for each in parsed.moves]
    return parsed._replace(moves=moves)


def _in_days(move: Move, lengths: Mapping[str, Wish]) -> Move:
    """Return a wish for a bare number of a length as the rules' wish for it in days; any other move as it is."""
    if not isinstance(move, Wish) or move.slot not in lengths:
        return move
    said = lengths[move.slot].constraint
    bare = all(isinstance(value, Number) and not value.unit for value in move.constraint.values)
    if not move.constraint.values or not bare or said.op != move.constraint.op:
        return move
    return replace(move, constraint=said)


def with_travellers_counted(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn in which fewer people travel where the rules count them, not any: "two of us drop out"."""
    given_up = Drop(slot=turn.schema.party)
    counted = wishes_for(wishes_in(turn.by_rules.meaning.all()), turn.schema.party)
    if not turn.schema.party or len(counted) != 1:
        return parsed
    return parsed._replace(
        moves=[each._replace(move=counted[0]) if each.move == given_up else each for each in parsed.moves]
    )


def with_targets_of_rules(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn that does to what the rules hear named what it does to "it", or to all: "cancel the first".

    It does so once, as they do.
    """
    return parsed._replace(moves=[each._replace(move=_with_target(each.move, parsed, turn)) for each in parsed.moves])


def _with_target(move: Move, parsed: ParsedTurn, turn: TurnSpans) -> Move:
    """Return a deed on a pronoun as one on what the rules do the same to; any other move as it is.

    What the parser speaks of besides isn't that: "it is to be the Fig. Cancel ours and take that".
    """
    if not isinstance(move, Book | Cancel) or move.of not in _UNNAMED:
        return move
    alike = [other for other in parsed.meaning() if type(other) is type(move)]
    own = [each for each in turn.by_rules.meaning.moves if type(each.move) is type(move)]
    if len(alike) != 1 or len(own) != 1 or own[0].sure < PLAIN:
        return move
    target, taken = reference_of(own[0].move), set(map(reference_of, parsed.meaning()))
    return replace(move, of=target) if isinstance(target, Named | Nth | Extreme) and target not in taken else move


_UNNAMED: tuple[Reference | None, ...] = (None, It(), Every(), Booked())
"""The references that name nothing, whatever is at hand or booked."""


def without_books_asked_about(parsed: ParsedTurn, turn: TurnSpans) -> ParsedTurn:
    """Return a parsed turn that doesn't book, unsurely, what it asks about: "how heavy is the Lumen?".

    No rule hears an order then.
    """
    ordered = any(isinstance(move, DEEDS) for move in turn.by_rules.meaning.all())
    if ordered or some(turn.spans, "cue:book", "cue:buy"):
        return parsed
    asked = {each.move.of for each in parsed.moves if isinstance(each.move, Ask)}
    kept = [each for each in parsed.moves if not _is_guessed_booking(each) or reference_of(each.move) not in asked]
    return parsed._replace(moves=kept)


def _is_guessed_booking(parsed: ParsedMove) -> bool:
    return isinstance(parsed.move, Book) and parsed.likely < LIKELY_ORDER


LIKELY_ORDER = 0.6
"""The probability from which the parser hears an order of what is asked about as well."""


AMENDMENTS = (
    without_books_asked_about,
    with_known_values,
    with_known_times,
    with_named_slots,
    with_named_order,
    with_said_extremes,
    with_unknown_features,
    without_unsaid_features,
    with_bookings_at_hand,
    with_openings,
    with_demands,
    with_lengths_in_days,
    with_travellers_counted,
    with_targets_of_rules,
)
"""What is mended of a parsed turn by what its words, and the schema, allow, in this order."""
