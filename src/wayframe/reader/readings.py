"""Readings: the rules' reading of a turn beside the semantic parser's, and which is taken.

The parser sees what the rules read and has learned when to follow them, so its reading is taken; where it is unsure,
the wishes that the rules are sure of stand beside it, and where it is too unsure theirs stands, in doubt. What only the
parser books, changes or cancels is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta

from msgspec.structs import replace

from wayframe.meaning.records import (
    NO,
    YES,
    Ask,
    Book,
    Booked,
    Cancel,
    Compare,
    Constraint,
    Correct,
    Days,
    Described,
    Every,
    Extreme,
    Flag,
    It,
    Meaning,
    Money,
    More,
    Move,
    Named,
    NewTrip,
    Note,
    Nth,
    Number,
    Operator,
    OutOfScope,
    Particulars,
    Party,
    Reference,
    Return,
    Social,
    Spoken,
    Text,
    Value,
    Wish,
    slots_in,
    wishes_in,
)
from wayframe.reader.contradictions import LIKELY_ALONE, LIKELY_DEED, SHARED_SLOT, has_answer, is_contradicted
from wayframe.reader.doubt import DEEDS, UNPROVED, UNSHARED
from wayframe.reader.spans import Span, SpanLine, before, having
from wayframe.reader.symbols import ParsedMove, ParsedTurn, TurnSpans
from wayframe.reader.wishes import asks_by_denial, ends_sorting
from wayframe.reader.words import Entry
from wayframe.state.denotation import Denoter
from wayframe.state.resolution import description, reference_of
from wayframe.state.wishes import EXTREMES

LEAST_UNDERSTOOD, LEAST_LIKELY = 0.55, 0.02
"""The probability below which the parser's reading of a turn isn't taken: where the rules understood it, and where they
didn't."""

OWN_SLOT = 0.7
"""The probability from which a wish of the rules is added to what an unsure parser read."""

DENIED = 0.1
"""The probability from which a value that only the rules rule out is ruled out beside another value of its slot."""

REMARK = 0.3
"""The probability below which a wish that only the rules read is taken for a remark."""

PROVED = 0.95
"""The probability from which a deed is done that only the parser reads."""

COUNTS = range(2, 61)
"""How many people share a price, or months and pieces cost it each."""

_NOT_WITHOUT = before(4, until="clause_end comma")
_DENIED = before(2, over="article any_of")
_BEHIND_FEATURE = ("nothing", "clause_end", "comma", "conjunction", "filler", "particle", "preposition")

TERMS = (Note, Particulars)
"""What a turn says of a booking that no slot holds, which only the rules read."""


def chosen(turn: TurnSpans, parsed: ParsedTurn | None) -> Meaning:
    """Return the reading of a turn that is taken: the parser's, where it isn't too unlikely."""
    by_rules = turn.by_rules.meaning
    if parsed is None:
        return by_rules
    if _is_same(parsed.meaning(), by_rules.all()):
        return _confirmed(by_rules, parsed)
    if is_contradicted(turn, parsed):
        return _with_unknown(_of_meant_bookings(by_rules, parsed), parsed, turn)
    if parsed.likely < _least(turn):
        return _with_unknown(_doubted(by_rules, parsed), parsed, turn)
    read = parsed_meaning(parsed, turn)
    if parsed.likely >= LIKELY_ALONE:
        apart = (*_people_apart(parsed, turn, OWN_PEOPLE), *_orders_apart(parsed, turn))
        return replace(read, moves=(*read.moves, *apart))
    joined = _with_days_of_rules(_with_wishes(read, by_rules), turn)
    said = slots_in(joined.all())
    counted = (turn.schema.party or turn.schema.guests) in said
    people = () if counted else _people_apart(parsed, turn, PERHAPS_PEOPLE)
    orders = (each for each in _orders_apart(parsed, turn) if said.isdisjoint(slots_in([each.move])))
    return replace(joined, moves=(*joined.moves, *people, *orders, *_unanswered(parsed, turn)))


def _with_days_of_rules(joined: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning with the days of the stay as the rules read them, where the parser is unsure of the turn."""
    windows = turn.schema.windows
    days = [each for each in turn.by_rules.meaning.moves if isinstance(each.move, Wish) and each.move.slot in windows]
    own = [each for each in joined.moves if isinstance(each.move, Wish) and each.move.slot in windows]
    if not days or not own or {each.move for each in days} == {each.move for each in own}:
        return joined
    others = [each for each in joined.moves if each not in own]
    return replace(joined, moves=(*others, *days))


MEANT_BOOKING = 0.5
"""The probability from which the parser says which booking a pronoun of the rules' means."""


def _of_meant_bookings(by_rules: Meaning, parsed: ParsedTurn) -> Meaning:
    """Return the rules' reading, which cancels what the parser finds described: "Rome is off, cancel that one"."""
    described = [
        each.move.of for each in parsed.moves if each.likely >= MEANT_BOOKING and isinstance(each.move, Cancel)
    ]
    if len(described) != 1 or not isinstance(described[0], Described):
        return by_rules
    moves = [
        replace(each, move=Cancel(described[0])) if each.move in (Cancel(), Cancel(It())) else each
        for each in by_rules.moves
    ]
    return replace(by_rules, moves=tuple(moves))


def _least(turn: TurnSpans) -> float:
    """Return the probability that the parser's reading of a turn must have to be taken."""
    return LEAST_UNDERSTOOD if turn.by_rules.understood else LEAST_LIKELY


def _confirmed(by_rules: Meaning, parsed: ParsedTurn) -> Meaning:
    """Return the rules' reading, which the parser shares, each move as likely as one of both finds it.

    A deed that the rules take for thought over or put under a condition stays so.
    """
    likely = {each.move: each.likely for each in parsed.moves}
    spoken = [
        each if _stays_unproved(each, likely[each.move]) else replace(each, sure=max(each.sure, likely[each.move]))
        for each in by_rules.moves
    ]
    return replace(by_rules, moves=tuple(spoken))


def _stays_unproved(spoken: Spoken, likely: float) -> bool:
    """Return whether a move of the rules stays doubtful: a deed always, else where the parser isn't sure of it."""
    return spoken.sure <= UNPROVED and (isinstance(spoken.move, DEEDS) or likely < PROVED)


def _with_wishes(read: Meaning, by_rules: Meaning) -> Meaning:
    """Return the parser's reading with the wishes that the rules are sure of: beside it, or in the place of its own.

    A value that the rules wish for is no other slot's: "sorry, Rome" is where to, not where from.
    """
    about, said = slots_in(read.all()), read.all()
    added = [each for each in by_rules.moves if _is_missing(each, about) or _is_besides(each, said)]
    values = [_said(each.move) for each in added if isinstance(each.move, Wish)]
    own = {each.move.slot for each in by_rules.moves if isinstance(each.move, Wish)}
    likely, single = _single_wishes(by_rules, SHARED_SLOT), _single_wishes(read)
    surer = {slot: found for slot, found in _single_wishes(by_rules).items() if _is_surer(found[1], single.get(slot))}
    wishes = [(each.move, each.sure) for each in read.moves if isinstance(each.move, Wish)]
    freed = {wish.slot for wish, sure in wishes if _surer_role(wish, sure, by_rules)}
    found = list[Spoken]()
    for each in read.moves:
        move = each.move
        if isinstance(move, Correct):
            known = (_as_rules_limit(wish, likely, single) for wish in move.wishes)
            right = (replace(wish, slot=_surer_role(wish, each.sure, by_rules) or wish.slot) for wish in known)
            found.append(replace(each, move=Correct(tuple(right))))
        elif not isinstance(move, Wish):
            found.append(each)
        elif role := _surer_role(move, each.sure, by_rules):
            if role not in about or role in freed:
                found.append(replace(each, move=replace(move, slot=role)))
        elif move.slot in surer:
            wish, own_words = surer[move.slot]
            found.append(replace(own_words, move=replace(move, constraint=wish.constraint), sure=each.sure))
        elif move.slot in own or _said(move) not in values:
            found.append(each)
    return replace(read, moves=tuple(sorted((*found, *added), key=lambda each: each.start)))


def _is_surer(own: Spoken, parsed: tuple[Wish, Spoken] | None) -> bool:
    """Return whether the rules are surer of the only wish for a slot than the parser is of its own, or sure enough.

    They know best in which direction a bound goes that is said as one: "no less than 1,000".
    """
    if parsed is None:
        return False
    wish, spoken = parsed
    return own.sure >= min(SHARED_SLOT, spoken.sure) or _is_contrary(own.move, wish)


def _is_contrary(own: Move, wish: Wish) -> bool:
    """Return whether a move of the rules bounds the value of a wish in the other direction: at least, not at most.

    "Over 1,000" may complain; bounds that include their value don't.
    """
    if not isinstance(own, Wish) or own.constraint.strict or own.constraint.values != wish.constraint.values:
        return False
    return {own.constraint.op, wish.constraint.op} == {"at_least", "at_most"}


def _surer_role(wish: Wish, sure: float, by_rules: Meaning) -> str:
    """Return the slot that the rules give the days or the money of a wish, where they are surer; empty where not.

    "I go back to work on September 3" is when one comes home; a rent per m² is no deposit.
    """
    if not any(isinstance(value, Days | Money) for value in wish.constraint.values):
        return ""
    roles = {
        own.slot: each.sure
        for each in by_rules.moves
        for own in wishes_in([each.move])
        if own.constraint.values == wish.constraint.values
    }
    surer = [slot for slot, likely in roles.items() if likely > sure]
    return surer[0] if len(roles) == len(surer) == 1 and wish.slot not in roles else ""


def _as_rules_limit(
    wish: Wish, likely: Mapping[str, tuple[Wish, Spoken]], single: Mapping[str, tuple[Wish, Spoken]]
) -> Wish:
    """Return a corrected wish as the rules limit the same values: "September is too late" means before that."""
    own = likely.get(wish.slot)
    same = own is not None and wish.slot not in single and own[0].constraint.values == wish.constraint.values
    return replace(wish, constraint=own[0].constraint) if own and same else wish


def _unanswered(parsed: ParsedTurn, turn: TurnSpans) -> Iterator[Spoken]:
    """Yield what the rules know to be beyond the catalogue, where the parser finds nothing so nor uses a word of it."""
    if any(isinstance(each.move, OutOfScope) for each in parsed.moves):
        return
    used = [turn.places[span] for each in parsed.moves for span in each.spans]
    for each in turn.by_rules.meaning.moves:
        apart = not any(each.overlaps(*place) for place in used)
        if isinstance(each.move, OutOfScope) and each.move.words and each.sure >= SHARED_SLOT and apart:
            yield each


def _with_unknown(taken: Meaning, parsed: ParsedTurn, turn: TurnSpans) -> Meaning:
    """Return the rules' reading with what the parser knows to be beyond the catalogue, which they pass over.

    "16 GB at least, a dedicated GPU": who asks for what nobody knows wants to hear so.
    """
    if any(isinstance(move, OutOfScope) for move in taken.all()):
        return taken
    beyond = [each for each in parsed.moves if isinstance(each.move, OutOfScope) and each.likely >= BEYOND]
    said = parsed_meaning(parsed._replace(moves=beyond), turn).moves if beyond else ()
    others = [own for own in taken.moves if not isinstance(own.move, Wish)]  # a wish may share its clause
    apart = [each for each in said if not any(each.overlaps(own.start, own.end) for own in others)]
    return replace(taken, moves=(*taken.moves, *(each for each in apart if isinstance(each.move, OutOfScope))))


BEYOND = 0.3
"""The probability from which what only the parser takes for beyond the catalogue is told to be."""


def _people_apart(parsed: ParsedTurn, turn: TurnSpans, least: float) -> Iterator[Spoken]:
    """Yield who travels as the rules are sure to count, in words that the parser passes over: "near it; we are six".

    `least` is the probability that they need; likely enough, they stand in whatever words ("for five below 9k"), and
    so do those who go alone, or for whom the turn books.
    """
    used = [turn.places[span] for each in parsed.moves for span in each.spans]
    if not turn.schema.party:
        yield from _guests_apart(parsed, turn)
        return
    if turn.schema.party in slots_in(parsed.meaning()):
        return
    books = any(isinstance(move, Book) for move in parsed.meaning())
    for each in turn.by_rules.meaning.moves:
        if not isinstance(each.move, Wish) or each.move.slot != turn.schema.party:
            continue
        is_plain = _is_alone(each.move) or (books and each.move.of is not None)
        is_apart = each.sure >= OWN_SLOT or not any(each.overlaps(*place) for place in used)
        if each.sure >= (OWN_ALONE if is_plain else least) and (is_plain or is_apart):
            yield each


def _is_alone(wish: Wish) -> bool:
    """Return whether a wish says that one goes alone: "just for me"."""
    return any(isinstance(value, Party) and value.total == 1 for value in wish.constraint.values)


def _guests_apart(parsed: ParsedTurn, turn: TurnSpans) -> Iterator[Spoken]:
    """Yield for how many guests something is booked, whom the rules count and the parser passes over."""
    said = slots_in(parsed.meaning())
    books = any(isinstance(move, Book) for move in parsed.meaning())
    for each in turn.by_rules.meaning.moves:
        counts = isinstance(each.move, Wish) and each.move.slot == turn.schema.guests and each.sure >= OWN_GUESTS
        if books and counts and turn.schema.guests not in said:
            yield each


def _orders_apart(parsed: ParsedTurn, turn: TurnSpans) -> Iterator[Spoken]:
    """Yield the least or most that the rules find wanted where the parser but wishes: "the earliest flat with a lift".

    It wishes for none by itself then, nor is about the slot.
    """
    moves = parsed.meaning()
    if not any(isinstance(move, Wish) for move in moves) or not all(isinstance(move, Wish | Social) for move in moves):
        return
    if any(wish.constraint.op in EXTREMES for wish in wishes_in(moves)):
        return
    about = slots_in(moves)
    least = SHARED_SLOT if turn.context.offered else LEAST_ORDER
    for each in turn.by_rules.meaning.moves:
        order = _as_order(each.move)
        if order and order.slot not in about and each.sure >= least:
            yield replace(each, move=order)
            told = description(reference_of(each.move))
            besides = (wish for wish in told if wish.slot not in about | {order.slot})
            yield from (replace(each, move=wish) for wish in besides)


def _as_order(move: Move) -> Wish | None:
    """Return the wish for the least or most that a move is, or that a turn to the first in that order comes to."""
    if isinstance(move, Wish):
        return move if move.constraint.op in EXTREMES else None
    if isinstance(move, Return) and isinstance(move.to, Extreme) and move.to.slot:
        return Wish(move.to.slot, Constraint(move.to.direction))
    return None


LEAST_ORDER = 0.2
"""The probability from which the rules' order counts before anything was offered: then there is nothing to pick."""

OWN_ALONE = 0.25
"""The probability from which on the rules know that one goes alone, or for how many the turn books."""

OWN_GUESTS = 0.2
"""The probability from which on the rules' count of guests, whom no order of the parser's has, stands beside it."""

OWN_PEOPLE, PERHAPS_PEOPLE = 0.5, 0.3
"""The probability from which on the rules' count of travellers stands beside a reading without one: likely or not."""


def _said(wish: Wish) -> tuple[Operator, Sequence[Value]]:
    """Return the operator and the values of a wish, without the unit that only its slot gives them."""
    values = [replace(value, unit="") if isinstance(value, Number) else value for value in wish.constraint.values]
    return wish.constraint.op, values


def _is_denial(move: Move) -> bool:
    return isinstance(move, Wish) and move.constraint.op == "not"


def _is_missing(spoken: Spoken, about: set[str]) -> bool:
    """Return whether a likely move is a wish for a slot that some moves aren't about.

    A denial need be less likely, and so need those who travel and the least or most: the rules can count and order.
    """
    if not isinstance(spoken.move, Wish) or spoken.move.slot in about:
        return False
    is_known = _counts_people(spoken.move) or _is_denial(spoken.move) or spoken.move.constraint.op in EXTREMES
    return spoken.sure >= (SHARED_SLOT if is_known else OWN_SLOT)


def _is_besides(spoken: Spoken, said: Sequence[Move]) -> bool:
    """Return whether a wish stands beside what a reading says of its slot: "in Spain, not Barcelona".

    Where that but wishes, the rules rule another value out: a clause that nobody understood may do so all the same, and
    who says so would mind to be shown it. Where that but rules out, the rules wish for another value.
    """
    move = spoken.move
    if not isinstance(move, Wish) or move.of is not None:
        return False
    ops = {wish.constraint.op for wish in wishes_in(said) if wish.slot == move.slot}
    contrary, least = {"not": ("is", DENIED), "is": ("not", OWN_SLOT)}.get(move.constraint.op, ("", 1.0))
    named = {(wish.slot, value) for wish in wishes_in(said) for value in wish.constraint.values}
    others = named.isdisjoint((move.slot, value) for value in move.constraint.values)
    return ops == {contrary} and others and spoken.sure >= least


def _single_wishes(meaning: Meaning, least: float = 0.0) -> Mapping[str, tuple[Wish, Spoken]]:
    """Return the wishes of at least a probability for slots that a meaning wishes for once, by their slots."""
    spoken = [(each.move, each) for each in meaning.moves if isinstance(each.move, Wish)]
    often = Counter(wish.slot for wish, _ in spoken)
    return {wish.slot: (wish, each) for wish, each in spoken if often[wish.slot] == 1 and each.sure >= least}


def _doubted(by_rules: Meaning, parsed: ParsedTurn) -> Meaning:
    """Return the rules' reading where the parser is too unsure of its own; a wish is said back unless both have it.

    A wish that is hardly likely is left out as a remark, but not who travels: all prices hang on it.
    """
    shared, about, spoken = parsed.meaning(), slots_in(parsed.meaning()), list[Spoken]()
    for each in by_rules.moves:
        if not isinstance(each.move, Wish) or each.move in shared:
            spoken.append(each)
            continue
        least = DENIED if _is_denial(each.move) else REMARK
        if each.sure >= least or each.move.slot in about or _counts_people(each.move):
            spoken.append(replace(each, sure=min(each.sure, UNSHARED)))
    return replace(by_rules, moves=tuple(spoken))


def _counts_people(wish: Wish) -> bool:
    return any(isinstance(value, Party) for value in wish.constraint.values)


def _is_same(moves: Sequence[Move], others: Sequence[Move]) -> bool:
    """Return whether some moves are others, in whatever order."""
    return Counter(moves) == Counter(others)


def parsed_meaning(parsed: ParsedTurn, turn: TurnSpans) -> Meaning:
    """Return the parser's reading, each move beside the words that it points at, or beside the whole turn."""
    by_rules = turn.by_rules.meaning.all()
    added, spoken = list(_of_rules_alone(parsed, turn)), list[Spoken]()
    beyond = [move for move in parsed.meaning() if isinstance(move, OutOfScope)]
    if turn.is_question and len(beyond) == len(parsed.moves):
        added = []  # "can we come and see it on Saturday?" notes no day
    terms = [each for each in added if isinstance(each.move, TERMS)]
    of_others = [replace(own.move, of=None) for own in added if isinstance(own.move, Wish) and own.move.of == NewTrip()]
    for each in parsed.moves:
        if each.move in of_others:
            continue  # "three from Toronto and two from Atlanta"
        start, end = min(each.spans, default=0), max(each.spans, default=len(turn.places) - 1)
        place = turn.places[start][0], turn.places[end][1]
        if isinstance(each.move, OutOfScope | Social) and any(term.overlaps(*place) for term in terms):
            continue  # what is noted with the booking: "my name is Dave" is no question about the system
        if isinstance(each.move, OutOfScope) and _is_read_surely(turn, place, parsed):
            continue  # "it needn't be in Europe"
        is_certain = _is_proved(each, by_rules) or (each.likely >= PROVED and NO not in by_rules)
        sure = each.likely if is_certain else min(each.likely, UNPROVED)
        shared = [own for own in turn.by_rules.meaning.moves if own.move == each.move == YES]
        sure = max([sure, *(own.sure for own in shared if not _stays_unproved(own, each.likely))])
        spoken.append(Spoken(_as_rules_say(each.move, place, turn), *place, sure))
    return Meaning((*spoken, *added))


def _is_read_surely(turn: TurnSpans, place: tuple[int, int], parsed: ParsedTurn) -> bool:
    """Return whether what stands in a place is no thing beyond the catalogue, as the rules read it.

    They are sure of a wish there, or find what the parser has read besides.
    """
    own = [each for each in turn.by_rules.meaning.moves if each.overlaps(*place)]
    if any(isinstance(each.move, OutOfScope) for each in own):
        return False
    about = slots_in([move for move in parsed.meaning() if not isinstance(move, OutOfScope)])
    for each in own:
        slots = slots_in([each.move])
        is_wished = isinstance(each.move, Wish) and each.sure >= OWN_SLOT
        if is_wished or (slots and slots <= about and each.sure >= SHARED_SLOT):
            return True
    return False


def _is_proved(parsed: ParsedMove, by_rules: Sequence[Move]) -> bool:
    """Return whether a move does nothing, or the rules do it, too; what they do to something else has to be likely."""
    deeds = {type(move) for move in by_rules if isinstance(move, DEEDS)}
    if parsed.move == YES:
        return bool(deeds) or YES in by_rules
    if not isinstance(parsed.move, DEEDS) or parsed.move in by_rules:
        return True
    least = LIKELY_ALONE if _is_of_the_only_one_named(parsed.move, by_rules) else LIKELY_DEED
    return type(parsed.move) in deeds and parsed.likely >= least


def _is_of_the_only_one_named(move: Move, by_rules: Sequence[Move]) -> bool:
    """Return whether a deed is to the only option that the rules find named: "the Pinto is a bargain. Order it"."""
    named = {reference for own in by_rules if (reference := reference_of(own)) not in (None, It())}
    return named == {reference_of(move)} and all(isinstance(reference, Named) for reference in named)


def _as_rules_say(move: Move, place: tuple[int, int], turn: TurnSpans) -> Move:
    """Return a move with what rules know better: how many travel, a unit, words that the schema has an answer to."""
    move = _described_in_full(move, place, turn)
    match move:
        case Wish():
            wish = _in_its_unit(_counted(_with_alternatives(move, turn), turn), turn)
            return _demanded(_denied(_asked_for(wish, turn), turn), turn)
        case Correct():
            return Correct(tuple(_counted(wish, turn) for wish in move.wishes))
        case Ask():
            move = _of_what_is_at_hand(_of_what_is_spoken_of(_by_what_is_said(move, turn), turn))
            asked = [each for each in turn.by_rules.meaning.all() if isinstance(each, Ask) and each.unit]
            same = [each.unit for each in asked if not set(each.slots).isdisjoint(move.slots)]
            return replace(move, unit=same[0]) if same else move
        case Compare(slots=(slot,)) if turn.schema.price and slot == turn.schema.price.name:
            by_night = any(span.has("scope:night") for span in turn.spans)  # "compare the two by price per night"
            return Ask("share", move.slots, move.of, scope="night") if by_night else move
        case Cancel(of=Booked()):
            whole = Cancel(Every(of=Booked()))  # "cancel both"
            return whole if whole in turn.by_rules.meaning.all() else move
        case OutOfScope():
            own = [each for each in turn.by_rules.meaning.moves if each.overlaps(*place)]
            answered = [each.move for each in own if has_answer(each.move, turn)]
            return answered[0] if answered else OutOfScope(_unknown_words(place, turn))
    return move


def _in_its_unit(wish: Wish, turn: TurnSpans) -> Wish:
    """Return a wish for a bare number as rules read it where they read a unit: "at most 1 m" of a height in cm.

    A number that is said is another one, unless it is the same: "five stars are too many, three will do".
    """
    own = [each for each in wishes_in(turn.by_rules.meaning.all()) if each.slot == wish.slot]
    match wish.constraint.values, own:
        case (Number(bare, ""),), [Wish(constraint=Constraint(values=(Number(number, str(unit)) as value,)))] if unit:
            said = {span.data("number") for span in turn.spans} - {bare}
            if number not in said:
                return replace(wish, constraint=replace(wish.constraint, values=(value,)))
    return wish


def _described_in_full(move: Move, place: tuple[int, int], turn: TurnSpans) -> Move:
    """Return a move about an option with all that tells which, as rules read it: "the 3 star one" and "in Milan".

    A number that they take for a place in a list is no value: "package 2" isn't one with two stars.
    """
    reference = reference_of(move)
    if isinstance(reference, Named):
        reference = Described((Wish(turn.schema.name, Constraint("is", (Text(reference.name),))),))
    if not isinstance(move, Ask | Book | Cancel | Return) or not isinstance(reference, Described):
        return move
    told = set(reference.wishes)
    for own in turn.by_rules.meaning.moves:
        whole = reference_of(own.move)
        if not own.overlaps(*place):
            continue
        by_place = isinstance(whole, Nth) and _is_by_number(reference, whole.n)
        more_fully = isinstance(whole, Described) and whole.of == reference.of and told < set(whole.wishes)
        if by_place or more_fully:
            return replace(move, to=whole) if isinstance(move, Return) else replace(move, of=whole)
    return move


def _is_by_number(reference: Described, number: int) -> bool:
    """Return whether a description but says a number, without a unit."""
    values = [value for wish in reference.wishes for value in wish.constraint.values]
    return values == [Number(float(number))]


def _unknown_words(place: tuple[int, int], turn: TurnSpans) -> str:
    """Return what nobody knows in a place of the turn, without the words around it: "is there anything from Apple"."""
    first, last = place
    inside = [at for at, (start, end) in enumerate(turn.places) if first <= start and end <= last]
    unknown = [at for at in inside if turn.spans[at].has("strange", "unknown")]
    quoted = unknown or inside
    return turn.words(quoted[0], quoted[-1])


def _by_what_is_said(ask: Ask, turn: TurnSpans) -> Ask:
    """Return a question about a sum or a share with the number that is said: "how much for 2 of us?"."""
    asked = [move for move in turn.by_rules.meaning.all() if isinstance(move, Ask) and move.question == ask.question]
    counts = [move.by for move in asked if move.by] or [count for span in turn.spans for count in _counts(span)]
    return replace(ask, by=counts[0]) if ask.by and counts and ask.by not in counts else ask


def _of_what_is_at_hand(ask: Ask) -> Ask:
    """Return a question whether something is so, of what is at hand where it names options by that alone."""
    named = set(ask.of.wishes) if isinstance(ask.of, Described) and ask.of.of is None else set()
    return replace(ask, of=None) if ask.question == "holds" and named and named <= set(ask.wishes) else ask


def _of_what_is_spoken_of(ask: Ask, turn: TurnSpans) -> Ask:
    """Return a question of an option by its place or its measure as one of "it" where the rules read neither.

    The last is but a verb in "how long does it last?", the first a person in "how much is it for one person?", the
    heaviest what is asked for in "how heavy is it?", and a number or a day that no option has is one of something else:
    "my shift starts on the 6th. When am I back?".
    """
    moves = turn.by_rules.meaning.all()
    asked = [
        move for move in moves if isinstance(move, Ask) and slots_in([move]) and slots_in([move]) <= slots_in([ask])
    ]
    own = [move.of for move in asked if move.of in (None, It())]
    if not own:
        return ask
    says_last = ask.of == Nth(-1)
    counts_people = ask.scope == "person" and isinstance(ask.of, Nth) and ask.of.of is None
    measures = isinstance(ask.of, Extreme) and ask.of.slot in ask.slots and len(own) == len(asked)
    told = _is_told_by_amounts(ask.of) and not Denoter(turn.context.state, turn.schema).denote(ask.of)
    return replace(ask, of=own[0]) if says_last or counts_people or measures or told else ask


def _is_told_by_amounts(reference: Reference | None) -> bool:
    """Return whether a reference describes options by nothing but numbers, amounts and days."""
    if not isinstance(reference, Described) or reference.of is not None or not reference.wishes:
        return False
    values = [value for wish in reference.wishes for value in wish.constraint.values]
    return all(isinstance(value, Number | Money | Days) for value in values)


def _counts(span: Span) -> Iterator[int]:
    """Yield how many a span may say that there are of something."""
    for entry in span.entries:
        if entry.kind == "number" and isinstance(entry.data, float) and entry.data in COUNTS:
            yield int(entry.data)
        if entry == Entry("party", "two"):
            yield 2


def _counted(wish: Wish, turn: TurnSpans) -> Wish:
    """Return a wish for those who travel as the rules, which can count, have it: how many, and on which option.

    "One grown-up and 3 children" is no wish on the first. Where they count nobody, an age that no word says is none.
    """
    wishes = [each for each in turn.by_rules.meaning.all() if isinstance(each, Wish) and each.slot == wish.slot]
    own = [each for each in wishes if _counts_people(each)]
    if len(own) != 1:
        values = tuple(_with_said_ages(value, turn) for value in wish.constraint.values)
        return replace(wish, constraint=replace(wish.constraint, values=values))
    counted = wish.of if own[0].of is None and not isinstance(wish.of, Nth) else own[0].of
    return replace(wish, constraint=own[0].constraint, of=counted)


def _with_said_ages(value: Value, turn: TurnSpans) -> Value:
    """Return people with such ages only as the turn says; any other value as it is."""
    if not isinstance(value, Party) or not value.ages:
        return value
    said = {entry.data for span in turn.spans for entry in span.entries if entry.kind == "number"}
    return value if said.issuperset(value.ages) else replace(value, ages=())


def _with_alternatives(wish: Wish, turn: TurnSpans) -> Wish:
    """Return a wish for one of several values that the rules read beside each other as one for any of them.

    "August 12 or 13" is a wish for either, whichever of them the parser points at.
    """
    own = [each for each in turn.by_rules.meaning.all() if isinstance(each, Wish) and each.slot == wish.slot]
    if len(own) != 1 or own[0].constraint.op != "is" or wish.constraint.op != "is":
        return wish
    values, all_values = set(wish.constraint.values), own[0].constraint.values
    return replace(wish, constraint=own[0].constraint) if values < set(_each_value(all_values)) else wish


def _each_value(values: Iterable[Value]) -> Iterator[Value]:
    """Yield some values, and of days that are but two both."""
    for value in values:
        yield value
        if isinstance(value, Days) and value.last - value.first == timedelta(1):
            yield from (Days(value.first, value.first), Days(value.last, value.last))


def _denied(wish: Wish, turn: TurnSpans) -> Wish:
    """Return a wish as the denial of it that rules read in the very words: "no terrace", "unfurnished", "no Miami".

    What is judged behind it is left to the parser: "no terrace is a pity".
    """
    own = [each.constraint for each in wishes_in(turn.by_rules.meaning.all()) if each.slot == wish.slot]
    line = SpanLine(turn.spans)
    if wish.constraint.op != "is" or own != [_contrary_of(wish.constraint)]:
        return wish
    said = any(_says_without(line, at, wish) for at in range(len(turn.spans)) if _says(turn, at, wish))
    return replace(wish, constraint=own[0]) if said else wish


def _contrary_of(wanted: Constraint) -> Constraint:
    """Return what rules out what a constraint wants."""
    if wanted.values == (Flag(True),):
        return replace(wanted, values=(Flag(False),))
    return replace(wanted, op="not")


def _says(turn: TurnSpans, at: int, wish: Wish) -> bool:
    """Return whether a span says the value of a wish, or names its feature."""
    values = {value for value, _ in turn.held(at, wish.slot)}
    return not values.isdisjoint((*wish.constraint.values, Flag(False)))


def _asked_for(wish: Wish, turn: TurnSpans) -> Wish:
    """Return a denial as the wish that rules read in a question that denies: "isn't there one with a terrace?"."""
    own = [each.constraint for each in wishes_in(turn.by_rules.meaning.all()) if each.slot == wish.slot]
    denied = wish.constraint.op == "not" or wish.constraint.values == (Flag(False),)
    wanted = len(own) == 1 and own[0].op == "is" and own[0].values != (Flag(False),)
    if not (denied and wanted):
        return wish
    line = SpanLine(turn.spans, asked=turn.is_question)
    return replace(wish, constraint=own[0]) if any(asks_by_denial(line, at) for at in range(len(line))) else wish


def _demanded(wish: Wish, turn: TurnSpans) -> Wish:
    """Return a wish for anything as the demand for a feature that rules read: "it's no holiday without a gym"."""
    own = [each.constraint for each in wishes_in(turn.by_rules.meaning.all()) if each.slot == wish.slot]
    line = SpanLine(turn.spans)
    lacking = [at for at in range(len(turn.spans)) if line[at].has("says:party_without")]
    indispensable = any(line.place(at, _NOT_WITHOUT, having("not")) >= 0 for at in lacking)
    demanded = wish.constraint.op == "any" and own == [Constraint("is", (Flag(True),))]
    return replace(wish, constraint=own[0]) if demanded and indispensable else wish


def _says_without(line: SpanLine, at: int, wish: Wish) -> bool:
    """Return whether a word is that for a feature's lack, or all that is said is that one doesn't want the value."""
    if (wish.slot, Flag(False)) in line[at].every("value"):
        return True
    denied = line.place(at, _DENIED, having("not")) >= 0
    return denied and line[at + 1].has(*_BEHIND_FEATURE) and not line[at + 1].has("predicative")


def _of_rules_alone(parsed: ParsedTurn, turn: TurnSpans) -> Iterator[Spoken]:
    """Yield what rules alone read: terms of a booking, and where others set off from."""
    starts = {move.slot for move in parsed.meaning() if isinstance(move, Wish)} & {turn.schema.source}
    for each in turn.by_rules.meaning.moves:
        sets_off = isinstance(each.move, Wish) and each.move.of == NewTrip() and each.move.slot in starts
        if sets_off and each.move not in parsed.meaning():
            yield each
        if isinstance(each.move, TERMS) or _orders_list(each, parsed, turn):
            yield each
        elif (order := _order_at_first(each.move, parsed, turn)) is not None:
            yield replace(each, move=order)


def _order_at_first(move: Move, parsed: ParsedTurn, turn: TurnSpans) -> Wish | None:
    """Return the wish for the extreme of a slot of which the parser says nothing, where nothing was offered yet.

    "I'm searching for the closest restaurant, that has a terrace". None where the rules read no such thing.
    """
    match move:
        case Return(to=Extreme(slot=slot, direction=direction, of=None)) if slot and not turn.context.offered:
            others = [other for other in parsed.meaning() if not isinstance(other, Social)]
            wishes = others != [] and all(isinstance(other, Wish) for other in others)
            return Wish(slot, Constraint(direction)) if wishes and slot not in slots_in(others) else None
        case _:
            return None


def _orders_list(own: Spoken, parsed: ParsedTurn, turn: TurnSpans) -> bool:
    """Return whether rules read the order of a list that the parser passes over: "under 900, lightest first"."""
    if not isinstance(own.move, Wish) or own.move.constraint.op not in ("least", "most"):
        return False
    line = SpanLine(turn.spans)
    of_all = any(span.has("says:all_there_is") for span in turn.spans)
    named = [at for at, place in enumerate(turn.places) if own.overlaps(*place) and (ends_sorting(line, at) or of_all)]
    looks = all(isinstance(move, Wish | More | Social) for move in parsed.meaning())
    ordered = any(isinstance(move, Wish) and move.constraint.op in ("least", "most") for move in parsed.meaning())
    return bool(named) and looks and not ordered
