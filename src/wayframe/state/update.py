"""The dialogue state after a turn: a user's, whose moves are projected to acts, or a wizard's, from its acts alone.

A wish that contradicts one that holds makes a new frame, which keeps all other wishes of the frame that it varies; a
wish beside them fills the frame at hand. Turning to an option makes its frame the active one. Nothing is overwritten:
a step that is taken back is one to the frame before it, or to a new one with the wishes as they were.

Logs, corpora and trackers see moves as acts of the Frames scheme (paper, table 9):

| move | acts |
| --- | --- |
| wish | inform(slot=value), with `ref` to the frame that is varied; denied values are negate(slot=value), any is -1 |
| question | request(slot, ref) for facts, confirm(slot=value, ref) for what may hold, request_compare for several |
| return | switch_frame(ref) |
| comparison | request_compare(slots, ref) |
| more | request_alts() |
| book | inform(intent=book) with the switch that it implies |
| yes, no | affirm(), negate() |
| social | greeting(), thankyou(), goodbye() |

What the scheme has no act for (cancel, recall, undo, what no slot holds) stands in the turn's meaning alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeGuard

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Ref, acts_named, made_frames
from wayframe.meaning.records import (
    ASKED_FIRST,
    NO,
    PASSED_OVER,
    YES,
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Clock,
    Compare,
    Constraint,
    Correct,
    Days,
    Drop,
    Extreme,
    Flag,
    Hold,
    Meaning,
    Money,
    More,
    Move,
    NewTrip,
    Note,
    Number,
    Numbered,
    Operator,
    OutOfScope,
    Party,
    Question,
    Recall,
    Reference,
    Reject,
    Return,
    Social,
    Spoken,
    Text,
    Texts,
    Together,
    Undo,
    Value,
    Wish,
    numbered,
    slots_in,
    wishes_besides,
    wishes_for,
)
from wayframe.memory import update
from wayframe.schema import Schema, Slot
from wayframe.sources.constraints import fits
from wayframe.sources.protocol import Condition, Item
from wayframe.state.denotation import Denoter
from wayframe.state.records import (
    DialogueState,
    Moment,
    Option,
    Pending,
    Purpose,
    Step,
    Terms,
    frames_of,
    moves_of,
    steps_of,
)
from wayframe.state.resolution import named_in, reference_of
from wayframe.state.resolution.denied import takes_back
from wayframe.state.resolution.options import has_already
from wayframe.state.resolution.resolving import resolved
from wayframe.state.wishes import (
    absolute,
    added_to_option,
    compared_alone,
    contradicts,
    corrected_people,
    days_of,
    from_start,
    held_wishes,
    is_of_no_item,
    is_of_stay,
    is_of_terms,
    narrowed,
    revised,
    stay_moved,
    travellers,
    unfailed,
    wishing_frame,
)

IMPORTANT = 1.0
"""The weight from which on words that were not read make a turn unsure."""

BESIDE, UNLIKELY = 0.2, 0.02
"""The probability below which a wish isn't taken beside a question; below which wishes are asked about.

Doubtful ones above it are shown. What is said beside a question is mostly a remark.
"""


class Heard(NamedTuple):
    """A user's turn taken in: the state after it, its steps, its acts with and without references.

    `wished` are the wishes of the turn, made absolute, `searched` says whether they ask for a search, and `pins` are
    the item that it is for, where they are about one. `undone` is the point that the turn goes back to. `unread` are
    words that may matter and that nothing was made of, `held_back` says that a booking is asked about first. `doubted`
    are wishes that may be a slip: nothing was done yet. `confirmed` says that the turn is a yes to what the agent
    asked, `supposed` are the slots whose wishes may be misread. `apart` are wishes of a part of those who travel, who
    set off from elsewhere. `to_see` is how many options are asked for, where that was said. `takes_back` says that the
    turn undoes what was just done and wasn't wanted.
    """

    state: DialogueState
    steps: tuple[Step, ...]
    acts: tuple[Act, ...]
    acts_without_refs: tuple[Act, ...]
    wished: tuple[Wish, ...] = ()
    searched: bool = False
    pins: tuple[Wish, ...] = ()
    undone: Moment | None = None
    unread: str = ""
    ambiguous: bool = False
    held_back: bool = False
    doubted: tuple[Wish, ...] = ()
    confirmed: bool = False
    supposed: frozenset[str] = frozenset()
    apart: tuple[Wish, ...] = ()
    to_see: int = 0
    takes_back: bool = False

    def is_unsure_of(self, options: Iterable[int], asked: Pending) -> bool:
        """Return whether something may have been meant otherwise, so that nothing lasting is done without a question.

        A yes is sure of the options that it was `asked` about, and so is a denial of what was just done.
        """
        if self.takes_back:
            return False
        if self.confirmed and set(options) <= set(asked.options):
            return False
        return bool(self.unread) or self.ambiguous


class WishRevision(NamedTuple):
    """The change that a turn makes to wishes: the frame that is active then, its wishes (None: as they were).

    `said` are the wishes of the turn; `base` is the frame that was varied where a new one is made, else 0.
    """

    frame: int
    wishes: tuple[Wish, ...] | None = None
    said: tuple[Wish, ...] = ()
    base: int = 0
    pins: tuple[Wish, ...] = ()


def hear(state: DialogueState, meaning: Meaning, schema: Schema, text: str = "") -> Heard:
    """Return the state after a user's turn."""
    meaning = _without_unlikely(meaning, state)
    moves = meaning.all()
    apart = tuple(move for move in moves if _sets_off_elsewhere(move, schema)) if _is_one_trip(moves, schema) else ()
    steps, takes = resolved([move for move in moves if move not in apart], state, schema), takes_back(meaning, state)
    state = _by_wishes_now(state, steps, schema)
    confirmed = _is_confirmed(meaning, state.pending)
    undone = _point_before(state, steps) or _without_change(state, steps, schema)
    fresh = _fresh_start(steps)
    revision = _revision(state, steps, undone, schema, fresh=fresh)
    sure, doubted = _least_sure(meaning, *WISHING), tuple[Wish, ...]()
    if not confirmed:
        doubted = _doubted(state, revision.said, sure, schema)
    if doubted:
        revision = WishRevision(state.memory.active_frame)
    acts, plain = user_acts(steps, revision.said, revision.base, schema, state)
    after = _changed(state, steps, revision, undone, schema)
    after = after._replace(
        memory=update(state.memory, "user", acts, revision.frame, text),
        moves=moves,
        for_several=state.for_several or meaning.for_several,
        unpressed=_is_unpressed(state, meaning),
    )
    wished, searched = revision.said, fresh is not None or revision.said != ()
    asking = not fresh and _asks_only(steps, revision, state, schema)
    if asking:
        wished, searched = (), False
    if undone:
        wished, searched = (), undone.wishes != () and undone.focus == ()
    return Heard(
        after, steps, acts, plain, wished=wished, searched=searched, pins=revision.pins, undone=undone,
        unread=_unread(meaning, text, steps, state, schema), ambiguous=_is_ambiguous(meaning), doubted=doubted,
        confirmed=confirmed, held_back=_least_sure(meaning, Book) <= ASKED_FIRST,
        supposed=frozenset() if doubted else _in_doubt(meaning), apart=apart, to_see=meaning.to_see,
        takes_back=takes,
    )  # fmt: skip


def _is_unpressed(state: DialogueState, meaning: Meaning) -> bool:
    """Return whether the user doesn't want to be asked to book: from a refusal until the next booking."""
    if "book" in meaning.refused:
        return True
    return state.unpressed and not any(isinstance(move, Book) or move == YES for move in meaning.all())


def _asks_only(steps: Sequence[Step], revision: WishRevision, state: DialogueState, schema: Schema) -> bool:
    """Return whether a turn asks about options, or turns to one, and wishes for nothing new, so that nothing is sought.

    What it wishes for holds already, or is given up. Where one option is spoken of, so is a question that nobody can
    answer, or a hesitation.
    """
    of_options = bool(frames_of(steps, Ask, Compare, Return))
    if len(state.focus) == 1 and not steps_of(steps, More, Reject, Undo):
        of_options = of_options or bool(steps_of(steps, OutOfScope, Answer))
    if revision.pins or not of_options:
        return False
    held = held_wishes(state, state.memory.active_frame, schema)
    after = revised(held, revision.said, schema)
    if travellers(held, schema) != travellers(after, schema):
        return False
    given_up = (wish.slot for wish in revision.said if wish.constraint.op == "any")
    slots = (schema.party, *given_up)
    return set(wishes_besides(held, *slots)) == set(wishes_besides(after, *slots))


def _sets_off_elsewhere(move: Move, schema: Schema) -> TypeGuard[Wish]:
    """Return whether a wish is for another start, of a part of those who travel: "four from Rome, three from Paris"."""
    return isinstance(move, Wish) and move.slot == schema.source and move.of == NewTrip()


def _is_one_trip(moves: Sequence[Move], schema: Schema) -> bool:
    """Return whether moves say nothing of another trip but where some set off: who says where to means a new one."""
    others = wishes_besides((move for move in moves if isinstance(move, Wish)), schema.source)
    return not any(wish.of == NewTrip() for wish in others)


def _without_unlikely(meaning: Meaning, state: DialogueState) -> Meaning:
    """Return a meaning without the wishes that are hardly meant, where it asks something.

    A wish that nobody had stays and spoils all searches to come; one that is lost is said again.
    """
    said = meaning.all()
    answered = any(isinstance(move, ANSWERED) for move in said) and not any(isinstance(move, Book) for move in said)
    if not answered or not state.options or _asks_about_wishes(state.pending):
        return meaning
    return _without_wishes_below(BESIDE, meaning)


ANSWERED: tuple[type[Move], ...] = (Ask, Compare, Recall, Return)
"""The moves that a reply answers, whatever is wished beside them; a booking is for just what is wished."""


def _without_wishes_below(least: float, meaning: Meaning) -> Meaning:
    kept = [spoken for spoken in meaning.moves if not _is_unlikely(spoken, least)]
    return replace(meaning, moves=tuple(kept))


def _is_unlikely(spoken: Spoken, least: float) -> bool:
    """Return whether a wish is unlikely; none that is for an option which is asked about: "what's it for the five"."""
    return isinstance(spoken.move, Wish) and spoken.move.of is None and spoken.sure < least


def _asks_about_wishes(pending: Pending) -> bool:
    """Return whether the agent has just asked whether wishes were meant: what is said again then is taken."""
    return any(isinstance(move, WISHING) for move in pending.on_yes)


def _is_confirmed(meaning: Meaning, pending: Pending) -> bool:
    """Return whether a turn is a sure yes to what the agent asked, or to some of it."""
    asked = pending.on_yes
    if not asked or not meaning.moves or meaning.moves[0].sure < 1:
        return False
    if meaning.all()[: len(asked)] == asked:
        return True
    first = meaning.all()[0]
    return isinstance(first, Book | Cancel) and type(first) in map(type, asked) and _is_among(first.of, pending.options)


def _is_among(reference: Reference | None, options: Sequence[int]) -> bool:
    """Return whether a reference is to some options by their numbers."""
    parts = reference.parts if isinstance(reference, Together) else (reference,)
    return all(isinstance(part, Numbered) and part.frame in options for part in parts)


def _is_ambiguous(meaning: Meaning) -> bool:
    """Return whether there are other readings, a deed may have been misread, or a value was passed over beside it."""
    passes_over = any(each.weight == PASSED_OVER for each in meaning.unread)
    return bool(meaning.alternatives) or passes_over or _least_sure(meaning, Book, Cancel, Change) < 1


def _least_sure(meaning: Meaning, *kinds: type[Move]) -> float:
    """Return how likely the least likely move of some kinds is."""
    return min((spoken.sure for spoken in meaning.moves if isinstance(spoken.move, kinds)), default=1.0)


def _in_doubt(meaning: Meaning) -> frozenset[str]:
    """Return the slots of the wishes that may be misread."""
    return frozenset(
        slots_in(spoken.move for spoken in meaning.moves if isinstance(spoken.move, WISHING) and spoken.sure < 1)
    )


def _unread(meaning: Meaning, text: str, steps: Sequence[Step], state: DialogueState, schema: Schema) -> str:
    """Return the words that may matter and that no move used; the price of an option that is meant needs no move."""
    words = [text[each.start : each.end] for each in meaning.unread if each.weight >= IMPORTANT]
    meant = [state.options[frame] for step in steps for frame in state.known(step.frames)]
    price = schema.price.name if schema.price else ""
    amounts = [option.item.values.get(price) for option in meant]
    known = {str(int(amount.value)) for amount in amounts if isinstance(amount, Money)}
    return " ".join(each for each in words if each not in known)


def _changed(
    state: DialogueState, steps: Sequence[Step], revision: WishRevision, undone: Moment | None, schema: Schema
) -> DialogueState:
    """Return the state with the wishes, the options spoken of and the points to go back to after a turn."""
    focus = undone.focus if undone else _focus(steps, state)
    wishes = dict(state.wishes)
    if revision.wishes is not None:
        wishes[revision.frame] = revision.wishes
    return state._replace(
        wishes=wishes,
        focus=focus,
        touched=(*state.touched, *_picked_from(steps, state, schema), *focus),
        rejected=(frozenset() if _fresh_start(steps) else state.rejected).union(*frames_of(steps, Reject)),
        moments=_moments(state, steps, schema),
        picked=_picked(state, steps, schema),
        terms=_terms(state, steps, schema),
    )


def _picked(state: DialogueState, steps: Sequence[Step], schema: Schema) -> int:
    """Return the option that is picked after a turn: the one that it turns to, else as before; 0 where it looks on.

    Who has picked one and asks about another turns to that. What is corrected, and what but says for whom and when it
    is, leaves it picked.
    """
    picking = [step for step in steps if isinstance(step.move, Return | Hold | Book) or _asks_its_price(step, schema)]
    if state.picked and not picking:
        picking = [step for step in steps_of(steps, Ask) if reference_of(step.move)]  # "has the first breakfast?"
    single = [frames[0] for frames in (state.known(step.frames) for step in picking) if len(frames) == 1]
    if single:
        return single[-1]
    looks_on = bool(steps_of(steps, More, Undo, Compare)) or _fresh_start(steps) is not None
    looks_on = looks_on or any(not is_of_terms(schema, wish.slot) for wish in moves_of(steps, Wish))
    is_ruled_out = any(state.picked in frames for frames in frames_of(steps, Reject))
    return 0 if looks_on or is_ruled_out else state.picked


def _asks_its_price(step: Step, schema: Schema) -> bool:
    """Return whether a step asks what options that it names cost: who asks of one may take it."""
    price = schema.price.name if schema.price else ""
    return isinstance(step.move, Ask) and step.move.of is not None and step.move.slots == (price,)


def _terms(state: DialogueState, steps: Sequence[Step], schema: Schema) -> Terms:
    """Return the terms of the next booking after a turn: those of one that was just made were for that.

    What is priced for all who travel is booked once for them. Until when something is to be held is no such term.
    """
    terms = Terms() if state.just_booked else state.terms
    notes = [] if steps_of(steps, Hold) else moves_of(steps, Note)
    counts = [note.count for note in notes if note.count and not schema.party]
    return terms.also(Terms(counts[-1] if counts else 0, tuple(note for note in notes if note.words)))


# Steps taken back

LASTING: tuple[type[Move], ...] = (Wish, Correct, Drop, Return, Book, Cancel, Change, Reject)
"""The moves that change something, so that one may want to take them back."""


def _steps_back(steps: Sequence[Step]) -> int:
    return sum(undo.steps for undo in moves_of(steps, Undo))


def _point_before(state: DialogueState, steps: Sequence[Step]) -> Moment | None:
    """Return the point that a turn goes back to; none where it takes nothing back."""
    back = _steps_back(steps)
    if not back or not state.moments:
        return None
    return state.moments[-back:][0]


def _without_change(state: DialogueState, steps: Sequence[Step], schema: Schema) -> Moment | None:
    """Return the point to which a turn goes back that is but a no to a change: nothing is wished that isn't booked."""
    booked = state.pending.to_be_changed
    if not booked or [step.move for step in steps] != [NO]:
        return None
    active, denoter = state.memory.active_frame, Denoter(state, schema)
    held = held_wishes(state, active, schema)
    kept = tuple(wish for wish in held if not wish.constraint.values or has_already(booked[0], wish, denoter))
    return Moment(active, kept, booked, state.bookings)


def _moments(state: DialogueState, steps: Sequence[Step], schema: Schema) -> tuple[Moment, ...]:
    """Return the points to which one may go back after a turn."""
    back = _steps_back(steps)
    if back:
        return state.moments[:-back]
    if not steps_of(steps, *LASTING):
        return state.moments
    active = state.memory.active_frame
    here = Moment(active, held_wishes(state, active, schema), state.focus, state.bookings)
    return (*state.moments, here)


# Wishes


def _by_wishes_now(state: DialogueState, steps: Sequence[Step], schema: Schema) -> DialogueState:
    """Return the state in which options that a turn names go by the wishes that hold now.

    These are options that fulfil all of them, so that what was corrected since they were offered stays corrected, and
    those of the same place that something is asked about, since who asks gives nothing up. Options of another trip go
    by that trip's wishes.
    """
    active = state.memory.active_frame
    base, held = wishing_frame(state, active), held_wishes(state, active, schema)
    places = wishes_for(held, schema.place, schema.source)
    options = dict(state.options)
    for step in steps:
        bearing = places if isinstance(step.move, Ask) else held
        for frame in state.known(step.frames):
            if options[frame].wishes_of != base and unfailed(state, frame, bearing, schema) == bearing:
                options[frame] = options[frame]._replace(wishes_of=base, wishes=held)
    return state._replace(options=options)


def _revision(
    state: DialogueState, steps: Sequence[Step], undone: Moment | None, schema: Schema, *, fresh: Drop | None
) -> WishRevision:
    """Return what a turn does to the wishes, and the frame that is active then."""
    if undone:
        origin, held = undone.active_frame, undone.wishes
    else:
        origin = _origin(state, steps)
        held = held_wishes(state, origin, schema)
    if fresh:
        held = _kept(held, fresh, steps, schema)
    pins = _pins(steps, state, schema)
    held = _without_missed(held, steps, state, schema)
    variant = _variant(steps, pins, schema)
    said = (*variant, *_without_home(_said(steps, state, schema, held), held, schema))
    if undone and not said:
        return _restored(state, undone, schema)
    if not said and fresh is None:
        return WishRevision(_turned_to(steps, state) or state.memory.active_frame)
    new_frame = len(state.memory.frames) + 1
    if fresh:
        holding = revised(held, said, schema)
        return WishRevision(new_frame, holding, (*(wish for wish in held if wish in holding), *said), 0, pins)
    held = _besides_called(held, schema) if said else held
    base, holding = wishing_frame(state, origin), revised(held, said, schema)
    contradicting = [wish for wish in said if contradicts(held, wish, schema)]
    at_hand = (state.memory.active_frame, state.wishes.get(base, ()))
    if variant or contradicting or at_hand != (base, tuple(held)):
        return WishRevision(new_frame, holding, said, base, pins)
    return WishRevision(base, holding, said, 0, pins)


def _fresh_start(steps: Sequence[Step]) -> Drop | None:
    """Return the move of a turn that drops all wishes; none where there is none."""
    return next((drop for drop in moves_of(steps, Drop) if not drop.slot), None)


def _kept(held: Sequence[Wish], fresh: Drop, steps: Sequence[Step], schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that a fresh start keeps: not who travels where that is said anew."""
    said = chain.from_iterable(_wishes_of(step.move) for step in steps)
    parties = [value for wish in said for value in wish.constraint.values if isinstance(value, Party)]
    kept = wishes_for(held, *fresh.keeping)
    return wishes_besides(kept, schema.party) if any(not party.added for party in parties) else kept


def _besides_called(held: tuple[Wish, ...], schema: Schema) -> tuple[Wish, ...]:
    """Return wishes without that for a row by its name: who wishes for something else next looks further."""
    if schema.place:
        return held
    return tuple(wish for wish in held if not (wish.slot == schema.name and _calls(wish)))


def _calls(wish: Wish) -> bool:
    return wish.constraint.op == "is" and all(isinstance(value, Text) for value in wish.constraint.values)


def _restored(state: DialogueState, undone: Moment, schema: Schema) -> WishRevision:
    """Return the wishes as they were: the frame before where they are still its own, else a new one with them."""
    now = held_wishes(state, undone.active_frame, schema)
    if now == undone.wishes:
        return WishRevision(undone.active_frame)
    slots = {wish.slot for wish in undone.wishes}
    gone = [Wish(wish.slot, Constraint("any")) for wish in now if wish.slot not in slots]
    said = tuple(dict.fromkeys((*undone.wishes, *gone)))
    base = wishing_frame(state, undone.active_frame)
    return WishRevision(len(state.memory.frames) + 1, undone.wishes, said, base)


def _origin(state: DialogueState, steps: Sequence[Step]) -> int:
    """Return the frame whose wishes a turn varies: the option that is named or at hand, else the active one."""
    named = frames_of(steps, Wish, Return)
    return named[-1][0] if named else state.memory.active_frame


def _said(steps: Sequence[Step], state: DialogueState, schema: Schema, held: Sequence[Wish]) -> list[Wish]:
    """Return the wishes of a turn, made absolute; a correction's like any other.

    What is compared with nothing is compared with the option that the turn has turned to: "back to it. Any lighter?",
    or that the wish names: "the Mandolin on later days".
    """
    found, plain, turned = list[Wish](), list[Wish](), state
    for step in steps:
        names = isinstance(step.move, Return) or (isinstance(step.move, Wish) and step.move.of is not None)
        if names and len(step.frames) == 1:
            turned = state._replace(focus=step.frames)
        for wish in _wishes_of(step.move):
            wish = added_to_option(wish, [state.options[frame] for frame in step.frames if frame in state.options])
            if isinstance(step.move, Correct):
                wish = corrected_people(wish, held, schema)
                found += _given_up_for(wish, schema)
            moves_days = wish.slot in schema.lengths and wish.constraint.is_relative
            before = held if moves_days else [*held, *found]  # "two days later, and a day longer" than it was
            wish = from_start(wish, before, found, schema) or absolute(wish, before, turned, schema)
            found.append(replace(narrowed(wish, held, plain, schema), of=None))
            plain.append(wish)
    moves = (step.move for step in steps)
    found += stay_moved([move for move in moves if isinstance(move, Wish)], found, held, schema)
    found += _limits_for_others(steps, found, held, schema)
    return [wish for at, wish in enumerate(found) if not _is_overtaken(wish, found[at + 1 :], schema)]


def _limits_for_others(
    steps: Sequence[Step], found: Sequence[Wish], held: Sequence[Wish], schema: Schema
) -> Iterator[Wish]:
    """Yield the limits that a turn asks about for other people: "for two, is it still below 2600?".

    Other amounts take the place of those that were set for fewer.
    """
    if not schema.price or not wishes_for(found, schema.party) or wishes_for(found, schema.price.name):
        return
    limits = [_amounts(wish) for wish in wishes_for(held, schema.price.name) if wish.constraint.op == "at_most"]
    asked = [ask for ask in moves_of(steps, Ask) if ask.question == "holds"]
    for wish in wishes_for(chain.from_iterable(ask.wishes for ask in asked), schema.price.name):
        if limits and wish.constraint.op == "at_most" and _amounts(wish) not in limits:
            yield wish


def _amounts(wish: Wish) -> list[float]:
    """Return the amounts of money of a wish."""
    return [value.value for value in wish.constraint.values if isinstance(value, Money)]


def _given_up_for(corrected: Wish, schema: Schema) -> list[Wish]:
    """Return what a corrected wish takes the place of that else stood beside it: of a list, all that was wished for."""
    slot = schema.slot(corrected.slot)
    is_list = slot is not None and slot.kind == "list" and corrected.constraint.op == "is"
    return [Wish(corrected.slot, Constraint("any"))] if is_list else []


def _is_overtaken(wish: Wish, later: Sequence[Wish], schema: Schema) -> bool:
    """Return whether a later day of a turn takes the place of an earlier one: "it's in August. Is it in September?"."""
    slot = schema.slot(wish.slot)
    if slot is None or slot.kind != "date":
        return False
    return any(contradicts([wish], other, schema) for other in later)


def _without_home(said: Sequence[Wish], held: Sequence[Wish], schema: Schema) -> list[Wish]:
    """Return the wishes of a turn without those to go, or not to go, where the journey starts: "back in Munich".

    A turn that says nothing else may mean it.
    """
    starts = [wish.constraint.values for wish in wishes_for((*held, *said), schema.source)[-1:]]
    home = [
        wish
        for wish in wishes_for(said, schema.goal)
        if wish.constraint.op in ("is", "not") and wish.constraint.values in starts
    ]
    return [wish for wish in said if wish not in home] if len(said) > 1 else list(said)


def _wishes_of(move: Move) -> tuple[Wish, ...]:
    """Return the wishes that a move says."""
    said = _WISHES.get(type(move))
    return said(move) if said else ()


def _dropped(drop: Drop) -> tuple[Wish, ...]:
    """Return the wish that to drop a slot is: any value of it."""
    return (Wish(drop.slot, Constraint("any")),) if drop.slot else ()


_WISHES: Mapping[type[Move], Callable[[Any], tuple[Wish, ...]]] = {
    Wish: lambda wish: (wish,),
    Correct: lambda correction: correction.wishes,
    Drop: _dropped,
}
WISHING = tuple(_WISHES)
"""The moves that change wishes."""


def _doubted(state: DialogueState, said: Sequence[Wish], sure: float, schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes of a turn to ask about before they are taken: all where they are unlikely, else slips."""
    if sure < UNLIKELY and not _asks_about_wishes(state.pending):
        return tuple(said)
    return _slips(state, said, schema)


def _slips(state: DialogueState, said: Sequence[Wish], schema: Schema) -> tuple[Wish, ...]:
    """Return wishes to be back before the day of departure, as a mistaken day or month would have it."""
    leaving = days_of(held_wishes(state, state.memory.active_frame, schema), schema.start)
    back = days_of(said, schema.end)
    if leaving is None or back is None or wishes_for(said, schema.start) or back.last >= leaving.first:
        return ()
    return wishes_for(said, schema.end)


# Items that wishes are about


def _about_options(steps: Sequence[Step]) -> list[tuple[Wish, int]]:
    """Return the wishes of a turn that name an option, each with the option's frame."""
    about = list[tuple[Wish, int]]()
    for step in steps:
        if isinstance(step.move, Wish) and step.move.of and step.frames:
            about.append((step.move, step.frames[0]))
    return about


def _pins(steps: Sequence[Step], state: DialogueState, schema: Schema) -> tuple[Wish, ...]:
    """Return the items that wishes of a turn are about, as wishes: "the Fairwind, for two" is a search for it."""
    changed: dict[int, set[str]] = defaultdict(set)
    for wish, frame in _about_options(steps):
        changed[frame].add(wish.slot)
    items = [_item_wishes(frame, state, schema, slots) for frame, slots in changed.items()]
    return (*chain.from_iterable(items), *_never_shown(steps, schema))


def _never_shown(steps: Sequence[Step], schema: Schema) -> list[Wish]:
    """Return the names of items that wishes are about and that were never shown, as wishes."""
    named = list[Wish]()
    for step in steps:
        if isinstance(step.move, Wish) and not step.frames:
            named += [Wish(schema.name, Constraint("is", (name,))) for name in named_in(step.move.of, schema.name)]
    return named


def _item_wishes(frame: int, state: DialogueState, schema: Schema, changed: Collection[str]) -> list[Wish]:
    """Return the wishes for the very item of an option: name and place, and days unless its stay is `changed`."""
    slots = [schema.place, schema.name]
    if not any(is_of_stay(schema, slot) for slot in changed):
        slots += schema.windows
    values = {slot: state.value(frame, slot) for slot in slots}
    return [Wish(slot, Constraint("is", (value,))) for slot, value in values.items() if value is not None]


def _without_missed(
    held: Sequence[Wish], steps: Sequence[Step], state: DialogueState, schema: Schema
) -> tuple[Wish, ...]:
    """Return the wishes that hold without those that an option misses which the turn wishes for otherwise.

    It was shown since nothing fits: who wants it for seven nights takes it as it is else.
    """
    named = state.known(dict.fromkeys(frame for _, frame in _about_options(steps)))
    options = [state.options[frame] for frame in named]
    return tuple(wish for wish in held if not any(_misses(option, wish, schema) for option in options))


def _misses(option: Option, wish: Wish, schema: Schema) -> bool:
    """Return whether an option isn't as was wished for when it was shown."""
    condition = Condition(wish.slot, wish.constraint)
    is_known = wish.slot in option.item.values and wish in option.wishes
    return is_known and fits(schema, condition, option.item.values, option.party) is False


def _variant(steps: Sequence[Step], pins: Sequence[Wish], schema: Schema) -> Sequence[Wish]:
    """Return the place of the option that a turn wishes for otherwise than it is: "the first one in business class".

    Such a wish makes a frame of its own, which holds for the place of the option alone; a wish for other travellers
    does not, since they travel wherever they go.
    """
    slots = {wish.slot for wish, _ in _about_options(steps)}
    return wishes_for(pins, schema.place) if slots - {schema.party} else ()


# Options turned to

TURNING: tuple[type[Move], ...] = (Return, Book, Change, Hold)
"""The moves that turn to an option; a question does where it is about one alone."""


def _turned_to(steps: Sequence[Step], state: DialogueState) -> int:
    """Return the frame that a turn turns to, mostly an option's; 0 where it turns to none, or to several."""
    single = [step for step in steps if len(step.frames) == 1]
    named = [
        frame
        for frame in chain.from_iterable(frames_of(single, *TURNING, Ask))
        if frame in state.options or frame in state.wishes
    ]
    if not named:
        return 0
    if len(set(named)) > 1 and not steps_of(single, *TURNING):
        return 0
    return named[-1]


def _focus(steps: Sequence[Step], state: DialogueState) -> tuple[int, ...]:
    """Return the options that are spoken of after a turn: those it named last, else the same as before."""
    for step in reversed(steps):
        if step.frames and not isinstance(step.move, Reject):
            return state.known(step.frames)
    return state.focus


def _picked_from(steps: Sequence[Step], state: DialogueState, schema: Schema) -> tuple[int, ...]:
    """Return the options that a turn names to have one of them picked: "which is lighter, the first or the third?"."""
    named = [move.to.of for move in moves_of(steps, Return) if isinstance(move.to, Extreme)]
    together = [reference for reference in named if isinstance(reference, Together)]
    return tuple(frame for reference in together for frame in Denoter(state, schema).denote(reference))


# A user's moves as acts

DONT_CARE = "-1"
_WITHOUT_VALUES: Mapping[Operator, str] = {"any": DONT_CARE, "least": "least", "most": "most"}
_EXTREMES = {("price", "least"): "cheapest", ("price", "most"): "most expensive"}


def user_acts(
    steps: Sequence[Step], wishes: Sequence[Wish], varied: int, schema: Schema, state: DialogueState
) -> tuple[tuple[Act, ...], tuple[Act, ...]]:
    """Return the acts of a user's turn, with references and without; `varied` is the frame of which one is made."""
    plain, referring = list[Act](), list[Act]()
    said = [(_wish(wish, schema), (varied,)) for wish in wishes]
    done = [(_acts(step), step.frames) for step in steps]
    for acts, frames in (*said, *done):
        plain += acts
        referring += [_with_ref(act, frames, state) for act in acts]
    return tuple(referring), tuple(plain)


def _with_ref(act: Act, frames: Sequence[int], state: DialogueState) -> Act:
    """Return an act with a reference to those of some frames that there are; an intent is about none."""
    made = range(1, len(state.memory.frames) + 1)
    known = [frame for frame in frames if frame in made]
    if not known or act == _INTENT:
        return act
    return Act(act.name, (*act.args, Arg("ref", tuple(map(Ref, known)))))


def _acts(step: Step) -> list[Act]:
    """Return the acts of a move; none where the scheme has none."""
    if step.move in _WITHOUT_SLOTS:
        return [_WITHOUT_SLOTS[step.move]]
    project = _MOVES.get(type(step.move))
    return project(step.move, step.frames) if project else []


def _ask(ask: Ask, frames: Sequence[int]) -> list[Act]:
    """Return a question's acts."""
    project = _QUESTIONS.get(ask.question)
    return project(ask, frames) if project else []


def _facts(ask: Ask, frames: Sequence[int]) -> list[Act]:
    return [Act("request", (Arg(slot),)) for slot in ask.slots] or [Act("moreinfo", ())]


def _confirmed(ask: Ask, frames: Sequence[int]) -> list[Act]:
    return [Act("confirm", (Arg(wish.slot, _asked(wish.constraint)),)) for wish in ask.wishes]


def _compared(move: Ask | Compare, frames: Sequence[int]) -> list[Act]:
    return [Act("request_compare", tuple(map(Arg, move.slots)))]


def _book(move: Book, frames: Sequence[int]) -> list[Act]:
    """Return a booking's acts: the switch that it implies and the intent."""
    return [_SWITCH, _INTENT] if frames else [_INTENT]


_QUESTIONS: Mapping[Question, Callable[[Ask, Sequence[int]], list[Act]]] = {
    "facts": _facts,
    "holds": _confirmed,
    "which": _confirmed,
    "difference": _compared,
}
_INTENT = Act("inform", (Arg("intent", "book"),))
_SWITCH = Act("switch_frame", ())
_MOVES: Mapping[type[Move], Callable[[Any, Sequence[int]], list[Act]]] = {
    Ask: _ask,
    Compare: _compared,
    Return: lambda move, frames: [_SWITCH],
    More: lambda move, frames: [Act("request_alts", ())],
    Book: _book,
    Reject: lambda move, frames: [Act("negate", ())],
}
_WITHOUT_SLOTS: Mapping[Move, Act] = {
    Answer("yes"): Act("affirm", ()),
    Answer("no"): Act("negate", ()),
    Social("greeting"): Act("greeting", ()),
    Social("thanks"): Act("thankyou", ()),
    Social("goodbye"): Act("goodbye", ()),
}


def _wish(wish: Wish, schema: Schema) -> list[Act]:
    """Return a wish's acts, one for each value."""
    slot, constraint = schema.slot(wish.slot), wish.constraint
    key = slot.wish.get(constraint.op, wish.slot) if slot else wish.slot
    if constraint.op in _WITHOUT_VALUES:
        word = _EXTREMES.get((wish.slot, constraint.op), _WITHOUT_VALUES[constraint.op])
        return [Act("inform", (Arg(key, word),))]
    name = "negate" if constraint.op == "not" else "inform"
    acts = list[Act]()
    for value in _spanned(constraint):
        if isinstance(value, Party):
            acts += _counts(value)
        else:
            acts.append(Act(name, (Arg(key, _written(value, slot)),)))
    return acts


def _spanned(constraint: Constraint) -> tuple[Value, ...]:
    """Return the values of a constraint; two days that bound it as the days between them."""
    days = [value for value in constraint.values if isinstance(value, Days)]
    if constraint.op != "between" or not days:
        return constraint.values
    return (Days(min(day.first for day in days), max(day.last for day in days)),)


def _counts(party: Party) -> list[Act]:
    """Return a party as the scheme's two slots."""
    counts = {"n_adults": party.adults, "n_children": party.children}
    return [Act("inform", (Arg(key, str(count)),)) for key, count in counts.items() if count]


def _asked(constraint: Constraint) -> str | bool:
    """Return what is asked about a slot: its value, or the kind of limit."""
    return _written(constraint.values[0], None) if constraint.values else constraint.op


def _written(value: Value, slot: Slot | None) -> str | bool:
    """Return a value as it stands in an act: an amount in the currency of its slot where none was said."""
    if isinstance(value, Money) and slot is not None:
        value = replace(value, currency=value.currency or slot.unit)
    return _WRITTEN[type(value)](value)


def _money(value: Money) -> str:
    sign = _SIGNS.get(value.currency)
    number = f"{value.value:,.2f}".removesuffix(".00")
    return f"{sign}{number}" if sign else f"{number} {value.currency}"


def _days(value: Days) -> str:
    first, last = (f"{day:%B} {day.day}" for day in (value.first, value.last))
    return first if value.exact else f"{first} to {last}"


def _party(value: Party) -> str:
    children = f", {value.children} children" if value.children else ""
    return f"{value.adults} adults{children}"


def _clock(value: Clock) -> str:
    hour, minute = divmod(value.value, 60)
    half = "am" if hour < 12 else "pm"
    return f"{hour % 12 or 12}:{minute:02} {half}"


_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "": "$"}
_WRITTEN: Mapping[type[Value], Callable[[Any], str | bool]] = {
    Text: lambda value: value.value,
    Texts: lambda value: ", ".join(value.values),
    Number: lambda value: f"{value.value:g}",
    Money: _money,
    Days: _days,
    Party: _party,
    Clock: _clock,
    Flag: lambda value: value.value,
}
"""Values in acts: "$2,348.38", "August 22", "4"; `wayframe.values` reads each back."""


# A wizard's turn

DEEDS: Mapping[str, Purpose] = {"book": "book", "cancel": "cancel", "change": "change"}


def speak(
    state: DialogueState, acts: Sequence[Act], items: Mapping[int, Item], schema: Schema, party: Party
) -> DialogueState:
    """Return the state after a wizard's acts; `items` are behind the frames that they make, priced for the `party`.

    The wizard may be an agent, a person, or a saved dialogue's. The acts say it all: what was offered, told, booked,
    cancelled, changed and asked.
    """
    after = _without_failed_comparison(_offered(state, acts, items, schema, party), acts, schema)
    after = _without_unknown(_without_asked_again(after, acts), acts, schema)
    after = _without_unknown_place(after, acts, schema)
    deeds = [act for act in acts_named(acts, "inform") if _action(act) in DEEDS]
    booked_now = [act for act in deeds if _action(act) != "cancel"]
    named = _options(after, _proposals(acts), "write") or _told_of(after, booked_now or deeds or acts)
    if after.lists != state.lists and not booked_now and _offers_last(after, acts):
        named = ()  # "none of the three is in Old Town; the Ladle is": that is what "it" stands for
    renewed = tuple(frame for frame, _ in _renewals(acts))
    focus = (
        _only_one_so(after, named, schema)
        or named
        or renewed
        or (after.lists[-1] if after.lists != state.lists else state.focus)
    )
    after = after._replace(focus=focus, touched=(*after.touched, *named))
    for act in deeds:
        after = _done(after, act, schema)
    pending = _pending(after, acts, schema)
    proposed = pending.options if pending.purpose == "book" and pending.on_yes else ()
    return after._replace(
        picked=proposed[0] if len(proposed) == 1 else after.picked,
        just_booked=_told_of(after, booked_now),
        pending=pending,
        failed=_failed(after, acts, schema),
        asked=after.asked.union(pending.slots),
    )


def _offers_last(state: DialogueState, acts: Sequence[Act]) -> bool:
    """Return whether acts offer something new behind all that they tell of other options."""
    offers = [at for at, act in enumerate(acts) if act.name == "offer" and act.id is not None]
    told = [at for at, act in enumerate(acts) if act.name in ("inform", "negate") and _told_of(state, [act])]
    return bool(offers) and max(offers) > max(told, default=-1)


def _only_one_so(state: DialogueState, frames: Sequence[int], schema: Schema) -> tuple[int, ...]:
    """Return the one of several options of which all is so that the user asked; none where it isn't just one.

    After "only the Topaz has breakfast" that is what "it" stands for.
    """
    asked = [wish for move in state.moves if isinstance(move, Ask) and move.question == "holds" for wish in move.wishes]
    denoter = Denoter(state, schema)
    so = tuple(frame for frame in frames if denoter.fulfils(frame, asked))
    return so if asked and len(so) == 1 else ()


def _failed(state: DialogueState, acts: Sequence[Act], schema: Schema) -> frozenset[str]:
    """Return the slots of wishes for which there is nothing; as before where but something like it is shown."""
    if not acts_named(acts, "no_result") and any(act.id is not None for act in acts_named(acts, "suggest")):
        return state.failed
    return frozenset(_slot(key, schema) for key in _failed_keys(acts))


def _failed_keys(acts: Sequence[Act]) -> set[str]:
    """Return the keys of slots of which acts say that nothing is as wished."""
    return {arg.key for act in acts_named(acts, "no_result") for ref in act.refs("ref") for arg in ref.annotations}


def _offered(
    state: DialogueState, acts: Sequence[Act], items: Mapping[int, Item], schema: Schema, party: Party
) -> DialogueState:
    """Return the state with the options that acts make, as a list."""
    active = state.memory.active_frame
    base, wishes = wishing_frame(state, active), held_wishes(state, active, schema)
    offered = tuple(frame for frame in made_frames(acts) if frame in items)
    made = {frame: Option(frame, items[frame], base, party, wishes) for frame in offered}
    renewed = {old: frame for frame, old in _renewals(acts) if frame in items}
    listed = tuple(frame for frame in offered if frame not in renewed.values())
    lists = tuple(tuple(renewed.get(frame, frame) for frame in each) for each in state.lists)
    return state._replace(
        memory=update(state.memory, "wizard", acts, active),
        options={**state.options, **made},
        lists=(*lists, listed) if listed else lists,
        touched=(*state.touched, *offered),
    )


def _without_failed_comparison(state: DialogueState, acts: Sequence[Act], schema: Schema) -> DialogueState:
    """Return the state with the wishes as they were before one for more or less than there is.

    "Is there a cheaper one?" is a question; where the answer is no, what was wished for before still holds.
    """
    if not acts_named(acts, "no_result") or compared_alone(state.moves, schema) is None or not state.moments:
        return state
    base = wishing_frame(state, state.memory.active_frame)
    return state._replace(wishes={**state.wishes, base: state.moments[-1].wishes})


def _without_asked_again(state: DialogueState, acts: Sequence[Act]) -> DialogueState:
    """Return the state without wishes for a slot of which there is no such value, and which is asked for again."""
    asked = {arg.key for act in acts_named(acts, "request") for arg in act.slots}
    failed = _failed_keys(acts)
    base = wishing_frame(state, state.memory.active_frame)
    if asked.isdisjoint(failed) or base not in state.wishes:
        return state
    kept = wishes_besides(state.wishes[base], *(asked & failed))
    return state._replace(wishes={**state.wishes, base: kept})


def _without_unknown(state: DialogueState, acts: Sequence[Act], schema: Schema) -> DialogueState:
    """Return the state without wishes for values that no item of the catalogue has, once that was said.

    Who is told that there is no such district goes on without it, in whatever words.
    """
    failed = {_slot(key, schema) for key in _failed_keys(acts)}
    base = wishing_frame(state, state.memory.active_frame)
    held = state.wishes.get(base, ())
    kept = tuple(wish for wish in held if wish.slot not in failed or not is_of_no_item(wish, schema))
    return state if kept == held else state._replace(wishes={**state.wishes, base: kept})


def _without_unknown_place(state: DialogueState, acts: Sequence[Act], schema: Schema) -> DialogueState:
    """Return the state with the place that was wished for before one that the catalogue doesn't have.

    "Madrid. What about London?" "There's no London." "Could I leave a day earlier?" is about Madrid again.
    """
    if not schema.place or not state.moments or not _says_only_of(acts, schema.place):
        return state
    base = wishing_frame(state, state.memory.active_frame)
    held, before = state.wishes.get(base, ()), wishes_for(state.moments[-1].wishes, schema.place)
    kept = (*wishes_besides(held, schema.place), *before)
    return state._replace(wishes={**state.wishes, base: kept}) if before else state


def _says_only_of(acts: Sequence[Act], slot: str) -> bool:
    """Return whether acts say that there is no such value of a slot, whatever else is wished for, and offer nothing."""
    denied = [{arg.key for ref in act.refs("ref") for arg in ref.annotations} for act in acts_named(acts, "no_result")]
    return denied == [{slot}] and not acts_named(acts, "offer") + acts_named(acts, "suggest")


def _renewals(acts: Iterable[Act]) -> Iterator[tuple[int, int]]:
    """Yield the frames of options that have changed since they were offered, each with the one that it was before."""
    for act in acts_named(acts, "offer"):
        for ref in act.refs("read"):
            if act.id is not None:
                yield act.id, ref.frame


def _proposals(acts: Sequence[Act]) -> list[Act]:
    """Return the acts that suggest something else than a new option."""
    return [act for act in acts_named(acts, "suggest") if act.id is None]


def _told_of(state: DialogueState, acts: Sequence[Act]) -> tuple[int, ...]:
    """Return the options that facts are about, each once."""
    return _options(state, acts_named(acts, "inform"), "write")


def _options(state: DialogueState, acts: Sequence[Act], key: Literal["read", "write"]) -> tuple[int, ...]:
    """Return the options that acts are about, or that they read, each once."""
    return state.known(dict.fromkeys(ref.frame for act in acts for ref in act.refs(key)))


def _action(act: Act) -> str:
    """Return the action that an act is about; empty where it is about none."""
    return next((str(arg.value) for arg in act.slots if arg.key == "action"), "")


def _done(state: DialogueState, act: Act, schema: Schema) -> DialogueState:
    """Return the state with what an act says was booked, cancelled or changed."""
    deed, old = _action(act), [state.options[frame] for frame in _options(state, [act], "read")]
    for frame in _told_of(state, [act]):
        state = _DONE[deed](state, _with_all_wishes(state, state.options[frame], schema), old)
    return state


def _with_all_wishes(state: DialogueState, option: Option, schema: Schema) -> Option:
    """Return an option with the wishes that hold of it and in the turn at hand: a booking tells them."""
    held = (*held_wishes(state, option.frame, schema), *held_wishes(state, state.memory.active_frame, schema))
    return option._replace(wishes=tuple(dict.fromkeys(held)))


_DONE: Mapping[str, Callable[[DialogueState, Option, Sequence[Option]], DialogueState]] = {
    "book": lambda state, option, old: state.booked(option),
    "cancel": lambda state, option, old: state.cancelled(option),
    "change": DialogueState.changed,
}


def _pending(state: DialogueState, acts: Sequence[Act], schema: Schema) -> Pending:
    """Return what the acts ask: whether to do something, which option is meant, whether a wish is, or for slots."""
    proposals, requests = _proposals(acts), acts_named(acts, "request")
    proposed = tuple(dict.fromkeys(_deeds(proposals)))
    if proposed:
        return _proposal(state, proposals, proposed)
    asked = [arg.key for act in requests for arg in act.slots if arg.key != "action"]
    if schema.name in asked:
        purposes: tuple[Purpose, ...] = (*_deeds(requests), "tell")
        return Pending(options=state.focus, purpose=purposes[0])
    if "more" in map(_action, requests):
        return Pending(on_yes=(More(),))
    if acts_named(acts, "confirm"):
        answered = acts_named(acts, "affirm") + acts_named(acts, "negate") + acts_named(acts, "inform")
        unanswered = tuple(move for move in state.moves if not (answered and isinstance(move, Ask)))
        return Pending(on_yes=unanswered or state.moves)
    if any(not act.args for act in requests):
        return Pending(open=True)
    told = {act.args[0].key for act in acts_named(acts, "inform") if len(act.args) == 1}
    absent = tuple(_slot(key, schema) for key in sorted(told & _failed_keys(acts)))
    slots = tuple(_slot(key, schema) for key in asked)
    return Pending(slots=slots, absent=absent)


def _deeds(acts: Sequence[Act]) -> list[Purpose]:
    """Return what acts book, cancel or change, or propose to."""
    return [DEEDS[action] for action in map(_action, acts) if action in DEEDS]


def _proposal(state: DialogueState, acts: Sequence[Act], purposes: Sequence[Purpose]) -> Pending:
    """Return a proposal: the options, and the moves that a yes stands for, one for each thing that is to be done."""
    moves = tuple(_proposed(state, [act for act in acts if _action(act) == purpose], purpose) for purpose in purposes)
    return Pending(moves, _options(state, acts, "write") or state.focus, purposes[0])


def _proposed(state: DialogueState, acts: Sequence[Act], purpose: Purpose) -> Move:
    """Return the move that a yes to a proposal stands for."""
    options = numbered(_options(state, acts, "write") or state.focus)
    if purpose == "change":
        return Change((), numbered(_options(state, acts, "read")), options)
    return Cancel(options) if purpose == "cancel" else Book(options)


def _slot(key: str, schema: Schema) -> str:
    """Return the slot of a schema that is asked for by a frame's slot: travellers by the number of adults."""
    if schema.slot(key) is not None:
        return key
    return next((slot.name for slot in schema.slots if key in slot.wish.values()), key)
