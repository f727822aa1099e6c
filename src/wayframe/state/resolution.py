"""Resolution: the moves of a turn with what they denote, and as what they are meant in the state of the dialogue.

An answer to what the agent asked becomes the moves that it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from types import UnionType
from typing import Any, TypeAlias

from msgspec.structs import replace

from wayframe.meaning.records import (
    ASKED_FIRST,
    NO,
    PERHAPS,
    YES,
    Answer,
    Ask,
    Book,
    Booked,
    Cancel,
    Change,
    Clock,
    Compare,
    Constraint,
    Correct,
    Days,
    Described,
    Direction,
    Drop,
    Every,
    Extreme,
    Hold,
    It,
    Meaning,
    Money,
    More,
    Move,
    Named,
    Neighbour,
    Note,
    Nth,
    Number,
    Numbered,
    Other,
    OutOfScope,
    Particulars,
    Party,
    Recall,
    Reference,
    Reject,
    Return,
    Social,
    Spoken,
    Text,
    Together,
    Value,
    Wish,
    numbered,
    slots_in,
    wishes_for,
)
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter, Frames
from wayframe.state.records import DialogueState, Step, moves_of, steps_of
from wayframe.state.wishes import EXTREMES, RELATIVE_OPERATORS, held_wishes, is_of_stay, travellers

Steps: TypeAlias = Sequence[Step]
Reading: TypeAlias = Callable[[Steps, Denoter], Steps]


def resolved(moves: Sequence[Move], state: DialogueState, schema: Schema) -> tuple[Step, ...]:
    """Return the moves with what they denote, each after what the ones before it spoke of."""
    steps, denoter = _denoted(moves, state, schema), Denoter(state, schema)
    for reading in READINGS:
        steps = reading(steps, denoter)
    return tuple(steps)


def reference_of(move: Move) -> Reference | None:
    """Return the reference by which a move names options; none where it means what is spoken of."""
    if isinstance(move, Return | Change) and move.to is not None:
        return move.to
    return getattr(move, "of", None)


def _denoted(moves: Sequence[Move], state: DialogueState, schema: Schema) -> Steps:
    """Return the moves with the frames that they denote; each is then what the next ones may mean by "it"."""
    steps, named = list[Step](), Frames()
    for move in moves:
        frames = _frames(move, Denoter(state, schema), named)
        steps.append(Step(move, frames))
        known = state.known(frames)
        if known and isinstance(move, Reject):
            state = state._replace(rejected=state.rejected.union(known))
        elif known:
            named = tuple(dict.fromkeys((*named, *known)))
            state = state._replace(focus=known, touched=(*state.touched, *known))
    return steps


REFERRING = (Ask, Book, Cancel, Change, Compare, Hold, Return, Reject)
"""The moves that are about options whether they name them or not; a wish is where it names one."""


def _frames(move: Move, denoter: Denoter, named: Frames) -> Frames:
    """Return the frames that a move denotes; a comparison of no others is of those that the turn has `named`.

    Two of a longer list are never booked as "both" that nobody has spoken of by themselves.

    Who returns to a frame by its number may mean one that holds wishes and is no option.
    """
    reference = reference_of(move)
    if isinstance(move, Return) and isinstance(reference, Numbered) and reference.frame in denoter.state.wishes:
        return (reference.frame,)
    if reference is not None:
        frames = denoter.denote(reference)
        counted = isinstance(reference, Every) and 0 < reference.count == len(frames)
        return () if counted and isinstance(move, Book) and denoter.are_several_of_a_list(frames) else frames
    if isinstance(move, Compare) and len(named) > 1:
        return named
    if isinstance(move, REFERRING):
        return denoter.spoken_of()
    return ()


def _only(steps: Steps, *kinds: type[Move]) -> bool:
    """Return whether a turn has moves of some kinds, and none of another but courtesies."""
    said = {type(step.move) for step in steps} - {Social}
    return bool(said) and said.issubset(kinds)


def each(kind: type[Any] | UnionType, read: Callable[[Step, Any, Denoter], Steps]) -> Reading:
    """Return the reading that takes each move of a kind by itself as other steps."""

    def reading(steps: Steps, denoter: Denoter) -> Steps:
        found = list[Step]()
        for step in steps:
            found += read(step, step.move, denoter) if isinstance(step.move, kind) else [step]
        return found

    return reading


# Places


def asked_again(steps: Steps, denoter: Denoter) -> Steps:
    """Ask again what was asked before, of the option that is named instead: "That's Rome. I asked about Athens"."""
    asked = [move for move in denoter.state.moves if isinstance(move, Ask) and move.question in _OF_OPTIONS]
    said = [step for step in steps if not _says_where(step, denoter)]
    if not asked or not _only(said, Answer, Reject, Correct, Return):
        return steps
    if not steps_of(said, Reject, Correct) and NO not in moves_of(said, Answer):
        return steps
    turns = [step.frames for step in steps_of(steps, Return) if step.frames]
    corrected = [frames for move in moves_of(steps, Correct) if (frames := _corrected_place(move, denoter))]
    meant = (*turns, *corrected)[-1:]
    return [Step(replace(ask, of=numbered(frames)), frames) for frames in meant for ask in asked] or steps


def what_was_asked_before(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question of which options something is so, that doesn't say what, as one for what was asked before."""
    before = [move.wishes for move in denoter.state.moves if isinstance(move, Ask) and move.wishes]
    if ask.question != "which" or ask.wishes or ask.slots or not before:
        return [step]
    return [Step(replace(ask, wishes=before[-1]), step.frames)]


def _says_where(step: Step, denoter: Denoter) -> bool:
    """Return whether a step but says where the option is that was spoken of: "that's Rome"."""
    move, focus = step.move, denoter.state.focus
    if not isinstance(move, Wish) or not _is_one_place(move, denoter.schema) or len(focus) != 1:
        return False
    return denoter.fulfils(focus[0], (move,))


_OF_OPTIONS = ("facts", "holds", "share", "left", "sum")
"""The questions that may be asked again of another option."""


def _corrected_place(move: Correct, denoter: Denoter) -> Frames:
    """Return the only option at hand in the place that a correction names."""
    if len(move.wishes) != 1 or not _is_one_place(move.wishes[0], denoter.schema):
        return ()
    frame = _only_one_there(move.wishes[0], denoter)
    return (frame,) if frame else ()


def place_at_hand(steps: Steps, denoter: Denoter) -> Steps:
    """Take a place that one of several options at hand is in as a turn to it: "Athens sounds nice"."""
    wishes = [wish for wish in moves_of(steps, Wish) if not _denies_place(wish, denoter.schema)]
    if len(wishes) != 1 or not _is_one_place(wishes[0], denoter.schema):
        return steps
    frame = _only_one_there(wishes[0], denoter)
    if not frame:
        return steps
    others = [_about(step, frame, wishes[0]) for step in steps if step.move is not wishes[0]]
    if steps_of(others, Ask, Book):
        return others
    turn = Step(Return(Described((wishes[0],))), (frame,))
    return each(Wish, lambda step, wish, denoter: [turn])(steps, denoter)


def _denies_place(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish rules out a place, beside one that is named: "not Rome, but Athens looks good"."""
    return wish.slot == schema.place and wish.constraint.op == "not"


def _is_one_place(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for one place."""
    place = Wish(schema.place, Constraint("is", wish.constraint.values[:1]))
    return wish == place and wish.constraint.values != ()


def _only_one_there(wish: Wish, denoter: Denoter) -> int:
    """Return the only one of the options at hand that is in a place, where they are in several; 0 where none is."""
    listed = denoter.at_hand()
    there = [frame for frame in listed if denoter.fulfils(frame, (wish,))]
    places = {denoter.state.value(frame, wish.slot) for frame in listed}
    if len(places) < 2 or len(there) != 1:
        return 0
    return there[0]


def _about(step: Step, frame: int, place: Wish) -> Step:
    """Return a question or a booking of what is spoken of as one of an option; one which is so, as of its place."""
    if isinstance(step.move, Ask) and step.move.question == "which" and step.move.of in (None, Every()):
        return Step(replace(step.move, of=Described((place,))), (frame,))
    if isinstance(step.move, Ask | Book) and step.move.of in (None, It(), Every()):
        return Step(step.move, (frame,))
    return step


def torn_between_places(step: Step, compare: Compare, denoter: Denoter) -> Steps:
    """Take a comparison of places of which not all were shown as a wish: "I can't decide between Rome and Oslo"."""
    match compare.of:
        case Described(wishes=(wish,), of=None) if wish.slot == denoter.schema.place and wish.constraint.op == "is":
            alone = [Wish(wish.slot, Constraint("is", (place,))) for place in wish.constraint.values]
        case _:
            return [step]
    seen = [any(denoter.fulfils(frame, (place,)) for frame in denoter.shown()) for place in alone]
    return [step] if all(seen) else [Step(wish)]


MOST_OTHERS = 4
"""The other options that one may mean to compare; where there are more, others are wanted to compare with."""


def others_to_compare(step: Step, compare: Compare, denoter: Denoter) -> Steps:
    """Take a comparison with more others than one can have in mind as a demand for others."""
    return [Step(More())] if compare.of == Other() and len(step.frames) > MOST_OTHERS else [step]


def places_compared(steps: Steps, denoter: Denoter) -> Steps:
    """Take places with a comparative as a question for the difference of the best options there.

    "Which is cheaper, Athens or Madrid?"
    """
    wishes = moves_of(steps, Wish)
    if len(wishes) != 2 or not _only(steps, Wish):
        return steps
    places, compared = sorted(wishes, key=lambda wish: wish.slot != denoter.schema.place)
    constraint = compared.constraint
    if constraint.values or constraint.op not in _PICKING or places.constraint.op != "is":
        return steps
    direction: Direction = "least" if constraint.op in ("less", "least") else "most"
    there = [
        _best_there(Wish(places.slot, Constraint("is", (place,))), compared.slot, direction, denoter)
        for place in places.constraint.values
    ]
    if len(there) < 2 or not all(there):
        return steps
    options = tuple(there)
    ask = Ask("difference", (compared.slot,), numbered(options))
    return [Step(ask, options), *(step for step in steps if not isinstance(step.move, Wish))]


_PICKING = ("less", "least", "more", "most")


def _best_there(place: Wish, slot: str, direction: Direction, denoter: Denoter) -> int:
    """Return which of the options in a place has the least or the most of a slot; 0 where there is none."""
    there = [frame for frame in denoter.shown() if denoter.fulfils(frame, (place,))]
    measures = denoter.measures(there, slot)
    if not measures:
        return 0
    pick = min if direction == "least" else max
    return pick(measures, key=lambda frame: measures[frame])


def days_as_offered(steps: Steps, denoter: Denoter) -> Steps:
    """Drop a shift of the days that was wished for where all that was offered is off by just that: "a day later is ok".

    It is a word of assent where the turn goes on with what was offered.
    """
    if not steps_of(steps, Book, Return):
        return steps
    return [step for step in steps if not _is_as_offered(step.move, denoter)]


def _is_as_offered(move: Move, denoter: Denoter) -> bool:
    """Return whether a wish shifts a day of the stay by just as much as all options at hand are off it."""
    if not isinstance(move, Wish) or not _by_an_amount(move, denoter.schema) or move.constraint.than is not None:
        return False
    shift, wished = move.constraint.values[0], _day_wished(move.slot, denoter)
    if not isinstance(shift, Number) or wished is None:
        return False
    days = [denoter.state.value(frame, move.slot) for frame in denoter.latest_list()]
    off = {(day.first - wished.first).days for day in days if isinstance(day, Days)}
    return off == {shift.value if move.constraint.op == "more" else -shift.value}


def _day_wished(slot: str, denoter: Denoter) -> Days | None:
    """Return the single day that is wished for in a slot; None where it is none, or several."""
    state, schema = denoter.state, denoter.schema
    held = wishes_for(held_wishes(state, state.memory.active_frame, schema), slot)
    match held[-1:]:
        case [Wish(constraint=Constraint(op="is", values=(Days() as day,)))] if day.exact:
            return day
    return None


def next_in_order(step: Step, move: Ask | Compare | Return, denoter: Denoter) -> Steps:
    """Take the next one behind what was told alone as the extreme of all as the second: "and the next one up?"."""
    found = [wish for wish in _orders_asked_for(denoter.state.moves) if wish.constraint.op in EXTREMES]
    if step.frames or reference_of(move) != Neighbour(1) or not found:
        return [step]
    direction: Direction = "least" if found[0].constraint.op == "least" else "most"
    second = Nth(2, Extreme(found[0].slot, direction, 2))
    return [Step(replace(move, to=second) if isinstance(move, Return) else replace(move, of=second))]


def _orders_asked_for(moves: Sequence[Move]) -> list[Wish]:
    """Return the wishes of a turn, and those by which it asks which option is the extreme."""
    asked = [wish for move in moves if isinstance(move, Ask) and move.question == "extreme" for wish in move.wishes]
    return [*asked, *(move for move in moves if isinstance(move, Wish))]


# Wishes


def said_back(steps: Steps, denoter: Denoter) -> Steps:
    """Take an amount that is just the one of an option at hand as that option's: "are flights in the 539?".

    So is what was just asked and told of it ("a manual is fine"), and its days where nothing else is wished for:
    "September 3 to 8 could work". It is no wish; where a turn says nothing else it turns to that option.
    """
    said = {step: _had_already(step.move, denoter) for step in steps if isinstance(step.move, Wish)}
    stays = {step: _stays_so(step.move, denoter) for step in said if isinstance(step.move, Wish)}
    said = stays if all(stays.values()) else said
    back = {step for step, frames in said.items() if frames}
    others = [step for step in steps if step not in back]
    if back and all(isinstance(step.move, Social | Answer) for step in others):
        frames = said[min(back, key=steps.index)]
        named = numbered(frames)
        return [*others, Step(Return(named), frames)] if named else others
    return others


def _had_already(wish: Wish, denoter: Denoter) -> Frames:
    """Return the options at hand of which a wish but says back what they have."""
    return _with_amount(wish, denoter) or _just_told(wish, denoter)


def _stays_so(wish: Wish, denoter: Denoter) -> Frames:
    """Return the one option spoken of where a wish names a day on which its stay begins or ends."""
    day, focus = next(iter(wish.constraint.values), None), denoter.state.focus
    is_day = isinstance(day, Days) and day.exact and wish.constraint.op == "is" and not wish.constraint.strict
    if not is_day or not is_of_stay(denoter.schema, wish.slot) or len(focus) != 1:
        return ()
    return focus if denoter.state.value(focus[0], wish.slot) == day else ()


def _just_told(wish: Wish, denoter: Denoter) -> Frames:
    """Return the one option at hand that has what is wished for, where the user had just asked about that."""
    state, slot = denoter.state, denoter.schema.slot(wish.slot)
    if slot is None or slot.kind != "category" or wish.of is not None or wish.constraint.op != "is":
        return ()
    asked = [move for move in state.moves if isinstance(move, Ask) and wish.slot in slots_in([move])]
    if not asked or len(state.focus) != 1 or not denoter.fulfils(state.focus[0], (wish,)):
        return ()
    return state.focus


SMALLEST_SAID_BACK = 100
"""The least whole amount that is taken for an option's own: smaller ones are wished for as they are had."""


def _has_told(frame: int, wish: Wish, denoter: Denoter) -> bool:
    """Return whether an option is as it is told: has a price to the whole number, fulfils any other wish."""
    slot, value = denoter.schema.slot(wish.slot), next(iter(wish.constraint.values), None)
    if slot and slot.kind == "money" and isinstance(value, Money) and not wish.constraint.strict:
        had = denoter.measures((frame,), wish.slot).get(frame, 0.0)
        return value.value in (had, int(had), round(had))
    return denoter.fulfils(frame, (wish,))


def _with_amount(wish: Wish, denoter: Denoter) -> Frames:
    """Return the options at hand that have just the amount of a wish, told to the whole number."""
    slot, constraint = denoter.schema.slot(wish.slot), wish.constraint
    if slot is None or slot.kind not in ("money", "number") or wish.of is not None or len(constraint.values) != 1:
        return ()
    amount = getattr(constraint.values[0], "value", 0)
    if constraint.op not in ("is", "at_most", "around") or constraint.strict:
        return ()
    if slot.kind == "number" and constraint.op != "is":
        return ()  # "the vintage has to be at most 2017"; a mere amount of money is the most one pays
    if amount % 50 == 0 or (amount < SMALLEST_SAID_BACK and amount == int(amount)):  # one that happens to be met
        return ()
    had = denoter.measures(denoter.at_hand(), wish.slot)
    if constraint.scope == "person":  # "1035 each is more than some can pay"
        parties = {frame: option.party for frame, option in denoter.state.options.items()}
        people = {frame: party.total or party.adults + party.children for frame, party in parties.items()}
        had = {frame: value / people.get(frame, 1) for frame, value in had.items()}
    return tuple(frame for frame, value in had.items() if amount in (value, int(value), round(value)))


def same_people(step: Step, wish: Wish, denoter: Denoter) -> Steps:
    """Take a number of people that is just how many travel as those: "the five of us" of three adults and two children.

    So are those who were to travel before, where as many were. People who don't travel say nothing of who does.
    """
    schema = denoter.schema
    if wish.slot != schema.party or not wish.constraint.values:
        return [step]
    if wish.constraint.op == "not":
        return []
    said, state = wish.constraint.values[0], denoter.state
    if not isinstance(said, Party) or said.added or said.children or not said.total:
        return [step]
    held = travellers(held_wishes(state, state.memory.active_frame, schema), schema)
    before = (option.party for _, option in sorted(state.options.items(), reverse=True))
    same = next((party for party in (held, *before) if party.adults + party.children == said.total), None)
    if same is None or not same.children:
        return [step]
    return [step._replace(move=replace(wish, constraint=Constraint("is", (replace(same, total=0),))))]


def bounds(step: Step, move: Any, denoter: Denoter) -> Steps:
    """Take a comparison with a day or an hour, which is no amount to be more or less by, as a bound: "before 5 pm"."""
    return [_with_each_wish(step, _bounded)]


def _with_each_wish(step: Step, meant: Callable[[Wish], Wish]) -> Step:
    """Return a step with the wish that its move is, or those that it holds, each as what it is taken for."""
    move: Any = step.move
    if isinstance(move, Wish):
        return step._replace(move=meant(move))
    return step._replace(move=replace(move, wishes=tuple(map(meant, move.wishes))))


def _bounded(wish: Wish) -> Wish:
    constraint = wish.constraint
    relative = RELATIVE_OPERATORS.get(constraint.op)
    if relative is None or not any(isinstance(value, Days | Clock) for value in constraint.values):
        return wish
    return replace(wish, constraint=Constraint(relative.bound, constraint.values, strict=True))


def in_own_money(step: Step, move: Any, denoter: Denoter) -> Steps:
    """Take an amount in another currency as one in the catalogue's own, which nobody can exchange here."""
    return [_with_each_wish(step, partial(_in_own_money, denoter.schema))]


def _in_own_money(schema: Schema, wish: Wish) -> Wish:
    slot = schema.slot(wish.slot)
    if slot is None or slot.kind != "money" or not slot.unit:
        return wish
    values = tuple(
        replace(value, currency=slot.unit) if isinstance(value, Money) and value.currency else value
        for value in wish.constraint.values
    )
    return replace(wish, constraint=replace(wish.constraint, values=values))


def asked_between_values(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question between values of a category as one for its value: "is it economy or business?"."""
    between = [wish.slot for wish in ask.wishes if _is_between_values(wish, denoter.schema)]
    if ask.question != "holds" or not between or len(between) < len(ask.wishes):
        return [step]
    return [step._replace(move=Ask("facts", tuple(between), ask.of))]


def _is_between_values(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for any of several values of a category that isn't a place."""
    slot, constraint = schema.slot(wish.slot), wish.constraint
    return slot is not None and slot.kind == "category" and constraint.op == "is" and len(constraint.values) > 1


def possible_as_wishes(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question for what no option has, but a search may find, as a wish: "could we leave a day later?"."""
    if ask.question != "holds":
        return [step]
    for wish in ask.wishes:
        if not _is_sought(wish, step.frames, denoter):
            return [step]
    return list(map(Step, ask.wishes)) or [step]


def _is_sought(wish: Wish, frames: Sequence[int], denoter: Denoter) -> bool:
    """Return whether a wish is for other days by an amount, or for a place to start from that no option has."""
    if wish.slot == denoter.schema.source:
        return not any(denoter.fulfils(frame, (wish,)) for frame in frames)
    return _by_an_amount(wish, denoter.schema)


def _by_an_amount(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish is for other days, so many more or fewer: "a day later", "two days longer"."""
    return wish.constraint.is_relative and wish.constraint.values != () and is_of_stay(schema, wish.slot)


def wish_of_one(steps: Steps, denoter: Denoter) -> Steps:
    """Take a wish about several options as one about none of them, and some wishes as ones about "it".

    Such are those for other days, and for another value of what was just wished of one option: "the Anselm in business
    class?", "And in economy?". "It" is the option that the turn goes to, else the one that was spoken of.
    """
    turned = [step.frames for step in steps_of(steps, Return)]
    spoken_of = turned[0] if len(turned) == 1 else denoter.state.focus
    begins_anew = bool(steps_of(steps, Drop))

    def as_meant(step: Step, wish: Wish, denoter: Denoter) -> Steps:
        if len(step.frames) > 1:
            looks_on = wish.of == Other() and wish.constraint.op in ("least", "most")  # "the rest, lightest first"
            wished = Step(replace(wish, of=None))
            return [Step(More()), wished] if looks_on else [wished]
        meant = _by_an_amount(wish, denoter.schema) or _was_wished_of_one(wish, denoter)
        if wish.of is None and len(spoken_of) == 1 and meant and not begins_anew:
            return [Step(replace(wish, of=Numbered(spoken_of[0])), spoken_of)]
        return [step]

    return each(Wish, as_meant)(steps, denoter)


def _was_wished_of_one(wish: Wish, denoter: Denoter) -> bool:
    """Return whether the turn before wished for something of one option, of which the wish names another value."""
    before = [move for move in denoter.state.moves if isinstance(move, Wish) and move.of is not None]
    return any(move.slot == wish.slot and move.constraint != wish.constraint for move in before)


def known_as_wished(steps: Steps, denoter: Denoter) -> Steps:
    """Take days and a place that an option has, or one of its name, as a turn to it: "the Anselm, 10 to 18, fits".

    Beside a booking of "it", that option is booked.
    """
    said = [step for step in steps if isinstance(step.move, Wish) and step.move.of is not None]
    wishes = [replace(wish, of=None) for wish in moves_of(said, Wish)]
    booked = steps_of(steps, Book)
    if steps_of(steps, Change) or not all(_tells_stay(wish, denoter.schema) for wish in wishes):
        return steps
    if [step.move for step in booked] not in ([], [Book()], [Book(It())]):
        return steps
    options = {step.frames for step in said}
    if list(map(len, options)) != [1]:
        return steps
    ((named,),) = options
    known = [named, *reversed(_called_alike(named, denoter))]
    fitting = [frame for frame in known if all(has_already(frame, wish, denoter) for wish in wishes)]
    if not fitting:
        return steps
    to: Reference = Numbered(fitting[0])
    if fitting[0] == named:  # the words that name it may be read again
        to = next(move.of for move in moves_of(said, Wish) if move.of)
    turned = Step(Book(to) if booked else Return(to), (fitting[0],))
    rest = [step for step in steps if step is said[0] or step not in (*said, *booked)]
    return [turned if step is said[0] else step for step in rest]


def _called_alike(frame: int, denoter: Denoter) -> Frames:
    """Return the options that have the name of one, each item once."""
    name = denoter.schema.name
    called = denoter.state.value(frame, name)
    return tuple(each for each in denoter.shown() if denoter.state.value(each, name) == called)


def _tells_stay(wish: Wish, schema: Schema) -> bool:
    """Return whether a wish says when or where an option is, and not by another one."""
    if wish.constraint.is_relative or not wish.constraint.values:
        return False
    return is_of_stay(schema, wish.slot) or wish.slot in (schema.place, schema.source)


def other_days_of_named(steps: Steps, denoter: Denoter) -> Steps:
    """Take a turn to an option by its name, beside days that it hasn't, as a wish for it on those days."""
    schema, turned = denoter.schema, steps_of(steps, Return)
    wishes = moves_of(steps, Wish)
    if len(turned) != 1 or len(turned[0].frames) != 1 or not named_in(reference_of(turned[0].move), schema.name):
        return steps
    frame = turned[0].frames[0]
    if not wishes or not all(wish.of is None and is_of_stay(schema, wish.slot) for wish in wishes):
        return steps
    if all(has_already(frame, wish, denoter) for wish in wishes):
        return steps
    of_named = [
        Step(replace(step.move, of=Numbered(frame)), (frame,)) if isinstance(step.move, Wish) else step
        for step in steps
    ]
    return [step for step in of_named if step is not turned[0]]


# Bookings


def booked_as_told(steps: Steps, denoter: Denoter) -> Steps:
    """Take a booking by name before one of another stay of that name as that one: "the Anselm. Book the one in May"."""
    found = list[Step]()
    for at, step in enumerate(steps):
        if not any(_is_told_by(step, told, denoter) for told in steps[at + 1 :]):
            found.append(step)
    return found


def _is_told_by(named: Step, told: Step, denoter: Denoter) -> bool:
    """Return whether a booking by a name alone is told more of by another one, of an option that is called the same."""
    if not isinstance(named.move, Book) or not isinstance(told.move, Book):
        return False
    if not isinstance(named.move.of, Named) or len(named.frames) != 1 or len(told.frames) != 1:
        return False
    described = description(told.move.of)
    name = denoter.schema.name
    alike = denoter.state.value(named.frames[0], name) == denoter.state.value(told.frames[0], name)
    return alike and bool(described) and not wishes_for(described, name)


def booked_by_mistake(steps: Steps, denoter: Denoter) -> Steps:
    """Take a turn to another option with a denial, right after a booking, as one to book that instead."""
    booked = denoter.state.just_booked
    if len(booked) != 1 or not _only(steps, Answer, Reject, Correct, Return):
        return steps
    if not steps_of(steps, Reject, Correct) and NO not in moves_of(steps, Answer):
        return steps
    others = [step.frames for step in steps_of(steps, Return) if step.frames != booked]
    if list(map(len, others)) != [1]:
        return steps
    change = Change((), numbered(booked), numbered(others[0]))
    return [Step(change, others[0])]


def booked_as_before(steps: Steps, denoter: Denoter) -> Steps:
    """Take what is booked with the last wish taken back as the option that was spoken of before it.

    "Keep the dates. Book it": what the wish has found is meant where it is one option, and all that was wished for.
    """
    state = denoter.state
    if not any(move == Correct(()) for move in moves_of(steps, Correct)) or not steps_of(steps, Book):
        return steps
    rest = [step for step in steps if step.move != Correct(())]
    changed = any(isinstance(move, Wish | Change) for move in state.moves)
    before = state.known(state.moments[-1].focus) if changed and state.moments else ()
    if len(before) != 1 or (len(state.focus) == 1 and not state.failed):
        return rest

    def of_before(step: Step, book: Book, denoter: Denoter) -> Steps:
        return [Step(Book(Numbered(before[0])), before) if book.of in (None, It(), Every()) else step]

    return each(Book, of_before)(rest, denoter)


def correction_of_change(steps: Steps, denoter: Denoter) -> Steps:
    """Take what is corrected while a change is asked about as one of the change: "no, we're six in all"."""
    pending = denoter.state.pending
    asked = [move for move in pending.on_yes if isinstance(move, Change)]
    if pending.purpose != "change" or len(asked) != 1 or not _only(steps, Answer, Correct, Wish):
        return steps
    corrected = list(chain.from_iterable(move.wishes for move in moves_of(steps, Correct)))
    wishes = [*corrected, *moves_of(steps, Wish)]
    frames = denoter.bookings(asked[0].of)
    named = {step.frames for step in steps_of(steps, Wish) if step.frames}
    if len(frames) != 1 or not wishes or not named <= {frames, pending.options}:
        return steps
    if YES in moves_of(steps, Answer) or not all(_may_change(wish, frames[0], denoter) for wish in wishes):
        return steps
    said = {wish.slot for wish in wishes}
    before = [wish for wish in _wished_of_change(denoter.state.moves) if wish.slot not in said]
    return [Step(Change(tuple(replace(wish, of=None) for wish in (*before, *wishes)), asked[0].of), frames)]


def _wished_of_change(moves: Iterable[Move]) -> Iterator[Wish]:
    """Yield the wishes of a turn that asked for a change."""
    for move in moves:
        if isinstance(move, Wish):
            yield move
        elif isinstance(move, Change | Correct):
            yield from move.wishes


def change_of_booking(steps: Steps, denoter: Denoter) -> Steps:
    """Take other travellers, days or classes for a booking as a change of it: "make it three people", "Rome for three".

    The booking is the one that is spoken of, or the only one in the place that is named. What the turn says of it as
    it is, only describes it: "the Cancun booking, I want it from Boston for three".
    """
    if not _only(steps, Wish, Answer, Ask, Return, *_counted_people(denoter.schema)) or NO in moves_of(steps, Answer):
        return steps
    turned_to = [frame for step in steps_of(steps, Return) for frame in step.frames]
    if not set(turned_to) <= set(denoter.denote(Booked())):
        return steps
    if any(ask.question not in _OF_PRICE for ask in moves_of(steps, Ask)):
        return steps
    place, others = _place_named(moves_of(steps, Wish), denoter.schema)
    others = _latest(others)
    booked = _booked_there(place, denoter) if place else _booking_meant(steps, denoter)
    if booked and turned_to:
        others = [wish for wish in others if not has_already(booked, wish, denoter)]
    if not booked or not others or not all(_may_change(wish, booked, denoter) for wish in others):
        return steps
    unnamed = tuple(replace(wish, of=None) for wish in others)
    return [Step(Change(unnamed, Numbered(booked)), (booked,))]


def _counted_people(schema: Schema) -> tuple[type[Move], ...]:
    """Return the moves that may but say again how many travel: "my wife comes along, change it to two"."""
    return (Note,) if schema.party and not schema.stock else ()


_OF_PRICE = ("sum", "facts")
"""The questions that a change answers by itself: it says what it would cost."""


def people_asked_for(step: Step, ask: Ask, denoter: Denoter) -> Steps:
    """Take a question whether an option has other people as a wish for them: "can you add one more to it?".

    One that isn't booked is priced for them: "would it be for two at that price?".
    """
    of_people = ask.wishes != () and all(wish.slot == denoter.schema.party for wish in ask.wishes)
    if ask.question != "holds" or not of_people:
        return [step]
    if not set(denoter.denote(Booked())).isdisjoint(step.frames):
        return list(map(Step, ask.wishes))
    frames = denoter.state.known(step.frames)
    if len(frames) != 1 or all(_is_for(frames[0], wish, denoter) for wish in ask.wishes):
        return [step]
    return [Step(replace(wish, of=Numbered(frames[0])), frames) for wish in ask.wishes]


def _is_for(frame: int, wish: Wish, denoter: Denoter) -> bool:
    """Return whether an option was priced for just those whom a wish names."""
    return wish.constraint.values == (denoter.state.options[frame].party,)


def terms_of_named(steps: Steps, denoter: Denoter) -> Steps:
    """Take other people beside one option that is booked, picked or asked about as wished for with it.

    "We are six: book it", "he's seven, and we take the cheapest": so it is that option which is priced for them, and
    no others are looked for. The same goes for a class beside a question for the price, and for days beside an option
    that is booked by its name.
    """
    wishes = moves_of(steps, Wish)
    wishes += [wish for move in moves_of(steps, Correct) for wish in move.wishes]
    named = {denoter.state.known(step.frames) for step in steps_of(steps, Book, Ask, Return)}
    fixed = {denoter.schema.party}
    if _asks_for_price(steps, denoter.schema):
        fixed.update(_classes(denoter.schema))
    if any(isinstance(book.of, Named) for book in moves_of(steps, Book)):
        fixed.update((*denoter.schema.windows, *denoter.schema.lengths))
    if len(named) != 1 or any(wish.slot not in fixed or wish.of is not None for wish in wishes):
        return steps
    frames = named.pop()
    if len(frames) != 1 or all(says_nothing_new(frames[0], wish, denoter) for wish in wishes):
        return steps

    def of_option(step: Step, move: Wish | Correct, denoter: Denoter) -> Steps:
        said = (move,) if isinstance(move, Wish) else move.wishes
        return [Step(replace(wish, of=Numbered(frames[0])), frames) for wish in said]

    return each(Wish | Correct, of_option)(steps, denoter)


def says_nothing_new(frame: int, wish: Wish, denoter: Denoter) -> bool:
    """Return whether an option has what is wished for, the ages of those who travel, too."""
    ages = [age for value in wish.constraint.values if isinstance(value, Party) for age in value.ages]
    return has_already(frame, wish, denoter) and (not ages or _is_for(frame, wish, denoter))


def _asks_for_price(steps: Steps, schema: Schema) -> bool:
    """Return whether nothing but prices is asked for, or shares of them."""
    price = schema.price.name if schema.price else ""
    asked = moves_of(steps, Ask)
    return asked != [] and all(ask.question in ("facts", "share") and ask.slots == (price,) for ask in asked)


def _classes(schema: Schema) -> list[str]:
    """Return the categories in which the same stay can be had otherwise, but for what it is and where."""
    fixed = (schema.name, schema.place, schema.source)
    return [slot.name for slot in schema.of_kind("category") if schema.windows and slot.name not in fixed]


def _place_named(wishes: Sequence[Wish], schema: Schema) -> tuple[Wish | None, Sequence[Wish]]:
    """Return the only wish for a place among some, if there is one, and the other wishes."""
    places = [wish for wish in wishes if wish.slot == schema.place]
    if len(places) != 1 or not _is_one_place(places[0], schema):
        return None, wishes
    return places[0], [wish for wish in wishes if wish is not places[0]]


def _latest(wishes: Sequence[Wish]) -> Sequence[Wish]:
    """Return the last wish for each slot; one that tells a value goes before what only tells more or less."""
    latest = dict[str, Wish]()
    for wish in sorted(wishes, key=lambda wish: wish.constraint.op == "is"):
        latest[wish.slot] = wish
    return tuple(latest.values())


def _booked_there(place: Wish, denoter: Denoter) -> int:
    """Return the only booked option in a place; 0 where there is none, or several."""
    there = denoter.denote(Described((replace(place, of=None),), Booked()))
    return there[0] if len(there) == 1 else 0


def _may_change(wish: Wish, booked: int, denoter: Denoter) -> bool:
    """Return whether a wish is for other travellers, days or a class than a booked option has."""
    schema = denoter.schema
    slot = schema.slot(wish.slot)
    if slot is None or wish.constraint.op == "any":
        return False
    if wish.slot == schema.party or is_of_stay(schema, wish.slot):
        return not denoter.fulfils(booked, (wish,)) or wish.slot == schema.party
    named = wish.slot in (schema.name, schema.place, schema.source)
    return slot.kind == "category" and not named and bool(schema.windows) and not denoter.fulfils(booked, (wish,))


def _booking_meant(steps: Steps, denoter: Denoter) -> int:
    """Return the booked option that wishes name, else the one that is spoken of; 0 where it isn't one."""
    focus = denoter.state.focus
    named = {step.frames for step in steps if reference_of(step.move)}
    if not named and len(focus) == 1:
        named.add(focus)
    if len(named) != 1:
        return 0
    booked = set(denoter.denote(Booked())).intersection(*named)
    if len(booked) != 1:
        return 0
    return booked.pop()


def other_booking(step: Step, cancel: Cancel, denoter: Denoter) -> Steps:
    """Take the other booking as the one that wasn't spoken of before the turn, which speaks of it itself."""
    if not isinstance(cancel.of, Other):
        return [step]
    frames = denoter.bookings(cancel.of)
    named = numbered(frames)
    return [Step(Cancel(named if len(frames) == 1 else Described((), named)), frames)] if named else [step]


def change_of_the_booking(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take a change of what only its own value describes as one of the booking: "two nights longer", of two nights."""
    described, booked = description(change.of), denoter.denote(Booked())
    changed = {(wish.slot, value) for wish in change.wishes for value in wish.constraint.values}
    own = {(wish.slot, value) for wish in described for value in wish.constraint.values}
    if step.frames or len(booked) != 1 or not own or not own <= changed:
        return [step]
    return [Step(replace(change, of=Numbered(booked[0])), booked)]


def change_there(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take a place that a change is wished for with as that of the booking: "upgrade us to business for Rome"."""
    place, others = _place_named(change.wishes, denoter.schema)
    if place is None or change.of is not None or not others:
        return [step]
    booked = _booked_there(place, denoter)
    return [Step(Change(tuple(others), Numbered(booked)), (booked,))] if booked else [step]


def change_of_one_spoken_of(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take other people for one of several bookings that isn't named as those of the one that is spoken of.

    "Our neighbour comes along, make it three": it is asked about before it is changed.
    """
    booked, focus = denoter.denote(Booked()), denoter.state.focus
    is_for_others = change.wishes != () and {wish.slot for wish in change.wishes} == {denoter.schema.party}
    if not is_for_others or change.of not in (None, Booked()) or len(booked) < 2:
        return [step]
    if len(focus) != 1 or focus[0] not in booked:
        return [step]
    return [Step(replace(change, of=Numbered(focus[0])), focus)]


def exchange(steps: Steps, denoter: Denoter) -> Steps:
    """Take a change that doesn't say into what as one into the option beside it: "the Anselm sounds good, swap it".

    Of two options that are exchanged the booked one is given up, in whatever order they are named.
    """
    named = [step for step in steps_of(steps, Return) if _is_unbooked(step.frames, denoter)]
    found = list[Step]()
    for step in steps:
        match step.move:
            case Change(wishes=(), to=None) if len(named) == 1:
                found.append(Step(Change((), step.move.of, numbered(named[0].frames)), named[0].frames))
            case Change(of=of, to=to) if to is not None and not _is_unbooked(step.frames, denoter):
                given_up = denoter.denote(of) if of is not None else ()
                turned = _is_unbooked(given_up, denoter)
                found.append(Step(Change((), to, of), given_up) if turned else step)
            case Return() if step in named and any(isinstance(other.move, Change) for other in steps):
                continue
            case _:
                found.append(step)
    return found


def asked_of_booked(steps: Steps, denoter: Denoter) -> Steps:
    """Take what is asked of all as asked of the one that the turn books: "how much is it for the three?"."""
    booked = [step.frames for step in steps_of(steps, Book)]
    if len(booked) != 1 or len(booked[0]) != 1:
        return steps
    asked = Ask("facts", of=Every())
    return [
        Step(replace(step.move, of=numbered(booked[0])), booked[0])
        if isinstance(step.move, Ask) and replace(step.move, slots=()) == asked and booked[0][0] in step.frames
        else step
        for step in steps
    ]


def difference_of_change(steps: Steps, denoter: Denoter) -> Steps:
    """Ask by how much the option into which a booking is changed differs from what was booked."""
    changes = [(step.move.of, step.frames) for step in steps if isinstance(step.move, Change) and step.move.to]
    if len(changes) != 1:
        return steps
    ((changed, chosen),) = changes
    given_up = denoter.denote(changed or Booked())
    if len(given_up) != 1 or len(chosen) != 1:
        return steps
    both = (*given_up, *chosen)
    return [
        Step(replace(step.move, of=numbered(both)), both)
        if isinstance(step.move, Ask) and step.move.question == "difference" and step.move.of is None
        else step
        for step in steps
    ]


def _is_unbooked(frames: Frames, denoter: Denoter) -> bool:
    """Return whether frames are those of a single option that isn't booked."""
    return len(frames) == 1 and frames[0] not in denoter.denote(Booked())


def change_as_wishes(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take a change as wishes for the booking that it is of; where none is, for the option that is spoken of."""
    if change.to is not None:
        return [step]
    pronoun = change.of in (None, It())
    booked = denoter.bookings(It() if pronoun else change.of)
    if len(booked) == 1:
        return [*_wishes_for(change.wishes, booked[0]), step]
    if booked or not pronoun:
        return [step]
    if len(step.frames) == 1:
        return _wishes_for(change.wishes, step.frames[0])
    return [*map(Step, change.wishes)]


def swap_of_just_booked(step: Step, change: Change, denoter: Denoter) -> Steps:
    """Take a change to another option, of what no booking is, as one of what was just booked: "no, I meant the second".

    What it is of was read out of other words; it is asked about first.
    """
    booked = denoter.state.just_booked
    if change.to is None or change.of is None or len(booked) != 1 or denoter.bookings(change.of):
        return [step]
    return [step._replace(move=replace(change, of=Numbered(booked[0])))]


def change_as_asked(steps: Steps, denoter: Denoter) -> Steps:
    """Take what is asked beside a change that doesn't say into what as the change: "move it: can it be earlier?"."""
    changes = [step for step in steps_of(steps, Change) if step.move == Change((), reference_of(step.move))]
    asked = [step for step in steps_of(steps, Ask) if _asks_whether_it_may_be(step.move)]
    if len(changes) != 1 or len(asked) != 1:
        return steps
    move = Change(tuple(chain.from_iterable(ask.wishes for ask in moves_of(asked, Ask))), reference_of(changes[0].move))
    rest = [step for step in steps if step is not asked[0]]
    return [Step(move, step.frames) if step is changes[0] else step for step in rest]


def _asks_whether_it_may_be(move: Move) -> bool:
    """Return whether a question is whether what is spoken of may be as is wished for."""
    return isinstance(move, Ask) and move.question == "holds" and move.of in (None, It())


def people_of_booking(steps: Steps, denoter: Denoter) -> Steps:
    """Let those travel who are booked where a booking is changed and nobody says who travels."""
    party, state = denoter.schema.party, denoter.state
    if not party or any(isinstance(step.move, Wish) and step.move.slot == party for step in steps):
        return steps
    held = held_wishes(state, state.memory.active_frame, denoter.schema)
    for step in steps_of(steps, Change):
        change = step.move
        booked = denoter.bookings(change.of) if isinstance(change, Change) and change.wishes else ()
        people = [state.options[frame].party for frame in booked]
        if len(people) == 1 and people[0] != travellers(held, denoter.schema):
            return [Step(Wish(party, Constraint("is", (people[0],)))), *steps]
    return steps


def _wishes_for(wishes: Sequence[Wish], frame: int) -> list[Step]:
    """Return wishes for an option, relative ones measured by it."""
    this, found = Numbered(frame), list[Step]()
    for wish in wishes:
        constraint = wish.constraint
        if constraint.is_relative:
            constraint = replace(constraint, than=this)
        found.append(Step(Wish(wish.slot, constraint, this), (frame,)))
    return found


def wishes_for_booked(steps: Steps, denoter: Denoter) -> Steps:
    """Take wishes for the option that a turn books as what is so of it: "book the Anselm, with breakfast".

    What it has needs no search, but for whom it is priced is said where others travel now; whether it has what it seems
    to lack is asked, so that the user is told.
    """
    booked = {step.frames for step in steps_of(steps, Book) if len(step.frames) == 1}
    state, schema = denoter.state, denoter.schema
    travel = travellers(held_wishes(state, state.memory.active_frame, schema), schema)

    def as_held(step: Step, wish: Wish, denoter: Denoter) -> Steps:
        if wish.of is None or step.frames not in booked:
            return [step]
        if has_already(step.frames[0], wish, denoter):
            is_for_others = wish.slot == schema.party and state.options[step.frames[0]].party != travel
            return [step] if is_for_others else []
        slot = denoter.schema.slot(wish.slot)
        if slot and slot.kind == "yes_no" and slot.bearing == "value":
            return [Step(Ask("holds", (), wish.of, (replace(wish, of=None),)), step.frames)]
        return [step]

    return each(Wish, as_held)(steps, denoter)


def asked_of_booking(steps: Steps, denoter: Denoter) -> Steps:
    """Take features beside a question for what is booked as asked of the only booking: "is it booked? And the gym?".

    So are figures of all bookings: "what have I booked, and how much is that each?".
    """
    booked = denoter.denote(Booked())
    if not booked or Recall("bookings") not in moves_of(steps, Recall):
        return steps
    steps = [_of_all_booked(step, booked) for step in steps]
    if len(booked) != 1 or not _only(steps, *_ABOUT_BOOKING):
        return steps

    def as_asked(step: Step, wish: Wish, denoter: Denoter) -> Steps:
        slot = denoter.schema.slot(wish.slot)
        if wish.of is not None or slot is None or slot.kind != "yes_no":
            return [step]
        return [Step(Ask("holds", (), Numbered(booked[0]), (wish,)), booked)]

    return each(Wish, as_asked)(steps, denoter)


def _of_all_booked(step: Step, booked: Frames) -> Step:
    """Return a question for a sum or a share as one of all that is booked, where it names nothing."""
    ask = step.move
    if not isinstance(ask, Ask) or ask.of is not None or ask.question not in ("sum", "share"):
        return step
    return Step(replace(ask, of=Booked()), booked)


_ABOUT_BOOKING = (Recall, Wish, Note, Particulars, OutOfScope)
"""The moves of a turn that only asks about what is booked."""


def has_already(frame: int, wish: Wish, denoter: Denoter) -> bool:
    """Return whether an option is as wished, and was priced for the people that are wished for."""
    if any(isinstance(value, Party) and value.added for value in wish.constraint.values):
        return False
    if wish.slot == denoter.schema.party:
        said = travellers((wish,), denoter.schema)
        option = denoter.state.options[frame]
        return (said.adults, said.children) == (option.party.adults, option.party.children)
    return denoter.fulfils(frame, (wish,))


def sum_of_bookings(steps: Steps, denoter: Denoter) -> Steps:
    """Take a question for a sum behind what is booked or cancelled as one of bookings: "book it. What's the total?"."""
    found = list[Step]()
    for at, step in enumerate(steps):
        before = steps[:at]
        done = steps_of(before, Book, Cancel, Change) or Recall("bookings") in [each.move for each in before]
        asks_for_both = isinstance(step.move, Ask) and _asks_for_both(step.move, before, denoter)
        if asks_for_both or (done and isinstance(step.move, Ask) and _asks_for_total(step.move, before, denoter)):
            step = Step(replace(step.move, question="sum", of=Booked()), denoter.denote(Booked()))
        found.append(step)
    return found


def _asks_for_both(ask: Ask, before: Steps, denoter: Denoter) -> bool:
    """Return whether a question beside or behind the second booking is for what both cost."""
    state, price = denoter.state, denoter.schema.price
    booking = steps_of(before, Book)
    standing = len(state.standing) + sum(len(step.frames) for step in booking)
    asks_for_prices = price is not None and ask.question == "facts" and ask.slots == (price.name,)
    is_of_two = (ask.question == "sum" or asks_for_prices) and ask.of == Every(2)
    return is_of_two and standing == 2 and bool(state.just_booked or booking)


def _asks_for_total(ask: Ask, before: Steps, denoter: Denoter) -> bool:
    """Return whether a question is for a sum of what nobody names; behind a cancellation, for the price, too."""
    price = denoter.schema.price
    after_cancelling = steps_of(before, Cancel) and price is not None and ask.slots == (price.name,)
    questions = ("sum", "facts") if after_cancelling else ("sum",)
    return ask.question in questions and ask.of in (None, It(), Every())


def picked_by_facts(steps: Steps, denoter: Denoter) -> Steps:
    """Take wishes beside several options that are booked or turned to as what tells which: "the Anselm, 10 to 18"."""
    turns = steps_of(steps, Book, Return)
    if len(turns) != 1:
        return steps
    (turn,) = turns
    meant = _all_so_named(turn, denoter)
    if len(meant) < 2 or isinstance(reference_of(turn.move), Together | Every):
        return steps  # several are meant, whatever is said beside them
    said = [step for step in steps if _tells_which(step, turn, denoter.schema)]
    wishes = [replace(wish, of=None) for wish in moves_of(said, Wish)]
    picked = [frame for frame in meant if all(_has_told(frame, wish, denoter) for wish in wishes)]
    if not said or len(picked) != 1:
        return steps
    named = numbered(picked)
    move = replace(turn.move, of=named) if isinstance(turn.move, Book) else Return(named or It())
    rest = [step for step in steps if step not in said]
    return [Step(move, tuple(picked)) if step is turn else step for step in rest]


def _all_so_named(turn: Step, denoter: Denoter) -> Frames:
    """Return the options that a turn may mean: of one to book that is meant by its name, all that are called so."""
    if not isinstance(turn.move, Book) or len(turn.frames) != 1:
        return turn.frames
    by_name = named_in(turn.move.of, denoter.schema.name)
    return _called_alike(turn.frames[0], denoter) if by_name else turn.frames


def _tells_which(step: Step, turn: Step, schema: Schema) -> bool:
    """Return whether a wish of a turn may say which of several options is meant: none for other people does."""
    if not isinstance(step.move, Wish) or step.move.constraint.is_relative or not step.move.constraint.values:
        return False
    return step.move.slot != schema.party and (step.move.of is None or step.frames == turn.frames)


def trip_not_booked_yet(steps: Steps, denoter: Denoter) -> Steps:
    """Take the trip behind those that are booked as another one: "now the second trip: somewhere with a beach".

    Beside a booking that is just made, so is one for others or elsewhere: "book it. The second trip is for my sister".
    """
    schema = denoter.schema
    if not schema.windows:
        return steps
    due = len(denoter.state.standing) + len(steps_of(steps, Book)) + 1
    keeping = tuple(slot for slot in (schema.source, schema.party) if slot)
    found, begun = list[Step](), False
    for step in steps:
        if not _is_of_trip(step, due, schema, just_booked=bool(steps_of(found, Book))):
            found.append(step)
            continue
        if not begun:
            found.append(Step(Drop(keeping=keeping)))
            begun = True
        if isinstance(step.move, Wish):
            found.append(Step(replace(step.move, of=None)))
    return found


def _is_of_trip(step: Step, due: int, schema: Schema, *, just_booked: bool) -> bool:
    """Return whether a move turns to the trip that is `due` to be booked next, or wishes for something of it."""
    move = step.move
    if not isinstance(move, Return | Wish):
        return False
    reference = reference_of(move)
    if reference == Nth(due, Booked()):
        return True
    if not just_booked or reference != Nth(due) or not isinstance(move, Wish):
        return False
    return move.slot in {slot.name for slot in schema.of_kind("place", "party", "date")}


MOST_GUESTS = 12
"""How many people one looks for seats for at most; who wants more seats wants a place of that size."""


def guests_who_pay(steps: Steps, denoter: Denoter) -> Steps:
    """Count those for whom something is booked, where its price is each person's: "book it for two".

    So are those for whom a booking is changed ("make it for four"), and, as guests that one has to agree to, those
    for whom seats were looked for.
    """
    if not denoter.schema.guests or not steps_of(steps, Book, Change):
        return steps
    changed = chain.from_iterable(change.wishes for change in moves_of(steps, Change))
    described = chain.from_iterable(map(_descriptions, moves_of(steps, Book)))
    noted = [note.count for note in moves_of(steps, Note) if note.count]
    said = [*noted, *_guests((*moves_of(steps, Wish), *changed, *described), denoter.schema)]
    if said:
        return [*steps, Step(Note(count=said[-1]))]
    if moves_of(steps, Change) or denoter.state.terms.number:
        return steps
    held = held_wishes(denoter.state, denoter.state.memory.active_frame, denoter.schema)
    sought = [number for number in _guests(held, denoter.schema) if number <= MOST_GUESTS]
    return [*steps, *(Step(Note(count=number, particular="guests")) for number in sought[-1:])]


def _descriptions(book: Book) -> tuple[Wish, ...]:
    """Return the wishes by which a booking describes options, or those among which one is: "the first for two"."""
    within = book.of.of if isinstance(book.of, Nth) else None
    return (*description(book.of), *description(within))


def _guests(wishes: Iterable[Wish], schema: Schema) -> Iterator[int]:
    """Yield how many guests wishes are for."""
    for wish in wishes_for(wishes, schema.guests):
        held = next(iter(wish.constraint.values), None)
        if isinstance(held, Number) and wish.constraint.op == "at_least":  # "it has but 30 seats" counts nobody
            yield int(held.value)


def priced_for_others(steps: Steps, denoter: Denoter) -> Steps:
    """Have an option that was priced for others looked for again, for those who travel now, before it is booked."""
    state, schema = denoter.state, denoter.schema
    held = held_wishes(state, state.memory.active_frame, schema)
    said = wishes_for(held, schema.party)
    if not said or moves_of(steps, Wish):
        return steps
    party = travellers(held, schema)

    def repriced(step: Step, book: Book, denoter: Denoter) -> Steps:
        frames = state.known(step.frames)
        if len(frames) != 1 or state.options[frames[0]].party == party:
            return [step]
        return [*_wishes_for(said[-1:], frames[0]), step]

    return each(Book, repriced)(steps, denoter)


# Descriptions


def description_as_wishes(step: Step, move: Return | Wish | Ask | Book, denoter: Denoter) -> Steps:
    """Take a description that nothing shown fulfils as wishes: "the cheapest in Madrid".

    What is to be booked is looked for only where nothing was shown, and shown first: "book me the cheapest trip".
    """
    wishes = description(reference_of(move))
    if step.frames or not wishes:
        return [step]
    if isinstance(move, Book):
        if denoter.state.options or wishes_for(wishes, denoter.schema.name):
            return [step]
    elif isinstance(move, Wish):  # "the lightest under 1500", where nothing was shown
        wishes = (*wishes, replace(move, of=None))
    elif isinstance(move, Ask):
        if not _searches(move, denoter.schema):
            return [step]
        wishes = (*wishes, *move.wishes)
    return list(map(Step, wishes))


def _searches(ask: Ask, schema: Schema) -> bool:
    """Return whether a question about what nothing shown is looks for it: "what is the biggest flat with a lift?"."""
    if ask.question in ("facts", "holds") and isinstance(ask.of, Extreme):
        return True
    wishes = description(ask.of)
    told = {wish.slot for wish in wishes if wish.constraint.op == "is"}
    if schema.price and schema.price.name in told and not told.isdisjoint(schema.windows):
        return True  # told of in a list of days: "what was the one for $1,998.46 that leaves on August 8?"
    return ask.question == "holds" and len(wishes) == 1 and wishes[0].slot == schema.place


def description(reference: Reference | None) -> tuple[Wish, ...]:
    """Return the wishes by which a reference describes options."""
    if isinstance(reference, Every) and isinstance(reference.of, Described):
        return reference.of.wishes
    if isinstance(reference, Described):
        return (*(description(reference.of) if isinstance(reference.of, Described) else ()), *reference.wishes)
    if not isinstance(reference, Extreme):
        return ()
    inner = reference.of.wishes if isinstance(reference.of, Described) else ()
    if not reference.slot:
        return inner
    return (*inner, Wish(reference.slot, Constraint(reference.direction)))


def named_in(reference: Reference | None, name: str) -> tuple[Value, ...]:
    """Return the names by which a reference means options, whose slot is `name`."""
    parts = reference.parts if isinstance(reference, Together) else (reference,)
    named = list[Value]()
    for part in parts:
        if isinstance(part, Named):
            named.append(Text(part.name))
        named += chain.from_iterable(wish.constraint.values for wish in description(part) if wish.slot == name)
    return tuple(dict.fromkeys(named))


def place_in_order_varied(step: Step, move: Return | Book, denoter: Denoter) -> Steps:
    """Take an option by order that is described otherwise than it is as wishes: "the first one in business"."""
    match reference_of(move):
        case Nth(n=n, of=Described(wishes=wishes), count=1) if not step.frames:
            of = Nth(n)
        case _:
            return [step]
    frames = denoter.denote(of)
    if len(frames) != 1:
        return [step]
    return [Step(replace(wish, of=of), frames) for wish in wishes]


def start_left_open(steps: Steps, denoter: Denoter) -> Steps:
    """Take any place, where it was asked where from, as setting out anywhere."""
    schema, asked = denoter.schema, denoter.state.pending.slots
    if not schema.source or schema.source not in asked or len(steps) != 1:
        return steps
    any_place = Wish(schema.place, Constraint("any"))
    open_start = Step(Wish(schema.source, Constraint("any")))
    return [open_start] if steps[0].move == any_place else steps


def told_all_of(steps: Steps, denoter: Denoter) -> Steps:
    """Take a question for all that there is to tell of one option, and nothing else, as a turn to it."""
    asked = steps_of(steps, Ask)
    if len(asked) != 1 or not _only(steps, Ask):
        return steps
    (step,) = asked
    ask = step.move
    if not isinstance(ask, Ask) or ask.question != "facts" or ask.slots or ask.of is None or len(step.frames) != 1:
        return steps
    return [Step(Return(ask.of), step.frames) if each is step else each for each in steps]


def bookings_turned_to(step: Step, move: Return, denoter: Denoter) -> Steps:
    """Take a turn to all bookings as a question what is booked."""
    return [Step(Recall("bookings"))] if move.to in (Booked(), Every(of=Booked())) else [step]


def beyond_the_list(step: Step, move: Return, denoter: Denoter) -> Steps:
    """Take a turn to what the list at hand doesn't show as a demand for more: "the fourth one" of three shown."""
    shown = denoter.latest_list()
    beyond = isinstance(move.to, Nth) and move.to.of is None and move.to.n == len(shown) + 1
    rest = move.to == Other() and len(shown) > 1
    return [Step(More())] if shown and not step.frames and (beyond or rest) else [step]


def anything_there_is(step: Step, move: More, denoter: Denoter) -> Steps:
    """Take a demand for more as one for any value of a slot where there is none as wished: "somewhere else then"."""
    return [step, *(Step(Drop(slot)) for slot in denoter.state.pending.absent)]


READINGS: tuple[Reading, ...] = (
    trip_not_booked_yet,
    guests_who_pay,
    each(Wish | Correct | Ask | Change, bounds),
    each(Wish, same_people),
    each(Wish | Correct | Ask | Change, in_own_money),
    start_left_open,
    days_as_offered,
    said_back,
    asked_again,
    each(Ask, what_was_asked_before),
    place_at_hand,
    each(Ask | Compare | Return, next_in_order),
    each(Compare, torn_between_places),
    each(Compare, others_to_compare),
    places_compared,
    booked_as_told,
    booked_by_mistake,
    booked_as_before,
    each(Ask, asked_between_values),
    each(Ask, possible_as_wishes),
    each(Ask, people_asked_for),
    correction_of_change,
    change_of_booking,
    terms_of_named,
    known_as_wished,
    wish_of_one,
    other_days_of_named,
    each(Cancel, other_booking),
    each(Change, change_of_the_booking),
    each(Change, change_there),
    each(Change, change_of_one_spoken_of),
    exchange,
    asked_of_booked,
    difference_of_change,
    each(Change, swap_of_just_booked),
    change_as_asked,
    each(Change, change_as_wishes),
    people_of_booking,
    picked_by_facts,
    wishes_for_booked,
    asked_of_booking,
    priced_for_others,
    sum_of_bookings,
    each(Return | Wish | Ask | Book, description_as_wishes),
    each(Return | Book, place_in_order_varied),
    told_all_of,
    each(Return, bookings_turned_to),
    each(Return, beyond_the_list),
    each(More, anything_there_is),
)
"""The readings that the state of the dialogue may ask for, each of what the one before has left."""


def answered(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning in which a yes, or an option named when asked which, has become what it stands for."""
    return _named(_affirmed(_repeated(meaning, state, schema), state, schema), state, schema)


def _taken(meaning: Meaning, meant: Callable[[Move], Move]) -> Meaning:
    """Return a meaning with each move as what it is taken for, in doubt as far as it was."""
    moves = [replace(spoken, move=meant(spoken.move)) for spoken in meaning.moves]
    return replace(meaning, moves=tuple(moves))


def _repeated(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning in which a demand for just what the agent asked whether to do has become a yes to it.

    A demand to book is one where it begins the turn; behind a question it is a booking like any other. One to cancel
    "it" is one to cancel what was asked about.
    """
    first_move = next(iter(meaning.all()), None)
    if state.pending.purpose == "cancel" and first_move in (Cancel(), Cancel(It())):
        return _taken(meaning, lambda move: YES if move == first_move else move)
    if _says_the_same_change(meaning, state, schema):
        (first, *_) = meaning.moves
        return replace(meaning, moves=(replace(first, move=YES),))
    denoter, pending = Denoter(state, schema), state.pending
    if Book not in map(type, pending.on_yes) or not isinstance(first_move, Book):
        return meaning
    if any(_goes_elsewhere(move, state, schema) for move in meaning.all()):
        return meaning  # "book it. Then I need something in Oslo" is more than a yes

    def meant(move: Move) -> Move:
        repeats = isinstance(move, Book) and denoter.denote(move.of) == pending.options
        return YES if repeats else move

    return _taken(meaning, meant)


def _says_the_same_change(meaning: Meaning, state: DialogueState, schema: Schema) -> bool:
    """Return whether a turn only demands what the change that the agent proposed would bring."""
    pending, denoter = state.pending, Denoter(state, schema)
    said = [move for move in meaning.all() if not isinstance(move, Social)]
    if pending.purpose != "change" or len(pending.options) != 1 or not said:
        return False
    wishes = list[Wish]()
    for move in said:
        match move:
            case Wish():
                wishes.append(move)
            case Change(wishes=changed, to=None):
                wishes += changed
            case _:
                return False
    (frame,) = pending.options
    return all(has_already(frame, wish, denoter) for wish in wishes)


def _affirmed(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning with what was asked in the place of a yes to it, alone or before questions and courtesies.

    Who agrees to a change or a cancellation may go on remarking; a booking with a wish beside it isn't just that.
    Another thing that is to be done beside it is done as well; a booking besides the one that was asked about is
    asked about with it.
    """
    asked, purpose = state.pending.on_yes, state.pending.purpose
    meaning = _yes_first(meaning, state, schema)
    if meaning.all()[:1] != (YES,):
        return meaning
    yes, *others = meaning.moves
    both = [spoken for spoken in others if _names_both(spoken.move, state, schema)]
    if both:
        return _as_bookings(meaning, both[0], Every(2))
    if not asked:
        return meaning
    goes_elsewhere = any(_goes_elsewhere(spoken.move, state, schema) for spoken in others)
    if purpose in ("cancel", "change") and not goes_elsewhere:
        others = [spoken for spoken in others if not isinstance(spoken.move, Wish)]
    if _says_so_again(meaning, state, schema) or _says_yes_again(meaning, state, schema):
        yes = replace(yes, sure=1.0)
    asked = _agreed_to(asked, others, state, schema)
    others = [spoken for spoken in others if not _says_it_again(spoken.move, asked, state, schema)]
    others = [spoken for spoken in others if not _is_so_anyway(spoken.move, state, schema)]
    besides = [spoken for spoken in others if isinstance(spoken.move, Book)]
    if besides and purpose == "book":
        named = [spoken.move.of for spoken in besides if isinstance(spoken.move, Book) and spoken.move.of]
        asked_about = map(Numbered, state.pending.options)
        return _as_bookings(meaning, besides[0], Together((*asked_about, *named)))
    others = _as_change_elsewhere(others, state, schema)
    varied = any(_varies_asked(spoken.move, state, schema) for spoken in others)
    if varied and not goes_elsewhere and all(_may_vary(spoken.move, state, schema) for spoken in others):
        of_asked = [replace(spoken, move=_of_asked(spoken.move, asked[0], schema)) for spoken in others]
        return replace(meaning, moves=(*of_asked, *(replace(yes, move=move, sure=ASKED_FIRST) for move in asked)))
    goes_on = all(isinstance(move, Wish) for move in asked)  # whoever agrees to these may go on wishing
    goes_on = goes_on or goes_elsewhere
    if not goes_on and not all(_may_follow_a_yes(spoken.move, state, schema) for spoken in others):
        return replace(meaning, moves=tuple(others))
    meant = [replace(yes, move=move) for move in asked]
    return replace(meaning, moves=(*meant, *others))


def _as_change_elsewhere(others: Sequence[Spoken], state: DialogueState, schema: Schema) -> list[Spoken]:
    """Return moves beside a yes, wishes for what is booked in another place as a change: "yes. And Rome is for two"."""
    denoter, said = Denoter(state, schema), [spoken.move for spoken in others]
    place, wished = _place_named([move for move in said if isinstance(move, Wish)], schema)
    if place is None or not wished or not _goes_elsewhere(place, state, schema):
        return list(others)
    booked = _booked_there(place, denoter)
    if not booked or not all(_may_change(wish, booked, denoter) for wish in wished):
        return list(others)
    wishes = [spoken for spoken in others if isinstance(spoken.move, Wish)]
    change = replace(wishes[0], move=Change(tuple(wished), Numbered(booked)))
    return [change if spoken is wishes[0] else spoken for spoken in others if spoken not in wishes[1:]]


def _may_follow_a_yes(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move may follow a yes that agrees: a change of a booking that wasn't asked about may, too.

    So may a turn to what isn't booked, where one agrees to cancel something.
    """
    denoter = Denoter(state, schema)
    if isinstance(move, Change):
        return set(state.pending.options).isdisjoint(denoter.bookings(move.of))
    if isinstance(move, Return) and state.pending.purpose == "cancel":
        return set(denoter.denote(Booked())).isdisjoint(denoter.denote(move.to))
    return is_beside_a_yes(move)


def _starts_anew(move: Move) -> bool:
    """Return whether a move begins another trip, for which some wishes are kept."""
    return isinstance(move, Drop) and move.keeping != ()


def _goes_elsewhere(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move begins another trip, or is for a place that nothing which was asked about has."""
    if not isinstance(move, Wish) or move.slot != schema.goal or move.constraint.op != "is":
        return _starts_anew(move)
    denoter, asked = Denoter(state, schema), state.known(state.pending.options)
    return not any(denoter.fulfils(frame, (move,)) for frame in asked)


def _varies_asked(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move beside a yes to one booking wants it otherwise: "yes, for three", "yes, a day later".

    So does a feature that it is to have: "yes, and it should have a pool".
    """
    if state.pending.purpose != "book" or len(state.pending.options) != 1 or not isinstance(move, Wish):
        return False
    slot = schema.slot(move.slot)
    if move.of is not None or slot is None:
        return False
    other_terms = (schema.party, schema.guests, *_classes(schema))
    return move.slot in other_terms or slot.kind == "yes_no" or is_of_stay(schema, move.slot)


def _may_vary(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move may stand beside a yes that wants what was asked about otherwise."""
    return _varies_asked(move, state, schema) or is_beside_a_yes(move)


def _of_asked(move: Move, asked: Move, schema: Schema) -> Move:
    """Return a wish beside a yes as one of the option that was asked about: whether it has a feature is asked."""
    if not isinstance(move, Wish) or move.of is not None:
        return move
    of, slot = reference_of(asked), schema.slot(move.slot)
    if slot is not None and slot.kind == "yes_no":
        return Ask("holds", (), of, (move,))
    if move.slot == schema.guests:
        return next((Note(count=count) for count in _guests((move,), schema)), move)
    return replace(move, of=of)


def _says_so_again(meaning: Meaning, state: DialogueState, schema: Schema) -> bool:
    """Return whether wishes beside a yes say what all that was asked about has: "lock it in for both of us"."""
    wishes = [move for move in meaning.all() if isinstance(move, Wish)]
    denoter, options = Denoter(state, schema), state.known(state.pending.options)
    pairs = [(frame, wish) for frame in options for wish in wishes]
    return bool(pairs) and all(has_already(frame, wish, denoter) for frame, wish in pairs)


def _says_yes_again(meaning: Meaning, state: DialogueState, schema: Schema) -> bool:
    """Return whether a turn agrees, under no condition, to the booking that the turn before had demanded already.

    Nobody need be asked a third time.
    """
    options, denoter = state.pending.options, Denoter(state, schema)
    demanded = any(isinstance(move, Book) and denoter.denote(move.of) == options for move in state.moves)
    if state.pending.purpose != "book" or not demanded or meaning.moves[0].sure <= UNLIKELY:
        return False
    said_besides = [move for move in meaning.all() if move != YES]
    others = [move for move in said_besides if isinstance(move, Book) and denoter.denote(move.of) != options]
    return not others and all(isinstance(move, _SAID_WITH_A_YES) for move in said_besides)


_SAID_WITH_A_YES = (Book, Note, Particulars, Social)

UNLIKELY = 0.1
"""The probability up to which a yes is under a condition, or only told of."""


def _yes_first(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning with a yes before the others that are ruled out, and before what is wished of it.

    "Not the Barrel. Yes, book the Ladle", "my brother comes along, so yes, book it".
    """
    denoter, asked = Denoter(state, schema), set(state.pending.options)

    def may_stand_before(move: Move) -> bool:
        if isinstance(move, Reject):
            return asked.isdisjoint(denoter.denote(move.of))
        return isinstance(move, Drop) or _varies_asked(move, state, schema)

    others = [spoken for spoken in meaning.moves if may_stand_before(spoken.move)]
    if meaning.all()[len(others) : len(others) + 1] != (YES,):
        return meaning
    return replace(meaning, moves=(*(spoken for spoken in meaning.moves if spoken not in others), *others))


def _names_both(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move turns to two options of which not both were asked about."""
    if not isinstance(move, Return) or move.to != Every(2):
        return False
    both = Denoter(state, schema).denote(move.to)
    return len(both) == 2 and set(both) != set(state.pending.options) and state.pending.purpose in ("", "book", "tell")


def _as_bookings(meaning: Meaning, said: Spoken, options: Reference) -> Meaning:
    """Return a meaning in which a yes and a move beside it are one booking, which is asked about first."""
    moves = [
        replace(said, move=Book(options), sure=ASKED_FIRST) if spoken is said else spoken for spoken in meaning.moves
    ]
    return replace(meaning, moves=tuple(spoken for spoken in moves if spoken.move != YES))


def _says_it_again(move: Move, agreed: Sequence[Move], state: DialogueState, schema: Schema) -> bool:
    """Return whether a move beside a yes but says what the agent has just asked about: "yes, the 14", "yes, cancel it".

    The option may be named, or be pointed at.
    """
    denoter = Denoter(state, schema)
    if isinstance(move, Book | Cancel):
        if state.pending.purpose in _ASKED_FOR[type(move)]:
            asked_about = set(denoter.denote(move.of)) == set(state.pending.options)
            if asked_about or move.of in _ALL_ASKED:
                return True
        return _is_one_of(move, agreed, denoter) or _is_part_of_change(move, agreed, denoter)
    return isinstance(move, Return) and (move.to in _ALL_ASKED or _names_asked(move, state, schema) != ())


_ASKED_FOR: Mapping[type[Move], tuple[str, ...]] = {Book: ("book",), Cancel: ("cancel", "change")}
"""The purposes of the questions that a deed beside a yes may say again."""


def _is_one_of(move: Move, asked: Sequence[Move], denoter: Denoter) -> bool:
    """Return whether a deed is one of several that were agreed to, named by its options."""
    frames = denoter.denote(reference_of(move))
    alike = [each for each in asked if type(each) is type(move)]
    return bool(frames) and len(asked) > 1 and any(denoter.denote(reference_of(each)) == frames for each in alike)


def _is_part_of_change(move: Book | Cancel, agreed: Sequence[Move], denoter: Denoter) -> bool:
    """Return whether a deed is half of a change into another option: it books that one, or gives up the booking."""
    changes = [each for each in agreed if isinstance(each, Change) and each.to is not None]
    if isinstance(move, Book):
        return any(denoter.denote(move.of) == denoter.denote(each.to) for each in changes)
    return any(denoter.bookings(move.of) == denoter.bookings(each.of) for each in changes)


def _is_so_anyway(move: Move, state: DialogueState, schema: Schema) -> bool:
    """Return whether a move wishes for what all that was asked about is anyway: "yes, book it, for 8"."""
    if not isinstance(move, Wish | Correct) or not isinstance(state.pending.on_yes[0], Book):
        return False
    options, wishes = state.known(state.pending.options), (move,) if isinstance(move, Wish) else move.wishes
    denoter = Denoter(state, schema)
    return bool(options) and all(has_already(frame, wish, denoter) for frame in options for wish in wishes)


def _names_asked(move: Return, state: DialogueState, schema: Schema) -> Frames:
    """Return the options that a turn to options names, where the agent has just asked about all of these."""
    named = Denoter(state, schema).denote(move.to)
    return named if set(named) <= set(state.pending.options) else ()


def _agreed_to(
    asked: Sequence[Move], others: Sequence[Spoken], state: DialogueState, schema: Schema
) -> tuple[Move, ...]:
    """Return what is agreed to of what was asked: what is done to options that are named, if any: "yes, the 14"."""
    turns = [spoken.move for spoken in others if isinstance(spoken.move, Return) and spoken.move.to not in _ALL_ASKED]
    named = set(chain.from_iterable(_names_asked(move, state, schema) for move in turns))
    if not named:
        return tuple(asked)
    denoter, agreed = Denoter(state, schema), list[Move]()
    for move in asked:
        meant = numbered(frame for frame in denoter.denote(reference_of(move)) if frame in named)
        if isinstance(move, Book | Cancel):
            agreed += [replace(move, of=meant)] if meant else []
        elif meant:
            agreed.append(move)
    return tuple(agreed)


_ALL_ASKED = (None, It(), Every(), Every(2))


_BESIDE_A_YES = (Ask, Book, Cancel, Compare, Note, OutOfScope, Particulars, Recall, Reject, Social)


def is_beside_a_yes(move: Move) -> bool:
    """Return whether a move may follow a yes that agrees: another one, a question, terms, something else to be done.

    What doesn't matter any more, or is ruled out, makes what was asked about no other.
    """
    if isinstance(move, Drop):
        return move.slot != ""
    return move == YES or isinstance(move, _BESIDE_A_YES)


_HESITATION = {PERHAPS, NO, Answer("neither")}


def _named(meaning: Meaning, state: DialogueState, schema: Schema) -> Meaning:
    """Return a meaning with the option that was asked for, where it names one: booked, cancelled or changed.

    Where a deed was proposed, who names an option wants to hear of it: "go back to the second".
    """
    options, deed = state.pending.options, _DEEDS.get(state.pending.purpose)
    if len(options) < 2 or deed is None or state.pending.on_yes or not _HESITATION.isdisjoint(meaning.all()):
        return meaning
    denoter = Denoter(state._replace(focus=options, lists=(*state.lists, options)), schema)
    picked = _picked(meaning, options, denoter)
    if picked:
        courtesies = tuple(spoken for spoken in meaning.moves if isinstance(spoken.move, Social))
        first = replace(meaning.moves[0], move=deed(numbered(picked), state.moves))
        if any(isinstance(move, Wish) and move.constraint.op != "is" for move in meaning.all()):
            first = replace(first, sure=ASKED_FIRST)  # "something under $2,000" may be a new search
        return replace(meaning, moves=(first, *courtesies))

    def named(move: Move) -> Reference | None:
        """Return the reference of a move to some of the options that were asked about; None where it has none."""
        reference = _answer(move, state.pending.purpose, schema)
        frames = denoter.denote(reference) if reference else ()
        return reference if frames and set(frames).issubset(options) else None

    def meant(move: Move) -> Move:
        reference = named(move)
        return deed(reference, state.moves) if reference else move

    said = [move for move in meaning.all() if not isinstance(move, Social)]
    is_plain = len(said) == 1 and isinstance(said[0], Book) and named(said[0]) is not None
    taken = _taken(meaning, meant)
    if len(options) > 2 and any(isinstance(move, Book) and move.of == Every() for move in taken.all()):
        return replace(taken, moves=tuple(replace(spoken, sure=ASKED_FIRST) for spoken in taken.moves))  # "all"
    return _as_sure(taken) if is_plain else taken


def _as_sure(meaning: Meaning) -> Meaning:
    """Return a meaning without doubt: it answers just what the agent asked; a deed that is held back stays so."""
    return replace(
        meaning,
        moves=tuple(
            replace(spoken, sure=1.0 if spoken.sure > ASKED_FIRST else ASKED_FIRST) for spoken in meaning.moves
        ),
    )


def _picked(meaning: Meaning, options: Sequence[int], denoter: Denoter) -> Frames:
    """Return the only one of some options that has all that a turn says, where it says only wishes."""
    said = [move for move in meaning.all() if not isinstance(move, Social)]
    wishes = tuple(replace(move, of=None) for move in said if isinstance(move, Wish))
    if not wishes or len(wishes) < len(said) or any(wish.constraint.is_relative for wish in wishes):
        return ()
    picked = tuple(frame for frame in options if all(_has_told(frame, wish, denoter) for wish in wishes))
    return picked if len(picked) == 1 else ()


def _answer(move: Move, purpose: str, schema: Schema) -> Reference | None:
    """Return the reference by which a move names an option for a purpose; a place or a name by itself does.

    Who was asked which to book and wants to cancel one doesn't answer.
    """
    if isinstance(move, Return):
        return move.to
    if isinstance(move, Book) and purpose == "book":
        return move.of
    if isinstance(move, Cancel) and purpose == "cancel":
        return move.of
    if isinstance(move, Wish) and move.slot in (schema.place, schema.name):
        return Described((move,))
    return None


def _change(reference: Reference | None, moves: tuple[Move, ...]) -> Move:
    """Return the change that was asked for, of the booking that is named now."""
    asked = [move.wishes for move in moves if isinstance(move, Change)]
    return Change(tuple(chain.from_iterable(asked)), reference)


_DEEDS: Mapping[str, Callable[[Reference | None, tuple[Move, ...]], Move]] = {
    "book": lambda reference, moves: Book(reference),
    "cancel": lambda reference, moves: Cancel(reference),
    "change": _change,
}
