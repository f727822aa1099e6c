"""Amendments of a meaning: what is mended of the reading that is taken, be it the rules' or the parser's."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from itertools import chain, pairwise, zip_longest
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.notation import show
from wayframe.meaning.records import (
    ALL,
    PASSED_OVER,
    YES,
    Ask,
    Book,
    Cancel,
    Change,
    Constraint,
    Correct,
    Days,
    Described,
    Drop,
    Every,
    Extreme,
    Flag,
    It,
    Meaning,
    Money,
    Move,
    Named,
    Note,
    Nth,
    Number,
    Operator,
    OutOfScope,
    Party,
    Reference,
    Reject,
    Return,
    Social,
    Spoken,
    Text,
    Together,
    Unread,
    Value,
    Wish,
    wishes_besides,
    wishes_for,
    wishes_in,
)
from wayframe.reader.doubt import DEEDS, PLAIN, UNPROVED, UNSHARED
from wayframe.reader.features import facets, related_slots
from wayframe.reader.moves import affirmed
from wayframe.reader.spans import NOTHING, Span, some
from wayframe.reader.symbols import TurnSpans
from wayframe.schema import Schema
from wayframe.sources.places import WORLD
from wayframe.state.resolution import reference_of
from wayframe.state.wishes import days_of, is_of_stay

PLAIN_YES = 0.9
"""The probability from which a yes agrees though a question about the same thing stands beside it."""


def with_passed_over(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning of wishes with the values that stand outside of all that was read, as words of little weight.

    The parser points at the words that it reads: what it passes over may have been a wish, or part of a story. So may a
    place be that no move names, beside a deed, too: "Rome! Book the first".
    """
    passed = list[Unread]()
    if any(isinstance(move, Wish) for move in meaning.all()):
        passed = _values_passed_over(meaning, turn)
    elif any(isinstance(move, DEEDS) for move in meaning.all()):
        elsewhere = set(_places_elsewhere(turn))
        passed = [each for each in _values_passed_over(meaning, turn) if (each.start, each.end) in elsewhere]
    return replace(meaning, unread=(*meaning.unread, *passed))


def _values_passed_over(meaning: Meaning, turn: TurnSpans) -> list[Unread]:
    """Return the words that hold values and stand outside of all that was read."""
    read = show(meaning.all()).casefold()
    about = {slot for move in meaning.all() for _, slot in facets(move, "")}
    return [
        Unread(start, end, PASSED_OVER)
        for span, (start, end) in zip(turn.spans, turn.places, strict=True)
        if span.has(*_VALUED)
        and not span.has("filler")
        and about.isdisjoint(slot for _, slot in related_slots(span))
        and not (span.has("date") and about.intersection(turn.schema.windows))
        and str(span.data("place") or span.words).casefold() not in read
        and (span.has("place") or not any(each.overlaps(start, end) for each in meaning.moves))
    ]


def _places_elsewhere(turn: TurnSpans) -> Iterator[tuple[int, int]]:
    """Yield where a turn names places that neither wishes nor the options at hand are about."""
    held = (value for wish in turn.context.wishes for value in wish.constraint.values)
    known = {value.value for value in chain(held, *turn.context.facts.values()) if isinstance(value, Text)}
    for span, place in zip(turn.spans, turn.places, strict=True):
        if span.has("place") and span.data("place") not in known:
            yield place


def with_others_counted_in(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that tells where the words count others in without a number: "we", "with my family"."""
    several = any(span.has("speaks_for_several", "says:speaks_for_several") for span in turn.spans)
    return replace(meaning, for_several=several)


def with_number_to_see(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that tells how many options are to be shown: "let me see like five hotels", "show me all"."""
    spans = [span for span in turn.spans if not span.has("article")]
    asks = False
    for span, behind in zip_longest(spans, spans[1:]):
        number = _number_to_see(span, behind) if asks else 0
        if number:
            return replace(meaning, to_see=number)
        asks = span.has("says:asks_for") or (asks and span.has("filler"))
    return meaning


def _number_to_see(span: Span, behind: Span | None) -> int:
    """Return how many options a number before their noun asks for, or "all"; 0 where it is of something else."""
    is_of_options = behind is not None and behind.has("noun:name", "item")
    if span.has("whole") and (is_of_options or behind is None or behind.has("comma", "clause_end")):
        return ALL
    number = span.data("number")
    return int(number) if is_of_options and isinstance(number, float) else 0


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


def with_journey_kept(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that keeps from where and to where users go, where a question says it first.

    Who asks "where can I go from Denver?" isn't asked from where then.
    """
    start = turn.schema.source
    known = {wish.slot for wish in (*turn.context.wishes, *meaning.all()) if isinstance(wish, Wish)}
    if not start or start in known:
        return meaning
    said = [
        replace(each, move=wish)
        for each in meaning.moves
        if isinstance(each.move, Ask) and each.move.question in ("values", "extreme", "average", "count")
        for wish in each.move.wishes
        if wish.slot in (start, turn.schema.goal) and wish.slot not in known and wish.constraint.op == "is"
    ]
    if not wishes_for(wishes_in(each.move for each in said), start):
        return meaning  # "how many are there in Rome?" may but ask
    return replace(meaning, moves=(*meaning.moves, *said))


def with_goals_asked(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks where one can go, where a turn does so and says but from where.

    "Where can we go from Oslo?" is no wish that leaves open where to.
    """
    if not any(span.has("asks_where_to", "opens:asks_where_to") for span in turn.spans):
        return meaning
    greetings = tuple(each for each in meaning.moves if isinstance(each.move, Social))
    match meaning.moves[len(greetings) :]:
        case (Spoken(move=Wish(slot=slot) as start) as said,) if slot == turn.schema.source:
            ask = Ask("values", (turn.schema.goal,), wishes=(start,))
            return replace(meaning, moves=(*greetings, replace(said, move=ask), said))
    return meaning


def with_goals_kept(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that goes to the only place that the rules hear as a goal, where nothing was offered yet.

    The parser passes over "perhaps Vienna?" behind a long story. A place is what a first message is most about.
    """
    goal, wishes = turn.schema.goal, list(wishes_in(meaning.all()))
    is_open = turn.schema.source != "" and not turn.context.offered and not wishes_for(turn.context.wishes, goal)
    if not is_open or not wishes or wishes_for(wishes, goal):
        return meaning
    heard = [move for move in turn.by_rules.meaning.all() if isinstance(move, Wish) and move.slot == goal]
    named = {value for wish in wishes for value in wish.constraint.values}
    if len(heard) != 1 or heard[0].constraint.op != "is" or not named.isdisjoint(heard[0].constraint.values):
        return meaning
    kept = next(each for each in turn.by_rules.meaning.moves if each.move == heard[0])
    return replace(meaning, moves=(*meaning.moves, replace(kept, sure=UNSHARED)))


def with_starts_answered(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that starts where it names, where it is asked from where: "from Oslo, or else Bergen or Narvik".

    Where a word says that something changes, or the goal is spoken of, another place may be one to go to. So may the
    only one be: "actually Paris".
    """
    schema = turn.schema
    if schema.source not in turn.context.asked or some(turn.spans, *_CHANGING):
        return meaning
    about = {move.slot for move in meaning.all() if isinstance(move, Wish)}
    held = {value for wish in wishes_for(turn.context.wishes, schema.goal) for value in wish.constraint.values}
    named = dict.fromkeys(Text(str(span.data("place"))) for span in turn.spans if span.has("place"))
    if not held or not held.isdisjoint(named) or not about.issuperset((schema.source, schema.goal)):
        return meaning
    told = [each for each in meaning.moves if getattr(each.move, "slot", "") in (schema.source, schema.goal)]
    others = [each for each in meaning.moves if each not in told]
    starts = Wish(schema.source, Constraint("is", tuple(named)))
    return replace(meaning, moves=(replace(told[0], move=starts), *others))


_CHANGING = (
    "place_to",
    "says:in_its_place",
    "cue:change",
    "cue:instead",
    "cue:correct",
    "preferring",
    "opens:goal_word",
)
"""Words of what is another goal, or goes to one."""


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


def without_repeated(meaning: Meaning) -> Meaning:
    """Return a meaning that wishes, asks or rejects once what it says again, where it says it last."""
    last = {each.move: at for at, each in enumerate(meaning.moves)}
    kept = (
        each
        for at, each in enumerate(meaning.moves)
        if last[each.move] == at or not isinstance(each.move, Wish | Ask | Reject)
    )
    return replace(meaning, moves=tuple(kept))


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


def with_open_apart(meaning: Meaning) -> Meaning:
    """Return a meaning that asks nothing of what it leaves open: "lift or no lift, which are under 500?"."""
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(wishes=wishes) as ask:
                opened = [wish for wish in wishes if wish.constraint.op == "any"]
                moves += [replace(each, move=wish) for wish in opened]
                asked = tuple(wish for wish in wishes if wish not in opened)
                moves.append(replace(each, move=replace(ask, wishes=asked)))
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


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


A_FEW, BEYOND_A_FEW = 3.0, 2.0
"""How many "a few days" are at least, and how many more they may be."""


def with_a_few(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning in which a few days are no exact number of them."""
    spans = turn.spans
    said = [span for span, following in pairwise(spans) if span.data("few") == A_FEW and following.data("unit")]
    if not said or any(span.data("number") == A_FEW for span in spans):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        wish = each.move
        if isinstance(wish, Wish) and wish.slot in turn.schema.lengths and wish.constraint.op == "is":
            wish = replace(wish, constraint=_few_days(wish.constraint))
        moves.append(replace(each, move=wish))
    return replace(meaning, moves=tuple(moves))


def _few_days(constraint: Constraint) -> Constraint:
    """Return what is as long as a few days as from these to some more; any other length as it is."""
    match constraint.values:
        case (Number(value=value, unit=unit) as least,) if value == A_FEW:
            return replace(constraint, op="between", values=(least, Number(value + BEYOND_A_FEW, unit)))
    return constraint


MOST_TO_EVENT = 4
"""Spans from an event to the day that it is on: "surgery is on the 25th"."""


def without_days_of_events(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning without the days of events where others are said: "a week earlier, the exam is on the 5th"."""
    windows = turn.schema.windows
    said = [wish for wish in wishes_in([each.move for each in meaning.moves]) if wish.slot in windows]
    events = set(days_of_events(turn))
    others = [wish for wish in said if events.isdisjoint(wish.constraint.values)]
    if not events or not others:
        return meaning
    kept = (each for each in meaning.moves if not _is_on(each.move, windows, events))
    return replace(meaning, moves=tuple(kept))


def days_of_events(turn: TurnSpans) -> Iterator[Days]:
    """Yield the days on which a turn says that something else is."""
    spans = turn.spans
    for at, span in enumerate(spans):
        lead = at - 1 - (at > 0 and spans[at - 1].has("article"))
        if not span.has("date") or lead < 1 or not spans[lead].has("on_day", "preposition"):
            continue
        near = spans[max(lead - MOST_TO_EVENT, 0) : lead]
        is_verb = near[-1].has("copula", "having", "auxiliary")
        noun = near[-1 - is_verb] if len(near) > is_verb else near[-1]
        travels = some(near, "homeward", "says:homeward", "setting_off")  # "back for her recital on the 20th"
        if noun.has("strange", "event", "says:event") and not travels:
            yield span.data("date")


def _is_on(move: Move, windows: Container[str], days: Collection[Days]) -> bool:
    """Return whether a move is a wish for the stay to begin or end by some of these days."""
    return isinstance(move, Wish) and move.slot in windows and any(value in days for value in move.constraint.values)


def without_impossible_starts(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning without a day of departure behind the day by which one has to be back.

    It is a day of something else: "it has to be over by the 26th, because the hairdresser comes on the 27th".
    """
    wishes = [each.move for each in meaning.moves if isinstance(each.move, Wish)]
    start, end = days_of(wishes, turn.schema.start), days_of(wishes, turn.schema.end)
    if start is None or end is None or not start.exact or start.first <= end.last:
        return meaning
    kept = (each for each in meaning.moves if getattr(each.move, "slot", "") != turn.schema.start)
    return replace(meaning, moves=tuple(kept))


def with_openings_asked(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks from when something is to be had, where the words do: "from when is the first free?".

    That is asked beside other facts, or instead of turning to an option.
    """
    openings = turn.schema.openings
    asking = [place for at, place in enumerate(turn.places) if _asks_when(turn, at)]
    has_it = any(span.has("to_be_had", "opens:to_be_had", "says:to_be_had") for span in turn.spans)
    about = {slot for move in meaning.all() for _, slot in facets(move, "")}
    if len(openings) != 1 or openings[0] in about or not (asking and has_it and turn.is_question):
        return meaning
    turned = [each.move.to for each in turn.by_rules.meaning.moves if isinstance(each.move, Return)]
    asked = Ask("facts", tuple(openings), of=turned[-1] if turned else None)
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(question="facts", slots=slots, of=of) if slots:
                asked = replace(asked, slots=(*slots, *openings), of=of)
                moves.append(replace(each, move=asked))
            case Return(to=to):
                asked = replace(asked, of=to)
                moves.append(replace(each, move=asked))
            case OutOfScope() if any(each.overlaps(*place) for place in asking):
                continue
            case _:
                moves.append(each)
    if asked not in [each.move for each in moves]:
        moves.insert(0, Spoken(asked, *asking[0]))
    return replace(meaning, moves=tuple(moves))


def _asks_when(turn: TurnSpans, at: int) -> bool:
    """Return whether a span asks for a day: "when can we …?", not "when we move in"."""
    behind = turn.spans[at + 1 : at + 2]
    asks = some(behind, "inverted", "auxiliary", "copula", "opens:inverted", "opens:auxiliary")
    return asks and turn.spans[at].has("asks_days", "opens:asks_days")


def with_days_noted(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that notes a booking's day where things are had from a day on: "I take it from May 1"."""
    dated = [at for at, span in enumerate(turn.spans) if span.has("date")]
    had_from = frozenset(turn.schema.openings)
    if had_from:
        meaning = _booked_whatever_the_day(meaning, had_from)
    books = [each for each in meaning.moves if isinstance(each.move, Book)]
    told_by = {slot for each in books for _, slot in facets(each.move, "")}
    if not books and _changes_a_day(turn, meaning):
        books = [each for each in meaning.moves if isinstance(each.move, Wish | Change)]
    if not dated or not had_from or not books or told_by & had_from:
        return meaning  # "the one that is free in May" is told by that
    first = dated[0]
    while first > 0 and turn.spans[first - 1].has("preposition", "article"):
        first -= 1
    noted = Spoken(Note(turn.words(first, dated[-1]), particular="day"), *_place(turn, first, dated[-1]), books[0].sure)
    moves = [each for each in meaning.moves if not _is_only_for(each.move, had_from)]
    is_noted = any(isinstance(move, Note) and move.particular == "day" for move in meaning.all())
    return replace(meaning, moves=tuple(moves) if is_noted else (*moves, noted))


def _changes_a_day(turn: TurnSpans, meaning: Meaning) -> bool:
    """Return whether a turn changes from when something is taken that is booked: "my move-in day to May 1, please"."""
    changes = any(span.has("cue:change") for span in turn.spans)
    return (
        changes
        and bool(turn.context.booked)
        and any(_is_only_for(move, turn.schema.openings) for move in meaning.all())
    )


def _is_only_for(move: Move, slots: Container[str]) -> bool:
    """Return whether a move wishes for, or changes, nothing but some slots."""
    match move:
        case Wish(slot=slot):
            return slot in slots
        case Change(wishes=wishes, to=None) if wishes:
            return all(wish.slot in slots for wish in wishes)
    return False


def _booked_whatever_the_day(meaning: Meaning, had_from: Container[str]) -> Meaning:
    """Return a meaning that books what is told by something else than from when it is to be had, by that alone.

    So it does what the turn turns to: "we like the Hafenweg 2, reserve it from the 15th of January".
    """
    turned = [move.to for move in meaning.all() if isinstance(move, Return)]
    moves = list[Spoken]()
    for each in meaning.moves:
        if isinstance(each.move, Book) and each.move.of is not None:
            told = _without_slots(each.move.of, had_from)
            instead = told or (turned[-1] if turned else each.move.of)
            each = replace(each, move=replace(each.move, of=instead))
        moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _without_slots(reference: Reference, slots: Container[str]) -> Reference | None:
    """Return a reference without what it says of some slots; None where it says nothing else."""
    match reference:
        case Described(wishes=wishes):
            left = tuple(wish for wish in wishes if wish.slot not in slots)
            return replace(reference, wishes=left) if left else None
        case Nth() | Extreme() if reference.of is not None:
            return replace(reference, of=_without_slots(reference.of, slots))
    return reference


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
    """Return a meaning in which a change that names nothing is to what is wished for, or asked about, beside it.

    "Add her to it", "could it be moved so that we leave a day later?".
    """
    wishes = [move for move in meaning.all() if isinstance(move, Wish) and move.of is None]
    asked = [move for move in meaning.all() if isinstance(move, Ask) and move.question == "holds" and move.wishes]
    empty = [
        move for move in meaning.all() if isinstance(move, Change) and not move.wishes and move.to in (None, move.of)
    ]
    to = tuple(wishes or wishes_in(asked))
    if len(empty) != 1 or not to:
        return meaning
    moves = [
        replace(each, move=Change(to, empty[0].of)) if each.move == empty[0] else each
        for each in meaning.moves
        if each.move not in to and (wishes or each.move not in asked)
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


def with_others_sought(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that looks for others where the words do: "have you something bigger than the first?".

    So does "something like the first, but with a lift". The one that is named isn't asked whether it is bigger.
    """
    if not any(_seeks_another(turn, at) for at in range(len(turn.spans) - 1)):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        ask = each.move
        if isinstance(ask, Ask) and ask.question in ("holds", "which") and ask.of is not None:
            moves += [replace(each, move=_than(wish, ask.of)) for wish in ask.wishes]
        else:
            moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _seeks_another(turn: TurnSpans, at: int) -> bool:
    """Return whether words are something that is more than, or like, an option."""
    said, told = turn.spans[at], turn.spans[at + 1]
    if not said.has("indefinite", "opens:indefinite"):
        return False
    likens = said.has("likening") or told.has("likening")
    return told.has("compare") or (likens and some(turn.spans[at + 1 : at + 5], "ordinal", "name"))


def _than(wish: Wish, reference: Reference) -> Wish:
    """Return a wish for more or less than an option, where it names none."""
    if wish.constraint.op not in ("more", "less") or wish.constraint.than not in (None, It()):
        return wish
    return replace(wish, constraint=replace(wish.constraint, than=reference))


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


def with_reasons_of_facts(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that asks why a fact is so, where the words do: "why is it only two nights?".

    That is no question about why something is recommended.
    """
    facts = list(_facts_behind_why(turn))
    if not facts or some(turn.spans, "recommending", "says:recommending"):
        return meaning
    asked = [each for each in meaning.moves if isinstance(each.move, Ask) and each.move.question == "reason"]
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(question="reason", slots=()) as ask:
                moves.append(replace(each, move=replace(ask, slots=tuple(dict.fromkeys(facts)))))
            case Wish(slot=slot) if asked and slot in facts:
                continue
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


def _facts_behind_why(turn: TurnSpans) -> Iterator[str]:
    """Yield the slots that stand behind a question for the reason, up to the end of its clause.

    An adjective tells a fact where it ends the clause, "so cheap?", and an option elsewhere: "the cheap one".
    """
    asked = False
    for span, following in pairwise((*turn.spans, NOTHING)):
        if asked and span.has("clause_end"):
            return
        if asked:
            is_last = following.has("nothing", "clause_end")
            told = (*_TOLD, "adjective") if is_last else _TOLD
            yield from (slot for kind, slot in related_slots(span) if kind.partition(":")[0] in told)
        asked |= span.has("opens:asks_why")


_TOLD = ("value", "noun", "unit")
"""The kinds of what tells a fact: a value, a slot's name or its unit."""


def with_those_asked_for(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that looks for those of which a question asks: "which hotels in Paris have breakfast?".

    That is no question whether the one shown there has it.
    """
    item = f"noun:{turn.schema.name}"
    if not any(first.has("cue:which", "says:wh") and second.has(item) for first, second in pairwise(turn.spans)):
        return meaning
    moves = list[Spoken]()
    for each in meaning.moves:
        match each.move:
            case Ask(question="holds", of=Described()) as ask:
                moves.append(replace(each, move=replace(ask, question="which")))
            case _:
                moves.append(each)
    return replace(meaning, moves=tuple(moves))


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


def with_taken_instead(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that books what is named in the place of what it cancels: "cancel it and take the first"."""
    turned = [each for each in meaning.moves if isinstance(each.move, Return) and each.move.to not in (It(), Every())]
    cancels = [each.start for each in meaning.moves if isinstance(each.move, Cancel)]
    books = any(isinstance(each.move, Book) for each in meaning.moves)
    if books or len(turned) != 1 or len(cancels) != 1 or cancels[0] > turned[0].start:
        return meaning
    said = [span for span, place in zip(turn.spans, turn.places, strict=True) if turned[0].overlaps(*place)]
    if not some(said, "party_taking"):
        return meaning  # "cancel it and show me the first"
    moves = [replace(each, move=Book(reference_of(each.move))) if each is turned[0] else each for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def with_swaps_meant(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that cancels as surely as it books something else: "cancel that one and book the second".

    The rules hear both orders, too. Who says that something was never ordered has cancelled nothing yet.
    """
    cancels = [each for each in meaning.moves if isinstance(each.move, Cancel)]
    books = [each for each in meaning.moves if isinstance(each.move, Book)]
    heard = set(map(type, turn.by_rules.meaning.all())) >= {Book, Cancel}
    if not heard or len(cancels) != 1 or len(books) != 1 or books[0].sure < PLAIN or cancels[0].sure <= UNPROVED:
        return meaning
    moves = [replace(each, sure=max(each.sure, PLAIN)) if each is cancels[0] else each for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def without_orders_repeated(meaning: Meaning) -> Meaning:
    """Return a meaning that books once what it says twice: "I'll take the best rated one, could you reserve it?"."""
    books = [each for each in meaning.moves if isinstance(each.move, Book)]
    again = [each for each in books[1:] if each.move == Book(It())]
    if not again or books[0].move == Book(It()):
        return meaning
    return replace(meaning, moves=tuple(each for each in meaning.moves if each not in again))


def without_rejecting_what_is_asked_about(meaning: Meaning) -> Meaning:
    """Return a meaning that keeps what it asks about: "none of them covers the week. Which do you recommend?"."""
    asked = [move for move in meaning.all() if isinstance(move, Ask) and move.question in ("reason", "facts", "holds")]
    asked_about = [move.of for move in asked if move.of is not None]
    kept = tuple(each for each in meaning.moves if not (isinstance(each.move, Reject) and each.move.of in asked_about))
    return replace(meaning, moves=kept)


def with_homes_left(meaning: Meaning, turn: TurnSpans) -> Meaning:
    """Return a meaning that starts where people are who want to go elsewhere: "three friends in Oslo want to see Rome".

    Of two places to go to that aren't alternatives, it is the first, where people are said to be in it, or from it.
    """
    schema = turn.schema
    goals = [move for move in meaning.all() if isinstance(move, Wish) and _is_of_one_place(move, schema)]
    starts = wishes_for(wishes_in(meaning.all()), schema.source)
    if not schema.source or starts or len(goals) != 2 or not _is_said_in(goals[0], turn):
        return meaning
    home = replace(goals[0], slot=schema.source)
    moves = [replace(each, move=home) if each.move == goals[0] else each for each in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def _is_of_one_place(wish: Wish, schema: Schema) -> bool:
    return wish.slot == schema.place and wish.constraint.op == "is" and len(wish.constraint.values) == 1


def _is_said_in(wish: Wish, turn: TurnSpans) -> bool:
    """Return whether people are said to be in a place, or from it, right before it."""
    (place,) = wish.constraint.values
    for before, link, span in zip(turn.spans, turn.spans[1:], turn.spans[2:], strict=False):
        if link.has("being_in") and Text(str(span.data("place"))) == place:
            return before.has("party")
    return False


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
